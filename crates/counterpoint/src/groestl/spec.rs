//! Grøstl's permutations as the specification describes them, step by step, with every constant computed.
//!
//! [Groestl] section 3. The state is a matrix A of bytes with 8 rows and 8 or 16 columns, filled column by column. This
//! is not constant-time: the S-box is a table, and its addresses depend on the message.
//!
//! ```text
//!             column 0 1 2 ...                sub_bytes    every byte
//!   row 0     byte   0 8 16                   shift_bytes  every row, to the left
//!   row 1            1 9 17                   mix_bytes    every column, times a matrix
//!   ...
//!   row 7            7 15 23                  add_round_constant  P: row 0    Q: every row, and row 7 once more
//! ```

use super::compression::{
    Columns, CompressionFunction, Final, Form, Permutation, RoundConstants, rounds, run_one_by_one, shifts,
};
use crate::cpu::{Kernel, Portable};
use crate::gf256::{SBOX, mul};
use crate::kernel::Operands;
use crate::list::Technique;
use core::marker::PhantomData;

/// The specification, as a kernel.
pub(super) struct Spec<const COLUMNS: usize, F = Final>(PhantomData<F>);

impl<const COLUMNS: usize, F: Form> Kernel for Spec<COLUMNS, F> {
    type Tier = Portable;
    type Primitive = CompressionFunction<COLUMNS, F>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Self::Primitive>) {
        run_one_by_one(
            operands,
            |h, m| compress(h, m, p::<F, COLUMNS>, q::<F, COLUMNS>),
            |h| output_transformation(h, p::<F, COLUMNS>),
        );
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("spec", "[Groestl] 3", SBOX.len());

/// A matrix by rows: `a[i][j]` is row i, column j.
pub(crate) type Matrix<const COLUMNS: usize> = [[u8; COLUMNS]; 8];

/// The compression function: H becomes P(H + M) + Q(M) + H. [Groestl] 3.2.
pub(super) fn compress<const COLUMNS: usize>(
    h: &mut Columns<COLUMNS>,
    m: Columns<COLUMNS>,
    p: impl Fn(&mut Matrix<COLUMNS>),
    q: impl Fn(&mut Matrix<COLUMNS>),
) {
    let mut hm = matrix(&core::array::from_fn(|j| h[j] ^ m[j]));
    let mut m = matrix(&m);
    p(&mut hm);
    q(&mut m);
    let (p, q) = (columns(&hm), columns(&m));
    for (j, column) in h.iter_mut().enumerate() {
        *column ^= p[j] ^ q[j];
    }
}

/// The output transformation, whose result contains the digest: H becomes P(H) + H. [Groestl] 3.3.
pub(super) fn output_transformation<const COLUMNS: usize>(h: &mut Columns<COLUMNS>, p: impl Fn(&mut Matrix<COLUMNS>)) {
    let mut a = matrix(h);
    p(&mut a);
    for (column, p) in h.iter_mut().zip(columns(&a)) {
        *column ^= p;
    }
}

/// Returns the matrix of these columns.
pub(super) fn matrix<const COLUMNS: usize>(columns: &Columns<COLUMNS>) -> Matrix<COLUMNS> {
    core::array::from_fn(|i| core::array::from_fn(|j| columns[j].to_le_bytes()[i]))
}

/// Returns the columns of this matrix.
pub(super) fn columns<const COLUMNS: usize>(a: &Matrix<COLUMNS>) -> Columns<COLUMNS> {
    core::array::from_fn(|j| u64::from_le_bytes(core::array::from_fn(|i| a[i][j])))
}

/// Applies a permutation to a state of bytes, column by column.
pub(crate) fn on_bytes<const COLUMNS: usize>(state: &mut [u8], permutation: impl Fn(&mut Matrix<COLUMNS>)) {
    let mut a = core::array::from_fn(|i| core::array::from_fn(|j| state[8 * j + i]));
    permutation(&mut a);
    for (byte, at) in state.iter_mut().zip(0..) {
        *byte = a[at % 8][at / 8];
    }
}

/// The permutation P. [Groestl] 3.4.
pub(crate) fn p<F: Form, const COLUMNS: usize>(a: &mut Matrix<COLUMNS>) {
    permute::<F, COLUMNS>(Permutation::P, a);
}

/// The permutation Q. [Groestl] 3.4.
pub(crate) fn q<F: Form, const COLUMNS: usize>(a: &mut Matrix<COLUMNS>) {
    permute::<F, COLUMNS>(Permutation::Q, a);
}

/// Computes all rounds. Not inlined, so that all callers share the code.
#[inline(never)]
fn permute<F: Form, const COLUMNS: usize>(permutation: Permutation, a: &mut Matrix<COLUMNS>) {
    for r in 0..rounds(COLUMNS) {
        round::<F, COLUMNS>(permutation, a, r);
    }
}

/// Computes round r. [Groestl] 3.4.
pub(super) fn round<F: Form, const COLUMNS: usize>(permutation: Permutation, a: &mut Matrix<COLUMNS>, r: usize) {
    add_round_constant::<F, COLUMNS>(permutation, a, r);
    sub_bytes(a);
    shift_bytes::<F, COLUMNS>(permutation, a);
    mix_bytes(a);
}

/// AddRoundConstant: adds a constant made of the column and round numbers, in P to row 0, in Q to row 7 of the
/// complemented matrix. [Groestl] 3.4.
pub(super) fn add_round_constant<F: Form, const COLUMNS: usize>(
    permutation: Permutation,
    a: &mut Matrix<COLUMNS>,
    r: usize,
) {
    let constants = RoundConstants::of::<F>(permutation);
    for byte in a.as_flattened_mut() {
        *byte ^= constants.every;
    }
    for (j, byte) in a[constants.row].iter_mut().enumerate().take(constants.numbered) {
        *byte ^= (j << 4 | r) as u8 ^ constants.numbers;
    }
}

/// SubBytes: replaces every byte with its value in the AES S-box. [Groestl] 3.4.
pub(super) fn sub_bytes<const COLUMNS: usize>(a: &mut Matrix<COLUMNS>) {
    for byte in a.as_flattened_mut() {
        *byte = SBOX[*byte as usize];
    }
}

/// ShiftBytes: rotates each row to the left by its own number of columns. [Groestl] 3.4.
pub(super) fn shift_bytes<F: Form, const COLUMNS: usize>(permutation: Permutation, a: &mut Matrix<COLUMNS>) {
    for (row, shift) in a.iter_mut().zip(shifts::<F>(permutation, COLUMNS)) {
        row.rotate_left(shift);
    }
}

/// MixBytes: multiplies each column by the circulant matrix of [`FACTORS`]. [Groestl] 3.4.
pub(super) fn mix_bytes<const COLUMNS: usize>(a: &mut Matrix<COLUMNS>) {
    let old = *a;
    for j in 0..COLUMNS {
        for i in 0..8 {
            a[i][j] = (0..8).fold(0, |sum, k| sum ^ mul(FACTORS[k], old[(i + k) % 8][j]));
        }
    }
}

/// The first row of the circulant matrix B of MixBytes. Each further row is the one above, rotated by one place.
/// [Groestl] 3.4.5.
pub(super) const FACTORS: [u8; 8] = [2, 2, 3, 4, 5, 3, 5, 7];
