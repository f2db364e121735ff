//! sub_bytes and mix_bytes of rows, in the form that suits the machine best.
//!
//! mix_bytes computes row i of the result from the rows a, with indices modulo 8:
//!
//! ```text
//!   2 a_i + 2 a_(i+1) + 3 a_(i+2) + 4 a_(i+3) + 5 a_(i+4) + 3 a_(i+5) + 5 a_(i+6) + 7 a_(i+7)
//! ```
//!
//! With the sums w_i = a_i + a_(i+1) + a_(i+3), v_i = w_i + a_(i+4) and u_i = w_i + v_(i+1) there are these forms:
//!
//! ```text
//!   ByDoubling     b_(i-2) = u_i + 2 (2 v_(i+1) + u_(i+3))      6 sums and 2 doublings a row
//!   ByProducts     b_(i-2) = w_i + 5 v_(i+1) + 2 u_(i+3)        6 sums and 2 products a row, or 4 sums of three
//!   ByMultiples    b_i = sum of five a's, of five 2 a's, of four 4 a's, for an S-box that returns multiples
//! ```
//!
//! `ByMultiples` is in [`vperm`](super::super::vperm). [Groestl-guide] 4.4 and its appendix have other forms;
//! docs/techniques/byte-slicing.md compares them.

use super::Matrix;
use crate::gf256::{inverse, mul};
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// The point at which a round adds the constants of the next one.
#[derive(Clone, Copy)]
pub(in crate::groestl) enum Carried {
    /// At the end of the round, unchanged.
    Plain,
    /// Before mix_bytes, together with the S-box: the constants are multiplied by the inverse of mix_bytes.
    BeforeMixing,
    /// To the sums u, which are doubled afterwards: the constants are halved.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only products of x86-64 carry them so"))]
    Halved,
}

impl Carried {
    /// Returns the column that has to be added at this point so that the end of the round contains `column`.
    pub(super) const fn column(self, column: [u8; 8]) -> [u8; 8] {
        match self {
            Self::Plain => column,
            Self::BeforeMixing => unmixed(column),
            // u_j is doubled and added to row j - 5.
            Self::Halved => {
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

/// The first row of the matrix of mix_bytes. Each further row is the one before, rotated by one place. [Groestl]
/// 3.4.5.
const FACTORS: [u8; 8] = [2, 2, 3, 4, 5, 3, 5, 7];

/// The first row of the inverse matrix. The matrix B is a polynomial in the rotation of rows, and the eighth power of
/// a rotation is the identity. So B^8 is the sum of the factors to the eighth power, 3^8, and the inverse is B^7
/// divided by it.
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

/// Returns the first row of the product of two such matrices.
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

/// Products with the inverse factors. They are tabulated because the compiler takes too long to evaluate them one by
/// one.
const INVERSE_PRODUCTS: [[u8; 256]; 8] = {
    let mut products = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        products[at / 256][at % 256] = mul(INVERSE_FACTORS[at / 256], (at % 256) as u8);
        at += 1;
    }
    products
};

/// Applies the inverse of mix_bytes to a column.
const fn unmixed(column: [u8; 8]) -> [u8; 8] {
    let mut unmixed = [0; 8];
    let mut at = 0;
    while at < 64 {
        let (i, j) = (at / 8, at % 8);
        unmixed[i] ^= INVERSE_PRODUCTS[j][column[(i + j) % 8] as usize];
        at += 1;
    }
    unmixed
}

/// Divides x by {02}.
const fn half(x: u8) -> u8 {
    (x >> 1) ^ ((x & 1) * 0x8d)
}

/// A way to compute sub_bytes and mix_bytes of rows.
pub(in crate::groestl) trait Mixing<V: SubBytes>: 'static {
    /// The point at which `k` is added.
    const CARRIED: Carried;
    /// The constant that the S-box defers, to be included in `k`.
    const DEFERRED: u8 = V::DEFERRED;

    /// Computes sub_bytes and mix_bytes and adds `k`. The rows have already been shuffled as the S-box requires.
    fn sub_and_mix(rows: Matrix<V>, k: Matrix<V>) -> Matrix<V>;
}

/// For machines whose S-box is an AES round, which adds `k` at no cost.
pub(in crate::groestl) struct ByDoubling;

/// For machines that multiply by a constant in one instruction.
#[cfg(target_arch = "x86_64")]
pub(in crate::groestl) struct ByProducts;

/// Evaluates the same expression for each row, in the order of the rows; `$i` is the number of the row.
macro_rules! each_row {
    ($i:ident => $row:expr) => {{
        macro_rules! row {
            ($n:literal) => {{
                const $i: usize = $n;
                $row
            }};
        }
        [row!(0), row!(1), row!(2), row!(3), row!(4), row!(5), row!(6), row!(7)]
    }};
}
pub(in crate::groestl) use each_row;

/// The constant deferred by the S-box and by two successive doublings, expressed as if the S-box had deferred all of
/// it. mix_bytes multiplies a column of equal bytes by 3, and two doublings defer 2 + 1 times what one of them
/// defers, so the factor is the same.
pub(super) const fn deferred_by_doubling<V: SubBytes>() -> u8 {
    V::DEFERRED ^ V::DOUBLED_DEFERRED
}

impl<V: SubBytes> Mixing<V> for ByDoubling {
    const CARRIED: Carried = Carried::BeforeMixing;
    const DEFERRED: u8 = deferred_by_doubling::<V>();

    #[inline(always)]
    fn sub_and_mix(x: Matrix<V>, k: Matrix<V>) -> Matrix<V> {
        let a = each_row!(I => x[I].sub_bytes_shuffled(k[I]));
        let w = each_row!(I => a[I].eor3(a[(I + 1) % 8], a[(I + 3) % 8]));
        let v = each_row!(I => w[I].xor(a[(I + 4) % 8]));
        let u = each_row!(I => w[I].xor(v[(I + 1) % 8]));
        let c = each_row!(I => v[(I + 1) % 8].doubled().xor(u[(I + 3) % 8]));
        each_row!(I => u[(I + 2) % 8].xor(c[(I + 2) % 8].doubled()))
    }
}

#[cfg(target_arch = "x86_64")]
impl<V: Products> Mixing<V> for ByProducts {
    const CARRIED: Carried = Carried::Halved;

    #[inline(always)]
    fn sub_and_mix(x: Matrix<V>, k: Matrix<V>) -> Matrix<V> {
        let a = each_row!(I => x[I].sub_bytes());
        let w = each_row!(I => a[I].eor3(a[(I + 1) % 8], a[(I + 3) % 8]));
        let v = each_row!(I => w[I].xor(a[(I + 4) % 8]));
        let u = each_row!(I => w[I].eor3(v[(I + 1) % 8], k[I]));
        each_row!(I => w[(I + 2) % 8].eor3(v[(I + 3) % 8].times::<5>(), u[(I + 5) % 8].times::<2>()))
    }
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
