//! Tests of the specification, on constants against known answers, and on variables, where it must be defined
//! everywhere.

use super::aes::{encrypt, expand_key};
use super::{Form, HashFunction, KetjeJr, Parameters, Primitive};
use crate::logic::Logic;
use crate::memory::bits_of;
use crate::sums::Bit;
use counterpoint_vectors::{Body, EMBEDDED, Hash, steps};
use serde_json::Value;

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

/// Returns the digest of a message.
fn digest(function: HashFunction, message: &[u8]) -> Vec<u8> {
    bytes_of(&function.digest(&mut Logic::new(), &bits_of(message)))
}

/// Returns the records of one list of a family's document.
fn records(document: &str, list: &str) -> Vec<Value> {
    let records = steps::json(document)[list].as_array().expect("a list").clone();
    assert!(!records.is_empty(), "{list} is empty");
    records
}

/// Returns the bytes of a record's field, in which spaces may separate hexadecimal words.
fn hex(value: &Value) -> Vec<u8> {
    counterpoint_vectors::hex(&value.as_str().expect("a text").replace(' ', "")).expect("hexadecimal digits")
}

/// Returns the same bytes, reversed within each 32-bit word.
fn words_reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Compares the digests of a family's document with `digest(variant, message)`. Byte i of a message is 7 i + 3.
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

/// Like [`check_digests`], for every fifth of the competition's answers to short messages, if they are in a folder
/// beside the project. Messages that end inside a byte are left out.
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
        // The same state, with two of its lanes absorbed as a block.
        let (block, rest) = input.split_at(parameters.rate_bytes);
        let start = [&vec![0; block.len()], rest].concat();
        assert_eq!(run(primitive, parameters, &start, block, false), output);
    }
}

#[test]
fn sha3_as_nist_publishes_it() {
    for (name, bits) in [("SHA3_256", 256), ("SHA3_512", 512)] {
        let name = format!("sha3/{name}ShortMsg.rsp");
        let file = EMBEDDED.iter().find(|file| file.name == name).expect("it is embedded");
        for case in file.parse().expect("it can be parsed").cases.iter().step_by(4) {
            let Body::Hash(Hash { message, output }) = &case.body else { panic!("a message and its digest") };
            let digest = digest(HashFunction::Sha3 { bits }, message.as_bytes().expect("whole bytes"));
            assert_eq!(digest, output.bytes, "{name}: {}", case.label);
        }
    }
}

#[test]
fn groestl() {
    check_digests(steps::GROESTL, |bits, message| digest(HashFunction::Groestl { bits, form: Form::Final }, message));
}

/// Two of the official answers of the competition's second round.
#[test]
fn groestl_in_the_form_of_round_2() {
    let function = HashFunction::Groestl { bits: 256, form: Form::Round2 };
    for (message, answer) in [
        (&b""[..], "6c462dc6861c19dbc6fa818f3da84bccf6eab703db10a9781eec6633ea9e8b7b"),
        (b"abc", "90f0b04123a30b8b1cd805624e1f64096e0462547f6eaa3145abcda822ec26ea"),
    ] {
        assert_eq!(digest(function, message), hex(&Value::from(answer)));
    }
}

#[test]
fn groestls_compression_function() {
    for record in records(steps::GROESTL, "f") {
        let primitive = Primitive::Groestl { columns: number(&record["bits"]) / 64, form: Form::Final };
        let state = run(primitive, Parameters::default(), &hex(&record["H"]), &hex(&record["M"]), false);
        assert_eq!(state, hex(&record["out"]));
    }
}

#[test]
fn fugue() {
    check_digests(steps::FUGUE, |bits, message| digest(HashFunction::Fugue { bits }, message));
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
    check_digests(steps::LUFFA, |bits, message| digest(HashFunction::Luffa { bits }, message));
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
    assert_eq!(Primitive::Groestl { columns: 8, form: Form::Final }.defined_bytes(true, Some(4)).len(), 64);
    assert_eq!(Primitive::Luffa { chains: 3 }.defined_bytes(true, Some(4)).len(), 96);
}

/// The same sessions with which the simulated assembly is compared.
#[test]
fn ketje_jr() {
    let vectors = include_str!("../../../../studies/avr/harness/ketje_jr.json");
    for record in records(vectors, "vectors") {
        let mut logic = Logic::new();
        let bits = |value: &Value| bits_of(&hex(value));
        let (key, nonce) = (bits(&record["key_hex"]), bits(&record["nonce_hex"]));
        let mut session = KetjeJr::initialize(&mut logic, &key, &nonce);
        for step in record["steps"].as_array().expect("a list") {
            let (data, text, tag) =
                (bits(&step["associated_data_hex"]), bits(&step["plaintext_hex"]), bits(&step["tag_hex"]));
            let wrapped = session.wrap(&mut logic, &data, &text, tag.len());
            assert_eq!(wrapped, (bits(&step["ciphertext_hex"]), tag), "key {}", record["key_hex"]);
        }
    }
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
    check_variables(Primitive::Groestl { columns: 8, form: Form::Final }, Parameters::default());
}

#[test]
fn groestl_1024_on_variables() {
    check_variables(Primitive::Groestl { columns: 16, form: Form::Final }, Parameters::default());
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
