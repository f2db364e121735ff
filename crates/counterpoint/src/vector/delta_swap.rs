//! Delta swaps between two values. [`Lane::delta_swap`] swaps within one value.
//!
//! Where `x` and `x` shifted right by n differ under the mask, both bits of the pair must be inverted. So one exclusive
//! or finds the differences and two apply them, instead of two masks, two shifts and an or. Bit transpositions, and
//! permutations that move bits by only a few distances, are sequences of delta swaps.

use super::Lane;

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
