//! Columns in memory as Apache Arrow has it, from any package that offers them by the Arrow PyCapsule interface, and
//! back. No package of Python is needed for it.

use crate::function::Function;
use crate::many::{implementation_error, threads, zeros};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer};
use arrow_schema::DataType;
use counterpoint::registry::{Validity, digest_column};
use counterpoint::{Messages, Rows};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

mod capsules;
mod output;

pub(crate) use output::FixedSizeBinaryArray;

/// A column of which each row is asked for by its index.
struct ByIndex<'a, F> {
    count: usize,
    row: F,
    _column: core::marker::PhantomData<&'a ()>,
}

impl<'a, F: Fn(usize) -> &'a [u8] + Sync> Messages for ByIndex<'a, F> {
    fn count(&self) -> usize {
        self.count
    }
    fn message(&self, index: usize) -> &[u8] {
        (self.row)(index)
    }
}

fn by_index<'a>(count: usize, row: impl Fn(usize) -> &'a [u8] + Sync) -> impl Messages {
    ByIndex { count, row, _column: core::marker::PhantomData }
}

/// Hashes columns.
struct Columns<'f> {
    function: &'f Function,
    /// The length of an output in bytes.
    each: usize,
    threads: usize,
}

impl Columns<'_> {
    /// Writes the outputs for the rows of a column; a row without a value gets zeros.
    fn hash(&self, column: &dyn Array, outputs: &mut [u8]) -> PyResult<()> {
        let count = column.len();
        match column.data_type() {
            DataType::Binary => self.hash_rows(
                column,
                column.as_binary::<i32>().value_data(),
                column.as_binary::<i32>().value_offsets(),
                outputs,
            ),
            DataType::LargeBinary => self.hash_rows(
                column,
                column.as_binary::<i64>().value_data(),
                column.as_binary::<i64>().value_offsets(),
                outputs,
            ),
            DataType::Utf8 => self.hash_rows(
                column,
                column.as_string::<i32>().value_data(),
                column.as_string::<i32>().value_offsets(),
                outputs,
            ),
            DataType::LargeUtf8 => self.hash_rows(
                column,
                column.as_string::<i64>().value_data(),
                column.as_string::<i64>().value_offsets(),
                outputs,
            ),
            DataType::BinaryView => {
                let views = column.as_binary_view();
                self.hash_messages(column, &by_index(count, |row| views.value(row)), outputs)
            }
            DataType::Utf8View => {
                let views = column.as_string_view();
                self.hash_messages(column, &by_index(count, |row| views.value(row).as_bytes()), outputs)
            }
            DataType::FixedSizeBinary(_) => {
                let rows = column.as_fixed_size_binary();
                self.hash_messages(column, &by_index(count, |row| rows.value(row)), outputs)
            }
            DataType::Dictionary(..) => self.hash_dictionary(column, outputs),
            DataType::Null => {
                outputs.fill(0);
                Ok(())
            }
            other => Err(PyTypeError::new_err(format!(
                "a column of type {other}: binary, utf8, their large and view forms, fixed_size_binary and \
                 dictionaries of them can be hashed; cast it"
            ))),
        }
    }

    fn hash_rows<O: counterpoint::Offset>(
        &self,
        column: &dyn Array,
        data: &[u8],
        offsets: &[O],
        outputs: &mut [u8],
    ) -> PyResult<()> {
        // A slice without rows may have an offset behind its data.
        if column.is_empty() {
            return Ok(());
        }
        let rows = Rows::new(data, offsets).map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.hash_messages(column, &rows, outputs)
    }

    fn hash_messages(&self, column: &dyn Array, rows: &dyn Messages, outputs: &mut [u8]) -> PyResult<()> {
        let nulls = column.nulls().filter(|nulls| nulls.null_count() > 0);
        let validity = nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset(), nulls.len()));
        let validity = validity.transpose().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let Function { hash, implementation, .. } = self.function;
        digest_column(&**hash, implementation.as_deref(), rows, validity, outputs, self.threads)
            .map_err(implementation_error)
    }

    /// Each value of the dictionary is hashed once, and its output is copied to the rows that have it.
    fn hash_dictionary(&self, column: &dyn Array, outputs: &mut [u8]) -> PyResult<()> {
        let dictionary = column.as_any_dictionary();
        let values = dictionary.values();
        let mut hashed = zeros(self.each.saturating_mul(values.len()))?;
        self.hash(values, &mut hashed)?;
        if values.is_empty() {
            outputs.fill(0);
            return Ok(());
        }
        let keys = dictionary.normalized_keys();
        for (row, (key, output)) in keys.into_iter().zip(outputs.chunks_exact_mut(self.each.max(1))).enumerate() {
            if column.is_null(row) {
                output.fill(0);
            } else {
                output.copy_from_slice(&hashed[key * self.each..(key + 1) * self.each]);
            }
        }
        Ok(())
    }
}

/// Returns the digests of the rows of a column.
#[pyfunction]
#[pyo3(signature = (name, array, *, threads=None, length=None, **options))]
pub(crate) fn hash_array(
    py: Python<'_>,
    name: &str,
    array: &Bound<'_, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<FixedSizeBinaryArray> {
    let function = Function::with_keywords(name, options)?;
    let each = function.output_bytes(length)?;
    if each == 0 || each > i32::MAX as usize {
        return Err(PyValueError::new_err(format!("length is {each}; give 1 to {}", i32::MAX)));
    }
    let columns = Columns { function: &function, each, threads: self::threads(threads)? };
    let chunks: Vec<ArrayRef> = capsules::chunks(array)?;
    let count: usize = chunks.iter().map(Array::len).sum();
    let bytes = count.checked_mul(each).filter(|&bytes| bytes <= isize::MAX as usize);
    let bytes = bytes.ok_or_else(|| PyValueError::new_err(format!("{count} digests do not fit in memory")))?;
    let mut outputs = zeros(bytes)?;
    py.detach(|| {
        let mut validity = BooleanBufferBuilder::new(count);
        let mut left = &mut *outputs;
        for chunk in &chunks {
            let (outputs, rest) = left.split_at_mut(chunk.len() * each);
            columns.hash(chunk, outputs)?;
            left = rest;
            match chunk.logical_nulls() {
                Some(nulls) => validity.append_buffer(nulls.inner()),
                None => validity.append_n(chunk.len(), true),
            }
        }
        let nulls = Some(NullBuffer::new(validity.finish())).filter(|nulls| nulls.null_count() > 0);
        FixedSizeBinaryArray::new(each as i32, Buffer::from_vec(outputs), nulls)
    })
}
