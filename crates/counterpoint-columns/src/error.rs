//! Why a column or a table can't be hashed.

use arrow_schema::{ArrowError, DataType};
use counterpoint::RowsError;
use counterpoint::registry::ImplementationError;
use std::fmt;

/// The hashable types in words. [`is_hashable`](crate::is_hashable) defines them.
const HASHABLE: &str = "binary, text, numbers, booleans, dates, times or null, or to lists, structs, maps, \
                        dictionaries or runs of them";

/// Why a column can't be hashed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Columns of this type have no bytes to hash.
    Type(DataType),
    /// The column is inconsistent: its offsets or its bitmap do not match its data.
    Rows(RowsError),
    /// The column is inconsistent in another way, described by the text.
    Contradiction(String),
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
    /// This number of bytes can't be allocated: for digests, encoded values, or the claimed number of rows.
    Memory(usize),
    /// The digests can't be turned into a column.
    Digests(ArrowError),
    /// The caller has stopped the call.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(other) => write!(f, "can't hash a column of type {other}; cast it to {HASHABLE}"),
            Self::Rows(error) => error.fmt(f),
            Self::Contradiction(reason) => write!(f, "the column is inconsistent: {reason}"),
            Self::Implementation(error) => error.fmt(f),
            Self::Memory(bytes) => write!(f, "can't allocate {bytes} bytes"),
            Self::Digests(error) => error.fmt(f),
            Self::Stopped => f.write_str("the call was stopped"),
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
    /// The index of the column that can't be hashed, unless the reason is not in a column.
    pub column: Option<usize>,
    /// The reason.
    pub error: Error,
}

impl TableError {
    /// Returns an error for the column with this index.
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
