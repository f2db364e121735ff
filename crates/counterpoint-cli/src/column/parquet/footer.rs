//! The footer of a Parquet file, which is read and written by the places of its fields.
//!
//! Only the hashed column is decoded. So the decoder gets a footer of one column, and the output gets the old footer,
//! byte by byte, with one column more. What other columns are is nobody's business here.

use super::chunk::{self, Chunk};
use super::digests::Digests;
use super::file::File;
use super::lists;
use super::thrift::{Event, kind, put_binary, put_list, put_signed, walk};
use crate::column::table::{MOST_COLUMNS, too_many_columns};
use std::ops::Range;
use std::sync::Arc;

/// The longest footer in bytes. One of a thousand columns and a hundred row groups has about ten million.
const LONGEST: u64 = 1 << 25;

/// The deepest nesting of columns.
const DEEPEST: usize = 64;

/// The end of a file: the length of the footer, and the mark of the format.
const END: u64 = 8;

/// A footer.
pub(super) struct Footer {
    bytes: Vec<u8>,
    /// Where it begins in the file.
    pub(super) begin: u64,
    /// The outermost columns.
    columns: Vec<Column>,
}

/// An outermost column.
struct Column {
    name: String,
    /// Its place among the columns without parts.
    leaf: usize,
    /// Whether it consists of other columns.
    nested: bool,
    /// Its element in the schema.
    element: Range<usize>,
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    ///
    /// If there is none, if it is encrypted, or if it exceeds a limit.
    pub(super) fn read(file: &Arc<File>) -> Result<Self, String> {
        let length = file.before().len();
        let begin = length.checked_sub(END).ok_or("it is too short for one")?;
        let end = file.read(begin, END)?;
        let (bytes, mark) = end.split_at(4);
        match mark {
            b"PAR1" => {}
            b"PARE" => return Err(ENCRYPTED.to_owned()),
            _ => return Err("it does not end like one".to_owned()),
        }
        let bytes = u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default()));
        if bytes > LONGEST {
            return Err(format!("its footer has {bytes} bytes, more than {LONGEST}"));
        }
        let begin = begin.checked_sub(bytes).ok_or("its footer is longer than the file")?;
        let bytes = file.read(begin, bytes)?;
        let columns = columns(&bytes)?;
        Ok(Self { bytes, begin, columns })
    }

    /// Returns the names of the outermost columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Returns the place of the column of this name, which is not nested.
    pub(super) fn place(&self, name: &str) -> Result<usize, String> {
        let place = self.names().position(|found| found == name).ok_or("the column is missing")?;
        match self.columns[place].nested {
            true => Err(format!(
                "column '{name}' consists of lists or structs, and only text and binary columns are hashed; make text \
                 of it, or name another column"
            )),
            false => Ok(place),
        }
    }

    /// Returns a footer of the same row groups that has only the column at this place.
    pub(super) fn reduced(&self, place: usize) -> Result<Vec<u8>, String> {
        let Column { leaf, element, .. } = &self.columns[place];
        let (mut groups, mut count, mut all_rows) = (Vec::new(), 0, 0);
        let (mut begin, mut chunks, mut chunk, mut rows) = (0, 0, None, 0);
        let mut lacks = false;
        walk(&self.bytes[..], self.bytes.len() as u64, &mut |path, event, span| match (path, event) {
            ([3], Event::Integer(integer)) => all_rows = integer,
            ([4, 1], Event::List(..)) => (begin, chunks, chunk) = (span.end, 0, None),
            ([4, 1], Event::End) => {
                if chunks == *leaf {
                    chunk = Some(begin..span.end);
                }
                (begin, chunks) = (span.end, chunks + 1);
            }
            ([4, 3], Event::Integer(integer)) => rows = integer,
            ([4], Event::End) => {
                let Some(chunk) = chunk.take() else {
                    lacks = true;
                    return;
                };
                // One chunk, no length, and the number of rows.
                groups.extend([0x19, 0x1c]);
                groups.extend_from_slice(&self.bytes[chunk]);
                groups.extend([0x16, 0, 0x16]);
                put_signed(&mut groups, rows);
                groups.push(0);
                (count, rows) = (count + 1, 0);
            }
            _ => {}
        })?;
        if lacks {
            return Err("a row group lacks a column".to_owned());
        }
        // The version, and a root of one column.
        let mut out = b"\x15\x02\x19\x2c\x48\x06schema\x15\x02\x00".to_vec();
        out.extend_from_slice(&self.bytes[element.clone()]);
        out.push(0x16);
        put_signed(&mut out, all_rows);
        out.push(0x19);
        put_list(&mut out, count, kind::STRUCTURE);
        out.append(&mut groups);
        out.push(0);
        Ok(out)
    }

    /// Returns this footer with one column more, which has a chunk in each row group. `left_out` gets the lists of
    /// columns that can't be given another one.
    pub(super) fn with(
        &self,
        digests: &Digests<'_>,
        chunks: &[Chunk],
        left_out: &mut Vec<String>,
    ) -> Result<Vec<u8>, String> {
        let from = &self.bytes[..];
        let mut copy = Copy { from, done: 0, out: Vec::with_capacity(from.len()) };
        let (mut root, mut group) = (true, 0);
        let mut pairs = Pairs::default();
        walk(from, from.len() as u64, &mut |path, event, span| {
            match (path, event) {
                ([2] | [4, 1] | [7], Event::List(length, kind)) => copy.replace(span, |out| {
                    put_list(out, length + 1, kind);
                }),
                ([2, 5], Event::Integer(children)) if root => copy.replace(span, |out| put_signed(out, children + 1)),
                ([2], Event::End) => root = false,
                ([2], Event::ListEnd) => copy.replace(span, |out| chunk::put_element(out, digests)),
                ([4, 1], Event::ListEnd) => copy.replace(span, |out| {
                    if let Some(chunk) = chunks.get(group) {
                        chunk.put(out, digests);
                    }
                }),
                ([4, 2 | 6], Event::Integer(bytes)) => {
                    let more = chunks.get(group).map_or(0, |chunk| chunk.bytes as i64);
                    copy.replace(span, |out| put_signed(out, bytes.saturating_add(more)));
                }
                ([4], Event::End) => group += 1,
                ([5], Event::List(..)) => pairs = Pairs { begin: span.start, element: span.end, ..Pairs::default() },
                ([5, 1], Event::Binary) => pairs.key = span,
                ([5, 2], Event::Binary) => pairs.value = Some(span),
                ([5], Event::End) => pairs.end_of_pair(from, span.end, digests, left_out),
                ([5], Event::ListEnd) => copy.replace(pairs.begin..span.end, |out| {
                    put_list(out, pairs.count, kind::STRUCTURE);
                    out.append(&mut pairs.out);
                }),
                // The order of the type is that of bytes.
                ([7], Event::ListEnd) => copy.replace(span, |out| out.extend([0x1c, 0, 0])),
                _ => {}
            }
        })?;
        if group != chunks.len() || root {
            return Err("its footer has row groups in another place".to_owned());
        }
        copy.out.extend_from_slice(&from[copy.done..]);
        Ok(copy.out)
    }
}

