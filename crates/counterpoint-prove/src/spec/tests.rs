//! The specification on constants, against known answers, and on variables, where it has to be defined everywhere.

use super::aes::{encrypt, expand_key};
use super::{Parameters, Primitive};
use crate::logic::Logic;
use crate::sums::Bit;
use counterpoint_vectors::{Body, EMBEDDED, Hash, steps};
use serde_json::Value;

/// Returns the bits of some bytes.
fn bits_of(bytes: &[u8]) -> Vec<Bit> {
    bytes.iter().flat_map(|byte| (0..8).map(move |i| Bit::constant(byte >> i & 1 == 1))).collect()
}

/// Returns the bytes of some bits, which must be constants.
fn bytes_of(bits: &[Bit]) -> Vec<u8> {
    let value = |bit: &Bit| u8::from(bit.value().expect("constants become constants"));
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |byte, bit| byte << 1 | value(bit))).collect()
}

/// Returns the state after these blocks and, if `finalize` is set, the final step.
fn run(primitive: Primitive, parameters: Parameters, start: &[u8], blocks: &[u8], finalize: bool) -> Vec<u8> {
    let (mut logic, mut state) = (Logic::new(), bits_of(start));
    if !blocks.is_empty() {
        for block in blocks.chunks(primitive.block_bytes(parameters)) {
            primitive.absorb(&mut logic, &mut state, &bits_of(block), parameters);
        }
    }
    if finalize {
        primitive.finalize(&mut logic, &mut state, parameters);
    }
    bytes_of(&state)
}

/// Returns the records of one list of a family's document.
fn records(document: &str, list: &str) -> Vec<Value> {
    let records = steps::json(document)[list].as_array().expect("a list").clone();
    assert!(!records.is_empty(), "{list} is empty");
    records
}

/// Returns the bytes of a record's field, in which hexadecimal words may be set apart by spaces.
fn hex(value: &Value) -> Vec<u8> {
    counterpoint_vectors::hex(&value.as_str().expect("a text").replace(' ', "")).expect("hexadecimal digits")
}

/// Returns the same bytes with those of each word of 32 bits in reverse.
fn words_reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Compares the digests of a family's document with those of `digest(variant, message)`. Byte i of a message is
/// 7 i + 3.
fn check_digests(document: &str, digest: impl Fn(usize, &[u8]) -> Vec<u8>) {
    for record in records(document, "digests") {
        let (variant, length) = (number(&record["variant"]), number(&record["len"]));
        let message: Vec<u8> = (0..length).map(|i| (7 * i + 3) as u8).collect();
        assert_eq!(digest(variant, &message), hex(&record["digest"]), "{variant} bits of digest, {length} bytes");
    }
    for variant in [224, 256, 384, 512] {
        let abc = &steps::json(document)[format!("abc_digest_{variant}")];
        assert_eq!(digest(variant, b"abc"), hex(abc), "{variant} bits of digest, abc");
    }
    check_official_messages(document, digest);
}

