//! Reads a list of digests, line by line, in bounded memory whatever the list contains.

use crate::checksum_line::{self, ChecksumLine, LONGEST_LINE};
use crate::hash_functions;
use crate::input::{ReadError, standard_input};
use crate::open::open;
use counterpoint::Algorithm;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read};

/// What is found in a list.
pub(crate) enum ListEvent {
    /// The list of this name begins.
    Begin(OsString),
    /// A line that has been parsed.
    Line(ChecksumLine),
    /// The line of this number, counted from 1, is improperly formatted.
    Malformed(u64),
    /// The list ends, or can't be read any further.
    End(Option<ReadError>),
}

/// The format of the lines in a list.
#[derive(Clone, Copy)]
pub(crate) struct ListFormat {
    /// Lines end with NUL.
    pub(crate) zero: bool,
    /// The function of lines that have no tag.
    pub(crate) untagged: &'static Algorithm,
    /// Lines with the tag of another function count as improperly formatted.
    pub(crate) only_untagged: bool,
}

/// An open list. It is an iterator over the events from its first line on.
pub(crate) struct List {
    source: Box<dyn BufRead + Send>,
    format: ListFormat,
    number: u64,
    ended: bool,
}

impl List {
    /// Opens a list and returns its events, from its beginning to its end.
    pub(crate) fn open(name: OsString, format: ListFormat) -> impl Iterator<Item = ListEvent> + Send {
        let (list, error) = match source(&name) {
            Ok(source) => (Some(Self::from_reader(source, format)), None),
            Err(why) => (None, Some(ListEvent::End(Some(why)))),
        };
        std::iter::once(ListEvent::Begin(name)).chain(list.into_iter().flatten()).chain(error)
    }

    /// Returns the list that a reader contains.
    pub(crate) fn from_reader(source: Box<dyn BufRead + Send>, format: ListFormat) -> Self {
        Self { source, format, number: 0, ended: false }
    }

    /// Returns the event of the next line that is neither empty nor a comment; `None` at the end.
    fn event(&mut self) -> io::Result<Option<ListEvent>> {
        let ListFormat { zero, untagged, only_untagged } = self.format;
        while let Some(line) = self.line()? {
            self.number += 1;
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            let line = checksum_line::parse(&line, zero, untagged)
                .filter(|line| !only_untagged || hash_functions::same(line.function, untagged));
            return Ok(Some(line.map_or(ListEvent::Malformed(self.number), ListEvent::Line)));
        }
        Ok(None)
    }

    /// Returns the next line without its end; `None` at the end. A line that is too long is replaced by a text that is
    /// improperly formatted too.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let end = if self.format.zero { 0 } else { b'\n' };
        let mut line = Vec::new();
        let read = self.source.by_ref().take(LONGEST_LINE as u64).read_until(end, &mut line)?;
        if line.pop_if(|last| *last == end).is_none() && read == LONGEST_LINE {
            self.source.skip_until(end)?;
            return Ok(Some(b"too long".to_vec()));
        }
        if !self.format.zero {
            line.pop_if(|last| *last == b'\r');
        }
        Ok((read > 0).then_some(line))
    }
}

impl Iterator for List {
    type Item = ListEvent;

    fn next(&mut self) -> Option<ListEvent> {
        if self.ended {
            return None;
        }
        let end = match self.event() {
            Ok(Some(event)) => return Some(event),
            Ok(None) => None,
            Err(error) => Some(error.into()),
        };
        self.ended = true;
        Some(ListEvent::End(end))
    }
}

/// Opens the file of a list; `-` is standard input.
fn source(name: &OsStr) -> Result<Box<dyn BufRead + Send>, ReadError> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(standard_input()?)));
    }
    let file = open(name)?;
    if file.metadata()?.is_dir() {
        return Err(ReadError::Directory);
    }
    Ok(Box::new(BufReader::new(file)))
}
