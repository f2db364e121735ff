//! Keyak against its specification, and sessions as a user meets them.

use super::super::tests::{state, to_bytes};
use super::spec::{Motorist, Piston, Spark};
use super::*;
use crate::registry::{Listed, Primitive};
use crate::steps::{bytes, number, records};
use counterpoint_vectors::steps::KEYAK_KETJE;
use serde_json::Value;
use std::vec::Vec;

/// Runs `check` for each instance, or for one of this name.
macro_rules! each {
    ($check:ident) => {
        $check::<u32, 1>();
        $check::<u64, 1>();
        $check::<u64, 2>();
        $check::<u64, 4>();
        $check::<u64, 8>();
    };
    ($name:expr, $check:ident($argument:expr)) => {
        match $name.trim_end_matches("Keyak") {
            "River" => $check::<u32, 1>($argument),
            "Lake" => $check::<u64, 1>($argument),
            "Sea" => $check::<u64, 2>($argument),
            "Ocean" => $check::<u64, 4>($argument),
            "Lunar" => $check::<u64, 8>($argument),
            name => panic!("{name}"),
        }
    };
}

fn names<W: Word>() -> impl Iterator<Item = &'static str> {
    crate::keccak::KeccakP::<W>::list().all().iter().filter(|i| i.available()).map(|i| i.card().name)
}

/// Byte i is 7 i + `seed`.
fn pattern(length: usize, seed: usize) -> Vec<u8> {
    (0..length).map(|i| (7 * i + seed) as u8).collect()
}

const KEY: &[u8] = b"a key of 16 byte";

#[test]
fn every_call_of_a_piston() {
    fn check<W: Word>(record: &Value) {
        let hex = |field: &str| bytes(&record[field]);
        let flag = |field: &str| record[field].as_bool().expect("a flag");
        let (offset, unwrap, crypting) = (number(&record["crypt_offset"]), flag("unwrap"), flag("inject_crypting"));
        let (input, metadata) = (hex("crypt_input"), hex("inject_input"));
        let (eom, length) = (flag("spark_eom"), number(&record["spark_len"]));
        assert_eq!([Piston::<W>::RA, Piston::<W>::RS], ["Ra", "Rs"].map(|field| number(&record[field])));
        assert_eq!([piston::absorbing_rate::<W>(), piston::squeezing_rate::<W>()], [Piston::<W>::RA, Piston::<W>::RS]);

        let mut spec = Piston::<W>::new(hex("state"));
        assert_eq!(spec.crypt(&mut &input[..], offset, unwrap), hex("crypt_output"));
        assert_eq!(spec.s, hex("after_crypt"));
        let mut left = &metadata[..];
        spec.inject(&mut left, crypting);
        assert_eq!(metadata.len() - left.len(), number(&record["inject_consumed"]));
        assert_eq!(spec.s, hex("after_inject"));
        spec.spark(eom, length);
        assert_eq!(spec.s, hex("after_spark"));

        let direction = if unwrap { Direction::Decrypt } else { Direction::Encrypt };
        let (mut lanes, mut data) = (state::<W>(&hex("state")), input);
        let left = piston::crypt(&mut lanes, &mut data, offset, direction).len();
        data.truncate(data.len() - left);
        assert_eq!(data, hex("crypt_output"));
        assert_eq!(to_bytes(&lanes), hex("after_crypt"));
        let left = piston::inject(&mut lanes, &metadata, crypting);
        assert_eq!(metadata.len() - left.len(), number(&record["inject_consumed"]));
        assert_eq!(to_bytes(&lanes), hex("after_inject"));
        if eom {
            piston::end_of_message(&mut lanes, length);
        }
        crate::keccak::permute_many(core::slice::from_mut(&mut lanes), engine::ROUNDS);
        assert_eq!(to_bytes(&lanes), hex("after_spark"));
    }
    for record in records(KEYAK_KETJE, "piston") {
        match number(&record["b"]) {
            800 => check::<u32>(&record),
            _ => check::<u64>(&record),
        }
    }
}

