//! Imports columns from the structures of the Arrow C data interface, filled by another package.
//!
//! A producer's mistakes are errors here, never panics: numbers of buffers and children, lengths, offsets, names that
//! are not UTF-8. Unaligned buffers, which the interface allows, are copied; all others are used in place.

use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::{ArrayRef, make_array};
use arrow_buffer::Buffer;
use arrow_data::{ArrayData, BufferSpec, layout};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, FieldRef, UnionFields, UnionMode};
use core::ffi::{CStr, c_char, c_void};
use core::ptr::NonNull;
use counterpoint_columns::is_hashable;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// The maximum nesting of types. Each level takes stack space, and a stack overflow would abort the process.
const MOST_LEVELS: usize = 64;

/// `struct ArrowSchema` of the interface.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *const *const Schema,
    dictionary: *const Schema,
    release: *const c_void,
}

/// `struct ArrowArray` of the interface.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *const *const Array,
    dictionary: *const Array,
    release: *const c_void,
}

/// Returns the type described by a schema.
pub(super) fn data_type(schema: &FFI_ArrowSchema) -> PyResult<DataType> {
    // SAFETY: both are the structure of the interface; this one has its first members.
    type_of(unsafe { &*core::ptr::from_ref(schema).cast::<Schema>() }, MOST_LEVELS)
}

/// Returns the column of this type in an array, in as many parts as Rust's arrays require. A column whose type can't be
/// hashed, which is an error for the caller, is not read and has no parts.
pub(super) fn column(array: FFI_ArrowArray, data_type: &DataType) -> PyResult<Vec<ArrayRef>> {
    if !is_hashable(data_type) {
        return Ok(Vec::new());
    }
    let owner = Arc::new(array);
    // SAFETY: as above.
    let array = unsafe { &*core::ptr::from_ref(&*owner).cast::<Array>() };
    let (count, most) = (rows(array.length)?, most_rows(data_type));
    let part = |first: usize| {
        let (length, offset) = (most.min(count - first), rows(array.offset)?.saturating_add(first));
        let part = Array { length: length as i64, offset: i64::try_from(offset).unwrap_or(-1), ..*array };
        let mut data = Importer { owner: &owner }.data(&part, data_type)?;
        data.align_buffers();
        data.validate().map_err(|error| malformed(&error.to_string()))?;
        are_small(&data, length)?;
        Ok(make_array(data))
    };
    (0..count.max(1)).step_by(most).map(part).collect()
}

