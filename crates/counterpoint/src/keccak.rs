//! Keccak-p and the functions built on it: SHA-3, SHAKE, Keccak as it was before SHA-3, authenticated encryption with
//! Keyak and Ketje, and the permutations, the sponge and the duplex object themselves. \[FIPS202\] [Keccak-ref]
//!
//! Hash a message, or read output of any length:
//!
//! ```
//! use counterpoint::{Sha3_256, Shake128};
//!
//! assert_eq!(Sha3_256::digest(b"abc")[..4], [0x3a, 0x98, 0x5d, 0xa7]);
//!
//! let mut hasher = Shake128::new();
//! hasher.update(b"abc");
//! let mut reader = hasher.finalize();
//! let mut output = [0; 100];
//! reader.read(&mut output[..40]);
//! reader.read(&mut output[40..]);
//! ```
//!
//! Permute one state, or many with fewer rounds:
//!
//! ```
//! use counterpoint::keccak;
//!
//! let mut state = [0u64; 25];
//! keccak::f1600(&mut state);
//!
//! let mut states = [[0u64; 25]; 7];
//! keccak::permute_many(&mut states, 12);
//! ```
//!
//! Use a sponge or a duplex object of any width and rate, in bits:
//!
//! ```
//! use counterpoint::keccak::{Duplex, Sponge};
//!
//! let mut sponge = Sponge::<u32>::new(544, 22)?;
//! sponge.absorb(b"abc");
//! let mut output = [0; 64];
//! sponge.finalize().squeeze(&mut output);
//!
//! let mut duplex = Duplex::<u64>::new(1026, 24)?;
//! duplex.duplexing(b"a block", &mut output)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Encrypt and authenticate a session of messages:
//!
//! ```
//! use counterpoint::LakeKeyak;
//!
//! let mut session = LakeKeyak::new(&[0x42; 16], b"used once with this key")?;
//! let mut message = *b"attack at dawn";
//! let tag = session.encrypt(b"to Bob", &mut message)?;
//! # Ok::<(), counterpoint::aead::AeadError>(())
//! ```
//!
//! Authenticate a message with a key, and hash a long one as a tree:
//!
//! ```
//! use counterpoint::{Kmac128, Kt128};
//!
//! let mac = Kmac128::new(b"a key of 16 byte", b"");
//! let tag = mac.clone().chain(b"abc").finalize();
//! assert!(mac.chain(b"abc").verify(&tag).is_ok());
//!
//! let mut digest = [0; 32];
//! Kt128::new(b"").digest_into(&vec![0; 1_000_000], &mut digest);
//! ```
//!
//! Everything here uses one primitive, for lanes of 8, 16, 32 and 64 bits: it permutes any number of states, and may
//! absorb blocks first. `with_implementation` takes the name of one of its implementations;
//! `Algorithm::by_name("keccak-p1600")` lists those for 64-bit lanes.

use crate::algorithm::Algorithm;
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armsha3, Neon};

#[cfg(simd128)]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
#[cfg(feature = "std")]
use crate::list::lend_spec_of;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::portable::Scalar;
#[cfg(simd128)]
use crate::vector::wasm32::V128;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};

#[cfg(feature = "aead")]
mod aead_traits;
#[cfg(any(target_arch = "x86_64", one_thread))]
#[cfg_attr(one_thread, allow(dead_code, reason = "one of its kernels is only for x86-64"))]
mod alternating;
mod bits;
#[cfg(feature = "by-value")]
pub mod by_value;
#[cfg(feature = "digest")]
mod digest_traits;
mod duplex;
mod interleaved;
mod kangarootwelve;
mod ketje;
mod keyak;
mod lanes;
mod mode_error;
mod modes;
#[cfg(target_arch = "x86_64")]
mod pairs;
mod permutation;
#[cfg(target_arch = "x86_64")]
mod planes;
mod primitive;
mod session;
mod sha3;
mod sp800_185;
mod spec;
mod sponge;
mod state_bytes;
#[cfg(target_arch = "x86_64")]
mod tails;
#[cfg(all(test, feature = "std"))]
mod tests;
mod tree;
mod turboshake;

#[cfg(feature = "aead")]
pub use aead_traits::{
    AeadKey, KetjeJrKey, KetjeMajorKey, KetjeMinorKey, KetjeSrKey, LakeKeyakKey, LunarKeyakKey, OceanKeyakKey,
    RiverKeyakKey, SeaKeyakKey,
};
pub use bits::ParameterError;
pub use duplex::*;
pub use kangarootwelve::*;
pub use ketje::*;
pub use keyak::*;
pub use mode_error::ModeError;
pub use permutation::*;
pub use primitive::Word;
pub use sha3::*;
pub use sp800_185::*;
pub use sponge::*;
pub use turboshake::*;

use primitive::KeccakP;
#[cfg(test)]
pub(crate) use primitive::{KeccakP200, KeccakP1600};

