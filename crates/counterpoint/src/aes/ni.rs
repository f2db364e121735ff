//! The machine's AES instructions on eight vectors at once: while one vector waits for its round, the others keep the
//! AES unit busy.
//!
//! A round takes several cycles, but a new one can start every cycle or half cycle. A single block is therefore limited
//! by the latency of its rounds and leaves the unit mostly idle. Eight vectors fill it, and still fit into 16 registers
//! together with the round key. A vector of 256 or 512 bits contains two or four blocks.

use super::key_schedule;
use super::primitive::Block;
use super::technique::{Encrypt, EncryptBatch, in_batches};
use crate::list::Technique;
use crate::vector::{AesRounds, SubBytes};
use core::marker::PhantomData;

/// Rounds on vectors of type `V`. `ONE` is the number of blocks in one vector, `EIGHT` the number in eight.
pub(super) struct Rounds<V, const ONE: usize, const EIGHT: usize>(PhantomData<V>);

/// Encrypts one vector at a time.
struct One<V>(PhantomData<V>);

/// Encrypts eight vectors at a time.
struct Eight<V>(PhantomData<V>);

impl<V: AesRounds + SubBytes + 'static, const ONE: usize, const EIGHT: usize> Encrypt for Rounds<V, ONE, EIGHT> {
    type Tier = V::Tier;
    const BLOCKS: usize = EIGHT;

    #[inline(always)]
    fn sub_word(tier: V::Tier, word: [u8; 4]) -> [u8; 4] {
        key_schedule::sub_word_of_vector::<V>(tier, word)
    }

    /// Encrypts eight vectors at once, and the remaining blocks in the same way unless they fit into one vector.
    #[inline(always)]
    fn encrypt(tier: V::Tier, round_keys: &[Block], blocks: &mut [Block]) {
        let left_over = blocks.len() % EIGHT;
        let alone = if left_over <= ONE { left_over } else { 0 };
        let (many, alone) = blocks.split_at_mut(blocks.len() - alone);
        in_batches::<Eight<V>, EIGHT>(tier, round_keys, many);
        in_batches::<One<V>, ONE>(tier, round_keys, alone);
    }
}

impl<V: AesRounds, const N: usize> EncryptBatch<N> for One<V> {
    type Tier = V::Tier;
    type Keys = [Block];

    #[inline(always)]
    fn encrypt_batch(tier: V::Tier, round_keys: &[Block], batch: &mut [Block; N]) {
        const { assert!(N == V::GROUPS) };
        let [first, middle @ .., last] = round_keys else { return };
        let mut before = V::broadcast(tier, *first);
        let mut state = V::load(tier, batch).begin(before);
        for round_key in middle {
            let after = V::broadcast(tier, *round_key);
            state = state.round(before, after);
            before = after;
        }
        state.last_round(before, V::broadcast(tier, *last)).store(batch);
    }
}

impl<V: AesRounds, const N: usize> EncryptBatch<N> for Eight<V> {
    type Tier = V::Tier;
    type Keys = [Block];

    #[inline(always)]
    fn encrypt_batch(tier: V::Tier, round_keys: &[Block], batch: &mut [Block; N]) {
        const { assert!(N == 8 * V::GROUPS) };
        let [first, middle @ .., last] = round_keys else { return };
        let mut before = V::broadcast(tier, *first);
        let mut a = V::load(tier, batch).begin(before);
        let mut b = V::load(tier, &batch[V::GROUPS..]).begin(before);
        let mut c = V::load(tier, &batch[2 * V::GROUPS..]).begin(before);
        let mut d = V::load(tier, &batch[3 * V::GROUPS..]).begin(before);
        let mut e = V::load(tier, &batch[4 * V::GROUPS..]).begin(before);
        let mut f = V::load(tier, &batch[5 * V::GROUPS..]).begin(before);
        let mut g = V::load(tier, &batch[6 * V::GROUPS..]).begin(before);
        let mut h = V::load(tier, &batch[7 * V::GROUPS..]).begin(before);
        for round_key in middle {
            let after = V::broadcast(tier, *round_key);
            a = a.round(before, after);
            b = b.round(before, after);
            c = c.round(before, after);
            d = d.round(before, after);
            e = e.round(before, after);
            f = f.round(before, after);
            g = g.round(before, after);
            h = h.round(before, after);
            before = after;
        }
        let last = V::broadcast(tier, *last);
        a.last_round(before, last).store(batch);
        b.last_round(before, last).store(&mut batch[V::GROUPS..]);
        c.last_round(before, last).store(&mut batch[2 * V::GROUPS..]);
        d.last_round(before, last).store(&mut batch[3 * V::GROUPS..]);
        e.last_round(before, last).store(&mut batch[4 * V::GROUPS..]);
        f.last_round(before, last).store(&mut batch[5 * V::GROUPS..]);
        g.last_round(before, last).store(&mut batch[6 * V::GROUPS..]);
        h.last_round(before, last).store(&mut batch[7 * V::GROUPS..]);
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("ni", "[AES-NI]");
