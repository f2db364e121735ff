//! 128-bit vectors with the instructions of every x86-64 CPU.

use super::{HasSse2, instructions, lanes, shifts, ternary, three_inputs, zero_and_not};
use crate::vector::{Bits, Lane, has_one_of, sum_of_rows};
use core::arch::x86_64::*;

/// 128 bits in lanes of `WIDTH` bits, on a machine with tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Xmm<T, const WIDTH: u32>(pub(super) __m128i, pub(super) T);

impl<T: HasSse2, const WIDTH: u32> Bits for Xmm<T, WIDTH> {
    zero_and_not!(T, _mm_setzero_si128, _mm_set1_epi8);
    instructions! {
        xor(b) = _mm_xor_si128;
        and(b) = _mm_and_si128;
        or(b) = _mm_or_si128;
        andnot(b) = _mm_andnot_si128;
    }
    three_inputs!(eor3(b, c) = _mm_ternarylogic_epi64::<0x96>, |a: Self| a.xor(b).xor(c));
    ternary!(T, _mm_ternarylogic_epi64);
}

impl<T: HasSse2, const WIDTH: u32> Xmm<T, WIDTH> {
    /// Multiplies each 16-bit word by its factor, modulo 2^16.
    #[inline(always)]
    #[cfg(feature = "groestl")]
    pub(crate) fn times_words(self, factors: [u16; 8]) -> Self {
        // SAFETY: the token in `self`; the array has 16 bytes.
        Self(unsafe { _mm_mullo_epi16(self.0, _mm_loadu_si128(factors.as_ptr().cast())) }, self.1)
    }
}

impl<T: HasSse2> Lane for Xmm<T, 64> {
    lanes!(T, u64, 2, _mm_set1_epi64x(i64), _mm_loadu_si128, _mm_storeu_si128);
    shifts!(_mm_sll_epi64, _mm_srl_epi64);
    three_inputs!(chi(b, c) = _mm_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));
}

impl<T: HasSse2> Lane for Xmm<T, 32> {
    lanes!(T, u32, 4, _mm_set1_epi32(i32), _mm_loadu_si128, _mm_storeu_si128);
    shifts!(_mm_sll_epi32, _mm_srl_epi32);
    three_inputs!(chi(b, c) = _mm_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));
}
