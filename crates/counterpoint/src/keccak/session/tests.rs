//! Shared by the tests of Keyak and Ketje: each session is compared with the specification's form, written byte by byte
//! (`keyak/spec.rs`, `ketje/spec.rs`), and both with the designers' own answers.

use super::TypedSession;
use crate::aead::AeadError;
use crate::hash::ByteArray;
use crate::keccak::primitive::{SealedWord, Word};
use crate::list::ImplementationError;
use crate::steps::{bytes, compare_each, hex, records};
use crate::tag::WrongTag;
use counterpoint_vectors::steps::KEYAK_KETJE;
use counterpoint_vectors::{Body, EMBEDDED, File, Wrap};
use serde_json::{Value, json};
use std::string::String;
use std::vec::Vec;

/// A session under test.
pub(in crate::keccak) trait Tested: TypedSession + core::fmt::Debug {
    /// The specification's form.
    type Spec;

    /// Returns the specification's form of a session for [`KEY`] and [`NONCE`].
    fn spec() -> Self::Spec;
    /// Encrypts a message with the specification's form; returns ciphertext and tag. The choice is whether to forget in
    /// Keyak, and the tag's length in Ketje.
    fn wrap_by_spec(spec: &mut Self::Spec, data: &[u8], plaintext: &[u8], choice: usize) -> (Vec<u8>, Vec<u8>);
    /// Encrypts a message in place with the session; returns the tag.
    fn wrap_with(&mut self, data: &[u8], buffer: &mut [u8], choice: usize) -> Vec<u8>;
    /// Decrypts a message in place with the session.
    fn unwrap_with(&mut self, data: &[u8], buffer: &mut [u8], tag: &[u8], choice: usize) -> Result<(), AeadError>;
    /// Returns the content of all states.
    fn states(&self) -> Vec<u8>;

    /// Returns the session that a record of the designers begins, run by the named implementation, and its start tag,
    /// which is empty if there is none.
    fn of_record(record: &counterpoint_vectors::Session, name: &str) -> (Self, Vec<u8>);
    /// Returns the specification's form of that session, and its start tag.
    fn spec_of_record(record: &counterpoint_vectors::Session) -> (Self::Spec, Vec<u8>);
    /// Returns the choice under which a message of the record was encrypted.
    fn choice(wrap: &Wrap) -> usize;
}

pub(in crate::keccak) const KEY: &[u8] = b"a key of 16 byte";
pub(in crate::keccak) const NONCE: &[u8] = b"nonce";

/// Returns the names of the implementations that this machine can run.
pub(in crate::keccak) fn names<W: Word>() -> impl Iterator<Item = &'static str> {
    W::list().every().map(|entry| entry.implementation().name())
}

/// Returns the name of the implementation that a session uses by default.
fn best<S: TypedSession>() -> &'static str {
    S::Word::list().best(S::STATES).implementation().name()
}

/// Returns bytes in which byte i is 7 i + `seed`.
pub(in crate::keccak) fn pattern(length: usize, seed: usize) -> Vec<u8> {
    (0..length).map(|i| (7 * i + seed) as u8).collect()
}

/// Returns the designers' self tests of this family.
pub(in crate::keccak) fn self_tests(family: &str) -> Vec<Value> {
    let mut records = records(KEYAK_KETJE, "designers_selftests");
    records.retain(|record| record["instance"].as_str().expect("a name").contains(family));
    records
}

/// Runs a self test with every implementation and with the specification's form.
pub(in crate::keccak) fn self_test<S: Tested>(record: &Value) -> Value {
    let [key, nonce, ad, plaintext] = ["key", "nonce", "ad", "plaintext"].map(|field| bytes(&record[field]));
    let session = counterpoint_vectors::Session {
        key,
        nonce,
        start_tag: None,
        start_forget: false,
        wraps: std::vec![Wrap {
            associated_data: ad,
            plaintext,
            ciphertext: bytes(&record["ciphertext"]),
            tag: bytes(&record["tag"]),
            forget: false,
        }],
    };
    assert_eq!(designers_session::<S>(&session, names::<S::Word>()), 1);
    let (mut spec, _) = S::spec_of_record(&session);
    let Wrap { associated_data, plaintext, .. } = &session.wraps[0];
    let (ciphertext, tag) = S::wrap_by_spec(&mut spec, associated_data, plaintext, S::choice(&session.wraps[0]));
    json!({
        "instance": record["instance"], "key": hex(&session.key), "nonce": hex(&session.nonce), "ad": hex(associated_data),
        "plaintext": hex(plaintext), "ciphertext": hex(&ciphertext), "tag": hex(&tag),
    })
}

