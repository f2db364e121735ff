//! Four words perfectly shuffled in a vector: each step against the specification's intermediate values.

use super::arrangements::bits;
use super::{by_chains, chains, hex, number, records, spec, words};
use crate::cpu::Tier;
use crate::luffa::Block;
use crate::luffa::nibbles::{ByNibbles, FROM_WORDS, shuffled, unshuffled};
use crate::luffa::places::placed;
use crate::luffa::shuffle128::{Chain, STEPS, permutations};
use crate::luffa::shuffle128par;
use crate::luffa::words::Ring;
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

fn enter<const N: usize>(tier: This, blocks: &[Block; N]) -> [Chain<Vector>; N] {
    blocks.each_ref().map(|block| Chain::enter(tier, block))
}

fn leave<const N: usize>(chains: [Chain<Vector>; N]) -> [Block; N] {
    chains.map(|chain| {
        let mut block = [0; 8];
        chain.leave(&mut block);
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
        let vector: Vector = shuffled(tier, bytes, FROM_WORDS);
        assert_eq!(number_of(vector), bits(&record["out"]));
        assert_eq!(unshuffled(vector), bytes);
    }
}

/// A block of the message, given as bytes, is shuffled as the same words are.
#[test]
fn messages() {
    let Some(tier) = This::detect() else { return };
    let bytes = core::array::from_fn(|n| n as u8 * 7);
    let mut block = [0; 8];
    Chain::<Vector>::message(tier, &bytes).leave(&mut block);
    assert_eq!(block, super::words_of(&bytes));
}

/// `MixWord` of four pairs at once.
#[test]
fn mix_word_of_four() {
    let Some(tier) = This::detect() else { return };
    let list = records(LUFFA, "mixword");
    let four = |which: &str, n: usize| {
        let words: [u32; 4] = core::array::from_fn(|k| hex::<2>(&list[k][which])[n]);
        Vector::broadcast(tier, placed(words, 4, 1).to_le_bytes())
    };
    let (u, v) = words::mix_word::<_, ByNibbles>(four("in", 0), four("in", 1));
    assert_eq!([u, v].map(number_of), [four("out", 0), four("out", 1)].map(number_of));
}

#[test]
fn doubling() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "double") {
        let [chain] = enter(tier, &[hex(&record["in"])]);
        assert_eq!(leave([chain.double()]), [hex(&record["out"])]);
    }
}

#[test]
fn steps() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "step") {
        let [chain] = enter(tier, &[hex(&record["in"])]);
        let steps = &STEPS[number(&record["j"])][number(&record["round"])];
        assert_eq!(leave([chain.tweaked(0).step(steps).turned()]), [hex(&record["out"])]);
    }
}

/// Each permutation in its place among the chains.
#[test]
fn each_permutation() {
    let Some(tier) = This::detect() else { return };
    for record in records(LUFFA, "perm") {
        let j = number(&record["j"]);
        let mut state = spec::INITIAL_VALUES;
        state[j] = hex(&record["in"]);

        let mut within = enter(tier, &state);
        permutations(&mut within);
        assert_eq!(leave(within)[j], hex(&record["out"]));

        let mut across = shuffle128par::Chains::<Vector, 5>::enter(tier, &state);
        across.permutations();
        across.leave(&mut state);
        assert_eq!(state[j], hex(&record["out"]));
    }
}

#[test]
fn injections_and_rounds() {
    fn check<const CHAINS: usize>(record: &Value) {
        let Some(tier) = This::detect() else { return };
        let [message] = enter(tier, &[hex(&record["M"])]);
        // A record of the injection alone has X, one of a round has the round's output.
        let permuted = record.get("out");
        let expected = chains(permuted.unwrap_or(&record["X"]));

        let mut state = chains::<CHAINS>(&record["H"]);
        let mut within = enter(tier, &state);
        words::message_injection(&mut within, message);
        let mut across = shuffle128par::Chains::<Vector, CHAINS>::enter(tier, &state);
        across.message_injection(message);
        if permuted.is_some() {
            permutations(&mut within);
            across.permutations();
        }
        assert_eq!(leave(within), expected);
        across.leave(&mut state);
        assert_eq!(state, expected);
    }
    for record in records(LUFFA, "injection").into_iter().chain(records(LUFFA, "round")) {
        by_chains!(record, check);
    }
}
