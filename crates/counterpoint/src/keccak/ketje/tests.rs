//! Ketje against its specification, and sessions as a user meets them.

use super::super::tests::to_bytes;
use super::monkey_duplex::{MonkeyDuplex, TWIST};
use super::spec::{Call, MonkeyWrap, twisted};
use super::*;
use crate::registry::{Listed, Primitive};
use crate::steps::{bytes, number, records};
use counterpoint_vectors::steps::KEYAK_KETJE;
use serde_json::Value;
use std::vec::Vec;

/// Runs `check` for each instance, or for one of this name.
macro_rules! each {
    ($check:ident) => {
        $check::<u8, 2, 12>();
        $check::<u16, 2, 16>();
        $check::<u32, 4, 16>();
        $check::<u64, 4, 16>();
    };
    ($name:expr, $check:ident($argument:expr)) => {
        match $name.trim_start_matches("Ketje") {
            "Jr" => $check::<u8, 2, 12>($argument),
            "Sr" => $check::<u16, 2, 16>($argument),
            "Minor" | "Mn" => $check::<u32, 4, 16>($argument),
            "Major" | "Mj" => $check::<u64, 4, 16>($argument),
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

#[test]
fn the_twisted_permutation() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) {
        let (input, rounds) = (bytes(&record["in"]), number(&record["nr"]));
        assert_eq!(twisted::<W>(&input, rounds), bytes(&record["out"]));
        if rounds == 12 {
            let duplex = MonkeyDuplex::<W, LANES>::start(W::list().best(1), &input);
            let mut outside = duplex.state.clone();
            for (lane, place) in outside.iter_mut().zip(TWIST) {
                *lane = duplex.state[place];
            }
            assert_eq!(to_bytes(&outside), bytes(&record["out"]));
        }
    }
    for record in records(KEYAK_KETJE, "twisted") {
        let name = match number(&record["b"]) {
            200 => "Jr",
            400 => "Sr",
            800 => "Minor",
            _ => "Major",
        };
        each!(name, check(&record));
    }
}

/// Every step of the specification's form, and the sessions of every implementation.
#[test]
fn sessions_step_by_step() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) {
        let (key, nonce) = (bytes(&record["key"]), bytes(&record["nonce"]));
        let mut spec = MonkeyWrap::<W>::initialize(&key, &nonce);
        let mut sessions: Vec<_> =
            names::<W>().map(|name| Ketje::<W, LANES, TAG>::with_implementation(name, &key, &nonce).unwrap()).collect();
        for op in record["ops"].as_array().expect("operations") {
            if op["op"] == "start" {
                assert_eq!(spec.s, bytes(&op["state_after"]));
                continue;
            }
            let [a, b, c, t] = ["A", "B", "C", "T"].map(|field| bytes(&op[field]));
            assert_eq!(spec.wrap(&a, &b, t.len()), (c.clone(), t.clone()));
            let call = |call: &Value| Call {
                rounds: if call["call"] == "step" { 1 } else { 6 },
                data: bytes(&call["data"]),
                frame: bytes(&call["frame_byte"])[0],
                after: bytes(&call["state_after"]),
            };
            let calls: Vec<Call> = op["calls"].as_array().expect("calls").iter().map(call).collect();
            assert_eq!(core::mem::take(&mut spec.calls), calls);
            for session in &mut sessions {
                let (mut buffer, mut tag) = (b.clone(), std::vec![0; t.len()]);
                session.wrap(&a, &mut buffer, &mut tag).unwrap();
                assert_eq!((&buffer, &tag), (&c, &t), "{session:?}");
            }
        }
    }
    for record in records(KEYAK_KETJE, "ketje_sessions") {
        each!(record["instance"].as_str().unwrap(), check(&record));
    }
}

#[test]
fn the_designers_self_tests() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) {
        let [key, nonce, ad, plaintext, ciphertext, tag] =
            ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(&record[field]));
        let mut buffer = plaintext;
        let found = Ketje::<W, LANES, TAG>::new(&key, &nonce).unwrap().encrypt(&ad, &mut buffer).unwrap();
        assert_eq!((&buffer, &found[..]), (&ciphertext, &tag[..]));
    }
    let mut checked = 0;
    for record in records(KEYAK_KETJE, "designers_selftests") {
        let name = record["instance"].as_str().unwrap();
        if name.starts_with("Ketje") {
            each!(name, check(&record));
            checked += 1;
        }
    }
    assert_eq!(checked, 4);
}