/// Every spark of the specification's form, and the sessions of every implementation.
#[test]
fn sessions_spark_by_spark() {
    fn check<W: Word, const PISTONS: usize>(record: &Value) {
        let flag = |value: &Value| value.as_bool().expect("a flag");
        let (key, nonce) = (bytes(&record["key"]), bytes(&record["nonce"]));
        let (tag_flag, forget) = (flag(&record["tagFlag"]), flag(&record["forgetFlag"]));
        let steps = record["steps"].as_array().expect("steps");
        let sparks = |step: &Value| -> Vec<Spark> {
            let states = |states: &Value| states.as_array().expect("states").iter().map(bytes).collect();
            let spark = |spark: &Value| Spark {
                eom: flag(&spark["eom"]),
                lengths: spark["lengths"].as_array().expect("lengths").iter().map(number).collect(),
                before: states(&spark["states_before"]),
                after: states(&spark["states_after"]),
            };
            step["sparks"].as_array().expect("sparks").iter().map(spark).collect()
        };

        let mut spec = Motorist::<W>::new(PISTONS);
        let start_tag = spec.start_engine(&key, &nonce, tag_flag, forget);
        assert_eq!(start_tag, bytes(&steps[0]["tag"]));
        assert_eq!(core::mem::take(&mut spec.sparks), sparks(&steps[0]));
        let start = |name| {
            if !tag_flag {
                return Keyak::<W, PISTONS>::start(Some(name), &key, &nonce, forget).unwrap();
            }
            let (session, tag) = Keyak::start_with_tag(Some(name), &key, &nonce, forget).unwrap();
            assert_eq!(start_tag, tag, "{session:?}");
            session
        };
        let mut sessions: Vec<_> = names::<W>().map(start).collect();

        for step in &steps[1..] {
            let [input, metadata, output, tag] =
                ["input", "metadata", "output", "tag"].map(|field| bytes(&step[field]));
            let forget = flag(&step["forget"]);
            assert_eq!(spec.wrap(&input, &metadata, None, forget), (output.clone(), tag.clone()));
            assert_eq!(core::mem::take(&mut spec.sparks), sparks(step));
            for session in &mut sessions {
                let mut buffer = input.clone();
                let found = session.wrap(&metadata, &mut buffer, forget).unwrap();
                assert_eq!((&buffer, &found[..]), (&output, &tag[..]), "{session:?}");
            }
        }
    }
    for record in records(KEYAK_KETJE, "keyak_sessions") {
        each!(record["instance"].as_str().unwrap(), check(&record));
    }
}

#[test]
fn the_designers_self_tests() {
    fn check<W: Word, const PISTONS: usize>(record: &Value) {
        let [key, nonce, ad, plaintext, ciphertext, tag] =
            ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(&record[field]));
        let mut buffer = plaintext;
        let found = Keyak::<W, PISTONS>::new(&key, &nonce).unwrap().encrypt(&ad, &mut buffer).unwrap();
        assert_eq!((&buffer, &found[..]), (&ciphertext, &tag[..]));
    }
    let mut checked = 0;
    for record in records(KEYAK_KETJE, "designers_selftests") {
        let name = record["instance"].as_str().unwrap();
        if name.ends_with("Keyak") {
            each!(name, check(&record));
            checked += 1;
        }
    }
    assert_eq!(checked, 5);
}

