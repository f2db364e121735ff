//! Checks every step against the specification's intermediate values, and every implementation against its blocks.

use super::primitive::{Aes, Block, Work};
use super::spec;
use crate::list::Implemented;
use crate::steps::{bytes, records};
use crate::{Aes128, Algorithm};
use counterpoint_vectors::steps::AES;
use counterpoint_vectors::{AesRound, Blocks, Body, EMBEDDED, KeySchedule};
use serde_json::Value;
use std::vec;
use std::vec::Vec;

fn block(value: &Value) -> Block {
    bytes(value).try_into().expect("a block")
}

#[test]
fn rounds_step_by_step() {
    for record in records(AES, "round") {
        let mut state = block(&record["in"]);
        spec::sub_bytes(&mut state);
        assert_eq!(state, block(&record["subbytes"]));
        spec::shift_rows(&mut state);
        assert_eq!(state, block(&record["shiftrows"]));
        let mut last = state;
        spec::add_round_key(&mut last, &block(&record["key"]));
        assert_eq!(last, block(&record["aesenclast"]));
        spec::mix_columns(&mut state);
        assert_eq!(state, block(&record["mixcolumns"]));
        spec::add_round_key(&mut state, &block(&record["key"]));
        assert_eq!(state, block(&record["aesenc"]));
    }
}

/// Checks that every available implementation expands the key to these round keys.
fn check_key_schedule(key: &[u8], expected: &[Block]) {
    for implementation in Aes::list().every() {
        let mut round_keys = vec![[0; 16]; expected.len()];
        implementation.run(Work::expand_key(key, &mut round_keys));
        assert_eq!(round_keys, expected, "by {}", implementation.implementation().name());
    }
}

#[test]
fn key_schedules() {
    for record in records(AES, "keys") {
        let round_keys: Vec<Block> = record["round_keys"].as_array().expect("a list").iter().map(block).collect();
        check_key_schedule(&bytes(&record["key"]), &round_keys);
    }
}

/// Checks that every available implementation encrypts the blocks to this ciphertext, one by one and all at once.
fn check_blocks(key: &[u8], plaintext: &[u8], ciphertext: &[u8]) {
    let algorithm = Algorithm::by_name(&std::format!("aes{}", 8 * key.len())).expect("the family has it");
    let cipher = algorithm.as_block_cipher().expect("it is a block cipher");
    for name in Aes::list().every().map(|entry| entry.implementation().name()) {
        for at_once in [16, plaintext.len()] {
            let mut blocks = plaintext.to_vec();
            for some in blocks.chunks_mut(at_once) {
                cipher.encrypt(Some(name), key, some).expect("it is available");
            }
            assert_eq!(blocks, ciphertext, "by {name}");
        }
    }
}

#[test]
fn blocks() {
    for record in records(AES, "blocks") {
        check_blocks(&bytes(&record["key"]), &bytes(&record["pt"]), &bytes(&record["ct"]));
    }
}

/// Checks each part that a record has, on the record's state.
fn check_round(record: &AesRound) {
    let state: Block = record.state[..].try_into().expect("a block");
    let key: Block = record.round_key[..].try_into().expect("a block");
    let check = |part: &Option<Vec<u8>>, steps: &[fn(&mut Block)], key: Block| {
        let mut state = state;
        steps.iter().for_each(|step| step(&mut state));
        spec::add_round_key(&mut state, &key);
        assert!(part.as_ref().is_none_or(|part| part[..] == state));
    };
    let none = [0; 16];
    check(&record.sub_bytes, &[spec::sub_bytes], none);
    check(&record.shift_rows, &[spec::shift_rows], none);
    check(&record.mix_columns, &[spec::mix_columns], none);
    check(&record.round, &[spec::sub_bytes, spec::shift_rows, spec::mix_columns], key);
    check(&record.last_round, &[spec::sub_bytes, spec::shift_rows], key);
}

#[test]
fn known_answers() {
    let mut count = 0;
    for file in EMBEDDED.iter().filter(|file| file.name.starts_with("aes/")) {
        for case in file.parse().expect("a known format").cases {
            count += 1;
            match case.body {
                Body::Blocks(Blocks { key, plaintext, ciphertext, repeats: 1 }) => {
                    check_blocks(&key, &plaintext, &ciphertext);
                }
                Body::KeySchedule(KeySchedule { key, round_keys }) => {
                    let round_keys: Vec<Block> =
                        round_keys.into_iter().map(|round_key| round_key.try_into().expect("a block")).collect();
                    check_key_schedule(&key, &round_keys);
                }
                Body::AesRound(round) => check_round(&round),
                other => panic!("{}, record {}: {other:?}", file.name, case.record),
            }
        }
    }
    assert!(count > 500, "{count} known answers");
}

#[test]
fn rounds_of_one_block() {
    let record = &counterpoint_vectors::steps::json(AES)["abc_block"];
    let states: Vec<Block> = record["states_after_round"].as_array().expect("a list").iter().map(block).collect();
    let aes = Aes128::new(&block(&record["key"]));
    let mut state = block(&record["pt"]);
    for (round, round_key) in aes.round_keys().iter().enumerate() {
        if round > 0 {
            spec::sub_bytes(&mut state);
            spec::shift_rows(&mut state);
        }
        if (1..10).contains(&round) {
            spec::mix_columns(&mut state);
        }
        spec::add_round_key(&mut state, round_key);
        assert_eq!(state, states[round], "after round {round}");
    }
}

#[test]
fn the_s_box_and_its_tables() {
    let document = counterpoint_vectors::steps::json(AES);
    assert_eq!(bytes(&document["sbox"]), crate::gf256::SBOX);
    assert_eq!(bytes(&document["inverse_sbox"]), crate::gf256::INVERSE_SBOX);
    for x in 0..=255 {
        assert_eq!(bytes(&document["gf_inverse"])[x as usize], crate::gf256::inverse(x));
    }
}
