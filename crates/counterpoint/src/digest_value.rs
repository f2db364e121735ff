//! A digest as a value: compared in constant time, written and read as hexadecimal digits.

use crate::tag::differences;
use core::fmt;

#[cfg(feature = "serde")]
mod serde;

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
/// The functions of this library return arrays of bytes, which `From` converts into digests and back. A digest can also
/// be compared with arrays and slices, on either side of `==`; a slice of a different length is never equal.
///
/// As a string, a digest has `2 * N` digits, in lower or upper case, two for each byte, starting with the first byte.
/// `{}` and `{:x}` write them in lower case, `{:X}` in upper case, and `{:#x}` and `{:#X}` with the prefix `0x`. A
/// precision is the maximum number of digits. A width pads `{}` like a string, and `{:x}` and `{:X}` like a number: on
/// the left unless you choose an alignment, and with zeros for `{:080x}`.
///
/// ```
/// use counterpoint::DigestValue;
///
/// let digest = DigestValue::from([0x3a, 0x98, 0x5d, 0xa7]);
/// assert_eq!(format!("{digest:.6}|{digest:10}|{digest:>10}|"), "3a985d|3a985da7  |  3a985da7|");
/// assert_eq!(format!("{digest:#.6x}|{digest:10X}|{digest:#012x}|"), "0x3a985d|  3A985DA7|0x003a985da7|");
/// ```
///
/// # Guarantees
///
/// The time of a comparison depends on the lengths only. It does not show where two digests differ, so an attacker who
/// measures it learns nothing about a secret digest, such as the tag of a message. For the same reason, digests have no
/// order. The time of everything else, such as writing, parsing, and looking a digest up in a map, may depend on the
/// bytes.
///
/// To verify a tag, use the `verify` method of the MAC if there is one: it also rejects tags that are too short.
///
/// # Feature `serde`
///
/// Human-readable formats, such as JSON, contain the digits as a string, and accept either case; all others contain the
/// bytes.
///
/// # Errors
///
/// Parsing returns [`ParseDigestError`], which contains the position of the character that is not a digit, or the
/// number of digits.
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

impl<const N: usize> PartialEq<[u8]> for DigestValue<N> {
    fn eq(&self, other: &[u8]) -> bool {
        other.len() == N && differences(&self.0, other) == 0
    }
}

impl<const N: usize> PartialEq<[u8; N]> for DigestValue<N> {
    fn eq(&self, other: &[u8; N]) -> bool {
        *self == other[..]
    }
}

impl<const N: usize> PartialEq<&[u8]> for DigestValue<N> {
    fn eq(&self, other: &&[u8]) -> bool {
        *self == **other
    }
}

impl<const N: usize> PartialEq<&[u8; N]> for DigestValue<N> {
    fn eq(&self, other: &&[u8; N]) -> bool {
        *self == **other
    }
}

impl<const N: usize> PartialEq<DigestValue<N>> for [u8] {
    fn eq(&self, other: &DigestValue<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq<DigestValue<N>> for [u8; N] {
    fn eq(&self, other: &DigestValue<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq<DigestValue<N>> for &[u8] {
    fn eq(&self, other: &DigestValue<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq<DigestValue<N>> for &[u8; N] {
    fn eq(&self, other: &DigestValue<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq for DigestValue<N> {
    fn eq(&self, other: &Self) -> bool {
        *self == other.0
    }
}

impl<const N: usize> Eq for DigestValue<N> {}

/// Hashes like an array of the same bytes. Equal digests have equal hashes.
impl<const N: usize> core::hash::Hash for DigestValue<N> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl<const N: usize> fmt::Display for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_digits(b"0123456789abcdef", |digits| f.pad(digits))
    }
}

impl<const N: usize> fmt::Debug for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DigestValue({self})")
    }
}

impl<const N: usize> fmt::LowerHex for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_digits(b"0123456789abcdef", |digits| pad_as_number(f, digits))
    }
}

impl<const N: usize> fmt::UpperHex for DigestValue<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_digits(b"0123456789ABCDEF", |digits| pad_as_number(f, digits))
    }
}

impl<const N: usize> DigestValue<N> {
    /// Calls `write` with all hexadecimal digits, which are taken from `alphabet`.
    fn with_digits<R>(&self, alphabet: &[u8; 16], write: impl FnOnce(&str) -> R) -> R {
        let digits = self.0.map(|byte| [alphabet[usize::from(byte >> 4)], alphabet[usize::from(byte & 15)]]);
        // The digits are ASCII, so this can't fail.
        write(core::str::from_utf8(digits.as_flattened()).unwrap_or_default())
    }
}

/// Writes hexadecimal digits as an integer is written, but no more of them than the precision.
fn pad_as_number(f: &mut fmt::Formatter<'_>, digits: &str) -> fmt::Result {
    let count = f.precision().unwrap_or(digits.len()).min(digits.len());
    f.pad_integral(true, "0x", &digits[..count])
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

/// Why a string is not a [`DigestValue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDigestError {
    /// A character is not a hexadecimal digit.
    NoDigit {
        /// Position of the first such character, counted from 0.
        position: usize,
        /// The character.
        found: char,
    },
    /// There are too few digits, or too many.
    Length {
        /// Number of digits.
        digits: usize,
        /// Number of digits needed, two for each byte.
        needed: usize,
    },
}

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDigit { position, found } => {
                write!(f, "{found:?} at position {position} of the digest, counted from 0, ")?;
                f.write_str("is not a hexadecimal digit; write only 0 to 9, a to f and A to F")
            }
            Self::Length { digits, needed } => {
                write!(f, "a digest of {digits} hexadecimal digits; write {needed}, two for each byte")
            }
        }
    }
}

impl core::error::Error for ParseDigestError {}
