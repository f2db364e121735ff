//! The records of a CSV file and the places of their fields.
//!
//! Quotes are read strictly: only a delimiter or the end of the record may follow a closing quote. Anything else means
//! that the writer follows other rules, so the text of the field would not be the one that was written.

use super::text::Text;
use std::borrow::Cow;
use std::ops::Range;

/// How fields are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    /// The escape character, which makes the next character literal. `None` if doubled quotes are the only escape.
    pub(super) escape: Option<u8>,
}

/// A record.
#[derive(Default)]
pub(super) struct Record {
    /// The places of the fields, including their quotes.
    pub(super) fields: Vec<Range<usize>>,
    /// The line in which the record begins.
    pub(super) line: u64,
}

impl Record {
    /// Returns whether this is a blank line, which is not a row.
    pub(super) fn is_blank(&self) -> bool {
        self.fields.len() == 1 && self.fields[0].is_empty()
    }

    /// Returns the place for one more field.
    pub(super) fn end(&self) -> usize {
        self.fields.last().map_or(0, |field| field.end)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Plain,
    Quoted,
    /// After a quote in a quoted field: it is closed, unless another quote follows.
    Closed,
    /// After a carriage return, which a line feed may follow.
    Return,
}

impl Dialect {
    /// Appends the bytes of the next record, including its line end. Returns `false` at the end of the file.
    pub(super) fn read(self, text: &mut Text, bytes: &mut Vec<u8>, record: &mut Record) -> Result<bool, String> {
        let first = bytes.len();
        record.fields.clear();
        record.line = text.lines + 1;
        let (mut state, mut escaped, mut begin, mut line_begin) = (State::Start, false, first, first);
        let mut ended = false;
        while !ended {
            let lines = text.lines;
            let place = |lines: u64, at: usize| format!("line {}, character {}", lines + 1, at + 1);
            let buffer = text.bytes(bytes.len())?;
            if buffer.is_empty() {
                break;
            }
            let (read, mut used, mut more) = (bytes.len(), 0, 0);
            while used < buffer.len() && !ended {
                let (at, byte) = (read + used, buffer[used]);
                if state == State::Return {
                    used += usize::from(byte == b'\n');
                    ended = true;
                    break;
                }
                used += 1;
                if byte == b'\n' && (state == State::Quoted || escaped) {
                    more += 1;
                    line_begin = at + 1;
                }
                if escaped {
                    escaped = false;
                    continue;
                }
                state = match (state, byte) {
                    (State::Start, b'"') => State::Quoted,
                    (State::Quoted, b'"') => State::Closed,
                    (State::Closed, b'"') if self.escape.is_none() => State::Quoted,
                    (State::Quoted | State::Start | State::Plain, byte) if Some(byte) == self.escape => {
                        escaped = true;
                        if state == State::Quoted { State::Quoted } else { State::Plain }
                    }
                    (State::Quoted, _) => State::Quoted,
                    (_, byte) if byte == self.delimiter => {
                        record.fields.push(begin..at);
                        begin = at + 1;
                        State::Start
                    }
                    (_, b'\n' | b'\r') => {
                        record.fields.push(begin..at);
                        ended = byte == b'\n';
                        State::Return
                    }
                    (State::Closed, _) => {
                        return Err(format!(
                            "{}: text after the closing quote of a field; double each quote inside a field, or name \
                             its escape: --escape '\\'",
                            place(lines + more, at - line_begin)
                        ));
                    }
                    _ => State::Plain,
                };
            }
            bytes.extend_from_slice(&buffer[..used]);
            text.consume(used);
            text.lines += more;
        }
        if bytes.len() == first {
            return Ok(false);
        }
        text.lines += 1;
        if escaped {
            return Err(format!("line {}: nothing follows the escape at the end of the file; double it", text.lines));
        }
        match state {
            State::Return => {}
            State::Quoted => {
                return Err(format!("line {}: a quote in this row is not closed; close it, or double it", record.line));
            }
            _ => record.fields.push(begin..bytes.len()),
        }
        Ok(true)
    }

    /// Returns the text of a field, without quotes and escapes.
    ///
    /// # Errors
    ///
    /// If it is not UTF-8, or if programs disagree about an escape in it: before a letter or digit, some drop it, some
    /// keep it, and some read a line feed or a null.
    pub(super) fn text(self, field: &[u8]) -> Result<Cow<'_, str>, String> {
        let quoted = field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\""));
        let inner = std::str::from_utf8(quoted.unwrap_or(field)).map_err(|_| "this is not UTF-8; convert the file")?;
        let marks = |byte: u8| Some(byte) == self.escape || (quoted.is_some() && byte == b'"');
        if !inner.bytes().any(marks) {
            return Ok(Cow::Borrowed(inner));
        }
        let escape = self.escape.map(char::from);
        let mut plain = String::with_capacity(inner.len());
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            // The second of two quotes, or the character after an escape.
            let next = if u8::try_from(c).is_ok_and(marks) { characters.next() } else { Some(c) };
            if let Some(next) = next.filter(|next| Some(c) == escape && next.is_ascii_alphanumeric()) {
                return Err(format!(
                    "programs disagree about an escape before '{next}'; write the character itself, or double the \
                     escape"
                ));
            }
            plain.extend(next);
        }
        Ok(Cow::Owned(plain))
    }

    /// Returns a field with this text, in quotes if necessary.
    pub(super) fn field(self, text: &str) -> String {
        let special = |c: char| {
            matches!(c, '"' | '\n' | '\r') || [Some(self.delimiter), self.escape].contains(&u8::try_from(c).ok())
        };
        if !text.contains(special) {
            return text.to_owned();
        }
        let escape = char::from(self.escape.unwrap_or(b'"'));
        let marked = |c: char| (c == '"' || c == escape).then_some(escape).into_iter().chain([c]);
        format!("\"{}\"", text.chars().flat_map(marked).collect::<String>())
    }
}
