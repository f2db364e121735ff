//! The primitive: the round of Fugue as a type, and the schedule of its sums. [Fugue] 4 and 5.

use crate::kernel::Compression;
use crate::kernel::reader::Lists;

/// Four bytes of the state, row 0 first.
pub(super) type Column = [u8; 4];

/// The round of Fugue with `COLUMNS` columns of state (30 or 36) and `SUB_ROUNDS` sub-rounds per message word (2, 3 or
/// 4). The final round G finalizes it; afterwards only the columns of the output are defined.
pub struct Round<const COLUMNS: usize, const SUB_ROUNDS: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize> Compression for Round<COLUMNS, SUB_ROUNDS> {
    type State = [Column; COLUMNS];
    type Parameters = ();
    const MOST_BLOCK_BYTES: usize = {
        let known = matches!((COLUMNS, SUB_ROUNDS), (30, 2) | (36, 3 | 4));
        assert!(known, "Fugue has 30 columns and 2 sub-rounds, or 36 columns and 3 or 4 sub-rounds");
        4
    };
}

/// Which columns are added to which others, and how often; [Fugue] sections 4 and 5.
pub(super) struct Schedule {
    /// `tix`: the column to which S0 is added before the message word replaces it.
    pub(super) kept: usize,
    /// `tix`: the pairs (to, from) of columns to add once the word is inserted.
    pub(super) fed_forward: &'static [(usize, usize)],
    /// G, first phase: the number of sub-rounds.
    pub(super) sub_rounds: usize,
    /// G, second phase, repeated 13 times: the columns to which S0 is added, and the rotation before `smix`.
    pub(super) lines: &'static [(&'static [usize], usize)],
    /// G, last step: the columns to which S0 is added.
    pub(super) last: &'static [usize],
    /// The columns of the output.
    pub(super) output: &'static [usize],
}

/// The number of repetitions of the lines of G's second phase.
pub(super) const REPETITIONS: usize = 13;

/// Returns the schedule for 2, 3 or 4 sub-rounds per word.
pub(super) const fn schedule(sub_rounds: usize) -> &'static Schedule {
    match sub_rounds {
        2 => &Schedule {
            kept: 10,
            fed_forward: &[(1, 24)],
            sub_rounds: 10,
            lines: &[(&[4, 15], 15), (&[4, 16], 14)],
            last: &[4, 15],
            output: &[1, 2, 3, 4, 15, 16, 17, 18],
        },
        3 => &Schedule {
            kept: 16,
            fed_forward: &[(1, 27), (4, 30)],
            sub_rounds: 18,
            lines: &[(&[4, 12, 24], 12), (&[4, 13, 24], 12), (&[4, 13, 25], 11)],
            last: &[4, 12, 24],
            output: &[1, 2, 3, 4, 12, 13, 14, 15, 24, 25, 26, 27],
        },
        _ => &Schedule {
            kept: 22,
            fed_forward: &[(1, 24), (4, 27), (7, 30)],
            sub_rounds: 32,
            lines: &[(&[4, 9, 18, 27], 9), (&[4, 10, 18, 27], 9), (&[4, 10, 19, 27], 9), (&[4, 10, 19, 28], 8)],
            last: &[4, 9, 18, 27],
            output: &[1, 2, 3, 4, 9, 10, 11, 12, 18, 19, 20, 21, 27, 28, 29, 30],
        },
    }
}

/// Returns the words of both lists of blocks, one word of each message at a time. A word is a block of Fugue.
#[inline(always)]
pub(super) fn words_of<const N: usize>(lists: Lists<'_>) -> impl Iterator<Item = [&[u8; 4]; N]> {
    words_of_blocks(lists.blocks).chain(words_of_blocks(lists.more_blocks))
}

#[inline(always)]
fn words_of_blocks<'a, const N: usize>(blocks: &'a [&'a [u8]]) -> impl Iterator<Item = [&'a [u8; 4]; N]> {
    let first = blocks.first().copied().unwrap_or_default().as_chunks().0;
    let mut words = [first; N];
    for (words, bytes) in words.iter_mut().zip(blocks) {
        // All blocks have the same length; in this form, the compiler knows it. The slice is hidden from the compiler,
        // which would read all slices with a gather instruction, whose addresses the check for constant time can't
        // follow.
        *words = core::hint::black_box(bytes).as_chunks().0.get(..first.len()).unwrap_or(first);
    }
    first.iter().enumerate().map(move |(n, first)| words.map(|words| words.get(n).unwrap_or(first)))
}
