//! 512-bit vectors: four groups of 16 bytes, or eight lanes of 64 bits, with GFNI for the S-box and VAES for AES
//! rounds.
//!
//! The bound of each `impl` names the features of its instructions. Most require AVX-512 alone and so work on every
//! tier that has it, with or without GFNI.

use super::{
    HasAvx512, HasGfni, HasVaes, NOTHING, Xmm, Ymm, aes_rounds, first_bytes, groups_of_16, has_masked_bytes,
    instructions, interleave, lanes, products, shifts, shifts_of_bytes, sub_bytes_by_gfni, ternary, zero_and_not,
};
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, matrix, mul};
use crate::vector::{
    AesRounds, Bits, Bytes, Lane, Products, SubBytes, has_one_of, load_first_by_groups, store_first_by_groups,
    sum_of_rows,
};
use core::arch::x86_64::*;

/// 512 bits in lanes of `WIDTH` bits, on a machine with tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Zmm<T, const WIDTH: u32>(__m512i, T);

/// The rotations of a byte as matrices for GFNI's affine map.
const ROTATIONS: [u64; 8] = {
    let mut rotations = [0; 8];
    let mut n = 0;
    while n < 8 {
        let mut images = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            images[bit] = 1u8.rotate_left(n + bit as u32);
            bit += 1;
        }
        rotations[n as usize] = matrix(images);
        n += 1;
    }
    rotations
};

/// Operations that are needed only for pairs of lanes.
#[cfg(feature = "keccak")]
impl<T: HasAvx512> Xmm<T, 64> {
    /// Rotates each lane left by a count of its own, less than 64.
    #[inline(always)]
    pub(crate) fn rol_each(self, [low, high]: [u32; 2]) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm_rolv_epi64(self.0, _mm_set_epi64x(high.into(), low.into())) }, self.1)
    }
    /// Swaps the two lanes.
    #[inline(always)]
    pub(crate) fn swap_lanes(self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) }, self.1)
    }
    /// Returns the low lane of `self` and the high lane of `b`.
    #[inline(always)]
    pub(crate) fn low_with_high(self, b: Self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm_blend_epi32::<0b1100>(self.0, b.0) }, self.1)
    }
}

/// Operations on single lanes of a vector, which are needed only for planes of Keccak.
#[cfg(feature = "keccak")]
impl<T: HasAvx512> Zmm<T, 64> {
    /// Loads up to 8 values into the first lanes, and fills the others with zeros.
    #[inline(always)]
    pub(crate) fn load_lanes(tier: T, values: &[[u8; 8]]) -> Self {
        let mask = (1u32 << values.len().min(8)) - 1;
        // SAFETY: the token in `tier`; the mask has one bit for each value of the slice, so no others are read.
        Self(unsafe { _mm512_maskz_loadu_epi64(mask as u8, values.as_ptr().cast()) }, tier)
    }
    /// Rotates each lane left by a count of its own, less than 64.
    #[inline(always)]
    pub(crate) fn rol_each(self, counts: [u32; 8]) -> Self {
        let counts = <Self as Lane>::load(self.1, &counts.map(u64::from));
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_rolv_epi64(self.0, counts.0) }, self.1)
    }
    /// Returns the vector whose lane n is lane `from[n]` of `self`.
    #[inline(always)]
    pub(crate) fn lanes(self, from: [i64; 8]) -> Self {
        let [n0, n1, n2, n3, n4, n5, n6, n7] = from;
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_permutexvar_epi64(_mm512_setr_epi64(n0, n1, n2, n3, n4, n5, n6, n7), self.0) }, self.1)
    }
    /// Returns the vector whose lane n is lane `from[n]`; the lanes of `self` count from 0, those of `b` from 8.
    #[inline(always)]
    pub(crate) fn lanes_of_both(self, b: Self, from: [i64; 8]) -> Self {
        let [n0, n1, n2, n3, n4, n5, n6, n7] = from;
        // SAFETY: the token in `self`.
        Self(
            unsafe { _mm512_permutex2var_epi64(self.0, _mm512_setr_epi64(n0, n1, n2, n3, n4, n5, n6, n7), b.0) },
            self.1,
        )
    }
}

