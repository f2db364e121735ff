//! The records of a CSV file with the places of their fields.
//!
//! Quotes are taken strictly. After a closing quote only a delimiter or the end of the record may follow: anything else
//! means that the writer has other rules, and then the text of the field would be one that nobody wrote.

use super::dialect::Dialect;
use super::source::{RowEnds, Source};
use crate::console::reason;
use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::ops::Range;

/// A record, and the line in which it begins.
#[derive(Default)]
pub(super) struct Record {
    /// All bytes, with the end of the line.
    pub(super) bytes: Vec<u8>,
    /// The number of bytes without the end of the line.
    pub(super) length: usize,
    /// The fields, with their quotes.
    pub(super) fields: Vec<Range<usize>>,
    pub(super) line: u64,
}

impl Record {
    /// Returns whether it is a blank line, which is no row.
    pub(super) fn is_blank(&self) -> bool {
        self.fields.len() == 1 && self.fields[0].is_empty()
    }

    /// Returns the bytes of a field without quotes and escapes.
    pub(super) fn field(&self, place: usize, dialect: Dialect) -> Cow<'_, [u8]> {
        let field = self.fields.get(place).map_or(&[][..], |field| &self.bytes[field.clone()]);
        let quoted = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
        let inner = quoted.unwrap_or(field);
        let marks = |byte: &u8| Some(*byte) == dialect.escape || (quoted.is_some() && *byte == b'"');
        if !inner.iter().any(marks) {
            return Cow::Borrowed(inner);
        }
        let mut plain = Vec::with_capacity(inner.len());
        let mut bytes = inner.iter();
        while let Some(byte) = bytes.next() {
            // The second of two quotes, or what follows an escape.
            plain.extend(if marks(byte) { bytes.next() } else { Some(byte) });
        }
        Cow::Owned(plain)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Plain,
    Quoted,
    /// After a quote in a field with quotes: it is closed, unless another quote follows.
    Closed,
    /// After a carriage return, which may have a line feed after it.
    Return,
}

/// The records of a file.
pub(super) struct Records {
    reader: BufReader<Source>,
    row_ends: RowEnds,
    pub(super) dialect: Dialect,
    /// The number of lines so far.
    lines: u64,
}

impl Records {
    pub(super) fn new(source: Source, dialect: Dialect) -> Self {
        let row_ends = source.row_ends();
        Self { reader: BufReader::with_capacity(1 << 16, source), row_ends, dialect, lines: 0 }
    }

    /// Reads the next record. There is none at the end.
    pub(super) fn next(&mut self, record: &mut Record) -> Result<bool, String> {
        let Record { bytes, length, fields, line } = record;
        bytes.clear();
        fields.clear();
        *line = self.lines + 1;
        let (delimiter, escape) = (self.dialect.delimiter, self.dialect.escape);
        let (mut state, mut escaped, mut begin, mut line_begin) = (State::Start, false, 0, 0);
        if self.lines == 0 && self.reader.fill_buf().map_err(|error| reason(&error))?.starts_with(MARK) {
            bytes.extend_from_slice(MARK);
            begin = MARK.len();
            self.reader.consume(begin);
        }
        let mut ended = false;
        while !ended {
            let buffer = self.reader.fill_buf().map_err(|error| reason(&error))?;
            if buffer.is_empty() {
                break;
            }
            let read = bytes.len();
            let mut used = 0;
            while used < buffer.len() && !ended {
                let (at, byte) = (read + used, buffer[used]);
                if state == State::Return {
                    used += usize::from(byte == b'\n');
                    ended = true;
                    break;
                }
                used += 1;
                if byte == b'\n' && (state == State::Quoted || escaped) {
                    self.lines += 1;
                    line_begin = at + 1;
                }
                if escaped {
                    escaped = false;
                    if byte.is_ascii_alphanumeric() {
                        let place = place(self.lines, at - line_begin);
                        let byte = char::from(byte);
                        return Err(format!(
                            "{place}: an escape before '{byte}' is read by each program in another way; write the \
                             character itself, or double the escape"
                        ));
                    }
                    continue;
                }
                state = match (state, byte) {
                    (State::Start, b'"') => {
                        if at == begin {
                            State::Quoted
                        } else {
                            State::Plain
                        }
                    }
                    (State::Quoted, b'"') => State::Closed,
                    (State::Closed, b'"') if escape.is_none() => State::Quoted,
                    (State::Quoted | State::Start | State::Plain, byte) if Some(byte) == escape => {
                        escaped = true;
                        if state == State::Quoted { State::Quoted } else { State::Plain }
                    }
                    (State::Quoted, _) => State::Quoted,
                    (_, byte) if byte == delimiter => {
                        fields.push(begin..at);
                        begin = at + 1;
                        State::Start
                    }
                    (_, b'\n' | b'\r') => {
                        fields.push(begin..at);
                        *length = at;
                        ended = byte == b'\n';
                        State::Return
                    }
                    (State::Closed, _) => {
                        return Err(format!(
                            "{}: text after the closing quote of a field; double each quote inside a field, or tell \
                             what escapes it: --escape '\\'",
                            place(self.lines, at - line_begin)
                        ));
                    }
                    _ => State::Plain,
                };
            }
            bytes.extend_from_slice(&buffer[..used]);
            self.reader.consume(used);
        }
        self.row_ends.mark();
        if bytes.is_empty() {
            return Ok(false);
        }
        self.lines += 1;
        match state {
            State::Return => {}
            State::Quoted => {
                return Err(format!("line {line}: a quote in this row is not closed; close it, or double it"));
            }
            _ => {
                fields.push(begin..bytes.len());
                *length = bytes.len();
            }
        }
        Ok(true)
    }
}

/// Returns the words for a place, of which the line is one more than those before, and the character likewise.
fn place(lines: u64, characters: usize) -> String {
    format!("line {}, character {}", lines + 1, characters + 1)
}

/// What some programs write in front of a text.
pub(super) const MARK: &[u8] = "\u{feff}".as_bytes();