/// Every length of data with every length of associated data, at the edges of blocks, in one session and back.
#[test]
fn lengths_around_blocks() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        let block = MonkeyWrap::<W>::BLOCK;
        let mut lengths: Vec<usize> = (0..=5).chain((1..=4).flat_map(|n| n * block - 1..=n * block + 1)).collect();
        lengths.sort_unstable();
        lengths.dedup();
        for name in names::<W>() {
            let new = || Ketje::<W, LANES, TAG>::with_implementation(name, b"a key of 12 b", b"nonce").unwrap();
            let (mut spec, mut alice, mut bob) =
                (MonkeyWrap::<W>::initialize(b"a key of 12 b", b"nonce"), new(), new());
            for &length in &lengths {
                for &more in &lengths {
                    let (plaintext, ad) = (pattern(length, more), pattern(more, length));
                    let tag_bytes = (length + more) % (3 * block);
                    let (mut buffer, mut tag) = (plaintext.clone(), std::vec![0; tag_bytes]);
                    alice.wrap(&ad, &mut buffer, &mut tag).unwrap();
                    let expected = spec.wrap(&ad, &plaintext, tag_bytes);
                    assert_eq!((&buffer, &tag), (&expected.0, &expected.1), "{alice:?}, {length} and {more} bytes");
                    bob.unwrap(&ad, &mut buffer, &tag).unwrap();
                    assert_eq!(buffer, plaintext, "{bob:?}, {length} and {more} bytes");
                }
            }
        }
    }
    each!(check);
}

#[test]
fn a_tag_that_does_not_match_ends_the_session() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        let new = || Ketje::<W, LANES, TAG>::new(b"a key of 12 b", b"nonce").unwrap();
        let mut right = pattern(100, 0);
        let tag = new().encrypt(b"data", &mut right).unwrap();
        let check = |ad: &[u8], ciphertext: &[u8], tag: &[u8; TAG]| {
            let (mut session, mut buffer) = (new(), ciphertext.to_vec());
            assert_eq!(session.decrypt(ad, &mut buffer, tag), Err(AeadError::Mismatch));
            assert!(buffer.iter().all(|&byte| byte == 0));
            assert!(session.duplex.state.iter().all(|lane| to_bytes(&[*lane; 25])[0] == 0));

            // Over, whatever comes.
            let mut buffer = right.clone();
            assert_eq!(session.decrypt(b"data", &mut buffer, tag), Err(AeadError::Failed));
            assert!(buffer.iter().all(|&byte| byte == 0));
            let mut buffer = right.clone();
            assert_eq!(session.encrypt(b"data", &mut buffer), Err(AeadError::Failed));
            assert_eq!(buffer, right);
        };
        for bit in 0..8 * TAG {
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
        new().decrypt(b"data", &mut right, &tag).unwrap();
        assert_eq!(right, pattern(100, 0));
    }
    each!(check);
}

#[test]
fn lengths_of_keys_and_nonces() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        type Of<W, const L: usize, const T: usize> = Ketje<W, L, T>;
        let most = 25 * W::BYTES - 3;
        for (key, nonce) in [(1, 0), (1, most - 1), (most, 0), (most - 1, 1), (12, most - 12)] {
            let (key, nonce) = (pattern(key, 1), pattern(nonce, 2));
            let mut spec = MonkeyWrap::<W>::initialize(&key, &nonce);
            let tag = Of::<W, LANES, TAG>::new(&key, &nonce).unwrap().encrypt(b"", &mut []).unwrap();
            assert_eq!(spec.wrap(b"", b"", TAG).1, tag);
        }
        let error =
            |key: usize, nonce: usize| Of::<W, LANES, TAG>::new(&pattern(key, 1), &pattern(nonce, 2)).unwrap_err();
        assert_eq!(error(0, 5), AeadError::Key { bytes: 0, most });
        assert_eq!(error(most + 1, 0), AeadError::Key { bytes: most + 1, most });
        assert_eq!(error(most, 1), AeadError::Nonce { bytes: 1, most: 0 });
        assert_eq!(error(12, most), AeadError::Nonce { bytes: most, most: most - 12 });
        let unknown = Of::<W, LANES, TAG>::with_implementation("no-such-thing", b"key", b"").unwrap_err();
        assert_eq!(unknown, AeadError::Implementation(crate::registry::ImplementationError::Unknown));
    }
    each!(check);
}
