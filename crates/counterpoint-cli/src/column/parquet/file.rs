//! A Parquet file that is read at many positions.

use super::Input;
use crate::console::reason;
use crate::exit::Error;
use crate::input::{self, check_unchanged};
use std::fs::{self, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

/// A Parquet file, read by one thread.
pub(super) struct File {
    file: fs::File,
    pub(super) before: Metadata,
}

impl File {
    pub(super) fn open(input: &Input) -> Result<Self, Error> {
        match input.open()? {
            input::Input::Regular(file, before) => Ok(Self { file, before }),
            input::Input::Stream(_) => {
                Err(input.failed(&"a Parquet file must be a regular file, because it is read from its end"))
            }
        }
    }

    /// Opens a file again, which must not have changed since `before`.
    pub(super) fn again(input: &Input, before: &Metadata) -> Result<Self, Error> {
        let file = Self { before: before.clone(), ..Self::open(input)? };
        file.check().map_err(|why| input.failed(&why))?;
        Ok(file)
    }

    /// Returns an error if the file has changed, which invalidates everything read from it.
    pub(super) fn check(&self) -> Result<(), input::ReadError> {
        check_unchanged(&self.file, &self.before)
    }

    /// Returns a part of the file.
    pub(super) fn read(&self, range: Range<u64>) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        if range.end > self.before.len() {
            return Err("it refers to data past its end".to_owned());
        }
        let length = range.end.saturating_sub(range.start);
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(range.start)).and_then(|_| {
            bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
            file.take(length).read_to_end(&mut bytes)
        });
        let read = read.map_err(|error| reason(&error))?;
        if read as u64 == length { Ok(bytes) } else { Err("it ends too early".to_owned()) }
    }
}
