//! Fugue's round and final round. They follow sections 3 to 5 of its specification, with its names for the steps.
//!
//! The state is a sequence of columns S0, S1, ..., which ROR rotates. A column is four bytes, row 0 first, and the
//! bytes of the message fill it in this order.

use super::bits::{Byte, add};
use super::gf256::{row_times_column, sub_byte, times};
use crate::logic::Logic;
use crate::sums::Bit;

/// A column, row 0 first.
type Column = [Byte; 4];

/// The differences between the functions of the family.
pub(super) struct Variant {
    /// The number of columns of the state.
    pub(super) columns: usize,
    /// TIX: the column to which S0 is added before the word of the message replaces it.
    first_target: usize,
    /// TIX: the last sums, as pairs of a column and the one added to it.
    further_sums: &'static [(usize, usize)],
    /// G, first phase: the number of sub-rounds.
    first_phase: usize,
    /// G, second phase: for each SMIX the columns to which S0 is added before it, and the rotation.
    second_phase: &'static [(&'static [usize], usize)],
    /// G, the last sums: the columns to which S0 is added.
    last_targets: &'static [usize],
    /// The columns of the output.
    pub(super) output: &'static [usize],
}

/// Returns the variant with 2, 3 or 4 sub-rounds per word: Fugue-224 and Fugue-256, Fugue-384, or Fugue-512. The output
/// of Fugue-224 consists of the first seven of the eight columns.
pub(super) fn variant(sub_rounds: usize) -> &'static Variant {
    match sub_rounds {
        2 => &Variant {
            columns: 30,
            first_target: 10,
            further_sums: &[(1, 24)],
            first_phase: 5 * 2,
            second_phase: &[(&[4, 15], 15), (&[4, 16], 14)],
            last_targets: &[4, 15],
            output: &[1, 2, 3, 4, 15, 16, 17, 18],
        },
        3 => &Variant {
            columns: 36,
            first_target: 16,
            further_sums: &[(1, 27), (4, 30)],
            first_phase: 6 * 3,
            second_phase: &[(&[4, 12, 24], 12), (&[4, 13, 24], 12), (&[4, 13, 25], 11)],
            last_targets: &[4, 12, 24],
            output: &[1, 2, 3, 4, 12, 13, 14, 15, 24, 25, 26, 27],
        },
        4 => &Variant {
            columns: 36,
            first_target: 22,
            further_sums: &[(1, 24), (4, 27), (7, 30)],
            first_phase: 8 * 4,
            second_phase: &[(&[4, 9, 18, 27], 9), (&[4, 10, 18, 27], 9), (&[4, 10, 19, 27], 9), (&[4, 10, 19, 28], 8)],
            last_targets: &[4, 9, 18, 27],
            output: &[1, 2, 3, 4, 9, 10, 11, 12, 18, 19, 20, 21, 27, 28, 29, 30],
        },
        _ => panic!("Fugue has 2, 3 or 4 sub-rounds for each word, not {sub_rounds}"),
    }
}

/// The round R: TIX, then the sub-rounds.
pub(super) fn round(logic: &mut Logic, sub_rounds: usize, state: &mut [Bit], word: &[Bit]) {
    let s = columns(state);
    tix(logic, variant(sub_rounds), s, word.as_chunks().0.as_chunks().0[0]);
    for _ in 0..sub_rounds {
        sub_round(logic, s);
    }
}

/// The final round G.
pub(super) fn final_round(logic: &mut Logic, sub_rounds: usize, state: &mut [Bit]) {
    let (variant, s) = (variant(sub_rounds), columns(state));
    for _ in 0..variant.first_phase {
        sub_round(logic, s);
    }
    for _ in 0..13 {
        for &(targets, rotation) in variant.second_phase {
            add_s0(logic, s, targets);
            ror(s, rotation);
            smix(logic, s);
        }
    }
    add_s0(logic, s, variant.last_targets);
}

/// Returns the columns of a state.
fn columns(state: &mut [Bit]) -> &mut [Column] {
    state.as_chunks_mut().0.as_chunks_mut().0
}

/// TIX: S0 is saved in another column, and the word of the message replaces it.
fn tix(logic: &mut Logic, variant: &Variant, s: &mut [Column], word: Column) {
    add_column(logic, s, variant.first_target, 0);
    s[0] = word;
    add_column(logic, s, 8, 0);
    for &(to, from) in variant.further_sums {
        add_column(logic, s, to, from);
    }
}

/// A sub-round: ROR3, CMIX, SMIX.
fn sub_round(logic: &mut Logic, s: &mut [Column]) {
    ror(s, 3);
    cmix(logic, s);
    smix(logic, s);
}

/// ROR: rotates the state to the right, so that its last columns become the first ones.
fn ror(s: &mut [Column], rotation: usize) {
    s.rotate_right(rotation);
}

/// CMIX: adds S4, S5, S6 to the first columns of both halves.
fn cmix(logic: &mut Logic, s: &mut [Column]) {
    let half = s.len() / 2;
    for i in 0..3 {
        add_column(logic, s, i, 4 + i);
        add_column(logic, s, half + i, 4 + i);
    }
}

/// SMIX: the S-box on each byte of S0 to S3, then Super-Mix.
fn smix(logic: &mut Logic, s: &mut [Column]) {
    for byte in s[..4].as_flattened_mut() {
        *byte = sub_byte(logic, *byte);
    }
    super_mix(logic, s);
}

/// Super-Mix on the matrix U, where U\[i\]\[j\] is row i of column j:
///
/// ```text
///   V = M U + diag(s_0, s_1, s_2, s_3) M^T        s_i = the sum of row i of U without U[i][i]
/// ```
///
/// and the result is V with row i rotated to the left by i columns.
fn super_mix(logic: &mut Logic, s: &mut [Column]) {
    const M: [[u8; 4]; 4] = [[1, 4, 7, 1], [1, 1, 4, 7], [7, 1, 1, 4], [4, 7, 1, 1]];
    let u: [Column; 4] = std::array::from_fn(|j| s[j]);
    for i in 0..4 {
        let others = (0..4).filter(|&j| j != i);
        let s_i = others.fold([Bit::ZERO; 8], |sum, j| add(logic, sum, u[j][i]));
        let v: [Byte; 4] = std::array::from_fn(|j| {
            let product = row_times_column(logic, M[i].into_iter(), &u[j]);
            let multiple = times(logic, M[j][i], s_i);
            add(logic, product, multiple)
        });
        for j in 0..4 {
            s[j][i] = v[(j + i) % 4];
        }
    }
}

/// Adds S0 to other columns.
fn add_s0(logic: &mut Logic, s: &mut [Column], targets: &[usize]) {
    for &target in targets {
        add_column(logic, s, target, 0);
    }
}

/// Adds a column to another one.
fn add_column(logic: &mut Logic, s: &mut [Column], to: usize, from: usize) {
    for row in 0..4 {
        s[to][row] = add(logic, s[to][row], s[from][row]);
    }
}
