//! How half a block becomes crumbs in two vectors of 16 bytes, one for even positions and one for odd positions.
//!
//! The upper and the lower four words become crumbs separately. Sorted by significance, the 16 bytes of four words are
//! four matrices of 4 by 4 bits in their low nibbles, and four more in their high nibbles; transposed, these are
//! crumbs. Each half takes two delta swaps.
//!
//! ```text
//!   by significance   a0.0 a1.0 a2.0 a3.0 | a0.1 ..
//!   transposed        low nibbles: position 0 1 2 3 | 8 .., high nibbles: position 4 5 6 7 | 12 ..
//! ```

use super::half::by_significance;
use crate::luffa::byte_shuffles::inverse;
use crate::vector::{Bytes, Lane};

/// Returns the crumbs of four words, at even and at odd positions.
#[inline(always)]
pub(super) fn load<V: Lane + Bytes, const BIG_ENDIAN: bool>(tier: V::Tier, words: [u8; 16]) -> [V; 2] {
    let bytes = V::broadcast(tier, words).shuffle(const { by_significance(BIG_ENDIAN) });
    // The high nibbles are positions 4 to 7 of each byte of a word, and the low nibbles are positions 0 to 3.
    let (high, low) = bytes.transpose_4x4().nibbles();
    let (even, odd) = low.shuffle(EVENS_FIRST).interleave2(high.shuffle(EVENS_FIRST));
    [even, odd]
}

/// The inverse of [`load`]: returns little-endian words.
#[inline(always)]
pub(super) fn store<V: Lane + Bytes>([even, odd]: [V; 2]) -> [u8; 16] {
    // The pairs of bytes with even numbers belong to positions 0 to 3.
    let (low, high) = even.shuffle(EVEN_PAIRS_FIRST).interleave8(odd.shuffle(EVEN_PAIRS_FIRST));
    let in_order = const { inverse(EVENS_FIRST) };
    let bytes = low.shuffle(in_order).or(high.shuffle(in_order).shl(4)).transpose_4x4();
    let mut groups = [[0; 16]];
    // For four bytes of each of four words, sorting by significance is its own inverse.
    Bytes::store(bytes.shuffle(const { by_significance(false) }), &mut groups);
    groups[0]
}

/// The 8 bytes with even numbers, then the 8 with odd numbers.
const EVENS_FIRST: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15];

/// The pairs of bytes with even numbers, then those with odd numbers.
const EVEN_PAIRS_FIRST: [u8; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];
