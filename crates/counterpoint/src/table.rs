//! Rows of several columns, with each row hashed as one tuple.
//!
//! If values were joined without their lengths, different rows could have equal hashes, such as `("ab", "c")` and
//! `("a", "bc")`. TupleHash encodes each value with its length. To distinguish missing values from empty ones, the
//! first element of a row's tuple is a bitmap of the columns that have a value:
//!
//! ```text
//!   element 0      a bitmap: bit c % 8 of byte c / 8 is 1 if column c has a value
//!   element c + 1  the bytes of column c, or none if the value is missing
//! ```

use crate::algorithm::Hash;
use crate::column::Validity;
use crate::list::ImplementationError;
use crate::messages::Messages;
use alloc::vec;

/// A column of a table: the bytes of each row, and which rows have a value.
#[derive(Clone, Copy)]
pub struct Column<'a> {
    rows: &'a dyn Messages,
    validity: Option<Validity<'a>>,
}

impl<'a> Column<'a> {
    /// Returns a column. Without `validity`, every row has a value.
    ///
    /// # Panics
    ///
    /// If `validity` has a different number of rows.
    #[must_use]
    pub fn new(rows: &'a dyn Messages, validity: Option<Validity<'a>>) -> Self {
        assert!(validity.is_none_or(|validity| validity.rows() == rows.count()), "the validity needs a bit per row");
        Self { rows, validity }
    }

    /// Returns the bytes of a row, or `None` if the value is missing.
    fn value(&self, row: usize) -> Option<&'a [u8]> {
        self.validity.is_none_or(|validity| validity.has_value(row)).then(|| self.rows.message(row))
    }
}

impl core::fmt::Debug for Column<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Column").field("rows", &self.rows.count()).finish_non_exhaustive()
    }
}

/// The rows of a table.
struct Table<'a> {
    columns: &'a [Column<'a>],
    rows: usize,
}

/// The maximum number of columns whose bitmap is on the stack.
const FEW: usize = 256;

impl Messages for Table<'_> {
    fn count(&self) -> usize {
        self.rows
    }
    /// Returns the first value. Functions that hash tuples call only [`Self::elements`].
    fn message(&self, row: usize) -> &[u8] {
        self.columns.first().and_then(|column| column.value(row)).unwrap_or_default()
    }
    fn elements(&self, row: usize, append: &mut dyn FnMut(&[u8])) {
        let (mut few, mut many) = ([0; FEW / 8], vec![]);
        let bytes = self.columns.len().div_ceil(8);
        let bitmap = if bytes <= few.len() {
            &mut few[..bytes]
        } else {
            many.resize(bytes, 0);
            &mut many[..]
        };
        for (column, values) in self.columns.iter().enumerate() {
            bitmap[column / 8] |= u8::from(values.value(row).is_some()) << (column % 8);
        }
        append(bitmap);
        for column in self.columns {
            append(column.value(row).unwrap_or_default());
        }
    }
}

/// Writes a digest for each row of a table of `rows` rows, using a function that hashes tuples (TupleHash) and up to
/// `threads` threads. `outputs` is divided into equal pieces, one for each row.
///
/// The tuple of a row consists of a bitmap of the columns that have a value, followed by the values; a missing value is
/// empty. Different rows with the same number of columns are therefore always different tuples.
///
/// ```
/// use counterpoint::registry::{Column, Validity, digest_table};
/// use counterpoint::{Algorithm, TupleHash128};
///
/// let (names, cities) = (["Ada", "Grace"], ["London", "?"]);
/// let validity = Validity::new(&[0b01], 0, 2)?;
/// let columns = [Column::new(&names, None), Column::new(&cities, Some(validity))];
///
/// let hash = Algorithm::by_name("tuplehash128")?.hash(&Default::default())?;
/// let mut digests = [[0; 32]; 2];
/// digest_table(&*hash, None, 2, &columns, digests.as_flattened_mut(), 1)?;
///
/// let mut expected = [0; 32];
/// TupleHash128::new(b"").digest_into(&[&[0b11][..], b"Ada", b"London"], &mut expected)?;
/// assert_eq!(digests[0], expected);
/// TupleHash128::new(b"").digest_into(&[&[0b01][..], b"Grace", b""], &mut expected)?;
/// assert_eq!(digests[1], expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the implementation is unknown or can't run on this machine.
///
/// # Panics
///
/// If the function does not [hash tuples](Hash::tuple), if a column has a different number of rows, and wherever
/// [`Hash::digest_many`] panics.
pub fn digest_table(
    hash: &dyn Hash,
    implementation: Option<&str>,
    rows: usize,
    columns: &[Column<'_>],
    outputs: &mut [u8],
    threads: usize,
) -> Result<(), ImplementationError> {
    assert!(hash.tuple(), "the function must hash tuples");
    assert!(columns.iter().all(|column| column.rows.count() == rows), "every column must have {rows} rows");
    hash.digest_many_in_threads(implementation, &Table { columns, rows }, outputs, threads)
}

#[cfg(all(test, feature = "keccak"))]
mod tests {
    use super::{Column, FEW, digest_table};
    use crate::registry::Validity;
    use crate::{Algorithm, EqualRows, TupleHash256};
    use std::vec;
    use std::vec::Vec;

    /// Returns the digests of a table, and compares the first and the last with the digests of their tuples.
    fn digests(columns: &[Column<'_>], rows: usize, threads: usize) -> Vec<[u8; 64]> {
        let hash = Algorithm::by_name("tuplehash256").unwrap().hash(&Default::default()).unwrap();
        let mut digests = vec![[0; 64]; rows];
        digest_table(&*hash, None, rows, columns, digests.as_flattened_mut(), threads).unwrap();
        for row in [0, rows - 1] {
            let mut bitmap = vec![0; columns.len().div_ceil(8)];
            for (column, values) in columns.iter().enumerate() {
                bitmap[column / 8] |= u8::from(values.value(row).is_some()) << (column % 8);
            }
            let mut tuple = TupleHash256::new(b"");
            tuple.element(bitmap);
            columns.iter().for_each(|column| tuple.element(column.value(row).unwrap_or(b"")));
            let mut expected = [0; 64];
            tuple.finalize_into(&mut expected).unwrap();
            assert_eq!(digests[row], expected, "row {row} of {} columns", columns.len());
        }
        digests
    }

    #[test]
    fn missing_values_and_borders_between_values_count() {
        let one = digests(&[Column::new(&["ab", "a"], None), Column::new(&["c", "bc"], None)], 2, 1);
        assert_ne!(one[0], one[1]);
        let validity = Validity::new(&[0b01], 0, 2).unwrap();
        let two = digests(&[Column::new(&["", "what was there"], Some(validity))], 2, 1);
        let three = digests(&[Column::new(&["", ""], None)], 2, 1);
        assert_ne!(two[0], two[1], "empty, missing");
        assert_eq!(two[0], three[1]);
        assert_eq!(digests(&[], 3, 1).len(), 3, "rows without columns");
    }

    #[test]
    fn many_columns_and_many_rows_in_threads() {
        let values = ["x"; 2];
        for columns in [7, 8, 9, FEW, FEW + 1] {
            digests(&vec![Column::new(&values, None); columns], 2, 1);
        }
        let data: Vec<u8> = (0..3 << 12).map(|byte| byte as u8).collect();
        let rows = EqualRows::new(&data, 3).unwrap();
        let columns = [Column::new(&rows, None), Column::new(&rows, None)];
        assert_eq!(digests(&columns, 1 << 12, 3), digests(&columns, 1 << 12, 1));
    }
}
