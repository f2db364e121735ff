//! GFNI on 128 and 256 bits: one instruction for inversion in GF(2^8) followed by an affine map, another for products.

use super::{HasGfni, Xmm, Ymm, products, sub_bytes_by_gfni};
use crate::cpu::{Avx512, Gfni};
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, mul};
use crate::vector::{Bytes, Products, SubBytes};
use core::arch::x86_64::*;

impl<T: HasGfni, const WIDTH: u32> SubBytes for Ymm<T, WIDTH> {
    sub_bytes_by_gfni!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x);
}

impl<T: HasGfni, const WIDTH: u32> Products for Ymm<T, WIDTH> {
    products!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x, _mm256_gf2p8mul_epi8, _mm256_set1_epi8);
}

/// Implemented tier by tier, because other tiers compute the S-box on 128 bits with other instructions.
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
