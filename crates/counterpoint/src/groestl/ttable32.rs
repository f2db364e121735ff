//! The look-ups of [`ttable`](super::ttable) in tables of half columns: two look-ups per byte, 8 KiB of tables.
//!
//! The tables contain only rows 0 to 3 of each column. The matrix of MixBytes is circulant, so rows 4 to 7 of the
//! column for a byte in row i are rows 0 to 3 of the column for the same byte in row i + 4. The halves stay apart, so
//! 32-bit registers are enough.

use super::compression::Permutation;
use super::ttable::{ColumnSums, Pairs, TTables, round_by_operands, round_by_results, tables};
use crate::cpu::Portable;
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("ttable32", "[Groestl-guide] 5.2", size_of_val(&T32));

/// For each row and value of a byte: rows 0 to 3 of what it contributes to a column.
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

impl TTables for By32 {
    type Tier = Portable;
    type All = [[u32; 256]; 8];

    #[inline(always)]
    fn all() -> &'static [[u32; 256]; 8] {
        &T32
    }

    #[inline(always)]
    fn round<const COLUMNS: usize>(
        tables: &[[u32; 256]; 8],
        permutation: Permutation,
        a: &mut [Pairs; COLUMNS],
        r: usize,
    ) {
        if cfg!(half_lanes) {
            round_by_results::<Self, 1, COLUMNS>(tables, permutation, a, r);
        } else {
            round_by_operands::<Self, COLUMNS>(tables, permutation, a, r);
        }
    }
}

impl ColumnSums for By32 {
    type Column = [u32; 2];

    #[inline(always)]
    fn column(column: u64) -> [u32; 2] {
        [column as u32, (column >> 32) as u32]
    }

    #[inline(always)]
    fn add(tables: &[[u32; 256]; 8], column: &mut [u32; 2], i: usize, x: u8) {
        column[0] ^= tables[i][x as usize];
        column[1] ^= tables[(i + 4) % 8][x as usize];
    }

    #[inline(always)]
    fn pairs([upper, lower]: [u32; 2]) -> Pairs {
        [upper as u16, (upper >> 16) as u16, lower as u16, (lower >> 16) as u16]
    }
}
