//! Hash columns of Apache Arrow, row by row.
//!
//! The message of a row is its value:
//!
//! * binary data and text, including their large, view and fixed-size forms: the bytes
//! * integers, floating-point numbers, decimals (without their point), dates, times, timestamps, durations: the
//!   little-endian bytes of the number, in the width of its type; intervals: the bytes of each of their numbers
//! * booleans: one byte, 0 or 1
//! * lists, structs, maps: concatenated strings, each encoded like an element of TupleHash (`encode_string` in NIST SP
//!   800-185). The first is a bitmap of the elements or fields that have a value (bit `i % 8` of byte `i / 8`); the
//!   others are the values, empty for missing ones
//! * dictionaries and runs: the message of the value
//!
//! Types are not part of a message, nor are names of fields, units, time zones and scales: two columns of one type
//! have equal digests where they have equal values. Numbers are hashed by their bits: 0.0 and -0.0 have different
//! digests, and a NaN is a value like any other.
//!
//! Values are hashed in place, without a copy; lists, structs and maps are encoded, 4 MiB at a time. A null has no
//! digest, and the arbitrary bytes under it are never hashed.
//!
//! ```
//! use arrow_array::{Array, StringArray};
//! use counterpoint::{Algorithm, Sha3_256};
//! use counterpoint_columns::ColumnHasher;
//!
//! let hash = Algorithm::by_name("sha3-256")?.as_hash().unwrap();
//! let hasher = ColumnHasher { hash, implementation: None, digest_bytes: 32, threads: 1 };
//! let digests = hasher.digest(&StringArray::from(vec![Some("a"), None]))?;
//! assert_eq!(digests.value(0), Sha3_256::digest("a"));
//! assert!(digests.is_null(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encoder;
mod error;
mod hasher;
mod part;
mod parts;
mod rows;
mod sink;
mod source;

pub use error::{Error, TableError};
pub use hasher::{ColumnHasher, zeros};
pub use part::Part;
pub use rows::is_hashable;
