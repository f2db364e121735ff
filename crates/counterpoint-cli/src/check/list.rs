//! Reads a list of digests line by line, in bounded memory whatever it contains.

use crate::checksum_line::{self, ChecksumLine, LONGEST_LINE, Spacing};
use crate::foreign::{Foreign, foreign};
use crate::hash_functions;
use crate::input::{ReadError, standard_input};
use crate::open::open;
use counterpoint::Algorithm;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// An event while a list is read.
pub(crate) enum ListEvent {
    /// The list of this name begins.
    Begin(OsString),
    /// A line that has been parsed.
    Line(ChecksumLine),
    /// A line is improperly formatted.
    Malformed(Malformed),
    /// The list ends, or can't be read any further.
    End(Option<ReadError>),
}

/// An improperly formatted line.
#[derive(Clone, Copy)]
pub(crate) struct Malformed {
    /// The number of the line, starting at 1.
    pub(crate) number: u64,
    /// Why the list counts as damaged, if the line can't simply be skipped.
    pub(crate) misread: Option<Misread>,
}

/// Why an improperly formatted line can't be a heading or a comment.
#[derive(Clone, Copy)]
pub(crate) enum Misread {
    /// It is the first one and contains a digest.
    First,
    /// It contains NUL bytes, so it is not a line of text.
    Nul,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "the first line contains a digest but is improperly formatted",
            Self::Nul => {
                "a line contains NUL bytes; use --zero to read the output of `sum --zero`, or `iconv` to convert \
                 UTF-16 to UTF-8"
            }
        })
    }
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

/// An open list: an iterator over the events from its first line on.
pub(crate) struct List {
    source: Box<dyn BufRead + Send>,
    format: ListFormat,
    /// The spacing between digest and name in the lines so far.
    spacing: Option<Spacing>,
    number: u64,
    /// Whether the first line that is neither empty nor a comment has been read.
    begun: bool,
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

    /// Returns the list in a reader.
    pub(crate) fn from_reader(source: Box<dyn BufRead + Send>, format: ListFormat) -> Self {
        Self { source, format, spacing: None, number: 0, begun: false, ended: false }
    }

    /// Returns the event of the next line that is neither empty nor a comment; `None` at the end.
    fn event(&mut self) -> Result<Option<ListEvent>, ReadError> {
        let ListFormat { zero, untagged, only_untagged } = self.format;
        if self.number == 0
            && let Some(foreign) = self.foreign()?
        {
            return Err(ReadError::Foreign(foreign));
        }
        while let Some(line) = self.line()? {
            self.number += 1;
            // In concatenated lists, any line may begin with a byte order mark.
            let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            let first = !std::mem::replace(&mut self.begun, true);
            let read = checksum_line::parse(line, zero, untagged, &mut self.spacing)
                .filter(|line| !only_untagged || hash_functions::same(line.function, untagged));
            let malformed = || Malformed { number: self.number, misread: misread(line, first, zero) };
            return Ok(Some(read.map_or_else(|| ListEvent::Malformed(malformed()), ListEvent::Line)));
        }
        Ok(None)
    }

    /// Identifies a list that can't be UTF-8 text by its beginning. Called only before the first line.
    fn foreign(&mut self) -> io::Result<Option<Foreign>> {
        loop {
            match self.source.fill_buf() {
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                beginning => return Ok(foreign(beginning?)),
            }
        }
    }

    /// Returns the next line without its end, or `None` at the end of the list. A line that is too long is replaced
    /// with a short text that is also improperly formatted.
    fn line(&mut self) -> Result<Option<Vec<u8>>, ReadError> {
        let end = if self.format.zero { 0 } else { b'\n' };
        let mut line = Vec::new();
        let read = self.source.by_ref().take(LONGEST_LINE as u64).read_until(end, &mut line)?;
        if line.pop_if(|last| *last == end).is_none() {
            if read == LONGEST_LINE {
                self.source.skip_until(end)?;
                return Ok(Some(b"too long".to_vec()));
            }
            if self.format.zero && line.contains(&b'\n') {
                return Err(ReadError::LineFeeds);
            }
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
            Err(why) => Some(why),
        };
        self.ended = true;
        Some(ListEvent::End(end))
    }
}

/// What some programs write at the beginning of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns why a malformed line must not be skipped, if there is a reason.
fn misread(line: &[u8], first: bool, zero: bool) -> Option<Misread> {
    if !zero && line.contains(&0) { Some(Misread::Nul) } else { (first && has_digest(line)).then_some(Misread::First) }
}

/// Returns whether a malformed line contains a digest of 128 bits or more, in one piece or in groups, without the tag
/// of another function, which would explain it.
fn has_digest(line: &[u8]) -> bool {
    let digits = |groups: &[u8]| groups.iter().filter(|c| c.is_ascii_hexdigit()).count();
    let is_between = |c: &u8| !(c.is_ascii_hexdigit() || matches!(c, b' ' | b':'));
    !line.contains(&b'(') && line.split(is_between).any(|groups| digits(groups) >= 32)
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
