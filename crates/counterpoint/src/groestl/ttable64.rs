//! The look-ups of [`ttable`](super::ttable) in tables of whole columns: one look-up a byte, 16 KiB of tables.

use super::ttable::{Pairs, Tables, pairs, tables};
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("ttable64", "[Groestl-guide] 5.1", size_of_val(&T64));

/// The column that each byte of each row becomes.
pub(super) static T64: [[u64; 256]; 8] = tables();

/// Columns looked up in one piece.
pub(super) struct By64;

impl Tables for By64 {
    type Column = u64;
    type All = [[u64; 256]; 8];

    #[inline(always)]
    fn all() -> &'static [[u64; 256]; 8] {
        &T64
    }

    #[inline(always)]
    fn column(column: u64) -> u64 {
        column
    }

    #[inline(always)]
    fn add(tables: &[[u64; 256]; 8], column: &mut u64, i: usize, x: u8) {
        *column ^= tables[i][x as usize];
    }

    #[inline(always)]
    fn pairs(column: u64) -> Pairs {
        pairs(column)
    }
}
