//! Checks every step against the specification's intermediate values.

use super::primitive::{Parameters, Word};
use super::{permute_with, spec};
use crate::cpu::Portable;
use crate::kernel::{Input, Operands};
use crate::steps::{bytes, check_digest, number, records};
use counterpoint_vectors::steps::KECCAK;
use counterpoint_vectors::{Body, File, KeccakTrace};
use serde_json::Value;
use std::vec::Vec;

/// Runs `check` for the width that a record names.
macro_rules! by_width {
    ($width:expr, $check:ident($($argument:expr),*)) => {
        match $width {
            200 => $check::<u8>($($argument),*),
            400 => $check::<u16>($($argument),*),
            800 => $check::<u32>($($argument),*),
            1600 => $check::<u64>($($argument),*),
            width => panic!("{width} bits"),
        }
    };
}

pub(super) fn state<W: Word>(bytes: &[u8]) -> [W; 25] {
    assert_eq!(bytes.len(), 25 * W::BYTES);
    core::array::from_fn(|i| W::from_bytes(&bytes[i * W::BYTES..][..W::BYTES]))
}

pub(super) fn to_bytes<W: Word>(state: &[W; 25]) -> Vec<u8> {
    let mut bytes = std::vec![0; 25 * W::BYTES];
    for (lane, bytes) in state.iter().zip(bytes.chunks_mut(W::BYTES)) {
        lane.to_bytes(bytes);
    }
    bytes
}

/// Compares one round of the specification with the state after each of its steps.
fn check_round<W: Word>(state: &mut [W; 25], round: usize, [theta, rho, pi, chi, iota]: [&[u8]; 5]) {
    spec::theta(state);
    assert_eq!(to_bytes(state), theta, "theta of round {round}");
    spec::rho(state);
    assert_eq!(to_bytes(state), rho, "rho of round {round}");
    spec::pi(state);
    assert_eq!(to_bytes(state), pi, "pi of round {round}");
    spec::chi(state);
    assert_eq!(to_bytes(state), chi, "chi of round {round}");
    spec::iota(state, round);
    assert_eq!(to_bytes(state), iota, "iota of round {round}");
}

#[test]
fn every_step_of_a_round() {
    fn check<W: Word>(record: &Value) {
        let steps = ["theta", "rho", "pi", "chi", "iota"].map(|step| bytes(&record[step]));
        let steps = [&steps[0][..], &steps[1], &steps[2], &steps[3], &steps[4]];
        check_round(&mut state::<W>(&bytes(&record["in"])), number(&record["round_index"]), steps);
    }
    for record in records(KECCAK, "steps") {
        by_width!(number(&record["b"]), check(&record));
    }
}

/// Checks that every implementation that can run here maps `input` to `output`.
fn check_permutation<W: Word>(input: &[u8], rounds: usize, output: &[u8]) {
    for implementation in W::list().every() {
        let mut state = state::<W>(input);
        permute_with(implementation, core::slice::from_mut(&mut state), rounds);
        let name = implementation.implementation().name();
        assert_eq!(to_bytes(&state), output, "{name}: {rounds} rounds on {} bytes", input.len());
    }
}

#[test]
fn any_number_of_rounds() {
    for record in records(KECCAK, "p") {
        let (input, output) = (bytes(&record["in"]), bytes(&record["out"]));
        by_width!(number(&record["b"]), check_permutation(&input, number(&record["nr"]), &output));
    }
}

/// Compares the state after each round of the specification, one by one.
fn check_rounds<W: Word>(input: &[u8], list: &str) {
    let rounds = records(KECCAK, list);
    assert_eq!(rounds.len(), W::FULL_ROUNDS, "{list}");
    let mut state = state::<W>(input);
    for (round, after) in rounds.iter().enumerate() {
        spec::theta(&mut state);
        spec::rho(&mut state);
        spec::pi(&mut state);
        spec::chi(&mut state);
        spec::iota(&mut state, round);
        assert_eq!(to_bytes(&state), bytes(after), "{list}, round {round}");
    }
    check_permutation::<W>(input, W::FULL_ROUNDS, &bytes(&rounds[W::FULL_ROUNDS - 1]));
}

#[test]
fn states_after_each_round() {
    let counting: Vec<u8> = (0..100).collect();
    check_rounds::<u8>(&counting[..25], "keccak_f_200_counting_bytes_after_each_round");
    check_rounds::<u16>(&counting[..50], "keccak_f_400_counting_bytes_after_each_round");
    check_rounds::<u32>(&counting, "keccak_f_800_counting_bytes_after_each_round");
    let mut padded = [0; 200];
    padded[..4].copy_from_slice(b"abc\x06");
    padded[135] = 0x80;
    check_rounds::<u64>(&padded, "sha3_256_abc_state_after_each_round");
}

/// Compares with the Keccak team's files, step by step: two permutations of each width.
#[test]
fn the_designers_intermediate_values() {
    let Some(folder) = counterpoint_vectors::shared() else {
        std::println!("skipped intermediate values of Keccak-f: the folder of known answers is missing");
        return;
    };
    fn check<W: Word>(trace: &KeccakTrace) {
        assert_eq!(trace.rounds.len(), W::FULL_ROUNDS);
        let mut state = state::<W>(&trace.input);
        for (round, steps) in trace.rounds.iter().enumerate() {
            check_round(&mut state, round, core::array::from_fn(|step| &steps[step][..]));
        }
        check_permutation::<W>(&trace.input, W::FULL_ROUNDS, &trace.output);
    }
    for width in [200, 400, 800, 1600] {
        let name = std::format!("keccak-p/KeccakF-{width}-IntermediateValues.txt");
        let file = File::read(&folder.join(name)).expect("the file is whole");
        assert_eq!(file.cases.len(), 2);
        for case in &file.cases {
            let Body::KeccakTrace(trace) = &case.body else { panic!("{} is not a trace", case.label) };
            by_width!(width, check(trace));
        }
    }
}

