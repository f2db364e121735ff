//! The words that the lanes absorb: either blocks, or whole messages of different lengths, one for each lane.
//!
//! Messages end together, so that the lanes absorb the padding and compute the final round at the same time. A shorter
//! message begins later. Until then, its lane computes unused values; when the message begins, the lane is set to the
//! start state:
//!
//! ```text
//!                                |      blocks       |  last   |
//!   lane 0   | m m m m | m m m m | m m m m | m m m m | m m l l        m  a word of the message, the last one filled up
//!   lane 1   | . . . . | . . m m | m m m m | m m m m | m m l l           with zeros
//!   lane 2   | . . . . | . . . . | m m m m | m m m m | m m l l        l  a word of its length in bits
//!                                                                     .  any word; the message begins after it
//! ```
//!
//! The fours that all messages have before the last four form a list of blocks of equal length, which is fastest to
//! read. Setting lanes costs about half as much as a round, so it pays to batch messages of similar lengths.
//!
//! The position of all lanes follows from one number, the number of words left in the longest message:
//!
//! ```text
//!   words left   longest            blocks_begin                4           0
//!                | each lane's own words | blocks of both lists | last four |
//! ```
//!
//! A run that continues states has only blocks, in two lists. It ends with the last word of the second one, and its
//! last four may be incomplete.
//!
//! The lengths are read from the list again for each group of words. In a copy, they would be in the stack frame beside
//! the columns, and the check for constant time could not tell the two apart.

use crate::kernel::bytes::first_word;
use crate::kernel::reader::Lists;
use crate::vector::Bytes;
use crate::vector::words::{four_words, group_of};
use core::ops::Range;

/// 16 bytes: four words of a message.
type Group = [u8; 16];

/// The words of `N` lanes that have not been absorbed.
pub(super) struct Words<'a, const N: usize> {
    messages: Messages<'a, N>,
    blocks: &'a [&'a [u8]],
    more_blocks: &'a [&'a [u8]],
    /// The number of words left in the longest message.
    pub(super) left: usize,
    /// The number of words left when the next message begins, or 0 if all have begun.
    pub(super) next_begins: usize,
    /// The number of words left when the blocks begin.
    blocks_begin: usize,
}

impl<'a, const N: usize> Words<'a, N> {
    #[inline(always)]
    pub(super) fn new(Lists { blocks, more_blocks, tails, .. }: Lists<'a>) -> Self {
        let messages = Messages(tails);
        let in_lists = words_of_each(blocks) + words_of_each(more_blocks);
        if messages.0.is_empty() {
            return Self { messages, blocks, more_blocks, left: in_lists, next_begins: 0, blocks_begin: in_lists };
        }
        let left = messages.longest_below(usize::MAX);
        let next_begins = messages.longest_below(left);
        Self { messages, blocks, more_blocks, left, next_begins, blocks_begin: in_lists + 4 }
    }

    /// Begins the next messages, and returns a mask of their lanes: those that begin with the next word.
    #[inline(always)]
    pub(super) fn begin<V: Bytes>(&mut self, tier: V::Tier) -> V {
        let (messages, begins) = (self.messages, self.next_begins);
        self.next_begins = messages.longest_below(begins);
        let mut masks = [0; N];
        for (lane, mask) in masks.iter_mut().enumerate() {
            *mask = if messages.count(lane) == begins { !0 } else { 0 };
        }
        V::gather(
            tier,
            #[inline(always)]
            |g| group_of(|i| masks[(4 * g + i) % N]),
        )
    }

    /// Returns the next four words of each message, and the range of words to absorb.
    #[inline(always)]
    pub(super) fn four<V: Bytes>(&self, tier: V::Tier) -> ([V; 4], Range<usize>) {
        let messages = self.messages;
        // In each lane, only the first four words may be incomplete.
        let first = self.left.wrapping_neg() % 4;
        if self.left > self.blocks_begin {
            let after = self.left - (4 - first) - 2;
            let words = side_by_side::<_, N>(
                tier,
                #[inline(always)]
                |lane| messages.group(lane, after),
            );
            return (words, first..4);
        }
        let (mut list, mut read) = (self.blocks, self.blocks_begin - self.left);
        let in_blocks = words_of_each(self.blocks);
        if read >= in_blocks {
            (list, read) = (self.more_blocks, read - in_blocks);
        }
        let in_list = words_of_each(list);
        if let (Some(block), true) = (list.first(), read < in_list) {
            let n = read / 4;
            let words = load_words(
                tier,
                #[inline(always)]
                |lane| list.get(lane).unwrap_or(block),
                n,
            );
            return (words, 0..4.min(in_list - 4 * n));
        }
        let words = side_by_side::<_, N>(
            tier,
            #[inline(always)]
            |lane| messages.last_group(lane),
        );
        (words, first..4)
    }
}

