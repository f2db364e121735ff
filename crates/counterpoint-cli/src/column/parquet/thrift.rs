//! Thrift's compact protocol, in which Parquet writes footers and page headers.
//!
//! Nothing is deserialized: a structure stays a slice, its fields are parts of it, and an edited copy replaces the
//! values of some fields. So unknown fields survive, and no allocation depends on the input.

use std::borrow::Cow;

/// The deepest nesting of structures and lists. Parquet's own have eight levels of structures.
const DEEPEST: usize = 24;

/// The numbers of the field types that are also written here.
pub(super) mod kind {
    pub(in super::super) const I32: u8 = 5;
    pub(in super::super) const I64: u8 = 6;
    pub(in super::super) const BINARY: u8 = 8;
    pub(in super::super) const LIST: u8 = 9;
    pub(in super::super) const STRUCTURE: u8 = 12;
}

/// A Boolean value is encoded as the type of its field, true or false.
const TRUE: u8 = 1;
const FALSE: u8 = 2;

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value<'b> {
    kind: u8,
    /// The encoded value. A Boolean field has none besides its type.
    pub(super) bytes: &'b [u8],
}

impl<'b> Value<'b> {
    /// Returns an integer, or 1 or 0 for a Boolean value.
    pub(super) fn integer(self) -> Option<i64> {
        match self.kind {
            TRUE => Some(1),
            FALSE => Some(0),
            4 | kind::I32 | kind::I64 => varint(&mut &*self.bytes).map(signed),
            _ => None,
        }
    }

    /// Returns a string or bytes.
    pub(super) fn binary(self) -> Option<&'b [u8]> {
        let mut rest = self.bytes;
        (self.kind == kind::BINARY).then(|| varint(&mut rest)).flatten().map(|_| rest)
    }

    /// Returns the elements of a list of structures, or none for anything else.
    pub(super) fn structures(self) -> impl Iterator<Item = &'b [u8]> + Clone {
        let mut rest = self.bytes;
        let head = (self.kind == kind::LIST).then(|| list_head(&mut rest).ok()).flatten();
        let count = head.filter(|(_, kind)| *kind == kind::STRUCTURE).map_or(0, |(count, _)| count);
        (0..count).map_while(move |_| split(kind::STRUCTURE, &mut rest, 0).ok())
    }
}

/// Returns the length of the structure at the beginning of these bytes, after checking that all of it is well formed.
pub(super) fn length(bytes: &[u8]) -> Result<usize, String> {
    split(kind::STRUCTURE, &mut &*bytes, 0).map(<[u8]>::len)
}

/// Returns the fields of a structure with their numbers.
pub(super) fn fields(structure: &[u8]) -> impl Iterator<Item = (i16, Value<'_>)> {
    let (mut rest, mut id) = (structure, 0);
    std::iter::from_fn(move || field(&mut rest, &mut id, 0).ok().flatten())
}

/// Returns the value of the first field with this number.
pub(super) fn get(structure: &[u8], id: i16) -> Option<Value<'_>> {
    fields(structure).find(|(found, _)| *found == id).map(|(_, value)| value)
}

/// Takes the next field from a structure; the previous one had the number `id`. Returns `None` at the end.
fn field<'b>(rest: &mut &'b [u8], id: &mut i16, depth: usize) -> Result<Option<(i16, Value<'b>)>, String> {
    let first = byte(rest)?;
    if first == 0 {
        return Ok(None);
    }
    *id = match first >> 4 {
        0 => varint(rest).map(signed).and_then(|id| id.try_into().ok()),
        step => id.checked_add(step.into()),
    }
    .ok_or_else(malformed)?;
    let bytes = match first & 15 {
        TRUE | FALSE => &[],
        kind => split(kind, rest, depth)?,
    };
    Ok(Some((*id, Value { kind: first & 15, bytes })))
}

/// Takes a value from these bytes. Each level of nesting is a recursive call, so the depth is limited.
fn split<'b>(kind: u8, rest: &mut &'b [u8], depth: usize) -> Result<&'b [u8], String> {
    let bytes = *rest;
    if depth > DEEPEST {
        return Err("its metadata is nested too deeply".to_owned());
    }
    match kind {
        // In a list, a Boolean value is a byte.
        TRUE | FALSE | 3 => skip(rest, 1)?,
        4 | kind::I32 | kind::I64 => drop(varint(rest).ok_or_else(malformed)?),
        // A floating-point number, and a UUID.
        7 => skip(rest, 8)?,
        13 => skip(rest, 16)?,
        kind::BINARY => {
            let length = varint(rest).ok_or_else(malformed)?;
            skip(rest, length)?;
        }
        // A list or a set.
        kind::LIST | 10 => {
            let (count, kind) = list_head(rest)?;
            if count > rest.len() as u64 {
                return Err(format!("its metadata has a list of {count} elements in {} bytes", rest.len()));
            }
            (0..count).try_for_each(|_| split(kind, rest, depth + 1).map(drop))?;
        }
        // A map.
        11 => {
            let count = varint(rest).ok_or_else(malformed)?;
            let kinds = if count == 0 { 0 } else { byte(rest)? };
            for kind in (0..count).flat_map(|_| [kinds >> 4, kinds & 15]) {
                split(kind, rest, depth + 1)?;
            }
        }
        kind::STRUCTURE => {
            let mut id = 0;
            while field(rest, &mut id, depth + 1)?.is_some() {}
        }
        _ => return Err(malformed()),
    }
    Ok(&bytes[..bytes.len() - rest.len()])
}

