//! Where two words lie in 64 bits.

use crate::luffa::places::placed;
use crate::vector::spaced::{even_bits, spaced};

/// An arrangement of two words in 64 bits.
pub(in crate::luffa) trait Arrangement: 'static {
    /// How far apart the bits of a word are.
    const BITS: u32;
    /// How far apart the two words are.
    const WORDS: u32;
    /// The places of the first word.
    const FIRST: u64 = placed([!0], Self::BITS, Self::WORDS) as u64;

    /// A word in the first one's place, zeros elsewhere.
    fn spread(word: u32) -> u64;
    /// The way back, from zeros elsewhere.
    fn gather(first: u64) -> u32;
    /// Both words rotated left by `n` bits, 0 <= n < 32.
    fn rol(two: u64, n: u32) -> u64;
}

/// The first word in the lower half, the second in the upper one.
pub(in crate::luffa) struct SideBySide;

impl Arrangement for SideBySide {
    const BITS: u32 = 1;
    const WORDS: u32 = 32;

    #[inline(always)]
    fn spread(word: u32) -> u64 {
        word.into()
    }
    #[inline(always)]
    fn gather(first: u64) -> u32 {
        first as u32
    }
    /// By shifts and masks, since bits must not cross into the other word.
    #[inline(always)]
    fn rol(two: u64, n: u32) -> u64 {
        let lowest = ((1 << n) - 1) * (1 << 32 | 1);
        if n == 0 { two } else { two << n & !lowest | two >> (32 - n) & lowest }
    }
}

/// Bit t of the first word at bit 2t, of the second at 2t + 1.
pub(in crate::luffa) struct Shuffled;

impl Arrangement for Shuffled {
    const BITS: u32 = 2;
    const WORDS: u32 = 1;

    #[inline(always)]
    fn spread(word: u32) -> u64 {
        spaced(word)
    }
    #[inline(always)]
    fn gather(first: u64) -> u32 {
        even_bits(first)
    }
    #[inline(always)]
    fn rol(two: u64, n: u32) -> u64 {
        two.rotate_left(2 * n)
    }
}
