//! Bit planes: eight words hold bits 0 to 7 of the bytes of many blocks, and a circuit of 113 gates computes the S-box
//! on them.
//!
//! This form is constant-time on any machine; it follows \[bitslice-AES\]. A 64-bit lane holds one bit of each byte of
//! four blocks:
//!
//! ```text
//!   bit 16 r + 4 b + c of plane i = bit i of the byte in row r, column c of block b
//!
//!   row 3                 row 2                 row 1                 row 0
//!   block 3 2 1 0         block 3 2 1 0         block 3 2 1 0         block 3 2 1 0, four columns each
//! ```
//!
//! MixColumns reaches the other rows by rotating the lane by multiples of 16 bits; within each row, ShiftRows rotates
//! the four bits of each block. A round of four blocks costs 113 gates for the S-box (its constant is part of the round
//! keys), 104 for ShiftRows (13 per plane), 43 for MixColumns (5 per plane, plus 3 for doubling) and 8 for the round
//! key.

use super::primitive::{Block, MOST_ROUND_KEYS};
use super::technique::{Encrypt, EncryptBatch, columns, from_columns, in_batches};
use crate::cpu::Portable;
use crate::gf256::{AFFINE_CONSTANT, planes};
use crate::list::Technique;
use crate::vector::Lane;
use core::marker::PhantomData;

/// Planes in lanes of type `L`, for `N` blocks at once.
pub(super) struct Planes<L, const N: usize>(PhantomData<L>);

/// The number of blocks in a lane.
const BLOCKS: usize = 4;

/// The maximum number of lanes in a vector.
const MOST_LANES_OF_VECTOR: usize = 4;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("bitslice", "[bitslice-AES] 4");

impl<L: Lane<Word = u64> + 'static, const N: usize> Encrypt for Planes<L, N> {
    type Tier = L::Tier;
    const BLOCKS: usize = N;

    /// Computes the S-box of four bytes, on planes of eight bits with only four in use.
    #[inline(always)]
    fn sub_word(_: L::Tier, [a, b, c, d]: [u8; 4]) -> [u8; 4] {
        let tier = Portable::PROOF;
        let planes = planes::transpose(tier, [a, b, c, d, 0, 0, 0, 0]);
        let [a, b, c, d, ..] = planes::transpose(tier, planes::sub_bytes(planes));
        [a, b, c, d]
    }

    #[inline(always)]
    fn encrypt(tier: L::Tier, round_keys: &[Block], blocks: &mut [Block]) {
        let [first, later @ ..] = round_keys else { return };
        let mut keys = [key_planes(first, 0); MOST_ROUND_KEYS];
        for (n, round_key) in later.iter().enumerate() {
            if let Some(planes) = keys.get_mut(n + 1) {
                // This key is added after an S-box. The S-box's deferred constant passes through the linear layers
                // unchanged, so the key includes it.
                *planes = key_planes(round_key, AFFINE_CONSTANT);
            }
        }
        let Some(keys) = keys.get(..round_keys.len()) else { return };
        in_batches::<Self, N>(tier, keys, blocks);
    }
}

impl<L: Lane<Word = u64>, const N: usize> EncryptBatch<N> for Planes<L, N> {
    type Tier = L::Tier;
    type Keys = [[u64; 8]];

    #[inline(always)]
    fn encrypt_batch(tier: L::Tier, keys: &[[u64; 8]], batch: &mut [Block; N]) {
        const { assert!(L::WIDTH == 64 && L::STATES <= MOST_LANES_OF_VECTOR && N == BLOCKS * L::STATES) };
        let [first, middle @ .., last] = keys else { return };
        let mut state: [L; 8] = add_round_key(tier, planes::transpose(tier, load(tier, batch)), first);
        for round_key in middle {
            state = planes::sub_bytes_without_constant(state);
            state = mix_columns(shift_rows(tier, state));
            state = add_round_key(tier, state, round_key);
        }
        state = planes::sub_bytes_without_constant(state);
        state = add_round_key(tier, shift_rows(tier, state), last);
        store(planes::transpose(tier, state), batch);
    }
}

/// Loads the words that [`planes::transpose`] requires: word k alternates the rows of column k mod 4 of two blocks
/// whose numbers differ by two.
#[inline(always)]
fn load<L: Lane<Word = u64>, const N: usize>(tier: L::Tier, batch: &[Block; N]) -> [L; 8] {
    let mut words = [[0; MOST_LANES_OF_VECTOR]; 8];
    for lane in 0..L::STATES {
        for half in 0..2 {
            let block = BLOCKS * lane + half;
            let (low, high) = (columns(&batch[block]), columns(&batch[block + 2]));
            for c in 0..4 {
                words[4 * half + c][lane] = spread(low[c]) | spread(high[c]) << 8;
            }
        }
    }
    let [w0, w1, w2, w3, w4, w5, w6, w7] = &words;
    [
        L::load(tier, w0),
        L::load(tier, w1),
        L::load(tier, w2),
        L::load(tier, w3),
        L::load(tier, w4),
        L::load(tier, w5),
        L::load(tier, w6),
        L::load(tier, w7),
    ]
}

