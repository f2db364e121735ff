//! Delta swaps: the bits of a mask change places with those at a fixed distance.
//!
//! Where `x` and `x` shifted right by n differ under the mask, both bits of a pair have to be inverted. So one
//! exclusive or finds the differences and two apply them, instead of two masks, two shifts and an or. Transpositions
//! of bits, and permutations that move bits by few distances, are sequences of delta swaps.

use super::Lane;

/// Swaps the bits of `x` at `low` with the bits `n` places above them.
#[inline(always)]
pub(crate) fn delta_swap<L: Lane>(x: L, low: L, n: u32) -> L {
    let differ = x.shr(n).xor(x).and(low);
    x.eor3(differ, differ.shl(n))
}

/// Swaps the bits of `b` at `low` with the bits of `a` that are `n` places above them.
#[inline(always)]
pub(crate) fn delta_swap_between<L: Lane>(a: L, b: L, low: L, n: u32) -> (L, L) {
    let differ = a.shr(n).xor(b).and(low);
    (a.xor(differ.shl(n)), b.xor(differ))
}

/// Swaps the bits of `a` and `b` at `mask`: a delta swap between two values at distance 0.
#[inline(always)]
pub(crate) fn swap_masked<L: Lane>(a: L, b: L, mask: L) -> (L, L) {
    let differ = a.xor(b).and(mask);
    (a.xor(differ), b.xor(differ))
}

/// Transposes the low nibbles of each 4 bytes as a matrix of 4 by 4 bits, and likewise the high nibbles: bit j of
/// byte i becomes bit i of byte j.
///
/// The first delta swap transposes the matrices of 2 by 2 bits, the second one swaps such matrices. Two bits that
/// change places are one byte apart in one direction and one bit in the other, hence 7 bits, or twice that.
#[inline(always)]
pub(crate) fn transpose_4x4<L: Lane>(x: L) -> L {
    const { assert!(L::WIDTH == 64, "matrices are in 64 bits") };
    let pairs = delta_swap(x, L::splat(x.tier(), 0x00aa_00aa_00aa_00aa), 7);
    delta_swap(pairs, L::splat(x.tier(), 0x0000_cccc_0000_cccc), 14)
}

/// Transposes each 64 bits as a matrix of 8 by 8 bits, by one more delta swap, of matrices of 4 by 4 bits.
#[inline(always)]
pub(crate) fn transpose_8x8<L: Lane>(x: L) -> L {
    delta_swap(transpose_4x4(x), L::splat(x.tier(), 0x0000_0000_f0f0_f0f0), 28)
}
