//! sub_bytes and mix_bytes, in the form that suits the machine best. This file has the forms for one row per vector.
//!
//! mix_bytes computes row i of the result from the rows a, with indices modulo 8:
//!
//! ```text
//!   2 a_i + 2 a_(i+1) + 3 a_(i+2) + 4 a_(i+3) + 5 a_(i+4) + 3 a_(i+5) + 5 a_(i+6) + 7 a_(i+7)
//! ```
//!
//! With the sums w_i = a_i + a_(i+1) + a_(i+3), v_i = w_i + a_(i+4) and u_i = w_i + v_(i+1), there are these forms:
//!
//! ```text
//!   ByDoubling     b_(i-2) = u_i + 2 (2 v_(i+1) + u_(i+3))      per row 6 sums and 2 doublings
//!   ByProducts     b_(i-2) = w_i + 5 v_(i+1) + 2 u_(i+3)        per row 6 sums and 2 products, or 4 sums of three
//!   ByMultiples    per row 6 sums of a, 2 a and 4 a, for an S-box that returns multiples
//! ```
//!
//! `ByMultiples` is in [`vperm`](super::super::vperm), `threes` has a form for P and Q in separate vectors, and
//! `two_rows` has the forms for two rows per vector. [Groestl-guide] 4.4 and its appendix have other forms;
//! docs/techniques/byte-slicing.md compares them.

pub(in crate::groestl) use super::constants::ConstantPlacement;
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// A form of sub_bytes and mix_bytes, for matrices in `VECTORS` vectors: 8 of one row, or 4 of two rows.
pub(in crate::groestl) trait Mixing<V: SubBytes, const VECTORS: usize>: 'static {
    /// The point at which `k` is added.
    const CONSTANTS: ConstantPlacement;
    /// The constant that the S-box defers, which `k` must include.
    const DEFERRED: u8 = V::DEFERRED;
    /// Whether the result has row 6 before row 2 and row 7 before row 3, in vectors of two rows.
    const ROWS_6_AND_7_FIRST: bool = false;
    /// Whether P and Q are in separate vectors, which are computed alternately.
    const APART: bool = false;

    /// Computes sub_bytes and mix_bytes and adds `k`. The vectors have already been shuffled as the S-box requires.
    fn sub_and_mix(x: [V; VECTORS], k: [V; VECTORS]) -> [V; VECTORS];

    /// Like `sub_and_mix`, for separate vectors of Q. The S-box adds the constant that Q adds to every byte.
    #[inline(always)]
    fn sub_and_mix_of_q(x: [V; VECTORS], k: [V; VECTORS]) -> [V; VECTORS] {
        Self::sub_and_mix(x, k)
    }
}

/// For machines whose S-box is an AES round, which adds `k` for free.
#[cfg(detection)]
pub(in crate::groestl) struct ByDoubling;

/// For machines that multiply by a constant in one instruction.
#[cfg(target_arch = "x86_64")]
pub(in crate::groestl) struct ByProducts;

/// [`each!`] over the rows.
macro_rules! each_row {
    ($i:ident => $row:expr) => {
        $crate::each::each!($i => $row; 0 1 2 3 4 5 6 7)
    };
}
pub(in crate::groestl) use each_row;

/// The constant deferred by the S-box and by two successive doublings, as if the S-box had deferred all of it.
/// mix_bytes multiplies a column of equal bytes by 3, and two doublings defer 2 + 1 times the constant of one, so the
/// factor is the same.
#[cfg(detection)]
pub(super) const fn deferred_by_doubling<V: SubBytes>() -> u8 {
    V::DEFERRED ^ V::DOUBLED_DEFERRED
}

#[cfg(detection)]
impl<V: SubBytes> Mixing<V, 8> for ByDoubling {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::BeforeMixing;
    const DEFERRED: u8 = deferred_by_doubling::<V>();

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let a = each_row!(I => x[I].sub_bytes_shuffled(k[I]));
        let w = each_row!(I => a[I].eor3(a[(I + 1) % 8], a[(I + 3) % 8]));
        let v = each_row!(I => w[I].xor(a[(I + 4) % 8]));
        let u = each_row!(I => w[I].xor(v[(I + 1) % 8]));
        let c = each_row!(I => v[(I + 1) % 8].doubled().xor(u[(I + 3) % 8]));
        each_row!(I => u[(I + 2) % 8].xor(c[(I + 2) % 8].doubled()))
    }
}

#[cfg(target_arch = "x86_64")]
impl<V: Products> Mixing<V, 8> for ByProducts {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::BeforeDoubling;

    #[inline(always)]
    fn sub_and_mix(x: [V; 8], k: [V; 8]) -> [V; 8] {
        let a = each_row!(I => x[I].sub_bytes());
        let w = each_row!(I => a[I].eor3(a[(I + 1) % 8], a[(I + 3) % 8]));
        let v = each_row!(I => w[I].xor(a[(I + 4) % 8]));
        let u = each_row!(I => w[I].eor3(v[(I + 1) % 8], k[I]));
        each_row!(I => w[(I + 2) % 8].eor3(v[(I + 3) % 8].times::<5>(), u[(I + 5) % 8].times::<2>()))
    }
}
