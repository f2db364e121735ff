//! Divides the rows of a call into parts, between which the caller can stop it.

use crate::error::Error;
use crate::source::Source;
use std::ops::Range;

/// The number of bytes of values encoded at a time.
const ENCODED_BYTES: usize = 1 << 22;

/// The cost of a row besides its bytes, in bytes: about one block.
const ROW_BYTES: usize = 128;

/// The number of list elements counted or encoded between two checks whether to continue.
const STEPS: usize = 1 << 18;

/// The rows of a call, of one column or of several.
pub(crate) struct Parts<'p> {
    pub(crate) columns: &'p [Source<'p>],
    pub(crate) count: usize,
    /// Returns how many bytes the next part may have, or `None` to stop the call.
    pub(crate) next: &'p mut dyn FnMut() -> Option<usize>,
}

impl Parts<'_> {
    /// Calls `each` with the rows of each part, and whether this is a single row longer than a part may be.
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
            // There is a part even without rows, because an unusable implementation is an error even then.
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

    /// Returns how many rows, starting at `first`, fit into `bytes` bytes.
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

    /// Counts a small step, and after many of them checks whether to continue.
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
