//! The plan of a batch: which messages share a run of a kernel, and the order of the runs.
//!
//! A plan is a pure function of the lengths of the messages and the widths of the kernels. It never reads
//! the messages, runs a kernel or allocates, so it is tested without kernels. The executor (`many/executor.rs`)
//! runs it and decides nothing.
//!
//! A plan has two parts, one after the other:
//!
//! 1. [`Batches`]: messages that one run takes from first byte to output, with kernels that pad. As long as neighbours
//!    are alike, a run takes up to 64 of them. From the first one that differs, messages are reordered 64 at a time, so
//!    that those that share a run become neighbours ([`Grouping`]).
//! 2. [`Lanes`](lanes::Lanes): all other messages. Each lane holds one message, and takes the next when that one ends.
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
    /// The number of lanes of the widest kernel.
    pub widest: usize,
    /// Returns how a message of this length is divided.
    pub division: &'c dyn Fn(usize) -> Division,
    /// The length in bytes of what a [`Division`] counts as a block: several blocks, if they are only a few bytes long.
    pub buffer_bytes: usize,
    /// The length of a block in bytes.
    pub block_bytes: usize,
    /// How many bytes the end of a message may have for a kernel to pad it.
    pub room: usize,
    /// Which messages share a run, if kernels pad them.
    pub grouping: &'static dyn Grouping,
    /// Whether messages that are not neighbours may share a run.
    pub scatters: bool,
}

impl Call<'_> {
    /// Returns the length of a message.
    fn length(&self, message: usize) -> usize {
        self.messages.message(message).len()
    }

    /// Whether any kernel has more than two lanes. Otherwise, reordering messages saves too little.
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
    pub tail_bytes: usize,
}

/// The lengths of some messages, without their bytes.
#[derive(Clone, Copy)]
pub struct Lengths<'l>(&'l [&'l [u8]]);

impl<'l> Lengths<'l> {
    /// Returns the lengths of these messages.
    #[inline(always)]
    pub(crate) fn of(messages: &'l [&'l [u8]]) -> Self {
        Self(messages)
    }

    /// Returns each length.
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
    /// Returns how many of the next messages are alike, starting with the first, and how many bytes of blocks each of
    /// them has in the run. `left` is the number of messages left in all.
    fn alike(&self, call: &Call<'_>, next: Lengths<'_>, left: usize) -> (usize, usize);

    /// Reorders messages, given by index, so that batches of `lanes` of them come first. Returns how many messages are
    /// in batches. If no messages `follow` these, the last batch may be smaller.
    fn group(&self, call: &Call<'_>, messages: &mut [usize], lanes: usize, follow: bool) -> usize;

    /// Returns how many messages it takes for grouping to be worth it.
    fn least(&self) -> usize;

    /// Returns how many bytes of blocks each message of a group has in its run.
    fn block_bytes(&self, call: &Call<'_>, messages: Lengths<'_>) -> usize;
}
