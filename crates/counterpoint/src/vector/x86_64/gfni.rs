//! GFNI on 128 and 256 bits: one instruction for inversion in GF(2^8) with an affine map, another for products.

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
    /// The product of a matrix with the unit vectors, the bytes 1, 2, 4, ..., is its columns. The instruction expects
    /// a matrix with its last row in the first byte, so the bytes are reversed first.
    #[inline(always)]
    fn transposed(self) -> Self {
        const LAST_FIRST: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];
        const UNIT_VECTORS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        let matrices = self.shuffle(LAST_FIRST);
        // SAFETY: the token in `self`.
        Self(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(UNIT_VECTORS), matrices.0) }, self.1)
    }
}

/// Implemented tier by tier, because other tiers compute the S-box on 128 bits by other instructions.
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
