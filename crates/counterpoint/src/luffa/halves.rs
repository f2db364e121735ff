//! The words of a chain as bytes in memory: 16 bytes for the upper words a0 to a3, and 16 for the lower words a4 to a7.
//! All words are little-endian, unlike those of a message.

use super::round::Block;
use crate::vector::words::group_of;

/// Returns the bytes of the upper words and of the lower words.
#[inline(always)]
pub(super) fn bytes_of_words(block: &Block) -> [[u8; 16]; 2] {
    [group_of(|i| block[i % 8]), group_of(|i| block[(4 + i) % 8])]
}

/// The inverse of [`bytes_of_words`].
#[inline(always)]
pub(super) fn store_words([upper, lower]: [[u8; 16]; 2], block: &mut Block) {
    let words = upper.as_chunks().0.iter().chain(lower.as_chunks().0);
    for (to, word) in block.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*word);
    }
}