impl<T: HasAvx512, const WIDTH: u32> Bits for Zmm<T, WIDTH> {
    zero_and_not!(T, _mm512_setzero_si512, _mm512_set1_epi8);
    instructions! {
        xor(b) = _mm512_xor_si512;
        and(b) = _mm512_and_si512;
        or(b) = _mm512_or_si512;
        andnot(b) = _mm512_andnot_si512;
    }

    #[inline(always)]
    fn eor3(self, b: Self, c: Self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) }, self.1)
    }
    ternary!(T, _mm512_ternarylogic_epi64);
}

impl<T: HasAvx512> Lane for Zmm<T, 64> {
    lanes!(T, u64, 8, _mm512_set1_epi64(i64), _mm512_loadu_si512, _mm512_storeu_si512);
    shifts!(_mm512_sll_epi64, _mm512_srl_epi64);
}

impl<T: HasAvx512> Lane for Zmm<T, 32> {
    lanes!(T, u32, 16, _mm512_set1_epi32(i32), _mm512_loadu_si512, _mm512_storeu_si512);
    shifts!(_mm512_sll_epi32, _mm512_srl_epi32);
}

impl<T: HasAvx512> Lane for Zmm<T, 16> {
    lanes!(T, u16, 32, _mm512_set1_epi16(i16), _mm512_loadu_si512, _mm512_storeu_si512);
    shifts!(_mm512_sll_epi16, _mm512_srl_epi16);
}

impl<T: HasAvx512 + HasGfni> Lane for Zmm<T, 8> {
    lanes!(T, u8, 64, _mm512_set1_epi8(i8), _mm512_loadu_si512, _mm512_storeu_si512);
    shifts_of_bytes!(_mm512_sll_epi16, _mm512_srl_epi16);
    /// A rotation is a linear map of the bits, so GFNI computes it in one instruction.
    #[inline(always)]
    fn rol(self, n: u32) -> Self {
        let matrix = ROTATIONS[n as usize % 8] as i64;
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(matrix)) }, self.1)
    }
}

impl<T: HasAvx512, const WIDTH: u32> Bytes for Zmm<T, WIDTH> {
    groups_of_16!(
        T,
        4,
        _mm512_broadcast_i32x4,
        _mm512_loadu_si512,
        _mm512_storeu_si512,
        _mm512_shuffle_epi8,
        _mm512_srli_epi16,
        [_mm512_unpacklo_epi16, _mm512_unpackhi_epi16],
        [_mm512_unpacklo_epi32, _mm512_unpackhi_epi32],
        [_mm512_unpacklo_epi64, _mm512_unpackhi_epi64]
    );

    #[inline(always)]
    fn gather(tier: T, group: impl Fn(usize) -> [u8; 16]) -> Self {
        let low = Ymm::<T, WIDTH>::gather(tier, &group).0;
        let high = Ymm::<T, WIDTH>::gather(tier, |g| group(2 + g)).0;
        // SAFETY: the token in `tier`.
        Self(unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high) }, tier)
    }
    #[inline(always)]
    fn alternate(tier: T, groups: [[u8; 16]; 2]) -> Self {
        // SAFETY: the token in `tier`; the array has 32 bytes.
        Self(unsafe { _mm512_broadcast_i64x4(_mm256_loadu_si256(groups.as_ptr().cast())) }, tier)
    }
    #[inline(always)]
    fn swap_groups(self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_shuffle_i64x2::<0xb1>(self.0, self.0) }, self.1)
    }
    /// Two steps that each transpose 2 by 2 matrices: first of half vectors, then of groups.
    #[inline(always)]
    fn transpose_groups([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: the token in `a`.
        let rows = unsafe {
            let low = [_mm512_shuffle_i64x2::<0x44>(a.0, b.0), _mm512_shuffle_i64x2::<0x44>(c.0, d.0)];
            let high = [_mm512_shuffle_i64x2::<0xee>(a.0, b.0), _mm512_shuffle_i64x2::<0xee>(c.0, d.0)];
            [
                _mm512_shuffle_i64x2::<0x88>(low[0], low[1]),
                _mm512_shuffle_i64x2::<0xdd>(low[0], low[1]),
                _mm512_shuffle_i64x2::<0x88>(high[0], high[1]),
                _mm512_shuffle_i64x2::<0xdd>(high[0], high[1]),
            ]
        };
        rows.map(|row| Self(row, a.1))
    }
    first_bytes!(T, 64, u64, _mm512_maskz_loadu_epi8, _mm512_mask_storeu_epi8);

    #[inline(always)]
    fn xtime(self) -> Self {
        if const { has_one_of(T::FEATURES, &["gfni"]) } {
            // SAFETY: the token in `self`, whose tier has the instruction's feature by the line above.
            Self(unsafe { _mm512_gf2p8mul_epi8(self.0, _mm512_set1_epi8(2)) }, self.1)
        } else {
            self.xtime_by_mask()
        }
    }
}

