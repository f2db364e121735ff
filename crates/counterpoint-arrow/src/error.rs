//! Why a column can't be hashed.

use arrow_schema::{ArrowError, DataType};
use counterpoint::RowsError;
use counterpoint::registry::ImplementationError;
use std::fmt;

/// Why a column can't be hashed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Columns of this type have no bytes that could be hashed.
    Type(DataType),
    /// The column contradicts itself: its offsets or its bitmap do not fit its data.
    Rows(RowsError),
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
    /// There is no memory for so many bytes of digests.
    Memory(usize),
    /// The digests can't be made into a column.
    Digests(ArrowError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(other) => write!(
                f,
                "a column of type {other}: binary, utf8, their large and view forms, fixed_size_binary and \
                 dictionaries of them can be hashed; cast it"
            ),
            Self::Rows(error) => error.fmt(f),
            Self::Implementation(error) => error.fmt(f),
            Self::Memory(bytes) => write!(f, "no memory for {bytes} bytes of output"),
            Self::Digests(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<RowsError> for Error {
    fn from(error: RowsError) -> Self {
        Self::Rows(error)
    }
}

impl From<ImplementationError> for Error {
    fn from(error: ImplementationError) -> Self {
        Self::Implementation(error)
    }
}
