//! Digests of columns that are in memory as Apache Arrow has them.
//!
//! The message of a row is its value:
//!
//! * binary data and text, their large and view forms, binary data of a fixed width: the bytes
//! * integers, floating-point numbers, decimals (without their point), dates, times, timestamps, durations: the
//!   little-endian bytes of the number, as many as its type has; intervals: those of each of their numbers
//! * booleans: one byte, 0 or 1
//! * lists, structs, maps: strings, one after the other, each encoded as TupleHash encodes an element (`encode_string`
//!   of NIST SP 800-185). The first is a bitmap that says which elements or fields have a value (bit `i % 8` of byte
//!   `i / 8`), the others are the values, of which a missing one is empty
//! * dictionaries and runs: what the value has
//!
//! Types are no part of a message, nor are the names of fields, units, time zones and scales: two columns of one type
//! have equal digests where they have equal values. Numbers are their bits: 0.0 is not -0.0, and NaN is a value.
//!
//! Values are hashed where they are, without a copy; lists, structs and maps are encoded, 4 MiB at a time. A null has
//! no digest, and the bytes under it, which may be anything, are never hashed.
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
