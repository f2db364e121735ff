//! Columns in Apache Arrow's format, from any package with the Arrow PyCapsule interface, and back. No Python package
//! is required.

use crate::function::ConfiguredHash;
use crate::many::{all_bytes, implementation_error, threads, zeros};
use crate::pace::Pace;
use arrow_array::Array;
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer};
use counterpoint_columns::ColumnHasher;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

mod capsules;
mod exceptions;
mod import;
mod objects;
mod output;
mod table;

use exceptions::{column_error, exception};
pub(crate) use output::FixedSizeBinaryArray;
use table::{Table, rows_of_a_part};

/// The column of digests, made chunk by chunk.
struct Digests {
    function: ConfiguredHash,
    /// The length of a digest in bytes.
    each: usize,
    threads: usize,
    digests: Vec<u8>,
    /// The number of rows whose digests are done.
    rows: usize,
    validity: BooleanBufferBuilder,
}

impl Digests {
    /// Allocates the digests of `count` rows.
    fn new(function: ConfiguredHash, length: Option<usize>, threads: Option<isize>, count: usize) -> PyResult<Self> {
        let each = function.output_bytes(length)?;
        // An unusable implementation is an error even without rows.
        drop(function.hash.prepare(function.implementation.as_deref()).map_err(implementation_error)?);
        if each == 0 || each > i32::MAX as usize {
            return Err(PyValueError::new_err(format!("length is {each}; expected 1 to {}", i32::MAX)));
        }
        let bytes = all_bytes(count, each);
        let bytes = bytes.ok_or_else(|| PyValueError::new_err(format!("{count} digests do not fit in memory")))?;
        let (threads, digests) = (self::threads(threads)?, zeros(bytes)?);
        Ok(Self { function, each, threads, digests, rows: 0, validity: BooleanBufferBuilder::new(count) })
    }

    /// Calls `hash` with the place for the digests of the next `rows` rows. It returns which of them are null.
    fn append(
        &mut self,
        rows: usize,
        hash: impl FnOnce(ColumnHasher<'_>, &mut [u8]) -> PyResult<Option<NullBuffer>>,
    ) -> PyResult<()> {
        let Self { function, each, threads, digests, .. } = self;
        let (implementation, digest_bytes) = (function.implementation.as_deref(), *each);
        let hasher = ColumnHasher { hash: &*function.hash, implementation, digest_bytes, threads: *threads };
        let nulls = hash(hasher, &mut digests[self.rows * digest_bytes..][..rows * digest_bytes])?;
        self.rows += rows;
        match nulls {
            Some(nulls) => self.validity.append_buffer(nulls.inner()),
            None => self.validity.append_n(rows, true),
        }
        Ok(())
    }

    fn finish(mut self) -> PyResult<FixedSizeBinaryArray> {
        let nulls = Some(NullBuffer::new(self.validity.finish())).filter(|nulls| nulls.null_count() > 0);
        Ok(FixedSizeBinaryArray::new(self.each as i32, Buffer::from_vec(self.digests), nulls))
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
    let function = ConfiguredHash::with_keywords(name, options)?;
    let capsules::Chunks { data_type, arrays: chunks } = capsules::chunks(array)?;
    if !counterpoint_columns::is_hashable(&data_type) {
        return Err(column_error(counterpoint_columns::Error::Type(data_type)));
    }
    let count = chunks.iter().map(Array::len).sum();
    let mut digests = Digests::new(function, length, threads, count)?;
    let mut pace = Pace::new();
    py.detach(|| {
        for chunk in &chunks {
            let most = rows_of_a_part(chunk);
            for first in (0..chunk.len().max(1)).step_by(most) {
                let part = chunk.slice(first, most.min(chunk.len() - first));
                digests.append(part.len(), |hasher, digests| {
                    let done = hasher.digest_into_while(&part, digests, &mut || pace.next_or_end());
                    done.map_err(|error| pace.interruption().unwrap_or_else(|| column_error(error)))?;
                    // Only now is the column known to be consistent.
                    Ok(part.logical_nulls())
                })?;
            }
        }
        digests.finish()
    })
}

/// Returns a digest for each row of several columns, with a function that hashes tuples.
#[pyfunction]
#[pyo3(signature = (name, columns, *, threads=None, length=None, **options))]
pub(crate) fn hash_rows(
    py: Python<'_>,
    name: &str,
    columns: &Bound<'_, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<FixedSizeBinaryArray> {
    let function = ConfiguredHash::with_keywords(name, options)?;
    if !function.hash.tuple() {
        let message =
            format!("{name} hashes messages; rows are tuples: use tuplehash128, tuplehash256 or their xof forms");
        return Err(PyValueError::new_err(message));
    }
    let table = Table::of(columns)?;
    let mut digests = Digests::new(function, length, threads, table.rows)?;
    let mut pace = Pace::new();
    py.detach(|| {
        table.each_part(|part, rows| {
            digests.append(rows, |hasher, digests| {
                let done = hasher.digest_table_into_while(rows, part, digests, &mut || pace.next_or_end());
                done.map_err(|error| {
                    pace.interruption().unwrap_or_else(|| exception(&error.error, error.to_string()))
                })?;
                Ok(None)
            })
        })?;
        digests.finish()
    })
}
