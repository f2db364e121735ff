//! 128-bit vectors with the instructions of every AArch64 CPU that has vectors. The S-box uses look-ups with the byte
//! shuffle.

use super::HasNeon;
use crate::cpu::Neon;
use crate::gf256::vperm::sub_bytes_by_vperm;
use crate::vector::{Bits, Bytes, Lane, SubBytes, one_group};
use core::arch::aarch64::*;
use core::convert::identity;

/// 128 bits in lanes of `WIDTH` bits, on a machine with tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Q<T, const WIDTH: u32>(pub(super) uint8x16_t, pub(super) T);

/// Methods that are one instruction on the contained vectors.
macro_rules! instructions {
    ($($method:ident($a:ident $(, $b:ident)*) = $instruction:expr;)+) => {$(
        #[inline(always)]
        fn $method(self $(, $b: Self)*) -> Self {
            let ($a, $($b),*) = (self.0, $($b.0),*);
            // SAFETY: the token in `self`.
            Self(unsafe { $instruction }, self.1)
        }
    )+};
}

/// A method of `Bytes` that interleaves items, given the instructions for the lower and upper halves.
macro_rules! interleave {
    ($method:ident = $from:ident, $low:ident, $high:ident, $to:ident) => {
        #[inline(always)]
        fn $method(self, b: Self) -> (Self, Self) {
            // SAFETY: the token in `self`.
            let (low, high) = unsafe {
                let (a, b) = ($from(self.0), $from(b.0));
                ($to($low(a, b)), $to($high(a, b)))
            };
            (Self(low, self.1), Self(high, self.1))
        }
    };
}

impl<T: HasNeon, const WIDTH: u32> Bits for Q<T, WIDTH> {
    type Tier = T;

    #[inline(always)]
    fn tier(self) -> T {
        self.1
    }
    #[inline(always)]
    fn zero(tier: T) -> Self {
        // SAFETY: the token in `tier`.
        Self(unsafe { vdupq_n_u8(0) }, tier)
    }
    instructions! {
        xor(a, b) = veorq_u8(a, b);
        and(a, b) = vandq_u8(a, b);
        or(a, b) = vorrq_u8(a, b);
        not(a) = vmvnq_u8(a);
        andnot(a, b) = vbicq_u8(b, a);
        select(mask, ones, zeros) = vbslq_u8(mask, ones, zeros);
    }
}

/// `Lane` for one width: `$word` is an integer as wide as a lane; `$to` and `$from` reinterpret 16 bytes as lanes and
/// back.
macro_rules! lanes {
    ($($word:ident, $signed:ident, $states:literal: $dup:ident, $dups:ident, $load:ident, $store:ident, $shift:ident, $to:expr, $from:expr;)+) => {$(
        impl<T: HasNeon> Lane for Q<T, { $word::BITS }> {
            type Word = $word;
            const STATES: usize = $states;
            const WIDTH: u32 = $word::BITS;

            #[inline(always)]
            fn splat(tier: T, value: u64) -> Self {
                // SAFETY: the token in `tier`.
                Self(unsafe { $from($dup(value as $word)) }, tier)
            }
            #[inline(always)]
            fn load(tier: T, values: &[$word]) -> Self {
                // SAFETY: the token in `tier`; the slice is as long as a vector.
                Self(unsafe { $from($load(values[..$states].as_ptr())) }, tier)
            }
            #[inline(always)]
            fn store(self, values: &mut [$word]) {
                // SAFETY: the token in `self`; the slice is as long as a vector.
                unsafe { $store(values[..$states].as_mut_ptr(), $to(self.0)) }
            }
            #[inline(always)]
            fn rol(self, n: u32) -> Self {
                self.shl(n).or(self.shr(Self::WIDTH - n))
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                // SAFETY: the token in `self`.
                Self(unsafe { $from($shift($to(self.0), $dups(n as $signed))) }, self.1)
            }
            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                // SAFETY: the token in `self`. A left shift by a negative number is a right shift.
                Self(unsafe { $from($shift($to(self.0), $dups(-(n as $signed)))) }, self.1)
            }
        }
    )+};
}

lanes! {
    u64, i64, 2: vdupq_n_u64, vdupq_n_s64, vld1q_u64, vst1q_u64, vshlq_u64, vreinterpretq_u64_u8, vreinterpretq_u8_u64;
    u32, i32, 4: vdupq_n_u32, vdupq_n_s32, vld1q_u32, vst1q_u32, vshlq_u32, vreinterpretq_u32_u8, vreinterpretq_u8_u32;
    u16, i16, 8: vdupq_n_u16, vdupq_n_s16, vld1q_u16, vst1q_u16, vshlq_u16, vreinterpretq_u16_u8, vreinterpretq_u8_u16;
    u8, i8, 16: vdupq_n_u8, vdupq_n_s8, vld1q_u8, vst1q_u8, vshlq_u8, identity, identity;
}

impl<T: HasNeon, const WIDTH: u32> Bytes for Q<T, WIDTH> {
    const GROUPS: usize = 1;

    #[inline(always)]
    fn broadcast(tier: T, group: [u8; 16]) -> Self {
        Self::load(tier, &[group])
    }
    #[inline(always)]
    fn load(tier: T, groups: &[[u8; 16]]) -> Self {
        // SAFETY: the token in `tier`; the array is as long as a vector.
        Self(unsafe { vld1q_u8(groups[0].as_ptr()) }, tier)
    }
    #[inline(always)]
    fn store(self, groups: &mut [[u8; 16]]) {
        // SAFETY: the token in `self`; the array is as long as a vector.
        unsafe { vst1q_u8(groups[0].as_mut_ptr(), self.0) }
    }
    one_group!();
    #[inline(always)]
    fn shuffle(self, indices: [u8; 16]) -> Self {
        self.shuffle_by(Self::broadcast(self.1, indices))
    }
    instructions! {
        shuffle_by(table, indices) = vqtbl1q_u8(table, indices);
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self::broadcast(self.1, table).shuffle_by(self)
    }
    interleave!(interleave2 = vreinterpretq_u16_u8, vzip1q_u16, vzip2q_u16, vreinterpretq_u8_u16);
    interleave!(interleave4 = vreinterpretq_u32_u8, vzip1q_u32, vzip2q_u32, vreinterpretq_u8_u32);
    interleave!(interleave8 = vreinterpretq_u64_u8, vzip1q_u64, vzip2q_u64, vreinterpretq_u8_u64);
    #[inline(always)]
    fn nibbles(self) -> (Self, Self) {
        (self.high_nibbles(), self.and(Self::broadcast(self.1, [0x0f; 16])))
    }
    #[inline(always)]
    fn xtime(self) -> Self {
        let polynomial = Self::broadcast(self.1, [0x1b; 16]);
        self.shifted_up().xor(self.negative().and(polynomial))
    }
}

impl<T: HasNeon, const WIDTH: u32> Q<T, WIDTH> {
    instructions! {
        high_nibbles(a) = vshrq_n_u8::<4>(a);
        shifted_up(a) = vshlq_n_u8::<1>(a);
        negative(a) = vcltzq_s8(vreinterpretq_s8_u8(a));
    }
}

impl<const WIDTH: u32> SubBytes for Q<Neon, WIDTH> {
    sub_bytes_by_vperm!();
}
