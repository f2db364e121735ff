//! Four words perfectly shuffled in a vector: checks each step against the specification's intermediate values.

use super::pairs::bits;
use super::{by_chains, chains, hex, number, records, spec, words};
use crate::cpu::Tier;
use crate::luffa::bit_positions::in_register;
use crate::luffa::nibbles::{FROM_WORDS, rol, shuffle, unshuffle};
use crate::luffa::round::Block;
use crate::luffa::shuffle128::{self, Chain, STEPS, permutations};
use crate::luffa::shuffle128par;
use crate::vector::Bytes;
use counterpoint_vectors::steps::LUFFA;
use serde_json::Value;

#[cfg(target_arch = "x86_64")]
type This = crate::cpu::Ssse3;
#[cfg(target_arch = "x86_64")]
type Vector = crate::vector::x86_64::Xmm<This, 64>;
#[cfg(target_arch = "aarch64")]
type This = crate::cpu::Neon;
#[cfg(target_arch = "aarch64")]
type Vector = crate::vector::aarch64::Q<This, 64>;
#[cfg(simd128)]
type This = crate::cpu::Simd128;
#[cfg(simd128)]
type Vector = crate::vector::wasm32::V128<This, 64>;

fn load<const N: usize>(tier: This, blocks: &[Block; N]) -> [Chain<Vector>; N] {
    blocks.each_ref().map(|block| Chain::load(tier, block))
}

fn store<const N: usize>(chains: [Chain<Vector>; N]) -> [Block; N] {
    chains.map(|chain| {
        let mut block = [0; 8];
        chain.store(&mut block);
        block
    })
}

/// The bits of a vector as a number.
fn number_of(vector: Vector) -> u128 {
    let mut bytes = [[0; 16]];
    Bytes::store(vector, &mut bytes);
    u128::from_le_bytes(bytes[0])
}

#[test]
fn perfect_shuffle_of_four() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "interleave4") {
        let words: [u32; 4] = hex(&record["in"]);
        let mut bytes = [0; 16];
        bytes.as_chunks_mut().0.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
        let vector: Vector = shuffle(tier, bytes, FROM_WORDS);
        assert_eq!(number_of(vector), bits(&record["out"]));
        assert_eq!(unshuffle(vector), bytes);
    }
}

/// A message block of bytes is shuffled like the same words.
#[test]
fn messages() {
    let Some(tier) = This::detect() else { return };
    let bytes = core::array::from_fn(|n| (7 * n) as u8);
    let mut block = [0; 8];
    Chain::<Vector>::load_message(tier, &bytes).store(&mut block);
    assert_eq!(block, super::words_of(&bytes));
}

/// `MixWord` of four pairs at once.
#[test]
fn mix_word_of_four() {
    let Some(tier) = This::detect() else { return };
    let list = records(LUFFA, "mixword");
    let four = |which: &str, n: usize| {
        let words: [u32; 4] = core::array::from_fn(|k| hex::<2>(&list[k][which])[n]);
        Vector::broadcast(tier, in_register(words, 4, 1).to_le_bytes())
    };
    let mixed = words::mix_word([four("in", 0), four("in", 1)], rol);
    assert_eq!(mixed.map(number_of), [four("out", 0), four("out", 1)].map(number_of));
}

#[test]
fn doubling() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "double") {
        let [chain] = load(tier, &[hex(&record["in"])]);
        assert_eq!(store([chain.double()]), [hex(&record["out"])]);
    }
}

#[test]
fn steps() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "step") {
        let [chain] = load(tier, &[hex(&record["in"])]);
        let steps = &STEPS[number(&record["j"])][number(&record["round"])];
        assert_eq!(store([chain.tweak(0).step(steps).rotate_deferred()]), [hex(&record["out"])]);
    }
}

/// Each chain gets its own permutation.
#[test]
fn each_permutation() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "perm") {
        let j = number(&record["j"]);
        let mut state = spec::INITIAL_VALUES;
        state[j] = hex(&record["in"]);

        let mut one_by_one = load(tier, &state);
        permutations(&mut one_by_one);
        assert_eq!(store(one_by_one)[j], hex(&record["out"]));

        let mut four_at_once = shuffle128par::Chains::<Vector, 5>::load(tier, &state);
        four_at_once.permutations();
        four_at_once.store(&mut state);
        assert_eq!(state[j], hex(&record["out"]));
    }
}

#[test]
fn injections_and_rounds() {
    fn check<const CHAINS: usize>(record: &Value) {
        let Some(tier) = This::detect() else { return };
        let [message] = load(tier, &[hex(&record["M"])]);
        // A record of injection alone has X; a record of a round has the round's output.
        let permuted = record.get("out");
        let expected = chains(permuted.unwrap_or(&record["X"]));

        let mut state = chains::<CHAINS>(&record["H"]);
        let mut one_by_one = load(tier, &state);
        shuffle128::message_injection(&mut one_by_one, message);
        let mut four_at_once = shuffle128par::Chains::<Vector, CHAINS>::load(tier, &state);
        four_at_once.message_injection(message);
        if permuted.is_some() {
            permutations(&mut one_by_one);
            four_at_once.permutations();
        }
        assert_eq!(store(one_by_one), expected);
        four_at_once.store(&mut state);
        assert_eq!(state, expected);
    }
    for record in records(LUFFA, "injection").into_iter().chain(records(LUFFA, "round")) {
        by_chains!(record, check);
    }
}
