//! A 64-bit lane as two 32-bit words, its even bits and its odd bits, for CPUs with 32-bit registers.
//!
//! A rotation of the lane by an even number rotates both words by half of it. A rotation by an odd number also swaps
//! the words:
//!
//! ```text
//!   lane   b63 ... b3 b2 b1 b0      rol(lane, 2n)      even' = rol(even, n)      odd' = rol(odd, n)
//!   even   b62 ... b2 b0            rol(lane, 2n + 1)  even' = rol(odd, n + 1)   odd' = rol(even, n)
//!   odd    b63 ... b3 b1
//! ```
//!
//! [Keccak-impl] 2.1.

use crate::cpu::Portable;
use crate::list::Technique;
use crate::vector::spaced::{even_bits, spaced};
use crate::vector::{Bits, Lane};

/// The even bits and the odd bits.
#[derive(Clone, Copy)]
pub(super) struct Interleaved(u32, u32);

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("interleaved", "[Keccak-impl] 2.1");

impl Bits for Interleaved {
    type Tier = Portable;

    #[inline(always)]
    fn tier(self) -> Portable {
        Portable::PROOF
    }
    #[inline(always)]
    fn zero(_: Portable) -> Self {
        Self(0, 0)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0, self.1 ^ b.1)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0, self.1 & b.1)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0 | b.0, self.1 | b.1)
    }
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0, !self.1)
    }
}

impl Lane for Interleaved {
    type Word = u64;
    const STATES: usize = 1;
    const WIDTH: u32 = 64;

    #[inline(always)]
    fn splat(_: Portable, value: u64) -> Self {
        Self(even_bits(value), even_bits(value >> 1))
    }
    #[inline(always)]
    fn load(tier: Portable, values: &[u64]) -> Self {
        Self::splat(tier, values[0])
    }
    #[inline(always)]
    fn store(self, values: &mut [u64]) {
        values[0] = spaced(self.0) | spaced(self.1) << 1;
    }
    #[inline(always)]
    fn rol(self, n: u32) -> Self {
        if n.is_multiple_of(2) {
            Self(self.0.rotate_left(n / 2), self.1.rotate_left(n / 2))
        } else {
            Self(self.1.rotate_left(n / 2 + 1), self.0.rotate_left(n / 2))
        }
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self::shifted(self, |lane| lane << n)
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self::shifted(self, |lane| lane >> n)
    }
}

impl Interleaved {
    /// Shifts the whole lane. This is slow, but Keccak only rotates.
    #[inline(always)]
    fn shifted(self, shift: impl Fn(u64) -> u64) -> Self {
        let mut lane = [0];
        self.store(&mut lane);
        Self::splat(Portable::PROOF, shift(lane[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_comes_back() {
        for lane in [0, 1, 2, u64::MAX, 0x0123_4567_89ab_cdef, 0x8000_0000_0000_0001] {
            for n in 0..64 {
                let mut rotated = [0];
                Interleaved::splat(Portable::PROOF, lane).rol(n).store(&mut rotated);
                assert_eq!(rotated[0], lane.rotate_left(n), "{lane:x} by {n}");
            }
        }
    }
}
