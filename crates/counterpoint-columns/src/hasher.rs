//! The digests of a column, and of the rows of a table.

use crate::encoder::Encoder;
use crate::error::{Error, TableError};
use crate::parts::Parts;
use crate::rows::{keys, nulls, validity};
use crate::source::{Source, bitmap};
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray};
use arrow_buffer::NullBuffer;
use arrow_schema::ArrowError;
use counterpoint::RowsError;
use counterpoint::registry::{self, Column, Hash, digest_column, digest_table};

/// The number of bytes of digests copied between two checks whether to continue.
const COPIED_BYTES: usize = 1 << 22;

/// A hash function, prepared for columns.
pub struct ColumnHasher<'h> {
    /// The function with its parameters.
    pub hash: &'h dyn Hash,
    /// The implementation, or `None` for the best one.
    pub implementation: Option<&'h str>,
    /// The length of a digest in bytes.
    pub digest_bytes: usize,
    /// The number of threads that share the rows of a column.
    pub threads: usize,
}

impl ColumnHasher<'_> {
    /// Returns the digests of the rows of a column. The digest of a null is a null.
    ///
    /// # Errors
    ///
    /// If the column can't be hashed or the digests are too long.
    pub fn digest(&self, column: &dyn Array) -> Result<FixedSizeBinaryArray, Error> {
        let too_long = || ArrowError::InvalidArgumentError(format!("digests of {} bytes", self.digest_bytes));
        let width = i32::try_from(self.digest_bytes).map_err(|_| Error::Digests(too_long()))?;
        let mut digests = zeros(self.digest_bytes.saturating_mul(column.len()))?;
        self.digest_into(column, &mut digests)?;
        FixedSizeBinaryArray::try_new(width, digests.into(), nulls(column)?).map_err(Error::Digests)
    }

    /// Writes the digests of the rows of a column, and zeros for nulls.
    ///
    /// # Errors
    ///
    /// If the column can't be hashed.
    ///
    /// # Panics
    ///
    /// If the length of `digests` is not the total length of all digests.
    pub fn digest_into(&self, column: &dyn Array, digests: &mut [u8]) -> Result<(), Error> {
        self.digest_into_while(column, digests, &mut || Some(usize::MAX))
    }

    /// Like [`Self::digest_into`], but in parts, so the caller can stop it: before each part, `next` returns how many
    /// bytes it may have, or `None` to stop.
    ///
    /// # Errors
    ///
    /// If the column can't be hashed, and [`Error::Stopped`] after `None`.
    ///
    /// # Panics
    ///
    /// As [`Self::digest_into`].
    pub fn digest_into_while(
        &self,
        column: &dyn Array,
        digests: &mut [u8],
        next: &mut dyn FnMut() -> Option<usize>,
    ) -> Result<(), Error> {
        if let Some((keys, values)) = keys_of_fewer_values(column)? {
            return self.by_keys(&keys, &**values, nulls(column)?.as_ref(), digests, next);
        }
        let columns = [Source::of(column)?];
        let [column] = &columns;
        let each = digests.len().checked_div(column.count).unwrap_or(0);
        Parts { columns: &columns, count: column.count, next }.each(|parts, rows, is_long| {
            let digests = &mut digests[rows.start * each..rows.end * each];
            let validity = validity(column.nulls.as_ref(), &rows)?;
            if is_long && column.has_value(rows.start) {
                return self.long_row(digests, |hasher| append(hasher, parts, column, rows.start, self.hash.tuple()));
            }
            let values = column.rows(rows)?;
            Ok(digest_column(self.hash, self.implementation, &*values, validity, digests, self.threads)?)
        })
    }

    /// Writes a digest for each row of a table, with a function that hashes tuples. Rows and missing values are encoded
    /// as in [`digest_table`](counterpoint::registry::digest_table).
    ///
    /// # Errors
    ///
    /// If a column can't be hashed, or if the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If a column does not have `count` rows, if the function does not hash tuples, or if the length of `digests` is
    /// not the total length of all digests.
    pub fn digest_table_into(&self, count: usize, table: &[ArrayRef], digests: &mut [u8]) -> Result<(), TableError> {
        self.digest_table_into_while(count, table, digests, &mut || Some(usize::MAX))
    }

    /// Like [`Self::digest_table_into`], but in parts, like [`Self::digest_into_while`].
    ///
    /// # Errors
    ///
    /// As [`Self::digest_table_into`], and [`Error::Stopped`] if `next` returns `None`.
    ///
    /// # Panics
    ///
    /// As [`Self::digest_table_into`].
    pub fn digest_table_into_while(
        &self,
        count: usize,
        table: &[ArrayRef],
        digests: &mut [u8],
        next: &mut dyn FnMut() -> Option<usize>,
    ) -> Result<(), TableError> {
        let columns = table.iter().enumerate();
        let columns = columns.map(|(index, column)| Source::of(column).map_err(|error| TableError::of(index, error)));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let each = digests.len().checked_div(count).unwrap_or(0);
        let done = Parts { columns: &columns, count, next }.each(|parts, rows, is_long| {
            let digests = &mut digests[rows.start * each..rows.end * each];
            if is_long {
                return self.long_row(digests, |hasher| {
                    let values = columns.iter().map(|column| column.has_value(rows.start));
                    hasher.update(&bitmap(values, &mut || Ok(()))?);
                    columns.iter().try_for_each(|column| append(hasher, parts, column, rows.start, true))
                });
            }
            let values = columns.iter().map(|column| column.rows(rows.clone())).collect::<Result<Vec<_>, _>>()?;
            let validities = columns.iter().map(|column| validity(column.nulls.as_ref(), &rows));
            let table = values.iter().zip(validities).map(|(values, validity)| Ok(Column::new(values, validity?)));
            let table = table.collect::<Result<Vec<_>, RowsError>>()?;
            Ok(digest_table(self.hash, self.implementation, rows.len(), &table, digests, self.threads)?)
        });
        done.map_err(|error| TableError { column: None, error })
    }

    /// Writes the digest of one row, which `append` passes to a hasher.
    fn long_row(
        &self,
        digest: &mut [u8],
        append: impl FnOnce(&mut dyn registry::Hasher) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut hasher = self.hash.hasher(self.implementation)?;
        append(&mut *hasher)?;
        hasher.finalize(0, 0).read(digest);
        Ok(())
    }

    /// Hashes each value once, and copies its digest to all rows with this value.
    fn by_keys(
        &self,
        keys: &[usize],
        values: &dyn Array,
        nulls: Option<&NullBuffer>,
        digests: &mut [u8],
        next: &mut dyn FnMut() -> Option<usize>,
    ) -> Result<(), Error> {
        let each = self.digest_bytes;
        let mut hashed = zeros(each.saturating_mul(values.len()))?;
        self.digest_into_while(values, &mut hashed, next)?;
        let rows_of_a_part = (COPIED_BYTES / each.max(1)).max(1);
        for (row, (&key, digest)) in keys.iter().zip(digests.chunks_exact_mut(each.max(1))).enumerate() {
            if row % rows_of_a_part == 0 {
                next().ok_or(Error::Stopped)?;
            }
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                digest.fill(0);
            } else {
                digest.copy_from_slice(&hashed[key * each..(key + 1) * each]);
            }
        }
        Ok(())
    }
}

