//! `smix` with four look-ups per column: each table combines the S-box with a column of the matrix M.
//!
//! `T0[x]` is S(x) times the first column of M. `T1`, `T2` and `T3` are the tables of the other rows; since M is
//! circulant, their entries are that column rotated. This is not constant-time: the addresses reveal the state to
//! programs that share the cache. It is here to be measured, not to be used.
//!
//! Every entry looked up is used twice. Summed over the rows of a column of the state, the entries are the product with
//! M. Summed over the columns of row i, without the matrix's diagonal, they contain the other terms of Super-Mix: to
//! column j it adds the sum of row i times M[j][i], which is row j of the sum of the entries from `Ti`.
//!
//! ```text
//!   product j = T0[row 0 of S_j] + T1[row 1 of S_j] + T2[row 2 of S_j] + T3[row 3 of S_j]
//!   sum i     = Ti[row i of S_j] + ... over three columns j, all but i
//!   row i of the new S_k = row i of product k + i  +  row k + i of sum i          all modulo 4
//! ```
//!
//! When the state rotates, no column moves; only the place of S0 changes. After 5, 4 or 3 message words it is back
//! where it was. The rounds for that many words are written out, which makes every place a constant.
//! docs/techniques/t-tables.md explains T-tables.

use super::round::{Column, REPETITIONS, Round, schedule, words_of};
use crate::cpu::{Kernel, Portable};
use crate::gf256::{SBOX, mul};
use crate::kernel::Operands;
use crate::kernel::reader::Lists;
use crate::list::Technique;
use crate::vector::delta_swap::swap_masked;

