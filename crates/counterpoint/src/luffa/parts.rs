//! Separate parts of the round, with one or two words per register: [Luffa-shuffle] 5.1 measures them besides whole
//! hashes. Only the benchmark calls them.
//!
//! Each part begins and ends with plain words, so it returns the same result in every layout. In between it repeats its
//! work many times, which makes the conversions negligible. The benchmark measures the functions of `pairs.rs` and
//! `words.rs`, inlined here as they are there.
//!
//! Equal computations side by side in a loop invite compilers to use vectors, which would be another layout. So each
//! repetition passes every register through `held`, which returns its argument from a general register.

use super::pairs::{Chains, PERFECTLY_SHUFFLED, SIDE_BY_SIDE, rol};
use super::round::{Block, words_of};
use super::words::{add, add_multiples, double, mix_words};
use crate::vector::Lane;

/// How words are laid out in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "hidden: the benchmark goes through all of them")]
pub enum Layout {
    /// One per register.
    Apart,
    /// Two per register, side by side.
    SideBySide,
    /// Two per register, perfectly shuffled.
    PerfectlyShuffled,
}

/// Applies `MixWord` to all words of two chains, `times` times.
#[inline(always)]
pub fn mix_word(layout: Layout, chains: &mut [Block; 2], times: usize, held: impl Fn(u64) -> u64 + Copy) {
    match layout {
        Layout::Apart => {
            for chain in chains {
                *chain = repeated(*chain, times, u32::rol, |word| held(word.into()) as u32);
            }
        }
        Layout::SideBySide => mix_word_in_pairs::<SIDE_BY_SIDE>(chains, times, held),
        Layout::PerfectlyShuffled => mix_word_in_pairs::<PERFECTLY_SHUFFLED>(chains, times, held),
    }
}

#[inline(always)]
fn mix_word_in_pairs<const SHUFFLED: bool>(two: &mut [Block; 2], times: usize, held: impl Fn(u64) -> u64 + Copy) {
    // The third chain and its registers are not used.
    let mut state = [two[0], two[1], [0; 8]];
    let mut chains = Chains::<SHUFFLED, 3>::load(&state);
    chains.pairs[0] = repeated(chains.pairs[0], times, rol::<SHUFFLED>, held);
    chains.store(&mut state);
    *two = [state[0], state[1]];
}

#[inline(always)]
fn repeated<L: Lane>(
    mut words: [L; 8],
    times: usize,
    rol: impl Fn(L, u32) -> L + Copy,
    held: impl Fn(L) -> L + Copy,
) -> [L; 8] {
    for _ in 0..times {
        words = mix_words(words, rol).map(held);
    }
    words
}

/// Adds the multiples of each message block to the three chains of Luffa-256, as message injection does.
#[inline(always)]
pub fn add_messages(layout: Layout, chains: &mut [Block; 3], blocks: &[[u8; 32]], held: impl Fn(u64) -> u64 + Copy) {
    match layout {
        Layout::Apart => {
            for block in blocks {
                add_multiples(chains, words_of(block), add, double);
                hold_words(chains, held);
            }
        }
        Layout::SideBySide => add_messages_in_pairs::<SIDE_BY_SIDE>(chains, blocks, held),
        Layout::PerfectlyShuffled => add_messages_in_pairs::<PERFECTLY_SHUFFLED>(chains, blocks, held),
    }
}

#[inline(always)]
fn add_messages_in_pairs<const SHUFFLED: bool>(
    state: &mut [Block; 3],
    blocks: &[[u8; 32]],
    held: impl Fn(u64) -> u64 + Copy,
) {
    let mut chains = Chains::<SHUFFLED, 3>::load(state);
    for block in blocks {
        chains.add_multiples(words_of(block));
        hold(&mut chains, held);
    }
    chains.store(state);
}

/// Converts the three chains of Luffa-256 to the layout and back, for each state.
#[inline(always)]
pub fn enter_and_leave(layout: Layout, states: &mut [[Block; 3]], held: impl Fn(u64) -> u64 + Copy) {
    for state in states {
        match layout {
            Layout::Apart => hold_words(state, held),
            Layout::SideBySide => enter_and_leave_pairs::<SIDE_BY_SIDE>(state, held),
            Layout::PerfectlyShuffled => enter_and_leave_pairs::<PERFECTLY_SHUFFLED>(state, held),
        }
    }
}

#[inline(always)]
fn enter_and_leave_pairs<const SHUFFLED: bool>(state: &mut [Block; 3], held: impl Fn(u64) -> u64 + Copy) {
    let mut chains = Chains::<SHUFFLED, 3>::load(state);
    hold(&mut chains, held);
    chains.store(state);
}

#[inline(always)]
fn hold_words(chains: &mut [Block; 3], held: impl Fn(u64) -> u64 + Copy) {
    *chains = chains.map(|chain| chain.map(|word| held(word.into()) as u32));
}

/// Passes the registers of three chains through `held`.
#[inline(always)]
fn hold<const SHUFFLED: bool>(chains: &mut Chains<SHUFFLED, 3>, held: impl Fn(u64) -> u64 + Copy) {
    chains.pairs[0] = chains.pairs[0].map(held);
    chains.odd = chains.odd.map(held);
}
