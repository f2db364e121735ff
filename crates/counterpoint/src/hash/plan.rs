//! The plan of a batch: which messages have a run of a kernel in common, and in which order the runs follow.
//!
//! A plan is a function of lengths: those of the messages, and the number of lanes of the kernel that is right for a
//! number of messages. It reads no byte of a message, runs no kernel and allocates nothing, so its tests need no
//! kernel. The executor (`many/executor.rs`) runs it and decides nothing.
//!
//! A plan has two parts, one after the other:
//!
//! 1. [`Batches`]: runs that take messages from their first byte to their outputs, by kernels that pad. As long as
//!    neighbours are alike, a run takes up to 64 of them. From the first that differs on, 64 messages at a time are put
//!    into an order in which those that have a run in common are neighbours ([`Grouping`]).
//! 2. [`Lanes`](lanes::Lanes): all other messages. Each lane contains a message, and gets the next one when that has
//!    ended. From run to run, the states of those that go on stay in their lanes.

use crate::messages::Messages;

mod batches;
mod by_blocks;
mod classes;
mod lanes;
pub(crate) mod thresholds;

pub(crate) use batches::{Batch, Batches, Indices};
pub(crate) use by_blocks::ByBlocks;
#[cfg(feature = "fugue")]
pub(crate) use classes::{LAST as LAST_CLASS, sort_by_class};
pub(crate) use lanes::{Absorb, Others, Part, Position, Run};

/// What a plan knows besides the lengths of messages.
#[derive(Clone, Copy)]
pub struct Call<'c> {
    /// The messages, of which a plan asks for the lengths.
    pub messages: &'c dyn Messages,
    /// Returns the width of the kernel that is right for a number of messages at the same time.
    pub width: &'c dyn Fn(usize) -> Width,
    /// The greatest number of lanes of any kernel.
    pub widest: usize,
    /// Returns the division of a message of this length.
    pub division: &'c dyn Fn(usize) -> Division,
    /// Length of a whole block of a [`Division`] in bytes: of several blocks, where one has only a few bytes.
    pub buffer_bytes: usize,
    /// Length of a block in bytes.
    pub block_bytes: usize,
    /// How long the end of a message may be that a kernel pads.
    pub room: usize,
    /// Which messages have a run in common, if kernels pad them.
    pub grouping: &'static dyn Grouping,
    /// Whether a run may write the outputs of messages that are not neighbours.
    pub scatters: bool,
}

impl Call<'_> {
    /// Returns the length of a message.
    fn length(&self, message: usize) -> usize {
        self.messages.message(message).len()
    }

    /// Whether there is a kernel for more than two states. If there is none, an order of messages saves too little.
    fn has_many_lanes(&self) -> bool {
        self.widest > 2
    }
}

/// What a plan knows of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// How many messages it hashes at the same time.
    pub lanes: usize,
    /// Whether it takes messages from their first byte to their outputs, and pads them.
    pub pads: bool,
}

/// How a message is divided, if it is padded in a copy of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The number of whole blocks.
    pub blocks: usize,
    /// Length of the padded tail in bytes.
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

/// Which messages have a run of a kernel that pads in common. It depends on what such kernels get, so a family may have
/// its own.
pub trait Grouping: Sync {
    /// Returns how many of the next messages are alike, from the first one on, and how many bytes of blocks they have
    /// in common. `left` is the number of all messages that are left.
    fn alike(&self, call: &Call<'_>, next: Lengths<'_>, left: usize) -> (usize, usize);

    /// Puts messages, which are listed by their indices, into an order in which batches of `lanes` of them come first.
    /// Returns how many are in batches. If no messages `follow` these, the last batch may have fewer.
    fn group(&self, call: &Call<'_>, messages: &mut [usize], lanes: usize, follow: bool) -> usize;

    /// Returns the least number of messages that are worth grouping.
    fn least(&self) -> usize;

    /// Returns how many bytes of blocks messages in a group have in common.
    fn block_bytes(&self, call: &Call<'_>, messages: Lengths<'_>) -> usize;
}
