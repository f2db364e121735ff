//! Reads the input of a batch block by block.
//!
//! A kernel takes the next block of each message until there are no more, regardless of their source:
//!
//! ```text
//!   in this order   from     for each message
//!   blocks          `next`   a block
//!   more_blocks     `next`   a block
//!   tails           `tails`  its tail, once, for a kernel that pads
//!   final step      `next`   zeros, marked as the final step
//! ```
//!
//! Two kinds of kernels read differently. Those with many narrow lanes add each block to its state in memory, because
//! the addresses of all blocks would not fit in registers: [`BlockReader::next_by_state`]. Fugue, whose blocks are
//! words and whose kernels receive whole messages, divides the lists itself: [`BlockReader::lists`].

use super::bytes::{MOST_BLOCK_BYTES, zeros};
use super::{Compression, Input};

/// Reads the blocks of `N` states.
pub(crate) struct BlockReader<'a, const N: usize> {
    /// One slice of blocks per state; `read` bytes of each have been read.
    blocks: &'a [&'a [u8]],
    more_blocks: &'a [&'a [u8]],
    /// The tails of messages, until they have been read.
    tails: &'a [&'a [u8]],
    read: usize,
    finalize: bool,
}

/// The lists of a batch: each starts at the batch's first message and may continue past its last.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "each is used by some families, so a build with few families leaves some of them out")]
pub(crate) struct Lists<'a> {
    /// [`Input::blocks`].
    pub(crate) blocks: &'a [&'a [u8]],
    /// [`Input::more_blocks`].
    pub(crate) more_blocks: &'a [&'a [u8]],
    /// The tails of the messages, or whole messages of Fugue.
    pub(crate) tails: &'a [&'a [u8]],
    /// Whether the final step follows.
    pub(crate) finalize: bool,
}

#[allow(dead_code, reason = "each is used by some families, so a build with few families leaves some of them out")]
impl<'a, const N: usize> BlockReader<'a, N> {
    /// Returns the input of the `N` states from index `first` on.
    #[inline(always)]
    pub(super) fn new<C: Compression>(input: &Input<'a>, tails: &'a [&'a [u8]], first: usize) -> Self {
        const { assert!(C::MOST_BLOCK_BYTES <= MOST_BLOCK_BYTES, "there are zeros for a block") };
        // A list may be empty, however many states there are.
        let part = |list: &'a [&'a [u8]]| list.get(first..).unwrap_or(&[]);
        let (blocks, more_blocks, tails) = (part(input.blocks), part(input.more_blocks), part(tails));
        Self { blocks, more_blocks, tails, read: 0, finalize: input.finalize }
    }

    /// Returns a block of `bytes` bytes for each lane, and whether this is the final step. That step follows all blocks
    /// and tails, with zeros instead of blocks, for primitives that finalize with the same code that absorbs. Lanes
    /// without a state repeat the first state's block.
    ///
    /// `None` means that no block is left. Read [`Self::tails`] then; after that, this returns the final step, if any.
    #[inline(always)]
    pub(crate) fn next(&mut self, bytes: usize) -> Option<([&'a [u8]; N], bool)> {
        let mut next = [zeros(bytes); N];
        let Some(first) = self.first_of_next(bytes) else {
            // The tails come before the final step.
            return (self.tails.is_empty() && core::mem::take(&mut self.finalize)).then_some((next, true));
        };
        for (lane, next) in next.iter_mut().enumerate() {
            // Hidden from the compiler if there are many lanes: it would read the slices with a gather instruction,
            // whose addresses the check for constant time can't follow.
            let lane = if N > 8 { core::hint::black_box(lane) } else { lane };
            // All blocks are equally long, so only lanes without a state fall back to `first`. Written like this, the
            // compiler knows a block's length.
            *next = self.block(lane, bytes).unwrap_or(first);
        }
        self.read += bytes;
        Some((next, false))
    }

    /// Returns one message tail per lane, or `None` if there are none or they have been read. Call it after the last
    /// block. If there are fewer messages than lanes, the tail of the first one is repeated.
    #[inline(always)]
    pub(crate) fn tails(&mut self) -> Option<[&'a [u8]; N]> {
        let tails = core::mem::take(&mut self.tails);
        if let Some(all) = tails.first_chunk() {
            return Some(*all);
        }
        let first = tails.first()?;
        let mut all = [*first; N];
        for (m, tail) in all.iter_mut().enumerate() {
            // Hidden from the compiler, which would compare all indices with the number of messages in one vector
            // operation.
            *tail = tails.get(core::hint::black_box(m)).unwrap_or(first);
        }
        Some(all)
    }

    /// Like [`Self::next`], for kernels with too many lanes to keep a list of their blocks in registers: calls `absorb`
    /// with the index of each state and its block. Returns whether there was a block or the final step.
    #[inline(always)]
    pub(crate) fn next_by_state(&mut self, bytes: usize, mut absorb: impl FnMut(usize, &'a [u8])) -> bool {
        if self.first_of_next(bytes).is_none() {
            return core::mem::take(&mut self.finalize);
        }
        for lane in 0..N.min(self.blocks.len()) {
            if let Some(block) = self.block(lane, bytes) {
                absorb(lane, block);
            }
        }
        self.read += bytes;
        true
    }

    /// Returns the lists themselves, before anything has been read.
    #[inline(always)]
    pub(crate) fn lists(&self) -> Lists<'a> {
        Lists { blocks: self.blocks, more_blocks: self.more_blocks, tails: self.tails, finalize: self.finalize }
    }

    /// Returns the first state's next block, from the second list if the blocks of the first one have been read.
    #[inline(always)]
    fn first_of_next(&mut self, bytes: usize) -> Option<&'a [u8]> {
        if self.block(0, bytes).is_none() {
            (self.blocks, self.more_blocks, self.read) = (self.more_blocks, &[], 0);
        }
        self.block(0, bytes)
    }

    /// Returns a state's next block in `blocks`.
    #[inline(always)]
    fn block(&self, lane: usize, bytes: usize) -> Option<&'a [u8]> {
        self.blocks.get(lane)?.get(self.read..)?.get(..bytes)
    }
}
