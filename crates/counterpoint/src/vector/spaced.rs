//! The bits of a word of 32 at every second place of one of 64: half a perfect shuffle, and the way back.
//!
//! ```text
//!   word     ... d c b a
//!   spaced   ... d . c . b . a         zeros at the points
//! ```

/// Every bit with a 0 behind it.
#[inline(always)]
pub(crate) fn spaced(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// The way back: every second bit, from the lowest, brought together.
#[inline(always)]
pub(crate) fn even_bits(x: u64) -> u32 {
    let x = x & 0x5555_5555_5555_5555;
    let x = (x | x >> 1) & 0x3333_3333_3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}
