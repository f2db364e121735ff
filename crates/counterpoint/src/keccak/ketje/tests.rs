//! Tests Ketje against its specification, and sessions as users see them.

use super::super::session::tests::{self as sessions, KEY, NONCE, Tested, names, pattern};
use super::super::tests::to_bytes;
use super::monkey_duplex::{MonkeyDuplex, TWIST};
use super::spec::{Call, MonkeyWrap, twisted};
use super::*;
use crate::steps::{bytes, compare_each, hex, number, records};
use crate::tag::WrongTag;
use counterpoint_vectors::steps::KEYAK_KETJE;
use serde_json::{Value, json};
use std::vec::Vec;

/// Runs `check` for each instance, or for the one with this name.
macro_rules! each_instance {
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

impl<W: Word, const LANES: usize, const TAG: usize> Tested for Ketje<W, LANES, TAG> {
    type Spec = MonkeyWrap<W>;

    fn spec() -> MonkeyWrap<W> {
        MonkeyWrap::initialize(KEY, NONCE)
    }
    /// The choice is the tag's length.
    fn wrap_by_spec(spec: &mut MonkeyWrap<W>, data: &[u8], plaintext: &[u8], tag_bytes: usize) -> (Vec<u8>, Vec<u8>) {
        spec.wrap(data, plaintext, tag_bytes)
    }
    fn wrap_with(&mut self, data: &[u8], buffer: &mut [u8], tag_bytes: usize) -> Vec<u8> {
        let mut tag = std::vec![0; tag_bytes];
        self.wrap_with_any_tag(data, buffer, &mut tag, &mut || true).unwrap();
        tag
    }
    /// A tag too short to match is compared with the one computed here.
    fn unwrap_with(&mut self, data: &[u8], buffer: &mut [u8], tag: &[u8], _: usize) -> Result<(), AeadError> {
        if tag.len() >= MIN_TAG_BYTES {
            return self.unwrap(data, buffer, tag);
        }
        self.decrypt_unverified(data, buffer)?;
        let mut right = std::vec![0; tag.len()];
        self.read_tag(&mut false, &mut right);
        assert_eq!(tag, right);
        Ok(())
    }
    fn states(&self) -> Vec<u8> {
        to_bytes(&self.duplex.state)
    }

    fn of_record(record: &counterpoint_vectors::Session, name: &str) -> (Self, Vec<u8>) {
        assert!(record.start_tag.is_none() && !record.start_forget);
        (Self::with_implementation(name, &record.key, &record.nonce).unwrap(), Vec::new())
    }
    fn spec_of_record(record: &counterpoint_vectors::Session) -> (MonkeyWrap<W>, Vec<u8>) {
        (MonkeyWrap::initialize(&record.key, &record.nonce), Vec::new())
    }
    fn choice(wrap: &counterpoint_vectors::Wrap) -> usize {
        assert!(!wrap.forget);
        wrap.tag.len()
    }
}

#[test]
fn the_twisted_permutation() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) -> Value {
        let (input, rounds) = (bytes(&record["in"]), number(&record["nr"]));
        let output = twisted::<W>(&input, rounds);
        if rounds == 12 {
            let mut duplex = MonkeyDuplex::<W, LANES>::new(W::list().best(1));
            duplex.start(&input);
            let mut outside = duplex.state.clone();
            for (lane, place) in outside.iter_mut().zip(TWIST) {
                *lane = duplex.state[place];
            }
            assert_eq!(to_bytes(&outside), output);
        }
        json!({"b": 25 * W::WIDTH, "nr": rounds, "in": hex(&input), "out": hex(&output)})
    }
    let compared = compare_each(&records(KEYAK_KETJE, "twisted"), |record| {
        let name = match number(&record["b"]) {
            200 => "Jr",
            400 => "Sr",
            800 => "Minor",
            _ => "Major",
        };
        each_instance!(name, check(record))
    });
    std::println!("compared {compared} values of twisted permutations");
    assert_eq!(compared, 48);
}

/// Compares every step of the specification's form, and the sessions of every implementation.
#[test]
fn sessions_step_by_step() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) -> Value {
        let (key, nonce) = (bytes(&record["key"]), bytes(&record["nonce"]));
        let mut spec = MonkeyWrap::<W>::initialize(&key, &nonce);
        let mut sessions: Vec<_> =
            names::<W>().map(|name| Ketje::<W, LANES, TAG>::with_implementation(name, &key, &nonce).unwrap()).collect();
        let mut wrap = |op: &Value| {
            let [a, b] = ["A", "B"].map(|field| bytes(&op[field]));
            let tag_bytes = bytes(&op["T"]).len();
            let (c, t) = spec.wrap(&a, &b, tag_bytes);
            for session in &mut sessions {
                let mut buffer = b.clone();
                let tag = session.wrap_with(&a, &mut buffer, tag_bytes);
                assert_eq!((&buffer, &tag), (&c, &t), "{session:?}");
            }
            let call = |call: Call| {
                let name = if call.rounds == 1 { "step" } else { "stride" };
                let (data, after) = (hex(&call.data), hex(&call.after));
                json!({"call": name, "data": data, "frame_byte": hex(&[call.frame]), "state_after": after})
            };
            let calls: Vec<Value> = core::mem::take(&mut spec.calls).into_iter().map(call).collect();
            json!({"op": "wrap", "A": hex(&a), "B": hex(&b), "C": hex(&c), "T": hex(&t), "calls": calls})
        };
        let ops = record["ops"].as_array().expect("operations");
        let start = json!({"op": "start", "state_after": hex(&MonkeyWrap::<W>::initialize(&key, &nonce).s)});
        let ops: Vec<Value> = core::iter::once(start).chain(ops[1..].iter().map(&mut wrap)).collect();
        json!({"instance": record["instance"], "key": hex(&key), "nonce": hex(&nonce), "ops": ops})
    }
    let compared = compare_each(&records(KEYAK_KETJE, "ketje_sessions"), |record| {
        each_instance!(record["instance"].as_str().unwrap(), check(record))
    });
    std::println!("compared {compared} values of sessions of Ketje");
    assert_eq!(compared, 324);
}

