//! The footer of a Parquet file.
//!
//! Only the hashed column is decoded. So the decoder gets a schema of one column, and the output gets the old footer,
//! copied value by value, with one more column. The types of other columns do not matter here.

use super::digests::Digests;
use super::file::File;
use super::lists::{extended, key};
use super::thrift::{List, Structure, Value, edit, fields, get, integer, kind, length, with_element};
use crate::column::table::{MOST_COLUMNS, too_many_columns};
use std::borrow::Cow;

/// The maximum size of a footer in bytes. With a thousand columns and a hundred row groups, it has about ten million.
const LONGEST: u64 = 1 << 25;

/// The deepest nesting of columns.
const DEEPEST: usize = 64;

/// The size of the end of a file: the length of the footer, and the mark of the format.
const END: u64 = 8;

const ENCRYPTED: &str = "it is encrypted, so its footer can't be extended; decrypt it first";

/// The fields of a footer, by their numbers.
pub(super) mod field {
    pub(in super::super) const SCHEMA: i16 = 2;
    pub(in super::super) const ROWS: i16 = 3;
    pub(in super::super) const GROUPS: i16 = 4;
    pub(in super::super) const PAIRS: i16 = 5;
    pub(in super::super) const CREATED_BY: i16 = 6;
    pub(in super::super) const ORDERS: i16 = 7;
    pub(in super::super) const ENCRYPTION: i16 = 8;
    pub(in super::super) const SIGNING_KEY: i16 = 9;
}

/// A footer.
pub(super) struct Footer {
    bytes: Vec<u8>,
    /// Its position in the file.
    pub(super) begin: u64,
}

/// A top-level column.
pub(super) struct Column<'f> {
    pub(super) name: Cow<'f, str>,
    /// Its index among the leaf columns.
    pub(super) leaf: usize,
    /// Whether it consists of other columns or of lists.
    pub(super) nested: bool,
    /// Its element in the schema.
    element: &'f [u8],
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    ///
    /// If there is none, or if it is encrypted, malformed or exceeds a limit.
    pub(super) fn read(file: &File) -> Result<Self, String> {
        let length_of_file = file.before.len();
        let begin = length_of_file.checked_sub(END).ok_or("it is too short")?;
        let end = file.read(begin..length_of_file)?;
        let (bytes, mark) = end.split_at(4);
        match mark {
            b"PAR1" => {}
            b"PARE" => return Err(ENCRYPTED.to_owned()),
            _ => return Err("it does not end with the mark `PAR1`".to_owned()),
        }
        let bytes = u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default()));
        if bytes > LONGEST {
            return Err(format!("its footer has {bytes} bytes, more than {LONGEST}"));
        }
        let begin = begin.checked_sub(bytes).ok_or("its footer is longer than the file")?;
        let bytes = file.read(begin..begin + bytes)?;
        length(&bytes)?;
        if fields(&bytes).any(|(id, _)| matches!(id, field::ENCRYPTION | field::SIGNING_KEY)) {
            return Err(ENCRYPTED.to_owned());
        }
        Ok(Self { bytes, begin })
    }

    /// Returns the value of a field.
    pub(super) fn get(&self, field: i16) -> Option<Value<'_>> {
        get(&self.bytes, field)
    }

    /// Returns the structures in this field, which is a list.
    pub(super) fn list(&self, field: i16) -> impl Iterator<Item = &[u8]> + Clone {
        self.get(field).into_iter().flat_map(Value::structures)
    }

    /// Returns its size in bytes.
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the number of rows of the file.
    pub(super) fn rows(&self) -> i64 {
        self.get(field::ROWS).and_then(Value::integer).unwrap_or_default()
    }

    /// Returns the top-level columns, and checks the nesting.
    pub(super) fn columns(&self) -> Result<Vec<Column<'_>>, String> {
        let mut columns = Vec::new();
        // The number of children still to come, for each element on the path.
        let mut open: Vec<i64> = Vec::new();
        let (mut leaves, mut deepest) = (0, 0);
        for (place, element) in self.list(field::SCHEMA).enumerate() {
            let number = |id| get(element, id).and_then(Value::integer);
            let children = number(5).unwrap_or_default();
            if open.len() == 1 && columns.len() <= MOST_COLUMNS {
                let name = get(element, 4).and_then(Value::binary).unwrap_or_default();
                let nested = children > 0 || number(3) == Some(REPEATED);
                columns.push(Column { name: String::from_utf8_lossy(name), leaf: leaves, nested, element });
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            } else if place > 0 {
                return Err("its schema has elements outside the root".to_owned());
            }
            if children > 0 {
                open.push(children);
                deepest = deepest.max(open.len());
            } else if place > 0 {
                leaves += 1;
            }
            while open.last() == Some(&0) {
                open.pop();
            }
        }
        if deepest > DEEPEST {
            Err(format!("its columns are nested {deepest} levels deep"))
        } else if leaves > MOST_COLUMNS {
            Err(too_many_columns(leaves))
        } else if !open.is_empty() {
            Err("its schema is incomplete".to_owned())
        } else {
            Ok(columns)
        }
    }

    /// Returns this footer with the column of digests, and with these row groups and rows. `left_out` receives the keys
    /// of lists of columns that can't be extended.
    pub(super) fn with(
        &self,
        digests: &Digests<'_>,
        groups: &List,
        rows: i64,
        mut left_out: impl FnMut(&str),
    ) -> Vec<u8> {
        edit(&self.bytes, |id, value| {
            Some(match id {
                field::SCHEMA => {
                    let (mut list, mut root) = (List::of(kind::STRUCTURE), true);
                    for element in value.structures() {
                        match std::mem::take(&mut root) {
                            true => list.push(&edit(element, one_child_more)),
                            false => list.push(element),
                        }
                    }
                    list.with(&digests.element()).encoded().into()
                }
                field::ROWS => integer(rows).into(),
                field::GROUPS => groups.encoded().into(),
                field::PAIRS => {
                    let mut list = List::of(kind::STRUCTURE);
                    for pair in value.structures() {
                        match extended(pair, digests) {
                            Some(pair) => list.push(&pair),
                            None => left_out(&String::from_utf8_lossy(key(pair))),
                        }
                    }
                    list.encoded().into()
                }
                // The default order of the type, which compares bytes.
                field::ORDERS => {
                    with_element(value, &Structure::default().structure(1, Structure::default()).end()).into()
                }
                _ => value.bytes.into(),
            })
        })
    }
}

/// The number of the repetition type of lists.
const REPEATED: i64 = 2;

impl Column<'_> {
    /// Returns a footer of this column alone, without row groups.
    pub(super) fn alone(&self) -> Vec<u8> {
        // The decoder can't skip every unknown field.
        let known = edit(self.element, |id, value| (1..=10).contains(&id).then_some(value.bytes.into()));
        let root = Structure::default().binary(4, b"schema").i32(5, 1).end();
        let schema = List::of(kind::STRUCTURE).with(&root).with(&known);
        let footer = Structure::default().i32(1, 1).list(field::SCHEMA, &schema).i64(field::ROWS, 0);
        footer.list(field::GROUPS, &List::of(kind::STRUCTURE)).end()
    }
}

fn one_child_more<'b>(id: i16, value: Value<'b>) -> Option<Cow<'b, [u8]>> {
    Some(match (id, value.integer()) {
        (5, Some(children)) => integer(children.saturating_add(1)).into(),
        _ => value.bytes.into(),
    })
}
