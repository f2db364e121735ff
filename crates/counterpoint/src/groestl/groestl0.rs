//! Grøstl-0, the form of the competition's second round. It is here for study only: the papers measured it, and this
//! makes their figures comparable with ours.
//!
//! It differs from Grøstl in the round constants and in the rotations of Q:
//!
//! | | Grøstl-0 | Grøstl |
//! |---|---|---|
//! | constants of P | the number of the round, to row 0 of column 0 | numbers of round and column, to row 0 |
//! | constants of Q | the number of the round + {ff}, to row 7 of column 0 | as P, but to row 7, and {ff} to all |
//! | shift_bytes of Q | as P | rotations of its own |
//!
//! The kernels of `spec`, bit slicing and byte slicing take the form as a parameter. `threes` does not, because its
//! S-box adds a constant that only the final Q has in every byte; nor do the T-tables. The lists below have one kernel
//! per technique and kind of vector.
//!
//! The final form has a larger security margin ([Groestl-guide] 2). So no binding offers Grøstl-0, and only the
//! benchmark and the tests of all features enable it.

use super::compression::{Columns, CompressionFunction, Form};
use super::hash::{extract, functions, initial, pad, padded_tail_bytes, padding};
#[cfg(detection)]
use super::rows::{self, mixing::ByDoubling};
#[cfg(vectors)]
use super::rows::{OneRowOf8, OneRowOf16};
#[cfg(target_arch = "x86_64")]
use super::rows::{TwoRowsOf8, mixing::ByProducts, two_rows::ByAffineMaps};
#[cfg(vectors)]
use super::vperm::{self, ByMultiples};
use super::{bitslice, spec};
use crate::algorithm::Algorithm;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
#[cfg(feature = "digest")]
use crate::hash::digest_traits::hmac;
use crate::hash::types::digesters;
use crate::hash::{BitOrder, Function, Message, Plain, Tail};
use crate::kernel::Padding;
#[cfg(feature = "std")]
use crate::list::lend_spec_of;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
use core::ops::RangeInclusive;

/// The form of the competition's second round.
pub struct Round2;

impl Form for Round2 {
    const IS_FINAL: bool = false;
}

/// Grøstl-0 on matrices of `COLUMNS` columns, with a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Groestl0<const COLUMNS: usize, const DIGEST: usize>;

functions! {
    Groestl0 of Round2;
    // groestl0: begin, by `cargo xtask generate` from functions.toml
    /// Grøstl-0-224, for study only: use Grøstl.
    Groestl0_224 = 8, 28, "groestl0-224", &[];
    /// Grøstl-0-256, for study only: use Grøstl.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl0_256::digest(b"abc")[..4], [0x90, 0xf0, 0xb0, 0x41]);
    /// ```
    Groestl0_256 = 8, 32, "groestl0-256", &[];
    /// Grøstl-0-384, for study only: use Grøstl.
    Groestl0_384 = 16, 48, "groestl0-384", &[];
    /// Grøstl-0-512, for study only: use Grøstl.
    Groestl0_512 = 16, 64, "groestl0-512", &[];
    // groestl0: end
}

list! {
    CompressionFunction<8, Round2>: {
        spec::Spec<8, Round2>, spec::TECHNIQUE;
        in "all-techniques" if all(detection, always_shuffles): bitslice::OneByOne<8, 2, Round2>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 8, 2, 2, Round2>, bitslice::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::OneByOneInVectors<Round2>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Ssse3, 8>, ByMultiples, 1, 1, Round2>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Avx2, 8>, ByMultiples, 2, 1, Round2>, vperm::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Aesni, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Avx, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Vaes, 8>, ByDoubling, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Gfni, 8>, ByProducts, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Avx512, 8>, ByAffineMaps, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Zmm<Avx512, 8>, ByProducts, 4, 1, Round2>, rows::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        OneRowOf8<Q<Neon, 8>, ByMultiples, 1, 1, Round2>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf8<Q<Armaes, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
    }
}
list! {
    CompressionFunction<16, Round2>: {
        spec::Spec<16, Round2>, spec::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 16, 4, 2, Round2>, bitslice::TECHNIQUE, from 2;
        in "all-techniques" if all(detection, always_shuffles): bitslice::OneByOne<16, 4, Round2>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Ssse3, 8>, ByMultiples, 1, 1, Round2>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Avx2, 8>, ByMultiples, 1, 1, Round2>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Aesni, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Avx, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Vaes, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Gfni, 8>, ByProducts, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Avx512, 8>, ByProducts, 1, 1, Round2>, rows::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf16<Q<Neon, 8>, ByMultiples, 1, 1, Round2>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf16<Q<Armaes, 8>, ByDoubling, 1, 1, Round2>, rows::TECHNIQUE;
    }
}

/// Makes `spec` available by name; [`crate::registry::lend_spec`] does this for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<CompressionFunction<8, Round2>>();
    lend_spec_of::<CompressionFunction<16, Round2>>();
}
