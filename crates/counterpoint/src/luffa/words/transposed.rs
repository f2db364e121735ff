//! Several blocks in the lanes of eight vectors: vector k contains word k of every block. The blocks are the same
//! chain of several messages, or the chains of one message.
//!
//! In memory the words of a block follow one another, so loading and storing are transpositions;
//! [`crate::vector::words`] computes them for four words of each block.

use crate::luffa::round::Block;
use crate::vector::Bytes;
use crate::vector::words::{each_message, four_words, group_of};

/// Loads blocks and transposes them. `block(n)` returns block n; if there is none, its lane is filled with zeros.
#[inline(always)]
pub(in crate::luffa) fn load<'a, L: Bytes>(tier: L::Tier, block: impl Fn(usize) -> Option<&'a Block>) -> [L; 8] {
    let half = |first: usize| {
        four_words::<L>(
            tier,
            #[inline(always)]
            |n| block(n).map_or([0; 16], |block| group_of(|i| block[(first + i) % 8])),
        )
    };
    join(half(0), half(4))
}

/// The inverse of [`load`]: calls `store_word` with the number of a block, the number of a word, and that word.
#[inline(always)]
pub(in crate::luffa) fn store<L: Bytes>(
    [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8],
    mut store_word: impl FnMut(usize, usize, u32),
) {
    let mut half = |first: usize, words: [L; 4]| {
        each_message(words, |n, group| {
            for (i, word) in group.as_chunks().0.iter().enumerate() {
                store_word(n, (first + i) % 8, u32::from_le_bytes(*word));
            }
        });
    };
    half(0, [a0, a1, a2, a3]);
    half(4, [a4, a5, a6, a7]);
}

/// Joins the vectors of both halves of the blocks.
#[inline(always)]
pub(in crate::luffa) fn join<L: Copy>([a0, a1, a2, a3]: [L; 4], [a4, a5, a6, a7]: [L; 4]) -> [L; 8] {
    [a0, a1, a2, a3, a4, a5, a6, a7]
}
