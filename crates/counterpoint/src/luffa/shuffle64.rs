//! Two words perfectly shuffled into each other in a register of 64 bits. [Luffa-shuffle] 5.1.
//!
//! Equal bits of the two words are neighbours, so one rotation by 2n bits rotates both words by n. The cost is that
//! words have to be shuffled when they enter, which includes every message block. The chains, and all that does not
//! depend on the arrangement, are in [`super::pairs`].

use super::pairs::Arrangement;
use crate::list::Technique;
use crate::vector::spaced::{even_bits, spaced};

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle64", "[Luffa-shuffle] 5.1");

/// The arrangement with bit t of the first word at bit 2t, and bit t of the second word at bit 2t + 1.
pub(super) struct Shuffled;

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
