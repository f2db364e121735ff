//! The functions that NIST builds on cSHAKE: KMAC, TupleHash and ParallelHash, for security strengths of 128 and 256
//! bits. \[SP800-185\]
//!
//! ```text
//!   cSHAKE        bytepad(function name, customization) | message
//!   KMAC          bytepad("KMAC", S)         | bytepad(key) | message            | right_encode(L)
//!   TupleHash     bytepad("TupleHash", S)    | encode_string(X1) | encode_string(X2) ... | right_encode(L)
//!   ParallelHash  bytepad("ParallelHash", S) | left_encode(B) | digests of blocks | right_encode(n) | right_encode(L)
//! ```
//!
//! The result of `bytepad` fills whole blocks, so it is absorbed once, when the function is created, and each message
//! starts from the resulting state. L is the output's length in bits, or 0 if the output is extendable (the XOF
//! variants).

pub(super) mod cshake;
pub(super) mod encode;
mod kmac;
pub(super) mod parallel_hash;
pub(super) mod tuple_hash;

pub use cshake::*;
pub use kmac::*;
pub use parallel_hash::*;
pub use tuple_hash::*;
