//! Ordinary integers as vectors of one state: the tier that every machine has.

use super::{Bits, Lane};
use crate::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::cpu::Tier;

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

/// A general register of 64 bits on a machine that has tier `T`, whose instructions may be more than every machine has: on x86-64 those
/// of BMI, which rotate to another register and do `!a & b` at once.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Scalar<T>(u64, T);

#[cfg(target_arch = "x86_64")]
impl<T: Tier> Bits<T> for Scalar<T> {
    #[inline(always)]
    fn zero(tier: T) -> Self {
        Self(0, tier)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0, self.1)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0, self.1)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0 | b.0, self.1)
    }
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0, self.1)
    }
}

#[cfg(target_arch = "x86_64")]
impl<T: Tier> Lane<T> for Scalar<T> {
    const STATES: usize = 1;
    const WIDTH: u32 = 64;

    #[inline(always)]
    fn splat(tier: T, value: u64) -> Self {
        Self(value, tier)
    }
    #[inline(always)]
    fn load(tier: T, values: &[u64]) -> Self {
        Self(values[0], tier)
    }
    #[inline(always)]
    fn store(self, values: &mut [u64]) {
        values[0] = self.0;
    }
    #[inline(always)]
    fn rol(self, n: u32) -> Self {
        Self(self.0.rotate_left(n), self.1)
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self(self.0 << n, self.1)
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(self.0 >> n, self.1)
    }
}
