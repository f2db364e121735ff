//! Grøstl's compression function. Section 3 of its specification; the variables have its names.
//!
//! A matrix consists of its columns, and `a[j][i]` is row i of column j. Its bytes in memory are in the same order.

use super::bits::{Byte, add, constant};
use super::gf256::{row_times_column, sub_byte};
use crate::logic::Logic;
use crate::sums::Bit;

/// A column, row 0 first.
type Column = [Byte; 8];

/// The final form, or the one from the competition's second round, called Grøstl-0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Final,
    Round2,
}

/// The two permutations.
#[derive(Clone, Copy)]
enum Permutation {
    P,
    Q,
}

/// f(h, m) = P(h + m) + Q(m) + h. Section 3.2.
pub(super) fn compress(logic: &mut Logic, form: Form, h: &mut [Bit], m: &[Bit]) {
    let hm: Vec<Bit> = h.iter().zip(m).map(|(&h, &m)| logic.xor(h, m)).collect();
    let p = permute(logic, form, Permutation::P, &hm);
    let q = permute(logic, form, Permutation::Q, m);
    for (h, (p, q)) in h.iter_mut().zip(p.into_iter().zip(q)) {
        let pq = logic.xor(p, q);
        *h = logic.xor(pq, *h);
    }
}

/// P(x) + x, whose last bits are the digest. Section 3.3.
pub(super) fn output_transformation(logic: &mut Logic, form: Form, x: &mut [Bit]) {
    let p = permute(logic, form, Permutation::P, x);
    for (x, p) in x.iter_mut().zip(p) {
        *x = logic.xor(p, *x);
    }
}

/// P or Q, on 8 or 16 columns. Sections 3.4 and 3.4.6.
fn permute(logic: &mut Logic, form: Form, permutation: Permutation, bits: &[Bit]) -> Vec<Bit> {
    let mut a: Vec<Column> = bits.as_chunks().0.as_chunks().0.to_vec();
    let rounds = if a.len() == 8 { 10 } else { 14 };
    for r in 0..rounds {
        add_round_constant(logic, form, permutation, &mut a, r);
        sub_bytes(logic, &mut a);
        shift_bytes(form, permutation, &mut a);
        mix_bytes(logic, &mut a);
    }
    a.as_flattened().as_flattened().to_vec()
}

/// P adds a constant to row 0. Q complements all bytes, and adds the constant to row 7. Section 3.4.2. In the round-2
/// form, both add to only one byte, in column 0, and Q complements that byte.
fn add_round_constant(logic: &mut Logic, form: Form, permutation: Permutation, a: &mut [Column], r: usize) {
    for (j, column) in a.iter_mut().enumerate() {
        for (i, byte) in column.iter_mut().enumerate() {
            let number = (j << 4 | r) as u64;
            let value = match (form, permutation, i) {
                (Form::Final, Permutation::P, 0) => number,
                (Form::Final, Permutation::Q, 7) => 0xff ^ number,
                (Form::Final, Permutation::Q, _) => 0xff,
                (Form::Round2, Permutation::P, 0) if j == 0 => number,
                (Form::Round2, Permutation::Q, 7) if j == 0 => 0xff ^ number,
                _ => 0,
            };
            *byte = add(logic, *byte, constant(value));
        }
    }
}

/// The S-box of AES on every byte. Section 3.4.3.
fn sub_bytes(logic: &mut Logic, a: &mut [Column]) {
    for byte in a.as_flattened_mut() {
        *byte = sub_byte(logic, *byte);
    }
}

/// Rotates row i to the left by sigma\[i\] columns. Section 3.4.4. In the round-2 form, Q rotates like P.
fn shift_bytes(form: Form, permutation: Permutation, a: &mut [Column]) {
    let columns = a.len();
    let sigma = match (form, permutation, columns) {
        (Form::Final, Permutation::Q, 8) => [1, 3, 5, 7, 0, 2, 4, 6],
        (Form::Final, Permutation::Q, _) => [1, 3, 5, 11, 0, 2, 4, 6],
        (_, _, 8) => [0, 1, 2, 3, 4, 5, 6, 7],
        (_, _, _) => [0, 1, 2, 3, 4, 5, 6, 11],
    };
    let old = a.to_vec();
    for j in 0..columns {
        for i in 0..8 {
            a[j][i] = old[(j + sigma[i]) % columns][i];
        }
    }
}

/// Multiplies each column by the matrix B = circ(02, 02, 03, 04, 05, 03, 05, 07), in which each row is the previous
/// one, rotated to the right by one place. Section 3.4.5.
fn mix_bytes(logic: &mut Logic, a: &mut [Column]) {
    const FIRST_ROW: [u8; 8] = [2, 2, 3, 4, 5, 3, 5, 7];
    for column in a {
        let old = *column;
        for i in 0..8 {
            let row = (0..8).map(|k| FIRST_ROW[(k + 8 - i) % 8]);
            column[i] = row_times_column(logic, row, &old);
        }
    }
}