/// As [`check_digests`], for every fifth of the answers to the competition's short messages, if they lie beside the
/// project. Messages that end inside a byte are left out.
fn check_official_messages(document: &str, digest: impl Fn(usize, &[u8]) -> Vec<u8>) {
    let family = match document {
        steps::FUGUE => "fugue",
        steps::GROESTL => "groestl",
        _ => "luffa",
    };
    let Some(folder) = counterpoint_vectors::shared() else {
        return println!("skipped: the competition's messages are not beside the project");
    };
    for variant in [224, 256, 384, 512] {
        let path = folder.join(family).join(format!("{family}{variant}_short.json"));
        let file = counterpoint_vectors::File::read(&path).expect("the file can be read");
        let mut compared = 0;
        for case in file.cases.iter().step_by(5) {
            let Body::Hash(Hash { message, output }) = &case.body else { continue };
            if let Some(message) = message.as_bytes() {
                assert_eq!(digest(variant, message), output.bytes, "{family}{variant} {}", case.label);
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared} messages of {}", path.display());
    }
}

#[test]
fn keccak_p_of_every_width() {
    for record in records(steps::KECCAK, "p") {
        let (width, rounds) = (number(&record["b"]) / 25, number(&record["nr"]));
        let (input, output) = (hex(&record["in"]), hex(&record["out"]));
        let primitive = Primitive::Keccak { width };
        let parameters = Parameters { rate_bytes: 2 * width / 8, rounds };
        assert_eq!(run(primitive, parameters, &input, &[], true), output, "Keccak-p[{width} * 25, {rounds}]");
        // The same state, two lanes of which are absorbed.
        let (block, rest) = input.split_at(parameters.rate_bytes);
        let start = [&vec![0; block.len()], rest].concat();
        assert_eq!(run(primitive, parameters, &start, block, false), output);
    }
}

#[test]
fn sha3_as_nist_publishes_it() {
    for (name, rate_bytes, digest_bytes) in [("SHA3_256", 136, 32), ("SHA3_512", 72, 64)] {
        let name = format!("sha3/{name}ShortMsg.rsp");
        let file = EMBEDDED.iter().find(|file| file.name == name).expect("it is embedded");
        for case in file.parse().expect("it can be parsed").cases.iter().step_by(4) {
            let Body::Hash(Hash { message, output }) = &case.body else { panic!("a message and its digest") };
            let mut blocks = message.as_bytes().expect("whole bytes").to_vec();
            blocks.push(0x06);
            blocks.resize(blocks.len().next_multiple_of(rate_bytes), 0);
            *blocks.last_mut().expect("the padding") |= 0x80;
            let state =
                run(Primitive::Keccak { width: 64 }, Parameters { rate_bytes, rounds: 24 }, &[0; 200], &blocks, false);
            assert_eq!(state[..digest_bytes], output.bytes, "{name}: {}", case.label);
        }
    }
}

#[test]
fn groestl() {
    check_digests(steps::GROESTL, |variant, message| {
        let primitive = Primitive::Groestl { columns: if variant <= 256 { 8 } else { 16 } };
        let block_bytes = primitive.block_bytes(Parameters::default());
        let mut start = vec![0; primitive.state_bytes()];
        *start.last_chunk_mut().expect("two columns or more") = (variant as u64).to_be_bytes();
        let mut blocks = [message, &[0x80]].concat();
        blocks.resize((blocks.len() + 8).next_multiple_of(block_bytes), 0);
        let count = (blocks.len() / block_bytes) as u64;
        *blocks.last_chunk_mut().expect("it has a block") = count.to_be_bytes();
        let state = run(primitive, Parameters::default(), &start, &blocks, true);
        state[state.len() - variant / 8..].to_vec()
    });
}

#[test]
fn groestls_compression_function() {
    for record in records(steps::GROESTL, "f") {
        let primitive = Primitive::Groestl { columns: number(&record["bits"]) / 64 };
        let state = run(primitive, Parameters::default(), &hex(&record["H"]), &hex(&record["M"]), false);
        assert_eq!(state, hex(&record["out"]));
    }
}

#[test]
fn fugue() {
    check_digests(steps::FUGUE, |variant, message| {
        let primitive = Primitive::Fugue { sub_rounds: (variant / 128).max(2) };
        let zeros = vec![0; primitive.state_bytes()];
        // The state after these words, finalized; its first columns of output.
        let output = |start: &[u8], words: &[u8]| {
            let state = run(primitive, Parameters::default(), start, words, true);
            let output = primitive.defined_bytes(true, None);
            output[..variant / 8].iter().map(|&byte| state[byte]).collect::<Vec<_>>()
        };
        let initial_value = output(&zeros, &(variant as u32).to_be_bytes());
        let start = [&zeros[initial_value.len()..], &initial_value].concat();
        let mut words = message.to_vec();
        words.resize(message.len().next_multiple_of(4), 0);
        words.extend((8 * message.len() as u64).to_be_bytes());
        output(&start, &words)
    });
}

#[test]
fn fugues_rounds() {
    for (variant, sub_rounds) in [(256, 2), (384, 3), (512, 4)] {
        let primitive = Primitive::Fugue { sub_rounds };
        for record in records(steps::FUGUE, &format!("round_{variant}")) {
            let state = run(primitive, Parameters::default(), &hex(&record["state"]), &hex(&record["word"]), false);
            assert_eq!(state, hex(&record["out"]));
        }
        for record in records(steps::FUGUE, &format!("final_{variant}")) {
            let state = run(primitive, Parameters::default(), &hex(&record["state"]), &[], true);
            assert_eq!(state, hex(&record["state_out"]));
        }
    }
}

#[test]
fn luffa() {
    const INITIAL_VALUES: [u32; 40] = [
        0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb, 0xc3b44b95,
        0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581, 0xf7efc89d, 0x5dba5781,
        0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7, 0x858075d5, 0x36d79cce, 0xe571f7d7,
        0x204b1f67, 0x35870c6a, 0x57e9e923, 0x14bcb808, 0x7cde72ce, 0x6c68e9be, 0x5ec41e22, 0xc825b7c7, 0xaffb4363,
        0xf5df3999, 0x0fc688f1, 0xb07224cc, 0x03e86cea,
    ];
    check_digests(steps::LUFFA, |variant, message| {
        let chains = (variant / 128 + 1).max(3);
        let primitive = Primitive::Luffa { chains };
        let start: Vec<u8> = INITIAL_VALUES[..8 * chains].iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut blocks = [message, &[0x80]].concat();
        blocks.resize(blocks.len().next_multiple_of(32), 0);
        let mut digest = Vec::new();
        let mut state = run(primitive, Parameters::default(), &start, &blocks, false);
        while digest.len() < variant / 8 {
            state = run(primitive, Parameters::default(), &state, &[], true);
            let sum: Vec<u8> = (0..32).map(|n| state.iter().skip(n).step_by(32).fold(0, |sum, b| sum ^ b)).collect();
            digest.extend(words_reversed(&sum));
        }
        digest.truncate(variant / 8);
        digest
    });
}

#[test]
fn luffas_round() {
    for record in records(steps::LUFFA, "round") {
        let blocks = |value: &Value| value.as_array().expect("blocks").iter().flat_map(hex).collect::<Vec<_>>();
        let (start, block, expected) = (blocks(&record["H"]), hex(&record["M"]), blocks(&record["out"]));
        let primitive = Primitive::Luffa { chains: number(&record["w"]) };
        let state = run(primitive, Parameters::default(), &words_reversed(&start), &block, false);
        assert_eq!(words_reversed(&state), expected);
    }
}

#[test]
fn aes_as_nist_publishes_it() {
    let mut logic = Logic::new();
    for record in records(steps::AES, "blocks") {
        let round_keys = expand_key(&mut logic, &bits_of(&hex(&record["key"])));
        let encrypted = encrypt(&mut logic, &round_keys, &bits_of(&hex(&record["pt"])));
        assert_eq!(bytes_of(&encrypted), hex(&record["ct"]));
    }
    for key_bits in [128, 192, 256] {
        let name = format!("aes/aes{key_bits}_ecb_cavp.json");
        let file = EMBEDDED.iter().find(|file| file.name == name).expect("it is embedded");
        for case in &file.parse().expect("it can be parsed").cases {
            let Body::Blocks(blocks) = &case.body else { panic!("blocks") };
            let round_keys = expand_key(&mut logic, &bits_of(&blocks.key));
            for (block, expected) in blocks.plaintext.chunks(16).zip(blocks.ciphertext.chunks(16)) {
                let encrypted = encrypt(&mut logic, &round_keys, &bits_of(block));
                assert_eq!(bytes_of(&encrypted), expected, "{name}: {}", case.label);
            }
        }
    }
}

#[test]
fn round_keys_of_aes() {
    for record in records(steps::AES, "keys") {
        let round_keys = expand_key(&mut Logic::new(), &bits_of(&hex(&record["key"])));
        let expected: Vec<u8> = record["round_keys"].as_array().expect("a list").iter().flat_map(hex).collect();
        assert_eq!(bytes_of(&round_keys), expected);
    }
}

#[test]
fn the_defined_bytes_are_those_of_the_output() {
    let keccak = Primitive::Keccak { width: 64 };
    assert_eq!(keccak.defined_bytes(true, Some(3)), [0, 1, 2]);
    assert_eq!(keccak.defined_bytes(false, None).len(), 200);
    let fugue = Primitive::Fugue { sub_rounds: 2 };
    assert_eq!(fugue.defined_bytes(true, Some(4))[..5], [4, 5, 6, 7, 8]);
    assert_eq!(fugue.defined_bytes(true, None).len(), 32);
    assert_eq!(fugue.defined_bytes(false, Some(4)).len(), 120);
    assert_eq!(Primitive::Groestl { columns: 8 }.defined_bytes(true, Some(4)).len(), 64);
    assert_eq!(Primitive::Luffa { chains: 3 }.defined_bytes(true, Some(4)).len(), 96);
}

fn variables(logic: &mut Logic, count: usize) -> Vec<Bit> {
    (0..count).map(|_| logic.variable()).collect()
}

/// Checks that no bit is a constant or unknown, and that no bit is equal to another.
fn check_results(bits: &[Bit]) {
    assert!(bits.iter().all(|bit| bit.value().is_none() && !bit.is_unknown()));
    let mut different: Vec<usize> = bits.iter().map(|bit| bit.node()).collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), bits.len(), "the bits are independent of each other");
}

