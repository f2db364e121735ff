//! Words that share registers: checks each layout against the specification's intermediate values.

use super::{by_chains, chains, hex, number, records, spec, words};
use crate::luffa::bit_positions::in_register;
use crate::luffa::pairs::{Chains, PERFECTLY_SHUFFLED, SIDE_BY_SIDE, first_word, rol, rol_equal, spread, two_words};
use counterpoint_vectors::steps::LUFFA;
use serde_json::Value;

pub(super) fn bits(value: &Value) -> u128 {
    u128::from_str_radix(value.as_str().unwrap(), 16).unwrap()
}

#[test]
fn perfect_shuffles() {
    for record in records(LUFFA, "interleave2") {
        let [a, b]: [u32; 2] = hex(&record["in"]);
        let expected = bits(&record["out"]);
        assert_eq!(in_register([a, b], 2, 1), expected);
        assert_eq!(u128::from(two_words([a, b], PERFECTLY_SHUFFLED)), expected);
        let shuffled = spread::<PERFECTLY_SHUFFLED>;
        assert_eq!(u128::from(shuffled(a) | shuffled(b) << 1), expected);
        assert_eq!(first_word::<PERFECTLY_SHUFFLED>(expected as u64), a);
    }
    for record in records(LUFFA, "interleave4") {
        assert_eq!(in_register::<4>(hex(&record["in"]), 4, 1), bits(&record["out"]));
    }
}

/// `MixWord` of two pairs of words, and of one pair in both places.
#[test]
fn mix_word_of_two() {
    fn check<const SHUFFLED: bool>() {
        let list = records(LUFFA, "mixword");
        let [one, other] = [&list[0], &list[1]].map(|record| (hex::<2>(&record["in"]), hex::<2>(&record["out"])));
        let two = |a, b| two_words([a, b], SHUFFLED);
        let mixed = words::mix_word([two(one.0[0], other.0[0]), two(one.0[1], other.0[1])], rol::<SHUFFLED>);
        assert_eq!(mixed, [two(one.1[0], other.1[0]), two(one.1[1], other.1[1])]);
        let mixed = words::mix_word([two(one.0[0], one.0[0]), two(one.0[1], one.0[1])], rol_equal::<SHUFFLED>);
        assert_eq!(mixed, [two(one.1[0], one.1[0]), two(one.1[1], one.1[1])]);
    }
    check::<SIDE_BY_SIDE>();
    check::<PERFECTLY_SHUFFLED>();
}

/// The functions that the benchmark calls agree with the specification.
#[cfg(feature = "all-techniques")]
#[test]
fn parts() {
    use crate::luffa::parts::{Layout, add_messages, enter_and_leave, mix_word};
    use crate::luffa::round::words_of;
    let word = |n: usize| 0x9e37_79b9_u32.wrapping_mul(n as u32);
    let start: [[u32; 8]; 3] = core::array::from_fn(|j| core::array::from_fn(|k| word(8 * j + k + 1)));
    let blocks = [[0x5a; 32], [0xc3; 32]];
    let held = |register: u64| register;
    let mixed = [start[0], start[1]].map(|mut chain| {
        for k in (0..4).cycle().take(12) {
            [chain[k], chain[k + 4]] = spec::mix_word([chain[k], chain[k + 4]]);
        }
        chain
    });
    let mut added = start;
    for block in &blocks {
        for (chain, factor) in added.iter_mut().zip([1, 2, 4]) {
            *chain = words::add(*chain, spec::times(factor, words_of(block)));
        }
    }
    for layout in [Layout::Apart, Layout::SideBySide, Layout::PerfectlyShuffled] {
        let mut two = [start[0], start[1]];
        mix_word(layout, &mut two, 3, held);
        assert_eq!(two, mixed, "{layout:?}");
        let mut three = start;
        add_messages(layout, &mut three, &blocks, held);
        assert_eq!(three, added, "{layout:?}");
        let mut states = [start, added];
        let expected = states;
        enter_and_leave(layout, &mut states, held);
        assert_eq!(states, expected, "{layout:?}");
    }
}

#[test]
fn message_injection_in_pairs() {
    fn check<const SHUFFLED: bool, const CHAINS: usize>(record: &Value) {
        let mut state = chains::<CHAINS>(&record["H"]);
        let mut pairs = Chains::<SHUFFLED, CHAINS>::load(&state);
        pairs.message_injection(hex(&record["M"]));
        pairs.store(&mut state);
        assert_eq!(state, chains(&record["X"]));
    }
    for record in records(LUFFA, "injection") {
        by_chains!(record, check, SIDE_BY_SIDE);
        by_chains!(record, check, PERFECTLY_SHUFFLED);
    }
}

/// Each chain gets its own permutation.
#[test]
fn permutations_in_pairs() {
    fn check<const SHUFFLED: bool, const CHAINS: usize>(j: usize, record: &Value) {
        let mut state = *spec::INITIAL_VALUES.first_chunk::<CHAINS>().unwrap();
        state[j] = hex(&record["in"]);
        let mut pairs = Chains::<SHUFFLED, CHAINS>::load(&state);
        pairs.permutations();
        pairs.store(&mut state);
        assert_eq!(state[j], hex(&record["out"]));
    }
    for record in records(LUFFA, "perm") {
        let j = number(&record["j"]);
        if j < 3 {
            check::<SIDE_BY_SIDE, 3>(j, &record);
            check::<PERFECTLY_SHUFFLED, 3>(j, &record);
        }
        check::<SIDE_BY_SIDE, 5>(j, &record);
        check::<PERFECTLY_SHUFFLED, 5>(j, &record);
    }
}

#[test]
fn rounds_in_pairs() {
    fn check<const SHUFFLED: bool, const CHAINS: usize>(record: &Value) {
        let mut state = chains::<CHAINS>(&record["H"]);
        let mut pairs = Chains::<SHUFFLED, CHAINS>::load(&state);
        pairs.message_injection(hex(&record["M"]));
        pairs.permutations();
        pairs.store(&mut state);
        assert_eq!(state, chains(&record["out"]));
    }
    for record in records(LUFFA, "round") {
        by_chains!(record, check, SIDE_BY_SIDE);
        by_chains!(record, check, PERFECTLY_SHUFFLED);
    }
}
