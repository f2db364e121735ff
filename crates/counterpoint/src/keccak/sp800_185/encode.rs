//! The encodings of numbers, and other items shared by the functions built on cSHAKE. \[SP800-185\] 2.3.

/// The state of Keccak-p\[1600\].
pub(in crate::keccak) type State = [u64; 25];

/// cSHAKE's suffix: the domain bits 00, and the padding's first 1. \[SP800-185\] 3.3.
pub(in crate::keccak) const CSHAKE: u8 = 0x04;
/// SHAKE's suffix, for cSHAKE without any string.
pub(in crate::keccak) const SHAKE: u8 = 0x1f;

/// An array with room for the longest padded tail at any rate of these functions: two blocks.
pub(in crate::keccak) type PaddedTail = [u8; 2 * 168];

/// A number with its length in bytes before or after it. \[SP800-185\] 2.3.1.
#[derive(Clone)]
pub(in crate::keccak) struct Encoded {
    bytes: [u8; 9],
    length: usize,
}

#[cfg(feature = "by-value")]
impl Encoded {
    /// No bytes.
    pub(in crate::keccak) const NOTHING: Self = Self::new([0; 9], 0);

    /// Returns the first `length` of these bytes. The others must be 0.
    pub(in crate::keccak) const fn new(bytes: [u8; 9], length: usize) -> Self {
        Self { bytes, length }
    }

    /// Returns the bytes as a little-endian integer, and their number, if there are fewer than 8.
    pub(in crate::keccak) fn first_word(&self) -> Option<(u64, usize)> {
        (self.length < 8).then_some((u64::from_le_bytes(*self.bytes.first_chunk()?), self.length))
    }
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
pub(in crate::keccak) fn left_encode(x: u64) -> Encoded {
    let n = significant_bytes(x);
    let mut bytes = [0; 9];
    bytes[0] = n as u8;
    bytes[1..=n].copy_from_slice(&x.to_be_bytes()[8 - n..]);
    Encoded { bytes, length: n + 1 }
}

/// Returns the number, its most significant byte first, then the length.
pub(in crate::keccak) fn right_encode(x: u64) -> Encoded {
    let n = significant_bytes(x);
    let mut bytes = [0; 9];
    bytes[..n].copy_from_slice(&x.to_be_bytes()[8 - n..]);
    bytes[n] = n as u8;
    Encoded { bytes, length: n + 1 }
}

/// Returns the length of `bytes` in bits.
pub(in crate::keccak) fn bits(bytes: &[u8]) -> u64 {
    8 * bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::{bits, left_encode, right_encode};

    /// The string's memory is never touched.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_string_of_512_mib_has_2_to_the_32_bits() {
        assert_eq!(bits(&std::vec![0; 1 << 29]), 1 << 32);
    }

    #[test]
    fn numbers_are_as_short_as_can_be() {
        for (x, left, right) in [
            (0, &[1, 0][..], &[0, 1][..]),
            (12, &[1, 12], &[12, 1]),
            (255, &[1, 255], &[255, 1]),
            (256, &[2, 1, 0], &[1, 0, 2]),
            (65538, &[3, 1, 0, 2], &[1, 0, 2, 3]),
            (1 << 29, &[4, 0x20, 0, 0, 0], &[0x20, 0, 0, 0, 4]),
            (1 << 32, &[5, 1, 0, 0, 0, 0], &[1, 0, 0, 0, 0, 5]),
            (1 << 61, &[8, 0x20, 0, 0, 0, 0, 0, 0, 0], &[0x20, 0, 0, 0, 0, 0, 0, 0, 8]),
            (u64::MAX, &[8, 255, 255, 255, 255, 255, 255, 255, 255], &[255, 255, 255, 255, 255, 255, 255, 255, 8]),
        ] {
            assert_eq!((left_encode(x).as_ref(), right_encode(x).as_ref()), (left, right), "{x}");
        }
    }
}
