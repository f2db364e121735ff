//! Messages that are read from files and other readers.
//!
//! A reader is read into one large buffer, which is absorbed whenever it is full. A file is not mapped into memory,
//! because a signal ends the process if a mapped file becomes shorter.

use crate::wipe::Wiped;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The length of the buffer: 16 leaves of KT128, which are enough for the widest kernel.
pub(crate) const BUFFER_BYTES: usize = 16 * 8192;

/// Calls `update` with all bytes of a reader, in pieces of [`BUFFER_BYTES`] except for the last one. Returns the
/// number of bytes. If the reader fails, the bytes before the failure have been passed to `update` too.
pub(crate) fn absorb(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<u64> {
    let mut buffer = Wiped(std::vec![0; BUFFER_BYTES]);
    let mut bytes = 0;
    loop {
        let (filled, result) = fill(&mut reader, &mut buffer);
        update(&buffer[..filled]);
        bytes += filled as u64;
        result?;
        if filled < BUFFER_BYTES {
            return Ok(bytes);
        }
    }
}

/// Reads until the buffer is full or the reader ends. Returns the number of bytes, and the error if one ended the
/// reading.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> (usize, Result<()>) {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (filled, Err(error)),
        }
    }
    (filled, Ok(()))
}

/// Calls `update` with the content of a file as [`absorb`] does. An error names the file.
pub(crate) fn absorb_file(path: &Path, update: impl FnMut(&[u8])) -> Result<u64> {
    let named = |error: Error| Error::new(error.kind(), std::format!("{}: {error}", path.display()));
    absorb(File::open(path).map_err(named)?, update).map_err(named)
}
