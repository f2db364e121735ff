//! The bits of a 32-bit word spread over the even bits of a 64-bit word: half of a perfect shuffle, and its inverse.
//!
//! ```text
//!   word     ... d c b a
//!   spaced   ... d . c . b . a         the dots are zeros
//! ```

/// Spreads the bits: bit i goes to bit 2 i, and the odd bits are 0.
#[inline(always)]
pub(crate) fn spaced(x: u32) -> u64 {
    let x = spread_by::<16>(x.into());
    let x = spread_by::<8>(x);
    let x = spread_by::<4>(x);
    let x = spread_by::<2>(x);
    spread_by::<1>(x)
}

/// The inverse of [`spaced`]: gathers the even bits, moving bit 2 i to bit i.
#[inline(always)]
pub(crate) fn even_bits(x: u64) -> u32 {
    let x = x & const { blocks(1) };
    let x = gather_by::<1>(x);
    let x = gather_by::<2>(x);
    let x = gather_by::<4>(x);
    let x = gather_by::<8>(x);
    // Without a mask, which the conversion makes unnecessary. The compiler would notice that too late.
    (x | x >> 16) as u32
}

/// Moves the upper half of each block of 2 `DISTANCE` bits up by `DISTANCE` bits, and leaves zeros in the gap.
#[inline(always)]
pub(crate) fn spread_by<const DISTANCE: u32>(x: u64) -> u64 {
    (x | x << DISTANCE) & const { blocks(DISTANCE) }
}

/// The inverse of [`spread_by`].
#[inline(always)]
pub(crate) fn gather_by<const DISTANCE: u32>(x: u64) -> u64 {
    (x | x >> DISTANCE) & const { blocks(2 * DISTANCE) }
}

/// Returns blocks of `distance` ones, each with `distance` zeros above it; for 32, the 32 lowest bits.
const fn blocks(distance: u32) -> u64 {
    u64::MAX / ((1 << distance) + 1)
}
