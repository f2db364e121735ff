//! Reading an input: plain buffered reads, and a word for each way in which it can fail.
//!
//! A file is not mapped: one that is cut off under a map would kill the process. A file that changes while it is read has no
//! digest worth printing, so its length and its time of change are looked at before and after.

use crate::console::{Progress, is_output, reason};
use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Why an input could not be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The system says so.
    System(io::Error),
    /// It is a directory.
    Directory,
    /// It grew, shrank or was written to meanwhile.
    Changed,
    /// It is the file that this command writes its output to.
    Output,
    /// Standard input has been read already.
    Again,
}

impl Unread {
    /// Whether there is no such file.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == ErrorKind::NotFound)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => f.write_str(&reason(error)),
            Self::Directory => f.write_str("Is a directory"),
            Self::Changed => f.write_str("changed while it was read; hash it again when nothing writes to it"),
            Self::Output => f.write_str("is where the output goes, so it can't be hashed"),
            Self::Again => f.write_str("standard input can be read only once"),
        }
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Whether standard input is in use. There is one of it, whatever it is named for.
static STANDARD_INPUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// Standard input, for the first who asks.
pub(crate) fn standard_input() -> Result<io::Stdin, Unread> {
    if STANDARD_INPUT_TAKEN.swap(true, Relaxed) { Err(Unread::Again) } else { Ok(io::stdin()) }
}

/// Who is given the bytes of an input, piece by piece.
pub(crate) type Taker<'a> = dyn FnMut(&[u8]) + 'a;

/// Hands out a file's bytes; `-` is standard input.
pub(crate) fn absorb(name: &OsStr, taker: &mut Taker<'_>, progress: &Progress) -> Result<(), Unread> {
    if name == "-" {
        return stream(standard_input()?.lock(), taker, progress);
    }
    let file = File::open(name)?;
    let before = file.metadata()?;
    if before.is_dir() {
        return Err(Unread::Directory);
    }
    if !before.is_file() {
        return stream(&file, taker, progress);
    }
    if is_output(&before) {
        return Err(Unread::Output);
    }
    progress.expect(before.len());
    // Behind the length that the file had, look whether it grows: reading might never come to an end. Files that the system
    // makes up as they are read have a length of 0 or one page, and keep it.
    feed(&file, taker, progress, |read| if read > before.len() { unchanged(&file, &before) } else { Ok(()) })?;
    unchanged(&file, &before)
}

/// Hands out all that comes: a pipe, a terminal, a device.
fn stream(source: impl Read, taker: &mut Taker<'_>, progress: &Progress) -> Result<(), Unread> {
    progress.expect_any();
    feed(source, taker, progress, |_| Ok(()))
}

/// An error if the file is not what it was.
fn unchanged(file: &File, before: &Metadata) -> Result<(), Unread> {
    let now = file.metadata()?;
    let same = now.len() == before.len() && now.modified().ok() == before.modified().ok();
    if same { Ok(()) } else { Err(Unread::Changed) }
}

/// Reads to the end; `after` sees how much has been read so far.
fn feed(
    mut source: impl Read,
    taker: &mut Taker<'_>,
    progress: &Progress,
    after: impl Fn(u64) -> Result<(), Unread>,
) -> Result<(), Unread> {
    let mut chunk = vec![0; CHUNK];
    let mut read = 0;
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(n) => {
                taker(&chunk[..n]);
                progress.advance(n as u64);
                read += n as u64;
                after(read)?;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
