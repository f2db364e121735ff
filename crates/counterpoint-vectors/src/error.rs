//! What can be wrong with a file of known answers, and where in it.

/// A file that can't be used: which one, where, why.
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

/// Where in a file.
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
    /// The operating system would not give its bytes.
    #[error("can't be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It has more bytes than are read.
    #[error("is longer than {0} bytes, which is more than a file of known answers may have; cut it into several files")]
    TooLong(u64),
    /// It breaks off: the rest is missing.
    #[error("ends in the middle: {0}; is the file whole?")]
    Truncated(String),
    /// It has an object's opening brace, but is not JSON.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// It is JSON or text, but not of known answers.
    #[error("not a file of known answers: {0}")]
    NotVectors(String),
    /// A field that a record of this kind has is not there.
    #[error("the field `{0}` is missing")]
    Missing(&'static str),
    /// A field is not of the type that it should be.
    #[error("the field `{field}` should be {wanted}")]
    Type {
        /// Its name.
        field: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A field is not hexadecimal.
    #[error("the field `{field}` is not hexadecimal: {fault}")]
    Hex {
        /// Its name.
        field: String,
        /// What the decoder found.
        fault: const_hex::FromHexError,
    },
    /// A field has another length than the record says.
    #[error("the field `{field}` has {found} bytes and should have {wanted}")]
    Length {
        /// Its name.
        field: String,
        /// Its length in bytes.
        found: u64,
        /// The length that follows from the other fields.
        wanted: u64,
    },
    /// A field has a value that no record can have.
    #[error("the field `{field}` {problem}")]
    Value {
        /// Its name.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A line that can't be understood.
    #[error("can't be understood: {0}")]
    Line(String),
}

impl Fault {
    /// The error: this fault in a file, at a place.
    pub(crate) fn at(self, file: &str, place: Place) -> Error {
        Error { file: file.to_owned(), place, fault: self }
    }
}
