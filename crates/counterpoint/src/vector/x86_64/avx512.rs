//! 512 bits: four groups of 16 bytes, with GFNI for the S-box and VAES for rounds.

use super::{aes_rounds, groups_of_16, instructions, sub_bytes_by_gfni, zero_and_not};
use crate::cpu::Avx512;
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, mul};
use crate::vector::{AesRounds, Bits, Bytes, SubBytes};
use core::arch::x86_64::*;

/// 512 bits in lanes of `WIDTH` bits, on a machine that has tier `T`.
#[derive(Clone, Copy)]
pub struct Zmm<T, const WIDTH: u32>(__m512i, T);

impl<const WIDTH: u32> Bits<Avx512> for Zmm<Avx512, WIDTH> {
    zero_and_not!(Avx512, _mm512_setzero_si512, _mm512_set1_epi8);
    instructions! {
        xor(b) = _mm512_xor_si512;
        and(b) = _mm512_and_si512;
        or(b) = _mm512_or_si512;
        andnot(b) = _mm512_andnot_si512;
    }

    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        // SAFETY: the token in `self` proves AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) }, self.1)
    }
}

impl<const WIDTH: u32> Bytes<Avx512> for Zmm<Avx512, WIDTH> {
    groups_of_16!(
        Avx512,
        4,
        _mm512_broadcast_i32x4,
        _mm512_loadu_si512,
        _mm512_storeu_si512,
        _mm512_shuffle_epi8,
        _mm512_srli_epi16
    );

    #[inline(always)]
    fn xtime(self) -> Self {
        // SAFETY: the token in `self` proves GFNI and AVX-512.
        Self(unsafe { _mm512_gf2p8mul_epi8(self.0, _mm512_set1_epi8(2)) }, self.1)
    }
}

impl<const WIDTH: u32> AesRounds<Avx512> for Zmm<Avx512, WIDTH> {
    aes_rounds!(_mm512_aesenc_epi128, _mm512_aesenclast_epi128);
}

impl<const WIDTH: u32> SubBytes<Avx512> for Zmm<Avx512, WIDTH> {
    sub_bytes_by_gfni!(_mm512_gf2p8affineinv_epi64_epi8, _mm512_set1_epi64);
}
