//! The C interface of [`counterpoint`]. C programs include `counterpoint.h`, which is generated from these sources,
//! with the same names and documentation.
//!
//! ```c
//! #include <counterpoint.h>
//!
//! uint8_t digest[CPT_SHA3_256_DIGEST_BYTES];
//! cpt_sha3_256("abc", 3, digest);
//! ```
//!
//! Each function that can fail returns a [`cpt_status`]. Null pointers, wrong lengths and invalid numbers are errors. A
//! panic, which would be a bug in the library, is caught and reported as `CPT_ERROR_PANIC`.
//!
//! As everywhere in C, the caller must ensure that a pointer that is not null points to as many bytes as its length
//! states, that outputs do not overlap anything else, and that an object is not used by two threads at the same time,
//! unless both only read it.

#![allow(non_camel_case_types, reason = "these are the names in C")]
#![allow(clippy::missing_safety_doc, reason = "the conditions above apply to all functions")]
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
