//! Tests Keyak against its specification, and sessions as users see them.

use super::super::session::tests::{self as sessions, KEY, NONCE, Tested, names, pattern};
use super::super::tests::{state, to_bytes};
use super::spec::{Motorist, Piston, Spark};
use super::*;
use crate::list::ImplementationError;
use crate::steps::{bytes, compare_each, hex, number, records};
use crate::tag::WrongTag;
use counterpoint_vectors::steps::KEYAK_KETJE;
use serde_json::{Value, json};
use std::vec::Vec;

/// Runs `check` for each instance, or for the one with this name.
macro_rules! each_instance {
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

impl<W: Word, const PISTONS: usize> Tested for Keyak<W, PISTONS> {
    type Spec = Motorist<W>;

    fn spec() -> Motorist<W> {
        let mut spec = Motorist::new(PISTONS);
        spec.start_engine(KEY, NONCE, false, false);
        spec
    }
    /// The choice is whether to forget: 1 or 0.
    fn wrap_by_spec(spec: &mut Motorist<W>, data: &[u8], plaintext: &[u8], forget: usize) -> (Vec<u8>, Vec<u8>) {
        spec.wrap(plaintext, data, None, forget != 0)
    }
    fn wrap_with(&mut self, data: &[u8], buffer: &mut [u8], forget: usize) -> Vec<u8> {
        self.wrap(data, buffer, forget != 0).unwrap().to_vec()
    }
    fn unwrap_with(&mut self, data: &[u8], buffer: &mut [u8], tag: &[u8], forget: usize) -> Result<(), AeadError> {
        self.unwrap(data, buffer, tag.try_into().unwrap(), forget != 0)
    }
    fn states(&self) -> Vec<u8> {
        self.engine.pistons.iter().flat_map(to_bytes).collect()
    }

    fn of_record(record: &counterpoint_vectors::Session, name: &str) -> (Self, Vec<u8>) {
        started(name, &record.key, &record.nonce, record.start_tag.is_some(), record.start_forget)
    }
    fn spec_of_record(record: &counterpoint_vectors::Session) -> (Motorist<W>, Vec<u8>) {
        let mut spec = Motorist::new(PISTONS);
        let tag = spec.start_engine(&record.key, &record.nonce, record.start_tag.is_some(), record.start_forget);
        (spec, tag)
    }
    fn choice(wrap: &counterpoint_vectors::Wrap) -> usize {
        wrap.forget.into()
    }
}

/// Starts a session, and returns it with its start tag, which may be empty.
fn started<W: Word, const PISTONS: usize>(
    name: &str,
    key: &[u8],
    nonce: &[u8],
    with_tag: bool,
    forget: bool,
) -> (Keyak<W, PISTONS>, Vec<u8>) {
    if !with_tag {
        return (Keyak::start_with_implementation(name, key, nonce, forget).unwrap(), Vec::new());
    }
    let (_, tag) = Keyak::<W, PISTONS>::start_with_tag_with_implementation(name, key, nonce, forget).unwrap();
    (Keyak::start_verified_with_implementation(name, key, nonce, forget, &tag).unwrap(), tag.to_vec())
}

#[test]
fn every_call_of_a_piston() {
    fn check<W: Word>(record: &Value) -> Value {
        let hex_of = |field: &str| bytes(&record[field]);
        let flag = |field: &str| record[field].as_bool().expect("a flag");
        let (offset, unwrap, crypting) = (number(&record["crypt_offset"]), flag("unwrap"), flag("inject_crypting"));
        let (before, input, metadata) = (hex_of("state"), hex_of("crypt_input"), hex_of("inject_input"));
        let (eom, length) = (flag("spark_eom"), number(&record["spark_len"]));
        assert_eq!([piston::absorbing_rate::<W>(), piston::squeezing_rate::<W>()], [Piston::<W>::RA, Piston::<W>::RS]);

        let mut spec = Piston::<W>::new(before.clone());
        let output = spec.crypt(&mut &input[..], offset, unwrap);
        let after_crypt = spec.s.clone();
        let mut left = &metadata[..];
        spec.inject(&mut left, crypting);
        let consumed = metadata.len() - left.len();
        let after_inject = spec.s.clone();
        spec.spark(eom, length);

        let direction = if unwrap { Direction::Decrypt } else { Direction::Encrypt };
        let (mut lanes, mut data) = (state::<W>(&before), input.clone());
        let left = piston::crypt(&mut lanes, &mut data, offset, direction).len();
        data.truncate(data.len() - left);
        assert_eq!(data, output);
        assert_eq!(to_bytes(&lanes), after_crypt);
        let left = piston::inject(&mut lanes, &metadata, crypting);
        assert_eq!(metadata.len() - left.len(), consumed);
        assert_eq!(to_bytes(&lanes), after_inject);
        if eom {
            piston::end_of_message(&mut lanes, length);
        }
        crate::keccak::permute_many(core::slice::from_mut(&mut lanes), engine::ROUNDS);
        assert_eq!(to_bytes(&lanes), spec.s);

        json!({
            "b": 25 * W::WIDTH, "Ra": Piston::<W>::RA, "Rs": Piston::<W>::RS, "state": hex(&before),
            "crypt_input": hex(&input), "crypt_offset": offset, "unwrap": unwrap, "crypt_output": hex(&output),
            "after_crypt": hex(&after_crypt), "inject_input": hex(&metadata), "inject_crypting": crypting,
            "inject_consumed": consumed, "after_inject": hex(&after_inject), "spark_eom": eom, "spark_len": length,
            "after_spark": hex(&spec.s),
        })
    }
    let compared = compare_each(&records(KEYAK_KETJE, "piston"), |record| match number(&record["b"]) {
        800 => check::<u32>(record),
        _ => check::<u64>(record),
    });
    std::println!("compared {compared} values of pistons");
    assert_eq!(compared, 64);
}

/// Compares every spark of the specification's form, and the sessions of every implementation.
#[test]
fn sessions_spark_by_spark() {
    fn sparks(sparks: &mut Vec<Spark>) -> Vec<Value> {
        let states = |states: &[Vec<u8>]| states.iter().map(|state| hex(state)).collect::<Vec<_>>();
        let spark = |spark: Spark| {
            let (before, after) = (states(&spark.before), states(&spark.after));
            json!({"eom": spark.eom, "lengths": spark.lengths, "states_before": before, "states_after": after})
        };
        core::mem::take(sparks).into_iter().map(spark).collect()
    }
    fn check<W: Word, const PISTONS: usize>(record: &Value) -> Value {
        let flag = |value: &Value| value.as_bool().expect("a flag");
        let (key, nonce) = (bytes(&record["key"]), bytes(&record["nonce"]));
        let (tag_flag, forget) = (flag(&record["tagFlag"]), flag(&record["forgetFlag"]));

        let mut spec = Motorist::<W>::new(PISTONS);
        let start_tag = spec.start_engine(&key, &nonce, tag_flag, forget);
        let start = |name| {
            let (session, tag) = started::<W, PISTONS>(name, &key, &nonce, tag_flag, forget);
            assert_eq!(tag, start_tag, "{session:?}");
            session
        };
        let mut sessions: Vec<_> = names::<W>().map(start).collect();
        let start = json!({"op": "StartEngine", "tag": hex(&start_tag), "sparks": sparks(&mut spec.sparks)});

        let wrap = |step: &Value| {
            let [input, metadata] = ["input", "metadata"].map(|field| bytes(&step[field]));
            let forget = flag(&step["forget"]);
            let (output, tag) = spec.wrap(&input, &metadata, None, forget);
            for session in &mut sessions {
                let mut buffer = input.clone();
                let found = session.wrap(&metadata, &mut buffer, forget).unwrap();
                assert_eq!((&buffer, &found[..]), (&output, &tag[..]), "{session:?}");
            }
            json!({
                "op": "Wrap", "input": hex(&input), "metadata": hex(&metadata), "output": hex(&output), "tag": hex(&tag),
                "forget": forget, "sparks": sparks(&mut spec.sparks),
            })
        };
        let steps = record["steps"].as_array().expect("steps");
        let steps: Vec<Value> = core::iter::once(start).chain(steps[1..].iter().map(wrap)).collect();
        json!({
            "instance": record["instance"], "key": hex(&key), "nonce": hex(&nonce), "tagFlag": tag_flag,
            "forgetFlag": forget, "steps": steps,
        })
    }
    let compared = compare_each(&records(KEYAK_KETJE, "keyak_sessions"), |record| {
        each_instance!(record["instance"].as_str().unwrap(), check(record))
    });
    std::println!("compared {compared} values of sessions of Keyak");
    assert_eq!(compared, 447);
}

#[test]
fn the_designers_self_tests() {
    fn check<W: Word, const PISTONS: usize>(record: &Value) -> Value {
        sessions::self_test::<Keyak<W, PISTONS>>(record)
    }
    let compared = compare_each(&sessions::self_tests("Keyak"), |record| {
        each_instance!(record["instance"].as_str().unwrap(), check(record))
    });
    assert_eq!(compared, 5 * 7);
}

/// Compares with the output of the designers' own program for every key, nonce, length and value of `forget` that they
/// chose.
#[test]
fn the_designers_sessions() {
    sessions::designers_sessions::<RiverKeyak>("keyak/riverkeyak.json", 405);
    sessions::designers_sessions::<LakeKeyak>("keyak/lakekeyak.json", 475);
    sessions::designers_sessions::<SeaKeyak>("keyak/seakeyak.json", 460);
    sessions::designers_sessions::<OceanKeyak>("keyak/oceankeyak.json", 407);
    sessions::designers_sessions::<LunarKeyak>("keyak/lunarkeyak.json", 318);
}

/// Returns lengths around the ends of lanes, of one block, and of the input that all pistons together take at a time.
fn edges(block: usize, pistons: usize) -> Vec<usize> {
    let near = |n: usize| [n.saturating_sub(1), n, n + 1];
    // After a tag, a block is 16 bytes shorter.
    let all = [8, 16, block - 16, block, pistons * block - 16, pistons * block, 2 * pistons * block - 16];
    let mut edges: Vec<usize> = [0, 1].into_iter().chain(all.into_iter().flat_map(near)).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[test]
fn lengths_around_blocks() {
    fn check<W: Word, const PISTONS: usize>() {
        let (ra, rs) = (Piston::<W>::RA, Piston::<W>::RS);
        let mut data = edges(ra - rs, PISTONS);
        data.extend(edges(ra, PISTONS));
        data.sort_unstable();
        data.dedup();
        sessions::lengths::<Keyak<W, PISTONS>>(&data, &edges(rs, PISTONS), |sum| usize::from(sum % 5 == 0));
    }
    each_instance!(check);
}

#[test]
fn a_tag_that_does_not_match_ends_the_session() {
    fn check<W: Word, const PISTONS: usize>() {
        sessions::a_tag_that_does_not_match::<Keyak<W, PISTONS>>();
        // The specification's form does not release anything either.
        let mut buffer = pattern(100, 0);
        let tag = Keyak::<W, PISTONS>::new(KEY, NONCE).unwrap().encrypt(b"data", &mut buffer).unwrap();
        let mut spec = Keyak::<W, PISTONS>::spec();
        assert_eq!(spec.wrap(&buffer, b"date", Some(&tag), false).0, [0; 100]);
        assert!(spec.failed);
    }
    each_instance!(check);
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
                let (_, tag) = Keyak::<W, PISTONS>::start_with_tag(&key, &nonce, forget).unwrap();
                assert_eq!(spec.start_engine(&key, &nonce, true, forget), tag);
                let verified = |forget| Keyak::<W, PISTONS>::start_verified(&key, &nonce, forget, &tag);
                assert!(verified(forget).is_ok());
                assert_eq!(verified(!forget).err(), Some(AeadError::WrongTag(WrongTag)));
            }
        }
        for bytes in [0, most + 1, 100] {
            let error = Keyak::<W, PISTONS>::new(&pattern(bytes, 1), b"nonce").unwrap_err();
            assert_eq!(error, AeadError::Key { bytes, most });
        }
        sessions::an_unknown_implementation::<Keyak<W, PISTONS>>();
        let unknown = Some(AeadError::Implementation(ImplementationError::Unknown));
        let (name, key, tag) = ("no-such-thing", &[1], &[0; KEYAK_TAG_BYTES]);
        assert_eq!(Keyak::<W, PISTONS>::with_implementation(name, key, b"").err(), unknown);
        assert_eq!(Keyak::<W, PISTONS>::start_with_implementation(name, key, b"", true).err(), unknown);
        let tagged = Keyak::<W, PISTONS>::start_with_tag_with_implementation(name, key, b"", true);
        assert_eq!(tagged.err(), unknown);
        let verified = Keyak::<W, PISTONS>::start_verified_with_implementation(name, key, b"", true, tag);
        assert_eq!(verified.err(), unknown);
    }
    each_instance!(check);
    assert_eq!([RiverKeyak::MOST_KEY_BYTES, LakeKeyak::MOST_KEY_BYTES], [34, 38]);
    assert_eq!([RiverKeyak::BLOCK_NONCE_BYTES, LakeKeyak::BLOCK_NONCE_BYTES], [58, 150]);
}
