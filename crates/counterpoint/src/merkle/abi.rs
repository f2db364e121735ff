//! Encodes values like Solidity's `abi.encode`, for the leaves of [OpenZeppelin's trees](super::openzeppelin).
//!
//! ```
//! use counterpoint::merkle::abi::{Value, encode};
//!
//! // abi.encode(true, "dog")
//! let encoded = encode(&[Value::bool(true), Value::string("dog")]);
//! assert_eq!(encoded.len(), 4 * 32);
//! assert_eq!((encoded[31], encoded[63], encoded[95]), (1, 64, 3));
//! assert_eq!(&encoded[96..99], b"dog");
//! ```
//!
//! Each value has a word of 32 bytes. For `bytes` and `string`, it is the offset of their length and content, which
//! follow all words. Static arrays and tuples of static types are encoded as their elements one after another, so list
//! the elements. Dynamic arrays, and tuples or arrays of `bytes` and `string`, are not supported.

use alloc::vec::Vec;

/// The length of a word in bytes.
const WORD: usize = 32;

/// A value of one of the ABI's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'v>(Kind<'v>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'v> {
    Static([u8; WORD]),
    Dynamic(&'v [u8]),
}

impl<'v> Value<'v> {
    /// A `uint8` to `uint256`. The width does not change the encoding, so it is not checked.
    #[must_use]
    pub const fn uint(number: u128) -> Self {
        Self::right(number.to_be_bytes(), 0)
    }

    /// An `int8` to `int256`. The width does not change the encoding, so it is not checked.
    #[must_use]
    pub const fn int(number: i128) -> Self {
        Self::right(number.to_be_bytes(), if number < 0 { 0xff } else { 0 })
    }

    /// A number of 256 bits: 32 bytes, most significant first, in two's complement if negative.
    #[must_use]
    pub const fn int256(bytes: [u8; WORD]) -> Self {
        Self(Kind::Static(bytes))
    }

    /// An `address`.
    #[must_use]
    pub const fn address(bytes: [u8; 20]) -> Self {
        Self::right(bytes, 0)
    }

    /// A `bool`.
    #[must_use]
    pub const fn bool(value: bool) -> Self {
        Self::right([value as u8], 0)
    }

    /// A `bytes1` to `bytes32`, or a `function`, which is a `bytes24`. Other lengths do not compile.
    #[must_use]
    pub const fn fixed_bytes<const N: usize>(bytes: [u8; N]) -> Self {
        const { assert!(N > 0 && N <= WORD, "bytes1 to bytes32") };
        let mut word = [0; WORD];
        word.split_at_mut(N).0.copy_from_slice(&bytes);
        Self(Kind::Static(word))
    }

    /// `bytes` of any length.
    #[must_use]
    pub const fn bytes(bytes: &'v [u8]) -> Self {
        Self(Kind::Dynamic(bytes))
    }

    /// A `string`, as UTF-8.
    #[must_use]
    pub const fn string(text: &'v str) -> Self {
        Self::bytes(text.as_bytes())
    }

    /// Returns a word that ends in these bytes.
    const fn right<const N: usize>(bytes: [u8; N], fill: u8) -> Self {
        let mut word = [fill; WORD];
        word.split_at_mut(WORD - N).1.copy_from_slice(&bytes);
        Self(Kind::Static(word))
    }
}

/// Encodes values like `abi.encode`.
#[must_use]
pub fn encode(values: &[Value<'_>]) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(values.len() * WORD);
    let mut contents = Vec::new();
    for Value(kind) in values {
        match kind {
            Kind::Static(word) => encoded.extend_from_slice(word),
            Kind::Dynamic(bytes) => {
                push(&mut encoded, values.len() * WORD + contents.len());
                push(&mut contents, bytes.len());
                contents.extend_from_slice(bytes);
                contents.resize(contents.len().next_multiple_of(WORD), 0);
            }
        }
    }
    encoded.append(&mut contents);
    encoded
}

/// Appends a number as a word.
fn push(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&[0; WORD - size_of::<usize>()]);
    bytes.extend_from_slice(&number.to_be_bytes());
}
