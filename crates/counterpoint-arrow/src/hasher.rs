//! From the types of Arrow to the messages of the library.

use crate::error::Error;
use arrow_array::cast::AsArray;
use arrow_array::{Array, FixedSizeBinaryArray};
use arrow_schema::{ArrowError, DataType};
use counterpoint::registry::{Hash, Validity, digest_column};
use counterpoint::{Messages, Rows};
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
        let nulls = column.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        FixedSizeBinaryArray::try_new(width, digests.into(), nulls).map_err(Error::Digests)
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
        let count = column.len();
        match column.data_type() {
            DataType::Binary => {
                let rows = column.as_binary::<i32>();
                self.by_offsets(column, rows.value_data(), rows.value_offsets(), digests)
            }
            DataType::LargeBinary => {
                let rows = column.as_binary::<i64>();
                self.by_offsets(column, rows.value_data(), rows.value_offsets(), digests)
            }
            DataType::Utf8 => {
                let rows = column.as_string::<i32>();
                self.by_offsets(column, rows.value_data(), rows.value_offsets(), digests)
            }
            DataType::LargeUtf8 => {
                let rows = column.as_string::<i64>();
                self.by_offsets(column, rows.value_data(), rows.value_offsets(), digests)
            }
            DataType::BinaryView => {
                let rows = column.as_binary_view();
                self.messages(column, &by_index(count, |row| rows.value(row)), digests)
            }
            DataType::Utf8View => {
                let rows = column.as_string_view();
                self.messages(column, &by_index(count, |row| rows.value(row).as_bytes()), digests)
            }
            DataType::FixedSizeBinary(_) => {
                let rows = column.as_fixed_size_binary();
                self.messages(column, &by_index(count, |row| rows.value(row)), digests)
            }
            DataType::Dictionary(..) => self.dictionary(column, digests),
            DataType::Null => {
                digests.fill(0);
                Ok(())
            }
            other => Err(Error::Type(other.clone())),
        }
    }

    fn by_offsets<O: counterpoint::Offset>(
        &self,
        column: &dyn Array,
        data: &[u8],
        offsets: &[O],
        digests: &mut [u8],
    ) -> Result<(), Error> {
        // A slice without rows may have an offset behind its data.
        if column.is_empty() {
            return Ok(());
        }
        self.messages(column, &Rows::new(data, offsets)?, digests)
    }

    fn messages(&self, column: &dyn Array, rows: &dyn Messages, digests: &mut [u8]) -> Result<(), Error> {
        let nulls = column.nulls().filter(|nulls| nulls.null_count() > 0);
        let validity = nulls.map(|nulls| Validity::new(nulls.validity(), nulls.offset(), nulls.len()));
        Ok(digest_column(self.hash, self.implementation, rows, validity.transpose()?, digests, self.threads)?)
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

fn by_index<'a>(count: usize, row: impl Fn(usize) -> &'a [u8] + Sync) -> impl Messages {
    ByIndex { count, row, _column: PhantomData }
}

/// Returns zeros, to be written over.
fn zeros(bytes: usize) -> Result<Vec<u8>, Error> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(bytes).map_err(|_| Error::Memory(bytes))?;
    zeros.resize(bytes, 0);
    Ok(zeros)
}
