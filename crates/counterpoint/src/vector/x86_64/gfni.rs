//! Inversion in GF(2^8) with an affine map in one instruction, and products in another, on 256 bits.

use super::{HasGfni, Ymm, products, sub_bytes_by_gfni};
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, mul};
use crate::vector::{Products, SubBytes};
use core::arch::x86_64::*;

impl<T: HasGfni, const WIDTH: u32> SubBytes<T> for Ymm<T, WIDTH> {
    sub_bytes_by_gfni!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x);
}

impl<T: HasGfni, const WIDTH: u32> Products<T> for Ymm<T, WIDTH> {
    products!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x, _mm256_gf2p8mul_epi8, _mm256_set1_epi8);
}
