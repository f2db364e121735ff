//! Columns with missing values, as in Apache Arrow: rows, and a bitmap of the rows that have a value.
//!
//! The bytes of a missing value are never hashed, since they may be anything. Only the rows that have a value are
//! hashed, into consecutive outputs; the outputs then move to their rows, starting with the last. The output of a
//! missing value is all zeros.

use crate::algorithm::Hash;
use crate::list::ImplementationError;
use crate::messages::{Messages, RowsError};
use alloc::vec::Vec;

/// The number of rows listed at a time: few enough that the list and the outputs stay in cache, and enough to keep all
/// threads busy.
const WINDOW: usize = 1 << 16;

/// Which rows of a column have a value: one bit for each row, 1 if it has one. The first row of a byte is its least
/// significant bit.
#[derive(Clone, Copy, Debug)]
pub struct Validity<'a> {
    bitmap: &'a [u8],
    first: usize,
    rows: usize,
}

impl<'a> Validity<'a> {
    /// Returns the validity of `rows` rows. Bit `first` of `bitmap` belongs to the first row.
    ///
    /// # Errors
    ///
    /// If the bitmap has too few bits.
    pub fn new(bitmap: &'a [u8], first: usize, rows: usize) -> Result<Self, RowsError> {
        match first.checked_add(rows) {
            Some(bits) if bits.div_ceil(8) <= bitmap.len() => Ok(Self { bitmap, first, rows }),
            _ => Err(RowsError::Bitmap { bytes: bitmap.len() }),
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns whether a row has a value.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn has_value(&self, row: usize) -> bool {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let bit = self.first + row;
        self.bitmap[bit / 8] >> (bit % 8) & 1 == 1
    }
}

/// The rows with these indices.
struct Selected<'m> {
    rows: &'m dyn Messages,
    indices: &'m [usize],
}

impl Messages for Selected<'_> {
    fn count(&self) -> usize {
        self.indices.len()
    }
    fn message(&self, index: usize) -> &[u8] {
        self.rows.message(self.indices[index])
    }
    fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
        self.rows.elements(self.indices[index], append);
    }
}

/// Hashes the rows that have a value, with up to `threads` threads. `outputs` is divided into equal pieces, one for
/// each row; the pieces of rows without a value are filled with zeros.
///
/// ```
/// use counterpoint::registry::{Validity, digest_column};
/// use counterpoint::{Algorithm, Rows, Sha3_256};
///
/// let rows = Rows::new(b"row 1what was heretrow 3", &[0, 5, 19, 24])?;
/// let hash = Algorithm::by_name("sha3-256")?.as_hash().unwrap();
/// let mut digests = [[0xff; 32]; 3];
/// let validity = Validity::new(&[0b101], 0, 3)?;
/// digest_column(hash, None, &rows, Some(validity), digests.as_flattened_mut(), 1)?;
/// assert_eq!(digests, [Sha3_256::digest("row 1"), [0; 32], Sha3_256::digest("row 3")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the implementation is unknown or can't run on this machine.
///
/// # Panics
///
/// If `validity` has a different number of rows, and wherever [`Hash::digest_many`] panics.
pub fn digest_column(
    hash: &dyn Hash,
    implementation: Option<&str>,
    rows: &dyn Messages,
    validity: Option<Validity<'_>>,
    outputs: &mut [u8],
    threads: usize,
) -> Result<(), ImplementationError> {
    let count = rows.count();
    assert!(validity.is_none_or(|validity| validity.rows == count), "the validity needs a bit per row");
    let hash_many =
        |rows: &dyn Messages, outputs: &mut [u8]| hash.digest_many_in_threads(implementation, rows, outputs, threads);
    match validity.filter(|_| count > 0) {
        Some(validity) => digest_in_windows(&hash_many, rows, validity, outputs, WINDOW),
        None => hash_many(rows, outputs),
    }
}

