//! Luffa v2: a sponge-like hash whose state is three to five chains of eight 32-bit words each.
//!
//! ```
//! use counterpoint::Luffa256;
//!
//! let digest: [u8; 32] = Luffa256::digest(b"abc");
//! assert_eq!(digest[..4], [0xf2, 0x93, 0x11, 0xb8]);
//! ```
//!
//! The primitive is the round: it injects a message block of 32 bytes into every chain, then applies to each chain j a
//! permutation of its own, Q_j. Digests of 224 and 256 bits use three chains, 384 bits use four, and 512 bits use five.
//! Before each 256 bits of output the round absorbs a blank block, a message block of zeros. A message may end inside a
//! byte; its last bits are then the most significant ones of that byte.
//!
//! ```text
//!              M                      M = 8 words, first byte of the message on top
//!              |
//!   H0 H1 H2 --+--> message injection --> X0 X1 X2
//!                                         |  |  |
//!                                         Q0 Q1 Q2     Q: tweak, then 8 steps of
//!                                         |  |  |         sub_crumb, mix_word, add_constant
//!                                         H0 H1 H2
//! ```
//!
//! The specification is [Luffa]; the perfectly shuffled representations are from [Luffa-shuffle].

#[cfg(target_arch = "aarch64")]
use crate::cpu::Neon;
#[cfg(relaxed)]
use crate::cpu::Relaxed;
#[cfg(simd128)]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, Gfni, Ssse3};
#[cfg(feature = "std")]
use crate::list::lend_spec_of;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(simd128)]
use crate::vector::wasm32::V128;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
#[cfg(target_arch = "x86_64")]
use crumbs::four_chains::FourChains;
use pairs::{InPairs, PERFECTLY_SHUFFLED, SIDE_BY_SIDE};
#[cfg(vectors)]
use {
    crumbs::InCrumbs, shuffle128::WordsOfOneChain, shuffle128par::WordsOfFourChains, words::several::SeveralAtOnce,
    words128::ThreeOrFour,
};

mod bit_positions;
#[cfg(vectors)]
mod byte_shuffles;
#[cfg(vectors)]
mod crumbs;
#[cfg(vectors)]
mod halves;
mod hash;
#[cfg(vectors)]
mod nibbles;
mod pairs;
mod parallel64;
#[cfg(feature = "all-techniques")]
pub mod parts;
mod round;
#[cfg(vectors)]
mod shuffle128;
#[cfg(vectors)]
mod shuffle128par;
#[cfg(target_arch = "x86_64")]
mod shuffle128plain;
mod shuffle64;
mod spec;
#[cfg(feature = "steps")]
pub(crate) mod steps;
#[cfg(all(test, feature = "std"))]
mod tests;
mod words;
#[cfg(vectors)]
mod words128;
#[cfg(target_arch = "x86_64")]
mod words256;

pub(crate) use hash::ALGORITHMS;
pub use hash::*;
use round::Round;
pub(crate) use spec::permutation;

