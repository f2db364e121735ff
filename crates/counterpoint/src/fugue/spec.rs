//! The rounds of Fugue as its specification writes them: `tix`, `ror3`, `cmix`, `smix`, and the final round G.
//!
//! A column is a word whose most significant byte is row 0. [Fugue] sections 3 to 5.
//!
//! ```text
//!           S0      S1      S2      S3
//!   row 0   u[0][0] u[0][1] u[0][2] u[0][3]      super_mix: V = M U, and added to V[i][j] the multiple M[j][i]
//!   row 1   u[1][0] ...                          of row i's sum without the diagonal;
//!   row 2                                        then row i rotates left by i columns
//!   row 3                           u[3][3]
//! ```

use super::round::{REPETITIONS, Round, Schedule, schedule, words_of};
use crate::cpu::{Kernel, Portable};
use crate::gf256::{SBOX, mul};
use crate::kernel::Operands;
use crate::list::Technique;

/// The kernel that follows the specification.
pub(super) struct Spec<const COLUMNS: usize, const SUB_ROUNDS: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize> Kernel for Spec<COLUMNS, SUB_ROUNDS> {
    type Tier = Portable;
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Self::Primitive>) {
        operands.one_by_one(
            #[inline(always)]
            |state, input| {
                let mut s = state.map(u32::from_be_bytes);
                for [&word] in words_of::<1>(input.lists()) {
                    round(SUB_ROUNDS, &mut s, u32::from_be_bytes(word));
                }
                if input.lists().finalize {
                    final_round(schedule(SUB_ROUNDS), &mut s);
                }
                *state = s.map(u32::to_be_bytes);
            },
        );
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("spec", "[Fugue] 3 to 5", SBOX.len());

/// The round: absorbs a word of the message, then computes the sub-rounds.
pub(super) fn round(sub_rounds: usize, s: &mut [u32], word: u32) {
    tix(schedule(sub_rounds), s, word);
    for _ in 0..sub_rounds {
        sub_round(s);
    }
}

/// The final round G.
pub(super) fn final_round(schedule: &Schedule, s: &mut [u32]) {
    for _ in 0..schedule.sub_rounds {
        sub_round(s);
    }
    for _ in 0..REPETITIONS {
        for &(targets, rotation) in schedule.lines {
            add_first(s, targets);
            ror(s, rotation);
            smix(s);
        }
    }
    add_first(s, schedule.last);
}

/// Adds S0 to other columns.
fn add_first(s: &mut [u32], targets: &[usize]) {
    for &target in targets {
        s[target] ^= s[0];
    }
}

/// `TIX`: adds S0 to another column, replaces S0 with the message word, adds the word to S8, and feeds columns forward.
pub(super) fn tix(schedule: &Schedule, s: &mut [u32], word: u32) {
    s[schedule.kept] ^= s[0];
    s[0] = word;
    s[8] ^= s[0];
    for &(to, from) in schedule.fed_forward {
        s[to] ^= s[from];
    }
}

/// A sub-round.
pub(super) fn sub_round(s: &mut [u32]) {
    ror(s, 3);
    cmix(s);
    smix(s);
}

/// `ROR`: rotates the state right by `columns` columns.
fn ror(s: &mut [u32], columns: usize) {
    s.rotate_right(columns);
}

/// `CMIX`: adds S4, S5, S6 to the first three columns, and to the first three of the second half.
fn cmix(s: &mut [u32]) {
    let half = s.len() / 2;
    for i in 0..3 {
        s[i] ^= s[4 + i];
        s[half + i] ^= s[4 + i];
    }
}

/// `SMIX`: the S-box and `super_mix` on the first four columns.
pub(crate) fn smix(s: &mut [u32]) {
    let mut u = [[0; 4]; 4];
    for c in 0..4 {
        for r in 0..4 {
            u[r][c] = SBOX[s[c].to_be_bytes()[r] as usize];
        }
    }
    let u = super_mix(u);
    for c in 0..4 {
        s[c] = u32::from_be_bytes([u[0][c], u[1][c], u[2][c], u[3][c]]);
    }
}

/// The matrix M. Each row is the one above it, rotated right by one place.
const M: [[u8; 4]; 4] = [[1, 4, 7, 1], [1, 1, 4, 7], [7, 1, 1, 4], [4, 7, 1, 1]];

/// Super-Mix on a matrix of bytes, `u[row][column]`.
pub(super) fn super_mix(u: [[u8; 4]; 4]) -> [[u8; 4]; 4] {
    let mut mixed = [[0; 4]; 4];
    for i in 0..4 {
        let sum = (0..4).filter(|&j| j != i).fold(0, |sum, j| sum ^ u[i][j]);
        let v = |j: usize| (0..4).fold(mul(M[j][i], sum), |v, t| v ^ mul(M[i][t], u[t][j]));
        mixed[i] = [v(i % 4), v((i + 1) % 4), v((i + 2) % 4), v((i + 3) % 4)];
    }
    mixed
}