/// The kernel for one state at a time.
pub(super) struct OneByOne<const COLUMNS: usize, const SUB_ROUNDS: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize> Kernel for OneByOne<COLUMNS, SUB_ROUNDS> {
    type Tier = Portable;
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Self::Primitive>) {
        operands.one_by_one(
            #[inline(always)]
            |state, input| {
                let mut s = load(state);
                let mut first = absorb::<COLUMNS, SUB_ROUNDS>(&mut s, input.lists());
                if input.lists().finalize {
                    first = final_round::<COLUMNS, SUB_ROUNDS>(&mut s, first);
                }
                for (j, column) in state.iter_mut().enumerate() {
                    *column = s[place::<COLUMNS>(first, j)].to_le_bytes();
                }
            },
        );
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique =
    Technique::by_look_ups("ttable", "[Fugue] 3 to 5, [Rijndael] 5.2", size_of_val(&T));

/// For each row and byte: S of the byte, times that row's column of the matrix M, with row 0 in the lowest bits. The
/// four tables are one static, so one address reaches them all.
static T: [[u32; 256]; 4] = {
    let mut tables = [[0; 256]; 4];
    let mut n = 0;
    while n < 4 * 256 {
        let (row, s) = (n / 256, SBOX[n % 256]);
        tables[row][n % 256] = u32::from_le_bytes([s, s, mul(7, s), mul(4, s)]).rotate_left(8 * row as u32);
        n += 1;
    }
    tables
};

/// Returns the columns as integers, with row 0 in the lowest bits. Copies the state in halves: for all 36 columns at
/// once, the compiler would call a function.
#[inline(always)]
fn load<const COLUMNS: usize>(state: &[Column; COLUMNS]) -> [u32; COLUMNS] {
    let mut s = [u32::from_le_bytes(state[0]); COLUMNS];
    for j in 0..COLUMNS / 2 {
        s[j] = u32::from_le_bytes(state[j]);
    }
    for j in COLUMNS / 2..COLUMNS {
        s[j] = u32::from_le_bytes(state[j]);
    }
    s
}

/// Returns the place of Sj when S0 is at place `first`.
#[inline(always)]
fn place<const COLUMNS: usize>(first: usize, j: usize) -> usize {
    (first + j) % COLUMNS
}

/// Absorbs all words, starting with S0 at place 0. Returns the new place of S0.
#[inline(always)]
fn absorb<const COLUMNS: usize, const SUB_ROUNDS: usize>(s: &mut [u32; COLUMNS], lists: Lists<'_>) -> usize {
    const { assert!(COLUMNS.is_multiple_of(3 * SUB_ROUNDS) && COLUMNS <= 5 * 3 * SUB_ROUNDS, "at most five words") };
    let mut words = words_of::<1>(lists);
    // Not a loop: every place must be a constant.
    macro_rules! rounds {
        ($($n:literal)+) => {$(
            if $n * 3 * SUB_ROUNDS < COLUMNS {
                let first = (COLUMNS - $n * 3 * SUB_ROUNDS) % COLUMNS;
                let Some([&word]) = words.next() else { return first };
                round::<COLUMNS, SUB_ROUNDS>(s, first, u32::from_le_bytes(word));
            }
        )+};
    }
    loop {
        rounds!(0 1 2 3 4);
    }
}

/// The round with S0 at place `first`: absorbs a word of the message, then computes the sub-rounds.
#[inline(always)]
fn round<const COLUMNS: usize, const SUB_ROUNDS: usize>(s: &mut [u32; COLUMNS], first: usize, word: u32) {
    tix::<COLUMNS, SUB_ROUNDS>(s, first, word);
    let first = sub_round(s, first);
    let first = sub_round(s, first);
    if SUB_ROUNDS > 2 {
        let first = sub_round(s, first);
        if SUB_ROUNDS > 3 {
            sub_round(s, first);
        }
    }
}

/// `TIX`. For k sub-rounds the schedule is regular: S0 is added to S(6k - 2), and every third of the last 3k columns is
/// fed forward.
#[inline(always)]
fn tix<const COLUMNS: usize, const SUB_ROUNDS: usize>(s: &mut [u32; COLUMNS], first: usize, word: u32) {
    let at = place::<COLUMNS>;
    s[at(first, 6 * SUB_ROUNDS - 2)] ^= s[at(first, 0)];
    s[at(first, 0)] = word;
    s[at(first, 8)] ^= word;
    s[at(first, 1)] ^= s[at(first, COLUMNS - 3 * SUB_ROUNDS)];
    if SUB_ROUNDS > 2 {
        s[at(first, 4)] ^= s[at(first, COLUMNS - 3 * SUB_ROUNDS + 3)];
    }
    if SUB_ROUNDS > 3 {
        s[at(first, 7)] ^= s[at(first, COLUMNS - 3 * SUB_ROUNDS + 6)];
    }
}

/// A sub-round: `ROR3`, `CMIX`, `SMIX`. Returns the new place of S0.
#[inline(always)]
fn sub_round<const COLUMNS: usize>(s: &mut [u32; COLUMNS], first: usize) -> usize {
    let first = turn::<COLUMNS>(first, 3);
    let at = place::<COLUMNS>;
    let (s4, s5, s6) = (s[at(first, 4)], s[at(first, 5)], s[at(first, 6)]);
    s[at(first, 0)] ^= s4;
    s[at(first, 1)] ^= s5;
    s[at(first, 2)] ^= s6;
    s[at(first, COLUMNS / 2)] ^= s4;
    s[at(first, COLUMNS / 2 + 1)] ^= s5;
    s[at(first, COLUMNS / 2 + 2)] ^= s6;
    smix(s, first);
    first
}

/// `ROR`: returns the place of S0 after rotating the state right by `columns` columns.
#[inline(always)]
fn turn<const COLUMNS: usize>(first: usize, columns: usize) -> usize {
    place::<COLUMNS>(first, COLUMNS - columns)
}

/// The final round G with S0 at place `first`. Returns the final place of S0.
#[inline(always)]
fn final_round<const COLUMNS: usize, const SUB_ROUNDS: usize>(s: &mut [u32; COLUMNS], first: usize) -> usize {
    let schedule = const { schedule(SUB_ROUNDS) };
    let mut first = first;
    for _ in 0..schedule.sub_rounds {
        first = sub_round(s, first);
    }
    for _ in 0..REPETITIONS {
        for &(targets, rotation) in schedule.lines {
            add_first(s, first, targets);
            first = turn::<COLUMNS>(first, rotation);
            smix(s, first);
        }
    }
    add_first(s, first, schedule.last);
    first
}

/// Adds S0 to the target columns.
#[inline(always)]
fn add_first<const COLUMNS: usize>(s: &mut [u32; COLUMNS], first: usize, targets: &[usize]) {
    let s0 = s[place::<COLUMNS>(first, 0)];
    for &target in targets {
        s[place::<COLUMNS>(first, target)] ^= s0;
    }
}

/// `SMIX`: the S-box and `super_mix` on the columns from place `first` on.
#[inline(always)]
pub(super) fn smix<const COLUMNS: usize>(s: &mut [u32; COLUMNS], first: usize) {
    let at = place::<COLUMNS>;
    let [u00, u10, u20, u30] = looked_up(s[at(first, 0)]);
    let [u01, u11, u21, u31] = looked_up(s[at(first, 1)]);
    let [u02, u12, u22, u32] = looked_up(s[at(first, 2)]);
    let [u03, u13, u23, u33] = looked_up(s[at(first, 3)]);
    let products = [u00 ^ u10 ^ u20 ^ u30, u01 ^ u11 ^ u21 ^ u31, u02 ^ u12 ^ u22 ^ u32, u03 ^ u13 ^ u23 ^ u33];
    let sums = [u01 ^ u02 ^ u03, u10 ^ u12 ^ u13, u20 ^ u21 ^ u23, u30 ^ u31 ^ u32];
    let [p0, p1, p2, p3] = shift_rows(products);
    // Row m of the terms for column n comes from sum m - n, where it is n rows too low.
    let [d0, d3, d2, d1] = shift_rows(sums);
    s[at(first, 0)] = p0 ^ d0;
    s[at(first, 1)] = p1 ^ d1.rotate_right(8);
    s[at(first, 2)] = p2 ^ d2.rotate_right(16);
    s[at(first, 3)] = p3 ^ d3.rotate_right(24);
}

/// Looks up each row of a column in that row's table.
#[inline(always)]
fn looked_up(column: u32) -> [u32; 4] {
    [
        T[0][(column & 0xff) as usize],
        T[1][(column >> 8 & 0xff) as usize],
        T[2][(column >> 16 & 0xff) as usize],
        T[3][(column >> 24) as usize],
    ]
}

/// Rotates row i left by i columns. Each step exchanges some rows of two columns.
#[inline(always)]
fn shift_rows([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let (a, b) = swap_masked(a, b, 0xff00_ff00);
    let (c, d) = swap_masked(c, d, 0xff00_ff00);
    let (a, c) = swap_masked(a, c, 0xffff_0000);
    let (b, d) = swap_masked(b, d, 0x00ff_ff00);
    [a, b, c, d]
}
