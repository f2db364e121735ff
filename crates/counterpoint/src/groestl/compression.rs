//! The primitive: the compression function as a type, its matrices, and the facts about P and Q that every technique
//! shares. [Groestl] 3.

use crate::kernel::{Compression, Operands};
use core::marker::PhantomData;

/// The compression function, and the output transformation that finalizes, on matrices of `COLUMNS` columns (8 or 16),
/// with the permutations of form `F`.
pub struct CompressionFunction<const COLUMNS: usize, F = Final>(PhantomData<F>);

/// A form of Grøstl: an earlier round of the competition had other constants and rotations.
pub(crate) trait Form: 'static {
    /// Whether this is the form of the competition's last round. `groestl0.rs` lists how the other one differs.
    const IS_FINAL: bool;
}

/// The form of the competition's last round: today's Grøstl.
pub struct Final;

impl Form for Final {
    const IS_FINAL: bool = true;
}

/// The compression function with a state of 512 bits, for digests of 224 and 256 bits. [Groestl] 3.2.
pub(crate) type Compression512 = CompressionFunction<8>;

/// The compression function with a state of 1024 bits, for digests of 384 and 512 bits. [Groestl] 3.2.
pub(crate) type Compression1024 = CompressionFunction<16>;

/// A matrix by columns. Byte i of a word, counted from the least significant, is row i.
pub(super) type Columns<const COLUMNS: usize> = [u64; COLUMNS];

impl<const COLUMNS: usize, F: Form> Compression for CompressionFunction<COLUMNS, F> {
    type State = Columns<COLUMNS>;
    type Parameters = ();
    const MOST_BLOCK_BYTES: usize = {
        assert!(matches!(COLUMNS, 8 | 16), "a matrix has 8 or 16 columns");
        8 * COLUMNS
    };
}

/// Returns the number of rounds of P and of Q on matrices of `columns` columns. [Groestl] 3.4.
pub(super) const fn rounds(columns: usize) -> usize {
    match columns {
        8 => 10,
        16 => 14,
        _ => panic!("a matrix has 8 or 16 columns"),
    }
}

/// One of the two permutations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Permutation {
    P,
    Q,
}

/// The constants of add_round_constant. [Groestl] 3.4.1.
pub(super) struct RoundConstants {
    /// Added to every byte.
    pub(super) every: u8,
    /// The row to which column and round numbers are also added.
    pub(super) row: usize,
    /// To how many of 16 columns these numbers are added.
    pub(super) numbered: usize,
    /// A constant added along with these numbers.
    pub(super) numbers: u8,
}

impl RoundConstants {
    pub(super) const fn of<F: Form>(permutation: Permutation) -> Self {
        let numbered = if F::IS_FINAL { 16 } else { 1 };
        match permutation {
            Permutation::P => Self { every: 0, row: 0, numbered, numbers: 0 },
            Permutation::Q if F::IS_FINAL => Self { every: 0xff, row: 7, numbered, numbers: 0 },
            Permutation::Q => Self { every: 0, row: 7, numbered, numbers: 0xff },
        }
    }

    /// Returns the constant of round r at row i of column j.
    pub(super) const fn at(&self, i: usize, j: usize, r: usize) -> u8 {
        let number = if i == self.row && j < self.numbered { (j << 4 | r) as u8 ^ self.numbers } else { 0 };
        self.every ^ number
    }
}

/// The permutations to compute: both for the compression function, but only P for the output transformation, which
/// absorbs a block of zeros.
#[derive(Clone, Copy)]
pub(super) enum Parts {
    PAndQ,
    P,
}

impl Parts {
    /// Returns `P` for the output transformation, and `PAndQ` otherwise.
    #[inline(always)]
    pub(super) fn of(finishing: bool) -> Self {
        if finishing { Self::P } else { Self::PAndQ }
    }
}

/// Returns the number of columns by which shift_bytes rotates each row to the left, in a matrix of `columns` columns.
/// [Groestl] 3.4.
pub(super) const fn shifts<F: Form>(permutation: Permutation, columns: usize) -> [usize; 8] {
    let last = if columns == 16 { 11 } else { 7 };
    match permutation {
        Permutation::P => [0, 1, 2, 3, 4, 5, 6, last],
        Permutation::Q if F::IS_FINAL => [1, 3, 5, last, 0, 2, 4, 6],
        Permutation::Q => shifts::<F>(Permutation::P, columns),
    }
}

/// Absorbs or finalizes with the given compression function and output transformation. Every implementation for one
/// state at a time uses this function.
#[inline(always)]
pub(super) fn run_one_by_one<const COLUMNS: usize, F: Form>(
    operands: Operands<'_, CompressionFunction<COLUMNS, F>>,
    compress: impl Fn(&mut Columns<COLUMNS>, Columns<COLUMNS>),
    output_transformation: impl Fn(&mut Columns<COLUMNS>),
) {
    operands.one_by_one(
        #[inline(always)]
        |state, mut input| {
            while let Some(([block], finishing)) = input.next(8 * COLUMNS) {
                if finishing {
                    output_transformation(state);
                } else {
                    compress(state, columns_of(block));
                }
            }
        },
    );
}

/// Returns the matrix of a block, which fills it column by column.
#[inline(always)]
pub(super) fn columns_of<const COLUMNS: usize>(block: &[u8]) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    for (column, bytes) in columns.iter_mut().zip(block.as_chunks().0) {
        *column = u64::from_le_bytes(*bytes);
    }
    columns
}