list! {
    Round<CHAINS> where [CHAINS = 3] [CHAINS = 4]: {
        spec::Spec<CHAINS>, spec::TECHNIQUE;
        in "all-techniques": words::OneByOne<CHAINS>, words::TECHNIQUE;
        in "all-techniques": InPairs<SIDE_BY_SIDE, CHAINS>, parallel64::TECHNIQUE;
        in "all-techniques" if always_shuffles: InPairs<PERFECTLY_SHUFFLED, CHAINS>, shuffle64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": ThreeOrFour<Xmm<Ssse3, 32>, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": WordsOfFourChains<Xmm<Ssse3, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": InCrumbs<Xmm<Ssse3, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": shuffle128plain::WordsOfOneChain<Xmm<Ssse3, 64>, CHAINS>, shuffle128plain::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        WordsOfOneChain<Xmm<Ssse3, 64>, CHAINS>, shuffle128::TECHNIQUE;
        // With AVX2, a later entry is chosen for four messages too. In `SeveralAtOnce`, the first number counts
        // messages and the second interleaved permutations.
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Xmm<Ssse3, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": ThreeOrFour<Xmm<Avx512, 32>, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        InCrumbs<Ymm<Avx2, 64>, 1, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        InCrumbs<Ymm<Gfni, 64>, 1, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Ymm<Avx2, 32>, 8, 1, CHAINS>, words::TECHNIQUE, from 6, on Intel256 from 5;
        #[cfg(target_arch = "x86_64")]
        FourChains<Avx512, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Zmm<Avx512, 32>, 16, 3, CHAINS>, words::TECHNIQUE, from 7;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": ThreeOrFour<Q<Neon, 32>, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": WordsOfFourChains<Q<Neon, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": InCrumbs<Q<Neon, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        WordsOfOneChain<Q<Neon, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        SeveralAtOnce<Q<Neon, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        // WebAssembly, in measured order (benchmarks/wasm32.txt). With three chains, `crumbs` and `shuffle128par` take
        // 3 to 6 % less time than `words128` for a message of 8 KiB, but 7 % more for one of 64 bytes.
        #[cfg(simd128)]
        in "all-techniques": WordsOfOneChain<V128<Simd128, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques": InCrumbs<V128<Simd128, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques": WordsOfFourChains<V128<Simd128, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": WordsOfOneChain<V128<Relaxed, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": InCrumbs<V128<Relaxed, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": WordsOfFourChains<V128<Relaxed, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(simd128)]
        ThreeOrFour<V128<Simd128, 32>, CHAINS>, words128::TECHNIQUE;
        #[cfg(simd128)]
        SeveralAtOnce<V128<Simd128, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
    }
}
list! {
    Round<CHAINS> where [CHAINS = 5]: {
        spec::Spec<CHAINS>, spec::TECHNIQUE;
        in "all-techniques": words::OneByOne<CHAINS>, words::TECHNIQUE;
        in "all-techniques": InPairs<SIDE_BY_SIDE, CHAINS>, parallel64::TECHNIQUE;
        in "all-techniques" if always_shuffles: InPairs<PERFECTLY_SHUFFLED, CHAINS>, shuffle64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": InCrumbs<Xmm<Ssse3, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": WordsOfFourChains<Xmm<Ssse3, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": words128::FourAndOne<Xmm<Ssse3, 32>>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": shuffle128plain::WordsOfOneChain<Xmm<Ssse3, 64>, CHAINS>, shuffle128plain::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        WordsOfOneChain<Xmm<Ssse3, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Xmm<Ssse3, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": words256::Five<Ymm<Avx2, 32>>, words256::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        InCrumbs<Ymm<Avx2, 64>, 1, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        InCrumbs<Ymm<Gfni, 64>, 1, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Ymm<Avx2, 32>, 8, 1, CHAINS>, words::TECHNIQUE, from 6, on Intel256 from 5;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": words256::Five<Ymm<Avx512, 32>>, words256::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        FourChains<Avx512, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        SeveralAtOnce<Zmm<Avx512, 32>, 16, 3, CHAINS>, words::TECHNIQUE, from 7;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": InCrumbs<Q<Neon, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": WordsOfFourChains<Q<Neon, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        words128::FourAndOne<Q<Neon, 32>>, words128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        WordsOfOneChain<Q<Neon, 64>, CHAINS>, shuffle128::TECHNIQUE, named, on Apple from 1;
        #[cfg(target_arch = "aarch64")]
        SeveralAtOnce<Q<Neon, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        // WebAssembly, in measured order (benchmarks/wasm32.txt).
        #[cfg(simd128)]
        in "all-techniques": WordsOfOneChain<V128<Simd128, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques": InCrumbs<V128<Simd128, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(simd128)]
        in "all-techniques": WordsOfFourChains<V128<Simd128, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": WordsOfOneChain<V128<Relaxed, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": InCrumbs<V128<Relaxed, 64>, 2, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(relaxed)]
        in "all-techniques": WordsOfFourChains<V128<Relaxed, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(simd128)]
        words128::FourAndOne<V128<Simd128, 32>>, words128::TECHNIQUE;
        #[cfg(simd128)]
        SeveralAtOnce<V128<Simd128, 32>, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
    }
}

/// Makes `spec` available by name; [`crate::registry::lend_spec`] does this for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<Round<3>>();
    lend_spec_of::<Round<4>>();
    lend_spec_of::<Round<5>>();
}
