//! Several files in one: what they must have in common, and the row groups of a file whose bytes have moved.
//!
//! The pages of all files are copied unchanged. So the joined file can have only one schema, and can name only one
//! program as its writer, by which readers decide whether to trust its statistics.

use super::footer::{Footer, field};
use super::lists::{key, same, text};
use super::thrift::{List, Value, edit, get, integer, kind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// The beginnings of keys that determine how readers interpret the values of a column: Arrow's types, and Spark's
/// calendar.
const DECIDING: [&str; 2] = ["ARROW:schema", "org.apache.spark."];

/// Returns the difference that prevents joining a file to the first one, if any. `keys` are their [`other_keys`].
pub(super) fn difference(first: &Footer, other: &Footer, keys: &[String]) -> Option<String> {
    let name = |element| String::from_utf8_lossy(get(element, 4).and_then(Value::binary).unwrap_or_default());
    let elements = |footer: &Footer| footer.list(field::SCHEMA).count();
    let mut pairs = first.list(field::SCHEMA).zip(other.list(field::SCHEMA));
    let bytes = |footer, field| Footer::get(footer, field).map(|value| value.bytes);
    let shown = |footer| {
        let text = Footer::get(footer, field::CREATED_BY).and_then(Value::binary).unwrap_or_default();
        format!("'{}'", String::from_utf8_lossy(text))
    };
    if let Some((_, element)) = pairs.find(|(first, other)| first != other) {
        Some(format!("its column '{}' differs", name(element)))
    } else if elements(first) != elements(other) {
        Some(format!("its schema has {} elements, not {}", elements(other), elements(first)))
    } else if bytes(first, field::ORDERS) != bytes(other, field::ORDERS) {
        Some("its column orders differ".to_owned())
    } else if bytes(first, field::CREATED_BY) != bytes(other, field::CREATED_BY) {
        let (other, first) = (shown(other), shown(first));
        Some(format!("it was written by {other}, not {first}, which decides whether readers trust its statistics"))
    } else {
        let key = keys.iter().find(|key| DECIDING.iter().any(|begin| key.starts_with(begin)))?;
        Some(format!("its metadata '{key}', which determines how readers interpret the values, differs"))
    }
}

/// Returns the keys whose values differ between two files.
pub(super) fn other_keys(first: &Footer, other: &Footer) -> Vec<String> {
    let pairs = |footer| -> BTreeMap<&[u8], &[u8]> {
        Footer::list(footer, field::PAIRS).map(|pair| (key(pair), text(pair))).collect()
    };
    let (first, other) = (pairs(first), pairs(other));
    let is_same = |key: &[u8]| matches!((first.get(key), other.get(key)), (Some(a), Some(b)) if same(key, a, b));
    let missing = first.keys().filter(|key| !other.contains_key(*key));
    let keys = other.keys().chain(missing).filter(|key| !is_same(key));
    keys.map(|key| String::from_utf8_lossy(key).into_owned()).collect()
}

/// The fields of a chunk with the positions of its offset index and its column index. Their lengths follow.
const OFFSET_INDEX: i16 = 4;
const COLUMN_INDEX: i16 = 6;

/// Returns the positions of the page indexes of a row group, and whether they themselves contain positions.
pub(super) fn indexes(group: &[u8]) -> impl Iterator<Item = (Range<u64>, bool)> {
    let of_chunk = |chunk| [(index(chunk, OFFSET_INDEX), true), (index(chunk, COLUMN_INDEX), false)];
    let chunks = get(group, 1).into_iter().flat_map(Value::structures);
    chunks.flat_map(of_chunk).filter_map(|(place, positions)| place.map(|place| (place, positions)))
}

fn index(chunk: &[u8], field: i16) -> Option<Range<u64>> {
    let number = |id| get(chunk, id).and_then(Value::integer).and_then(|number| u64::try_from(number).ok());
    let in_this_file = get(chunk, 1).is_none();
    let (begin, length) = (number(field).filter(|_| in_this_file)?, number(field + 1)?);
    (length > 0).then(|| begin..begin.saturating_add(length))
}

/// Returns an offset index of pages moved by `shift`.
pub(super) fn moved_index(index: &[u8], shift: u64) -> Vec<u8> {
    let page = |page| edit(page, |id, value| Some(if id == 1 { further(value, shift) } else { value.bytes.into() }));
    edit(index, |id, value| Some(if id == 1 { each(value, page) } else { value.bytes.into() }))
}

/// Returns a row group with its pages moved by `shift` and its page indexes at these positions. Unless `numbered`, its
/// number is dropped: the place in the list implies it.
pub(super) fn moved(group: &[u8], shift: u64, numbered: bool, indexes: &[Range<u64>]) -> Vec<u8> {
    let mut indexes = indexes.iter();
    edit(group, |id, value| {
        Some(match id {
            1 => each(value, |chunk| moved_chunk(chunk, shift, &mut indexes)),
            5 => further(value, shift),
            7 if !numbered => return None,
            _ => value.bytes.into(),
        })
    })
}

fn moved_chunk<'i>(chunk: &[u8], shift: u64, indexes: &mut impl Iterator<Item = &'i Range<u64>>) -> Vec<u8> {
    let mut place = |field| index(chunk, field).and_then(|_| indexes.next());
    let (offsets, columns) = (place(OFFSET_INDEX), place(COLUMN_INDEX));
    let begin = |value, place: Option<&Range<u64>>| match place {
        Some(place) => integer(place.start as i64).into(),
        None => further(value, shift),
    };
    let length = |value: Value<'_>, place: Option<&Range<u64>>| match place {
        Some(place) => integer((place.end - place.start) as i64),
        None => value.bytes.to_vec(),
    };
    edit(chunk, |id, value| {
        Some(match id {
            2 => further(value, shift),
            3 => edit(value.bytes, |id, value| {
                Some(match id {
                    // Some writers record 0 if there are no rows, and readers read there.
                    9 => integer(value.integer().unwrap_or_default().saturating_add_unsigned(shift)).into(),
                    // An index page, a dictionary page, and a filter.
                    10 | 11 | 14 => further(value, shift),
                    _ => value.bytes.into(),
                })
            })
            .into(),
            4 => begin(value, offsets),
            5 => length(value, offsets).into(),
            6 => begin(value, columns),
            7 => length(value, columns).into(),
            _ => value.bytes.into(),
        })
    })
}

/// Returns a moved position. A position of 0 means that there is nothing.
fn further(position: Value<'_>, shift: u64) -> Cow<'_, [u8]> {
    match position.integer() {
        Some(place @ 1..) => integer(place.saturating_add_unsigned(shift)).into(),
        _ => position.bytes.into(),
    }
}

/// Returns a list with a change made to each structure.
fn each<'b>(list: Value<'b>, mut change: impl FnMut(&'b [u8]) -> Vec<u8>) -> Cow<'b, [u8]> {
    let mut changed = List::of(kind::STRUCTURE);
    list.structures().for_each(|structure| changed.push(&change(structure)));
    changed.encoded().into()
}