list! {
    KeccakP<u8>: {
        spec::Spec<u8>, spec::TECHNIQUE;
        lanes::OneByOne<u8>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Ymm<Avx2, 8>, 32>, lanes::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Zmm<Avx512, 8>, 64>, lanes::TECHNIQUE, from 2;
        #[cfg(target_arch = "aarch64")]
        lanes::SeveralNarrow<Q<Neon, 8>, 16>, lanes::TECHNIQUE, from 4, on NeoverseN2 from 6;
        #[cfg(simd128)]
        lanes::SeveralNarrow<V128<Simd128, 8>, 16>, lanes::TECHNIQUE, from 4;
    }
}
list! {
    KeccakP<u16>: {
        spec::Spec<u16>, spec::TECHNIQUE;
        lanes::OneByOne<u16>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Ymm<Avx2, 16>, 16>, lanes::TECHNIQUE, from 3, on Zen4 from 2;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Zmm<Avx512, 16>, 32>, lanes::TECHNIQUE, from 3, on Zen4 from 17;
        #[cfg(target_arch = "aarch64")]
        lanes::SeveralNarrow<Q<Neon, 16>, 8>, lanes::TECHNIQUE, from 3;
        #[cfg(simd128)]
        lanes::SeveralNarrow<V128<Simd128, 16>, 8>, lanes::TECHNIQUE, from 3;
    }
}
list! {
    KeccakP<u32>: {
        spec::Spec<u32>, spec::TECHNIQUE;
        lanes::OneByOne<u32>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::OneByOneIn<Scalar<u32, Avx2>>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::OneByOneIn<Xmm<Avx512, 32>>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Ymm<Avx2, 32>, 8>, lanes::TECHNIQUE, from 3, on Zen4 from 4;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralNarrow<Zmm<Avx512, 32>, 16>, lanes::TECHNIQUE, from 3, on Zen4 from 9;
        #[cfg(target_arch = "aarch64")]
        lanes::SeveralNarrow<Q<Neon, 32>, 4>, lanes::TECHNIQUE, from 3;
        #[cfg(simd128)]
        lanes::SeveralNarrow<V128<Simd128, 32>, 4>, lanes::TECHNIQUE, from 3;
    }
}
list! {
    KeccakP<u64>: {
        spec::Spec<u64>, spec::TECHNIQUE;
        #[cfg(not(half_lanes))]
        in "all-techniques": lanes::OneByOneIn<interleaved::Interleaved, false>, interleaved::TECHNIQUE;
        in "all-techniques" if any(target_arch = "x86_64", half_lanes, one_thread):
            lanes::OneByOneIn<u64>, lanes::TECHNIQUE;
        // 32-bit registers hold halves of lanes.
        #[cfg(half_lanes)]
        lanes::OneByOneIn<interleaved::Interleaved, false>, interleaved::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        alternating::OneByOne<u64, true>, alternating::TECHNIQUE;
        // In V8 on Zen 4 (Node 20, 22, 24 and 26), a block of sha3-256 takes 332, 298, 307 and 306 ns; with `lanes`, it
        // takes 368, 358, 372 and 373 ns.
        #[cfg(one_thread)]
        alternating::OneAtFixedAddresses, alternating::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        lanes::OneByOneIn<Scalar<u64, Avx2>>, lanes::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        // On Zen 3 it takes 1 to 2 % less time than `lanes`, but 15 % more if the compiler may schedule for that CPU
        // (benchmarks/zen3.txt).
        alternating::OneByOne<Scalar<u64, Avx2>, false>, alternating::TECHNIQUE, from 1, on Zen3 named;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralAtOnce<Ymm<Avx2, 64>, 4>, lanes::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": planes::OneInPlanes<Avx512>, planes::TECHNIQUE, named;
        #[cfg(target_arch = "x86_64")]
        lanes::OnePadding<Avx512>, lanes::TECHNIQUE;
        // With 77 operations per round instead of 95, it takes 14 % less time on Intel's cores, which have three vector
        // ports, and 10 % less on Zen 4. On Zen 5, its longer dependency chains cost more than it saves. All of this
        // was measured (benchmarks/short.txt, benchmarks/zen4.txt).
        #[cfg(target_arch = "x86_64")]
        pairs::OneInPairs<Avx512>, pairs::TECHNIQUE, named, on Intel512 | Zen4 from 1;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralAtOnce<Xmm<Avx512, 64>, 2>, lanes::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralAtOnce<Ymm<Avx512, 64>, 4>, lanes::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        lanes::SeveralAtOnce<Zmm<Avx512, 64>, 8>, lanes::TECHNIQUE, from 5;
        // Apple's cores have the SHA-3 instructions in every vector pipe. Arm's own cores have them in one of two or
        // four; general registers and plain NEON are faster there. On Neoverse N2, general registers are faster than
        // two states in its two vector pipes (benchmarks/mca.aarch64.txt).
        #[cfg(target_arch = "aarch64")]
        lanes::OneByOneIn<Q<Armsha3, 64>>, lanes::TECHNIQUE, named, on Apple from 1;
        #[cfg(target_arch = "aarch64")]
        lanes::SeveralAtOnce<Q<Neon, 64>, 2>, lanes::TECHNIQUE, from 2, on NeoverseN2 named;
        #[cfg(simd128)]
        lanes::SeveralAtOnce<V128<Simd128, 64>, 2>, lanes::TECHNIQUE, from 2;
        #[cfg(target_arch = "aarch64")]
        lanes::SeveralAtOnce<Q<Armsha3, 64>, 2>, lanes::TECHNIQUE, named, on Apple from 2;
    }
}

/// The family's hash functions by name.
pub(crate) static ALGORITHMS: &[Algorithm] = sha3::ALGORITHMS;

/// The family's modes of use by name: hash functions with inputs besides the message.
pub(crate) static MODES: &[Algorithm] = modes::MODES;

/// The family's permutations by name.
pub(crate) static PERMUTATIONS: &[Algorithm] = permutation::ALGORITHMS;

/// The family's authenticated encryption by name.
pub(crate) static KEYAK: &[Algorithm] = keyak::ALGORITHMS;

/// The family's authenticated encryption for small devices by name.
pub(crate) static KETJE: &[Algorithm] = ketje::ALGORITHMS;

/// Makes `spec` available by name, as [`crate::registry::lend_spec`] does for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<KeccakP<u8>>();
    lend_spec_of::<KeccakP<u16>>();
    lend_spec_of::<KeccakP<u32>>();
    lend_spec_of::<KeccakP<u64>>();
}
