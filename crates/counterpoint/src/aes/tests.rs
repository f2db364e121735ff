//! Every step against the specification's intermediate values, every implementation against its blocks.

use super::{Aes, Block, Work, spec};
use crate::registry::{Listed, Primitive};
use crate::steps::{bytes, records};
use crate::{Aes128, Algorithm};
use counterpoint_vectors::steps::AES;
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

#[test]
fn key_schedules() {
    for record in records(AES, "keys") {
        let key = bytes(&record["key"]);
        let expected: Vec<Block> = record["round_keys"].as_array().expect("a list").iter().map(block).collect();
        for implementation in Aes::list().all().iter().filter(|i| i.available()) {
            let mut round_keys = vec![[0; 16]; expected.len()];
            implementation.run(Work::expand_key(&key, &mut round_keys));
            assert_eq!(round_keys, expected, "by {}", implementation.card().name);
        }
    }
}

#[test]
fn blocks() {
    for record in records(AES, "blocks") {
        let key = bytes(&record["key"]);
        let algorithm = Algorithm::by_name(&std::format!("aes{}", 8 * key.len())).expect("the family has it");
        let cipher = algorithm.as_block_cipher().expect("it is a block cipher");
        for implementation in algorithm.implementations().filter(|i| i.available()) {
            let mut block = bytes(&record["pt"]);
            cipher.encrypt(Some(implementation.card().name), &key, &mut block).expect("it is available");
            assert_eq!(block, bytes(&record["ct"]), "by {}", implementation.card().name);
        }
    }
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
