//! Fugue: a state of 30 or 36 columns. Each round absorbs one column of message, and each sub-round rotates the state
//! by three columns.
//!
//! ```
//! use counterpoint::Fugue256;
//!
//! let digest: [u8; 32] = Fugue256::digest(b"abc");
//! assert_eq!(digest[..4], [0x2b, 0x6c, 0xca, 0x67]);
//! ```
//!
//! A column is four bytes; row 0 comes first in the message. The primitive is the round: `tix` inserts a word of the
//! message into the state, then each of two to four sub-rounds rotates the state by three columns, adds columns to
//! others (`cmix`), and mixes the first four columns (`smix`: the AES S-box on 16 bytes, then the matrix product
//! `super_mix`). The final round G rotates and mixes until every column of the output depends on every column of the
//! state. The padding contains the message's length in bits. A message may end inside a byte; its last bits are then
//! the most significant ones of that byte.
//!
//! ```text
//!   a sub-round of Fugue-256
//!
//!   ror3    S27 S28 S29 S0  S1  S2  S3  ...              the last three columns move to the front
//!            |   |   |   |   |   |   |
//!           S0  S1  S2  S3  S4  S5  S6  ... S15 S16 S17  ...
//!   cmix    +S4 +S5 +S6                     +S4 +S5 +S6
//!   smix    \____________/ 16 bytes
//! ```
//!
//! The specification is [Fugue]; the layout of the columns in vector registers is from [Fugue-SIMD].

#[cfg(relaxed)]
use crate::cpu::Relaxed;
#[cfg(simd128)]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
#[cfg(feature = "std")]
use crate::list::lend_spec_of;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(simd128)]
use crate::vector::wasm32::V128;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
#[cfg(detection)]
use columns::smix::ByDoubling;
#[cfg(vectors)]
use columns::smix::ByLookUp;
#[cfg(target_arch = "x86_64")]
use columns::{by8::By8, smix::ByProducts};
#[cfg(vectors)]
use {vperm7::By7, vperm10::By10, vperm11::By11, vperm13::By13};

mod bitslice;
#[cfg(vectors)]
mod columns;
mod hash;
mod plan;
mod round;
#[cfg(vectors)]
mod sliced;
mod spec;
#[cfg(all(feature = "steps", vectors))]
pub(crate) mod steps;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
#[cfg(vectors)]
mod vperm10;
#[cfg(vectors)]
mod vperm11;
#[cfg(vectors)]
mod vperm13;
#[cfg(vectors)]
mod vperm7;

pub(crate) use hash::ALGORITHMS;
pub use hash::*;
#[cfg(test)]
pub(crate) use plan::WholeMessages;
use round::Round;
pub(crate) use spec::smix;

// `smix` with 8 vectors takes more instructions than with 7 or 10 shuffles, unless one instruction adds three vectors.
// Whether 7, 10 or 11 shuffles are fastest depends on how multiples and selections are computed. The order below is
// measured, or for NEON estimated with LLVM's models: benchmarks/fugue-shuffles.txt.
list! {
    Round<COLUMNS, SUB_ROUNDS> where
        [COLUMNS = 30, SUB_ROUNDS = 2]
        [COLUMNS = 36, SUB_ROUNDS = 3]
        [COLUMNS = 36, SUB_ROUNDS = 4]:
    {
        spec::Spec<COLUMNS, SUB_ROUNDS>, spec::TECHNIQUE;
        in "all-techniques" if always_shuffles: bitslice::OneByOne<COLUMNS, SUB_ROUNDS>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques":
            columns::InVectors<Xmm<Ssse3, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        in "all-techniques": ttable::OneByOne<COLUMNS, SUB_ROUNDS>, ttable::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques":
            columns::InVectors<Xmm<Ssse3, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques":
            columns::InVectors<Xmm<Ssse3, 8>, By7<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm7::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Ssse3, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Aesni, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Avx, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Avx2, 8>, ByLookUp, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Vaes, 8>, By10<ByDoubling>, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Vaes, 8>, ByDoubling, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 5;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Gfni, 8>, By7<ByProducts>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Avx512, 8>, By8, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Gfni, 8>, By7<ByProducts>, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Avx512, 8>, By8, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Gfni, 8>, ByProducts, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Zmm<Avx512, 8>, By8, 4, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Avx512, 8>, ByProducts, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 5;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Zmm<Avx512, 8>, ByProducts, 16, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 9;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": columns::InVectors<Q<Neon, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": columns::InVectors<Q<Neon, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": columns::InVectors<Q<Neon, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Neon, 8>, By7<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm7::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Armaes, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        sliced::Sliced<Q<Neon, 8>, ByLookUp, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 2;
        #[cfg(target_arch = "aarch64")]
        sliced::Sliced<Q<Armaes, 8>, ByDoubling, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 2;
        // WebAssembly, in measured order (benchmarks/wasm32.txt).
        #[cfg(simd128)]
        in "all-techniques":
            columns::InVectors<V128<Simd128, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques":
            columns::InVectors<V128<Simd128, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques":
            columns::InVectors<V128<Simd128, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques" if relaxed:
            columns::InVectors<V128<Simd128, 8>, By7<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm7::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques" if relaxed:
            sliced::Sliced<V128<Simd128, 8>, ByLookUp, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
        #[cfg(relaxed)]
        in "all-techniques":
            columns::InVectors<V128<Relaxed, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques":
            columns::InVectors<V128<Relaxed, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques":
            columns::InVectors<V128<Relaxed, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(relaxed)]
        columns::InVectors<V128<Relaxed, 8>, By7<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm7::TECHNIQUE;
        #[cfg(relaxed)]
        sliced::Sliced<V128<Relaxed, 8>, ByLookUp, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
    }
}

/// Makes `spec` available by name; [`crate::registry::lend_spec`] does this for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<Round<30, 2>>();
    lend_spec_of::<Round<36, 3>>();
    lend_spec_of::<Round<36, 4>>();
}
