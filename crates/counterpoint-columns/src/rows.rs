//! Turns columns of Arrow's types into messages for the library.

use crate::error::Error;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    BinaryType, BinaryViewType, ByteArrayType, ByteViewType, Int16Type, Int32Type, Int64Type, LargeBinaryType,
    LargeUtf8Type, RunEndIndexType, StringViewType, Utf8Type,
};
use arrow_array::{
    Array, ArrayRef, GenericByteArray, GenericByteViewArray, downcast_integer_array, downcast_primitive_array,
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{DataType, IntervalUnit};
use counterpoint::registry::Validity;
use counterpoint::{Messages, Offset, Rows, RowsError};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

/// Returns whether columns of this type can be hashed. [`Error::Type`] lists these types in words.
pub fn is_hashable(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => is_hashable(field.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_hashable(field.data_type())),
        DataType::Dictionary(_, values) => is_hashable(values),
        DataType::RunEndEncoded(_, values) => is_hashable(values.data_type()),
        DataType::Union(..) => false,
        _ => true,
    }
}

/// Returns the values, in place, of a column that is neither nested nor made of keys. Missing values may be any bytes.
pub(crate) fn leaf(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    Ok(match column.data_type() {
        DataType::Binary => offsets(column.as_bytes::<BinaryType>())?,
        DataType::LargeBinary => offsets(column.as_bytes::<LargeBinaryType>())?,
        DataType::Utf8 => offsets(column.as_bytes::<Utf8Type>())?,
        DataType::LargeUtf8 => offsets(column.as_bytes::<LargeUtf8Type>())?,
        DataType::BinaryView => views(column.as_byte_view::<BinaryViewType>())?,
        DataType::Utf8View => views(column.as_byte_view::<StringViewType>())?,
        DataType::FixedSizeBinary(_) => {
            let rows = column.as_fixed_size_binary();
            by_index(rows.len(), move |row| rows.value(row))
        }
        DataType::Boolean => {
            let rows = column.as_boolean();
            by_index(rows.len(), move |row| if rows.value(row) { &[1] } else { &[0] })
        }
        DataType::Null => by_index(column.len(), |_| &[]),
        _ => numbers(column)?,
    })
}

fn offsets<T: ByteArrayType<Offset: Offset + Send>>(
    rows: &GenericByteArray<T>,
) -> Result<Box<dyn Messages + Send + '_>, Error> {
    // An empty slice may have an offset past its data.
    let offsets = if rows.is_empty() { &[] } else { rows.value_offsets() };
    Ok(Box::new(Rows::new(rows.value_data(), offsets)?))
}

fn views<T: ByteViewType>(rows: &GenericByteViewArray<T>) -> Result<Box<dyn Messages + Send + '_>, Error> {
    let lies_in_a_buffer = |row: &usize| {
        let view = ByteView::from(rows.views()[*row]);
        let (buffer, begin, bytes) = (view.buffer_index as usize, view.offset as usize, view.length as usize);
        let ends = || begin.checked_add(bytes).zip(rows.data_buffers().get(buffer));
        bytes <= MAX_INLINE_VIEW_LEN as usize || ends().is_some_and(|(end, buffer)| end <= buffer.len())
    };
    match (0..rows.len()).filter(|&row| rows.is_valid(row)).find(|row| !lies_in_a_buffer(row)) {
        None => Ok(by_index(rows.len(), move |row| rows.value(row).as_ref())),
        Some(row) => Err(Error::Contradiction(format!("the value of row {row} lies outside the column's buffers"))),
    }
}

/// Returns the rows of a column of fixed-width values as little-endian bytes.
fn numbers(column: &dyn Array) -> Result<Box<dyn Messages + Send + '_>, Error> {
    use DataType::{Decimal256, Interval};
    let parts: &[usize] = match column.data_type() {
        Interval(IntervalUnit::DayTime) => &[4, 4],
        Interval(IntervalUnit::MonthDayNano) => &[4, 4, 8],
        Decimal256(..) => &[16, 16],
        _ => &[],
    };
    downcast_primitive_array!(
        column => {
            let values = column.values();
            // Without values, any width will do.
            let width = size_of_val(&**values).checked_div(values.len()).unwrap_or(1);
            let whole = [width];
            let bytes = little_endian(values.inner(), if parts.is_empty() { &whole } else { parts });
            Ok(Box::new(Numbers { bytes, width }))
        }
        other => Err(Error::Type(other.clone()))
    )
}

/// Returns values in little-endian order. On a big-endian machine, reverses the bytes of each part of a value; `parts`
/// are the widths of the parts.
fn little_endian<'a>(values: &'a [u8], parts: &[usize]) -> Cow<'a, [u8]> {
    if cfg!(target_endian = "little") { values.into() } else { reversed(values, parts).into() }
}

