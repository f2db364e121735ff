//! The bytes of a text file, counted on their way.
//!
//! The parsers read ahead and keep what they have read until a row ends. So the number of bytes since the end of the
//! last row is limited here: a row without an end would otherwise fill the memory.

use super::table::LONGEST_ROW;
use crate::console::Progress;
use crate::input::{Input, check_unchanged};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The bytes of a text file.
pub(super) struct Source {
    from: From,
    progress: Arc<Progress>,
    since: Arc<AtomicUsize>,
    /// Whether nothing has been read yet.
    first: bool,
}

enum From {
    Regular(File, Metadata),
    Stream(Box<dyn Read + Send>),
}

/// Says to a [`Source`] where rows end.
pub(super) struct RowEnds(Arc<AtomicUsize>);

impl RowEnds {
    /// A row has ended.
    pub(super) fn mark(&self) {
        self.0.store(0, Relaxed);
    }
}

impl Source {
    pub(super) fn new(input: Input, progress: Arc<Progress>) -> Self {
        match input.length() {
            Some(length) => progress.expect(length),
            None => progress.expect_any(),
        }
        let from = match input {
            Input::Regular(file, metadata) => From::Regular(file, metadata),
            Input::Stream(stream) => From::Stream(stream),
        };
        Self { from, progress, since: Arc::default(), first: true }
    }

    /// Returns what has to be told about the ends of rows.
    pub(super) fn row_ends(&self) -> RowEnds {
        RowEnds(Arc::clone(&self.since))
    }
}

impl Read for Source {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.since.load(Relaxed) > LONGEST_ROW {
            let words = format!("a row has more than {LONGEST_ROW} bytes; is this the right file, or is a quote open?");
            return Err(io::Error::other(words));
        }
        let read = match &mut self.from {
            From::Regular(file, _) => file.read(bytes)?,
            From::Stream(stream) => stream.read(bytes)?,
        };
        if let (0, From::Regular(file, before)) = (read, &self.from) {
            check_unchanged(file, before).map_err(|why| io::Error::other(why.to_string()))?;
        }
        if std::mem::replace(&mut self.first, false)
            && let Some(what) = no_text(&bytes[..read])
        {
            return Err(io::Error::other(what));
        }
        self.since.fetch_add(read, Relaxed);
        self.progress.advance(read as u64);
        Ok(read)
    }
}

/// Returns what a file is that begins like this, if it is not the text that it should be, and what to do.
fn no_text(bytes: &[u8]) -> Option<&'static str> {
    Some(match bytes {
        [0x1f, 0x8b, ..] => {
            "it is compressed by gzip; decompress it: `zcat FILE | counterpoint column - --format FORMAT`"
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            "it is compressed by zstd; decompress it: `zstdcat FILE | counterpoint column - --format FORMAT`"
        }
        [0x50, 0x4b, 3, 4, ..] => "it is a zip archive or a workbook; unpack it, or save the sheet as CSV",
        [b'P', b'A', b'R', b'1', ..] => "it is a Parquet file; hash it with `--format parquet`",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => {
            "it is UTF-16; convert it: `iconv -f UTF-16 -t UTF-8 FILE | counterpoint column - --format FORMAT`"
        }
        _ => return None,
    })
}
