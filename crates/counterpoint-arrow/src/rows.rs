//! From the types of Arrow to the messages of the library.

use crate::error::Error;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use counterpoint::registry::Validity;
use counterpoint::{Messages, Offset, Rows, RowsError};
use std::marker::PhantomData;

/// Returns whether columns of this type can be hashed.
pub fn is_hashable(data_type: &DataType) -> bool {
    match data_type {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => true,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, values) => is_hashable(values),
        _ => false,
    }
}

/// Returns the rows of a column, where they lie. Those without a value may be any bytes.
pub(crate) fn rows(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let count = column.len();
    Ok(match column.data_type() {
        DataType::Binary => {
            let rows = column.as_binary::<i32>();
            by_offsets(rows.value_data(), rows.value_offsets())?
        }
        DataType::LargeBinary => {
            let rows = column.as_binary::<i64>();
            by_offsets(rows.value_data(), rows.value_offsets())?
        }
        DataType::Utf8 => {
            let rows = column.as_string::<i32>();
            by_offsets(rows.value_data(), rows.value_offsets())?
        }
        DataType::LargeUtf8 => {
            let rows = column.as_string::<i64>();
            by_offsets(rows.value_data(), rows.value_offsets())?
        }
        DataType::BinaryView => {
            let rows = column.as_binary_view();
            by_index(count, move |row| rows.value(row))
        }
        DataType::Utf8View => {
            let rows = column.as_string_view();
            by_index(count, move |row| rows.value(row).as_bytes())
        }
        DataType::FixedSizeBinary(_) => {
            let rows = column.as_fixed_size_binary();
            by_index(count, move |row| rows.value(row))
        }
        DataType::Null => by_index(count, |_| &[]),
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let values = rows(dictionary.values())?;
            // Without values, all rows are nulls, and there are no keys that could be normalized.
            let keys = if values.count() == 0 { Vec::new() } else { dictionary.normalized_keys() };
            Box::new(ByKey { count, values, keys })
        }
        other => return Err(Error::Type(other.clone())),
    })
}

/// Returns which rows have no value, if there are any.
pub(crate) fn nulls(column: &dyn Array) -> Option<NullBuffer> {
    column.logical_nulls().filter(|nulls| nulls.null_count() > 0)
}

/// Returns which rows have a value, as the library has it.
pub(crate) fn validity(nulls: Option<&NullBuffer>) -> Result<Option<Validity<'_>>, RowsError> {
    nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset(), nulls.len())).transpose()
}

fn by_offsets<'a, O: Offset + Send>(data: &'a [u8], offsets: &'a [O]) -> Result<Box<dyn Messages + Send + 'a>, Error> {
    // A slice without rows may have an offset behind its data.
    let offsets = if offsets.len() < 2 { &[] } else { offsets };
    Ok(Box::new(Rows::new(data, offsets)?))
}

/// A column of which each row is asked for by its index.
struct ByIndex<'a, F> {
    count: usize,
    row: F,
    _column: PhantomData<&'a ()>,
}

impl<'a, F: Fn(usize) -> &'a [u8] + Sync> Messages for ByIndex<'a, F> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, index: usize) -> &[u8] {
        (self.row)(index)
    }
}

fn by_index<'a>(count: usize, row: impl Fn(usize) -> &'a [u8] + Send + Sync + 'a) -> Box<dyn Messages + Send + 'a> {
    Box::new(ByIndex { count, row, _column: PhantomData })
}

/// A column whose rows are keys of values.
struct ByKey<'a> {
    count: usize,
    values: Box<dyn Messages + Send + 'a>,
    keys: Vec<usize>,
}

impl Messages for ByKey<'_> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, index: usize) -> &[u8] {
        self.keys.get(index).map_or(&[], |&key| self.values.message(key))
    }
}
