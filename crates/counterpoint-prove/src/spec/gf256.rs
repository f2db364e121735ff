//! The field GF(2^8) of AES, Grøstl and Fugue, and their S-box. FIPS 197 sections 4 and 5.1.1.
//!
//! Bit i of a byte is the coefficient of x^i, and x^8 = x^4 + x^3 + x + 1.

use super::{Byte, add, substitute};
use crate::forms::Bit;
use crate::logic::Logic;
use std::sync::LazyLock;

/// The S-box: the inverse (of 0, 0), then an affine map.
static SBOX: LazyLock<[u8; 256]> = LazyLock::new(|| {
    std::array::from_fn(|x| {
        let y = (1..=255).find(|&y| product(x as u8, y) == 1).unwrap_or(0);
        y ^ y.rotate_left(1) ^ y.rotate_left(2) ^ y.rotate_left(3) ^ y.rotate_left(4) ^ 0x63
    })
});

/// Returns the product of two constants.
pub(super) fn product(a: u8, b: u8) -> u8 {
    let (mut multiple, mut sum) = (a, 0);
    for i in 0..8 {
        if b >> i & 1 == 1 {
            sum ^= multiple;
        }
        multiple = multiple << 1 ^ if multiple >> 7 == 1 { 0x1b } else { 0 };
    }
    sum
}

/// Returns the S-box of a byte.
pub(super) fn sub_byte(logic: &mut Logic, byte: Byte) -> Byte {
    substitute(logic, byte, &*SBOX)
}

/// Returns a constant times a byte.
pub(super) fn times(logic: &mut Logic, factor: u8, byte: Byte) -> Byte {
    let (mut multiple, mut sum) = (byte, [Bit::ZERO; 8]);
    for i in 0..8 {
        if factor >> i & 1 == 1 {
            sum = add(logic, sum, multiple);
        }
        multiple = times_x(logic, multiple);
    }
    sum
}

/// Returns x times a byte.
fn times_x(logic: &mut Logic, [a0, a1, a2, a3, a4, a5, a6, a7]: Byte) -> Byte {
    [a7, logic.xor(a0, a7), a1, logic.xor(a2, a7), logic.xor(a3, a7), a4, a5, a6]
}

/// Returns the product of a row of constants and a column.
pub(super) fn row_times_column(logic: &mut Logic, row: impl Iterator<Item = u8>, column: &[Byte]) -> Byte {
    row.zip(column).fold([Bit::ZERO; 8], |sum, (factor, &byte)| {
        let term = times(logic, factor, byte);
        add(logic, sum, term)
    })
}
