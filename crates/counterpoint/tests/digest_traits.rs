//! The traits of the crate `digest` lead to the same digests as our own methods.

use counterpoint::{Fugue384, Groestl512, Keccak256, Luffa256, Luffa512, Sha3_256, Sha3_512, Shake128, Shake256};
use hmac::digest::{Digest, ExtendableOutputReset, FixedOutputReset, Update, XofReader, common::BlockSizeUser};
use hmac::{KeyInit, Mac, SimpleHmac};

/// A program that is generic over hash functions.
fn generic<D: Digest + FixedOutputReset + Clone>(message: &[u8]) -> Vec<u8> {
    let whole = D::digest(message);
    let (head, rest) = message.split_at(message.len() / 3);
    let mut hasher = D::new().chain_update(head);
    let twin = hasher.clone();
    Digest::update(&mut hasher, rest);
    let mut reset = hasher.clone();
    assert_eq!(Digest::finalize(hasher), whole);
    assert_eq!(Digest::finalize_reset(&mut reset), whole);
    assert_eq!(Digest::finalize_reset(&mut reset), D::digest(b""));
    Digest::reset(&mut reset);
    Digest::update(&mut reset, b"something else");
    Digest::reset(&mut reset);
    assert_eq!(Digest::finalize(reset), D::digest(b""));
    assert_eq!(twin.chain_update(rest).finalize(), whole);
    assert_eq!(<D as Digest>::output_size(), whole.len());
    whole.to_vec()
}

#[test]
fn fixed_hashes() {
    let message: Vec<u8> = (0..500u16).map(|i| (i % 251) as u8).collect();
    assert_eq!(generic::<Sha3_256>(&message), Sha3_256::digest(&message));
    assert_eq!(generic::<Sha3_512>(&message), Sha3_512::digest(&message));
    assert_eq!(generic::<Keccak256>(&message), Keccak256::digest(&message));
    assert_eq!(generic::<Groestl512>(&message), Groestl512::digest(&message));
    assert_eq!(generic::<Fugue384>(&message), Fugue384::digest(&message));
    assert_eq!(generic::<Luffa512>(&message), Luffa512::digest(&message));
}

#[test]
fn extendable_hashes() {
    fn generic<X: ExtendableOutputReset + Default>(message: &[u8]) -> [u8; 300] {
        let (mut out, mut again) = ([0; 300], [0; 300]);
        X::digest_xof(message, &mut out);
        let mut hasher = X::default();
        Update::update(&mut hasher, message);
        let mut reader = hasher.finalize_xof_reset();
        for piece in again.chunks_mut(7) {
            reader.read(piece);
        }
        assert_eq!(again, out);
        Update::update(&mut hasher, message);
        hasher.finalize_xof_into(&mut again);
        assert_eq!(again, out);
        out
    }
    let mut expected = [0; 300];
    Shake128::digest_into(b"abc", &mut expected);
    assert_eq!(generic::<Shake128>(b"abc"), expected);
    Shake256::digest_into(b"abc", &mut expected);
    assert_eq!(generic::<Shake256>(b"abc"), expected);
}

#[test]
fn block_sizes() {
    assert_eq!(Sha3_256::block_size(), 136);
    assert_eq!(Shake128::block_size(), 168);
    assert_eq!(Groestl512::block_size(), 128);
    assert_eq!(Luffa256::block_size(), 32);
}

/// The crate `hmac` over our hash gives what Python's `hmac` and `hashlib` give.
#[test]
fn hmac_over_sha3() {
    let known = |key: &[u8], expected: &str| {
        let mac = SimpleHmac::<Sha3_256>::new_from_slice(key).unwrap().chain_update(b"a message");
        let tag = mac.finalize().into_bytes();
        assert_eq!(counterpoint_vectors::hex(expected).unwrap(), tag.as_slice());
    };
    known(b"key", "17c65bfbb64dc889d07054edcef1c84f6580533fc5134021f0d6dadf50915af5");
    known(&[0x61; 200], "ae7519c6a5e0b029123b27d64927ec97ca9980481c80115d5d1aeaed1ecf3860");
}
