//! The AES instructions: AESE adds the key, then does SubBytes and ShiftRows; AESMC does MixColumns.

use super::Q;
use crate::cpu::Armaes;
use crate::vector::{AesRounds, Bits, Bytes, SubBytes, shift_rows};
use core::arch::aarch64::*;

impl<const WIDTH: u32> Q<Armaes, WIDTH> {
    #[inline(always)]
    fn aese(self, key: Self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { vaeseq_u8(self.0, key.0) }, self.1)
    }
}

impl<const WIDTH: u32> AesRounds for Q<Armaes, WIDTH> {
    #[inline(always)]
    fn begin(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn round(self, before: Self, _: Self) -> Self {
        // SAFETY: the token in `self`.
        Self(unsafe { vaesmcq_u8(self.aese(before).0) }, self.1)
    }
    #[inline(always)]
    fn last_round(self, before: Self, last: Self) -> Self {
        self.aese(before).xor(last)
    }
}

/// The S-box is AESE with a key of zeros, after a shuffle that undoes its ShiftRows in advance.
impl<const WIDTH: u32> SubBytes for Q<Armaes, WIDTH> {
    const DEFERRED: u8 = 0;
    const SHUFFLE: [u8; 16] = shift_rows(3);

    #[inline(always)]
    fn sub_bytes(self) -> Self {
        self.shuffle(Self::SHUFFLE).aese(Self::zero(self.1))
    }
    #[inline(always)]
    fn sub_bytes_shuffled(self, k: Self) -> Self {
        self.aese(Self::zero(self.1)).xor(k)
    }
    #[inline(always)]
    fn sub_bytes_doubled(self) -> (Self, Self) {
        let once = self.sub_bytes();
        (once, once.xtime())
    }
}
