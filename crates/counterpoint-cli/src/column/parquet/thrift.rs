//! The compact protocol of Thrift, in which Parquet writes footers and page headers.
//!
//! A structure is walked and not built: a function of the caller gets each value with the path of its fields and its
//! place in the bytes. That takes no memory that depends on what is read, and a list is refused when the bytes that are
//! left can't contain it. What is copied is copied by these places, so fields that nobody here knows pass.

use std::io::{self, Read};
use std::ops::Range;

/// The deepest nesting of structures and lists. Parquet's own have eight levels of structures.
const DEEPEST: usize = 24;

/// The fewest bytes of a structure in a list: a field with a value, and the end.
const SHORTEST_STRUCTURE: u64 = 3;

/// What [`walk`] passes to the function of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// An integer, or 1 and 0 for a Boolean value.
    Integer(i64),
    /// A string or bytes, without the length in front.
    Binary,
    /// The head of a list: the number of its elements, and their type.
    List(u64, u8),
    /// The end of a list.
    ListEnd,
    /// The end of the structure at this path.
    End,
}

/// A function that gets the path of a value, the value and its place.
type Visit<'v> = dyn FnMut(&[i16], Event, Range<usize>) + 'v;

/// Walks a structure of at most `length` bytes. The elements of a list have the path of the list.
///
/// # Errors
///
/// If the structure is malformed or longer.
pub(super) fn walk(source: impl Read, length: u64, visit: &mut Visit<'_>) -> Result<(), String> {
    let mut walk = Walk { source, length, left: length, depth: 0, path: Vec::new(), visit };
    walk.structure()
}

struct Walk<'v, R> {
    source: R,
    length: u64,
    /// The number of bytes that the structure may still have.
    left: u64,
    /// The number of structures and lists around this place.
    depth: usize,
    path: Vec<i16>,
    visit: &'v mut Visit<'v>,
}

/// The types of fields, by their numbers.
pub(super) mod kind {
    pub(in super::super) const TRUE: u8 = 1;
    pub(in super::super) const FALSE: u8 = 2;
    pub(in super::super) const BYTE: u8 = 3;
    pub(in super::super) const I16: u8 = 4;
    pub(in super::super) const I32: u8 = 5;
    pub(in super::super) const I64: u8 = 6;
    pub(in super::super) const DOUBLE: u8 = 7;
    pub(in super::super) const BINARY: u8 = 8;
    pub(in super::super) const LIST: u8 = 9;
    pub(in super::super) const SET: u8 = 10;
    pub(in super::super) const MAP: u8 = 11;
    pub(in super::super) const STRUCTURE: u8 = 12;
    pub(in super::super) const UUID: u8 = 13;
}

