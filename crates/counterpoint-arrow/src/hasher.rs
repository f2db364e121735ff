//! The digests of a column, and of the rows of a table.

use crate::error::{Error, TableError};
use crate::rows::{nulls, rows, validity};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray};
use arrow_schema::{ArrowError, DataType};
use counterpoint::registry::{Column, Hash, digest_column, digest_table};

/// A hash function that is ready for columns.
pub struct Hasher<'h> {
    /// The function with its parameters.
    pub hash: &'h dyn Hash,
    /// The implementation, or `None` for the best one.
    pub implementation: Option<&'h str>,
    /// The length of a digest in bytes.
    pub digest_bytes: usize,
    /// The number of threads among which the rows of a column are divided.
    pub threads: usize,
}

impl Hasher<'_> {
    /// Returns the digests of the rows of a column; where that has a null, they have one too.
    ///
    /// # Errors
    ///
    /// If the column or the length of the digests can't be used.
    pub fn digest(&self, column: &dyn Array) -> Result<FixedSizeBinaryArray, Error> {
        let too_long = || ArrowError::InvalidArgumentError(format!("digests of {} bytes", self.digest_bytes));
        let width = i32::try_from(self.digest_bytes).map_err(|_| Error::Digests(too_long()))?;
        let mut digests = zeros(self.digest_bytes.saturating_mul(column.len()))?;
        self.digest_into(column, &mut digests)?;
        FixedSizeBinaryArray::try_new(width, digests.into(), nulls(column)).map_err(Error::Digests)
    }

    /// Writes the digests of the rows of a column; a row without a value gets zeros.
    ///
    /// # Errors
    ///
    /// If the column can't be hashed.
    ///
    /// # Panics
    ///
    /// If `digests` does not have the length of all digests.
    pub fn digest_into(&self, column: &dyn Array, digests: &mut [u8]) -> Result<(), Error> {
        if has_fewer_values(column) {
            return self.dictionary(column, digests);
        }
        let (rows, nulls) = (rows(column)?, nulls(column));
        let validity = validity(nulls.as_ref())?;
        Ok(digest_column(self.hash, self.implementation, &*rows, validity, digests, self.threads)?)
    }

    /// Writes a digest for each row of a table, by a function that hashes tuples. Rows and missing values are those of
    /// [`digest_table`](counterpoint::registry::digest_table).
    ///
    /// # Errors
    ///
    /// If a column can't be hashed, or if the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If a column does not have `count` rows, if the function hashes no tuples, or if `digests` does not have the
    /// length of all digests.
    pub fn digest_table_into(&self, count: usize, table: &[ArrayRef], digests: &mut [u8]) -> Result<(), TableError> {
        let all_nulls: Vec<_> = table.iter().map(|column| nulls(column)).collect();
        let mut values = Vec::with_capacity(table.len());
        for (index, (column, nulls)) in table.iter().zip(&all_nulls).enumerate() {
            let validity = validity(nulls.as_ref()).map_err(|error| TableError::of(index, error))?;
            values.push((rows(column).map_err(|error| TableError::of(index, error))?, validity));
        }
        let columns: Vec<Column<'_>> = values.iter().map(|(rows, validity)| Column::new(&**rows, *validity)).collect();
        digest_table(self.hash, self.implementation, count, &columns, digests, self.threads)
            .map_err(|error| TableError { column: None, error: error.into() })
    }

    /// Each value of the dictionary is hashed once, and its digest is copied to the rows that have it.
    fn dictionary(&self, column: &dyn Array, digests: &mut [u8]) -> Result<(), Error> {
        let each = self.digest_bytes;
        let dictionary = column.as_any_dictionary();
        let values = dictionary.values();
        let mut hashed = zeros(each.saturating_mul(values.len()))?;
        self.digest_into(values, &mut hashed)?;
        if values.is_empty() {
            digests.fill(0);
            return Ok(());
        }
        let keys = dictionary.normalized_keys();
        for (row, (key, digest)) in keys.into_iter().zip(digests.chunks_exact_mut(each.max(1))).enumerate() {
            if column.is_null(row) {
                digest.fill(0);
            } else {
                digest.copy_from_slice(&hashed[key * each..(key + 1) * each]);
            }
        }
        Ok(())
    }
}

/// Returns whether a column is a dictionary of no more values than it has rows. A part of a column may have few rows
/// and the dictionary of the whole column; its rows are hashed one by one, so that neither the time nor the memory
/// depends on values that no row may have.
fn has_fewer_values(column: &dyn Array) -> bool {
    matches!(column.data_type(), DataType::Dictionary(..)) && column.as_any_dictionary().values().len() <= column.len()
}

/// Returns zeros, to be written over.
///
/// # Errors
///
/// If there is not enough memory.
pub fn zeros(bytes: usize) -> Result<Vec<u8>, Error> {
    // Only this can fail without ending the program. The memory is given back at once, because the system has pages of
    // zeros: each is made when a thread writes to it, and none is written twice.
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| Error::Memory(bytes))?;
    Ok(vec![0; bytes])
}
