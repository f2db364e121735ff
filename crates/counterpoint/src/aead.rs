//! Authenticated encryption: the error that all its algorithms share, whatever their primitive.

use crate::list::ImplementationError;
use crate::tag::{MIN_TAG_BYTES, WrongTag};

/// Why a session can't be started or continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AeadError {
    /// The key is empty or too long.
    Key {
        /// Length of the key.
        bytes: usize,
        /// Maximum length.
        most: usize,
    },
    /// The nonce is too long.
    Nonce {
        /// Length of the nonce.
        bytes: usize,
        /// Maximum length with a key of this length.
        most: usize,
    },
    /// The tag has fewer than [`MIN_TAG_BYTES`] bytes. The session is unchanged.
    Tag {
        /// Length of the tag.
        bytes: usize,
    },
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
    /// The tag does not authenticate the ciphertext, the associated data and all earlier messages.
    WrongTag(WrongTag),
    /// An earlier tag of this session did not match, or the caller stopped an earlier call, so the two sides no longer
    /// have the same state.
    Failed,
    /// The caller stopped the call. The session can't be continued.
    Stopped,
}

impl core::fmt::Display for AeadError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Key { bytes, most } => write!(f, "a key of {bytes} bytes; choose 1 to {most}"),
            Self::Nonce { bytes, most } => write!(f, "a nonce of {bytes} bytes; choose at most {most}"),
            Self::Tag { bytes } => write!(f, "a tag of {bytes} bytes; choose {MIN_TAG_BYTES} or more"),
            Self::Implementation(error) => error.fmt(f),
            Self::WrongTag(error) => error.fmt(f),
            Self::Failed => f.write_str("an earlier tag did not match, or a call was stopped: start a new session"),
            Self::Stopped => f.write_str("the call was stopped: start a new session"),
        }
    }
}

impl core::error::Error for AeadError {}

impl From<ImplementationError> for AeadError {
    fn from(error: ImplementationError) -> Self {
        Self::Implementation(error)
    }
}

impl From<WrongTag> for AeadError {
    fn from(error: WrongTag) -> Self {
        Self::WrongTag(error)
    }
}
