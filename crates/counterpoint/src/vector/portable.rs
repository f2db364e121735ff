//! Ordinary integers as vectors of one state: the tier that every machine has.

use super::{Bits, Lane};
use crate::cpu::Portable;

macro_rules! integer {
    ($($integer:ty)+) => {$(
        impl Bits<Portable> for $integer {
            #[inline(always)]
            fn zero(_: Portable) -> Self {
                0
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                self ^ b
            }
            #[inline(always)]
            fn and(self, b: Self) -> Self {
                self & b
            }
            #[inline(always)]
            fn or(self, b: Self) -> Self {
                self | b
            }
            #[inline(always)]
            fn not(self) -> Self {
                !self
            }
        }

        impl Lane<Portable> for $integer {
            const STATES: usize = 1;
            const WIDTH: u32 = <$integer>::BITS;

            #[inline(always)]
            fn splat(_: Portable, value: u64) -> Self {
                value as $integer
            }
            #[inline(always)]
            fn load(_: Portable, values: &[u64]) -> Self {
                values[0] as $integer
            }
            #[inline(always)]
            fn store(self, values: &mut [u64]) {
                values[0] = self as u64;
            }
            #[inline(always)]
            fn rol(self, n: u32) -> Self {
                self.rotate_left(n)
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                self << n
            }
            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                self >> n
            }
        }
    )+};
}

integer!(u8 u16 u32 u64 u128);
