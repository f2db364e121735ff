//! AES as FIPS 197 specifies it, step by step, with the S-box as a table. The other techniques are tested against it.
//!
//! \[FIPS197\] 5.1. This is not constant-time: the table is read at addresses that depend on key and block.
//!
//! ```text
//!   byte 4 c + r of a block is row r of column c      shift_rows: row r moves r columns to the left
//!                                                     mix_columns: each column times a matrix over GF(2^8)
//!     0  4  8 12          0  4  8 12
//!     1  5  9 13    ->    5  9 13  1
//!     2  6 10 14         10 14  2  6
//!     3  7 11 15         15  3  7 11
//! ```

use super::primitive::Block;
use super::technique::Encrypt;
use crate::cpu::Portable;
use crate::gf256::{SBOX, mul};
use crate::list::Technique;

/// The specification, as a technique.
pub(super) struct Spec;

impl Encrypt for Spec {
    type Tier = Portable;

    #[inline(always)]
    fn sub_word(_: Portable, word: [u8; 4]) -> [u8; 4] {
        sub_word(word)
    }
    #[inline(always)]
    fn encrypt(_: Portable, round_keys: &[Block], blocks: &mut [Block]) {
        for block in blocks {
            encrypt(round_keys, block);
        }
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("spec", "[FIPS197] 5.1", 256);

/// Cipher: the rounds between the first and the last round key. FIPS 197 section 5.1.
#[inline(always)]
fn encrypt(round_keys: &[Block], state: &mut Block) {
    let [first, middle @ .., last] = round_keys else { return };
    add_round_key(state, first);
    for round_key in middle {
        sub_bytes(state);
        shift_rows(state);
        mix_columns(state);
        add_round_key(state, round_key);
    }
    sub_bytes(state);
    shift_rows(state);
    add_round_key(state, last);
}

/// SubBytes: applies the S-box to each byte, with a table look-up that is not constant-time. FIPS 197 section 5.1.1.
///
/// ```
/// use counterpoint::aes::{add_round_key, mix_columns, shift_rows, sub_bytes};
///
/// // One round, as the instruction AESENC computes it.
/// let mut state = [0; 16];
/// sub_bytes(&mut state);
/// shift_rows(&mut state);
/// mix_columns(&mut state);
/// add_round_key(&mut state, &[1; 16]);
/// assert_eq!(state, [0x62; 16]);
/// ```
#[inline(always)]
pub fn sub_bytes(state: &mut Block) {
    for byte in state {
        *byte = SBOX[*byte as usize];
    }
}

/// ShiftRows: rotates row r to the left by r columns. FIPS 197 section 5.1.2.
#[inline(always)]
pub fn shift_rows(state: &mut Block) {
    let old = *state;
    for c in 0..4 {
        for r in 0..4 {
            state[4 * c + r] = old[4 * ((c + r) % 4) + r];
        }
    }
}

/// MixColumns: multiplies each column by a matrix over GF(2^8). FIPS 197 section 5.1.3.
#[inline(always)]
pub fn mix_columns(state: &mut Block) {
    for column in state.chunks_exact_mut(4) {
        let old = [column[0], column[1], column[2], column[3]];
        for r in 0..4 {
            column[r] = mul(2, old[r]) ^ mul(3, old[(r + 1) % 4]) ^ old[(r + 2) % 4] ^ old[(r + 3) % 4];
        }
    }
}

/// AddRoundKey: adds a round key to the state. FIPS 197 section 5.1.4.
#[inline(always)]
pub fn add_round_key(state: &mut Block, round_key: &Block) {
    for (byte, key) in state.iter_mut().zip(round_key) {
        *byte ^= key;
    }
}

/// SubWord: the S-box of each byte of a word. FIPS 197 section 5.2.
#[inline(always)]
pub(super) fn sub_word(word: [u8; 4]) -> [u8; 4] {
    word.map(|byte| SBOX[byte as usize])
}
