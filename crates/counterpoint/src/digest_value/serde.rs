//! Implements `serde` for digests: hexadecimal digits in human-readable formats, bytes in all others.

use super::DigestValue;
use core::fmt;
use serde_core::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

impl<const N: usize> Serialize for DigestValue<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.with_digits(b"0123456789abcdef", |digits| serializer.serialize_str(digits))
        } else {
            serializer.serialize_bytes(&self.0)
        }
    }
}

impl<'de, const N: usize> Deserialize<'de> for DigestValue<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Digits)
        } else {
            deserializer.deserialize_bytes(Bytes)
        }
    }
}

struct Digits<const N: usize>;

impl<const N: usize> Visitor<'_> for Digits<N> {
    type Value = DigestValue<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a digest of {} hexadecimal digits", 2 * N)
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<Self::Value, E> {
        digits.parse().map_err(E::custom)
    }

    /// Where serde buffers a value before it knows the type (`flatten`, `untagged`), it claims that every format is
    /// human-readable.
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Bytes.visit_bytes(bytes)
    }
}

struct Bytes<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for Bytes<N> {
    type Value = DigestValue<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a digest of {N} bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        DigestValue::try_from(bytes).map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    /// Formats without byte strings have a list of integers.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut bytes = [0; N];
        for (count, byte) in bytes.iter_mut().enumerate() {
            *byte = list.next_element()?.ok_or_else(|| A::Error::invalid_length(count, &self))?;
        }
        match list.next_element::<u8>()? {
            None => Ok(DigestValue(bytes)),
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
        }
    }
}
