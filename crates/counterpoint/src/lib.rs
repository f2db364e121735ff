//! Hash many short messages at once, in constant time.
//!
//! Grøstl, Fugue, Luffa, the Keccak family and AES blocks, each implemented with the techniques that are fastest on
//! some CPU: constant-time by default, selected at run time, for one message or many at once.
//!
//! The Keccak family is enabled by default; the features `aes`, `fugue`, `groestl` and `luffa` add the others. The
//! feature `all-techniques` adds implementations that are the best choice on no CPU (the specification's plain form,
//! tables, the papers' slower techniques), for measurements and tests.
//!
//! Hash a message:
//!
//! ```
//! use counterpoint::Sha3_256;
//!
//! let digest: [u8; 32] = Sha3_256::digest(b"abc");
//! assert_eq!(digest[..4], [0x3a, 0x98, 0x5d, 0xa7]);
//! ```
//!
//! Hash many:
//!
//! ```
//! use counterpoint::Sha3_256;
//!
//! let rows = ["row 1", "row 2", "a longer row 3"];
//! let digests: Vec<[u8; 32]> = Sha3_256::digest_many(&rows);
//! assert_eq!(digests[2], Sha3_256::digest("a longer row 3"));
//! ```
//!
//! The messages may also lie in one buffer, like the values of a column: see [`Rows`]. Code that works with any hash
//! function is generic over [`HashFunction`].
//!
//! Choose an algorithm and an implementation by name:
//!
//! ```
//! use counterpoint::Algorithm;
//!
//! let algorithm = Algorithm::by_name("sha3-256")?;
//! for implementation in algorithm.implementations() {
//!     println!("{implementation} on {}", implementation.tier());
//! }
//! let hash = algorithm.as_hash().expect("sha3-256 is a hash");
//! let mut digest = vec![0; hash.digest_bytes()];
//! hash.digest_many(Some(algorithm.best(1).name()), &[b"abc"], &mut digest)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Hashers, sponges, sessions and ciphers have a constructor `with_implementation`. It takes the name of an
//! implementation followed by the parameters of `new`, and returns an error if the name is unknown or if this machine
//! can't run the implementation. Other constructors have the same kind of variant, for example
//! `start_with_implementation` for `start`.
#![no_std]
#![cfg_attr(
    not(all(
        // features: begin, by `cargo xtask generate` from functions.toml
        feature = "aes",
        feature = "fugue",
        feature = "groestl",
        feature = "keccak",
        feature = "luffa",
        // features: end
        feature = "alloc"
    )),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        unused_macros,
        reason = "some families do not use all the shared parts"
    )
)]
#![deny(unsafe_code)]
// Keep the public interface open to additions, and its results from being dropped by mistake.
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs, clippy::must_use_candidate)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The public interface.
pub mod aead;
#[cfg(feature = "alloc")]
pub mod merkle;
#[cfg(any(feature = "groestl", feature = "fugue", feature = "luffa"))]
pub mod primitives;
pub mod registry;
pub mod tag;
#[cfg(all(feature = "steps", vectors))]
pub mod technique_steps;
#[cfg(all(feature = "all-techniques", feature = "luffa"))]
#[doc(hidden)]
pub use luffa::parts as luffa_parts;

// The internal modules, from those without dependencies to those that use all the others.
#[allow(unsafe_code, reason = "calls the #[target_feature] shells, with the proof in hand")]
mod cpu;
#[allow(unsafe_code, reason = "writes a value into the caller's memory, and drops it there")]
mod in_place;
#[allow(unsafe_code, reason = "the machine's vector instructions, reached through proofs only")]
mod vector;

mod algorithm;
#[cfg(feature = "std")]
mod column;
mod cores;
mod digest_value;
mod each;
mod gf256;
mod hash;
mod kernel;
mod list;
mod messages;
#[cfg(feature = "std")]
mod table;
mod wipe;

// The families, some of them public. The types of all of them are exported below.
// families: begin, by `cargo xtask generate` from functions.toml
#[cfg(feature = "aes")]
pub mod aes;
#[cfg(feature = "fugue")]
mod fugue;
#[cfg(feature = "groestl")]
mod groestl;
#[cfg(feature = "keccak")]
pub mod keccak;
#[cfg(feature = "luffa")]
mod luffa;
// families: end

#[cfg(all(test, feature = "std"))]
mod steps;

pub use digest_value::{DigestValue, ParseDigestError};
pub use hash::OutputReader;
pub use hash::types::HashFunction;
pub use messages::{EqualRows, Messages, Offset, Rows, RowsError};
pub use registry::Algorithm;

// functions: begin, by `cargo xtask generate` from functions.toml
#[cfg(feature = "aes")]
pub use aes::{Aes128, Aes192, Aes256};
#[cfg(feature = "fugue")]
pub use fugue::{Fugue224, Fugue256, Fugue384, Fugue512};
#[cfg(feature = "groestl0")]
pub use groestl::groestl0::{Groestl0_224, Groestl0_256, Groestl0_384, Groestl0_512};
#[cfg(feature = "groestl")]
pub use groestl::{Groestl224, Groestl256, Groestl384, Groestl512};
#[cfg(feature = "keccak")]
pub use keccak::{
    CShake128, CShake256, Keccak224, Keccak256, Keccak384, Keccak512, KetjeJr, KetjeMajor, KetjeMinor, KetjeSr,
    Kmac128, Kmac256, KmacXof128, KmacXof256, Kt128, Kt256, LakeKeyak, LunarKeyak, OceanKeyak, ParallelHash128,
    ParallelHash256, ParallelHashXof128, ParallelHashXof256, RiverKeyak, SeaKeyak, Sha3_224, Sha3_256, Sha3_384,
    Sha3_512, Shake128, Shake256, TupleHash128, TupleHash256, TupleHashXof128, TupleHashXof256, TurboShake128,
    TurboShake256,
};
#[cfg(feature = "luffa")]
pub use luffa::{Luffa224, Luffa256, Luffa384, Luffa512};
// functions: end

/// The crate `rand_core`, in the version whose traits the readers of extendable outputs implement.
#[cfg(feature = "rand_core")]
pub use rand_core;

/// The crate `cipher`, in the version whose traits AES implements.
#[cfg(feature = "cipher")]
pub use cipher;

/// The crate `digest`, in the version whose traits the hash functions implement.
#[cfg(feature = "digest")]
pub use digest;

/// Runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