/// Compares every implementation with `spec`, for each number of states up to one more than two batches, each number of
/// lanes that a state absorbs, and states that start individually or all from the same start. Without optimisation that
/// would take minutes in an emulator. There, only one state, a whole batch and the largest number of states absorb each
/// number of lanes; the other numbers of states absorb one of them each.
fn check_steps<W: Word>() {
    const ABSORBED: [usize; 8] = [0, 1, 9, 13, 17, 18, 21, 25];
    let spec = W::list().spec();
    let others: Vec<_> = W::list().available().filter(|entry| entry.implementation().technique() != "spec").collect();
    let most = others.iter().map(|entry| 2 * entry.implementation().states() + 1).max().expect("an implementation");
    let number = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7;
    let state = |m: usize| core::array::from_fn::<W, 25, _>(|k| W::splat(Portable::PROOF, number(100 * m + k)));
    let input: Vec<u8> = (0..8192).map(|i| number(i) as u8).collect();
    let (own, start): (Vec<[W; 25]>, _) = ((0..most).map(state).collect(), state(9));

    for (n, lanes) in ABSORBED.into_iter().enumerate() {
        let rate_bytes = lanes * W::BYTES;
        let parameters = Parameters::new::<W>(rate_bytes, W::FULL_ROUNDS - 1).expect("whole lanes");
        let pieces = |from: usize, blocks: usize| -> Vec<&[u8]> {
            let states = if lanes > 0 { most } else { 0 };
            (0..states).map(|m| &input[from + 5 * m..][..blocks * rate_bytes]).collect()
        };
        let (blocks, more_blocks) = (pieces(0, 2), pieces(3000, 1));
        for (step, from_start) in [
            (Input { blocks: &blocks, more_blocks: &more_blocks, finalize: true }, false),
            (Input { blocks: &blocks, more_blocks: &[], finalize: false }, true),
            (Input { blocks: &[], more_blocks: &more_blocks, finalize: false }, false),
            (Input::FINALIZE, true),
        ] {
            let before = if from_start { std::vec![start; most] } else { own.clone() };
            let mut expected = before.clone();
            spec.run(Operands::new(&mut expected, step, parameters));

            for entry in &others {
                let implementation = entry.implementation();
                let width = implementation.states();
                let edges = [1, width, 2 * width + 1];
                let is_tried = |count: &usize| {
                    let turn = (count + count / ABSORBED.len()) % ABSORBED.len();
                    cfg!(not(unoptimised)) || edges.contains(count) || turn == n
                };
                for count in (1..=2 * width + 1).filter(is_tried) {
                    // Each state has its own input, so fewer states end like the first of the expected ones.
                    let [blocks, more_blocks] =
                        [step.blocks, step.more_blocks].map(|list| &list[..count.min(list.len())]);
                    let step = Input { blocks, more_blocks, ..step };
                    // A start, which only kernels for several states get, makes the given states irrelevant.
                    let given = from_start && width > 1;
                    let mut got = if given { &own } else { &before }[..count].to_vec();
                    entry.run(Operands { start: given.then_some(&start), ..Operands::new(&mut got, step, parameters) });
                    let same = got.iter().map(to_bytes).eq(expected.iter().take(count).map(to_bytes));
                    assert!(
                        same,
                        "{} on {} bits: {count} states, {lanes} lanes absorbed",
                        implementation.name(),
                        25 * W::WIDTH
                    );
                }
            }
        }
    }
}

#[test]
fn every_step_on_any_number_of_states() {
    check_steps::<u8>();
    check_steps::<u16>();
    check_steps::<u32>();
    check_steps::<u64>();
}

/// Follows the lane of docs/techniques/pairs.md through a round, and checks the lanes that the page names in each step.
#[test]
fn the_worked_lane_of_the_document() {
    let mut state = [0; 25];
    state[9] = 0xb5;
    let input = to_bytes(&state);
    spec::theta(&mut state);
    let after_theta: [u64; 25] = core::array::from_fn(|k| if k == 9 { 0xb5 } else { [0xb5, 0, 0, 0x16a, 0][k % 5] });
    assert_eq!(state, after_theta);
    spec::rho(&mut state);
    assert_eq!(
        [3, 1, 5, 10, 13, 9, 14].map(|k| state[k]),
        [0x16a0000000, 0, 0xb5000000000, 0x5a8, 0x2d4000000, 0xb500000, 0]
    );
    spec::pi(&mut state);
    let a = |x: usize| [state[5 + x], state[10 + x]];
    assert_eq!([a(0), a(1), a(2)], [[0x16a0000000, 0], [0xb500000, 0], [0x5a8, 0x2d4000000]]);
    spec::chi(&mut state);
    assert_eq!([5, 10, 6].map(|k| state[k]), [0x16a00005a8, 0x2d4000000, 0xb500000]);
    // The same with `pairs`, if the machine can run it.
    spec::iota(&mut state, 23);
    check_permutation::<u64>(&input, 1, &to_bytes(&state));
}

#[test]
fn digests() {
    let list = &counterpoint_vectors::steps::json(KECCAK)["digests"]["list"];
    let mut checked = 0;
    for record in list.as_array().expect("a list") {
        let name = record["f"].as_str().expect("a name").trim_end_matches(" (legacy)");
        if ["SHA3-", "SHAKE", "Keccak-"].iter().any(|start| name.starts_with(start)) {
            check_digest(name, number(&record["len"]), &bytes(&record["out"]));
            checked += 1;
        }
    }
    assert_eq!(checked, 8 * 11 + 2 * 7);
}
