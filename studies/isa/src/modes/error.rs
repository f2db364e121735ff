//! Why a function can't be computed.

use crate::machine::Fault;
use std::fmt;

/// The least length of a tag that can match, in bytes, as in the library.
pub(super) const MIN_TAG_BYTES: usize = 8;

/// Why a function can't be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The program can't be run.
    Fault(Fault),
    /// The number of messages must be the number computed at a time, and all must have the same length.
    Lengths {
        /// The number of messages.
        messages: usize,
        /// The lengths of the messages in bytes.
        lengths: Vec<usize>,
    },
    /// The key is empty or too long.
    Key {
        /// The length of the key in bytes.
        bytes: usize,
        /// The greatest length.
        most: usize,
    },
    /// The nonce is too long.
    Nonce {
        /// The length of the nonce in bytes.
        bytes: usize,
        /// The greatest length with a key of this length.
        most: usize,
    },
    /// The tag is too short to match.
    Tag {
        /// The length of the tag in bytes.
        bytes: usize,
    },
    /// The tag does not match the message.
    WrongTag,
    /// An earlier tag of this session did not match.
    Failed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Lengths { messages, lengths } => {
                write!(f, "strings of {lengths:?} bytes; the kernel takes {messages} of equal length")
            }
            Self::Key { bytes, most } => write!(f, "a key of {bytes} bytes; choose 1 to {most}"),
            Self::Nonce { bytes, most } => write!(f, "a nonce of {bytes} bytes; choose at most {most}"),
            Self::Tag { bytes } => write!(f, "a tag of {bytes} bytes; choose {MIN_TAG_BYTES} or more"),
            Self::WrongTag => f.write_str("the tag does not match: do not trust the message"),
            Self::Failed => f.write_str("an earlier tag of this session did not match: start a new session"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
