//! Several files in one: what they have to have in common, and the row groups of a file whose bytes are at another
//! place.
//!
//! The pages of all files are copied as they are. So the joined file can have only one schema, and only one name of the
//! program that wrote it, by which readers decide whether to trust its statistics.

use super::footer::{Footer, field};
use super::lists::{key, same, text};
use super::thrift::{List, Value, edit, get, integer, kind};
use std::borrow::Cow;
use std::ops::Range;

/// The keys by which Spark decides how dates are counted.
const SPARK: &[u8] = b"org.apache.spark.";

/// Returns how a file differs from the first one, if they can't be one.
pub(super) fn difference(first: &Footer, other: &Footer) -> Option<String> {
    let name = |element| String::from_utf8_lossy(get(element, 4).and_then(Value::binary).unwrap_or_default());
    let elements = |footer: &Footer| footer.list(field::SCHEMA).count();
    let mut pairs = first.list(field::SCHEMA).zip(other.list(field::SCHEMA));
    let bytes = |footer, field| Footer::get(footer, field).map(|value| value.bytes);
    let shown = |footer| {
        let text = Footer::get(footer, field::CREATED_BY).and_then(Value::binary).unwrap_or_default();
        format!("'{}'", String::from_utf8_lossy(text))
    };
    if let Some((_, element)) = pairs.find(|(first, other)| first != other) {
        Some(format!("its column '{}' is another one", name(element)))
    } else if elements(first) != elements(other) {
        Some(format!("its schema has {} elements, and not {}", elements(other), elements(first)))
    } else if bytes(first, field::ORDERS) != bytes(other, field::ORDERS) {
        Some("its columns have other orders".to_owned())
    } else if bytes(first, field::CREATED_BY) != bytes(other, field::CREATED_BY) {
        let (other, first) = (shown(other), shown(first));
        Some(format!("{other} wrote it, and not {first}, and readers decide by that whether to trust its statistics"))
    } else {
        let key = other_pairs(first, other).find(|key| key.starts_with(SPARK))?;
        Some(format!("it has another '{}', by which Spark decides how dates are read", String::from_utf8_lossy(key)))
    }
}

/// Returns the keys under which two files say different things.
pub(super) fn other_pairs<'f>(first: &'f Footer, other: &'f Footer) -> impl Iterator<Item = &'f [u8]> {
    let lacks = |pairs: &'f Footer, pair: &&[u8]| {
        !pairs.list(field::PAIRS).any(|found| key(found) == key(pair) && same(key(pair), text(found), text(pair)))
    };
    let of_other = other.list(field::PAIRS).filter(move |pair| lacks(first, pair));
    let missing = move |pair: &&[u8]| !other.list(field::PAIRS).any(|found| key(found) == key(pair));
    of_other.chain(first.list(field::PAIRS).filter(missing)).map(key)
}

/// Returns the places of the offset indexes of a row group.
pub(super) fn offset_indexes(group: &[u8]) -> impl Iterator<Item = Range<u64>> {
    columns(group).filter_map(offset_index)
}

fn columns(group: &[u8]) -> impl Iterator<Item = &[u8]> {
    get(group, 1).into_iter().flat_map(Value::structures)
}

fn offset_index(chunk: &[u8]) -> Option<Range<u64>> {
    let number = |id| get(chunk, id).and_then(Value::integer).and_then(|number| u64::try_from(number).ok());
    let begin = number(4)?;
    number(5).filter(|&length| length > 0).map(|length| begin..begin.saturating_add(length))
}

/// Returns an offset index of pages that are further by `shift`.
pub(super) fn moved_index(index: &[u8], shift: u64) -> Vec<u8> {
    let page = |page| edit(page, |id, value| Some(if id == 1 { further(value, shift) } else { value.bytes.into() }));
    edit(index, |id, value| Some(if id == 1 { each(value, page) } else { value.bytes.into() }))
}

/// Returns a row group of pages that are further by `shift`, and whose offset indexes are in these places.
pub(super) fn moved(group: &[u8], shift: u64, indexes: &[Range<u64>]) -> Vec<u8> {
    let mut indexes = indexes.iter();
    edit(group, |id, value| {
        Some(match id {
            1 => each(value, |chunk| moved_chunk(chunk, shift, offset_index(chunk).and_then(|_| indexes.next()))),
            5 => further(value, shift),
            // Its number, which is that of its place in the list, too.
            7 => return None,
            _ => value.bytes.into(),
        })
    })
}

fn moved_chunk(chunk: &[u8], shift: u64, index: Option<&Range<u64>>) -> Vec<u8> {
    edit(chunk, |id, value| {
        Some(match (id, index) {
            (3, _) => edit(value.bytes, |id, value| {
                Some(match id {
                    // Some writers record 0 for pages of no rows, and a reader looks there.
                    9 => integer(value.integer().unwrap_or_default().saturating_add_unsigned(shift)).into(),
                    // Pages of an index and of a dictionary, and a filter.
                    10 | 11 | 14 => further(value, shift),
                    _ => value.bytes.into(),
                })
            })
            .into(),
            (4, Some(index)) => integer(index.start as i64).into(),
            (5, Some(index)) => integer((index.end - index.start) as i64).into(),
            (2 | 4 | 6, _) => further(value, shift),
            _ => value.bytes.into(),
        })
    })
}

/// Returns a position that is further. Those that are 0 say that there is nothing.
fn further(position: Value<'_>, shift: u64) -> Cow<'_, [u8]> {
    match position.integer() {
        Some(place @ 1..) => integer(place.saturating_add_unsigned(shift)).into(),
        _ => position.bytes.into(),
    }
}

/// Returns a list, each structure of which is changed.
fn each<'b>(list: Value<'b>, mut change: impl FnMut(&'b [u8]) -> Vec<u8>) -> Cow<'b, [u8]> {
    let mut changed = List::of(kind::STRUCTURE);
    list.structures().for_each(|structure| changed.push(&change(structure)));
    changed.encoded().into()
}
