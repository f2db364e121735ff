//! Plain integers as vectors of one state, for the tier that every machine has.

use super::{Bits, Lane};
use crate::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::cpu::Tier;

macro_rules! integer {
    ($($integer:ty)+) => {$(
        impl Bits for $integer {
            type Tier = Portable;

            #[inline(always)]
            fn tier(self) -> Portable {
                Portable::PROOF
            }
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

        impl Lane for $integer {
            type Word = Self;
            const STATES: usize = 1;
            const WIDTH: u32 = <$integer>::BITS;

            #[inline(always)]
            fn splat(_: Portable, value: u64) -> Self {
                value as $integer
            }
            #[inline(always)]
            fn load(_: Portable, values: &[Self]) -> Self {
                values[0]
            }
            #[inline(always)]
            fn store(self, values: &mut [Self]) {
                values[0] = self;
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

integer!(u8 u16 u32 u64);

/// A general-purpose register with one lane of type `W`, on a machine with tier `T`.
///
/// The operations are those of integers, but the tier's shell lets the compiler use the tier's instructions for them.
/// On x86-64, these include BMI, which rotates into another register and computes `!a & b` in one instruction.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Scalar<W, T>(W, T);

#[cfg(target_arch = "x86_64")]
impl<W: Lane<Tier = Portable>, T: Tier> Bits for Scalar<W, T> {
    type Tier = T;

    #[inline(always)]
    fn tier(self) -> T {
        self.1
    }
    #[inline(always)]
    fn zero(tier: T) -> Self {
        Self(W::zero(Portable::PROOF), tier)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0.xor(b.0), self.1)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0.and(b.0), self.1)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0.or(b.0), self.1)
    }
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.not(), self.1)
    }
}

#[cfg(target_arch = "x86_64")]
impl<W: Lane<Tier = Portable>, T: Tier> Lane for Scalar<W, T> {
    type Word = W::Word;
    const STATES: usize = 1;
    const WIDTH: u32 = W::WIDTH;

    #[inline(always)]
    fn splat(tier: T, value: u64) -> Self {
        Self(W::splat(Portable::PROOF, value), tier)
    }
    #[inline(always)]
    fn load(tier: T, values: &[W::Word]) -> Self {
        Self(W::load(Portable::PROOF, values), tier)
    }
    #[inline(always)]
    fn store(self, values: &mut [W::Word]) {
        self.0.store(values);
    }
    #[inline(always)]
    fn rol(self, n: u32) -> Self {
        Self(self.0.rol(n), self.1)
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self(self.0.shl(n), self.1)
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(self.0.shr(n), self.1)
    }
}
