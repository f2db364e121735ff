//! The values of a column of any type as bytes, in place or encoded.
//!
//! Lists and structs are concatenated strings, each encoded like an element of TupleHash (NIST SP 800-185, section
//! 2.3.2: `left_encode` of the length in bits, then the bytes). The first string is a bitmap of the elements or fields
//! that have a value; the others are the values. This is what TupleHash absorbs for the row of a table with these
//! values, and two different lists of one type never have the same bytes.

use crate::error::Error;
use crate::part::Part;
use crate::rows::{ByKey, keys, leaf, nulls, room};
use crate::sink::Sink;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use counterpoint::Messages;
use std::ops::Range;

/// Finds the elements of a list in the column of all elements.
type ElementsOf<'a> = Box<dyn Fn(usize) -> Range<usize> + Send + Sync + 'a>;

/// The values of a column.
pub(crate) struct Source<'a> {
    pub(crate) count: usize,
    pub(crate) nulls: Option<NullBuffer>,
    form: Form<'a>,
}

enum Form<'a> {
    /// Values in place.
    Bytes(Box<dyn Messages + Send + 'a>),
    /// Structs: the values of each field.
    Fields(Vec<Source<'a>>),
    /// Lists: the values of all elements, and which of them belong to a list.
    Elements(Box<Source<'a>>, ElementsOf<'a>),
    /// Keys of lists or structs.
    Keys(Vec<usize>, Box<Source<'a>>),
}

impl<'a> Source<'a> {
    /// Returns the values of a column.
    ///
    /// # Errors
    ///
    /// If the type has no bytes, or if the column is inconsistent.
    pub(crate) fn of(column: &'a dyn Array) -> Result<Self, Error> {
        // Which values are missing depends on keys and ends of runs, so these are checked first.
        let form = Form::of(column)?;
        Ok(Self { count: column.len(), nulls: nulls(column)?, form })
    }

    pub(crate) fn has_value(&self, row: usize) -> bool {
        self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))
    }

    /// Returns the length of a value in bytes, or 0 for a missing value. A list may have any number of elements, so
    /// `step` is called with each part of the length and can stop the count.
    ///
    /// # Errors
    ///
    /// Returns the errors of `step`.
    pub(crate) fn bytes<E>(&self, row: usize, step: &mut impl FnMut(usize) -> Result<(), E>) -> Result<usize, E> {
        if !self.has_value(row) {
            return Ok(0);
        }
        match &self.form {
            Form::Bytes(values) => {
                let bytes = values.message(row).len();
                step(bytes)?;
                Ok(bytes)
            }
            Form::Fields(fields) => strings_bytes(fields.iter().map(|field| (field, row)), step),
            Form::Elements(elements, of) => strings_bytes(of(row).map(|index| (&**elements, index)), step),
            Form::Keys(keys, values) => values.bytes(keys[row], step),
        }
    }

    /// Appends a value, or nothing for a missing value.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    pub(crate) fn append<S: Sink>(&self, row: usize, out: &mut S) -> Result<(), Error> {
        if !self.has_value(row) {
            return Ok(());
        }
        match &self.form {
            Form::Bytes(values) => out.put(values.message(row)),
            Form::Fields(fields) => append_strings(fields.iter().map(|field| (field, row)), out),
            Form::Elements(elements, of) => append_strings(of(row).map(|index| (&**elements, index)), out),
            Form::Keys(keys, values) => values.append(keys[row], out),
        }
    }

    /// Returns whether values must be encoded into memory of their own.
    pub(crate) fn is_encoded(&self) -> bool {
        !matches!(self.form, Form::Bytes(_))
    }

    /// Returns the values of some rows. Missing values may be any bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for values that must be encoded.
    pub(crate) fn rows(&self, range: Range<usize>) -> Result<Box<dyn Messages + Send + '_>, Error> {
        if let Form::Bytes(values) = &self.form {
            return Ok(Box::new(Part { messages: &**values, range }));
        }
        let mut bytes = 0usize;
        for row in range.clone() {
            bytes = bytes.saturating_add(self.bytes(row, &mut |_| Ok::<_, Error>(()))?);
        }
        let (mut data, mut ends) = (room(bytes)?, room(range.len())?);
        for row in range {
            self.append(row, &mut data)?;
            ends.push(data.len());
        }
        Ok(Box::new(Encoded { data, ends }))
    }
}

