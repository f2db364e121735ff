//! 128-bit vectors with the byte shuffle, which computes the S-box by look-ups in registers.

use super::{
    HasSsse3, NOTHING, Xmm, first_bytes, groups_of_16, has_masked_bytes, instructions, interleave, xtime_by_compare,
};
use crate::cpu::Ssse3;
use crate::gf256::vperm::sub_bytes_by_vperm;
use crate::vector::{Bits, Bytes, SubBytes, load_first_by_groups, one_group, store_first_by_groups};
use core::arch::x86_64::*;
use core::convert::identity;

impl<T: HasSsse3, const WIDTH: u32> Bytes for Xmm<T, WIDTH> {
    groups_of_16!(
        T,
        1,
        identity,
        _mm_loadu_si128,
        _mm_storeu_si128,
        _mm_shuffle_epi8,
        _mm_srli_epi16,
        [_mm_unpacklo_epi16, _mm_unpackhi_epi16],
        [_mm_unpacklo_epi32, _mm_unpackhi_epi32],
        [_mm_unpacklo_epi64, _mm_unpackhi_epi64]
    );
    one_group!();
    first_bytes!(T, 16, u16, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8);
    xtime_by_compare!(_mm_add_epi8, _mm_cmpgt_epi8);
}

impl<const WIDTH: u32> SubBytes for Xmm<Ssse3, WIDTH> {
    sub_bytes_by_vperm!();
}
