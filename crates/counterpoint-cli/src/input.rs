//! Reading files to hash them.
//!
//! Files are read piece by piece into a buffer. They are not mapped into memory, because truncating a mapped file would
//! kill the process. The digest of a file that changes while being read means nothing, so its length and modification
//! time are compared before and after, and a change is an error.

use crate::console::{Progress, is_output, reason};
use crate::foreign::Foreign;
use crate::open::open;
use crate::streams;
use counterpoint::registry::Hasher;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of bytes requested from each read.
pub(crate) const CHUNK: usize = 1 << 16;

/// The longest element of a tuple held in memory. The length of a pipe or device is unknown before its end.
const LONGEST_BUFFERED: usize = 1 << 20;

/// The longest element of a tuple. Its length in bits, which is hashed before it, must fit into 64 bits.
const LONGEST_ELEMENT: u64 = (1 << 61) - 1;

/// Why an input could not be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// The system returned an error.
    System(io::Error),
    /// The input is a directory.
    Directory,
    /// The file changed while it was read.
    Changed,
    /// Standard output is written to this file.
    Output,
    /// Standard input has already been read.
    Again,
    /// The element of a tuple is too long for memory, and its length is unknown before its end.
    Unmeasured,
    /// The element of a tuple is longer than any element can be.
    TooLong,
    /// The file is not UTF-8 text.
    Foreign(Foreign),
    /// The lines of a list end with line feeds instead of NUL.
    LineFeeds,
}

impl ReadError {
    /// Returns whether the file does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == ErrorKind::NotFound)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => f.write_str(&reason(error)),
            Self::Directory => f.write_str("Is a directory"),
            Self::Changed => f.write_str("changed while being read; hash it again when nothing writes to it"),
            Self::Output => f.write_str("can't be hashed, because the output goes to it; write the output elsewhere"),
            Self::Again => f.write_str("standard input can be read only once"),
            Self::Unmeasured => write!(
                f,
                "is not a regular file and is longer than {LONGEST_BUFFERED} bytes; a tuple hashes the length of an \
                 element first, so copy it to a file"
            ),
            Self::Foreign(foreign) => foreign.fmt(f),
            Self::LineFeeds => f.write_str("its lines end with line feeds, not NUL; omit --zero"),
            Self::TooLong => write!(f, "is longer than the longest element of a tuple, {LONGEST_ELEMENT} bytes"),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Whether standard input has been handed out. All readers would share its position.
static STANDARD_INPUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns standard input to the first caller, and an error to all others.
pub(crate) fn standard_input() -> Result<Box<dyn Read + Send>, ReadError> {
    if STANDARD_INPUT_TAKEN.swap(true, Relaxed) {
        return Err(ReadError::Again);
    }
    Ok(Box::new(streams::input()?))
}

/// An open input.
pub(crate) enum Input {
    /// A regular file, and its metadata from when it was opened.
    Regular(File, Metadata),
    /// Anything whose length is unknown: a pipe, a terminal, a device.
    Stream(Box<dyn Read + Send>),
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(name: &OsStr) -> Result<Self, ReadError> {
        if name == "-" {
            return Ok(Self::Stream(standard_input()?));
        }
        let file = open(name)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            Err(ReadError::Directory)
        } else if !metadata.is_file() {
            Ok(Self::Stream(Box::new(file)))
        } else if is_output(&metadata) {
            Err(ReadError::Output)
        } else {
            Ok(Self::Regular(file, metadata))
        }
    }

