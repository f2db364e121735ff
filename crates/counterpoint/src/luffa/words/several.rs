//! Several messages in the lanes of vectors, with one word of each message in a vector: every operation on a word is
//! one operation on all messages.
//!
//! The permutations of a round do not depend on each other. On machines with enough registers, three of them are
//! interleaved step by step, so that one is computed while another waits for its operands. The cost of the technique
//! is that states and blocks have to be transposed.

use super::transposed::{join, load, store};
use super::{message_injection, step, tweak};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::luffa::round::{Block, Round};
use crate::luffa::spec::CONSTANTS;
use crate::vector::words::four_words;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The kernel for `N` messages in vectors `L`, with 1 or 3 interleaved permutations.
pub(in crate::luffa) struct SeveralAtOnce<L, const N: usize, const INTERLEAVED: usize, const CHAINS: usize>(
    PhantomData<L>,
);

impl<L, const N: usize, const INTERLEAVED: usize, const CHAINS: usize> Kernel
    for SeveralAtOnce<L, N, INTERLEAVED, CHAINS>
where
    L: Lane<Word = u32> + Bytes + 'static,
{
    type Tier = L::Tier;
    type Primitive = Round<CHAINS>;
    const STATES: usize = N;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Round<CHAINS>>) {
        const { assert!(N == L::STATES && N == 4 * L::GROUPS, "every lane has a state") };
        for mut batch in operands.batches::<N>() {
            let from = batch.initial();
            // Initialized with values other than zeros, because the compiler clears memory by a call.
            let mut chains = [chain::<L, CHAINS>(tier, from, 0); CHAINS];
            for j in 1..CHAINS {
                chains[j] = chain::<L, CHAINS>(tier, from, j);
            }
            while let Some((blocks, _)) = batch.input.next(32) {
                let half = |n: usize| {
                    let words = four_words::<L>(
                        tier,
                        #[inline(always)]
                        |m| blocks[m % N].as_chunks().0.get(n).copied().unwrap_or([0; 16]),
                    );
                    swap_bytes(words)
                };
                round::<L, INTERLEAVED, CHAINS>(tier, &mut chains, join(half(0), half(1)));
            }
            for j in 0..CHAINS {
                store(
                    chains[j],
                    #[inline(always)]
                    |m, k, word| {
                        if let Some(state) = batch.states.get_mut(m) {
                            state[j][k] = word;
                        }
                    },
                );
            }
        }
    }
}

/// Returns chain j of each message. If there are fewer messages than lanes, the remaining lanes repeat the first one.
#[inline(always)]
fn chain<L: Bytes, const CHAINS: usize>(tier: L::Tier, from: &[[Block; CHAINS]], j: usize) -> [L; 8] {
    load(
        tier,
        #[inline(always)]
        |m| from.get(m).or(from.first()).map(|state| &state[j]),
    )
}

/// Swaps the bytes of each word, since the message consists of big-endian words.
#[inline(always)]
fn swap_bytes<L: Bytes>([a, b, c, d]: [L; 4]) -> [L; 4] {
    const SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
    [a.shuffle(SWAPPED), b.shuffle(SWAPPED), c.shuffle(SWAPPED), d.shuffle(SWAPPED)]
}

/// The round on all messages.
#[inline(always)]
fn round<L: Lane, const INTERLEAVED: usize, const CHAINS: usize>(
    tier: L::Tier,
    chains: &mut [[L; 8]; CHAINS],
    message: [L; 8],
) {
    message_injection(chains, message);
    for (j, chain) in chains.iter_mut().enumerate() {
        *chain = tweak(j, *chain);
    }
    // Not a loop, because the compiler would keep the chains in memory.
    if INTERLEAVED == 3 {
        interleaved::<3, CHAINS, L>(tier, chains, 0);
        match CHAINS {
            4 => interleaved::<1, CHAINS, L>(tier, chains, 3),
            5 => interleaved::<2, CHAINS, L>(tier, chains, 3),
            _ => {}
        }
        return;
    }
    interleaved::<1, CHAINS, L>(tier, chains, 0);
    interleaved::<1, CHAINS, L>(tier, chains, 1);
    interleaved::<1, CHAINS, L>(tier, chains, 2);
    if CHAINS > 3 {
        interleaved::<1, CHAINS, L>(tier, chains, 3);
    }
    if CHAINS > 4 {
        interleaved::<1, CHAINS, L>(tier, chains, 4);
    }
}

/// Computes the steps of `COUNT` permutations, from chain `first` on, interleaved step by step.
#[inline(always)]
fn interleaved<const COUNT: usize, const CHAINS: usize, L: Lane>(
    tier: L::Tier,
    chains: &mut [[L; 8]; CHAINS],
    first: usize,
) {
    for r in 0..8 {
        for j in first..first + COUNT {
            chains[j] = step(tier, &CONSTANTS[j][r], chains[j]);
        }
    }
}
