//! One block in each 16 bytes of a vector. Look-ups in registers compute the S-box, and byte shuffles MixColumns.
//!
//! \[vperm\] 4. This is constant-time and requires nothing but a byte shuffle. The S-box returns S and 2 S of all
//! bytes at once. ShiftRows is never computed: each round leaves the bytes where they are, and the shuffles of its
//! MixColumns fetch each row from where the omitted ShiftRows of all rounds so far left it. The shuffles repeat after
//! four rounds, since four ShiftRows are the identity.
//!
//! ```text
//!   with u = 2 S + (S of the next row):       column = u + (u of the next row) + (S of the row before)
//!
//!   after round j:  the next row of byte 4 c + r is byte 4 (c + j) + r + 1, the row before is 4 (c - j) + r - 1
//! ```
//!
//! A round costs the S-box, 3 shuffles and 4 additions; by look-ups, the S-box costs 9 shuffles. The whole computation
//! stays in the S-box's basis.

use super::key_schedule;
use super::primitive::{Block, MOST_ROUND_KEYS};
use super::technique::{Encrypt, EncryptBatch, in_batches};
use crate::list::Technique;
use crate::vector::{SubBytes, shift_rows};
use core::marker::PhantomData;

/// Blocks in vectors of type `V`, `N` of them at once.
pub(super) struct Shuffled<V, const N: usize>(PhantomData<V>);

/// The shuffle of n ShiftRows, at index n.
const SHIFT_ROWS: [[u8; 16]; 4] = [shift_rows(0), shift_rows(1), shift_rows(2), shift_rows(3)];

/// The shuffle that fetches the next row after n omitted ShiftRows, at index n.
const NEXT_ROW: [[u8; 16]; 4] = [row(0, 1), row(1, 1), row(2, 1), row(3, 1)];

/// The shuffle that fetches the previous row after n omitted ShiftRows, at index n.
const ROW_BEFORE: [[u8; 16]; 4] = [row(0, 3), row(3, 3), row(2, 3), row(1, 3)];

/// Returns the shuffle that fetches, for each byte, the one `rows` rows and `columns` columns further on, cyclically.
const fn row(columns: u8, rows: u8) -> [u8; 16] {
    let mut indices = [0; 16];
    let mut n = 0;
    while n < 16 {
        indices[n as usize] = 4 * ((n / 4 + columns) % 4) + (n + rows) % 4;
        n += 1;
    }
    indices
}

impl<V: SubBytes + 'static, const N: usize> Encrypt for Shuffled<V, N> {
    type Tier = V::Tier;
    const BLOCKS: usize = N;

    #[inline(always)]
    fn sub_word(tier: V::Tier, word: [u8; 4]) -> [u8; 4] {
        key_schedule::sub_word_of_vector::<V>(tier, word)
    }

    #[inline(always)]
    fn encrypt(tier: V::Tier, round_keys: &[Block], blocks: &mut [Block]) {
        let [first, middle @ .., last] = round_keys else { return };
        // The S-box's deferred constant passes through the linear layers unchanged, so the round keys can include it.
        let deferred = V::broadcast(tier, [V::DEFERRED; 16]);
        let mut keys = [V::broadcast(tier, *first).into_basis(); MOST_ROUND_KEYS];
        let mut round = 0;
        for round_key in middle {
            round += 1;
            if let Some(key) = keys.get_mut(round) {
                let in_basis = V::broadcast(tier, *round_key).xor(deferred).into_basis();
                *key = in_basis.shuffle(SHIFT_ROWS[3 * round % 4]);
            }
        }
        if let Some(key) = keys.get_mut(round + 1) {
            *key = V::broadcast(tier, *last).xor(deferred);
        }
        if let Some(keys) = keys.get(..round_keys.len()) {
            in_batches::<Self, N>(tier, keys, blocks);
        }
    }
}

impl<V: SubBytes, const N: usize> EncryptBatch<N> for Shuffled<V, N> {
    type Tier = V::Tier;
    type Keys = [V];

    #[inline(always)]
    fn encrypt_batch(tier: V::Tier, keys: &[V], batch: &mut [Block; N]) {
        const { assert!(N == V::GROUPS) };
        let [first, middle @ .., last] = keys else { return };
        let mut state = V::load(tier, batch).into_basis().xor(*first);
        let mut round = 0;
        for key in middle {
            round += 1;
            let (once, twice) = state.sub_bytes_doubled();
            let u = twice.xor(once.shuffle(NEXT_ROW[round % 4]));
            let before = once.shuffle(ROW_BEFORE[round % 4]);
            state = u.eor3(u.shuffle(NEXT_ROW[round % 4]), before.xor(*key));
        }
        let state = state.sub_bytes().out_of_basis().shuffle(SHIFT_ROWS[(round + 1) % 4]);
        state.xor(*last).store(batch);
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm", "[vperm] 4");