/// Takes the number and the type of the elements of a list.
fn list_head(rest: &mut &[u8]) -> Result<(u64, u8), String> {
    let first = byte(rest)?;
    let count = if first >> 4 == 15 { varint(rest).ok_or_else(malformed)? } else { (first >> 4).into() };
    Ok((count, first & 15))
}

fn byte(rest: &mut &[u8]) -> Result<u8, String> {
    rest.split_off_first().copied().ok_or_else(malformed)
}

fn skip(rest: &mut &[u8], bytes: u64) -> Result<(), String> {
    let bytes = usize::try_from(bytes).ok();
    bytes.and_then(|bytes| rest.split_off(..bytes)).map(drop).ok_or_else(malformed)
}

/// Takes an unsigned integer, with seven bits in each byte.
pub(super) fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for place in (0..64).step_by(7) {
        let byte = *rest.split_off_first()?;
        value |= u64::from(byte & 0x7f) << place;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Decodes an integer whose lowest bit is its sign.
pub(super) fn signed(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn malformed() -> String {
    "its metadata is malformed".to_owned()
}

/// Returns a copy of a structure. `change` returns the new value of a field, or `None` to omit it.
pub(super) fn edit<'b>(
    structure: &'b [u8],
    mut change: impl FnMut(i16, Value<'b>) -> Option<Cow<'b, [u8]>>,
) -> Vec<u8> {
    let copy = fields(structure).fold(Structure::default(), |copy, (id, value)| match change(id, value) {
        Some(bytes) => copy.put(id, value.kind, &bytes),
        None => copy,
    });
    copy.end()
}

/// A structure being written.
#[derive(Default)]
pub(super) struct Structure {
    bytes: Vec<u8>,
    last: i16,
}

impl Structure {
    /// Appends a field.
    pub(super) fn put(mut self, id: i16, kind: u8, value: &[u8]) -> Self {
        match id.checked_sub(self.last) {
            Some(step @ 1..=15) => self.bytes.push((step as u8) << 4 | kind),
            _ => {
                self.bytes.push(kind);
                self.bytes.append(&mut integer(id.into()));
            }
        }
        self.bytes.extend_from_slice(value);
        self.last = id;
        self
    }

    pub(super) fn i32(self, id: i16, value: i64) -> Self {
        self.put(id, kind::I32, &integer(value))
    }

    pub(super) fn i64(self, id: i16, value: u64) -> Self {
        self.put(id, kind::I64, &integer(value as i64))
    }

    pub(super) fn binary(self, id: i16, value: &[u8]) -> Self {
        self.put(id, kind::BINARY, &binary(value))
    }

    pub(super) fn structure(self, id: i16, value: Self) -> Self {
        self.put(id, kind::STRUCTURE, &value.end())
    }

    pub(super) fn list(self, id: i16, value: &List) -> Self {
        self.put(id, kind::LIST, &value.encoded())
    }

    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A list being written.
pub(super) struct List {
    kind: u8,
    pub(super) count: u64,
    elements: Vec<u8>,
}

impl List {
    pub(super) fn of(kind: u8) -> Self {
        Self { kind, count: 0, elements: Vec::new() }
    }

    /// Appends an encoded element.
    pub(super) fn push(&mut self, element: &[u8]) {
        self.count += 1;
        self.elements.extend_from_slice(element);
    }

    pub(super) fn with(mut self, element: &[u8]) -> Self {
        self.push(element);
        self
    }

    pub(super) fn encoded(&self) -> Vec<u8> {
        let mut bytes = match self.count {
            count @ 0..15 => vec![(count as u8) << 4 | self.kind],
            count => [vec![0xf0 | self.kind], unsigned(count)].concat(),
        };
        bytes.extend_from_slice(&self.elements);
        bytes
    }
}

/// Encodes an integer, with its sign as the lowest bit.
pub(super) fn integer(value: i64) -> Vec<u8> {
    unsigned(((value << 1) ^ (value >> 63)) as u64)
}

/// Encodes an unsigned integer.
pub(super) fn unsigned(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Encodes bytes, preceded by their length.
pub(super) fn binary(bytes: &[u8]) -> Vec<u8> {
    [unsigned(bytes.len() as u64), bytes.to_vec()].concat()
}

/// Returns a list with one more structure.
pub(super) fn with_element(value: Value<'_>, element: &[u8]) -> Vec<u8> {
    let mut list = List::of(kind::STRUCTURE);
    value.structures().for_each(|structure| list.push(structure));
    list.with(element).encoded()
}