#[test]
fn the_designers_self_tests() {
    fn check<W: Word, const LANES: usize, const TAG: usize>(record: &Value) -> Value {
        sessions::self_test::<Ketje<W, LANES, TAG>>(record)
    }
    let compared = compare_each(&sessions::self_tests("Ketje"), |record| {
        each_instance!(record["instance"].as_str().unwrap(), check(record))
    });
    assert_eq!(compared, 4 * 7);
}

/// Compares with the output of the designers' own program for every key, nonce and length that they chose, with tags of
/// 0 to 32 bytes.
#[test]
fn the_designers_sessions() {
    sessions::designers_sessions::<KetjeJr>("ketje/ketje_jr.json", 320);
    sessions::designers_sessions::<KetjeSr>("ketje/ketje_sr.json", 1351);
    sessions::designers_sessions::<KetjeMinor>("ketje/ketje_minor.json", 837);
    sessions::designers_sessions::<KetjeMajor>("ketje/ketje_major.json", 808);
}

#[test]
fn lengths_around_blocks() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        let block = MonkeyWrap::<W>::BLOCK;
        let mut lengths: Vec<usize> = (0..=5).chain((1..=4).flat_map(|n| n * block - 1..=n * block + 1)).collect();
        lengths.sort_unstable();
        lengths.dedup();
        sessions::lengths::<Ketje<W, LANES, TAG>>(&lengths, &lengths, |sum| sum % (3 * block));
    }
    each_instance!(check);
}

#[test]
fn a_tag_that_does_not_match_ends_the_session() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        sessions::a_tag_that_does_not_match::<Ketje<W, LANES, TAG>>();
    }
    each_instance!(check);
}

/// A tag that is too short is neither written nor compared: no plaintext is released, and the session continues. A part
/// of a message without a tag is authenticated by the next tag.
#[test]
fn a_tag_that_is_too_short_is_refused() {
    fn check<W: Word, const LANES: usize, const TAG: usize>() {
        let new = || Ketje::<W, LANES, TAG>::new(KEY, NONCE).unwrap();
        let (mut alice, mut bob) = (new(), new());
        for bytes in 0..MIN_TAG_BYTES {
            let (mut buffer, mut tag) = (pattern(50, 1), std::vec![0; bytes]);
            let short = Err(AeadError::Tag { bytes });
            assert_eq!(alice.wrap(b"data", &mut buffer, &mut tag), short);
            assert_eq!((buffer, tag), (pattern(50, 1), std::vec![0; bytes]));
            // The beginning of the right tag, then a forged one.
            let mut buffer = pattern(50, 1);
            let tag = new().wrap_with(b"data", &mut buffer, bytes);
            assert_eq!(bob.unwrap(b"data", &mut buffer, &tag), short);
            assert_eq!(buffer, std::vec![0; 50]);
            let mut buffer = pattern(50, 2);
            assert_eq!(bob.unwrap(b"data", &mut buffer, &tag), short);
            assert_eq!(buffer, std::vec![0; 50]);
        }
        let (mut spec, mut buffer) = (MonkeyWrap::<W>::initialize(KEY, NONCE), pattern(50, 1));
        alice.encrypt_without_tag(b"data", &mut buffer).unwrap();
        assert_eq!(spec.wrap(b"data", &pattern(50, 1), 0), (buffer.clone(), std::vec![]));
        bob.decrypt_unverified(b"data", &mut buffer).unwrap();
        assert_eq!(buffer, pattern(50, 1));
        let (mut last, mut tag) = (pattern(9, 3), [0; MIN_TAG_BYTES]);
        alice.wrap(b"", &mut last, &mut tag).unwrap();
        bob.unwrap(b"", &mut last, &tag).unwrap();
        assert_eq!(last, pattern(9, 3));

        // The next tag reveals a changed part, which ends the session.
        let (mut part, mut last) = (pattern(50, 1), pattern(9, 3));
        alice.encrypt_without_tag(b"data", &mut part).unwrap();
        let tag = alice.encrypt(b"", &mut last).unwrap();
        part[7] ^= 1;
        bob.decrypt_unverified(b"data", &mut part).unwrap();
        assert_eq!(bob.decrypt(b"", &mut last, &tag), Err(AeadError::WrongTag(WrongTag)));
        assert_eq!(last, std::vec![0; 9]);
        assert_eq!(bob.decrypt_unverified(b"", &mut part), Err(AeadError::Failed));
        assert_eq!(part, std::vec![0; 50]);
        assert_eq!(bob.encrypt_without_tag(b"", &mut last), Err(AeadError::Failed));
    }
    each_instance!(check);
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
        sessions::an_unknown_implementation::<Ketje<W, LANES, TAG>>();
    }
    each_instance!(check);
}
