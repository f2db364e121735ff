//! The AES instructions on 128 bits.

use super::{HasAes, Xmm, aes_rounds, sub_bytes_by_last_round};
use crate::vector::{AesRounds, Bits, Bytes, SubBytes, shift_rows};
use core::arch::x86_64::*;

impl<T: HasAes, const WIDTH: u32> AesRounds for Xmm<T, WIDTH> {
    aes_rounds!(_mm_aesenc_si128, _mm_aesenclast_si128);
}

impl<T: HasAes, const WIDTH: u32> SubBytes for Xmm<T, WIDTH> {
    sub_bytes_by_last_round!();
}