impl<T: HasAvx512, const WIDTH: u32> Zmm<T, WIDTH> {
    /// [`Bytes::xtime`] without GFNI: adds each byte to itself, then the polynomial where the top bit was set.
    #[inline(always)]
    pub(crate) fn xtime_by_mask(self) -> Self {
        // SAFETY: the token in `self`.
        let (doubled, polynomial) =
            unsafe { (_mm512_add_epi8(self.0, self.0), _mm512_maskz_set1_epi8(_mm512_movepi8_mask(self.0), 0x1b)) };
        Self(doubled, self.1).xor(Self(polynomial, self.1))
    }
}

/// Operations that are needed only for vectors of four groups.
#[cfg(feature = "luffa")]
impl<T: HasAvx512, const WIDTH: u32> Zmm<T, WIDTH> {
    /// Replaces group g by the group whose number is in bits 2g and 2g + 1 of `FROM`.
    #[inline(always)]
    pub(crate) fn groups<const FROM: i32>(self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { _mm512_shuffle_i64x2::<FROM>(self.0, self.0) }, self.1)
    }
    /// Returns the vector whose group g is group `from[g]`; the groups of `self` count from 0, those of `b` from 4.
    #[inline(always)]
    pub(crate) fn groups_of_both(self, b: Self, from: [i64; 4]) -> Self {
        // SAFETY: the token in `self`.
        Self(
            unsafe {
                let [g0, g1, g2, g3] = from.map(|number| 2 * number);
                let indices = _mm512_setr_epi64(g0, g0 + 1, g1, g1 + 1, g2, g2 + 1, g3, g3 + 1);
                _mm512_permutex2var_epi64(self.0, indices, b.0)
            },
            self.1,
        )
    }
    /// Returns the two groups followed by two groups of zeros.
    #[inline(always)]
    pub(crate) fn widened(groups: Ymm<T, WIDTH>) -> Self {
        // SAFETY: the token in `groups`.
        Self(unsafe { _mm512_zextsi256_si512(groups.0) }, groups.1)
    }
    /// Returns the first group of `self` and the first group of `b`.
    #[inline(always)]
    pub(crate) fn first_two(self, b: Self) -> Ymm<T, WIDTH> {
        // SAFETY: the token in `self`.
        let groups =
            unsafe { _mm256_inserti128_si256::<1>(_mm512_castsi512_si256(self.0), _mm512_castsi512_si128(b.0)) };
        Ymm(groups, self.1)
    }
}

impl<T: HasAvx512 + HasVaes, const WIDTH: u32> AesRounds for Zmm<T, WIDTH> {
    aes_rounds!(_mm512_aesenc_epi128, _mm512_aesenclast_epi128);
}

impl<T: HasAvx512 + HasGfni, const WIDTH: u32> SubBytes for Zmm<T, WIDTH> {
    sub_bytes_by_gfni!(_mm512_gf2p8affineinv_epi64_epi8, _mm512_set1_epi64);
}

impl<T: HasAvx512 + HasGfni, const WIDTH: u32> Products for Zmm<T, WIDTH> {
    products!(_mm512_gf2p8affineinv_epi64_epi8, _mm512_set1_epi64, _mm512_gf2p8mul_epi8, _mm512_set1_epi8);
}
