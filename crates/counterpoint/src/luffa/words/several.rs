//! Words of several messages side by side, one word a vector: every operation on a word is one on all messages.
//!
//! The permutations of a round do not depend on each other. Where there are registers for it, three of them take their steps in turns, so that one works
//! while another waits.

use super::blocks::{enter, joined, leave};
use super::{SubCrumb, message_injection, step, tweak};
use crate::cpu::{Kernel, Tier};
use crate::hash::{Compression, Intake, Shared, SideBySide, Work, before};
use crate::luffa::spec::CONSTANTS;
use crate::luffa::{Block, Round};
use crate::vector::words::four_words;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// `N` messages in vectors `L`, with the S-box of `S`, and so many permutations in turns.
pub(in crate::luffa) struct Several<L, S, const N: usize, const TURNS: usize, const CHAINS: usize>(PhantomData<(L, S)>);

impl<T, L, S, const N: usize, const TURNS: usize, const CHAINS: usize> Kernel<T> for Several<L, S, N, TURNS, CHAINS>
where
    T: Tier,
    L: Lane<T, Word = u32> + Bytes<T> + 'static,
    S: SubCrumb<T, L>,
    Round<CHAINS>: Compression<State = [Block; CHAINS], Parameters = ()>,
{
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: T, work: Work<'_, Round<CHAINS>>) {
        const { assert!(N == L::STATES && N == 4 * L::GROUPS, "every lane has a state") };
        work.side_by_side::<T, Self, N>(tier);
    }
}

impl<T, L, S, const N: usize, const TURNS: usize, const CHAINS: usize> SideBySide<T, Round<CHAINS>, N>
    for Several<L, S, N, TURNS, CHAINS>
where
    T: Tier,
    L: Lane<T, Word = u32> + Bytes<T>,
    S: SubCrumb<T, L>,
    Round<CHAINS>: Compression<State = [Block; CHAINS]>,
{
    #[inline(always)]
    fn take_in(tier: T, shared: Shared<'_, Round<CHAINS>>, states: &mut [[Block; CHAINS]], mut intake: Intake<'_, N>) {
        let from = before(shared.start, states);
        // Filled with anything but zeros, which would be a call to clear memory.
        let mut chains = [chain::<T, L, CHAINS>(tier, from, 0); CHAINS];
        for j in 1..CHAINS {
            chains[j] = chain::<T, L, CHAINS>(tier, from, j);
        }
        while let Some((blocks, _)) = intake.next(32) {
            let half = |n: usize| {
                let words = four_words::<T, L>(
                    tier,
                    #[inline(always)]
                    |m| blocks[m % N].as_chunks().0.get(n).copied().unwrap_or([0; 16]),
                );
                swapped(words)
            };
            round::<T, L, S, TURNS, CHAINS>(tier, &mut chains, joined(half(0), half(1)));
        }
        for j in 0..CHAINS {
            leave(
                chains[j],
                #[inline(always)]
                |m, k, word| {
                    if let Some(state) = states.get_mut(m) {
                        state[j][k] = word;
                    }
                },
            );
        }
    }
}

/// Chain j of each message; the first one's where there are fewer messages.
#[inline(always)]
fn chain<T: Tier, L: Bytes<T>, const CHAINS: usize>(tier: T, from: &[[Block; CHAINS]], j: usize) -> [L; 8] {
    enter(
        tier,
        #[inline(always)]
        |m| from.get(m).or(from.first()).map(|state| &state[j]),
    )
}

/// Big-endian words.
#[inline(always)]
fn swapped<T: Tier, L: Bytes<T>>([a, b, c, d]: [L; 4]) -> [L; 4] {
    const SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
    [a.shuffle(SWAPPED), b.shuffle(SWAPPED), c.shuffle(SWAPPED), d.shuffle(SWAPPED)]
}

/// The round.
#[inline(always)]
fn round<T: Tier, L: Lane<T>, S: SubCrumb<T, L>, const TURNS: usize, const CHAINS: usize>(
    tier: T,
    chains: &mut [[L; 8]; CHAINS],
    message: [L; 8],
) {
    message_injection(chains, message);
    for (j, chain) in chains.iter_mut().enumerate() {
        *chain = tweak(j, *chain);
    }
    // Not a loop, which would keep the chains in memory.
    if TURNS == 3 {
        in_turns::<T, L, S, 3, CHAINS>(tier, chains, 0);
        match CHAINS {
            4 => in_turns::<T, L, S, 1, CHAINS>(tier, chains, 3),
            5 => in_turns::<T, L, S, 2, CHAINS>(tier, chains, 3),
            _ => {}
        }
        return;
    }
    in_turns::<T, L, S, 1, CHAINS>(tier, chains, 0);
    in_turns::<T, L, S, 1, CHAINS>(tier, chains, 1);
    in_turns::<T, L, S, 1, CHAINS>(tier, chains, 2);
    if CHAINS > 3 {
        in_turns::<T, L, S, 1, CHAINS>(tier, chains, 3);
    }
    if CHAINS > 4 {
        in_turns::<T, L, S, 1, CHAINS>(tier, chains, 4);
    }
}

/// The steps of `COUNT` permutations in turns, from number `first` on.
#[inline(always)]
fn in_turns<T: Tier, L: Lane<T>, S: SubCrumb<T, L>, const COUNT: usize, const CHAINS: usize>(
    tier: T,
    chains: &mut [[L; 8]; CHAINS],
    first: usize,
) {
    for r in 0..8 {
        for j in first..first + COUNT {
            chains[j] = step::<T, L, S>(tier, &CONSTANTS[j][r], chains[j]);
        }
    }
}
