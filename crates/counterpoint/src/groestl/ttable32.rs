//! The look-ups of [`ttable`](super::ttable) in tables of half columns: two look-ups a byte, 8 KiB of tables.
//!
//! The tables contain only rows 0 to 3 of each column. As the matrix of MixBytes is circulant, rows 4 to 7 of the
//! column that a byte of row i becomes are rows 0 to 3 of the column that the same byte in row i + 4 becomes.

use super::ttable::{Tables, tables};
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("ttable32", "[Groestl-guide] 5.2", size_of_val(&T32));

/// Rows 0 to 3 of the column that each byte of each row becomes.
pub(super) static T32: [[u32; 256]; 8] = halves(&tables());

/// Rows 0 to 3 of each column.
const fn halves(tables: &[[u64; 256]; 8]) -> [[u32; 256]; 8] {
    let mut halves = [[0; 256]; 8];
    let mut n = 0;
    while n < 8 * 256 {
        halves[n / 256][n % 256] = tables[n / 256][n % 256] as u32;
        n += 1;
    }
    halves
}

/// Columns looked up in two halves.
pub(super) struct By32;

impl Tables for By32 {
    #[inline(always)]
    fn look_up(i: usize, x: u8) -> u64 {
        u64::from(T32[i][x as usize]) | u64::from(T32[(i + 4) % 8][x as usize]) << 32
    }
}
