//! 256-bit vectors: two groups of 16 bytes, or four lanes of 64 bits.

use super::{
    HasAvx2, NOTHING, first_bytes, groups_of_16, has_masked_bytes, instructions, interleave, lanes, shifts,
    shifts_of_bytes, ternary, three_inputs, xtime_by_compare, zero_and_not,
};
use crate::cpu::Avx2;
use crate::gf256::vperm::sub_bytes_by_vperm;
use crate::vector::{
    Bits, Bytes, Lane, SubBytes, has_one_of, load_first_by_groups, store_first_by_groups, sum_of_rows,
};
use core::arch::x86_64::*;

/// 256 bits in lanes of `WIDTH` bits, on a machine with tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Ymm<T, const WIDTH: u32>(pub(super) __m256i, pub(super) T);

impl<T: HasAvx2, const WIDTH: u32> Bits for Ymm<T, WIDTH> {
    zero_and_not!(T, _mm256_setzero_si256, _mm256_set1_epi8);
    instructions! {
        xor(b) = _mm256_xor_si256;
        and(b) = _mm256_and_si256;
        or(b) = _mm256_or_si256;
        andnot(b) = _mm256_andnot_si256;
    }

    three_inputs!(eor3(b, c) = _mm256_ternarylogic_epi64::<0x96>, |a: Self| a.xor(b).xor(c));
    ternary!(T, _mm256_ternarylogic_epi64);
}

impl<T: HasAvx2> Lane for Ymm<T, 64> {
    lanes!(T, u64, 4, _mm256_set1_epi64x(i64), _mm256_loadu_si256, _mm256_storeu_si256);
    shifts!(_mm256_sll_epi64, _mm256_srl_epi64);
    three_inputs!(chi(b, c) = _mm256_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));

    /// With GFNI, one instruction multiplies a matrix by bytes as vectors. The products with the unit vectors, the
    /// bytes 1, 2, 4, ..., are the matrix's columns. The instruction expects the matrix's last row in the first byte,
    /// so the bytes are reversed first.
    #[inline(always)]
    fn transpose_8x8(self) -> Self {
        const LAST_FIRST: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];
        const UNIT_VECTORS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        if const { has_one_of(T::FEATURES, &["gfni"]) } {
            let matrices = self.shuffle(LAST_FIRST);
            // SAFETY: the token in `self`, whose tier has the instruction's feature by the line above.
            Self(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(UNIT_VECTORS), matrices.0) }, self.1)
        } else {
            self.transpose_8x8_by_swaps()
        }
    }
}

impl<T: HasAvx2> Lane for Ymm<T, 32> {
    lanes!(T, u32, 8, _mm256_set1_epi32(i32), _mm256_loadu_si256, _mm256_storeu_si256);
    shifts!(_mm256_sll_epi32, _mm256_srl_epi32);
    three_inputs!(chi(b, c) = _mm256_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));
}

impl<T: HasAvx2> Lane for Ymm<T, 16> {
    lanes!(T, u16, 16, _mm256_set1_epi16(i16), _mm256_loadu_si256, _mm256_storeu_si256);
    shifts!(_mm256_sll_epi16, _mm256_srl_epi16);
    three_inputs!(chi(b, c) = _mm256_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));
}

impl<T: HasAvx2> Lane for Ymm<T, 8> {
    lanes!(T, u8, 32, _mm256_set1_epi8(i8), _mm256_loadu_si256, _mm256_storeu_si256);
    shifts_of_bytes!(_mm256_sll_epi16, _mm256_srl_epi16);
    #[inline(always)]
    fn rol(self, n: u32) -> Self {
        self.shl(n).or(self.shr(8 - n))
    }
    three_inputs!(chi(b, c) = _mm256_ternarylogic_epi64::<0xd2>, |a: Self| a.xor(b.andnot(c)));
}

impl<T: HasAvx2, const WIDTH: u32> Bytes for Ymm<T, WIDTH> {
    groups_of_16!(
        T,
        2,
        _mm256_broadcastsi128_si256,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_shuffle_epi8,
        _mm256_srli_epi16,
        [_mm256_unpacklo_epi16, _mm256_unpackhi_epi16],
        [_mm256_unpacklo_epi32, _mm256_unpackhi_epi32],
        [_mm256_unpacklo_epi64, _mm256_unpackhi_epi64]
    );

    #[inline(always)]
    fn gather(tier: T, group: impl Fn(usize) -> [u8; 16]) -> Self {
        let (low, high) = (group(0), group(1));
        // SAFETY: the token in `tier`; the arrays have 16 bytes each.
        Self(unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }, tier)
    }
    #[inline(always)]
    fn alternate(tier: T, groups: [[u8; 16]; 2]) -> Self {
        // SAFETY: the token in `tier`; the array has 32 bytes.
        Self(unsafe { _mm256_loadu_si256(groups.as_ptr().cast()) }, tier)
    }
    #[inline(always)]
    fn swap_groups(self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm256_permute4x64_epi64::<0x4e>(self.0) }, self.1)
    }
    #[inline(always)]
    fn transpose_groups([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the token in `a`.
        let (low, high) =
            unsafe { (_mm256_permute2x128_si256::<0x20>(a.0, b.0), _mm256_permute2x128_si256::<0x31>(a.0, b.0)) };
        [Self(low, a.1), Self(high, a.1), c, d]
    }
    first_bytes!(T, 32, u32, _mm256_maskz_loadu_epi8, _mm256_mask_storeu_epi8);
    xtime_by_compare!(_mm256_add_epi8, _mm256_cmpgt_epi8);
}

impl<const WIDTH: u32> SubBytes for Ymm<Avx2, WIDTH> {
    sub_bytes_by_vperm!();
}
