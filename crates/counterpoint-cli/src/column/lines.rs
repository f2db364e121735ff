//! The lines of a text file with their numbers.

use super::source::{RowEnds, Source};
use crate::console::reason;
use std::io::{BufRead, BufReader};

/// A line that is not blank.
pub(super) struct Line {
    /// Its number; the first line has the number 1.
    number: u64,
    /// Its bytes, without the line end.
    bytes: Vec<u8>,
}

impl Line {
    /// Returns its bytes, without the line end.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns its text.
    pub(super) fn text(&self) -> Result<&str, String> {
        std::str::from_utf8(&self.bytes).map_err(|_| self.wrong("this is not UTF-8; convert the file"))
    }

    /// Returns a message about this line.
    pub(super) fn wrong(&self, why: &str) -> String {
        format!("line {}: {why}", self.number)
    }

    /// Returns a message about a column in this line.
    pub(super) fn wrong_in(&self, column: &str, why: &str) -> String {
        format!("line {}, column '{column}': {why}", self.number)
    }
}

/// The lines of a text file that are not blank.
pub(super) struct Lines {
    reader: BufReader<Source>,
    row_ends: RowEnds,
    number: u64,
}

impl Lines {
    pub(super) fn new(source: Source) -> Self {
        let row_ends = source.row_ends();
        Self { reader: BufReader::with_capacity(1 << 16, source), row_ends, number: 0 }
    }

    /// Returns the next line, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns a message with the number of the line that can't be read.
    pub(super) fn next(&mut self) -> Result<Option<Line>, String> {
        loop {
            let mut bytes = Vec::new();
            self.number += 1;
            let read = self.reader.read_until(b'\n', &mut bytes);
            if read.map_err(|error| format!("line {}: {}", self.number, reason(&error)))? == 0 {
                return Ok(None);
            }
            self.row_ends.mark();
            while bytes.last().is_some_and(u8::is_ascii_whitespace) {
                bytes.pop();
            }
            if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
                bytes.drain(..'\u{feff}'.len_utf8());
            }
            if !bytes.is_empty() {
                return Ok(Some(Line { number: self.number, bytes }));
            }
        }
    }
}
