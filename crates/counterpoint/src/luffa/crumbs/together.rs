//! Half a block in one vector of 32 bytes: even positions, followed by odd positions.
//!
//! Both halves are computed at once. Sorted by significance, the bytes of eight words are four matrices of 8 by 8
//! bits. After transposing, each byte contains the bits of all words at one position, which is an element of the
//! field; its two nibbles are the crumbs.
//!
//! ```text
//!   words             a0 | a1 | ... | a7                                 four bytes each
//!   bytes of a kind   a0.0 a1.0 .. a7.0 | a0.1 .. | a0.2 .. | a0.3 ..    number n of each word
//!   transposed        position 0 1 .. 7 | 8 9 .. 15 | 16 .. | 24 ..      bit k is of ak
//!   even, then odd    position 0 2 .. 30 | 1 3 .. 31
//! ```

use super::half::{Blocks, Half, inverse, kinds, position};
use crate::luffa::places::by_bytes;
use crate::vector::{BitMatrices, Bytes, Lane, parted, permuted};

/// Half a block with even and odd positions in one vector of two groups.
#[derive(Clone, Copy)]
pub(in crate::luffa) struct Together<V>(V);

impl<V: Bytes> Half for Together<V> {
    type Tier = V::Tier;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0.xor(b.0))
    }
    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        Self(self.0.eor3(b.0, c.0))
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self(self.0.look_up(table))
    }
    #[inline(always)]
    fn rol_even<const BY: u32>(self) -> Self {
        Self(self.0.shuffle(const { by_bytes(BY / 2) }))
    }
    #[inline(always)]
    fn rol1(self) -> Self {
        Self(self.0.swap_groups().shuffle_by(V::alternate(self.0.tier(), const { [by_bytes(1), by_bytes(0)] })))
    }
}

/// Returns the elements of a block, even positions first. Bit k of an element belongs to ak.
#[inline(always)]
pub(super) fn elements<V: BitMatrices, const BIG_ENDIAN: bool>(tier: V::Tier, block: [[u8; 16]; 2]) -> V {
    let bytes = permuted(V::alternate(tier, block), const { parted(kinds(BIG_ENDIAN)) });
    permuted(bytes.transposed(), const { parted(positions()) })
}

/// The inverse of [`elements`]: returns little-endian words.
#[inline(always)]
pub(super) fn block_of<V: BitMatrices>(elements: V) -> [[u8; 16]; 2] {
    let bytes = permuted(elements, const { parted(inverse(positions())) }).transposed();
    let words = permuted(bytes, const { parted(inverse(kinds(false))) });
    let mut block = [[0; 16]; 2];
    Bytes::store(words, &mut block);
    block
}

/// Returns the two halves of elements.
#[inline(always)]
pub(super) fn halves_together<V: Bytes>(elements: V) -> [Together<V>; 2] {
    let (lower, upper) = elements.nibbles();
    [Together(upper), Together(lower)]
}

/// The inverse of [`halves_together`]: joins two halves to elements.
#[inline(always)]
pub(super) fn joined_together<V: Lane>([upper, lower]: [Together<V>; 2]) -> V {
    upper.0.or(lower.0.shl(4))
}

impl<V: BitMatrices> Blocks for Together<V> {
    #[inline(always)]
    fn load(tier: V::Tier, bytes: &[[u8; 16]; 2]) -> Self {
        Self(V::alternate(tier, *bytes))
    }
    #[inline(always)]
    fn enter<const BIG_ENDIAN: bool>(tier: V::Tier, block: [[u8; 16]; 2]) -> [Self; 2] {
        halves_together(elements::<V, BIG_ENDIAN>(tier, block))
    }
    #[inline(always)]
    fn leave(halves: [Self; 2]) -> [[u8; 16]; 2] {
        block_of(joined_together(halves))
    }
}

/// Returns the bit position of each byte.
const fn positions() -> [u8; 32] {
    let mut from = [0; 32];
    let mut n = 0;
    while n < 32 {
        from[n] = position(n) as u8;
        n += 1;
    }
    from
}
