//! Known answers, parsed into typed records.
//!
//! The crate reads messages and digests, Monte Carlo chains, permutations, sponges, duplexes, AES blocks, MACs, and
//! sessions of authenticated encryption. Files are JSON with a header that describes the records, NIST's `.rsp`, or the
//! designers' listings of intermediate values.
//!
//! ```
//! use counterpoint_vectors::{Body, File};
//!
//! let json = r#"{"algorithm": "sha3_256", "format": "whole bytes", "vectors": [
//!     {"message_hex": "616263", "digest_hex": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"}]}"#;
//! let file = File::parse("abc.json", json.as_bytes())?;
//! let Body::Hash(hash) = &file.cases[0].body else { panic!("a message and its digest") };
//! assert_eq!(hash.message.as_bytes(), Some(&b"abc"[..]));
//! # Ok::<(), counterpoint_vectors::Error>(())
//! ```
//!
//! [`files`] finds the files in a folder, [`EMBEDDED`] lists those built into this crate, and [`steps`] contains the
//! input and output of every step of the algorithms.

mod bits;
mod case;
mod cavp;
mod embedded;
mod error;
mod fields;
mod file;
mod hex;
mod json;
mod keccak_name;
mod stanzas;
pub mod steps;
mod traces;
mod tree;

pub use bits::{BitOrder, BitString};
pub use case::*;
pub use embedded::{EMBEDDED, Embedded};
pub use error::{Error, Fault, Place};
pub use file::LONGEST_FILE;
pub use hex::hex;
pub use tree::{files, shared};
