//! WebAssembly: 128-bit vectors. The S-box uses look-ups with the byte shuffle.
//!
//! An engine rejects a module that contains an unknown instruction, so an engine that runs this code has the
//! instructions. That is why their functions in `core::arch` are safe to call; only loads and stores are `unsafe`,
//! since they take pointers. They require no alignment, and access arrays and slices that are as long as a vector.
//!
//! The tiers differ in two instructions. `i8x16.swizzle` returns 0 for every index from 16 on, which costs engines on
//! x86-64 an addition before PSHUFB; `i8x16.relaxed_swizzle` leaves the results for indices from 16 to 127 to the
//! machine, and is one instruction everywhere. `v128.bitselect` selects bit by bit, which costs engines on x86-64 three
//! instructions; `i8x16.relaxed_laneselect` selects byte by byte, which is one instruction there as well.

#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "the features come with the tier's shell, into which all of this is inlined"
)]

#[cfg(relaxed)]
use crate::cpu::Relaxed;
use crate::cpu::{Simd128, Tier};
use crate::gf256::vperm::sub_bytes_by_vperm;
use crate::vector::{Bits, Bytes, Lane, SubBytes, one_group};
use core::arch::wasm32::*;
use core::hint::black_box;

/// Tiers with 128-bit vectors.
pub(crate) trait HasSimd128: Tier {
    /// Replaces each index by the byte of `bytes` that it selects, or by 0 if it is 0x80 or more. For indices from 16
    /// to 127, the results differ between tiers and machines.
    fn swizzle(bytes: v128, indices: v128) -> v128;
    /// Returns the bytes of `ones` where those of the mask are 0xff, and those of `zeros` where they are 0. For other
    /// mask bytes, the results differ between tiers and machines.
    fn select_bytes(mask: v128, ones: v128, zeros: v128) -> v128;
}

impl HasSimd128 for Simd128 {
    #[inline(always)]
    fn swizzle(bytes: v128, indices: v128) -> v128 {
        u8x16_swizzle(bytes, indices)
    }
    #[inline(always)]
    fn select_bytes(mask: v128, ones: v128, zeros: v128) -> v128 {
        v128_bitselect(ones, zeros, mask)
    }
}

#[cfg(relaxed)]
impl HasSimd128 for Relaxed {
    #[inline(always)]
    fn swizzle(bytes: v128, indices: v128) -> v128 {
        u8x16_relaxed_swizzle(bytes, indices)
    }
    #[inline(always)]
    fn select_bytes(mask: v128, ones: v128, zeros: v128) -> v128 {
        u8x16_relaxed_laneselect(ones, zeros, mask)
    }
}

/// 128 bits in lanes of `WIDTH` bits, in an engine with tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct V128<T, const WIDTH: u32>(v128, T);

/// Methods that are one instruction on the contained vectors.
macro_rules! instructions {
    ($($method:ident($a:ident $(, $b:ident)*) = $instruction:expr;)+) => {$(
        #[inline(always)]
        fn $method(self $(, $b: Self)*) -> Self {
            let ($a, $($b),*) = (self.0, $($b.0),*);
            Self($instruction, self.1)
        }
    )+};
}

impl<T: HasSimd128, const WIDTH: u32> Bits for V128<T, WIDTH> {
    type Tier = T;

    #[inline(always)]
    fn tier(self) -> T {
        self.1
    }
    #[inline(always)]
    fn zero(tier: T) -> Self {
        Self(u8x16_splat(0), tier)
    }
    instructions! {
        xor(a, b) = v128_xor(a, b);
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        not(a) = v128_not(a);
        andnot(a, b) = v128_andnot(b, a);
        select(mask, ones, zeros) = v128_bitselect(ones, zeros, mask);
    }
}

impl<T: HasSimd128, const WIDTH: u32> V128<T, WIDTH> {
    /// Loads the 16 bytes of some integers.
    #[inline(always)]
    fn loaded<W, const N: usize>(tier: T, values: &[W; N]) -> Self {
        const { assert!(size_of::<[W; N]>() == 16, "as long as a vector") };
        // SAFETY: the array is as long as a vector.
        Self(unsafe { v128_load(values.as_ptr().cast()) }, tier)
    }
    /// Stores the vector into 16 bytes of integers.
    #[inline(always)]
    fn stored<W: Word, const N: usize>(self, values: &mut [W; N]) {
        const { assert!(size_of::<[W; N]>() == 16, "as long as a vector") };
        // SAFETY: the array is as long as a vector, and its items are integers, which have no invalid values.
        unsafe { v128_store(values.as_mut_ptr().cast(), self.0) }
    }
}

/// Integers: every bit pattern is a valid value.
trait Word {}
impl Word for u8 {}
impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}

