//! Grøstl, final version: a chain of two wide permutations P and Q built from the AES S-box.
//!
//! ```
//! use counterpoint::Groestl256;
//!
//! let digest: [u8; 32] = Groestl256::digest(b"abc");
//! assert_eq!(digest[..4], [0xf3, 0xc1, 0xbb, 0x19]);
//! ```
//!
//! The primitive is the compression function. It maps a message block M and the chaining value H, both matrices of 8
//! rows and 8 columns of bytes (16 columns for the two longer digests), to P(H + M) + Q(M) + H. At the end, the output
//! transformation P(H) + H hides the chaining value, and its last bytes are the digest. A message may end inside a
//! byte; its last bits are then the most significant ones of that byte.
//!
//! ```text
//!         M --+--> Q ------------+           byte 8j + i of a block is row i of column j
//!             |                  |
//!   H --+--> (+) -> P -> (+) -> (+) --> H    one round of P or Q: add_round_constant, sub_bytes,
//!       |                 |                                       shift_bytes, mix_bytes
//!       +-----------------+                  10 rounds on 64 bytes, 14 on 128
//! ```
//!
//! | digest | block | compression function |
//! |---|---|---|
//! | [`Groestl224`], [`Groestl256`] | 64 bytes | 512 bits of state |
//! | [`Groestl384`], [`Groestl512`] | 128 bytes | 1024 bits of state |
//!
//! [Groestl]; most of the techniques are from [Groestl-guide].

#[cfg(relaxed)]
use crate::cpu::Relaxed;
#[cfg(simd128)]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};
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
use rows::mixing::ByDoubling;
#[cfg(vectors)]
use rows::{OneRowOf8, OneRowOf16};
#[cfg(target_arch = "x86_64")]
use rows::{TwoMessagesOf8, TwoRowsOf8, mixing::ByProducts, threes::ByThrees, two_rows::ByAffineMaps};
#[cfg(vectors)]
use vperm::ByMultiples;

mod bitslice;
mod compression;
#[cfg(detection)]
mod factors;
#[cfg(feature = "groestl0")]
pub(crate) mod groestl0;
mod hash;
#[cfg(vectors)]
mod rows;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
mod ttable32;
mod ttable64;
#[cfg(vectors)]
mod vperm;
#[cfg(target_arch = "x86_64")]
mod vperm58;

pub(crate) use compression::{Compression512, Compression1024, Final};
pub(crate) use hash::ALGORITHMS;
pub use hash::*;
#[cfg(all(feature = "steps", vectors))]
pub(crate) use rows::steps;
pub(crate) use spec::{on_bytes, p, q};

list! {
    Compression512: {
        spec::Spec<8>, spec::TECHNIQUE;
        in "all-techniques" if always_shuffles: bitslice::OneByOne<8, 2>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 8, 2, 2>, bitslice::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::OneByOneInVectors, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::SeveralAtOnce<Ymm<Avx2, 64>, 8, 2, 4>, bitslice::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": bitslice::SeveralAtOnce<Q<Neon, 64>, 8, 2, 2>, bitslice::TECHNIQUE, from 2;
        in "all-techniques": ttable::OneByOne<ttable32::By32, 8>, ttable32::TECHNIQUE;
        in "all-techniques": ttable::OneByOne<ttable64::By64, 8>, ttable64::TECHNIQUE;
        #[cfg(i686)]
        in "all-techniques": ttable::OneByOne<ttable64::By64InVectors, 8>, ttable64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": OneRowOf8<Xmm<Ssse3, 8>, vperm58::ByTable3, 1>, vperm58::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Ssse3, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Avx2, 8>, ByMultiples, 2>, vperm::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Aesni, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": OneRowOf8<Xmm<Avx, 8>, factors::ByFactors, 1>, factors::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Avx, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Xmm<Avx, 8>, ByDoubling, 2, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Vaes, 8>, ByDoubling>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Gfni, 8>, ByProducts>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        TwoRowsOf8<Ymm<Avx512, 8>, ByAffineMaps>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Vaes, 8>, ByDoubling, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Gfni, 8>, ByProducts, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Gfni, 8>, ByProducts, 4, 2>, rows::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": OneRowOf8<Ymm<Avx512, 8>, factors::ByFactorProducts, 2>, factors::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Ymm<Avx512, 8>, ByProducts, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf8<Zmm<Avx512, 8>, ByProducts, 4>, rows::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        TwoMessagesOf8<Zmm<Avx512, 8>, ByThrees, 8>, rows::TECHNIQUE, from 5;
        #[cfg(target_arch = "aarch64")]
        OneRowOf8<Q<Neon, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": OneRowOf8<Q<Armaes, 8>, factors::ByFactors, 1>, factors::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf8<Q<Armaes, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf8<Q<Armaes, 8>, ByDoubling, 2, 2>, rows::TECHNIQUE, from 2;
        // WebAssembly, in measured order (benchmarks/wasm32.txt). Where a look-up takes one more instruction, two
        // bit-sliced states are faster than two runs of `vperm`.
        #[cfg(simd128)]
        in "all-techniques" if relaxed: OneRowOf8<V128<Simd128, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques" if relaxed:
            bitslice::SeveralAtOnce<V128<Simd128, 64>, 8, 2, 2>, bitslice::TECHNIQUE, from 2;
        #[cfg(relaxed)]
        OneRowOf8<V128<Relaxed, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
    }
}
list! {
    Compression1024: {
        spec::Spec<16>, spec::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 16, 4, 2>, bitslice::TECHNIQUE, from 2;
        in "all-techniques" if always_shuffles: bitslice::OneByOne<16, 4>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": bitslice::SeveralAtOnce<Ymm<Avx2, 64>, 16, 4, 4>, bitslice::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": bitslice::SeveralAtOnce<Q<Neon, 64>, 16, 4, 2>, bitslice::TECHNIQUE, from 2;
        in "all-techniques": ttable::OneByOne<ttable32::By32, 16>, ttable32::TECHNIQUE;
        in "all-techniques": ttable::OneByOne<ttable64::By64, 16>, ttable64::TECHNIQUE;
        #[cfg(i686)]
        in "all-techniques": ttable::OneByOne<ttable64::By64InVectors, 16>, ttable64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": OneRowOf16<Xmm<Ssse3, 8>, vperm58::ByTable3, 1>, vperm58::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Ssse3, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Avx2, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Aesni, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Xmm<Avx, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Vaes, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Gfni, 8>, ByProducts, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Avx512, 8>, ByProducts, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Ymm<Gfni, 8>, ByProducts, 2, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Zmm<Avx512, 8>, ByProducts, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        OneRowOf16<Zmm<Avx512, 8>, ByThrees, 4>, rows::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        OneRowOf16<Q<Neon, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        OneRowOf16<Q<Armaes, 8>, ByDoubling, 1>, rows::TECHNIQUE;
        // WebAssembly, in measured order (benchmarks/wasm32.txt).
        #[cfg(simd128)]
        in "all-techniques": bitslice::SeveralAtOnce<V128<Simd128, 64>, 16, 4, 2>, bitslice::TECHNIQUE, named;
        #[cfg(simd128)]
        in "all-techniques" if relaxed: OneRowOf16<V128<Simd128, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
        #[cfg(relaxed)]
        OneRowOf16<V128<Relaxed, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
    }
}

/// Makes `spec` available by name; [`crate::registry::lend_spec`] does this for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<Compression512>();
    lend_spec_of::<Compression1024>();
}
