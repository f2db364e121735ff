//! Ctrl-C during long calls.
//!
//! Python records a signal at once, but handles it only when the main thread checks for signals. So a call works in
//! pieces of a few milliseconds and checks between them; not after each piece, because a thread that checks must wait
//! for the interpreter.

use core::cell::Cell;
use core::ops::Range;
use counterpoint::registry::{Hasher, Reader};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The number of bytes from which on other Python threads run during a call, as with `hashlib`.
pub(crate) const DETACH_BYTES: usize = 2048;

/// The target time for a piece, which should take between half of it and all of it.
const PIECE: Duration = Duration::from_millis(15);

/// How long a call works or waits before it checks for signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(25);

/// The minimum length of a piece in bytes, unless it is the only one.
const SHORT: usize = 1 << 12;

/// The length of the first piece in bytes. Shorter data is hashed in one piece.
pub(crate) const FIRST: usize = 1 << 20;

/// Determines the lengths of the pieces of a call, and when to check for signals.
pub(crate) struct Pace {
    bytes: usize,
    /// When the last piece began, if there was one.
    begin: Option<Instant>,
    asked: Instant,
    interruption: Option<PyErr>,
}

thread_local! {
    /// The pace of the call for which this thread works.
    static WATCHED: Cell<Option<Pace>> = const { Cell::new(None) };
}

/// Returns whether the call for which this thread works should continue, for code that can't be passed a [`Pace`].
/// Threads started for a call do not check: they end when the checking thread does.
pub(crate) fn go_on() -> bool {
    // A signal handler may make a call of its own.
    let Some(mut pace) = WATCHED.take() else { return true };
    let goes_on = pace.interruption.is_none() && pace.next_or_end().is_some();
    WATCHED.set(Some(pace));
    goes_on
}

impl Pace {
    pub(crate) fn new() -> Self {
        Self { bytes: FIRST, begin: None, asked: Instant::now(), interruption: None }
    }

    /// Returns the length of the next piece in bytes.
    ///
    /// # Errors
    ///
    /// The exception of a signal handler, which is `KeyboardInterrupt` after Ctrl-C.
    pub(crate) fn next(&mut self) -> PyResult<usize> {
        if let Some(begin) = self.begin {
            match begin.elapsed() {
                took if took < PIECE / 2 => self.bytes = (2 * self.bytes).min(1 << 30),
                took if took > PIECE => self.bytes = (self.bytes / 2).max(SHORT),
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

    /// [`Self::next`] for code without exceptions; [`Self::interruption`] returns the exception.
    pub(crate) fn next_or_end(&mut self) -> Option<usize> {
        self.next().map_err(|error| self.interruption = Some(error)).ok()
    }

    /// Returns the exception with which [`Self::next_or_end`] ended the work.
    pub(crate) fn interruption(&mut self) -> Option<PyErr> {
        self.interruption.take()
    }

    /// Calls `work`, during which [`go_on`] checks for signals.
    ///
    /// # Errors
    ///
    /// The exception of a signal handler, in which case the result of `work` is incomplete.
    pub(crate) fn watch<R>(self, work: impl FnOnce() -> R) -> PyResult<R> {
        let outer = WATCHED.replace(Some(self));
        let done = work();
        match WATCHED.replace(outer).and_then(|mut pace| pace.interruption()) {
            Some(interruption) => Err(interruption),
            None => Ok(done),
        }
    }

    /// Calls `work` with the pieces of `bytes` bytes in turn. The last one is not very short.
    pub(crate) fn each(&mut self, bytes: usize, mut work: impl FnMut(Range<usize>) -> PyResult<()>) -> PyResult<()> {
        let mut begin = 0;
        while begin < bytes {
            let piece = self.next()?;
            let end = if bytes - begin < piece.saturating_add(SHORT) { bytes } else { begin + piece };
            work(begin..end)?;
            begin = end;
        }
        Ok(())
    }

    /// Appends data to a message, or an element to a tuple: a prefix and the rest. After an error, the hasher has
    /// absorbed only a part.
    pub(crate) fn absorb(
        &mut self,
        hasher: &mut dyn Hasher,
        is_tuple: bool,
        prefix: &[u8],
        data: &[u8],
    ) -> PyResult<()> {
        if is_tuple {
            hasher.begin_element((prefix.len() + data.len()) as u64);
        }
        let mut append = |piece: &[u8]| if is_tuple { hasher.extend_element(piece) } else { hasher.update(piece) };
        append(prefix);
        self.each(data.len(), |range| {
            append(&data[range]);
            Ok(())
        })
    }

    /// Reads an output. After an error, a part of it has been read.
    pub(crate) fn read(&mut self, output: &mut dyn Reader, bytes: &mut [u8]) -> PyResult<()> {
        self.each(bytes.len(), |range| {
            output.read(&mut bytes[range]);
            Ok(())
        })
    }

    /// Returns whether an output equals a tag. Compares all bytes, like [`Reader::matches`].
    pub(crate) fn matches(&mut self, output: &mut dyn Reader, tag: &[u8]) -> PyResult<bool> {
        let mut matches = true;
        self.each(tag.len(), |range| {
            matches &= output.matches(&tag[range]);
            Ok(())
        })?;
        Ok(matches)
    }
}
