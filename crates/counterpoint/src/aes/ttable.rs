//! A round as four look-ups for each column: one table combines the S-box and MixColumns, and ShiftRows selects the
//! bytes.
//!
//! \[Rijndael\] 5.2, the classical form for 32-bit processors. `T0[x]` is the column that byte x of row 0 becomes.
//! `T1`, `T2` and `T3` are the tables of the other rows; their columns are those of `T0`, rotated. A round costs 16
//! look-ups and 16 additions.
//!
//! This is not constant-time: the addresses reveal the state to anyone who shares the cache. It exists to be measured,
//! not to be used.
//!
//! ```text
//!   column c of the next state = T0[row 0 of column c    ] + T1[row 1 of column c + 1]
//!                              + T2[row 2 of column c + 2] + T3[row 3 of column c + 3]
//! ```

use super::primitive::Block;
use super::spec;
use super::technique::{Encrypt, columns, from_columns};
use crate::cpu::Portable;
use crate::gf256::{SBOX, mul};
use crate::list::Technique;

/// Columns as integers, with row 0 in the lowest byte.
pub(super) struct Columns;

impl Encrypt for Columns {
    type Tier = Portable;

    #[inline(always)]
    fn sub_word(_: Portable, word: [u8; 4]) -> [u8; 4] {
        spec::sub_word(word)
    }
    #[inline(always)]
    fn encrypt(_: Portable, round_keys: &[Block], blocks: &mut [Block]) {
        for block in blocks {
            encrypt(round_keys, block);
        }
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups(
    "ttable",
    "[Rijndael] 5.2",
    size_of_val(&T0) + size_of_val(&T1) + size_of_val(&T2) + size_of_val(&T3) + size_of_val(&SBOX),
);

static T0: [u32; 256] = table(0);
static T1: [u32; 256] = table(1);
static T2: [u32; 256] = table(2);
static T3: [u32; 256] = table(3);

/// Returns the table of row `row`: the S-box of each byte, times the row's column of MixColumns' matrix.
const fn table(row: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        let s = SBOX[x];
        table[x] = u32::from_le_bytes([mul(2, s), s, s, mul(3, s)]).rotate_left(8 * row);
        x += 1;
    }
    table
}

#[inline(always)]
fn encrypt(round_keys: &[Block], block: &mut Block) {
    let [first, middle @ .., last] = round_keys else { return };
    let mut state = add(columns(block), columns(first));
    for round_key in middle {
        let [a, b, c, d] = state;
        state = add([mixed(a, b, c, d), mixed(b, c, d, a), mixed(c, d, a, b), mixed(d, a, b, c)], columns(round_key));
    }
    let [a, b, c, d] = state;
    let state = [unmixed(a, b, c, d), unmixed(b, c, d, a), unmixed(c, d, a, b), unmixed(d, a, b, c)];
    *block = from_columns(add(state, columns(last)));
}

/// Returns one column of a round. Each row comes from the column that ShiftRows takes it from.
#[inline(always)]
fn mixed(a: u32, b: u32, c: u32, d: u32) -> u32 {
    let [row0, row1, row2, row3] = shifted(a, b, c, d);
    T0[row0] ^ T1[row1] ^ T2[row2] ^ T3[row3]
}

/// Returns one column of the last round, which has no MixColumns.
#[inline(always)]
fn unmixed(a: u32, b: u32, c: u32, d: u32) -> u32 {
    let [row0, row1, row2, row3] = shifted(a, b, c, d);
    u32::from_le_bytes([SBOX[row0], SBOX[row1], SBOX[row2], SBOX[row3]])
}

/// Returns row 0 of `a`, row 1 of `b`, row 2 of `c` and row 3 of `d`.
#[inline(always)]
fn shifted(a: u32, b: u32, c: u32, d: u32) -> [usize; 4] {
    [(a & 0xff) as usize, (b >> 8 & 0xff) as usize, (c >> 16 & 0xff) as usize, (d >> 24) as usize]
}

#[inline(always)]
fn add(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
}
