//! The bits of a 32-bit word spread over the even bits of a 64-bit word: half of a perfect shuffle, and its inverse.
//!
//! ```text
//!   word     ... d c b a
//!   spaced   ... d . c . b . a         the points are zeros
//! ```

/// Spreads the bits: bit i goes to bit 2 i, and the odd bits are 0.
#[inline(always)]
pub(crate) fn spaced(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// The inverse of [`spaced`]: gathers the even bits, so that bit 2 i goes to bit i.
#[inline(always)]
pub(crate) fn even_bits(x: u64) -> u32 {
    let x = x & 0x5555_5555_5555_5555;
    let x = (x | x >> 1) & 0x3333_3333_3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}
