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
//! The result of `bytepad` fills whole blocks, so it is absorbed once, when the function is created: each message
//! starts from the state after it. L is the output's length in bits, or 0 if the output is extendable (the forms with
//! `Xof`).

mod cshake;
mod kmac;
mod parallel_hash;
mod tuple_hash;

pub use cshake::*;
pub use kmac::*;
pub use parallel_hash::*;
pub use tuple_hash::*;

/// The state of Keccak-p\[1600\].
type State = [u64; 25];

/// cSHAKE's suffix: the domain bits 00, and the padding's first 1. \[SP800-185\] 3.3.
const CSHAKE: u8 = 0x04;
/// SHAKE's suffix, for cSHAKE without any string.
const SHAKE: u8 = 0x1f;

/// An array with room for the longest padded tail at any rate of these functions: two blocks.
type Tail = [u8; 2 * 168];

/// A number with its length in bytes before or after it. \[SP800-185\] 2.3.1.
struct Encoded {
    bytes: [u8; 9],
    length: usize,
}

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Returns the number's length in bytes, at least 1.
fn significant_bytes(x: u64) -> usize {
    (8 - x.leading_zeros() as usize / 8).max(1)
}

/// Returns the length, then the number, its most significant byte first.
fn left_encode(x: u64) -> Encoded {
    let n = significant_bytes(x);
    let mut bytes = [0; 9];
    bytes[0] = n as u8;
    bytes[1..=n].copy_from_slice(&x.to_be_bytes()[8 - n..]);
    Encoded { bytes, length: n + 1 }
}

/// Returns the number, its most significant byte first, then the length.
fn right_encode(x: u64) -> Encoded {
    let n = significant_bytes(x);
    let mut bytes = [0; 9];
    bytes[..n].copy_from_slice(&x.to_be_bytes()[8 - n..]);
    bytes[n] = n as u8;
    Encoded { bytes, length: n + 1 }
}

/// Returns the length of `bytes` in bits.
fn bits(bytes: &[u8]) -> u64 {
    8 * bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::{left_encode, right_encode};

    #[test]
    fn numbers_are_as_short_as_can_be() {
        for (x, left, right) in [
            (0, &[1, 0][..], &[0, 1][..]),
            (12, &[1, 12], &[12, 1]),
            (255, &[1, 255], &[255, 1]),
            (256, &[2, 1, 0], &[1, 0, 2]),
            (65538, &[3, 1, 0, 2], &[1, 0, 2, 3]),
            (u64::MAX, &[8, 255, 255, 255, 255, 255, 255, 255, 255], &[255, 255, 255, 255, 255, 255, 255, 255, 8]),
        ] {
            assert_eq!((left_encode(x).as_ref(), right_encode(x).as_ref()), (left, right), "{x}");
        }
    }
}
