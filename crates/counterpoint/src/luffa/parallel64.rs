//! Two words side by side in a register of 64 bits. [Luffa-shuffle] 5.1.
//!
//! Each word keeps its bits in order, so words enter and leave the arrangement at no cost. The cost is in the
//! rotations: a bit must not cross into the other word, so each rotation takes two shifts and two masks. The chains,
//! and all that does not depend on the arrangement, are in [`super::pairs`].

use super::pairs::Arrangement;
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("parallel64", "[Luffa-shuffle] 5.1");

/// The arrangement with the first word in the lower half and the second word in the upper half.
pub(super) struct SideBySide;

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
    /// Shifts and masks keep bits from crossing into the other word.
    #[inline(always)]
    fn rol(two: u64, n: u32) -> u64 {
        let lowest = ((1 << n) - 1) * (1 << 32 | 1);
        if n == 0 { two } else { two << n & !lowest | two >> (32 - n) & lowest }
    }
}