/// Returns the maximum number of rows in an array of this type: `FixedSizeBinaryArray` has 31-bit offsets.
fn most_rows(data_type: &DataType) -> usize {
    match data_type {
        DataType::FixedSizeBinary(size) => i32::MAX as usize / (*size).max(1) as usize,
        DataType::Struct(fields) => fields.iter().map(|field| most_rows(field.data_type())).min().unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

/// Checks that no array has more rows than allowed. The fields of a struct are sliced before they become arrays.
fn are_small(data: &ArrayData, rows: usize) -> PyResult<()> {
    if rows > most_rows(data.data_type()) {
        let message = "a list or a dictionary of more than 2 GiB of fixed_size_binary; cast that to binary";
        return Err(PyValueError::new_err(message));
    }
    let is_struct = matches!(data.data_type(), DataType::Struct(_));
    let rows_of = |child: &ArrayData| if is_struct { rows } else { child.len() };
    data.child_data().iter().try_for_each(|child| are_small(child, rows_of(child)))
}

/// Returns a number of rows, or an error if it is negative.
fn rows(number: i64) -> PyResult<usize> {
    usize::try_from(number).map_err(|_| malformed("a negative length or offset"))
}

fn malformed(reason: &str) -> PyErr {
    PyValueError::new_err(format!("the Arrow array can't be read: {reason}"))
}

/// Dereferences a producer's pointer.
///
/// # Safety
///
/// It must be null or point to a `T` that lives for `'a`.
unsafe fn pointee<'a, T>(pointer: *const T) -> PyResult<&'a T> {
    if !pointer.is_aligned() {
        return Err(malformed("a pointer is not aligned"));
    }
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or_else(|| malformed("a pointer is null"))
}

/// Returns the element `index` of a producer's list of `count` elements.
///
/// # Safety
///
/// `list` must be null or point to this number of elements.
unsafe fn element<T: Copy>(list: *const T, count: i64, index: usize) -> PyResult<T> {
    if list.is_null() || usize::try_from(count).is_ok_and(|count| index >= count) || count < 0 {
        return Err(malformed("it has fewer buffers or children than its type requires"));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { list.add(index).read_unaligned() })
}

fn type_of(schema: &Schema, levels: usize) -> PyResult<DataType> {
    let levels = levels.checked_sub(1).ok_or_else(|| malformed(&format!("more than {MOST_LEVELS} levels of types")))?;
    if schema.release.is_null() {
        return Err(malformed("its schema has been released"));
    }
    // SAFETY: the producer promises that a format is a string.
    let format = unsafe { CStr::from_ptr(pointee(schema.format)?) };
    let format = format.to_str().map_err(|_| malformed("the format of its type is not text"))?;
    let child = |index| {
        // SAFETY: the producer promises that there are as many children.
        let child = unsafe { pointee(element(schema.children, schema.n_children, index)?)? };
        let name = if child.name.is_null() {
            "".into()
        } else {
            // SAFETY: the producer promises that a name is a string.
            unsafe { CStr::from_ptr(child.name) }.to_string_lossy()
        };
        Ok::<_, PyErr>(Arc::new(Field::new(name, type_of(child, levels)?, true)))
    };
    let found = match format.split_once(':').unwrap_or((format, "")) {
        ("+l", _) => DataType::List(child(0)?),
        ("+L", _) => DataType::LargeList(child(0)?),
        ("+vl", _) => DataType::ListView(child(0)?),
        ("+vL", _) => DataType::LargeListView(child(0)?),
        ("+w", size) => DataType::FixedSizeList(child(0)?, parse_size(size)?),
        ("w", size) => DataType::FixedSizeBinary(parse_size(size)?),
        ("+s", _) => {
            let count = usize::try_from(schema.n_children).map_err(|_| malformed("a negative number of fields"))?;
            DataType::Struct((0..count).map(child).collect::<PyResult<_>>()?)
        }
        ("+m", _) => {
            let entries = child(0)?;
            if !matches!(entries.data_type(), DataType::Struct(fields) if fields.len() == 2) {
                return Err(malformed("the entries of a map are not pairs"));
            }
            DataType::Map(entries, false)
        }
        ("+r", _) => {
            let ends = Field::new("run_ends", child(0)?.data_type().clone(), false);
            DataType::RunEndEncoded(Arc::new(ends), child(1)?)
        }
        // polars stores its 128-bit integers as binary data of this width.
        ("_pli128" | "_plu128", _) => DataType::FixedSizeBinary(16),
        // Types that can't be hashed are rejected later, where their column is known.
        ("+us" | "+ud", _) => DataType::Union(UnionFields::empty(), UnionMode::Sparse),
        _ => {
            let leaf = FFI_ArrowSchema::try_new(format, Vec::new(), None);
            let leaf = leaf.and_then(|leaf| DataType::try_from(&leaf));
            leaf.map_err(|_| PyTypeError::new_err(format!("an Arrow array of the unknown format {format:?}; cast it")))?
        }
    };
    if schema.dictionary.is_null() {
        return Ok(found);
    }
    if !found.is_dictionary_key_type() {
        return Err(malformed("the keys of a dictionary are not integers"));
    }
    // SAFETY: the producer promises that the pointer is null or leads to a schema.
    let values = type_of(unsafe { pointee(schema.dictionary)? }, levels)?;
    Ok(DataType::Dictionary(Box::new(found), Box::new(values)))
}

fn parse_size(size: &str) -> PyResult<i32> {
    size.parse().ok().filter(|&size| size >= 0).ok_or_else(|| malformed(&format!("an invalid size: {size}")))
}

struct Importer<'a> {
    /// Keeps all buffers alive.
    owner: &'a Arc<FFI_ArrowArray>,
}

impl Importer<'_> {
    fn data(&self, array: &Array, data_type: &DataType) -> PyResult<ArrayData> {
        if array.release.is_null() {
            return Err(malformed("it or one of its children has been released"));
        }
        let (length, offset) = (rows(array.length)?, rows(array.offset)?);
        if length == 0 {
            // An array without rows may have no buffers.
            return Ok(ArrayData::new_empty(data_type));
        }
        let end = length.checked_add(offset).filter(|&end| end < 1 << 56).ok_or_else(|| malformed("it is too long"))?;
        if let DataType::FixedSizeBinary(size) | DataType::FixedSizeList(_, size) = data_type {
            end.checked_mul(*size as usize)
                .filter(|&bytes| bytes < 1 << 56)
                .ok_or_else(|| malformed("it is too long"))?;
        }
        let mut builder = ArrayData::builder(data_type.clone()).len(length).offset(offset);
        let layout = layout(data_type);
        let first = usize::from(layout.can_contain_null_mask);
        if layout.can_contain_null_mask {
            builder = builder.null_bit_buffer(self.buffer(array, 0, end.div_ceil(8))?);
        }
        let mut last_offset = 0;
        for (index, spec) in (first..).zip(&layout.buffers) {
            let bytes = match spec {
                BufferSpec::FixedWidth { byte_width, .. } => (end + usize::from(has_offsets(data_type))) * byte_width,
                BufferSpec::VariableWidth => last_offset,
                BufferSpec::BitMap => end.div_ceil(8),
                BufferSpec::AlwaysNull => 0,
            };
            let buffer = match self.buffer(array, index, bytes)? {
                Some(buffer) => buffer,
                None if bytes == 0 => Buffer::from(Vec::<u8>::new()),
                None => return Err(malformed(&format!("buffer {index} is null"))),
            };
            if has_offsets(data_type) && index == first {
                last_offset = self::last_offset(&buffer, end)?;
            }
            builder = builder.add_buffer(buffer);
        }
        if layout.variadic {
            builder = builder.add_buffers(self.variadic_buffers(array, first + 1)?);
        }
        let data = builder.child_data(self.children(array, data_type, end)?);
        // SAFETY: the buffers have the lengths required by the layout, and their contents are checked by all readers:
        // `validate` above, and `counterpoint_columns`.
        Ok(unsafe { data.build_unchecked() })
    }

    /// Returns a buffer of an array, or `None` if it is null.
    fn buffer(&self, array: &Array, index: usize, bytes: usize) -> PyResult<Option<Buffer>> {
        // SAFETY: the producer promises that there are as many buffers.
        let pointer = unsafe { element(array.buffers, array.n_buffers, index)? };
        if bytes == 0 {
            // The pointer to an empty buffer may be dangling.
            return Ok((!pointer.is_null()).then(|| Buffer::from(Vec::<u8>::new())));
        }
        let pointer = NonNull::new(pointer.cast_mut().cast::<u8>());
        // SAFETY: the producer promises that the buffer has the length required by its type and number of rows, and
        // lives as long as its owner.
        Ok(pointer
            .map(|pointer| unsafe { Buffer::from_custom_allocation(pointer, bytes, Arc::clone(self.owner) as _) }))
    }

    /// Returns the buffers to which views point: those from `first` on, except the last one, which has their lengths.
    fn variadic_buffers(&self, array: &Array, first: usize) -> PyResult<Vec<Buffer>> {
        let count = usize::try_from(array.n_buffers).unwrap_or(0).checked_sub(first + 1);
        let count = count.ok_or_else(|| malformed("views without the lengths of their buffers"))?;
        // SAFETY: the producer promises that there are as many buffers.
        let lengths = unsafe { element(array.buffers, array.n_buffers, first + count)? }.cast::<i64>();
        let buffer = |place| {
            // SAFETY: the producer promises that the last one has as many lengths.
            let bytes = unsafe { element(lengths, count as i64, place)? };
            let bytes = usize::try_from(bytes).map_err(|_| malformed("a buffer of negative length"))?;
            self.buffer(array, first + place, bytes)?
                .or_else(|| (bytes == 0).then(|| Buffer::from(Vec::<u8>::new())))
                .ok_or_else(|| malformed(&format!("buffer {} is null", first + place)))
        };
        (0..count).map(buffer).collect()
    }

    fn children(&self, array: &Array, data_type: &DataType, end: usize) -> PyResult<Vec<ArrayData>> {
        let child = |index, data_type: &DataType| {
            // SAFETY: the producer promises that there are as many children.
            self.data(unsafe { pointee(element(array.children, array.n_children, index)?)? }, data_type)
        };
        let with_rows = |data: ArrayData, rows| {
            if data.len() < rows { Err(malformed("a child has too few rows")) } else { Ok(data) }
        };
        match data_type {
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::ListView(field)
            | DataType::LargeListView(field)
            | DataType::Map(field, _) => Ok(vec![child(0, field.data_type())?]),
            DataType::FixedSizeList(field, size) => {
                Ok(vec![with_rows(child(0, field.data_type())?, end * *size as usize)?])
            }
            DataType::Struct(fields) => {
                let child = |(index, field): (usize, &FieldRef)| with_rows(child(index, field.data_type())?, end);
                fields.iter().enumerate().map(child).collect()
            }
            DataType::RunEndEncoded(ends, values) => {
                Ok(vec![child(0, ends.data_type())?, child(1, values.data_type())?])
            }
            DataType::Dictionary(_, values) => {
                // SAFETY: the producer promises that the pointer is null or leads to an array.
                Ok(vec![self.data(unsafe { pointee(array.dictionary)? }, values)?])
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// Returns whether the first buffer of a type has one more offset than there are rows.
fn has_offsets(data_type: &DataType) -> bool {
    use DataType::{Binary, LargeBinary, LargeList, LargeUtf8, List, Map, Utf8};
    matches!(data_type, Binary | LargeBinary | Utf8 | LargeUtf8 | List(_) | LargeList(_) | Map(..))
}

/// Returns the offset of the end of row `end - 1`, also from an unaligned buffer.
fn last_offset(offsets: &Buffer, end: usize) -> PyResult<usize> {
    let width = offsets.len() / (end + 1);
    let last = &offsets[end * width..][..width];
    let offset = match *last {
        [a, b, c, d] => i64::from(i32::from_ne_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => i64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => -1,
    };
    usize::try_from(offset).map_err(|_| malformed("a negative offset"))
}
