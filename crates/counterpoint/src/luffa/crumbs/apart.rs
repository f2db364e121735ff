//! Half a block in two vectors of 16 bytes: even positions, odd positions.
//!
//! Four words become crumbs by themselves: four times four bytes are matrices of 4 by 4 bits in their low nibbles, and others in their high ones.
//!
//! ```text
//!   bytes of a kind   a0.0 a1.0 a2.0 a3.0 | a0.1 ..
//!   transposed        low nibbles: position 0 1 2 3 | 8 .., high nibbles: position 4 5 6 7 | 12 ..
//! ```

use super::half::{Blocks, Half, inverse, kinds};
use crate::luffa::places::by_bytes;
use crate::vector::{Bytes, Lane, nibbles_transposed};

/// Even and odd positions apart, in a vector each.
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

/// The halves of elements, by even and by odd positions.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn halves_apart<V: Bytes>([even, odd]: [V; 2]) -> [Apart<V>; 2] {
    let ((lower_even, upper_even), (lower_odd, upper_odd)) = (even.nibbles(), odd.nibbles());
    [Apart { even: upper_even, odd: upper_odd }, Apart { even: lower_even, odd: lower_odd }]
}

/// The elements of halves.
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

/// Four words become crumbs: of each kind of byte the low nibbles, and the high ones, are a matrix of 4 by 4 bits.
#[inline(always)]
fn crumbs<V: Lane + Bytes, const BIG_ENDIAN: bool>(tier: V::Tier, words: [u8; 16]) -> Apart<V> {
    let bytes = V::broadcast(tier, words).shuffle(const { kinds(BIG_ENDIAN) });
    // Positions 4 to 7 of each kind, and 0 to 3.
    let (high, low) = nibbles_transposed(bytes).nibbles();
    let (even, odd) = low.shuffle(EVENS_FIRST).interleave2(high.shuffle(EVENS_FIRST));
    Apart { even, odd }
}

/// The way back, to little-endian words.
#[inline(always)]
fn words<V: Lane + Bytes>(crumbs: Apart<V>) -> [u8; 16] {
    // Pairs of bytes; those with even numbers are of positions 0 to 3.
    let pairs = |of: V| of.shuffle(PARTED_PAIRS);
    let (low, high) = pairs(crumbs.even).interleave8(pairs(crumbs.odd));
    let in_order = |of: V| of.shuffle(const { inverse(EVENS_FIRST) });
    let bytes = nibbles_transposed(in_order(low).or(in_order(high).shl(4)));
    let mut groups = [[0; 16]];
    Bytes::store(bytes.shuffle(const { kinds(false) }), &mut groups);
    groups[0]
}

/// The 8 even bytes, then the 8 odd ones.
const EVENS_FIRST: [u8; 16] = [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15];

/// Pairs of bytes, those with even numbers first.
const PARTED_PAIRS: [u8; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];
