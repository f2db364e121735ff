//! Checks every step against the specification's intermediate values.

use super::round::{Block, words_of};
use super::words::Minimize;
use super::{spec, words};
use crate::cpu::Portable;
use crate::steps::{check_digests, number, records, words as hex};
use crate::{Luffa256, Luffa384, Luffa512};
use counterpoint_vectors::steps::LUFFA;
use serde_json::Value;

#[cfg(vectors)]
mod byte_shuffles;
#[cfg(vectors)]
mod nibbles;
mod pairs;

const TIER: Portable = Portable::PROOF;

/// Runs `check` for 3, 4 or 5 chains, depending on the record.
macro_rules! by_chains {
    ($record:expr, $check:ident $(, $layout:ident)?) => {
        match number(&$record["w"]) {
            3 => $check::<$($layout,)? 3>(&$record),
            4 => $check::<$($layout,)? 4>(&$record),
            5 => $check::<$($layout,)? 5>(&$record),
            w => panic!("{w} chains"),
        }
    };
}

use by_chains;

fn chains<const CHAINS: usize>(value: &Value) -> [Block; CHAINS] {
    core::array::from_fn(|i| hex(&value[i]))
}

#[test]
fn doubling() {
    for record in records(LUFFA, "double") {
        assert_eq!(spec::double(hex(&record["in"])), hex(&record["out"]));
        assert_eq!(words::double::<u32>(hex(&record["in"])), hex(&record["out"]));
    }
}

#[test]
fn message_injection() {
    fn check<const CHAINS: usize>(record: &Value) {
        let message = hex(&record["M"]);
        let mut state = chains::<CHAINS>(&record["H"]);
        spec::message_injection(&mut state, message);
        assert_eq!(state, chains(&record["X"]));
        let mut state = chains::<CHAINS>(&record["H"]);
        words::message_injection(&mut state, message);
        assert_eq!(state, chains(&record["X"]));
    }
    for record in records(LUFFA, "injection") {
        by_chains!(record, check);
    }
}

#[test]
fn sub_crumb() {
    for record in records(LUFFA, "subcrumb") {
        let x = hex(&record["in"]);
        assert_eq!(spec::sub_crumb(x), hex(&record["out"]));
        assert_eq!(words::sub_crumb::<u32>(x, Minimize::Operations), hex(&record["out"]));
    }
}

#[test]
fn mix_word() {
    for record in records(LUFFA, "mixword") {
        let [u, v] = hex(&record["in"]);
        assert_eq!(spec::mix_word([u, v]), hex(&record["out"]));
        assert_eq!(words::mix_word([u, v], u32::rotate_left), hex(&record["out"]));
    }
}

#[test]
fn steps() {
    for record in records(LUFFA, "step") {
        let (j, r) = (number(&record["j"]), number(&record["round"]));
        let mut a = hex(&record["in"]);
        spec::step(j, r, &mut a);
        assert_eq!(a, hex(&record["out"]));
        assert_eq!(words::step(TIER, &spec::CONSTANTS[j][r], hex(&record["in"])), a);
    }
}

#[test]
fn permutations() {
    for record in records(LUFFA, "perm") {
        let j = number(&record["j"]);
        let mut a = hex(&record["in"]);
        spec::permutation(j, &mut a);
        assert_eq!(a, hex(&record["out"]));
        assert_eq!(words::permutation(TIER, j, hex(&record["in"])), a);
    }
}

#[test]
fn rounds() {
    fn check<const CHAINS: usize>(record: &Value) {
        let message = hex(&record["M"]);
        let mut state = chains::<CHAINS>(&record["H"]);
        spec::round(&mut state, message);
        assert_eq!(state, chains(&record["out"]));
        let mut state = chains::<CHAINS>(&record["H"]);
        words::round(TIER, &mut state, message);
        assert_eq!(state, chains(&record["out"]));
    }
    for record in records(LUFFA, "round") {
        by_chains!(record, check);
    }
}

/// The same checks in crumbs, on every tier of this machine.
#[cfg(vectors)]
mod in_crumbs {
    use super::super::crumbs::{Crumbs, load, message_injection, round, store};
    use super::*;
    use crate::cpu::Tier;
    use crate::vector::{Bytes, Lane};

    type Step<V, const VECTORS: usize, const CHAINS: usize> =
        fn(<V as crate::vector::Bits>::Tier, &mut [Crumbs<V, VECTORS>; CHAINS], Crumbs<V, VECTORS>);