/// Lengths at the edges of lanes and of what all pistons take at a time.
fn edges(block: usize, pistons: usize) -> Vec<usize> {
    let near = |n: usize| [n.saturating_sub(1), n, n + 1];
    // Behind a tag, a block is 16 bytes shorter.
    let all = [8, 16, block - 16, block, pistons * block - 16, pistons * block, 2 * pistons * block - 16];
    let mut edges: Vec<usize> = [0, 1].into_iter().chain(all.into_iter().flat_map(near)).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every length of data with every length of associated data, at the edges of blocks, in one session and back.
#[test]
fn lengths_around_blocks() {
    fn check<W: Word, const PISTONS: usize>() {
        let (ra, rs) = (Piston::<W>::RA, Piston::<W>::RS);
        let mut data_lengths = edges(ra - rs, PISTONS);
        data_lengths.extend(edges(ra, PISTONS));
        for name in names::<W>() {
            let new = || Keyak::<W, PISTONS>::with_implementation(name, KEY, b"nonce").unwrap();
            let (mut spec, mut alice, mut bob) = (Motorist::<W>::new(PISTONS), new(), new());
            spec.start_engine(KEY, b"nonce", false, false);
            for &length in &edges(rs, PISTONS) {
                for &more in &data_lengths {
                    let (plaintext, ad, forget) =
                        (pattern(length, more), pattern(more, length), (length + more) % 5 == 0);
                    let mut buffer = plaintext.clone();
                    let tag = alice.wrap(&ad, &mut buffer, forget).unwrap();
                    let expected = spec.wrap(&plaintext, &ad, None, forget);
                    assert_eq!(
                        (&buffer, &tag[..]),
                        (&expected.0, &expected.1[..]),
                        "{alice:?}, {length} and {more} bytes"
                    );
                    bob.unwrap(&ad, &mut buffer, &tag, forget).unwrap();
                    assert_eq!(buffer, plaintext, "{bob:?}, {length} and {more} bytes");
                }
            }
        }
    }
    each!(check);
}

#[test]
fn a_tag_that_does_not_match_ends_the_session() {
    fn check<W: Word, const PISTONS: usize>() {
        let new = || Keyak::<W, PISTONS>::new(KEY, b"nonce").unwrap();
        let mut right = pattern(100, 0);
        let tag = new().encrypt(b"data", &mut right).unwrap();
        let check = |ad: &[u8], ciphertext: &[u8], tag: &[u8; 16]| {
            let (mut session, mut buffer) = (new(), ciphertext.to_vec());
            assert_eq!(session.decrypt(ad, &mut buffer, tag), Err(AeadError::Mismatch));
            assert!(buffer.iter().all(|&byte| byte == 0));
            let states = session.engine.pistons.iter();
            assert!(states.flat_map(|state| to_bytes(state)).all(|byte| byte == 0));

            // Over, whatever comes.
            let mut buffer = right.clone();
            assert_eq!(session.decrypt(b"data", &mut buffer, tag), Err(AeadError::Failed));
            assert!(buffer.iter().all(|&byte| byte == 0));
            let mut buffer = right.clone();
            assert_eq!(session.encrypt(b"data", &mut buffer), Err(AeadError::Failed));
            assert_eq!(buffer, right);
        };
        for bit in 0..128 {
            let mut tag = tag;
            tag[bit / 8] ^= 1 << (bit % 8);
            check(b"data", &right, &tag);
        }
        for byte in 0..right.len() {
            let mut wrong = right.clone();
            wrong[byte] ^= 0x10;
            check(b"data", &wrong, &tag);
        }
        check(b"date", &right, &tag);
        check(b"", &right, &tag);
        check(b"data", &right[..99], &tag);
        let mut spec = Motorist::<W>::new(PISTONS);
        spec.start_engine(KEY, b"nonce", false, false);
        assert_eq!(spec.wrap(&right, b"date", Some(&tag), false).0, [0; 100]);
        assert!(spec.failed);
        new().decrypt(b"data", &mut right, &tag).unwrap();
        assert_eq!(right, pattern(100, 0));
    }
    each!(check);
}

#[test]
fn lengths_of_keys_and_nonces() {
    fn check<W: Word, const PISTONS: usize>() {
        let most = Keyak::<W, PISTONS>::MOST_KEY_BYTES;
        let nonce = Keyak::<W, PISTONS>::BLOCK_NONCE_BYTES;
        let edges = [0, 1, nonce - 1, nonce, nonce + 1, nonce + 2, nonce + 3, 2 * nonce, 1000];
        for (key, nonce) in [1, 16, most].into_iter().flat_map(|key| edges.map(|nonce| (key, nonce))) {
            let (key, nonce) = (pattern(key, 1), pattern(nonce, 2));
            for forget in [false, true] {
                let mut spec = Motorist::<W>::new(PISTONS);
                let (_, tag) = Keyak::<W, PISTONS>::start_with_tag(None, &key, &nonce, forget).unwrap();
                assert_eq!(spec.start_engine(&key, &nonce, true, forget), tag);
                let verified = |forget| Keyak::<W, PISTONS>::start_verified(None, &key, &nonce, forget, &tag);
                assert!(verified(forget).is_ok());
                assert_eq!(verified(!forget).err(), Some(AeadError::Mismatch));
            }
        }
        for bytes in [0, most + 1, 100] {
            let error = Keyak::<W, PISTONS>::new(&pattern(bytes, 1), b"nonce").unwrap_err();
            assert_eq!(error, AeadError::Key { bytes, most });
        }
        let unknown = Keyak::<W, PISTONS>::with_implementation("no-such-thing", KEY, b"").unwrap_err();
        assert_eq!(unknown, AeadError::Implementation(crate::registry::ImplementationError::Unknown));
    }
    each!(check);
    assert_eq!([RiverKeyak::MOST_KEY_BYTES, LakeKeyak::MOST_KEY_BYTES], [34, 38]);
    assert_eq!([RiverKeyak::BLOCK_NONCE_BYTES, LakeKeyak::BLOCK_NONCE_BYTES], [58, 150]);
}
