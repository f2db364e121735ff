//! The errors of a file of known answers: what is wrong, and where.

/// The error of a file that can't be used: which file, where, why.
#[derive(Debug, thiserror::Error)]
#[error("{file}{place}: {fault}")]
pub struct Error {
    /// The file, as it was named.
    pub file: String,
    /// Where in the file.
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
    #[error("is longer than {0} bytes, which is more than a file of known answers may have; cut it into several files")]
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
    /// A field that a record of this kind needs is missing.
    #[error("the field `{0}` is missing")]
    Missing(&'static str),
    /// A field has a wrong type.
    #[error("the field `{field}` should be {wanted}")]
    Type {
        /// The name of the field.
        field: String,
        /// The right type.
        wanted: &'static str,
    },
    /// A field is not hexadecimal.
    #[error("the field `{field}` is not hexadecimal: {fault}")]
    Hex {
        /// The name of the field.
        field: String,
        /// The error of the decoder.
        fault: const_hex::FromHexError,
    },
    /// A field has another length than the record states.
    #[error("the field `{field}` has {found} bytes and should have {wanted}")]
    Length {
        /// The name of the field.
        field: String,
        /// The length in bytes.
        found: u64,
        /// The length that follows from the other fields.
        wanted: u64,
    },
    /// A field has a value that no record can have.
    #[error("the field `{field}` {problem}")]
    Value {
        /// The name of the field.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A line that can't be understood.
    #[error("can't be understood: {0}")]
    Line(String),
}

impl Fault {
    /// Returns the error for this fault at a place in a file.
    pub(crate) fn at(self, file: &str, place: Place) -> Error {
        Error { file: file.to_owned(), place, fault: self }
    }
}