/// Returns the number of words of each block in a list.
#[inline(always)]
fn words_of_each(list: &[&[u8]]) -> usize {
    list.first().map_or(0, |block| block.len() / 4)
}

/// Like [`four_words`], for computed groups. All of them are written to memory before the first one is read back:
/// reading a group directly after its halves have been written takes several cycles.
#[inline(always)]
fn side_by_side<V: Bytes, const N: usize>(tier: V::Tier, group: impl Fn(usize) -> Group) -> [V; 4] {
    let mut groups = [[0; 16]; N];
    for (lane, place) in groups.iter_mut().enumerate() {
        *place = group(lane);
    }
    four_words(
        tier,
        #[inline(always)]
        |lane| groups[lane % N],
    )
}

/// Returns words 4n to 4n + 3 of each message, with zeros after the end.
#[inline(always)]
pub(super) fn load_words<'a, V: Bytes>(tier: V::Tier, message: impl Fn(usize) -> &'a [u8], n: usize) -> [V; 4] {
    four_words(
        tier,
        #[inline(always)]
        |lane| {
            let bytes = message(lane);
            if let Some(four) = bytes.as_chunks().0.get(n) {
                return *four;
            }
            group_of(|i| bytes.as_chunks().0.get(4 * n + i).map_or(0, |word| u32::from_le_bytes(*word)))
        },
    )
}

/// The messages of a batch.
#[derive(Clone, Copy)]
struct Messages<'a, const N: usize>(&'a [&'a [u8]]);

impl<'a, const N: usize> Messages<'a, N> {
    /// Returns a lane's message. If there are fewer messages than lanes, the first one is repeated.
    #[inline(always)]
    fn message(&self, lane: usize) -> &'a [u8] {
        // Hidden from the compiler, which would read the lengths of all messages by a gather instruction, whose
        // addresses the check for constant time can't follow.
        self.0.get(core::hint::black_box(lane)).or(self.0.first()).copied().unwrap_or_default()
    }

    /// Returns the number of words that a lane absorbs: those of its message and the two of its length.
    #[inline(always)]
    fn count(&self, lane: usize) -> usize {
        // Hidden from the compiler, which would compute all numbers side by side in vectors, by instructions that
        // `cargo xtask prove` does not know.
        core::hint::black_box(words(self.message(lane)) + 2)
    }

    /// Returns the greatest [`count`](Self::count) below `limit`, or 0 if there is none.
    #[inline(always)]
    fn longest_below(&self, limit: usize) -> usize {
        let mut longest = 0;
        for lane in 0..N {
            let count = self.count(lane);
            if count < limit && count > longest {
                longest = count;
            }
        }
        longest
    }

    /// Returns the four words of a message that precede its last `after` words, not counting the two words of its
    /// length. `after` is at least two. Zeros precede the message.
    #[inline(always)]
    fn group(&self, lane: usize, after: usize) -> Group {
        let message = self.message(lane);
        let count = words(message).saturating_sub(after);
        match message.get((4 * count).wrapping_sub(16)..).and_then(|bytes| bytes.first_chunk()) {
            Some(four) => *four,
            None if count == 0 => [0; 16],
            None => {
                let word = |i: usize| message.as_chunks().0.get((i + count).wrapping_sub(4));
                group_of(|i| word(i).map_or(0, |word| u32::from_le_bytes(*word)))
            }
        }
    }

    /// Returns the last two words of a message and the two words of its length.
    #[inline(always)]
    fn last_group(&self, lane: usize) -> Group {
        let message = self.message(lane);
        let count = words(message);
        let last = match message.last_chunk() {
            Some(last) => u64::from_le_bytes(*last) >> (8 * (4 * count - message.len()) % 64),
            None => first_word(message) << (32 * 2usize.saturating_sub(count) % 64),
        };
        let bits = (8 * message.len() as u64).swap_bytes();
        (u128::from(last) | u128::from(bits) << 64).to_le_bytes()
    }
}

/// Returns the number of words of a message.
#[inline(always)]
fn words(message: &[u8]) -> usize {
    message.len().div_ceil(4)
}
