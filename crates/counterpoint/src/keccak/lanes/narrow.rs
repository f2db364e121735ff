//! Several states of narrow lanes at once: a vector contains lane (x, y) of each state.
//!
//! Every lane of every state is loaded individually, and stored again after each permutation. That costs about as much
//! as the permutation itself, but both together are still several times faster than permuting the states one by one.

use super::{each_lane, keccak_p};
use crate::cpu::{Kernel, Portable};
use crate::keccak::primitive::{KeccakP, Word};
use crate::kernel::Operands;
use crate::vector::Lane;
use core::marker::PhantomData;

/// `N` states in vectors of type `L`, for lanes of 8, 16 or 32 bits; [`SeveralAtOnce`](super::SeveralAtOnce) is for
/// lanes of 64 bits.
pub(in crate::keccak) struct SeveralNarrow<L, const N: usize>(PhantomData<L>);

impl<W: Word, L: Lane<Word = W> + 'static, const N: usize> Kernel for SeveralNarrow<L, N> {
    type Tier = L::Tier;
    type Primitive = KeccakP<W>;
    const STATES: usize = N;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, KeccakP<W>>) {
        const { assert!(N == L::STATES, "every lane has a state") };
        for mut batch in operands.batches::<N>() {
            let (rate_bytes, rounds) = batch.parameters.rate_and_rounds();
            if let Some(start) = batch.start() {
                for state in batch.states.iter_mut() {
                    *state = *start;
                }
            }
            while batch.input.next_by_state(
                rate_bytes,
                #[inline(always)]
                |m, block| {
                    if let Some(state) = batch.states.get_mut(m) {
                        add(state, block);
                    }
                },
            ) {
                permute::<W, L, N>(tier, batch.states, rounds);
            }
        }
    }
}

/// Adds a block's lanes to the state.
#[inline(always)]
fn add<W: Word>(state: &mut [W; 25], block: &[u8]) {
    for (k, lane) in state.iter_mut().enumerate() {
        if let Some(word) = W::of_bytes(block, k) {
            *lane = lane.xor(word);
        }
    }
}

/// Applies the last `rounds` rounds to all states.
#[inline(always)]
fn permute<W: Word, L: Lane<Word = W>, const N: usize>(tier: L::Tier, states: &mut [[W; 25]], rounds: usize) {
    let none = [W::zero(Portable::PROOF); N];
    let mut a = [L::zero(tier); 25];
    each_lane!(K => {
        let mut words = none;
        for (word, state) in words.iter_mut().zip(states.iter()) {
            // Hidden from the compiler, which would otherwise use a gather instruction, whose addresses the check for
            // constant time can't follow.
            *word = core::hint::black_box(state[K]);
        }
        a[K] = L::load(tier, &words);
    });
    a = keccak_p(tier, a, W::FULL_ROUNDS, rounds);
    each_lane!(K => {
        let mut words = none;
        a[K].store(&mut words);
        for (word, state) in words.into_iter().zip(states.iter_mut()) {
            state[K] = word;
        }
    });
}