const ENCRYPTED: &str = "it is encrypted, and so its footer can't get another column; decrypt it first";

/// Returns the outermost columns, and checks the nesting.
fn columns(footer: &[u8]) -> Result<Vec<Column>, String> {
    let mut columns = Vec::new();
    // How many children are still to come, of each element on the path.
    let mut open: Vec<i64> = Vec::new();
    let (mut begin, mut name, mut children) = (0, 0..0, 0);
    let (mut leaves, mut deepest, mut elements, mut encrypted) = (0, 0, 0u64, false);
    walk(footer, footer.len() as u64, &mut |path, event, span| match (path, event) {
        ([2], Event::List(..)) => begin = span.end,
        ([2, 4], Event::Binary) => name = span,
        ([2, 5], Event::Integer(count)) => children = count,
        ([2], Event::End) => {
            if open.len() == 1 && columns.len() <= MOST_COLUMNS {
                let name = String::from_utf8_lossy(&footer[name.clone()]).into_owned();
                columns.push(Column { name, leaf: leaves, nested: children > 0, element: begin..span.end });
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            if children > 0 {
                open.push(children);
                deepest = deepest.max(open.len());
            } else if elements > 0 {
                leaves += 1;
            }
            while open.last() == Some(&0) {
                open.pop();
            }
            (begin, children, elements) = (span.end, 0, elements + 1);
        }
        ([8 | 9], _) => encrypted = true,
        _ => {}
    })?;
    if encrypted {
        Err(ENCRYPTED.to_owned())
    } else if deepest > DEEPEST {
        Err(format!("its columns are nested {deepest} levels deep"))
    } else if leaves > MOST_COLUMNS {
        Err(too_many_columns(leaves))
    } else if !open.is_empty() {
        Err("its schema is incomplete".to_owned())
    } else {
        Ok(columns)
    }
}

/// A copy of bytes in which some are replaced.
struct Copy<'b> {
    from: &'b [u8],
    done: usize,
    out: Vec<u8>,
}

impl Copy<'_> {
    /// Copies what is before this part, and puts other bytes in the place of it.
    fn replace(&mut self, part: Range<usize>, put: impl FnOnce(&mut Vec<u8>)) {
        self.out.extend_from_slice(self.from.get(self.done..part.start).unwrap_or_default());
        put(&mut self.out);
        self.done = part.end;
    }
}

/// The pairs of keys and values.
#[derive(Default)]
struct Pairs {
    begin: usize,
    /// Where the pair begins.
    element: usize,
    key: Range<usize>,
    value: Option<Range<usize>>,
    count: u64,
    out: Vec<u8>,
}

impl Pairs {
    /// Copies a pair, with one column more if it lists the columns.
    fn end_of_pair(&mut self, from: &[u8], end: usize, digests: &Digests<'_>, left_out: &mut Vec<String>) {
        let (begin, key, value) = (self.element, self.key.clone(), self.value.take());
        self.element = end;
        let text = value.as_ref().map(|value| &from[value.clone()]);
        match lists::extend(&from[key.clone()], text.unwrap_or_default(), digests) {
            lists::Extended::Same => self.out.extend_from_slice(&from[begin..end]),
            lists::Extended::Longer(text) => {
                self.out.push(0x18);
                put_binary(&mut self.out, &from[key]);
                self.out.push(0x18);
                put_binary(&mut self.out, &text);
                self.out.push(0);
            }
            lists::Extended::Never => {
                left_out.push(String::from_utf8_lossy(&from[key]).into_owned());
                return;
            }
        }
        self.count += 1;
    }
}
