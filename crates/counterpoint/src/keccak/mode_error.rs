//! The errors of modes of use, and the check of output lengths.

use crate::list::ImplementationError;

/// What is wrong with the inputs of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModeError {
    /// The output is empty. The output's length is part of the computation, and 0 stands for an extendable output.
    OutputEmpty,
    /// The outputs can't be divided into equal pieces, one for each message.
    OutputsUnequal {
        /// Length of all outputs together, in bytes.
        bytes: usize,
        /// Number of messages.
        messages: usize,
    },
    /// The domain byte of TurboSHAKE is not one of 01 to 7F.
    Domain(u8),
    /// The block length of ParallelHash is 0.
    BlockEmpty,
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
}

impl core::fmt::Display for ModeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::OutputEmpty => f.write_str("an output of 0 bytes; choose 1 or more"),
            Self::OutputsUnequal { bytes, messages } => {
                write!(f, "{bytes} bytes of output can't be divided equally among {messages} messages")
            }
            Self::Domain(domain) => write!(f, "a domain byte of {domain:02X}; choose 01 to 7F"),
            Self::BlockEmpty => f.write_str("a block size of 0 bytes; choose 1 or more"),
            Self::Implementation(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ModeError {}

impl From<ImplementationError> for ModeError {
    fn from(error: ImplementationError) -> Self {
        Self::Implementation(error)
    }
}

/// Returns the length of each output in bytes.
pub(super) fn each_bytes(messages: usize, outputs: &[u8]) -> Result<usize, ModeError> {
    match (outputs.len().checked_div(messages), outputs.len().checked_rem(messages)) {
        (Some(0), Some(0)) => Err(ModeError::OutputEmpty),
        (Some(each), Some(0)) => Ok(each),
        (None, _) if outputs.is_empty() => Ok(0),
        _ => Err(ModeError::OutputsUnequal { bytes: outputs.len(), messages }),
    }
}