impl<R: Read> Walk<'_, R> {
    fn structure(&mut self) -> Result<(), String> {
        let mut id = 0i16;
        loop {
            let first = self.byte()?;
            if first == 0 {
                self.pass(Event::End, self.position() - 1);
                return Ok(());
            }
            id = match first >> 4 {
                0 => self.integer()?.try_into().map_err(|_| malformed())?,
                step => id.checked_add(step.into()).ok_or_else(malformed)?,
            };
            self.path.push(id);
            match first & 15 {
                kind @ (kind::TRUE | kind::FALSE) => {
                    self.pass(Event::Integer((kind == kind::TRUE).into()), self.position());
                }
                kind => self.value(kind)?,
            }
            self.path.pop();
        }
    }

    fn value(&mut self, kind: u8) -> Result<(), String> {
        let begin = self.position();
        match kind {
            // In a list, a Boolean value is a byte.
            kind::TRUE | kind::FALSE | kind::BYTE => {
                let byte = self.byte()?;
                self.pass(Event::Integer(byte.into()), begin);
            }
            kind::I16 | kind::I32 | kind::I64 => {
                let integer = self.integer()?;
                self.pass(Event::Integer(integer), begin);
            }
            kind::DOUBLE => self.skip(8)?,
            kind::BINARY => {
                let length = self.varint()?;
                let begin = self.position();
                self.skip(length)?;
                self.pass(Event::Binary, begin);
            }
            kind::UUID => self.skip(16)?,
            kind::MAP => self.nested(Self::map)?,
            kind::LIST | kind::SET => self.nested(Self::list)?,
            kind::STRUCTURE => self.nested(Self::structure)?,
            _ => return Err(malformed()),
        }
        Ok(())
    }

    /// Walks a structure or a list in another one. Each level is a call of a function, so their number is limited.
    fn nested(&mut self, walk: fn(&mut Self) -> Result<(), String>) -> Result<(), String> {
        if self.depth == DEEPEST {
            return Err("its metadata is nested too deeply".to_owned());
        }
        self.depth += 1;
        walk(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn list(&mut self) -> Result<(), String> {
        let begin = self.position();
        let first = self.byte()?;
        let (length, kind) = (u64::from(first >> 4), first & 15);
        let length = if length == 15 { self.varint()? } else { length };
        let each = if kind == kind::STRUCTURE { SHORTEST_STRUCTURE } else { 1 };
        if length.checked_mul(each).is_none_or(|bytes| bytes > self.left) {
            return Err(format!("its metadata has a list of {length} elements in {} bytes", self.left));
        }
        self.pass(Event::List(length, kind), begin);
        (0..length).try_for_each(|_| self.value(kind))?;
        self.pass(Event::ListEnd, self.position());
        Ok(())
    }

    fn map(&mut self) -> Result<(), String> {
        let length = self.varint()?;
        if length > self.left {
            return Err(malformed());
        }
        let kinds = if length == 0 { 0 } else { self.byte()? };
        (0..length).try_for_each(|_| {
            self.value(kinds >> 4)?;
            self.value(kinds & 15)
        })
    }

    fn position(&self) -> usize {
        (self.length - self.left) as usize
    }

    fn pass(&mut self, event: Event, begin: usize) {
        let end = self.position();
        (self.visit)(&self.path, event, begin..end);
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.left = self.left.checked_sub(1).ok_or_else(malformed)?;
        let mut byte = [0];
        self.source.read_exact(&mut byte).map_err(|_| malformed())?;
        Ok(byte[0])
    }

    fn skip(&mut self, bytes: u64) -> Result<(), String> {
        self.left = self.left.checked_sub(bytes).ok_or_else(malformed)?;
        let skipped = io::copy(&mut self.source.by_ref().take(bytes), &mut io::sink());
        if skipped.is_ok_and(|skipped| skipped == bytes) { Ok(()) } else { Err(malformed()) }
    }

    fn varint(&mut self) -> Result<u64, String> {
        varint(|| self.byte().ok()).ok_or_else(malformed)
    }

    fn integer(&mut self) -> Result<i64, String> {
        self.varint().map(signed)
    }
}

/// Returns an integer without a sign, which has seven bits in each byte.
pub(super) fn varint(mut byte: impl FnMut() -> Option<u8>) -> Option<u64> {
    let mut value = 0u64;
    for place in (0..64).step_by(7) {
        let byte = byte()?;
        value |= u64::from(byte & 0x7f) << place;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Returns the integer whose lowest bit is its sign.
pub(super) fn signed(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Appends an integer without a sign.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends an integer with a sign.
pub(super) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put_varint(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Appends bytes with their length in front.
pub(super) fn put_binary(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends the head of a list.
pub(super) fn put_list(out: &mut Vec<u8>, length: u64, kind: u8) {
    match length {
        0..15 => out.push((length as u8) << 4 | kind),
        _ => {
            out.push(0xf0 | kind);
            put_varint(out, length);
        }
    }
}

fn malformed() -> String {
    "its metadata is malformed".to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Event, walk};

    /// Returns all events of these bytes, with their paths.
    fn events(bytes: &[u8]) -> Result<Vec<(Vec<i16>, Event)>, String> {
        let mut events = Vec::new();
        walk(bytes, bytes.len() as u64, &mut |path, event, _| {
            if matches!(event, Event::Integer(_) | Event::End) {
                events.push((path.to_vec(), event));
            }
        })?;
        Ok(events)
    }

    #[test]
    fn integers_are_passed_with_their_paths() {
        // Field 1 is -2; field 2 is a list of two structures, whose field 3 is true.
        let bytes = [0x15, 3, 0x19, 0x2c, 0x31, 0, 0x31, 0, 0];
        let (whole, element) = (vec![1], vec![2, 3]);
        let expected = [
            (whole, Event::Integer(-2)),
            (element.clone(), Event::Integer(1)),
            (vec![2], Event::End),
            (element, Event::Integer(1)),
            (vec![2], Event::End),
            (vec![], Event::End),
        ];
        assert_eq!(events(&[&bytes[..], &[0; 2]].concat()).unwrap(), expected);
    }

    #[test]
    fn what_is_longer_than_its_bytes_is_refused() {
        assert!(events(&[0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07]).unwrap_err().contains("2147483647 elements"));
        assert!(events(&[0x18, 0x7f, 1]).is_err());
        assert!(events(&[0x15]).is_err());
        assert!(events(&[0x16, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err());
        assert!(events(&[0x1b, 1]).is_err());
    }

    /// Each level would take a part of the stack.
    #[test]
    fn deep_nesting_is_refused() {
        // Structures in structures, lists in lists, and lists of structures with lists.
        for bytes in [vec![0x1c; 1000], vec![0x19; 1000], vec![0x19; 1 << 20], [0x19, 0x1c].repeat(1000)] {
            assert!(events(&bytes).unwrap_err().contains("too deeply"));
        }
    }

    #[test]
    fn any_bytes_end() {
        let mut state = 1u32;
        for _ in 0..2000 {
            let mut byte = || {
                state = state.wrapping_mul(0x915f_77f5).wrapping_add(12345);
                (state >> 24) as u8
            };
            let bytes: Vec<u8> = (0..64).map(|_| byte()).collect();
            let _ = events(&bytes);
        }
    }
}