/// `Lane` for one width: `$word` is an integer as wide as a lane.
macro_rules! lanes {
    ($($word:ident, $states:literal: $splat:ident, $shl:ident, $shr:ident;)+) => {$(
        impl<T: HasSimd128> Lane for V128<T, { $word::BITS }> {
            type Word = $word;
            const STATES: usize = $states;
            const WIDTH: u32 = $word::BITS;

            #[inline(always)]
            fn splat(tier: T, value: u64) -> Self {
                Self($splat(value as $word), tier)
            }
            #[inline(always)]
            fn load(tier: T, values: &[$word]) -> Self {
                let (values, _) = values.as_chunks::<$states>();
                Self::loaded(tier, &values[0])
            }
            #[inline(always)]
            fn store(self, values: &mut [$word]) {
                let (values, _) = values.as_chunks_mut::<$states>();
                self.stored(&mut values[0]);
            }
            #[inline(always)]
            fn rol(self, n: u32) -> Self {
                self.shl(n).or(self.shr(Self::WIDTH - n))
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                Self($shl(self.0, n), self.1)
            }
            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                Self($shr(self.0, n), self.1)
            }
        }
    )+};
}

lanes! {
    u64, 2: u64x2_splat, u64x2_shl, u64x2_shr;
    u32, 4: u32x4_splat, u32x4_shl, u32x4_shr;
    u16, 8: u16x8_splat, u16x8_shl, u16x8_shr;
    u8, 16: u8x16_splat, u8x16_shl, u8x16_shr;
}

impl<T: HasSimd128, const WIDTH: u32> Bytes for V128<T, WIDTH> {
    const GROUPS: usize = 1;

    #[inline(always)]
    fn broadcast(tier: T, group: [u8; 16]) -> Self {
        Self::loaded(tier, &group)
    }
    /// LLVM would build a group from one word by a 128-bit multiplication, which is a call here.
    #[cfg(feature = "fugue")]
    #[inline(always)]
    fn broadcast_word(tier: T, word: u32) -> Self {
        Self(u32x4_splat(word), tier)
    }
    /// V8 builds a constant vector with up to five instructions.
    #[inline(always)]
    fn constants<C>(constants: &'static C) -> &'static C {
        black_box(constants)
    }
    #[inline(always)]
    fn load(tier: T, groups: &[[u8; 16]]) -> Self {
        Self::loaded(tier, &groups[0])
    }
    #[inline(always)]
    fn store(self, groups: &mut [[u8; 16]]) {
        self.stored(&mut groups[0]);
    }
    one_group!();
    #[inline(always)]
    fn shuffle(self, indices: [u8; 16]) -> Self {
        self.shuffle_by(Self::broadcast(self.1, indices))
    }
    instructions! {
        shuffle_by(table, indices) = T::swizzle(table, indices);
        select_bytes(mask, ones, zeros) = T::select_bytes(mask, ones, zeros);
    }
    #[inline(always)]
    fn look_up(self, table: [u8; 16]) -> Self {
        Self::broadcast(self.1, table).shuffle_by(self)
    }
    #[inline(always)]
    fn interleave2(self, b: Self) -> (Self, Self) {
        (self.low_pairs2(b), self.high_pairs2(b))
    }
    #[inline(always)]
    fn interleave4(self, b: Self) -> (Self, Self) {
        (self.low_pairs4(b), self.high_pairs4(b))
    }
    #[inline(always)]
    fn interleave8(self, b: Self) -> (Self, Self) {
        (self.low_pairs8(b), self.high_pairs8(b))
    }
    #[inline(always)]
    fn nibbles(self) -> (Self, Self) {
        let low = Self(u8x16_splat(0x0f), self.1);
        (self.shifted().and(low), self.and(low))
    }
    #[inline(always)]
    fn xtime(self) -> Self {
        let negative = i8x16_lt(self.0, i8x16_splat(0));
        Self(v128_xor(u8x16_shl(self.0, 1), v128_and(negative, u8x16_splat(0x1b))), self.1)
    }
}

impl<T: HasSimd128, const WIDTH: u32> V128<T, WIDTH> {
    instructions! {
        low_pairs2(a, b) = u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b);
        high_pairs2(a, b) = u16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b);
        low_pairs4(a, b) = u32x4_shuffle::<0, 4, 1, 5>(a, b);
        high_pairs4(a, b) = u32x4_shuffle::<2, 6, 3, 7>(a, b);
        low_pairs8(a, b) = u64x2_shuffle::<0, 2>(a, b);
        high_pairs8(a, b) = u64x2_shuffle::<1, 3>(a, b);
        shifted(a) = u16x8_shr(a, 4);
    }
}

impl<T: HasSimd128, const WIDTH: u32> SubBytes for V128<T, WIDTH> {
    sub_bytes_by_vperm!();
}
