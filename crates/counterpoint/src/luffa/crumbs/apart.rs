//! Half a block in two vectors of 16 bytes, one for even positions and one for odd positions.
//!
//! The upper and the lower four words become crumbs separately. Sorted by significance, the 16 bytes of four words
//! are four matrices of 4 by 4 bits in their low nibbles, and four others in their high nibbles; transposing these
//! matrices results in crumbs.
//!
//! ```text
//!   bytes of a kind   a0.0 a1.0 a2.0 a3.0 | a0.1 ..
//!   transposed        low nibbles: position 0 1 2 3 | 8 .., high nibbles: position 4 5 6 7 | 12 ..
//! ```

use super::half::{Blocks, Half, inverse, kinds};
use crate::luffa::places::by_bytes;
use crate::vector::{Bytes, Lane, nibbles_transposed};

/// Half a block with even and odd positions in two separate vectors.
#[derive(Clone, Copy)]
pub(in crate::luffa) struct Apart<V> {
    pub(super) even: V,
    pub(super) odd: V,
}

impl<V: Bytes> Half for Apart<V> {
    type Tier = V::Tier;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self { even: self.even.xor(b.even), odd: self.odd.xor(b.odd) }
    }
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        Self { even: self.even.eor3(b.even, c.even), odd: self.odd.eor3(b.odd, c.odd) }
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self { even: self.even.look_up(table), odd: self.odd.look_up(table) }
    }
    #[inline(always)]
    fn rol_even<const BY: u32>(self) -> Self {
        let by = const { by_bytes(BY / 2) };
        Self { even: self.even.shuffle(by), odd: self.odd.shuffle(by) }
    }
    #[inline(always)]
    fn rol1(self) -> Self {
        Self { even: self.odd.shuffle(const { by_bytes(1) }), odd: self.even }
    }
}

/// Returns the halves of elements, which are in one vector for even and one for odd positions.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn halves_apart<V: Bytes>([even, odd]: [V; 2]) -> [Apart<V>; 2] {
    let ((lower_even, upper_even), (lower_odd, upper_odd)) = (even.nibbles(), odd.nibbles());
    [Apart { even: upper_even, odd: upper_odd }, Apart { even: lower_even, odd: lower_odd }]
}

/// The inverse of [`halves_apart`]: joins two halves to elements.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn joined_apart<V: Lane>([upper, lower]: [Apart<V>; 2]) -> [V; 2] {
    [upper.even.or(lower.even.shl(4)), upper.odd.or(lower.odd.shl(4))]
}

impl<V: Lane + Bytes> Blocks for Apart<V> {
    #[inline(always)]
    fn load(tier: V::Tier, [even, odd]: &[[u8; 16]; 2]) -> Self {
        Self { even: V::broadcast(tier, *even), odd: V::broadcast(tier, *odd) }
    }
    #[inline(always)]
    fn enter<const BIG_ENDIAN: bool>(tier: V::Tier, [upper, lower]: [[u8; 16]; 2]) -> [Self; 2] {
        [crumbs::<V, BIG_ENDIAN>(tier, upper), crumbs::<V, BIG_ENDIAN>(tier, lower)]
    }
    #[inline(always)]
    fn leave([upper, lower]: [Self; 2]) -> [[u8; 16]; 2] {
        [words(upper), words(lower)]
    }
}

/// Returns the crumbs of four words, by transposing the matrices of 4 by 4 bits.
#[inline(always)]
fn crumbs<V: Lane + Bytes, const BIG_ENDIAN: bool>(tier: V::Tier, words: [u8; 16]) -> Apart<V> {
    let bytes = V::broadcast(tier, words).shuffle(const { kinds(BIG_ENDIAN) });
    // The high nibbles are positions 4 to 7 of each byte of a word, and the low nibbles are positions 0 to 3.
    let (high, low) = nibbles_transposed(bytes).nibbles();
    let (even, odd) = low.shuffle(EVENS_FIRST).interleave2(high.shuffle(EVENS_FIRST));
    Apart { even, odd }
}

/// The inverse of [`crumbs`]: returns little-endian words.
#[inline(always)]
fn words<V: Lane + Bytes>(crumbs: Apart<V>) -> [u8; 16] {
    // The pairs of bytes with even numbers belong to positions 0 to 3.
    let pairs = |of: V| of.shuffle(PARTED_PAIRS);
    let (low, high) = pairs(crumbs.even).interleave8(pairs(crumbs.odd));
    let in_order = |of: V| of.shuffle(const { inverse(EVENS_FIRST) });
    let bytes = nibbles_transposed(in_order(low).or(in_order(high).shl(4)));
    let mut groups = [[0; 16]];
    Bytes::store(bytes.shuffle(const { kinds(false) }), &mut groups);
    groups[0]
}

/// The 8 bytes with even numbers, then the 8 with odd numbers.
const EVENS_FIRST: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15];

/// Pairs of bytes, those with even numbers first.
const PARTED_PAIRS: [u8; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];
