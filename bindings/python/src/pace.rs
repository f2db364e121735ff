//! Ctrl-C in a call that takes long.
//!
//! Python notes a signal at once, and acts on it in the main thread as soon as that asks. So a call works in pieces of
//! a few milliseconds, and asks between them; not after each of them, since a thread that asks has to wait for its
//! turn.

use counterpoint::registry::{Hasher, Reader};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How long a piece should take, from a half to the whole of it.
const PIECE: Duration = Duration::from_millis(15);

/// How long Python is not asked.
const PATIENCE: Duration = Duration::from_millis(25);

/// The length of the first piece in bytes: data that is no longer is hashed in one piece.
pub(crate) const FIRST: usize = 1 << 20;

/// The lengths of the pieces of a call, and its last look at the clock.
pub(crate) struct Pace {
    bytes: usize,
    /// When the last piece began; there is none at first.
    begin: Option<Instant>,
    asked: Instant,
    interruption: Option<PyErr>,
}

impl Pace {
    pub(crate) fn new() -> Self {
        Self { bytes: FIRST, begin: None, asked: Instant::now(), interruption: None }
    }

    /// Returns the length of the next piece in bytes.
    ///
    /// # Errors
    ///
    /// What a handler of signals raises, which is `KeyboardInterrupt` after Ctrl-C.
    pub(crate) fn next(&mut self) -> PyResult<usize> {
        if let Some(begin) = self.begin {
            match begin.elapsed() {
                took if took < PIECE / 2 => self.bytes = (2 * self.bytes).min(1 << 30),
                took if took > PIECE => self.bytes = (self.bytes / 2).max(1 << 12),
                _ => {}
            }
        }
        if self.asked.elapsed() > PATIENCE {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
            Python::attach(|py| py.check_signals())?;
            self.asked = Instant::now();
        }
        self.begin = Some(Instant::now());
        Ok(self.bytes)
    }

    /// [`Self::next`] for those that know no exceptions; [`Self::interruption`] has it.
    pub(crate) fn next_or_end(&mut self) -> Option<usize> {
        self.next().map_err(|error| self.interruption = Some(error)).ok()
    }

    /// Returns the exception by which the last call of [`Self::next_or_end`] has ended the work.
    pub(crate) fn interruption(&mut self) -> Option<PyErr> {
        self.interruption.take()
    }

    /// Appends data to a message, or an element to a tuple. After an error, the hasher has a part of it.
    pub(crate) fn absorb(&mut self, hasher: &mut dyn Hasher, is_tuple: bool, mut data: &[u8]) -> PyResult<()> {
        if is_tuple {
            hasher.begin_element(data.len() as u64);
        }
        while !data.is_empty() {
            let (piece, rest) = data.split_at(self.next()?.min(data.len()));
            if is_tuple {
                hasher.extend_element(piece);
            } else {
                hasher.update(piece);
            }
            data = rest;
        }
        Ok(())
    }

    /// Reads an output. After an error, a part of it has been read.
    pub(crate) fn read(&mut self, output: &mut dyn Reader, mut bytes: &mut [u8]) -> PyResult<()> {
        while !bytes.is_empty() {
            let length = self.next()?.min(bytes.len());
            let (piece, rest) = bytes.split_at_mut(length);
            output.read(piece);
            bytes = rest;
        }
        Ok(())
    }
}
