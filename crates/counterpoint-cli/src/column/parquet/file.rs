//! A file that is read at many places.
//!
//! The columns of a row group are decoded side by side, so each continues where its last page ended. They share one
//! open file and take turns at its position, which every system has; a read at a position of one's own is not.

use crate::console::reason;
use std::fs::{self, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// A file that is read at many places.
pub(super) struct File {
    file: fs::File,
    before: Metadata,
    /// Held while the position in the file counts.
    position: Mutex<()>,
}

impl File {
    pub(super) fn new(file: fs::File, before: Metadata) -> Self {
        Self { file, before, position: Mutex::default() }
    }

    pub(super) fn system(&self) -> &fs::File {
        &self.file
    }

    /// Returns the metadata from when the file was opened.
    pub(super) fn before(&self) -> &Metadata {
        &self.before
    }

    /// Returns bytes of the file, all of them.
    pub(super) fn read(self: &Arc<Self>, begin: u64, length: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let mut part = Part::new(self, begin..begin.saturating_add(length));
        let read = part.read_to_end(&mut bytes).map_err(|error| reason(&error))?;
        if read as u64 == length { Ok(bytes) } else { Err("it ends too early".to_owned()) }
    }
}

/// A part of a file.
pub(super) struct Part {
    file: Arc<File>,
    range: Range<u64>,
}

impl Part {
    pub(super) fn new(file: &Arc<File>, range: Range<u64>) -> Self {
        Self { file: Arc::clone(file), range }
    }

    /// Returns the number of bytes that have not been read yet.
    pub(super) fn left(&self) -> u64 {
        self.range.end.saturating_sub(self.range.start)
    }
}

impl Read for Part {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.left()).unwrap_or(usize::MAX);
        let length = bytes.len().min(left);
        let read = {
            let _position = self.file.position.lock().unwrap_or_else(PoisonError::into_inner);
            let mut file = &self.file.file;
            file.seek(SeekFrom::Start(self.range.start))?;
            file.read(&mut bytes[..length])?
        };
        self.range.start += read as u64;
        Ok(read)
    }
}
