//! Two words perfectly shuffled into each other in a register of 64 bits. [Luffa-shuffle] 5.1.
//!
//! The chains, and all that does not depend on where the words lie, are in [`super::pairs`]. Here is what is this technique's own:
//! one instruction rotates both words.

use super::pairs::Arrangement;
use crate::list::Technique;
use crate::vector::spaced::{even_bits, spaced};

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle64", "[Luffa-shuffle] 5.1");

/// Bit t of the first word at bit 2t, of the second at 2t + 1.
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
