//! Reading an input: plain buffered reads, and a word for each way in which it can fail.
//!
//! A file is not mapped: one that is cut off under a map would kill the process. A file that changes while it is read has no
//! digest worth printing, so its length and its time of change are looked at before and after.

use crate::console::{Progress, is_output, reason};
use crate::open::open;
use counterpoint::registry::Hasher;
use counterpoint_console::streams;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// The longest element of a tuple that is held in memory: the length of a pipe or device is not known before its end.
const LONGEST_IN_MEMORY: usize = 1 << 20;

/// The longest element of a tuple: its number of bits, which is hashed before it, has to fit into 64 bits.
const LONGEST_ELEMENT: u64 = (1 << 61) - 1;

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
    /// It is an element of a tuple, too long to be held in memory, and its length is not known before its end.
    Unmeasured,
    /// It is an element of a tuple, and longer than any can be.
    TooLong,
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
            Self::Unmeasured => write!(
                f,
                "is no regular file and longer than {LONGEST_IN_MEMORY} bytes; an element's length is hashed before \
                 it, \
                 so write it to a file first"
            ),
            Self::TooLong => write!(f, "is longer than an element of a tuple can be, {LONGEST_ELEMENT} bytes"),
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
pub(crate) fn standard_input() -> Result<Box<dyn Read + Send>, Unread> {
    if STANDARD_INPUT_TAKEN.swap(true, Relaxed) {
        return Err(Unread::Again);
    }
    Ok(Box::new(streams::input()?))
}

/// An open input.
enum Input {
    /// A regular file, and what it was when it was opened.
    Regular(File, Metadata),
    /// All else, whose length nobody knows: a pipe, a terminal, a device.
    Stream(Box<dyn Read + Send>),
}

impl Input {
    /// Opens a file; `-` is standard input.
    fn open(name: &OsStr) -> Result<Self, Unread> {
        if name == "-" {
            return Ok(Self::Stream(standard_input()?));
        }
        let file = open(name)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            Err(Unread::Directory)
        } else if !metadata.is_file() {
            Ok(Self::Stream(Box::new(file)))
        } else if is_output(&metadata) {
            Err(Unread::Output)
        } else {
            Ok(Self::Regular(file, metadata))
        }
    }

    /// Bytes that it has, if that is known.
    fn length(&self) -> Option<u64> {
        match self {
            Self::Regular(_, metadata) => Some(metadata.len()),
            Self::Stream(_) => None,
        }
    }

    /// Reads to the end. A file that changes meanwhile is an error.
    fn read(self, taker: &mut Taker<'_>, progress: &Progress) -> Result<(), Unread> {
        match self {
            Self::Stream(source) => {
                progress.expect_any();
                feed(source, taker, progress, |_| Ok(()))
            }
            Self::Regular(file, before) => {
                progress.expect(before.len());
                // Behind the length that the file had, look whether it grows: reading might never come to an end.
                // Files that the system makes up as they are read have a length of 0 or one page, and keep it.
                let grown = |read| if read > before.len() { unchanged(&file, &before) } else { Ok(()) };
                feed(&file, taker, progress, grown)?;
                unchanged(&file, &before)
            }
        }
    }
}

/// Who is given the bytes of an input, piece by piece. An error ends the reading.
type Taker<'a> = dyn FnMut(&[u8]) -> Result<(), Unread> + 'a;

/// Hands out a file's bytes; `-` is standard input.
pub(crate) fn absorb(name: &OsStr, taker: &mut dyn FnMut(&[u8]), progress: &Progress) -> Result<(), Unread> {
    let mut taker = |bytes: &[u8]| {
        taker(bytes);
        Ok(())
    };
    Input::open(name)?.read(&mut taker, progress)
}

/// Appends a file to a tuple as one element; `-` is standard input. After an error the tuple is of no use.
///
/// An element's length is hashed before the element. A small one is read whole first, whatever it is; a larger one is
/// streamed, and has the length that its metadata says.
pub(crate) fn absorb_element(name: &OsStr, tuple: &mut dyn Hasher, progress: &Progress) -> Result<(), Unread> {
    let input = Input::open(name)?;
    let length = input.length();
    if length.is_some_and(|length| length > LONGEST_ELEMENT) {
        return Err(Unread::TooLong);
    }
    let mut beginning = Vec::new();
    // Bytes that are missing of an element that is streamed.
    let mut missing = None;
    let mut taker = |bytes: &[u8]| {
        if missing.is_none() && beginning.len() + bytes.len() <= LONGEST_IN_MEMORY {
            beginning.extend_from_slice(bytes);
            return Ok(());
        }
        if missing.is_none() {
            let length = length.ok_or(Unread::Unmeasured)?;
            missing = Some(length.checked_sub(beginning.len() as u64).ok_or(Unread::Changed)?);
            tuple.begin_element(length);
            tuple.extend_element(&std::mem::take(&mut beginning));
        }
        missing = Some(missing.unwrap_or_default().checked_sub(bytes.len() as u64).ok_or(Unread::Changed)?);
        tuple.extend_element(bytes);
        Ok(())
    };
    input.read(&mut taker, progress)?;
    match missing {
        None => tuple.update(&beginning),
        Some(0) => {}
        Some(_) => return Err(Unread::Changed),
    }
    Ok(())
}

/// An error if an input can't be opened.
pub(crate) fn can_be_opened(name: &OsStr) -> Result<(), Unread> {
    if name == "-" { Ok(()) } else { Input::open(name).map(drop) }
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
                taker(&chunk[..n])?;
                progress.advance(n as u64);
                read += n as u64;
                after(read)?;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
