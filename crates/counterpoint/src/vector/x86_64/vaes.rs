//! The AES instructions on 256 bits.

use super::{HasVaes, Ymm, aes_rounds, sub_bytes_by_last_round};
use crate::cpu::Vaes;
use crate::vector::{AesRounds, Bits, Bytes, SubBytes, shift_rows};
use core::arch::x86_64::*;

impl<T: HasVaes, const WIDTH: u32> AesRounds for Ymm<T, WIDTH> {
    aes_rounds!(_mm256_aesenc_epi128, _mm256_aesenclast_epi128);
}

impl<const WIDTH: u32> SubBytes for Ymm<Vaes, WIDTH> {
    sub_bytes_by_last_round!();
}