/// Absorbs a block of variables and finalizes, starting from a state of variables.
fn check_variables(primitive: Primitive, parameters: Parameters) {
    let mut logic = Logic::new();
    let mut state = variables(&mut logic, 8 * primitive.state_bytes());
    let block = variables(&mut logic, 8 * primitive.block_bytes(parameters));
    primitive.absorb(&mut logic, &mut state, &block, parameters);
    check_results(&state);
    primitive.finalize(&mut logic, &mut state, parameters);
    let (whole, defined) = (state.as_chunks::<8>().0, primitive.defined_bytes(true, None));
    check_results(defined.into_iter().map(|byte| whole[byte]).collect::<Vec<_>>().as_flattened());
}

#[test]
fn keccak_on_variables() {
    check_variables(Primitive::Keccak { width: 64 }, Parameters { rate_bytes: 136, rounds: 24 });
    check_variables(Primitive::Keccak { width: 8 }, Parameters { rate_bytes: 5, rounds: 18 });
}

#[test]
fn groestl_512_on_variables() {
    check_variables(Primitive::Groestl { columns: 8 }, Parameters::default());
}

#[test]
fn groestl_1024_on_variables() {
    check_variables(Primitive::Groestl { columns: 16 }, Parameters::default());
}

#[test]
fn fugue_on_variables() {
    for sub_rounds in [2, 3, 4] {
        check_variables(Primitive::Fugue { sub_rounds }, Parameters::default());
    }
}

#[test]
fn luffa_on_variables() {
    for chains in [3, 4, 5] {
        check_variables(Primitive::Luffa { chains }, Parameters::default());
    }
}

#[test]
fn aes_on_variables() {
    for key_bits in [128, 192, 256] {
        let mut logic = Logic::new();
        let key = variables(&mut logic, key_bits);
        let round_keys = expand_key(&mut logic, &key);
        check_results(&round_keys);
        let independent_keys = variables(&mut logic, round_keys.len());
        let block = variables(&mut logic, 128);
        for round_keys in [round_keys, independent_keys] {
            check_results(&encrypt(&mut logic, &round_keys, &block));
        }
    }
}
