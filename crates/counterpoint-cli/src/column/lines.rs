//! The lines of a text file with their numbers.

use super::records::MARK;
use super::source::{RowEnds, Source};
use crate::console::reason;
use std::io::{BufRead, BufReader};
use std::ops::Range;

/// A line.
pub(super) struct Line {
    /// Its number; the first line has the number 1.
    number: u64,
    /// All its bytes.
    pub(super) all: Vec<u8>,
    /// The part without a byte order mark, the line end and the space before it.
    pub(super) part: Range<usize>,
}

impl Line {
    /// Returns its bytes, without the line end.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.all[self.part.clone()]
    }

    /// Returns its text.
    pub(super) fn text(&self) -> Result<&str, String> {
        std::str::from_utf8(self.bytes()).map_err(|_| self.wrong("this is not UTF-8; convert the file"))
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

/// The lines of a text file.
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
        let mut all = Vec::new();
        self.number += 1;
        let read = self.reader.read_until(b'\n', &mut all);
        if read.map_err(|error| format!("line {}: {}", self.number, reason(&error)))? == 0 {
            return Ok(None);
        }
        self.row_ends.mark();
        let begin = if self.number == 1 && all.starts_with(MARK) { MARK.len() } else { 0 };
        let end = begin + all[begin..].trim_ascii_end().len();
        Ok(Some(Line { number: self.number, all, part: begin..end }))
    }

    /// Returns the next line that is not blank, or `None` at the end.
    pub(super) fn next_row(&mut self) -> Result<Option<Line>, String> {
        loop {
            match self.next()? {
                Some(line) if line.part.is_empty() => {}
                line => return Ok(line),
            }
        }
    }
}