impl<'a> Form<'a> {
    fn of(column: &'a dyn Array) -> Result<Self, Error> {
        if let Some((keys, values)) = keys(column)? {
            let Source { count, nulls, form } = Source::of(&**values)?;
            return Ok(match form {
                Self::Bytes(values) => Self::Bytes(Box::new(ByKey { values, keys })),
                form => Self::Keys(keys, Box::new(Source { count, nulls, form })),
            });
        }
        let elements = |values: &'a dyn Array, of: ElementsOf<'a>| {
            let elements = Source::of(values)?;
            let fits = |row: &usize| {
                let range = of(*row);
                range.start <= range.end && range.end <= elements.count
            };
            // A missing list may have any offsets, which are never used.
            match (0..column.len()).filter(|&row| column.is_valid(row)).find(|row| !fits(row)) {
                None => Ok(Self::Elements(Box::new(elements), of)),
                Some(row) => Err(Error::Contradiction(format!("the list of row {row} refers to missing elements"))),
            }
        };
        match column.data_type() {
            DataType::List(_) => {
                let lists = column.as_list::<i32>();
                elements(lists.values(), between(lists.value_offsets()))
            }
            DataType::LargeList(_) => {
                let lists = column.as_list::<i64>();
                elements(lists.values(), between(lists.value_offsets()))
            }
            DataType::Map(..) => {
                let maps = column.as_map();
                elements(maps.entries(), between(maps.value_offsets()))
            }
            DataType::ListView(_) => {
                let lists = column.as_list_view::<i32>();
                elements(lists.values(), at(lists.value_offsets(), lists.value_sizes()))
            }
            DataType::LargeListView(_) => {
                let lists = column.as_list_view::<i64>();
                elements(lists.values(), at(lists.value_offsets(), lists.value_sizes()))
            }
            DataType::FixedSizeList(_, size) => {
                let size = usize::try_from(*size).unwrap_or(0);
                elements(column.as_fixed_size_list().values(), Box::new(move |row| row * size..(row + 1) * size))
            }
            DataType::Struct(_) => {
                let fields = column.as_struct().columns().iter().map(|field| Source::of(&**field));
                Ok(Self::Fields(fields.collect::<Result<_, _>>()?))
            }
            _ => leaf(column).map(Self::Bytes),
        }
    }
}

/// Returns an offset as an index, or an index past every column if it is negative.
fn index(offset: impl TryInto<usize>) -> usize {
    offset.try_into().unwrap_or(usize::MAX)
}

/// Finds the elements of lists that are stored one after another.
fn between<'a, O: Copy + TryInto<usize> + Send + Sync>(offsets: &'a [O]) -> ElementsOf<'a> {
    Box::new(|row| index(offsets[row])..index(offsets[row + 1]))
}

/// Finds the elements of lists that may be stored anywhere.
fn at<'a, O: Copy + TryInto<usize> + Send + Sync>(offsets: &'a [O], sizes: &'a [O]) -> ElementsOf<'a> {
    Box::new(|row| {
        let first = index(offsets[row]);
        first..first.saturating_add(index(sizes[row]))
    })
}

/// Returns the number of bytes that [`append_strings`] appends.
fn strings_bytes<'s, 'a: 's, E>(
    values: impl ExactSizeIterator<Item = (&'s Source<'a>, usize)>,
    step: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<usize, E> {
    let mut sum = string_bytes(values.len().div_ceil(8));
    step(sum)?;
    for (source, row) in values {
        let bytes = source.bytes(row, step)?;
        // The length of a string takes at least two bytes, however short it is.
        step(string_bytes(bytes) - bytes)?;
        sum = sum.saturating_add(string_bytes(bytes));
    }
    Ok(sum)
}

/// Appends the bitmap of values and the values, each as an encoded string.
fn append_strings<'s, 'a: 's>(
    values: impl ExactSizeIterator<Item = (&'s Source<'a>, usize)> + Clone,
    out: &mut impl Sink,
) -> Result<(), Error> {
    let bitmap = bitmap(values.clone().map(|(source, row)| source.has_value(row)), &mut || out.step())?;
    append_length(bitmap.len(), out)?;
    out.put(&bitmap)?;
    for (source, row) in values {
        let bytes = source.bytes(row, &mut |_| out.step())?;
        append_length(bytes, out)?;
        source.append(row, out)?;
    }
    Ok(())
}

/// Returns the bitmap of the values that exist. `step` is called for each value and can stop the call.
pub(crate) fn bitmap(
    values: impl ExactSizeIterator<Item = bool>,
    step: &mut impl FnMut() -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    let bytes = values.len().div_ceil(8);
    let mut bitmap = room(bytes)?;
    bitmap.resize(bytes, 0);
    for (place, has_value) in values.enumerate() {
        step()?;
        bitmap[place / 8] |= u8::from(has_value) << (place % 8);
    }
    Ok(bitmap)
}

/// Returns the length of an encoded string of `bytes` bytes.
fn string_bytes(bytes: usize) -> usize {
    bytes.saturating_add(1 + bits(bytes).len())
}

/// Appends `left_encode` of the number of bits of `bytes` bytes.
fn append_length(bytes: usize, out: &mut impl Sink) -> Result<(), Error> {
    let bits = bits(bytes);
    out.put(&[bits.len() as u8])?;
    out.put(&(8 * bytes as u128).to_be_bytes()[bits])
}

/// Returns the significant bytes of `8 * bytes` as a big-endian number of 16 bytes.
fn bits(bytes: usize) -> Range<usize> {
    15.min((8 * bytes as u128).leading_zeros() as usize / 8)..16
}

/// Encoded values, concatenated.
struct Encoded {
    data: Vec<u8>,
    ends: Vec<usize>,
}

impl Messages for Encoded {
    fn count(&self) -> usize {
        self.ends.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.data[begin..self.ends[index]]
    }
}
