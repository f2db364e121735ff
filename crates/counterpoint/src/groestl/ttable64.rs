//! The look-ups of [`ttable`](super::ttable) in tables of whole columns: one look-up per byte, 16 KiB of tables.
//!
//! A 32-bit machine has no general register for a column, but x86 has vectors: [Groestl-guide] 5.2 uses MMX, and
//! `By64InVectors` uses SSE2, whose vectors contain two columns each.

use super::compression::Permutation;
use super::ttable::{ColumnSums, Pairs, TTables, pairs, round_by_operands, tables};
use crate::cpu::Portable;
use crate::list::Technique;
#[cfg(i686)]
use crate::{
    cpu::Sse2,
    groestl::ttable::{SideBySide, round_by_results},
    vector::i686::Two,
};

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("ttable64", "[Groestl-guide] 5.1", size_of_val(&T64));

/// The column that each byte of each row becomes.
pub(super) static T64: [[u64; 256]; 8] = tables();

/// Columns looked up in one piece.
pub(super) struct By64;

impl TTables for By64 {
    type Tier = Portable;
    type All = [[u64; 256]; 8];

    #[inline(always)]
    fn all() -> &'static [[u64; 256]; 8] {
        &T64
    }

    #[inline(always)]
    fn round<const COLUMNS: usize>(
        tables: &[[u64; 256]; 8],
        permutation: Permutation,
        a: &mut [Pairs; COLUMNS],
        r: usize,
    ) {
        round_by_operands::<Self, COLUMNS>(tables, permutation, a, r);
    }
}

impl ColumnSums for By64 {
    type Column = u64;

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

/// Columns looked up in one piece, two side by side in a vector.
#[cfg(i686)]
pub(super) struct By64InVectors;

#[cfg(i686)]
impl TTables for By64InVectors {
    type Tier = Sse2;
    type All = [[u64; 256]; 8];

    #[inline(always)]
    fn all() -> &'static [[u64; 256]; 8] {
        &T64
    }

    #[inline(always)]
    fn round<const COLUMNS: usize>(
        tables: &[[u64; 256]; 8],
        permutation: Permutation,
        a: &mut [Pairs; COLUMNS],
        r: usize,
    ) {
        round_by_results::<Self, 2, COLUMNS>(tables, permutation, a, r);
    }
}

#[cfg(i686)]
impl SideBySide<2> for By64InVectors {
    type Sum = Two;

    #[inline(always)]
    fn sum([low, high]: [u64; 2]) -> Two {
        Two::load(&low, &high)
    }

    #[inline(always)]
    fn add_each(tables: &[[u64; 256]; 8], sum: &mut Two, i: usize, [x, y]: [u8; 2]) {
        *sum = sum.xor(Two::load(&tables[i][x as usize], &tables[i][y as usize]));
    }

    #[inline(always)]
    fn pairs_of_each(sum: Two) -> [Pairs; 2] {
        sum.words()
    }
}
