//! Inversion in GF(2^8) with an affine map in one instruction, on 256 bits.

use super::{Ymm, sub_bytes_by_gfni};
use crate::cpu::Gfni;
use crate::gf256::{AFFINE_CONSTANT, affine_matrix, mul};
use crate::vector::SubBytes;
use core::arch::x86_64::*;

impl<const WIDTH: u32> SubBytes<Gfni> for Ymm<Gfni, WIDTH> {
    sub_bytes_by_gfni!(_mm256_gf2p8affineinv_epi64_epi8, _mm256_set1_epi64x);
}
