//! Authentication tags: the only rule for comparing them, and the only error for a wrong one.
//!
//! A tag matches if it has at least [`MIN_TAG_BYTES`] bytes, is no longer than the function's output, and all its bytes
//! are correct. The length of a tag is public. Its bytes are compared in constant time, and the correct tag, which is
//! secret if the message was forged, is kept in memory that is wiped (feature `zeroize`).

#[cfg(any(feature = "keccak", feature = "alloc"))]
use crate::wipe::Wiped;

/// The minimum length of a tag that can match, in bytes: 64 bits.
///
/// A tag of n bytes is guessed with probability 2^-8n, and each message that an attacker sends is a guess. An empty
/// tag would match every forged message, and a one-byte tag one message in 256. \[SP800-185\] 8.4.2 requires 64 bits
/// unless a careful risk analysis allows fewer, which a library can't provide.
pub const MIN_TAG_BYTES: usize = 8;

/// The tag is wrong: it does not authenticate the message.
///
/// ```
/// # #[cfg(feature = "keccak")] {
/// use counterpoint::aead::AeadError;
/// use counterpoint::tag::WrongTag;
/// use counterpoint::{Kmac128, LakeKeyak};
///
/// let mac = Kmac128::new(b"a key of 16 byte", b"").chain(b"a message");
/// assert_eq!(mac.verify(&[0; 32]), Err(WrongTag));
///
/// let mut session = LakeKeyak::new(&[0x42; 16], b"a nonce")?;
/// assert_eq!(session.decrypt(b"", &mut [0; 9], &[0; 16]), Err(AeadError::WrongTag(WrongTag)));
/// # }
/// # Ok::<(), counterpoint::aead::AeadError>(())
/// ```
///
/// Every verification returns this error, for KMAC and for authenticated encryption. It does not reveal whether the
/// tag, the message, the associated data or the key differs from the sender's, because that would help a forger.
#[allow(clippy::exhaustive_structs, reason = "it carries no details, so it never gets a field")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongTag;

impl core::fmt::Display for WrongTag {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the tag does not match: do not trust the message")
    }
}

impl core::error::Error for WrongTag {}

/// The tag has a length that no correct tag has.
#[allow(clippy::exhaustive_structs, reason = "the length is the only thing that can be wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagLengthError {
    /// The length of the tag in bytes.
    pub bytes: usize,
}

impl core::fmt::Display for TagLengthError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let bytes = self.bytes;
        write!(f, "a tag of {bytes} bytes; expected {MIN_TAG_BYTES} or more, up to the digest's length")
    }
}

impl core::error::Error for TagLengthError {}

/// Returns an error unless a tag of `bytes` bytes can match the output of a function: it must have at least
/// [`MIN_TAG_BYTES`] bytes, and at most as many as the output. `output_bits` is the length of the output, or `None` if
/// it is extendable.
///
/// Verification also rejects such a tag; this function gives the caller the reason. Since the length is public, the
/// reason tells a forger nothing.
///
/// # Errors
///
/// If no tag of this length matches.
pub fn check_length(bytes: usize, output_bits: Option<u64>) -> Result<(), TagLengthError> {
    let least = 8 * MIN_TAG_BYTES as u64;
    let short = bytes < MIN_TAG_BYTES || output_bits.is_some_and(|bits| bits < least);
    let long = output_bits.is_some_and(|bits| bits.div_ceil(8) < bytes as u64);
    if short || long { Err(TagLengthError { bytes }) } else { Ok(()) }
}

/// [`matches()`] as a `Result`.
#[cfg(feature = "keccak")]
pub(crate) fn verify(tag: &[u8], bits: Option<u64>, read: impl FnMut(&mut [u8])) -> Result<(), WrongTag> {
    if matches(tag, bits, read) { Ok(()) } else { Err(WrongTag) }
}

/// Returns whether `tag` is the correct tag, which `read` writes in pieces of 64 bytes; only the last may be shorter.
/// `bits` is the length of the function's output, or `None` if it is extendable. The whole tag is compared, wherever a
/// difference occurs.
#[cfg(any(feature = "keccak", feature = "alloc"))]
#[inline]
pub(crate) fn matches(tag: &[u8], bits: Option<u64>, mut read: impl FnMut(&mut [u8])) -> bool {
    is_read(tag, bits, &mut read)
}

