//! The C interface of [`counterpoint`]. C programs include `counterpoint.h`, which is generated from these sources: a
//! name and its documentation here are those of the header.
//!
//! ```c
//! #include <counterpoint.h>
//!
//! uint8_t digest[CPT_SHA3_256_DIGEST_BYTES];
//! cpt_sha3_256("abc", 3, digest);
//! ```
//!
//! Each function that can fail returns a [`cpt_status`]. Null pointers, wrong lengths and wrong numbers are errors. A
//! panic, which would be a defect of the library, ends at the border as `CPT_ERROR_PANIC`.
//!
//! What remains the caller's responsibility, here as everywhere in C: a pointer that is not null points to as many
//! bytes as its length says, outputs overlap nothing else, and one object is not used by two threads at the same time,
//! unless both only read it.

#![allow(non_camel_case_types, reason = "these are the names that C has")]
#![allow(clippy::missing_safety_doc, reason = "the conditions are those of all functions, above")]
#![allow(clippy::must_use_candidate, reason = "C callers do not see it")]

mod algorithm;
mod function;
mod hasher;
mod many;
mod merkle;
mod options;
mod session;
mod slices;
mod status;

pub use algorithm::*;
pub use function::*;
pub use hasher::*;
pub use many::*;
pub use merkle::*;
pub use options::*;
pub use session::*;
pub use status::*;
