//! Messages that are read from files and other readers.
//!
//! A reader is read into one large buffer, which is absorbed whenever it is full. A file is not mapped into memory,
//! because a process ends by a signal if a file under a map becomes shorter.

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

/// Reads until the buffer is full or the reader ends. Returns the number of bytes, and the error that ended it.
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

/// The methods of a hasher that append what they read, by its method `update`.
macro_rules! reading {
    () => {
        /// Appends all bytes of a reader to the message, up to its end, and returns their number.
        ///
        /// ```
        /// use counterpoint::Sha3_256;
        ///
        /// let mut hasher = Sha3_256::new();
        /// let bytes = hasher.update_reader(&b"abc"[..])?;
        /// assert_eq!(bytes, 3);
        /// assert_eq!(hasher.finalize(), Sha3_256::digest(b"abc"));
        /// # Ok::<(), std::io::Error>(())
        /// ```
        ///
        /// The reader is read in pieces of up to 128 KiB, so it needs no buffer of its own. A read that was
        /// interrupted ([`Interrupted`](std::io::ErrorKind::Interrupted)) is repeated.
        ///
        /// # Errors
        ///
        /// Any other error of the reader. The bytes that were read before it have been appended to the message, so
        /// reset the hasher before reading the same message again.
        pub fn update_reader(&mut self, reader: impl std::io::Read) -> std::io::Result<u64> {
            crate::hash::reader::absorb(reader, |data| self.update(data))
        }

        /// Appends the content of a file to the message, and returns its number of bytes.
        ///
        /// ```no_run
        /// use counterpoint::Sha3_256;
        ///
        /// let mut hasher = Sha3_256::new();
        /// hasher.update_file("disk.img")?;
        /// println!("{:02x?}", hasher.finalize());
        /// # Ok::<(), std::io::Error>(())
        /// ```
        ///
        /// It is read as by [`Self::update_reader`], and not mapped into memory. The file may be larger than the
        /// memory. If it changes while it is read, the digest may be that of neither version.
        ///
        /// # Errors
        ///
        /// If the file can't be opened or read; the error names it. What was read before has been appended to the
        /// message.
        pub fn update_file(&mut self, path: impl AsRef<std::path::Path>) -> std::io::Result<u64> {
            crate::hash::reader::absorb_file(path.as_ref(), |data| self.update(data))
        }
    };
}
pub(crate) use reading;

/// The methods of [`std::io::Write`] for a hasher, by its method `update`, which never fails.
macro_rules! writing {
    () => {
        fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
            self.update(data);
            Ok(data.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    };
}
pub(crate) use writing;
