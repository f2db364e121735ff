//! Two words side by side in a register of 64 bits. [Luffa-shuffle] 5.1.
//!
//! ```text
//!   register   b31 ... b1 b0 | a31 ... a1 a0
//! ```
//!
//! Each word keeps its bits in order, so loading and storing are free. The price is paid by the rotations: no bit may
//! cross into the other word, so each takes two shifts and two masks. The chains, and everything shared with
//! [`super::shuffle64`], are in [`super::pairs`].

use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("parallel64", "[Luffa-shuffle] 5.1");

/// Rotates both words left by `n` bits, 0 <= n < 32.
#[inline(always)]
pub(super) fn rol(two: u64, n: u32) -> u64 {
    let lowest = ((1 << n) - 1) * (1 << 32 | 1);
    if n == 0 { two } else { two << n & !lowest | two >> (32 - n) & lowest }
}
