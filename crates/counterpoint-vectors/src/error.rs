//! Errors in files of known answers: what is wrong, and where.

/// An error in a file of known answers.
#[derive(Debug, thiserror::Error)]
#[error("{file}{place}: {fault}")]
pub struct Error {
    /// The caller's name for the file.
    pub file: String,
    /// The place in the file.
    pub place: Place,
    /// What is wrong there.
    #[source]
    pub fault: Fault,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The record, counted from 1.
    pub record: Option<usize>,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, ": line {line}")?;
        }
        if let Some(record) = self.record {
            write!(f, ": record {record}")?;
        }
        Ok(())
    }
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The system returned an error.
    #[error("can't be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is longer than the limit.
    #[error("is longer than {0} bytes, the limit for known answers; split it into several files")]
    TooLong(u64),
    /// The end of the file is missing.
    #[error("ends in the middle: {0}; is the file complete?")]
    Truncated(String),
    /// The file begins like JSON, but is not JSON.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// The file does not contain known answers.
    #[error("not a file of known answers: {0}")]
    NotVectors(String),
    /// A field that this kind of record requires is missing.
    #[error("the field `{0}` is missing")]
    Missing(&'static str),
    /// A field has the wrong type.
    #[error("the field `{field}` should be {wanted}")]
    Type {
        /// The name of the field.
        field: String,
        /// The correct type.
        wanted: &'static str,
    },
    /// A field is not hexadecimal.
    #[error("the field `{field}` is not hexadecimal: {fault}")]
    Hex {
        /// The name of the field.
        field: String,
        /// The decoder's error.
        fault: const_hex::FromHexError,
    },
    /// A field does not have the length that the record states.
    #[error("the field `{field}` has {found} bytes instead of {wanted}")]
    Length {
        /// The name of the field.
        field: String,
        /// The length in bytes.
        found: u64,
        /// The length implied by the other fields.
        wanted: u64,
    },
    /// A field has an impossible value.
    #[error("the field `{field}` {problem}")]
    Value {
        /// The name of the field.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A malformed line.
    #[error("{0}")]
    Line(String),
}

impl Fault {
    /// Returns the error for this fault at a place in a file.
    pub(crate) fn at(self, file: &str, place: Place) -> Error {
        Error { file: file.to_owned(), place, fault: self }
    }
}
