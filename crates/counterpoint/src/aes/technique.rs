//! What an AES technique must provide, and what several techniques share.

use super::primitive::Block;
use crate::cpu::Tier;

/// The parts of AES in which the techniques differ.
pub(super) trait Encrypt: 'static {
    /// The tier that the technique is compiled for.
    type Tier: Tier;
    /// The number of blocks encrypted at the same time.
    const BLOCKS: usize = 1;

    /// Computes the S-box of four bytes, for the key schedule.
    fn sub_word(tier: Self::Tier, word: [u8; 4]) -> [u8; 4];
    /// Encrypts each block.
    fn encrypt(tier: Self::Tier, round_keys: &[Block], blocks: &mut [Block]);
}

/// A technique that encrypts N blocks at once.
pub(super) trait EncryptBatch<const N: usize> {
    /// The tier that the technique is compiled for.
    type Tier: Tier;
    /// The round keys in the form that the rounds use.
    type Keys: ?Sized;
    /// Encrypts each block of a batch.
    fn encrypt_batch(tier: Self::Tier, keys: &Self::Keys, batch: &mut [Block; N]);
}

/// Encrypts blocks N at a time. A last batch of fewer blocks is filled up with copies of its first block.
#[inline(always)]
pub(super) fn in_batches<C: EncryptBatch<N>, const N: usize>(tier: C::Tier, keys: &C::Keys, mut blocks: &mut [Block]) {
    while let [first, ..] = *blocks {
        let count = blocks.len().min(N);
        let (now, later) = core::mem::take(&mut blocks).split_at_mut(count);
        let mut filled_up = [first; N];
        let batch = match now.first_chunk_mut() {
            Some(batch) => batch,
            None => {
                // Here and below, the blocks are copied one by one, because a copy of variable length would compile to
                // a call.
                for (i, place) in filled_up.iter_mut().enumerate() {
                    if let Some(block) = now.get(i) {
                        *place = *block;
                    }
                }
                &mut filled_up
            }
        };
        C::encrypt_batch(tier, keys, batch);
        if count < N {
            for (i, place) in filled_up.iter().enumerate() {
                if let Some(block) = now.get_mut(i) {
                    *block = *place;
                }
            }
        }
        blocks = later;
    }
}

/// Returns a block's columns as integers, with row 0 in the lowest byte.
#[inline(always)]
pub(super) fn columns(block: &Block) -> [u32; 4] {
    let block = u128::from_le_bytes(*block);
    [block as u32, (block >> 32) as u32, (block >> 64) as u32, (block >> 96) as u32]
}

/// Returns the block of these columns: the inverse of [`columns`].
#[inline(always)]
pub(super) fn from_columns([a, b, c, d]: [u32; 4]) -> Block {
    (u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64 | u128::from(d) << 96).to_le_bytes()
}
