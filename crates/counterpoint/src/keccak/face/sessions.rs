//! What the tests of Keyak and of Ketje share: a session as a user meets it, beside the specification's form of it.

use super::Session;
use crate::aead::AeadError;
use crate::keccak::{KeccakP, Word};
use crate::registry::{ImplementationError, Listed, Primitive};
use crate::steps::{bytes, records};
use counterpoint_vectors::steps::KEYAK_KETJE;
use serde_json::Value;
use std::vec::Vec;

/// A session under test.
pub(in crate::keccak) trait Tested: Session + core::fmt::Debug {
    /// The specification's form.
    type Spec;

    /// The specification's form of a session for [`KEY`] and [`NONCE`].
    fn spec() -> Self::Spec;
    /// What it makes of a message, with a choice that the family has besides: ciphertext and tag.
    fn wrap_by_spec(spec: &mut Self::Spec, data: &[u8], plaintext: &[u8], choice: usize) -> (Vec<u8>, Vec<u8>);
    /// The same by the session, in place; returns the tag.
    fn wrap_with(&mut self, data: &[u8], buffer: &mut [u8], choice: usize) -> Vec<u8>;
    /// And back.
    fn unwrap_with(&mut self, data: &[u8], buffer: &mut [u8], tag: &[u8], choice: usize) -> Result<(), AeadError>;
    /// All that it knows.
    fn states(&self) -> Vec<u8>;
}

pub(in crate::keccak) const KEY: &[u8] = b"a key of 16 byte";
pub(in crate::keccak) const NONCE: &[u8] = b"nonce";

/// The implementations that this machine can run.
pub(in crate::keccak) fn names<W: Word>() -> impl Iterator<Item = &'static str> {
    KeccakP::<W>::list().all().iter().filter(|i| i.available()).map(|i| i.card().name)
}

/// Byte i is 7 i + `seed`.
pub(in crate::keccak) fn pattern(length: usize, seed: usize) -> Vec<u8> {
    (0..length).map(|i| (7 * i + seed) as u8).collect()
}

/// The designers' self tests of this family.
pub(in crate::keccak) fn self_tests(family: &str) -> Vec<Value> {
    let mut records = records(KEYAK_KETJE, "designers_selftests");
    records.retain(|record| record["instance"].as_str().expect("a name").contains(family));
    records
}

/// One of them.
pub(in crate::keccak) fn self_test<S: Session>(record: &Value) {
    let [key, nonce, ad, plaintext, ciphertext, right] =
        ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(&record[field]));
    let (mut buffer, mut tag) = (plaintext, std::vec![0; S::TAG_BYTES]);
    S::started(None, &key, &nonce).unwrap().encrypt_to(&ad, &mut buffer, &mut tag).unwrap();
    assert_eq!((buffer, tag), (ciphertext, right));
}

/// Each length of data with each length of associated data, in one session and back, by every implementation.
pub(in crate::keccak) fn lengths<S: Tested>(data: &[usize], messages: &[usize], choice: impl Fn(usize) -> usize) {
    for name in names::<S::Lane>() {
        let new = || S::started(Some(name), KEY, NONCE).unwrap();
        let (mut spec, mut alice, mut bob) = (S::spec(), new(), new());
        for (&length, &more) in messages.iter().flat_map(|length| data.iter().map(move |more| (length, more))) {
            let (plaintext, ad, choice) = (pattern(length, more), pattern(more, length), choice(length + more));
            let mut buffer = plaintext.clone();
            let tag = alice.wrap_with(&ad, &mut buffer, choice);
            let expected = S::wrap_by_spec(&mut spec, &ad, &plaintext, choice);
            assert_eq!((&buffer, &tag), (&expected.0, &expected.1), "{alice:?}, {length} and {more} bytes");
            bob.unwrap_with(&ad, &mut buffer, &tag, choice).unwrap();
            assert_eq!(buffer, plaintext, "{bob:?}, {length} and {more} bytes");
        }
    }
}

/// Whatever of a message is changed: nothing is released, the session forgets all, and is over.
pub(in crate::keccak) fn a_tag_that_does_not_match<S: Tested>() {
    let new = || S::started(None, KEY, NONCE).unwrap();
    let (mut right, mut tag) = (pattern(100, 0), std::vec![0; S::TAG_BYTES]);
    new().encrypt_to(b"data", &mut right, &mut tag).unwrap();
    let check = |ad: &[u8], ciphertext: &[u8], tag: &[u8]| {
        let (mut session, mut buffer) = (new(), ciphertext.to_vec());
        assert_eq!(session.decrypt_by(ad, &mut buffer, tag), Err(AeadError::Mismatch));
        assert!(buffer.iter().chain(&session.states()).all(|&byte| byte == 0));

        // Over, whatever comes.
        let mut buffer = right.clone();
        assert_eq!(session.decrypt_by(b"data", &mut buffer, tag), Err(AeadError::Failed));
        assert!(buffer.iter().all(|&byte| byte == 0));
        let mut buffer = right.clone();
        assert_eq!(session.encrypt_to(b"data", &mut buffer, &mut tag.to_vec()), Err(AeadError::Failed));
        assert_eq!(buffer, right);
    };
    for bit in 0..8 * S::TAG_BYTES {
        let mut tag = tag.clone();
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
    new().decrypt_by(b"data", &mut right, &tag).unwrap();
    assert_eq!(right, pattern(100, 0));
}

pub(in crate::keccak) fn an_unknown_implementation<S: Tested>() {
    let unknown = S::started(Some("no-such-thing"), KEY, NONCE).unwrap_err();
    assert_eq!(unknown, AeadError::Implementation(ImplementationError::Unknown));
}