/// Reverses the bytes of each part of each value; `parts` are the widths of the parts.
fn reversed(values: &[u8], parts: &[usize]) -> Vec<u8> {
    let mut bytes = values.to_vec();
    let mut rest = &mut bytes[..];
    for &part in parts.iter().cycle() {
        if rest.len() < part.max(1) {
            break;
        }
        let (value, next) = rest.split_at_mut(part);
        value.reverse();
        rest = next;
    }
    bytes
}

/// Values of one width.
struct Numbers<'a> {
    bytes: Cow<'a, [u8]>,
    width: usize,
}

impl Messages for Numbers<'_> {
    fn count(&self) -> usize {
        self.bytes.len() / self.width
    }
    fn message(&self, index: usize) -> &[u8] {
        &self.bytes[index * self.width..][..self.width]
    }
    fn list<'m>(&'m self, first: usize, places: &mut [&'m [u8]]) {
        for (row, place) in self.bytes[first * self.width..].chunks_exact(self.width).zip(places) {
            *place = row;
        }
    }
}

/// Returns the index of each row's value in a column of values, if the column consists of keys (a dictionary) or of
/// runs. The index of a missing value may be anything, even past all values.
///
/// # Errors
///
/// If a key has no value, or if the ends of runs are inconsistent.
pub(crate) fn keys(column: &dyn Array) -> Result<Option<(Vec<usize>, &ArrayRef)>, Error> {
    Ok(match column.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            let (keys, values) = (dictionary.keys(), dictionary.values());
            let mut places = room(keys.len())?;
            downcast_integer_array!(
                keys => places.extend(keys.values().iter().map(|key| key.as_usize())),
                other => return Err(Error::Type(other.clone()))
            );
            let keys: Vec<usize> = places;
            let is_key = |row: &usize| keys[*row] < values.len() || column.is_null(*row);
            if let Some(row) = (0..keys.len()).find(|row| !is_key(row)) {
                return Err(Error::Contradiction(format!("the key of row {row} is not in the dictionary")));
            }
            Some((keys, values))
        }
        DataType::RunEndEncoded(ends, _) => Some(match ends.data_type() {
            DataType::Int16 => runs::<Int16Type>(column)?,
            DataType::Int32 => runs::<Int32Type>(column)?,
            _ => runs::<Int64Type>(column)?,
        }),
        _ => None,
    })
}

/// [`keys`] of a column of runs.
fn runs<T: RunEndIndexType>(column: &dyn Array) -> Result<(Vec<usize>, &ArrayRef), Error> {
    let runs = column.as_run::<T>();
    let (first, count) = (runs.offset(), runs.len());
    let mut keys = room(count)?;
    let mut previous = 0;
    for (run, end) in runs.run_ends().values().iter().enumerate().take(runs.values().len()) {
        let end = end.to_usize().filter(|&end| end > previous);
        previous = end.ok_or_else(|| Error::Contradiction(format!("run {run} does not end after the previous one")))?;
        // The first runs may lie before a slice.
        keys.resize(previous.saturating_sub(first).min(count), run);
    }
    if keys.len() < count {
        return Err(Error::Contradiction(format!("the runs end at row {} of {count}", keys.len())));
    }
    Ok((keys, runs.values()))
}

/// Returns which rows have no value, if any.
///
/// # Errors
///
/// If there is not enough memory for one bit per row: a column of nulls or of runs can have any number of rows.
pub(crate) fn nulls(column: &dyn Array) -> Result<Option<NullBuffer>, Error> {
    drop(room::<u8>(column.len() / 8)?);
    Ok(column.logical_nulls().filter(|nulls| nulls.null_count() > 0))
}

/// Returns an empty list with room for `count` elements.
///
/// # Errors
///
/// If there is not enough memory.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::Memory(count.saturating_mul(size_of::<T>())))?;
    Ok(list)
}

/// Returns which of these rows have a value, in the library's form.
pub(crate) fn validity<'n>(
    nulls: Option<&'n NullBuffer>,
    rows: &Range<usize>,
) -> Result<Option<Validity<'n>>, RowsError> {
    nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset() + rows.start, rows.len())).transpose()
}

/// A column that returns each row by its index.
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
pub(crate) struct ByKey<'a> {
    pub(crate) values: Box<dyn Messages + Send + 'a>,
    pub(crate) keys: Vec<usize>,
}

impl Messages for ByKey<'_> {
    fn count(&self) -> usize {
        self.keys.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        self.values.message(self.keys[index])
    }
}

#[cfg(test)]
mod tests {
    use super::reversed;

    /// The bytes of numbers on a machine that is not little-endian.
    #[test]
    fn parts_of_values_are_reversed() {
        let values: Vec<u8> = (0..32).collect();
        assert_eq!(reversed(&values[..6], &[2]), [1, 0, 3, 2, 5, 4]);
        let interval = reversed(&values, &[4, 4, 8]);
        assert_eq!(interval[..16], [3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8]);
        assert_eq!(interval[16..20], [19, 18, 17, 16]);
        assert!(reversed(&[], &[8]).is_empty());
    }
}