    fn check<V: Lane + Bytes, const VECTORS: usize, const CHAINS: usize>(tier: V::Tier) {
        let run = |record: &Value, out: &str, f: Step<V, VECTORS, CHAINS>| {
            let state = chains::<CHAINS>(&record["H"]);
            let mut crumbs = state.map(|block| load(tier, &block));
            f(tier, &mut crumbs, load(tier, &hex(&record["M"])));
            let mut stored = state;
            for (block, crumbs) in stored.iter_mut().zip(crumbs) {
                store(crumbs, block);
            }
            assert_eq!(stored, chains(&record[out]));
        };
        let of_width = |list| records(LUFFA, list).into_iter().filter(|record| number(&record["w"]) == CHAINS);
        for record in of_width("injection") {
            run(&record, "X", |_, chains, message| message_injection(chains, message));
        }
        for record in of_width("round") {
            run(&record, "out", round);
        }
    }

    fn check_all<V: Lane + Bytes, const VECTORS: usize>(tier: Option<V::Tier>) {
        if let Some(tier) = tier {
            check::<V, VECTORS, 3>(tier);
            check::<V, VECTORS, 4>(tier);
            check::<V, VECTORS, 5>(tier);
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn x86_64() {
        use crate::cpu::{Avx2, Avx512, Gfni, Ssse3};
        use crate::vector::x86_64::{Xmm, Ymm};
        check_all::<Xmm<Ssse3, 64>, 2>(Ssse3::detect());
        check_all::<Ymm<Avx2, 64>, 1>(Avx2::detect());
        check_all::<Ymm<Gfni, 64>, 1>(Gfni::detect());
        check_all::<Ymm<Avx512, 64>, 1>(Avx512::detect());
    }

    #[test]
    #[cfg(target_arch = "aarch64")]
    fn aarch64() {
        use crate::cpu::Neon;
        use crate::vector::aarch64::Q;
        check_all::<Q<Neon, 64>, 2>(Neon::detect());
    }

    #[test]
    #[cfg(simd128)]
    fn wasm32() {
        use crate::cpu::Simd128;
        use crate::vector::wasm32::V128;
        check_all::<V128<Simd128, 64>, 2>(Simd128::detect());
    }
}

/// The message "abc" from the initial values: one block, then blank rounds.
#[test]
fn traces() {
    fn check<const CHAINS: usize>(list: &str) {
        let mut state = *spec::INITIAL_VALUES.first_chunk::<CHAINS>().unwrap();
        let mut message = [0x61626380, 0, 0, 0, 0, 0, 0, 0];
        for stages in records(LUFFA, list).as_chunks::<2>().0 {
            spec::message_injection(&mut state, message);
            assert_eq!(state, chains(&stages[0]["chains"]));
            for (j, chain) in state.iter_mut().enumerate() {
                spec::permutation(j, chain);
            }
            assert_eq!(state, chains(&stages[1]["chains"]));
            message = [0; 8];
        }
    }
    check::<3>("abc_trace_224");
    check::<3>("abc_trace_256");
    check::<4>("abc_trace_384");
    check::<5>("abc_trace_512");
}

#[test]
fn digests() {
    check_digests("luffa", LUFFA);
}

/// A message that ends inside a byte is padded with a 1 and zeros.
#[test]
fn a_message_that_ends_inside_a_byte() {
    for bits in 0..8 {
        for length in [0, 1, 30, 31] {
            let message = std::vec![0xa5; length];
            let last = 0b0101_1011;
            let mut block = [0; 32];
            block[..length].copy_from_slice(&message);
            block[length] = last & !(0xff >> bits) | 0x80 >> bits;

            let mut state = *spec::INITIAL_VALUES.first_chunk::<3>().unwrap();
            spec::round(&mut state, words_of(&block));
            spec::round(&mut state, [0; 8]);
            let mut expected = [0; 32];
            super::hash::extract(&state, &mut expected);

            let mut hasher = Luffa256::new();
            hasher.update(&message);
            assert_eq!(hasher.finalize_bits(last, bits), expected, "{length} bytes and {bits} bits");
        }
    }
}

/// The second part of the output follows another blank round.
#[test]
fn two_parts_of_output() {
    let long = Luffa512::digest(b"");
    assert_eq!(long[..4], [0x6e, 0x7d, 0xe4, 0x50]);
    assert_eq!(long[60..], [0xe4, 0x3d, 0xa9, 0x0e]);
    assert_eq!(Luffa384::digest(b"")[32..36], [0xcd, 0xf3, 0x38, 0x38]);
}

/// All forms of the S-box, as logic and as a table, agree on every crumb.
#[test]
fn every_crumb() {
    let x = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
    let first_bits = |words: [u32; 4]| words.map(|word| word & 0xffff);
    let expected = first_bits(spec::sub_crumb(x));
    assert_eq!(first_bits(words::sub_crumb(x, Minimize::Operations)), expected);
    assert_eq!(first_bits(words::sub_crumb_by_six(x)), expected);
    assert_eq!(first_bits(words::sub_crumb_by_seven(x)), expected);
}

#[test]
fn the_constants_come_from_the_generator() {
    assert_eq!(spec::CONSTANTS[0][0], [0x303994a6, 0xe0337818]);
    assert_eq!(spec::CONSTANTS[4][7], [0xedae9520, 0xfc053c31]);
}
