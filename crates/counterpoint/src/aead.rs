//! Authenticated encryption: what its algorithms share, whatever they stand on.

use crate::list::ImplementationError;
use crate::tag::MIN_TAG_BYTES;

/// Why a session can't be started or go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AeadError {
    /// The key is empty or too long.
    Key {
        /// Bytes of the key.
        bytes: usize,
        /// Bytes of the longest.
        most: usize,
    },
    /// The nonce is too long.
    Nonce {
        /// Bytes of the nonce.
        bytes: usize,
        /// Bytes of the longest, with a key of this length.
        most: usize,
    },
    /// The tag has fewer than [`MIN_TAG_BYTES`] bytes. The session is as it was before.
    Tag {
        /// Bytes of the tag.
        bytes: usize,
    },
    /// The implementation is unknown or can't run here.
    Implementation(ImplementationError),
    /// The tag is not that of the ciphertext, the associated data and all that came before. Why, nobody is told.
    Mismatch,
    /// A tag of this session did not match before, so that both sides no longer have the same state.
    Failed,
}

impl core::fmt::Display for AeadError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Key { bytes, most } => write!(f, "a key of {bytes} bytes; choose 1 to {most}"),
            Self::Nonce { bytes, most } => write!(f, "a nonce of {bytes} bytes; choose at most {most}"),
            Self::Tag { bytes } => write!(f, "a tag of {bytes} bytes; choose {MIN_TAG_BYTES} or more"),
            Self::Implementation(error) => error.fmt(f),
            Self::Mismatch => f.write_str("the tag does not match: the message is not what was sent"),
            Self::Failed => f.write_str("a tag of this session did not match before: start a new session"),
        }
    }
}

impl core::error::Error for AeadError {}

impl From<ImplementationError> for AeadError {
    fn from(error: ImplementationError) -> Self {
        Self::Implementation(error)
    }
}
