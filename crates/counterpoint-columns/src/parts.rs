//! How the rows of a call are divided into parts, between which the caller can end it.

use crate::error::Error;
use crate::source::Source;
use std::ops::Range;

/// How many bytes of values are encoded at a time.
const ENCODED_BYTES: usize = 1 << 22;

/// What a row costs besides its bytes, in bytes: about one block.
const ROW_BYTES: usize = 128;

/// How many elements of lists are counted or encoded between two questions whether the call goes on.
const STEPS: usize = 1 << 18;

/// The rows of a call, of one column or of several.
pub(crate) struct Parts<'p> {
    pub(crate) columns: &'p [Source<'p>],
    pub(crate) count: usize,
    /// Returns how many bytes the next part may have, or `None` to end the call.
    pub(crate) next: &'p mut dyn FnMut() -> Option<usize>,
}

impl Parts<'_> {
    /// Calls `each` with the rows of each part, and whether they are one row that is longer than a part may be.
    pub(crate) fn each(
        mut self,
        mut each: impl FnMut(&mut Self, Range<usize>, bool) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut first = 0;
        loop {
            let bytes = self.next_bytes()?;
            let rows = self.rows(first, bytes);
            let part = first..self.count.min(first + rows.max(1));
            first = part.end;
            // There is a part even without rows: an implementation that can't be used is an error even then.
            let is_long = rows == 0 && !part.is_empty();
            each(&mut self, part, is_long)?;
            if first == self.count {
                return Ok(());
            }
        }
    }

    fn next_bytes(&mut self) -> Result<usize, Error> {
        let bytes = (self.next)().ok_or(Error::Stopped)?;
        let encoded = self.columns.iter().any(Source::is_encoded);
        Ok(if encoded { bytes.min(ENCODED_BYTES) } else { bytes })
    }

    /// Returns how many rows from `first` on have no more than `bytes` bytes.
    fn rows(&self, first: usize, bytes: usize) -> usize {
        if bytes == usize::MAX {
            return self.count - first;
        }
        let mut left = bytes;
        let mut take = |bytes: usize| left.checked_sub(bytes).map(|rest| left = rest).ok_or(());
        let fits = |row: &usize| {
            take(ROW_BYTES).is_ok() && self.columns.iter().all(|column| column.bytes(*row, &mut take).is_ok())
        };
        (first..self.count).take_while(fits).count()
    }

    /// Counts a small step, and asks after many of them whether the call goes on.
    pub(crate) fn step(&mut self, steps: &mut usize) -> Result<(), Error> {
        *steps = (*steps + 1) % STEPS;
        if *steps == 0 { self.next_bytes().map(drop) } else { Ok(()) }
    }

    /// Passes a value to `absorb` in pieces.
    pub(crate) fn pieces(&mut self, mut value: &[u8], mut absorb: impl FnMut(&[u8])) -> Result<(), Error> {
        while !value.is_empty() {
            let (piece, rest) = value.split_at(self.next_bytes()?.min(value.len()));
            absorb(piece);
            value = rest;
        }
        Ok(())
    }
}