/// [`matches()`] without its type parameter, so that it is compiled once.
#[cfg(any(feature = "keccak", feature = "alloc"))]
fn is_read(tag: &[u8], bits: Option<u64>, read: &mut dyn FnMut(&mut [u8])) -> bool {
    if check_length(tag.len(), bits).is_err() {
        return false;
    }
    let mut different = 0;
    for part in tag.chunks(PIECE_BYTES) {
        let mut right = Wiped([0; PIECE_BYTES]);
        let right = &mut right[..part.len()];
        read(right);
        different |= differences(part, right);
    }
    different == 0
}

/// Returns whether a tag equals the right one and has at least [`MIN_TAG_BYTES`] bytes. The time depends on the lengths
/// only.
#[must_use]
pub fn equal(tag: &[u8], right: &[u8]) -> bool {
    tag.len() >= MIN_TAG_BYTES && tag.len() == right.len() && differences(tag, right) == 0
}

/// Returns a byte whose bits are set where bytes of two slices of equal length differ: 0 if the slices are equal. The
/// time depends on their length only.
#[inline]
pub(crate) fn differences(a: &[u8], b: &[u8]) -> u8 {
    debug_assert_eq!(a.len(), b.len(), "slices must have equal lengths");
    let different = a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b));
    // Hidden from the compiler: if it knew that only zero or nonzero matters, it could leave the loop early.
    core::hint::black_box(different)
}

/// The number of bytes compared at a time: whole blocks for every function that computes a tag block by block.
#[cfg(any(feature = "keccak", feature = "alloc"))]
const PIECE_BYTES: usize = 64;

#[cfg(all(test, any(feature = "keccak", feature = "alloc")))]
mod tests {
    use super::{check_length, equal, matches};

    /// The correct output; its byte i is i.
    fn output() -> impl FnMut(&mut [u8]) {
        let mut next = 0;
        move |part| {
            for byte in part {
                (*byte, next) = (next, next + 1);
            }
        }
    }

    #[test]
    fn a_tag_matches_by_its_length_and_by_all_its_bytes() {
        let right: [u8; 200] = core::array::from_fn(|i| i as u8);
        for length in 0..=right.len() {
            let tag = &right[..length];
            assert_eq!(matches(tag, None, output()), length >= 8, "{length} bytes of an output without end");
            assert_eq!(matches(tag, Some(8 * 65), output()), (8..=65).contains(&length), "{length} bytes of 65");
            assert!(!matches(tag, Some(61), output()), "{length} bytes of 61 bits");
            assert_eq!(matches(tag, Some(64), output()), length == 8, "{length} bytes of 64 bits");
            assert_eq!(check_length(length, Some(8 * 65)).is_ok(), (8..=65).contains(&length));
            assert_eq!(matches(tag, Some(69), output()), (8..=9).contains(&length), "{length} bytes of 69 bits");
            let mut wrong = right;
            // Every bit. Without optimisation, at least one bit of each byte; which one depends on the length.
            let step = if cfg!(unoptimised) { 7 } else { 1 };
            for bit in (length % step..8 * length).step_by(step) {
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert!(!matches(&wrong[..length], None, output()), "{length} bytes, bit {bit}");
                wrong[bit / 8] = right[bit / 8];
            }
        }
    }

    #[test]
    fn a_tag_equals_the_right_one_in_its_length_and_in_all_its_bytes() {
        let right: [u8; 40] = core::array::from_fn(|i| i as u8);
        for length in 0..=right.len() {
            assert_eq!(equal(&right[..length], &right[..length]), length >= 8, "{length} bytes");
            assert!(!equal(&right[..length], &[0xaa; 41]) && !equal(&[0xaa; 41], &right[..length]));
            for bit in 0..8 * length {
                let mut wrong = right;
                wrong[bit / 8] ^= 1 << (bit % 8);
                assert!(!equal(&wrong[..length], &right[..length]), "{length} bytes, bit {bit}");
            }
        }
    }

    /// Zeros past the end of an output are not part of it.
    #[test]
    fn bytes_past_the_end_never_match() {
        assert!(matches(&[0; 16], Some(128), |part| part.fill(0)));
        assert!(!matches(&[0; 17], Some(128), |part| part.fill(0)));
    }
}
