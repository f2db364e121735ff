//! Words that share registers: each arrangement against the specification's intermediate values.

use super::{by_chains, chains, hex, number, records, spec, words};
use crate::luffa::pairs::{Alike, Arrangement, Both, Chains};
use crate::luffa::parallel64::SideBySide;
use crate::luffa::places::placed;
use crate::luffa::shuffle64::Shuffled;
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
        assert_eq!(placed([a, b], 2, 1), expected);
        assert_eq!(u128::from(Shuffled::spread(a) | Shuffled::spread(b) << 1), expected);
        let first = expected as u64 & Shuffled::FIRST;
        assert_eq!(Shuffled::gather(first), a);
    }
    for record in records(LUFFA, "interleave4") {
        assert_eq!(placed::<4>(hex(&record["in"]), 4, 1), bits(&record["out"]));
    }
}

/// `MixWord` of two pairs of words, and of one pair in both places.
#[test]
fn mix_word_of_two() {
    fn check<A: Arrangement>() {
        let list = records(LUFFA, "mixword");
        let [one, other] = [&list[0], &list[1]].map(|record| (hex::<2>(&record["in"]), hex::<2>(&record["out"])));
        let two = |a, b| placed([a, b], A::BITS, A::WORDS) as u64;
        let mixed = words::mix_word::<_, Both<A>>(two(one.0[0], other.0[0]), two(one.0[1], other.0[1]));
        assert_eq!(mixed, (two(one.1[0], other.1[0]), two(one.1[1], other.1[1])));
        let mixed = words::mix_word::<_, Alike<A>>(two(one.0[0], one.0[0]), two(one.0[1], one.0[1]));
        assert_eq!(mixed, (two(one.1[0], one.1[0]), two(one.1[1], one.1[1])));
    }
    check::<SideBySide>();
    check::<Shuffled>();
}

#[test]
fn message_injection_in_pairs() {
    fn check<A: Arrangement, const CHAINS: usize>(record: &Value) {
        let mut state = chains::<CHAINS>(&record["H"]);
        let mut pairs = Chains::<A, CHAINS>::enter(&state);
        pairs.message_injection(hex(&record["M"]));
        pairs.leave(&mut state);
        assert_eq!(state, chains(&record["X"]));
    }
    for record in records(LUFFA, "injection") {
        by_chains!(record, check, SideBySide);
        by_chains!(record, check, Shuffled);
    }
}

/// Each permutation in its place among the chains.
#[test]
fn permutations_in_pairs() {
    fn check<A: Arrangement, const CHAINS: usize>(j: usize, record: &Value) {
        let mut state = *spec::INITIAL_VALUES.first_chunk::<CHAINS>().unwrap();
        state[j] = hex(&record["in"]);
        let mut pairs = Chains::<A, CHAINS>::enter(&state);
        pairs.permutations();
        pairs.leave(&mut state);
        assert_eq!(state[j], hex(&record["out"]));
    }
    for record in records(LUFFA, "perm") {
        let j = number(&record["j"]);
        if j < 3 {
            check::<SideBySide, 3>(j, &record);
            check::<Shuffled, 3>(j, &record);
        }
        check::<SideBySide, 5>(j, &record);
        check::<Shuffled, 5>(j, &record);
    }
}

#[test]
fn rounds_in_pairs() {
    fn check<A: Arrangement, const CHAINS: usize>(record: &Value) {
        let mut state = chains::<CHAINS>(&record["H"]);
        let mut pairs = Chains::<A, CHAINS>::enter(&state);
        pairs.message_injection(hex(&record["M"]));
        pairs.permutations();
        pairs.leave(&mut state);
        assert_eq!(state, chains(&record["out"]));
    }
    for record in records(LUFFA, "round") {
        by_chains!(record, check, SideBySide);
        by_chains!(record, check, Shuffled);
    }
}
