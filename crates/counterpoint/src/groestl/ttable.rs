//! A round as eight look-ups per column: each table combines the S-box with MixBytes, and ShiftBytes selects the bytes.
//!
//! [Groestl-guide] 5, after \[Rijndael\] 5.2. `T0[x]` is the column that byte x of row 0 becomes; the tables of the
//! other rows contain the same columns, rotated. [`ttable64`](super::ttable64) stores whole columns and takes one
//! look-up per byte. [`ttable32`](super::ttable32) stores half columns and takes two look-ups per byte, in tables of
//! half the size.
//!
//! This is not constant-time: the addresses reveal the state to programs that share the cache. It is here to be
//! measured, not to be used. docs/techniques/t-tables.md follows a byte through a round.
//!
//! ```text
//!   column j of the next state = T0[row 0 of column j + s0] + T1[row 1 of column j + s1] + ...
//!                              + T7[row 7 of column j + s7], where row i is rotated by si
//! ```

use super::compression::{Columns, CompressionFunction, Final, Permutation, rounds, run_one_by_one, shifts};
use crate::cpu::{Kernel, Tier};
use crate::each::each;
use crate::gf256::{SBOX, mul};
use crate::kernel::Operands;
use core::sync::atomic::{Ordering::SeqCst, compiler_fence};

/// The columns of one message, looked up in the tables `T`.
pub(super) struct OneByOne<T, const COLUMNS: usize>(T);

impl<T: TTables, const COLUMNS: usize> Kernel for OneByOne<T, COLUMNS> {
    type Tier = T::Tier;
    type Primitive = CompressionFunction<COLUMNS>;

    #[inline(always)]
    fn run(_: T::Tier, operands: Operands<'_, Self::Primitive>) {
        run_one_by_one(operands, compress::<T, COLUMNS>, output_transformation::<T, COLUMNS>);
    }
}

/// Returns, for each row and byte, the column that the byte becomes after the S-box and MixBytes.
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

/// T-tables, and the order in which a round looks up its bytes.
pub(super) trait TTables: 'static {
    /// The tier whose registers hold the sums.
    type Tier: Tier;
    /// The tables of all rows, one after another.
    type All: 'static;
    /// Returns the tables.
    fn all() -> &'static Self::All;
    /// Computes round r from its SubBytes on, and adds the constants of the next round, in the order that suits the
    /// registers: [`round_by_operands`] forms eight sums at a time, [`round_by_results`] one.
    fn round<const COLUMNS: usize>(tables: &Self::All, permutation: Permutation, a: &mut [Pairs; COLUMNS], r: usize);
}

/// Sums of table entries, one column each.
pub(super) trait ColumnSums: TTables {
    /// A column, in the registers that hold sums.
    type Column: Copy;
    /// Loads a column into these registers.
    fn column(column: u64) -> Self::Column;
    /// Adds the column that byte x of row i becomes.
    fn add(tables: &Self::All, column: &mut Self::Column, i: usize, x: u8);
    /// Returns a sum as a round reads it.
    fn pairs(column: Self::Column) -> Pairs;
}

/// Sums of table entries, `N` columns side by side.
pub(super) trait SideBySide<const N: usize>: TTables {
    /// The columns, in the registers that hold sums.
    type Sum: Copy;
    /// Loads columns into these registers.
    fn sum(columns: [u64; N]) -> Self::Sum;
    /// Adds the columns that `N` bytes of row i become.
    fn add_each(tables: &Self::All, sum: &mut Self::Sum, i: usize, bytes: [u8; N]);
    /// Returns a sum as a round reads it.
    fn pairs_of_each(sum: Self::Sum) -> [Pairs; N];
}

impl<T: ColumnSums> SideBySide<1> for T {
    type Sum = T::Column;

    #[inline(always)]
    fn sum([column]: [u64; 1]) -> T::Column {
        T::column(column)
    }

    #[inline(always)]
    fn add_each(tables: &T::All, sum: &mut T::Column, i: usize, [x]: [u8; 1]) {
        T::add(tables, sum, i, x);
    }