    /// Returns the length in bytes, if it is known.
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::Regular(_, metadata) => Some(metadata.len()),
            Self::Stream(_) => None,
        }
    }

    /// Passes all bytes to `sink`, a chunk at a time. Fails if the file changes meanwhile.
    pub(crate) fn read(self, chunk: &mut [u8], sink: &mut Sink<'_>, progress: &Progress) -> Result<(), ReadError> {
        self.read_by(|mut file, chunk, _| file.read(chunk), chunk, sink, progress)
    }

    /// Like [`Self::read`], but reads a regular file with `read`, which receives the position of the next bytes.
    pub(crate) fn read_by(
        self,
        read: impl Fn(&File, &mut [u8], u64) -> io::Result<usize>,
        chunk: &mut [u8],
        sink: &mut Sink<'_>,
        progress: &Progress,
    ) -> Result<(), ReadError> {
        match self {
            Self::Stream(mut source) => {
                progress.expect_any();
                read_all(|chunk, _| source.read(chunk), chunk, sink, progress, |_| Ok(()))
            }
            Self::Regular(file, before) => {
                progress.expect(before.len());
                // Past its initial length, check after each read whether the file is growing: reading might never end.
                // Virtual files, such as those in /proc, keep a length of 0 or one page however much is read.
                let grown = |read| if read > before.len() { check_unchanged(&file, &before) } else { Ok(()) };
                read_all(|chunk, position| read(&file, chunk, position), chunk, sink, progress, grown)?;
                check_unchanged(&file, &before)
            }
        }
    }
}

/// Receives the bytes of an input piece by piece. An error stops the reading.
pub(crate) type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), ReadError> + 'a;

/// Appends a file to a tuple as one element. `-` is standard input. After an error the tuple must be discarded.
///
/// A tuple hashes the length of an element before the element. An input of up to [`LONGEST_BUFFERED`] bytes is first
/// read into memory; a longer one is streamed, and its length is taken from its metadata.
pub(crate) fn read_element_into(name: &OsStr, tuple: &mut dyn Hasher, progress: &Progress) -> Result<(), ReadError> {
    let input = Input::open(name)?;
    let length = input.length();
    if length.is_some_and(|length| length > LONGEST_ELEMENT) {
        return Err(ReadError::TooLong);
    }
    let mut beginning = Vec::new();
    // The number of bytes still missing from an element that is streamed.
    let mut missing = None;
    let mut sink = |bytes: &[u8]| {
        if missing.is_none() && beginning.len() + bytes.len() <= LONGEST_BUFFERED {
            beginning.extend_from_slice(bytes);
            return Ok(());
        }
        if missing.is_none() {
            let length = length.ok_or(ReadError::Unmeasured)?;
            missing = Some(length.checked_sub(beginning.len() as u64).ok_or(ReadError::Changed)?);
            tuple.begin_element(length);
            tuple.extend_element(&std::mem::take(&mut beginning));
        }
        missing = Some(missing.unwrap_or_default().checked_sub(bytes.len() as u64).ok_or(ReadError::Changed)?);
        tuple.extend_element(bytes);
        Ok(())
    };
    input.read(&mut vec![0; CHUNK], &mut sink, progress)?;
    match missing {
        None => tuple.update(&beginning),
        Some(0) => {}
        Some(_) => return Err(ReadError::Changed),
    }
    Ok(())
}

/// Returns an error if an input can't be opened.
pub(crate) fn check_readable(name: &OsStr) -> Result<(), ReadError> {
    if name == "-" { Ok(()) } else { Input::open(name).map(drop) }
}

/// Returns an error if the length or the modification time of a file has changed.
pub(crate) fn check_unchanged(file: &File, before: &Metadata) -> Result<(), ReadError> {
    let now = file.metadata()?;
    let same = now.len() == before.len() && now.modified().ok() == before.modified().ok();
    if same { Ok(()) } else { Err(ReadError::Changed) }
}

/// Passes all bytes to `sink`, a chunk at a time. `read` reads the bytes at a position; `after` is called after each
/// read with the number of bytes so far.
fn read_all(
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<usize>,
    chunk: &mut [u8],
    sink: &mut Sink<'_>,
    progress: &Progress,
    after: impl Fn(u64) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut position = 0;
    loop {
        match read(chunk, position) {
            Ok(0) => return Ok(()),
            Ok(n) => {
                sink(&chunk[..n])?;
                progress.advance(n as u64);
                position += n as u64;
                after(position)?;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
