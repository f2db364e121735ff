//! Inversion in GF(2^8) with an affine map in one instruction, and products in another, on 128 and 256 bits.

use super::{HasGfni, Xmm, Ymm, products, sub_bytes_by_gfni};
use crate::cpu::{Avx512, Gfni};
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, mul};
#[cfg(feature = "luffa")]
use crate::vector::BitMatrices;
use crate::vector::{Bytes, Products, SubBytes};
use core::arch::x86_64::*;

impl<T: HasGfni, const WIDTH: u32> SubBytes for Ymm<T, WIDTH> {
    sub_bytes_by_gfni!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x);
}

impl<T: HasGfni, const WIDTH: u32> Products for Ymm<T, WIDTH> {
    products!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x, _mm256_gf2p8mul_epi8, _mm256_set1_epi8);
}

#[cfg(feature = "luffa")]
impl<T: HasGfni> BitMatrices for Ymm<T, 64> {
    /// The bytes 1, 2, 4, ... times the matrix are its columns. The instruction has a matrix's last row in the first byte.
    #[inline(always)]
    fn transposed(self) -> Self {
        const LAST_FIRST: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];
        const UNIT_VECTORS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        let matrices = self.shuffle(LAST_FIRST);
        // SAFETY: the token in `self` proves GFNI and the width.
        Self(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(UNIT_VECTORS), matrices.0) }, self.1)
    }
}

/// Tier by tier, since 128 bits have the S-box by other instructions on other tiers.
macro_rules! on_128_bits {
    ($($tier:ident)+) => {$(
        impl<const WIDTH: u32> SubBytes for Xmm<$tier, WIDTH> {
            sub_bytes_by_gfni!(_mm_gf2p8affineinv_epi64_epi8, _mm_set1_epi64x);
        }

        impl<const WIDTH: u32> Products for Xmm<$tier, WIDTH> {
            products!(_mm_gf2p8affineinv_epi64_epi8, _mm_set1_epi64x, _mm_gf2p8mul_epi8, _mm_set1_epi8);
        }
    )+};
}
on_128_bits!(Gfni Avx512);
