//! A column of a table with missing values, as Apache Arrow has it: rows, and a bitmap that says which of them have a
//! value.
//!
//! The bytes under a missing value are never hashed, since they may be anything. So only the rows that have a value are
//! hashed, and their outputs lie one after the other at first; then they move to their places, the last one first. In
//! place of an output, a missing value has zeros.

use crate::algorithm::Hash;
use crate::list::ImplementationError;
use crate::messages::{Messages, RowsError};
use alloc::vec::Vec;

/// The number of rows of which a list is kept at a time: few enough that the list and the outputs stay in a cache, and
/// enough for all threads. Tests have fewer, so that they reach the next list soon.
const WINDOW: usize = if cfg!(test) { 1 << 6 } else { 1 << 16 };

/// Which rows of a column have a value: one bit for each row, 1 if it has one. The first row of a byte is its least
/// significant bit.
#[derive(Clone, Copy, Debug)]
pub struct Validity<'a> {
    bitmap: &'a [u8],
    first: usize,
    rows: usize,
}

impl<'a> Validity<'a> {
    /// Returns the validity of `rows` rows, of which the first has the bit `first` of `bitmap`.
    ///
    /// # Errors
    ///
    /// If the bitmap has fewer bits.
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

    /// Whether a row has a value.
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

/// Rows with these indices.
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

/// Writes the outputs for the rows that have a value, and zeros for the others, by up to `threads` threads. `outputs`
/// is divided into equal pieces, one for each row.
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
/// If `validity` is that of another number of rows, and as [`Hash::digest_many`].
pub fn digest_column(
    hash: &dyn Hash,
    implementation: Option<&str>,
    rows: &dyn Messages,
    validity: Option<Validity<'_>>,
    outputs: &mut [u8],
    threads: usize,
) -> Result<(), ImplementationError> {
    let count = rows.count();
    assert!(validity.is_none_or(|validity| validity.rows == count), "a bit for each row");
    let Some(validity) = validity.filter(|_| count > 0) else {
        return hash.digest_many_in_threads(implementation, rows, outputs, threads);
    };
    let each = outputs.len().checked_div(count).unwrap_or(0);
    assert_eq!(outputs.len(), count * each, "outputs are of equal length");
    let mut indices = Vec::with_capacity(WINDOW.min(count));
    for begin in (0..count).step_by(WINDOW) {
        let end = count.min(begin + WINDOW);
        let outputs = &mut outputs[begin * each..end * each];
        indices.clear();
        indices.extend((begin..end).filter(|&row| validity.has_value(row)));
        let selected = Selected { rows, indices: &indices };
        hash.digest_many_in_threads(implementation, &selected, &mut outputs[..indices.len() * each], threads)?;
        spread(outputs, each, &indices, begin);
    }
    Ok(())
}

/// Moves outputs, which lie one after the other, to the rows with these indices, and writes zeros into the other rows.
/// The outputs are those of the rows from `begin` on.
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
    use super::{Validity, WINDOW, digest_column};
    use crate::{Algorithm, EqualRows, RowsError, Sha3_256};
    use std::vec;
    use std::vec::Vec;

    /// All patterns of seven rows at all places in a byte, with the same outputs as one by one.
    #[test]
    fn only_rows_with_a_value_are_hashed() {
        let data: Vec<u8> = (0..7 * 3).collect();
        let rows = EqualRows::new(&data, 3).unwrap();
        let hash = Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap();
        // Without optimisation, some of them.
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

    #[test]
    fn more_rows_than_a_list_has() {
        let data: Vec<u8> = (0..2 * (WINDOW + 5)).map(|i| (i / 2) as u8).collect();
        let rows = EqualRows::new(&data, 2).unwrap();
        let hash = Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap();
        let bitmap = vec![0b1101_0110; (WINDOW + 5).div_ceil(8)];
        for threads in [1, 2] {
            let mut digests = vec![[0xff; 32]; WINDOW + 5];
            let validity = Validity::new(&bitmap, 0, WINDOW + 5).unwrap();
            digest_column(hash, None, &rows, Some(validity), digests.as_flattened_mut(), threads).unwrap();
            for (row, digest) in digests.iter().enumerate() {
                let expected = if validity.has_value(row) { Sha3_256::digest([row as u8; 2]) } else { [0; 32] };
                assert_eq!(*digest, expected, "row {row}");
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
