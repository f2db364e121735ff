//! Splits files of `key = value` lines, the format of NIST and the Keccak team, into stanzas.
//!
//! ```text
//! # a comment                          [L = 256]      a bracket: a value for all later stanzas
//! Len = 8                              \
//! Msg = e9                              } a stanza: the lines up to a blank line, a bracket, or a repeated key
//! MD = f0d04dd1e6cf...                 /
//! ```

use crate::{Error, Fault, Place};

/// The parts of such a file.
pub(crate) enum Item<'a> {
    /// A line that begins with `#`, without the `#`.
    Comment(&'a str),
    /// `[Key = value]`, or `[WORD]` with an empty value.
    Bracket(&'a str, &'a str),
    /// A record.
    Stanza(Stanza<'a>),
}

/// A record: its lines, keys and values.
pub(crate) struct Stanza<'a> {
    file: &'a str,
    /// The number of its first line, from 1.
    line: usize,
    pairs: Vec<(&'a str, &'a str)>,
}

/// The maximum number of lines in a record; known kinds have fewer than ten. It bounds the time to search for a key.
const LONGEST_STANZA: usize = 64;

/// Splits a file into its parts.
pub(crate) fn items<'a>(file: &'a str, text: &'a str) -> Result<Vec<Item<'a>>, Error> {
    let mut items = Vec::new();
    let mut stanza: Option<Stanza<'a>> = None;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with(['#', '['])) {
            let (key, value) = (key.trim(), value.trim());
            if stanza.as_ref().is_some_and(|stanza| stanza.has(key)) {
                items.extend(stanza.take().map(Item::Stanza));
            }
            let stanza = stanza.get_or_insert_with(|| Stanza { file, line: n + 1, pairs: Vec::new() });
            if stanza.pairs.len() == LONGEST_STANZA {
                let place = Place { line: Some(n + 1), record: None };
                let why = format!("a record has at most {LONGEST_STANZA} lines; end it with a blank line");
                return Err(Fault::Line(why).at(file, place));
            }
            stanza.pairs.push((key, value));
            continue;
        }
        items.extend(stanza.take().map(Item::Stanza));
        if let Some(comment) = line.strip_prefix('#') {
            items.push(Item::Comment(comment.trim()));
        } else if let Some(bracket) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (key, value) = bracket.split_once('=').unwrap_or((bracket, ""));
            items.push(Item::Bracket(key.trim(), value.trim()));
        } else if !line.is_empty() {
            let place = Place { line: Some(n + 1), record: None };
            let start: String = line.chars().take(40).collect();
            return Err(Fault::Line(format!("`{start}` is neither `key = value` nor a comment")).at(file, place));
        }
    }
    items.extend(stanza.take().map(Item::Stanza));
    Ok(items)
}

impl<'a> Stanza<'a> {
    /// Returns the error for a fault in this stanza.
    pub(crate) fn error(&self, record: usize, fault: Fault) -> Error {
        fault.at(self.file, Place { line: Some(self.line), record: Some(record) })
    }

    /// Returns the keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.pairs.iter().map(|(key, _)| *key)
    }

    /// Returns whether the stanza contains a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(own, _)| own.eq_ignore_ascii_case(key)).map(|(_, value)| *value)
    }

    /// Returns the value of a key, or an error if it is missing.
    pub(crate) fn need(&self, record: usize, key: &'static str) -> Result<&'a str, Error> {
        self.get(key).ok_or_else(|| self.error(record, Fault::Missing(key)))
    }

    /// Returns a number, or an error if it is missing.
    pub(crate) fn number(&self, record: usize, key: &'static str) -> Result<u64, Error> {
        let wrong =
            || self.error(record, Fault::Type { field: key.to_owned(), wanted: "a whole number, not negative" });
        self.need(record, key)?.parse().map_err(|_| wrong())
    }

    /// Returns bytes, or an error if they are missing.
    pub(crate) fn hex(&self, record: usize, key: &'static str) -> Result<Vec<u8>, Error> {
        crate::hex(self.need(record, key)?)
            .map_err(|fault| self.error(record, Fault::Hex { field: key.to_owned(), fault }))
    }

    /// Returns the bytes of a string of `bits` bits, or an error if they are missing or of a different length.
    pub(crate) fn hex_of_bits(&self, record: usize, key: &'static str, bits: u64) -> Result<Vec<u8>, Error> {
        let bytes = self.hex(record, key)?;
        let (found, wanted) = (bytes.len() as u64, bits.div_ceil(8));
        if found != wanted {
            return Err(self.error(record, Fault::Length { field: key.to_owned(), found, wanted }));
        }
        Ok(bytes)
    }
}
