//! How a block becomes crumbs in vectors of 32 bytes, half a block in each.
//!
//! Both halves are computed at once. Sorted by significance, the bytes of eight words are four matrices of 8 by 8
//! bits. Transposed, each byte contains the bits of all words at one position: an element of the field, whose two
//! nibbles are the crumbs. The transposition is one GFNI instruction, or three delta swaps.
//!
//! ```text
//!   words              a0 | a1 | ... | a7                                 four bytes each
//!   by significance    a0.0 a1.0 .. a7.0 | a0.1 .. | a0.2 .. | a0.3 ..    byte n of each word
//!   transposed         position 0 1 .. 7 | 8 9 .. 15 | 16 .. | 24 ..      bit k is from ak
//!   even, then odd     position 0 2 .. 30 | 1 3 .. 31
//! ```

use super::half::{by_significance, position};
use crate::luffa::byte_shuffles::{Permutation, inverse};
use crate::vector::{Bytes, Lane};

/// Returns the elements of a block, even positions first. Bit k of an element belongs to ak.
#[inline(always)]
pub(super) fn load<V: Lane + Bytes, const BIG_ENDIAN: bool>(tier: V::Tier, words: [[u8; 16]; 2]) -> V {
    let bytes = const { Permutation::new(by_significance(BIG_ENDIAN)) }.apply(V::alternate(tier, words));
    const { Permutation::new(POSITIONS) }.apply(bytes.transpose_8x8())
}

/// The inverse of [`load`]: returns little-endian words.
#[inline(always)]
pub(super) fn store<V: Lane + Bytes>(elements: V) -> [[u8; 16]; 2] {
    let bytes = const { Permutation::new(inverse(POSITIONS)) }.apply(elements).transpose_8x8();
    let words = const { Permutation::new(inverse(by_significance(false))) }.apply(bytes);
    let mut halves = [[0; 16]; 2];
    Bytes::store(words, &mut halves);
    halves
}

/// The bit position of each byte of a half.
const POSITIONS: [u8; 32] = {
    let mut positions = [0; 32];
    let mut n = 0;
    while n < 32 {
        positions[n] = position(n) as u8;
        n += 1;
    }
    positions
};