    #[inline(always)]
    fn pairs_of_each(sum: T::Column) -> [Pairs; 1] {
        [T::pairs(sum)]
    }
}

/// A column as a round reads it from memory: rows 0 and 1, 2 and 3, 4 and 5, 6 and 7. Compilers extract two bytes from
/// a register with one instruction each, but not more than two.
pub(super) type Pairs = [u16; 4];

/// Returns the pairs of rows of a column.
#[inline(always)]
pub(super) fn pairs(column: u64) -> Pairs {
    [column as u16, (column >> 16) as u16, (column >> 32) as u16, (column >> 48) as u16]
}

/// The compression function: H becomes P(H + M) + Q(M) + H.
#[inline(always)]
fn compress<T: TTables, const COLUMNS: usize>(h: &mut Columns<COLUMNS>, m: Columns<COLUMNS>) {
    let tables = tables_in_register::<T>();
    let mut hm = *h;
    add(&mut hm, &m);
    let (mut p, mut q) = (enter(Permutation::P, &hm), enter(Permutation::Q, &m));
    for r in 0..rounds(COLUMNS) {
        T::round(tables, Permutation::P, &mut p, r);
        T::round(tables, Permutation::Q, &mut q, r);
    }
    add(h, &leave(Permutation::P, &p));
    add(h, &leave(Permutation::Q, &q));
}

/// The output transformation: H becomes P(H) + H.
#[inline(always)]
fn output_transformation<T: TTables, const COLUMNS: usize>(h: &mut Columns<COLUMNS>) {
    let tables = tables_in_register::<T>();
    let mut p = enter(Permutation::P, h);
    for r in 0..rounds(COLUMNS) {
        T::round(tables, Permutation::P, &mut p, r);
    }
    add(h, &leave(Permutation::P, &p));
}

/// Returns the tables at an address that the compiler does not know, and therefore keeps in a register. When registers
/// are few, it would fetch a known address again for each look-up.
#[inline(always)]
fn tables_in_register<T: TTables>() -> &'static T::All {
    core::hint::black_box(T::all())
}

/// Adds the constants of the first round.
#[inline(always)]
fn enter<const COLUMNS: usize>(permutation: Permutation, columns: &Columns<COLUMNS>) -> [Pairs; COLUMNS] {
    core::array::from_fn(|j| pairs(columns[j] ^ constant(permutation, j, 0)))
}

/// Removes the constants of the round after the last.
#[inline(always)]
fn leave<const COLUMNS: usize>(permutation: Permutation, a: &[Pairs; COLUMNS]) -> Columns<COLUMNS> {
    core::array::from_fn(|j| {
        let [x0, x1, x2, x3] = a[j].map(u64::from);
        (x0 | x1 << 16 | x2 << 32 | x3 << 48) ^ constant(permutation, j, rounds(COLUMNS))
    })
}

/// `a` becomes `a` + `b`.
#[inline(always)]
fn add<const COLUMNS: usize>(a: &mut Columns<COLUMNS>, b: &Columns<COLUMNS>) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

/// Computes a round column by column of the operand; each column is fetched once.
#[inline(always)]
pub(super) fn round_by_operands<T: ColumnSums, const COLUMNS: usize>(
    tables: &T::All,
    permutation: Permutation,
    a: &mut [Pairs; COLUMNS],
    r: usize,
) {
    // Makes the compiler load each pair when its turn comes. If it knew what the last round wrote, it would keep all
    // bytes of all columns at once, for which there are not enough registers.
    core::hint::black_box(&mut *a);
    let mut first = eight::<T, COLUMNS, 0>(tables, permutation, a, r);
    if COLUMNS == 16 {
        // Without this, the compiler would form all 16 sums at once.
        core::hint::black_box(&mut first);
        let second = eight::<T, COLUMNS, 8>(tables, permutation, a, r);
        a[8..].copy_from_slice(&second);
    }
    a[..8].copy_from_slice(&first);
}

