//! The primitive: the round of Luffa as a type, and how its kernels read message blocks. [Luffa].

use crate::kernel::reader::BlockReader;
use crate::kernel::{Compression, Operands};

/// Eight words a0 to a7: a message block, or the chaining value of one chain.
pub(super) type Block = [u32; 8];

/// The round of Luffa with `CHAINS` chains (3, 4 or 5). It absorbs a message block, or, to finalize, a block of zeros.
pub struct Round<const CHAINS: usize>;

impl<const CHAINS: usize> Compression for Round<CHAINS> {
    type State = [Block; CHAINS];
    type Parameters = ();
    const MOST_BLOCK_BYTES: usize = {
        assert!(matches!(CHAINS, 3..=5), "Luffa has 3, 4 or 5 chains");
        32
    };
}

/// Absorbs and finalizes message by message with the given round, for every kernel that computes one state at a time in
/// plain words. Finalizing absorbs a block of zeros, so both share one copy of the round.
#[inline(always)]
pub(super) fn run_one_by_one<const CHAINS: usize>(
    operands: Operands<'_, Round<CHAINS>>,
    round: impl Fn(&mut [Block; CHAINS], Block),
) {
    operands.one_by_one(
        #[inline(always)]
        |state, mut input| {
            while let Some(block) = next_block(&mut input) {
                round(state, words_of(block));
            }
        },
    );
}

/// Returns the next block to absorb; finalizing absorbs a block of zeros.
#[inline(always)]
pub(super) fn next_block<'a>(input: &mut BlockReader<'a, 1>) -> Option<&'a [u8; 32]> {
    let ([block], _) = input.next(32)?;
    // The block always has 32 bytes. Returning `None` for any other length keeps a panic out of the kernels.
    block.first_chunk()
}

/// Returns the first 16 bytes of a message block, its upper words a0 to a3, and the last 16, its lower words a4 to a7.
#[cfg(vectors)]
#[inline(always)]
pub(super) fn halves_of(block: &[u8; 32]) -> [[u8; 16]; 2] {
    block.as_chunks().0.first_chunk().copied().unwrap_or([[0; 16]; 2])
}

/// Returns the big-endian words of a message block, a0 first.
#[inline(always)]
pub(super) fn words_of(bytes: &[u8; 32]) -> Block {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    words
}
