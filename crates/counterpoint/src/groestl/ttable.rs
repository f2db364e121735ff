//! A round as eight look-ups for each column: one table combines the S-box and MixBytes, and ShiftBytes selects the
//! bytes.
//!
//! [Groestl-guide] 5, after \[Rijndael\] 5.2. `T0[x]` is the column that byte x of row 0 becomes; the tables of the
//! other rows contain the same columns, rotated. [`ttable64`](super::ttable64) stores whole columns, which costs one
//! look-up a byte. [`ttable32`](super::ttable32) stores half columns, which costs two look-ups a byte in tables of
//! half the size.
//!
//! This is not constant time: the addresses reveal the state to whoever shares the cache. It exists to be measured,
//! not to be used. docs/techniques/t-tables.md follows a byte through a round.
//!
//! ```text
//!   column j of the next state = T0[row 0 of column j + s0] + T1[row 1 of column j + s1] + ...
//!                              + T7[row 7 of column j + s7], where row i is rotated by si
//! ```

use super::compression::{Columns, CompressionFunction, Final, Permutation, rounds, run_one_by_one, shifts};
use crate::cpu::{Kernel, Portable};
use crate::gf256::{SBOX, mul};
use crate::kernel::Operands;

/// The columns of one message, looked up in the tables `T`.
pub(super) struct OneByOne<T, const COLUMNS: usize>(T);

impl<T: Tables, const COLUMNS: usize> Kernel for OneByOne<T, COLUMNS> {
    type Tier = Portable;
    type Primitive = CompressionFunction<COLUMNS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Self::Primitive>) {
        run_one_by_one(operands, compress::<T, COLUMNS>, output_transformation::<T, COLUMNS>);
    }
}

/// Returns, for each row and byte, the byte's column of the matrix of MixBytes after the S-box.
pub(super) const fn tables() -> [[u64; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut x = 0;
    while x < 256 {
        let s = SBOX[x];
        let (s2, s3, s4, s5, s7) = (mul(2, s), mul(3, s), mul(4, s), mul(5, s), mul(7, s));
        let column = u64::from_le_bytes([s2, s7, s5, s3, s5, s4, s3, s2]);
        let mut i = 0;
        while i < 8 {
            tables[i][x] = column.rotate_left(8 * i as u32);
            i += 1;
        }
        x += 1;
    }
    tables
}

/// The tables in which a column is looked up.
pub(super) trait Tables: 'static {
    /// A column in the registers that sums are formed in.
    type Column: Copy;
    const ZERO: Self::Column;
    /// Adds the column that byte x of row i becomes.
    fn add(column: &mut Self::Column, i: usize, x: u8);
    /// Returns the sums as a round reads them.
    fn split<const COLUMNS: usize>(columns: &[Self::Column; COLUMNS]) -> Split<COLUMNS>;
}

/// The compression function: H becomes P(H + M) + Q(M) + H.
#[inline(always)]
fn compress<T: Tables, const COLUMNS: usize>(h: &mut Columns<COLUMNS>, m: Columns<COLUMNS>) {
    let mut hm = *h;
    add(&mut hm, &m);
    let (mut p, mut q) = (split(&hm), split(&m));
    for r in 0..rounds(COLUMNS) {
        round::<T, COLUMNS>(Permutation::P, &mut p, r);
        round::<T, COLUMNS>(Permutation::Q, &mut q, r);
    }
    add(h, &join(&p));
    add(h, &join(&q));
}

/// The output transformation: H becomes P(H) + H.
#[inline(always)]
fn output_transformation<T: Tables, const COLUMNS: usize>(h: &mut Columns<COLUMNS>) {
    let mut p = split(h);
    for r in 0..rounds(COLUMNS) {
        round::<T, COLUMNS>(Permutation::P, &mut p, r);
    }
    add(h, &join(&p));
}