/// Computes eight columns of the next state, from `FIRST` on: as many sums as there are registers for. Not a loop, so
/// that they stay in registers. A sum that begins with a constant costs no more than one that begins with zero.
#[inline(always)]
fn eight<T: ColumnSums, const COLUMNS: usize, const FIRST: usize>(
    tables: &T::All,
    permutation: Permutation,
    a: &[Pairs; COLUMNS],
    r: usize,
) -> [Pairs; 8] {
    let mut b = core::array::from_fn(|j| T::column(constant(permutation, FIRST + j, r + 1)));
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 0);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 1);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 2);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 3);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 4);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 5);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 6);
    spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 7);
    if COLUMNS == 16 {
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 8);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 9);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 10);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 11);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 12);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 13);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 14);
        spread::<T, COLUMNS, FIRST>(tables, permutation, &mut b, a, 15);
    }
    b.map(T::pairs)
}

/// Looks up the bytes of column j of `a`, and adds each entry to the sum to which ShiftBytes moves it.
#[inline(always)]
fn spread<T: ColumnSums, const COLUMNS: usize, const FIRST: usize>(
    tables: &T::All,
    permutation: Permutation,
    b: &mut [T::Column; 8],
    a: &[Pairs; COLUMNS],
    j: usize,
) {
    let [s0, s1, s2, s3, s4, s5, s6, s7] = shifts::<Final>(permutation, COLUMNS);
    let [x0, x1, x2, x3] = a[j];
    add_byte::<T, COLUMNS, FIRST>(tables, b, 0, j, s0, x0 as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 1, j, s1, (x0 >> 8) as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 2, j, s2, x1 as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 3, j, s3, (x1 >> 8) as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 4, j, s4, x2 as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 5, j, s5, (x2 >> 8) as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 6, j, s6, x3 as u8);
    add_byte::<T, COLUMNS, FIRST>(tables, b, 7, j, s7, (x3 >> 8) as u8);
}

/// Looks up byte x of row i, and adds the entry to the sum to which ShiftBytes moves it, s columns to the left of j, if
/// that is one of the eight.
#[inline(always)]
fn add_byte<T: ColumnSums, const COLUMNS: usize, const FIRST: usize>(
    tables: &T::All,
    b: &mut [T::Column; 8],
    i: usize,
    j: usize,
    s: usize,
    x: u8,
) {
    if let Some(sum) = b.get_mut(((j + COLUMNS - s) % COLUMNS).wrapping_sub(FIRST)) {
        T::add(tables, sum, i, x);
    }
}

/// Computes a round column by column of the result, `N` columns at a time. Each sum is complete before the next one
/// begins, so registers for one sum are enough. Every byte is fetched separately.
#[inline(always)]
pub(super) fn round_by_results<T: SideBySide<N>, const N: usize, const COLUMNS: usize>(
    tables: &T::All,
    permutation: Permutation,
    a: &mut [Pairs; COLUMNS],
    r: usize,
) {
    let mut b = [[0; 4]; COLUMNS];
    // Keeps the compiler from knowing the contents of `a` and `b`, and from moving their loads and stores past a fence.
    core::hint::black_box((&mut *a, &mut b));
    each!(STEP => if STEP * N < COLUMNS {
        let first = STEP * N;
        let mut sum = T::sum(core::array::from_fn(|n| constant(permutation, first + n, r + 1)));
        each!(I => {
            let s = shifts::<Final>(permutation, COLUMNS)[I];
            T::add_each(tables, &mut sum, I, core::array::from_fn(|n| byte(&a[(first + n + s) % COLUMNS], I)));
            // Compiles to nothing. Without it, the compiler fetches many bytes early, and spills them.
            compiler_fence(SeqCst);
        }; 0 1 2 3 4 5 6 7);
        b[first..first + N].copy_from_slice(&T::pairs_of_each(sum));
        compiler_fence(SeqCst);
    }; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    *a = b;
}

/// Returns the byte of row i.
#[inline(always)]
fn byte(pairs: &Pairs, i: usize) -> u8 {
    (pairs[i / 2] >> (8 * (i % 2))) as u8
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
