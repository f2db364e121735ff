//! Digests of columns that are in memory as Apache Arrow has them.
//!
//! Binary and text columns, their large and view forms, binary columns of a fixed width, columns without any value
//! and dictionaries of them are hashed where they are, without a copy. A null has no digest, and the bytes under it,
//! which may be anything, are never hashed.
//!
//! ```
//! use arrow_array::{Array, StringArray};
//! use counterpoint::{Algorithm, Sha3_256};
//! use counterpoint_arrow::Hasher;
//!
//! let hash = Algorithm::by_name("sha3-256")?.as_hash().unwrap();
//! let hasher = Hasher { hash, implementation: None, digest_bytes: 32, threads: 1 };
//! let digests = hasher.digest(&StringArray::from(vec![Some("a"), None]))?;
//! assert_eq!(digests.value(0), Sha3_256::digest("a"));
//! assert!(digests.is_null(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod hasher;
mod rows;

pub use error::{Error, TableError};
pub use hasher::{Hasher, zeros};
pub use rows::is_hashable;