/// The inverse of [`load`].
#[inline(always)]
fn store<L: Lane<Word = u64>, const N: usize>([w0, w1, w2, w3, w4, w5, w6, w7]: [L; 8], batch: &mut [Block; N]) {
    let mut words = [[0; MOST_LANES_OF_VECTOR]; 8];
    w0.store(&mut words[0]);
    w1.store(&mut words[1]);
    w2.store(&mut words[2]);
    w3.store(&mut words[3]);
    w4.store(&mut words[4]);
    w5.store(&mut words[5]);
    w6.store(&mut words[6]);
    w7.store(&mut words[7]);
    for lane in 0..L::STATES {
        for half in 0..2 {
            let word = |c: usize| words[4 * half + c][lane];
            let block = BLOCKS * lane + half;
            batch[block] = from_columns([gather(word(0)), gather(word(1)), gather(word(2)), gather(word(3))]);
            let high = [gather(word(0) >> 8), gather(word(1) >> 8), gather(word(2) >> 8), gather(word(3) >> 8)];
            batch[block + 2] = from_columns(high);
        }
    }
}

/// Returns the planes of a round key with `constant` added to each byte. They are the same for all blocks of a lane.
#[inline(always)]
fn key_planes(round_key: &Block, constant: u8) -> [u64; 8] {
    let [a, b, c, d] = columns(round_key);
    let (w0, w1, w2, w3) = (key_word(a, constant), key_word(b, constant), key_word(c, constant), key_word(d, constant));
    planes::transpose(Portable::PROOF, [w0, w1, w2, w3, w0, w1, w2, w3])
}

/// Returns the word that [`load`] would build from a column if every block were the round key.
#[inline(always)]
fn key_word(column: u32, constant: u8) -> u64 {
    let rows = spread(column ^ u32::from_ne_bytes([constant; 4]));
    rows | rows << 8
}

#[inline(always)]
fn add_round_key<L: Lane<Word = u64>>(tier: L::Tier, state: [L; 8], round_key: &[u64; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = state;
    let [k0, k1, k2, k3, k4, k5, k6, k7] = *round_key;
    [
        a0.xor(L::splat(tier, k0)),
        a1.xor(L::splat(tier, k1)),
        a2.xor(L::splat(tier, k2)),
        a3.xor(L::splat(tier, k3)),
        a4.xor(L::splat(tier, k4)),
        a5.xor(L::splat(tier, k5)),
        a6.xor(L::splat(tier, k6)),
        a7.xor(L::splat(tier, k7)),
    ]
}

#[inline(always)]
fn shift_rows<L: Lane<Word = u64>>(tier: L::Tier, state: [L; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = state;
    [
        shift_rows_of_plane(tier, a0),
        shift_rows_of_plane(tier, a1),
        shift_rows_of_plane(tier, a2),
        shift_rows_of_plane(tier, a3),
        shift_rows_of_plane(tier, a4),
        shift_rows_of_plane(tier, a5),
        shift_rows_of_plane(tier, a6),
        shift_rows_of_plane(tier, a7),
    ]
}

/// Rotates row r of each block by r columns: first rows 2 and 3 by two columns, then rows 1 and 3 by one.
#[inline(always)]
fn shift_rows_of_plane<L: Lane<Word = u64>>(tier: L::Tier, a: L) -> L {
    let low_halves = L::splat(tier, 0x3333_3333_0000_0000);
    let differ = a.xor(a.shr(2)).and(low_halves);
    let a = a.xor(differ).xor(differ.shl(2));

    let stay = a.and(L::splat(tier, 0x0000_ffff_0000_ffff));
    let down = a.shr(1).and(L::splat(tier, 0x7777_0000_7777_0000));
    let round = a.shl(3).and(L::splat(tier, 0x8888_0000_8888_0000));
    stay.or(down).or(round)
}

/// Let t be the sum of each row and the next one. A row becomes 2 t + (the next row) + (t two rows further on).
#[inline(always)]
fn mix_columns<L: Lane<Word = u64>>(state: [L; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = state;
    let (n0, n1, n2, n3) = (a0.rol(48), a1.rol(48), a2.rol(48), a3.rol(48));
    let (n4, n5, n6, n7) = (a4.rol(48), a5.rol(48), a6.rol(48), a7.rol(48));
    let (t0, t1, t2, t3) = (a0.xor(n0), a1.xor(n1), a2.xor(n2), a3.xor(n3));
    let (t4, t5, t6, t7) = (a4.xor(n4), a5.xor(n5), a6.xor(n6), a7.xor(n7));
    let [d0, d1, d2, d3, d4, d5, d6, d7] = planes::xtime([t0, t1, t2, t3, t4, t5, t6, t7]);
    [
        d0.eor3(n0, t0.rol(32)),
        d1.eor3(n1, t1.rol(32)),
        d2.eor3(n2, t2.rol(32)),
        d3.eor3(n3, t3.rol(32)),
        d4.eor3(n4, t4.rol(32)),
        d5.eor3(n5, t5.rol(32)),
        d6.eor3(n6, t6.rol(32)),
        d7.eor3(n7, t7.rol(32)),
    ]
}

/// Moves byte n to byte 2 n, with zeros between.
#[inline(always)]
fn spread(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    (x | x << 8) & 0x00ff_00ff_00ff_00ff
}

/// Moves byte 2 n to byte n: the inverse of [`spread`].
#[inline(always)]
fn gather(x: u64) -> u32 {
    let x = x & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}