/// Hashes the rows that have a value with `hash_many`, `window` rows at a time, and writes zeros for the others.
fn digest_in_windows<E>(
    hash_many: &dyn Fn(&dyn Messages, &mut [u8]) -> Result<(), E>,
    rows: &dyn Messages,
    validity: Validity<'_>,
    outputs: &mut [u8],
    window: usize,
) -> Result<(), E> {
    let count = rows.count();
    let each = outputs.len().checked_div(count).unwrap_or(0);
    assert_eq!(outputs.len(), count * each, "outputs must have equal lengths");
    let mut indices = Vec::with_capacity(window.min(count));
    for begin in (0..count).step_by(window) {
        let end = count.min(begin + window);
        let outputs = &mut outputs[begin * each..end * each];
        indices.clear();
        indices.extend((begin..end).filter(|&row| validity.has_value(row)));
        let selected = Selected { rows, indices: &indices };
        hash_many(&selected, &mut outputs[..indices.len() * each])?;
        spread(outputs, each, &indices, begin);
    }
    Ok(())
}

/// Moves consecutive outputs to the rows with these indices, and fills the other rows with zeros. The first row of
/// `outputs` is row `begin`.
fn spread(outputs: &mut [u8], each: usize, indices: &[usize], begin: usize) {
    let mut end = outputs.len();
    for (place, row) in indices.iter().map(|index| index - begin).enumerate().rev() {
        outputs.copy_within(place * each..(place + 1) * each, row * each);
        outputs[(row + 1) * each..end].fill(0);
        end = row * each;
    }
    outputs[..end].fill(0);
}

#[cfg(all(test, feature = "keccak"))]
mod tests {
    use super::{Validity, digest_column, digest_in_windows};
    use crate::{Algorithm, EqualRows, Messages, RowsError, Sha3_256};
    use std::vec;
    use std::vec::Vec;

    /// Every pattern of seven rows at every bit offset gives the same outputs as hashing row by row.
    #[test]
    fn only_rows_with_a_value_are_hashed() {
        let data: Vec<u8> = (0..7 * 3).collect();
        let rows = EqualRows::new(&data, 3).unwrap();
        let hash = Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap();
        // Without optimisation, only some of the patterns.
        for pattern in (0..1u16 << 7).step_by(if cfg!(unoptimised) { 5 } else { 1 }) {
            for first in 0..9 {
                let bitmap = (u32::from(pattern) << first).to_le_bytes();
                let validity = Validity::new(&bitmap, first, 7).unwrap();
                let mut digests = [[0xff; 32]; 7];
                digest_column(hash, None, &rows, Some(validity), digests.as_flattened_mut(), 1).unwrap();
                for (row, digest) in digests.iter().enumerate() {
                    let expected = Sha3_256::digest(&data[3 * row..][..3]);
                    let has_value = pattern >> row & 1 == 1;
                    assert_eq!(*digest, if has_value { expected } else { [0; 32] }, "row {row} of {pattern:07b}");
                    assert_eq!(validity.has_value(row), has_value);
                }
            }
        }
    }

    /// Windows of every length, with every number of rows after the last full window.
    #[test]
    fn more_rows_than_a_window_has() {
        let data: Vec<u8> = (0..60).collect();
        let copy = |rows: &dyn Messages, outputs: &mut [u8]| -> Result<(), ()> {
            let rows = (0..rows.count()).flat_map(|row| rows.message(row));
            outputs.iter_mut().zip(rows).for_each(|(output, byte)| *output = *byte);
            Ok(())
        };
        for count in 1..=20 {
            let rows = EqualRows::new(&data[..3 * count], 3).unwrap();
            for bitmap in [[0xff; 3], [0; 3], [0b1101_0110, 0b0101_1011, 0b1110_1001]] {
                let validity = Validity::new(&bitmap, 2, count).unwrap();
                let value = |row: usize| if validity.has_value(row) { rows.message(row) } else { &[0; 3] };
                let expected: Vec<u8> = (0..count).flat_map(value).copied().collect();
                for window in 1..=count + 1 {
                    let mut outputs = vec![0xff; 3 * count];
                    digest_in_windows(&copy, &rows, validity, &mut outputs, window).unwrap();
                    assert_eq!(outputs, expected, "{count} rows, {window} at a time");
                }
            }
        }
    }

    #[test]
    fn a_bitmap_has_a_bit_for_each_row() {
        assert!(Validity::new(&[0; 2], 8, 8).is_ok());
        assert_eq!(Validity::new(&[0; 2], 9, 8).unwrap_err(), RowsError::Bitmap { bytes: 2 });
        assert_eq!(Validity::new(&[0; 2], usize::MAX, 8).unwrap_err(), RowsError::Bitmap { bytes: 2 });
        assert!(Validity::new(&[], 0, 0).is_ok());
    }
}
