//! Several columns of equal length, each with its own chunks.

use super::capsules::{self, Chunks};
use super::exceptions::exception;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use counterpoint_columns::is_hashable;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Columns as lists of chunks.
pub(super) struct Table {
    pub(super) rows: usize,
    columns: Vec<Vec<ArrayRef>>,
}

impl Table {
    /// Returns the columns of a table (in Arrow, a stream of batches) or of an iterable of columns.
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")? {
            return Self::of_batches(&capsules::chunks(object)?);
        }
        let columns: Vec<_> = object.try_iter()?.map(|column| capsules::chunks(&column?)).collect::<PyResult<_>>()?;
        for (index, column) in columns.iter().enumerate() {
            check_type(index, &column.data_type)?;
        }
        let columns: Vec<_> = columns.into_iter().map(|column| column.arrays).collect();
        let rows = |chunks: &Vec<ArrayRef>| chunks.iter().map(Array::len).sum();
        let counts: Vec<usize> = columns.iter().map(rows).collect();
        let count = counts.first().copied().unwrap_or(0);
        match counts.iter().position(|&other| other != count) {
            Some(index) => {
                let other = counts[index];
                let message = format!("column {index} has {other} rows, but column 0 has {count}");
                Err(PyValueError::new_err(message))
            }
            None => Ok(Self { rows: count, columns }),
        }
    }

    /// Returns the columns of batches, which are arrays of structs in Arrow. Batches may have rows without columns.
    fn of_batches(batches: &Chunks) -> PyResult<Self> {
        let DataType::Struct(fields) = &batches.data_type else {
            let message = format!("expected a table or a list of columns, not an array of type {}", batches.data_type);
            return Err(PyValueError::new_err(message));
        };
        for (index, field) in fields.iter().enumerate() {
            check_type(index, field.data_type())?;
        }
        let mut columns = vec![Vec::new(); fields.len()];
        for batch in &batches.arrays {
            if batch.null_count() > 0 {
                return Err(PyValueError::new_err("a row of the table is null; only the values in a row may be"));
            }
            for (chunks, column) in columns.iter_mut().zip(batch.as_struct().columns()) {
                chunks.push(column.clone());
            }
        }
        Ok(Self { rows: batches.arrays.iter().map(Array::len).sum(), columns })
    }

    /// Calls `each` with the next rows that lie in a single chunk of every column, and with their number.
    pub(super) fn each_part(&self, mut each: impl FnMut(&[ArrayRef], usize) -> PyResult<()>) -> PyResult<()> {
        // For each column, the current chunk, and the number of its rows that are done.
        let mut places = vec![(0, 0); self.columns.len()];
        let mut left = self.rows;
        while left > 0 {
            for ((chunk, done), chunks) in places.iter_mut().zip(&self.columns) {
                while *done == chunks[*chunk].len() {
                    (*chunk, *done) = (*chunk + 1, 0);
                }
            }
            let rest = |(&(chunk, done), chunks): (&(usize, usize), &Vec<ArrayRef>)| chunks[chunk].len() - done;
            let most = places.iter().zip(&self.columns).map(|(&(chunk, _), chunks)| rows_of_a_part(&chunks[chunk]));
            let most = most.max().unwrap_or(left);
            let rows = places.iter().zip(&self.columns).map(rest).min().unwrap_or(left).min(most);
            let slice = |(&(chunk, done), chunks): (&(usize, usize), &Vec<ArrayRef>)| chunks[chunk].slice(done, rows);
            each(&places.iter().zip(&self.columns).map(slice).collect::<Vec<_>>(), rows)?;
            places.iter_mut().for_each(|(_, done)| *done += rows);
            left -= rows;
        }
        Ok(())
    }
}

/// Returns an error if a column can't be hashed, even if it has no rows.
fn check_type(column: usize, data_type: &DataType) -> PyResult<()> {
    if is_hashable(data_type) {
        return Ok(());
    }
    let error = counterpoint_columns::Error::Type(data_type.clone());
    Err(exception(&error, format!("column {column}: {error}")))
}

/// The number of rows checked before the first of them is hashed, unless a column must be checked as a whole.
const ROWS_OF_A_PART: usize = 1 << 22;

/// Returns how many rows of a column to hash at a time: all, if it is nested or made of runs. The values of a
/// dictionary are hashed again for each part.
pub(super) fn rows_of_a_part(column: &dyn Array) -> usize {
    match column.data_type() {
        DataType::Dictionary(..) => ROWS_OF_A_PART.max(16 * column.as_any_dictionary().values().len()),
        DataType::RunEndEncoded(..) => usize::MAX,
        data_type if data_type.is_nested() => usize::MAX,
        _ => ROWS_OF_A_PART,
    }
}
