//! From the types of Arrow to the messages of the library.

use crate::error::Error;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type, StringViewType, Utf8Type,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use counterpoint::registry::Validity;
use counterpoint::{Messages, Offset, Rows, RowsError};
use std::marker::PhantomData;

/// The types of columns that can be hashed, in words. The list itself is in [`reader`].
pub(crate) const HASHABLE: &str =
    "binary, utf8, their large and view forms, fixed_size_binary, null, and dictionaries of them";

/// Returns the rows of a column, where they lie. Those without a value may be any bytes.
type Reader = for<'a> fn(&'a dyn Array) -> Result<Box<dyn Messages + Send + 'a>, Error>;

/// Returns how the rows of a column of this type are found, or `None` if they have no bytes that could be hashed.
fn reader(data_type: &DataType) -> Option<Reader> {
    Some(match data_type {
        DataType::Binary => offsets::<BinaryType>,
        DataType::LargeBinary => offsets::<LargeBinaryType>,
        DataType::Utf8 => offsets::<Utf8Type>,
        DataType::LargeUtf8 => offsets::<LargeUtf8Type>,
        DataType::BinaryView => views::<BinaryViewType>,
        DataType::Utf8View => views::<StringViewType>,
        DataType::FixedSizeBinary(_) => fixed_width,
        DataType::Null => no_values,
        DataType::Dictionary(_, values) if is_hashable(values) => keys,
        _ => return None,
    })
}

/// Returns whether columns of this type can be hashed.
pub fn is_hashable(data_type: &DataType) -> bool {
    reader(data_type).is_some()
}

/// Returns the rows of a column, where they lie. Those without a value may be any bytes.
pub(crate) fn rows(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let reader = reader(column.data_type()).ok_or_else(|| Error::Type(column.data_type().clone()))?;
    reader(column)
}

fn offsets<T: ByteArrayType<Offset: Offset + Send>>(
    column: &dyn Array,
) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let rows = column.as_bytes::<T>();
    // A slice without rows may have an offset behind its data.
    let offsets = if rows.is_empty() { &[] } else { rows.value_offsets() };
    Ok(Box::new(Rows::new(rows.value_data(), offsets)?))
}

fn views<T: ByteViewType>(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let rows = column.as_byte_view::<T>();
    Ok(by_index(rows.len(), move |row| rows.value(row).as_ref()))
}

fn fixed_width(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let rows = column.as_fixed_size_binary();
    Ok(by_index(rows.len(), move |row| rows.value(row)))
}

fn no_values(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    Ok(by_index(column.len(), |_| &[]))
}

fn keys(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let dictionary = column.as_any_dictionary();
    let values = rows(dictionary.values())?;
    // Without values, all rows are nulls, and there are no keys that could be normalized.
    let keys = if values.count() == 0 { Vec::new() } else { dictionary.normalized_keys() };
    Ok(Box::new(ByKey { count: column.len(), values, keys }))
}

/// Returns which rows have no value, if there are any.
pub(crate) fn nulls(column: &dyn Array) -> Option<NullBuffer> {
    column.logical_nulls().filter(|nulls| nulls.null_count() > 0)
}

/// Returns which rows have a value, as the library has it.
pub(crate) fn validity(nulls: Option<&NullBuffer>) -> Result<Option<Validity<'_>>, RowsError> {
    nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset(), nulls.len())).transpose()
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
