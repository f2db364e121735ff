//! The round constants, transformed to the point in the round where adding them is free.
//!
//! Each round adds the constants of the next one. Where this is free depends on the instructions, so there are several
//! points ([`ConstantPlacement`]): an AES round adds a key before mix_bytes, and an instruction that adds three vectors
//! has room for the constants in one of its sums. All steps after the S-box are linear, so constants that are added
//! before mix_bytes only need to be multiplied by the inverse of its matrix first. This happens at compile time; a
//! kernel contains the results.

use crate::gf256::{inverse, mul};
use crate::groestl::compression::{Form, Permutation, RoundConstants};
use crate::groestl::spec::FACTORS;

/// The point at which a round adds the constants of the next one.
#[derive(Clone, Copy)]
pub(in crate::groestl) enum ConstantPlacement {
    /// After mix_bytes, unchanged.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "used only with affine maps of x86-64"))]
    AfterMixing,
    /// To sums of [`vperm`](crate::groestl::vperm) that two rows share: the part that all rows have in common is added
    /// to v_1, v_3, v_5 and v_7, exactly one of which enters each row; the rest of rows 0 and 7 is added to the
    /// results, from vectors 0 and 6. Vectors 2 and 4 are not read.
    SharedSums,
    /// After mix_bytes, and only to rows 0 and 7: the S-box adds the part that all rows have in common.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "used only with affine maps of x86-64"))]
    Counters,
    /// Before mix_bytes, together with the S-box: the constants are multiplied by the inverse of mix_bytes.
    #[cfg_attr(not(detection), allow(dead_code, reason = "used only with AES instructions"))]
    BeforeMixing,
    /// To the sums u of [`mixing`](super::mixing), which are doubled afterwards: the constants are halved.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "used only with products of x86-64"))]
    BeforeDoubling,
}

impl ConstantPlacement {
    /// Returns the column that, added at this point, has the effect of adding `column` after mix_bytes.
    pub(super) const fn column(self, column: [u8; 8]) -> [u8; 8] {
        match self {
            Self::AfterMixing => column,
            Self::SharedSums => {
                let all = column[3];
                [column[0] ^ all, all, 0, all, 0, all, column[7] ^ all, all]
            }
            Self::Counters => [column[0] ^ column[3], 0, 0, 0, 0, 0, 0, column[7] ^ column[3]],
            Self::BeforeMixing => unmixed(column),
            // u_j is doubled and added to row j - 5.
            Self::BeforeDoubling => {
                let mut halved = [0; 8];
                let mut j = 0;
                while j < 8 {
                    halved[j] = half(column[(j + 3) % 8]);
                    j += 1;
                }
                halved
            }
        }
    }
}

impl ConstantPlacement {
    /// Returns the columns to add for the column numbers, without the round number.
    pub(super) const fn of_columns<F: Form>(self, permutation: Permutation) -> [[u8; 8]; 16] {
        let constants = RoundConstants::of::<F>(permutation);
        let mut of_columns = [[0; 8]; 16];
        let mut j = 0;
        while j < constants.numbered {
            of_columns[j] = self.of_number(constants.row, (j << 4) as u8 ^ constants.numbers);
            j += 1;
        }
        of_columns
    }

    /// Returns the column to add for a number in a row.
    pub(super) const fn of_number(self, row: usize, number: u8) -> [u8; 8] {
        let mut column = [0; 8];
        column[row] = number;
        self.column(column)
    }
}

/// The first row of the inverse of mix_bytes' matrix. The matrix B is a polynomial in the rotation of rows, and the
/// eighth power of that rotation is the identity. So B^8 is the eighth power of the sum of the factors, 3^8, and the
/// inverse is B^7 / 3^8.
const INVERSE_FACTORS: [u8; 8] = {
    let mut factors = FACTORS;
    let mut n = 0;
    while n < 6 {
        factors = product(factors, FACTORS);
        n += 1;
    }
    let mut i = 0;
    while i < 8 {
        let mut n = 0;
        while n < 8 {
            factors[i] = mul(factors[i], inverse(3));
            n += 1;
        }
        i += 1;
    }
    factors
};

/// Returns the first row of the product of two circulant matrices.
const fn product(a: [u8; 8], b: [u8; 8]) -> [u8; 8] {
    let mut product = [0; 8];
    let mut at = 0;
    while at < 64 {
        let (i, j) = (at / 8, at % 8);
        product[(i + j) % 8] ^= mul(a[i], b[j]);
        at += 1;
    }
    product
}

/// Products with the inverse factors, in a table, because the compiler takes too long to evaluate them one by one.
const INVERSE_PRODUCTS: [[u8; 256]; 8] = {
    let mut products = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        products[at / 256][at % 256] = mul(INVERSE_FACTORS[at / 256], (at % 256) as u8);
        at += 1;
    }
    products
};

/// Applies the inverse of mix_bytes to a column. A column of constants has the same byte in all rows but one, so the
/// compiler evaluates the product for this byte, and for the difference in the remaining row.
const fn unmixed(column: [u8; 8]) -> [u8; 8] {
    let usual = column[3];
    let mut of_usual = 0;
    let mut j = 0;
    while j < 8 {
        of_usual ^= INVERSE_PRODUCTS[j][usual as usize];
        j += 1;
    }
    let mut unmixed = [of_usual; 8];
    let mut row = 0;
    while row < 8 {
        let difference = column[row] ^ usual;
        let mut j = if difference == 0 { 8 } else { 0 };
        while j < 8 {
            unmixed[(row + 8 - j) % 8] ^= INVERSE_PRODUCTS[j][difference as usize];
            j += 1;
        }
        row += 1;
    }
    unmixed
}

/// Divides x by {02}.
const fn half(x: u8) -> u8 {
    (x >> 1) ^ ((x & 1) * 0x8d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_the_inverse() {
        assert_eq!(product(FACTORS, INVERSE_FACTORS), [1, 0, 0, 0, 0, 0, 0, 0]);
        for place in 0..8 {
            let mut column = [0x53; 8];
            column[place] = 0xca;
            let mut mixed = [0; 8];
            for i in 0..8 {
                for j in 0..8 {
                    mixed[i] ^= mul(FACTORS[j], column[(i + j) % 8]);
                }
            }
            assert_eq!(unmixed(mixed), column);
        }
    }

    #[test]
    fn half_is_half() {
        for x in 0..=255 {
            assert_eq!(mul(2, half(x)), x);
        }
    }
}