/// Appends a value to a message, or an element to a tuple.
fn append(
    hasher: &mut dyn registry::Hasher,
    parts: &mut Parts<'_>,
    column: &Source<'_>,
    row: usize,
    is_element: bool,
) -> Result<(), Error> {
    if is_element {
        let mut steps = 0;
        let bytes = column.bytes(row, &mut |_| parts.step(&mut steps))?;
        hasher.begin_element(bytes as u64);
    }
    let mut absorb = |piece: &[u8]| if is_element { hasher.extend_element(piece) } else { hasher.update(piece) };
    let mut encoder = Encoder::new(parts, &mut absorb);
    column.append(row, &mut encoder)?;
    encoder.finish()
}

/// Returns the [`keys`] of a column and its values, if there are no more values than rows. A slice of a column may have
/// few rows, but the dictionary of the whole column. Its rows are hashed one by one, so neither time nor memory depends
/// on values that may not occur.
fn keys_of_fewer_values(column: &dyn Array) -> Result<Option<(Vec<usize>, &ArrayRef)>, Error> {
    Ok(keys(column)?.filter(|(_, values)| values.len() <= column.len()))
}

/// Returns zeros to overwrite.
///
/// # Errors
///
/// If there is not enough memory.
pub fn zeros(bytes: usize) -> Result<Vec<u8>, Error> {
    // Only this can fail without aborting. The memory is freed at once, because the zeros come from the system's zero
    // pages: each is created when a thread writes to it, and none is written twice.
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| Error::Memory(bytes))?;
    Ok(vec![0; bytes])
}