/// The traces contain only the lists that the tests of Keyak and Ketje compare.
#[test]
fn no_list_of_the_traces_is_left_out() {
    let document = counterpoint_vectors::steps::json(KEYAK_KETJE);
    let lists: Vec<&str> = document.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(lists, ["designers_selftests", "ketje_sessions", "keyak_sessions", "notes", "piston", "twisted"]);
    let known = self_tests("Keyak").len() + self_tests("Ketje").len();
    assert_eq!(records(KEYAK_KETJE, "designers_selftests").len(), known);
}

#[test]
#[should_panic(expected = "record 0")]
fn a_field_that_is_not_compared_fails() {
    let mut record = self_tests("Ketje").remove(0);
    let known = record.clone();
    record["more"] = json!("00");
    compare_each(&[record], |_| known.clone());
}

/// Compares this algorithm's sessions from the designers' own program: all of them if the folder of known answers is
/// present, otherwise the embedded ones. All of them together have `messages` messages. Every implementation runs every
/// session; without optimisation, only the best one does, and the others take turns.
pub(in crate::keccak) fn designers_sessions<S: Tested>(name: &str, messages: usize) {
    let file = match counterpoint_vectors::shared() {
        Some(folder) => File::read(&folder.join(name)).expect("it is understood"),
        None => {
            std::println!("skipped most sessions of {name}: the folder ../shared/vectors is missing");
            let embedded = EMBEDDED.iter().find(|file| file.name == name).expect("a part of it is embedded");
            embedded.parse().expect("it is understood")
        }
    };
    assert_eq!(file.declared, Some(file.cases.len() as u64));
    let names: Vec<&str> = names::<S::Word>().collect();
    let session = |(case, name): (&counterpoint_vectors::Case, &&'static str)| match &case.body {
        Body::Session(session) if cfg!(unoptimised) => designers_session::<S>(session, [best::<S>(), name].into_iter()),
        Body::Session(session) => designers_session::<S>(session, names.iter().copied()),
        _ => panic!("{}", case.kind()),
    };
    let found: usize = file.cases.iter().zip(names.iter().cycle()).map(session).sum();
    std::println!("compared {found} messages of {} sessions of {name}", file.cases.len());
    assert!(found == messages || counterpoint_vectors::shared().is_none(), "{found} messages of {name}");
}

/// Compares one session from the designers' program with the specification's form and with the named implementations,
/// in both directions. Returns the number of its messages.
fn designers_session<S: Tested>(
    record: &counterpoint_vectors::Session,
    names: impl Iterator<Item = &'static str>,
) -> usize {
    let right = record.start_tag.clone().unwrap_or_default();
    let (mut spec, tag) = S::spec_of_record(record);
    assert_eq!(tag, right);
    let start = |name| {
        let (session, tag) = S::of_record(record, name);
        assert_eq!(tag, right, "{session:?}");
        session
    };
    let mut sessions: Vec<(S, S)> = names.map(|name| (start(name), start(name))).collect();
    for wrap in &record.wraps {
        let Wrap { associated_data, plaintext, ciphertext, tag, .. } = wrap;
        let (choice, right) = (S::choice(wrap), (ciphertext, tag));
        let found = S::wrap_by_spec(&mut spec, associated_data, plaintext, choice);
        assert_eq!((&found.0, &found.1), right);
        for (alice, bob) in &mut sessions {
            let mut buffer = plaintext.clone();
            let tag = alice.wrap_with(associated_data, &mut buffer, choice);
            assert_eq!((&buffer, &tag), right, "{alice:?}");
            bob.unwrap_with(associated_data, &mut buffer, &tag, choice).unwrap();
            assert_eq!(buffer, *plaintext, "{bob:?}");
        }
    }
    record.wraps.len()
}

