//! Two words perfectly shuffled into each other in a register of 64 bits. [Luffa-shuffle] 5.1.
//!
//! ```text
//!   register   b31 a31 ... ... b1 a1 b0 a0
//! ```
//!
//! Equal bits of the two words are neighbours, so one rotation by 2n bits rotates both words by n. The price is a
//! shuffle of all loaded words, including every message block: [`crate::vector::spaced`]. The chains, and everything
//! shared with [`super::parallel64`], are in [`super::pairs`].

use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle64", "[Luffa-shuffle] 5.1");

/// Rotates both words left by `n` bits, 0 <= n < 32.
#[inline(always)]
pub(super) fn rol(two: u64, n: u32) -> u64 {
    two.rotate_left(2 * n)
}
