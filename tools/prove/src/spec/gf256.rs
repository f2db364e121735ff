//! The field GF(2^8) of AES, Grøstl and Fugue, and their S-box. FIPS 197 sections 4 and 5.1.1.
//!
//! Bit i of a byte is the coefficient of x^i, and x^8 = x^4 + x^3 + x + 1.

use super::bits::{Byte, substitute};
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
    row_times_column(logic, [factor].into_iter(), &[byte])
}

/// Returns the product of a row of constants and a column: bit n of it is the sum of those bits k of the column's bytes
/// for which x^k times the byte's factor contains x^n.
pub(super) fn row_times_column(logic: &mut Logic, row: impl Iterator<Item = u8>, column: &[Byte]) -> Byte {
    let factors: Vec<[u8; 8]> = row.map(|factor| std::array::from_fn(|k| product(factor, 1 << k))).collect();
    std::array::from_fn(|n| {
        let bits = factors.iter().flatten().zip(column.as_flattened());
        logic.total(bits.filter(|(factor, _)| *factor >> n & 1 == 1).map(|(_, &bit)| bit))
    })
}
