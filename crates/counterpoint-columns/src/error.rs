//! Why a column or a table can't be hashed.

use arrow_schema::{ArrowError, DataType};
use counterpoint::RowsError;
use counterpoint::registry::ImplementationError;
use std::fmt;

/// The types of columns that can be hashed, in words. The list itself is in [`is_hashable`](crate::is_hashable).
const HASHABLE: &str = "binary, text, numbers, booleans, dates and times, null, and lists, structs, maps, \
                        dictionaries and runs of them";

/// Why a column can't be hashed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Columns of this type have no bytes that could be hashed.
    Type(DataType),
    /// The column contradicts itself: its offsets or its bitmap do not fit its data.
    Rows(RowsError),
    /// The column contradicts itself in another way, which the text tells.
    Contradiction(String),
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
    /// There is no memory for so many bytes: of digests, of encoded values, or of what the column says of its rows.
    Memory(usize),
    /// The digests can't be made into a column.
    Digests(ArrowError),
    /// The caller has ended the call.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(other) => write!(f, "a column of type {other}: {HASHABLE} can be hashed; cast it"),
            Self::Rows(error) => error.fmt(f),
            Self::Contradiction(reason) => write!(f, "the column contradicts itself: {reason}"),
            Self::Implementation(error) => error.fmt(f),
            Self::Memory(bytes) => write!(f, "no memory for {bytes} bytes"),
            Self::Digests(error) => error.fmt(f),
            Self::Stopped => f.write_str("the call was ended"),
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

/// Why the rows of a table can't be hashed.
#[derive(Debug)]
pub struct TableError {
    /// The index of the column that can't be hashed. There is none if the reason lies in no column.
    pub column: Option<usize>,
    /// The reason.
    pub error: Error,
}

impl TableError {
    /// Returns the error of the column with this index.
    pub(crate) fn of(column: usize, error: impl Into<Error>) -> Self {
        Self { column: Some(column), error: error.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "column {column}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for TableError {}