/// A matrix in the form that a round reads from memory: rows 0 to 3 of each column, then rows 4 to 7. Extracting
/// bytes from a register of 32 bits takes fewer instructions than from one of 64 bits.
pub(super) type Split<const COLUMNS: usize> = [[u32; 2]; COLUMNS];

#[inline(always)]
pub(super) fn split<const COLUMNS: usize>(columns: &Columns<COLUMNS>) -> Split<COLUMNS> {
    let mut split = [[0; 2]; COLUMNS];
    for (split, column) in split.iter_mut().zip(columns) {
        *split = [*column as u32, (column >> 32) as u32];
    }
    split
}

#[inline(always)]
fn join<const COLUMNS: usize>(split: &Split<COLUMNS>) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    for (column, [upper, lower]) in columns.iter_mut().zip(split) {
        *column = u64::from(*upper) | u64::from(*lower) << 32;
    }
    columns
}

/// `a` becomes `a` + `b`.
#[inline(always)]
fn add<const COLUMNS: usize>(a: &mut Columns<COLUMNS>, b: &Columns<COLUMNS>) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

/// Computes round r, column by column. This is not a loop, so that the sums of all 8 columns stay in registers.
#[inline(always)]
fn round<T: Tables, const COLUMNS: usize>(permutation: Permutation, a: &mut Split<COLUMNS>, r: usize) {
    // This makes the compiler load each column when its turn comes. If the compiler knew what the last round wrote,
    // it would keep all bytes of all columns at once, for which there are not enough registers.
    core::hint::black_box(&mut *a);
    let mut b = [T::ZERO; COLUMNS];
    spread::<T, COLUMNS>(permutation, &mut b, a, 0, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 1, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 2, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 3, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 4, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 5, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 6, r);
    spread::<T, COLUMNS>(permutation, &mut b, a, 7, r);
    if COLUMNS == 16 {
        spread::<T, COLUMNS>(permutation, &mut b, a, 8, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 9, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 10, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 11, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 12, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 13, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 14, r);
        spread::<T, COLUMNS>(permutation, &mut b, a, 15, r);
    }
    *a = T::split(&b);
}

/// Adds what the bytes of column j of `a` become to the columns of `b` to which ShiftBytes moves them.
#[inline(always)]
fn spread<T: Tables, const COLUMNS: usize>(
    permutation: Permutation,
    b: &mut [T::Column; COLUMNS],
    a: &Split<COLUMNS>,
    j: usize,
    r: usize,
) {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = shifts::<Final>(permutation, COLUMNS);
    let constant = constant(permutation, j, r);
    let (upper, lower) = (a[j][0] ^ constant as u32, a[j][1] ^ (constant >> 32) as u32);
    T::add(&mut b[(j + COLUMNS - s0) % COLUMNS], 0, upper as u8);
    T::add(&mut b[(j + COLUMNS - s1) % COLUMNS], 1, (upper >> 8) as u8);
    T::add(&mut b[(j + COLUMNS - s2) % COLUMNS], 2, (upper >> 16) as u8);
    T::add(&mut b[(j + COLUMNS - s3) % COLUMNS], 3, (upper >> 24) as u8);
    T::add(&mut b[(j + COLUMNS - s4) % COLUMNS], 4, lower as u8);
    T::add(&mut b[(j + COLUMNS - s5) % COLUMNS], 5, (lower >> 8) as u8);
    T::add(&mut b[(j + COLUMNS - s6) % COLUMNS], 6, (lower >> 16) as u8);
    T::add(&mut b[(j + COLUMNS - s7) % COLUMNS], 7, (lower >> 24) as u8);
}

/// Returns the constant that AddRoundConstant adds to column j in round r.
#[inline(always)]
fn constant(permutation: Permutation, j: usize, r: usize) -> u64 {
    let number = (j << 4 | r) as u64;
    match permutation {
        Permutation::P => number,
        Permutation::Q => !(number << 56),
    }
}
