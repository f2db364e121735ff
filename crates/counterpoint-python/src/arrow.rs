//! Columns in memory as Apache Arrow has it, from any package that offers them by the Arrow PyCapsule interface, and
//! back. No package of Python is needed for it.

use crate::function::Function;
use crate::many::{threads, zeros};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer};
use counterpoint_arrow::Hasher;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

mod capsules;
mod output;

pub(crate) use output::FixedSizeBinaryArray;

/// Returns the exception for a column that can't be hashed.
fn column_error(error: counterpoint_arrow::Error) -> PyErr {
    use counterpoint_arrow::Error;
    let message = error.to_string();
    match error {
        Error::Type(_) => PyTypeError::new_err(message),
        Error::Memory(_) => PyMemoryError::new_err(message),
        _ => PyValueError::new_err(message),
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
    let (hash, implementation) = (&*function.hash, function.implementation.as_deref());
    let columns = Hasher { hash, implementation, digest_bytes: each, threads: self::threads(threads)? };
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
            columns.digest_into(chunk, outputs).map_err(column_error)?;
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