/// Starts a session.
fn started<S: Tested>(implementation: Option<&str>) -> Result<S, AeadError> {
    let mut session = S::without_key(implementation, KEY, NONCE)?;
    session.start(KEY, NONCE);
    Ok(session)
}

/// Encrypts and decrypts messages of each length with associated data of each length in one session, with every
/// implementation. Without optimisation, only the best one does that. The others differ only in how they permute the
/// states, so they get a session with fewer messages, in which each length of both kinds occurs.
pub(in crate::keccak) fn lengths<S: Tested>(data: &[usize], messages: &[usize], choice: impl Fn(usize) -> usize) {
    let check = |names: &[&str], lengths: &mut dyn Iterator<Item = (usize, usize)>| {
        let mut spec = S::spec();
        let new = |name| started::<S>(Some(name)).unwrap();
        let mut sessions: Vec<(S, S)> = names.iter().map(|&name| (new(name), new(name))).collect();
        for (length, more) in lengths {
            let (plaintext, ad, choice) = (pattern(length, more), pattern(more, length), choice(length + more));
            let (ciphertext, right) = S::wrap_by_spec(&mut spec, &ad, &plaintext, choice);
            for (alice, bob) in &mut sessions {
                let mut buffer = plaintext.clone();
                let tag = alice.wrap_with(&ad, &mut buffer, choice);
                assert_eq!((&buffer, &tag), (&ciphertext, &right), "{alice:?}, {length} and {more} bytes");
                bob.unwrap_with(&ad, &mut buffer, &tag, choice).unwrap();
                assert_eq!(buffer, plaintext, "{bob:?}, {length} and {more} bytes");
            }
        }
    };
    let [data, messages] = [data, messages].map(|lengths| lengths.iter().copied());
    let mut pairs = messages.clone().flat_map(|length| data.clone().map(move |more| (length, more)));
    let names: Vec<&str> = names::<S::Word>().collect();
    if cfg!(not(unoptimised)) {
        return check(&names, &mut pairs);
    }
    check(&[best::<S>()], &mut pairs);
    // The lists begin with the shortest lengths, which should not be paired only with each other.
    let most = data.len().max(messages.len());
    check(&names, &mut messages.cycle().zip(data.cycle().skip(3)).take(most));
}

/// Changes each part of a message in turn: no plaintext may be released, and the session must end with its state
/// erased.
pub(in crate::keccak) fn a_tag_that_does_not_match<S: Tested>() {
    let new = || started::<S>(None).unwrap();
    let mut right = pattern(100, 0);
    let tag = new().encrypt(b"data", &mut right, &mut || true).unwrap();
    let check = |ad: &[u8], ciphertext: &[u8], tag: &S::Tag| {
        let (mut session, mut buffer) = (new(), ciphertext.to_vec());
        assert_eq!(session.decrypt(ad, &mut buffer, tag, &mut || true), Err(AeadError::WrongTag(WrongTag)));
        assert!(buffer.iter().chain(&session.states()).all(|&byte| byte == 0));

        // The session remains closed, even to the right message.
        let mut buffer = right.clone();
        assert_eq!(session.decrypt(b"data", &mut buffer, tag, &mut || true), Err(AeadError::Failed));
        assert!(buffer.iter().all(|&byte| byte == 0));
        let mut buffer = right.clone();
        assert_eq!(session.encrypt(b"data", &mut buffer, &mut || true), Err(AeadError::Failed));
        assert_eq!(buffer, right);
    };
    for bit in 0..8 * S::Tag::LEN {
        let mut tag = tag;
        tag.as_mut()[bit / 8] ^= 1 << (bit % 8);
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
    new().decrypt(b"data", &mut right, &tag, &mut || true).unwrap();
    assert_eq!(right, pattern(100, 0));
}

pub(in crate::keccak) fn an_unknown_implementation<S: Tested>() {
    let unknown = started::<S>(Some("no-such-thing")).unwrap_err();
    assert_eq!(unknown, AeadError::Implementation(ImplementationError::Unknown));
}
