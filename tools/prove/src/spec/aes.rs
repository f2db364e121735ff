//! AES. FIPS 197 section 5; the names of the steps and variables are the standard's.
//!
//! A block is four columns: byte 4 c + r of its bytes in memory is row r of column c.

use super::bits::{Byte, add, constant};
use super::gf256::{product, row_times_column, sub_byte};
use crate::logic::Logic;
use crate::sums::Bit;

/// A column of a block, or a word of the key schedule: its first byte is row 0.
type Word = [Byte; 4];
/// A block or a round key, column 0 first.
type Block = [Word; 4];

/// Cipher: encrypts a block of 16 bytes under 11, 13 or 15 round keys. FIPS 197 section 5.1.
pub(crate) fn encrypt(logic: &mut Logic, round_keys: &[Bit], block: &[Bit]) -> Vec<Bit> {
    let round_keys: &[Block] = round_keys.as_chunks().0.as_chunks().0.as_chunks().0;
    assert!(matches!(round_keys.len(), 11 | 13 | 15), "there are 11, 13 or 15 round keys, not {}", round_keys.len());
    let (words, _) = block.as_chunks().0.as_chunks().0.as_chunks();
    let &[mut state] = words else { panic!("a block has 128 bits, not {}", block.len()) };
    let rounds = round_keys.len() - 1;
    add_round_key(logic, &mut state, &round_keys[0]);
    for round in 1..=rounds {
        sub_bytes(logic, &mut state);
        shift_rows(&mut state);
        if round < rounds {
            mix_columns(logic, &mut state);
        }
        add_round_key(logic, &mut state, &round_keys[round]);
    }
    state.as_flattened().as_flattened().to_vec()
}

/// KeyExpansion: returns the round keys of a key of 16, 24 or 32 bytes, one after the other. FIPS 197 section 5.2.
pub(crate) fn expand_key(logic: &mut Logic, key: &[Bit]) -> Vec<Bit> {
    let mut w: Vec<Word> = key.as_chunks().0.as_chunks().0.to_vec();
    let nk = w.len();
    assert!(matches!(nk, 4 | 6 | 8), "a key has 128, 192 or 256 bits, not {}", key.len());
    let rounds = nk + 6;
    let mut rcon = 1;
    for i in nk..4 * (rounds + 1) {
        let mut temp = w[i - 1];
        if i % nk == 0 {
            temp.rotate_left(1);
            temp = sub_word(logic, temp);
            temp[0] = add(logic, temp[0], constant(rcon.into()));
            rcon = product(2, rcon);
        } else if nk == 8 && i % nk == 4 {
            temp = sub_word(logic, temp);
        }
        w.push(add_words(logic, w[i - nk], temp));
    }
    w.as_flattened().as_flattened().to_vec()
}

/// SubBytes. FIPS 197 section 5.1.1.
fn sub_bytes(logic: &mut Logic, state: &mut Block) {
    for word in state {
        *word = sub_word(logic, *word);
    }
}

/// ShiftRows: rotates row r to the left by r columns. FIPS 197 section 5.1.2.
fn shift_rows(state: &mut Block) {
    let old = *state;
    *state = std::array::from_fn(|c| std::array::from_fn(|r| old[(c + r) % 4][r]));
}

/// MixColumns: multiplies each column by a matrix in which each row is the previous one, rotated to the right by one
/// place. FIPS 197 section 5.1.3.
fn mix_columns(logic: &mut Logic, state: &mut Block) {
    const FIRST_ROW: [u8; 4] = [2, 3, 1, 1];
    for column in state {
        let old = *column;
        for r in 0..4 {
            let row = (0..4).map(|k| FIRST_ROW[(k + 4 - r) % 4]);
            column[r] = row_times_column(logic, row, &old);
        }
    }
}

/// AddRoundKey. FIPS 197 section 5.1.4.
fn add_round_key(logic: &mut Logic, state: &mut Block, round_key: &Block) {
    for c in 0..4 {
        state[c] = add_words(logic, state[c], round_key[c]);
    }
}

/// SubWord: the S-box of each byte. FIPS 197 section 5.2.
fn sub_word(logic: &mut Logic, word: Word) -> Word {
    word.map(|byte| sub_byte(logic, byte))
}

fn add_words(logic: &mut Logic, a: Word, b: Word) -> Word {
    std::array::from_fn(|r| add(logic, a[r], b[r]))
}
