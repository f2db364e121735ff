//! A digest as a value: compared in constant time, written and read as hexadecimal digits.

use crate::tag::differences;
use core::fmt;

/// A digest of `N` bytes that is compared in constant time, and is written and parsed as hexadecimal digits.
///
/// ```
/// # #[cfg(feature = "keccak")] {
/// use counterpoint::{DigestValue, Sha3_256};
///
/// let digest = DigestValue::from(Sha3_256::digest(b"abc"));
/// let line = format!("{digest}  file");
/// assert_eq!(line, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532  file");
///
/// let expected: DigestValue<32> = line[..64].parse()?;
/// assert!(digest == expected);
/// # }
/// # Ok::<(), counterpoint::ParseDigestError>(())
/// ```
///
/// The functions of this library return arrays of bytes, from which and into which it is converted. It is also
/// compared with arrays and slices; a slice of another length is never equal. A string of digits has `2 * N` of them,
/// in lower or upper case, two for each byte from the first byte on; `{}` and `{:x}` write them in lower case, `{:X}`
/// in upper case, and `{:#x}` with `0x` in front.
///
/// # Guarantees
///
/// The time of a comparison depends on the lengths only. It does not show where two digests differ, so an attacker who
/// measures it learns nothing of a digest that is secret, such as the tag of a message. Therefore digests have no
/// order. Everything else, such as writing, parsing, and looking a digest up in a map, takes a time that may depend on
/// the bytes.
///
/// To verify a tag, use the `verify` method of the MAC if there is one: it also refuses tags that are too short.
///
/// # Errors
///
/// Parsing returns [`ParseDigestError`], which contains the position of the character that is no digit, or the number
/// of digits.
#[derive(Clone, Copy)]
pub struct DigestValue<const N: usize>([u8; N]);

impl<const N: usize> DigestValue<N> {
    /// Returns the bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; N] {
        &self.0
    }
}

impl<const N: usize> From<[u8; N]> for DigestValue<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> From<DigestValue<N>> for [u8; N] {
    fn from(digest: DigestValue<N>) -> Self {
        digest.0
    }
}

/// From a slice of exactly `N` bytes.
impl<const N: usize> TryFrom<&[u8]> for DigestValue<N> {
    type Error = core::array::TryFromSliceError;

    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        bytes.try_into().map(Self)
    }
}

impl<const N: usize> AsRef<[u8]> for DigestValue<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> PartialEq for DigestValue<N> {
    fn eq(&self, other: &Self) -> bool {
        *self == other.0
    }
}

impl<const N: usize> Eq for DigestValue<N> {}

impl<const N: usize> PartialEq<[u8; N]> for DigestValue<N> {
    fn eq(&self, other: &[u8; N]) -> bool {
        *self == other[..]
    }
}

impl<const N: usize> PartialEq<DigestValue<N>> for [u8; N] {
    fn eq(&self, other: &DigestValue<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq<[u8]> for DigestValue<N> {
    fn eq(&self, other: &[u8]) -> bool {
        other.len() == N && differences(&self.0, other) == 0
    }
}

impl<const N: usize> PartialEq<&[u8]> for DigestValue<N> {
    fn eq(&self, other: &&[u8]) -> bool {
        *self == **other
    }
}

/// As an array of the same bytes. Equal digests have equal hashes.
impl<const N: usize> core::hash::Hash for DigestValue<N> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl<const N: usize> fmt::Display for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Debug for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DigestValue({self})")
    }
}

impl<const N: usize> fmt::LowerHex for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(prefix(f))?;
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> fmt::UpperHex for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(prefix(f))?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}

/// Returns what `#` in a format requests before the digits.
fn prefix(f: &fmt::Formatter<'_>) -> &'static str {
    if f.alternate() { "0x" } else { "" }
}

/// From `2 * N` hexadecimal digits of either case.
impl<const N: usize> core::str::FromStr for DigestValue<N> {
    type Err = ParseDigestError;

    fn from_str(digits: &str) -> Result<Self, ParseDigestError> {
        let mut bytes = [0; N];
        let mut count = 0;
        for (position, found) in digits.chars().enumerate() {
            let value = found.to_digit(16).ok_or(ParseDigestError::NoDigit { position, found })?;
            if let Some(byte) = bytes.get_mut(position / 2) {
                *byte = *byte << 4 | value as u8;
            }
            count = position + 1;
        }
        if count == 2 * N { Ok(Self(bytes)) } else { Err(ParseDigestError::Length { digits: count, needed: 2 * N }) }
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::Zeroize for DigestValue<N> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Why a string is no [`DigestValue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDigestError {
    /// A character is no hexadecimal digit.
    NoDigit {
        /// Position of the first such character, from 0 on.
        position: usize,
        /// The character.
        found: char,
    },
    /// There are too few digits, or too many.
    Length {
        /// Number of digits.
        digits: usize,
        /// Number of digits that are needed, two for each byte.
        needed: usize,
    },
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDigit { position, found } => {
                write!(f, "{found:?} at position {position} of the digest is no hexadecimal digit")
            }
            Self::Length { digits, needed } => {
                write!(f, "a digest of {digits} hexadecimal digits; it must have {needed}")
            }
        }
    }
}

impl core::error::Error for ParseDigestError {}
