//! Bytes as elements of GF(2^8), for the instructions that multiply, invert and map them, and for those of AES.

use super::Logic;
use crate::sums::Bit;
use crate::words::Word;
use std::sync::LazyLock;

impl Logic {
    /// Returns a constant GF(2)-linear map of a byte: the sum of `columns[n]` for each bit n.
    pub(crate) fn linear(&mut self, byte: &[Bit], columns: &[u8]) -> Word {
        (0..8)
            .map(|row| {
                let chosen = byte.iter().zip(columns).filter(|(_, column)| *column >> row & 1 == 1);
                self.total(chosen.map(|(&bit, _)| bit))
            })
            .collect()
    }

    /// Returns a byte multiplied by a constant in GF(2^8) with AES's polynomial.
    pub(crate) fn times(&mut self, byte: &[Bit], factor: u8) -> Word {
        let columns: Vec<u8> = (0..8).map(|n| times(factor, 1 << n)).collect();
        self.linear(byte, &columns)
    }

    /// Returns the AES S-box of each byte.
    pub(crate) fn sub_bytes(&mut self, bytes: &[Bit]) -> Word {
        bytes.chunks(8).flat_map(|byte| self.look_up(byte, 8, |index| AES_SBOX[index].into())).collect()
    }

    /// Returns MixColumns of 16 bytes.
    pub(crate) fn mix_columns(&mut self, bytes: &[Bit]) -> Word {
        let byte = |column: usize, row: usize| &bytes[32 * column + 8 * (row % 4)..][..8];
        let mut mixed = Word::new();
        for column in 0..4 {
            for row in 0..4 {
                let twice = self.times(byte(column, row), 2);
                let thrice = self.times(byte(column, row + 1), 3);
                let sum = self.xor_words(&twice, &thrice);
                let rest = self.xor_words(byte(column, row + 2), byte(column, row + 3));
                mixed.extend(self.xor_words(&sum, &rest));
            }
        }
        mixed
    }
}

/// Returns ShiftRows of 16 bytes.
pub(crate) fn shift_rows(bytes: &[Bit]) -> Word {
    (0..16).flat_map(|n| bytes[8 * (5 * n % 16)..][..8].to_vec()).collect()
}

/// Returns the product of two bytes in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
pub(crate) fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, n| (sum << 1) ^ ((sum >> 7) * 0x1b) ^ ((b >> n & 1) * a))
}

/// The inverse of each byte, 0 for 0.
pub(crate) static INVERSES: LazyLock<[u8; 256]> = LazyLock::new(|| {
    // x^254, by x^2 x^4 ... x^128.
    std::array::from_fn(|x| {
        (1..8)
            .scan(x as u8, |power, _| {
                *power = times(*power, *power);
                Some(*power)
            })
            .fold(1, times)
    })
});

/// The AES S-box.
pub(crate) static AES_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| INVERSES.map(|x| (0..5).fold(0x63, |sum, n| sum ^ x.rotate_left(n))));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_box_has_its_known_values() {
        assert_eq!([AES_SBOX[0], AES_SBOX[1], AES_SBOX[0x53], AES_SBOX[0xff]], [0x63, 0x7c, 0xed, 0x16]);
        assert!((1..=255).all(|x: u8| times(x, INVERSES[x as usize]) == 1));
    }
}
