//! Errors in texts that a user has written: the line, and what is wrong there.

use std::fmt;

/// Why a text is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line, from 1 on.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for LineError {}
