//! The plan of a batch: which messages share a run of a kernel, and the order of the runs.
//!
//! A plan is a pure function of the messages' lengths, the kernels' widths, and the function's blocks, padding and
//! output length. It never reads the messages, runs a kernel or allocates, so it is tested without kernels. The
//! executor (`many/executor.rs`) runs it without looking at lengths.
//!
//! A plan has two parts, one after the other:
//!
//! 1. [`Batches`]: messages that one run takes from first byte to output, with kernels that pad. While the next
//!    messages that are alike fill a kernel, a run takes up to 64 of them. After that, messages are reordered 64 at a
//!    time, so that those that can share a run are consecutive ([`Grouping`]).
//! 2. [`Lanes`](lanes::Lanes): all other messages. Each lane holds one message and starts the next when it ends.
//!    The states of the others stay in their lanes from run to run.

use crate::messages::Messages;

mod batches;
mod by_blocks;
mod classes;
mod lanes;
mod survey;
pub(crate) mod thresholds;

pub(crate) use batches::{Batch, Batches, Indices};
pub(crate) use by_blocks::ByBlocks;
#[cfg(feature = "fugue")]
pub(crate) use classes::{LAST as LAST_CLASS, sort_by_class};
pub(crate) use lanes::{Absorb, Others, Position, Run};

/// What a plan depends on.
#[derive(Clone, Copy)]
pub struct Call<'c> {
    /// The messages. A plan looks only at their lengths.
    pub messages: &'c dyn Messages,
    /// Returns the width of the best kernel for a number of messages at once.
    pub width: &'c dyn Fn(usize) -> Width,
    /// The number of lanes of the widest kernel in this build, even if this CPU can't run it.
    pub widest: usize,
    /// Returns how a message of this length is divided.
    pub division: &'c dyn Fn(usize) -> Division,
    /// The length in bytes of what a [`Division`] counts as a block: several blocks, if they are only a few bytes long.
    pub buffer_bytes: usize,
    /// The length of a block in bytes.
    pub block_bytes: usize,
    /// The longest tail of a message, in bytes, that a kernel can pad.
    pub room: usize,
    /// Which messages share a run, if kernels pad them.
    pub grouping: &'static dyn Grouping,
    /// Whether messages that are not adjacent may share a run: their outputs have to fit into the executor's buffer.
    pub scatters: bool,
}

impl Call<'_> {
    /// Returns the length of a message.
    fn length(&self, message: usize) -> usize {
        self.messages.message(message).len()
    }

    /// Whether any kernel has more than two lanes. With fewer, reordering messages saves too little.
    fn has_many_lanes(&self) -> bool {
        self.widest > 2
    }
}

/// What a plan knows about a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// How many messages it hashes at once.
    pub lanes: usize,
    /// Whether it takes messages from first byte to output, and pads them itself.
    pub pads: bool,
}

/// How a message is divided if a copy of its end is padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The number of whole blocks.
    pub blocks: usize,
    /// The length of the padded tail in bytes.
    pub padded_tail_bytes: usize,
}

/// A view of some messages that shows only their lengths.
#[derive(Clone, Copy)]
pub struct Lengths<'l>(&'l [&'l [u8]]);

impl<'l> Lengths<'l> {
    /// Returns the lengths of these messages.
    #[inline(always)]
    pub(crate) fn of(messages: &'l [&'l [u8]]) -> Self {
        Self(messages)
    }

    /// Returns the lengths in order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|message| message.len())
    }

    /// Returns the length of the first message, or 0 if there is none.
    #[inline(always)]
    pub(crate) fn first(self) -> usize {
        self.0.first().map_or(0, |message| message.len())
    }
}

/// Decides which messages share a run of a kernel that pads. This depends on what such kernels read, so a family may
/// have a rule of its own.
pub trait Grouping: Sync {
    /// Returns how many of the next messages, from the first one on, can share a run, and how many bytes of blocks the
    /// run reads from each. `left` is the number of messages left in all.
    fn alike(&self, call: &Call<'_>, next: Lengths<'_>, left: usize) -> (usize, usize);

    /// Reorders messages, given by index, so that batches of `lanes` of them come first. Returns how many messages are
    /// in batches. If `follow` is false, no more messages come, and the last batch may be smaller.
    fn group(&self, call: &Call<'_>, messages: &mut [usize], lanes: usize, follow: bool) -> usize;

    /// Returns the smallest number of messages worth grouping.
    fn least(&self) -> usize;

    /// Returns how many bytes of blocks each message of a group has in its run.
    fn block_bytes(&self, call: &Call<'_>, messages: Lengths<'_>) -> usize;
}
