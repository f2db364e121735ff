//! The traits of the crate `digest` produce the same digests as our own methods.

use counterpoint::*;
use hmac::digest::{Digest, ExtendableOutputReset, FixedOutputReset, Reset, Update, XofReader, common::BlockSizeUser};
use hmac::{EagerHash, Hmac, HmacReset, KeyInit, Mac, SimpleHmac};

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

/// Returns a key or message whose first byte is 1, the next 2, and so on.
fn counting(length: usize) -> Vec<u8> {
    (1..=length).map(|i| i as u8).collect()
}

/// HMAC as RFC 2104 defines it, over a hash's plain digests.
fn hmac_by_rfc_2104<D: Digest + BlockSizeUser>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut block = if key.len() > D::block_size() { D::digest(key).to_vec() } else { key.to_vec() };
    block.resize(D::block_size(), 0);
    let pad = |byte: u8| block.iter().map(|k| k ^ byte).collect::<Vec<u8>>();
    let inner = D::digest([&pad(0x36), message].concat());
    D::digest([&pad(0x5c), &inner[..]].concat()).to_vec()
}

/// Checks `Hmac` and `HmacReset`, which work block by block, and `SimpleHmac`, which does not, at every edge of a
/// block, in pieces, and after a reset.
#[test]
fn hmac_over_every_hash_that_it_is_defined_for() {
    fn check<D: EagerHash + FixedOutputReset + BlockSizeUser>() {
        let block = <D as BlockSizeUser>::block_size();
        for key in [0, 1, block - 1, block, block + 1, 3 * block] {
            let key = counting(key);
            let mut again = HmacReset::<D>::new_from_slice(&key).unwrap();
            for length in [0, 1, block - 1, block, block + 1, 2 * block, 5 * block + 3] {
                let message = counting(length);
                let expected = hmac_by_rfc_2104::<D>(&key, &message);
                let mut mac = Hmac::<D>::new_from_slice(&key).unwrap();
                for piece in message.chunks(block / 2 + 5) {
                    Mac::update(&mut mac, piece);
                }
                mac.clone().verify_slice(&expected).unwrap();
                assert_eq!(mac.finalize().into_bytes()[..], expected);
                Mac::update(&mut again, &message);
                assert_eq!(again.finalize_reset().into_bytes()[..], expected);
                let simple = SimpleHmac::<D>::new_from_slice(&key).unwrap().chain_update(&message);
                assert_eq!(simple.finalize().into_bytes()[..], expected);
            }
        }
    }
    macro_rules! check {
        ($($hash:ident)+) => {
            $(check::<$hash>();)+
        };
    }
    check!(
        // keccak: begin, by `cargo xtask generate` from functions.toml
        Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak224 Keccak256 Keccak384 Keccak512
        // keccak: end
    );
    check!(Groestl224 Groestl256 Groestl384 Groestl512 Luffa224 Luffa256);
}

/// The crate `hmac` over our hashes agrees with Python's `hmac` and `hashlib`, and with NIST's example.
#[test]
fn hmac_over_sha3() {
    fn known<D: EagerHash>(key: &[u8], message: &[u8], expected: &str) {
        let mac = Hmac::<D>::new_from_slice(key).unwrap().chain_update(message);
        assert_eq!(counterpoint_vectors::hex(expected).unwrap(), mac.finalize().into_bytes().as_slice());
    }
    known::<Sha3_224>(b"key", b"a message", "34ad12e4b6daa124a9521b89f7193b621118ca142e864583bf884e7f");
    known::<Sha3_224>(&[0x61; 200], b"a message", "dbdc178c8dac47330980452b61984c85325f5a8f569ac9ffad0d1ef9");
    known::<Sha3_224>(&[0x61; 144], &[0x61; 1000], "3fc7da14940618b38b33a3c267f6ee592de20a9865dd77d32b401e48");
    known::<Sha3_256>(b"key", b"a message", "17c65bfbb64dc889d07054edcef1c84f6580533fc5134021f0d6dadf50915af5");
    known::<Sha3_256>(&[0x61; 200], b"a message", "ae7519c6a5e0b029123b27d64927ec97ca9980481c80115d5d1aeaed1ecf3860");
    known::<Sha3_256>(&[0x61; 136], &[0x61; 1000], "6281278412c7f068aa29e9036c9a48709c948d6391b5cfdd6d6e1cbcf006bea8");
    known::<Sha3_384>(
        b"key",
        b"a message",
        "1522f2998da96584625f0b572e6428dafb7a75374e2b78152aa98faeba2fb44e1a3de8d742da6043befc79a3818d7d98",
    );
    known::<Sha3_384>(
        &[0x61; 200],
        b"a message",
        "3e8d51467490d1c539488113c03df1df594182794548c190063b1a284bcc6e32b28320cd6df007901488b6db00e6f1cf",
    );
    known::<Sha3_384>(
        &[0x61; 104],
        &[0x61; 1000],
        "ea214a0bd03b2d1521c64ece23660d4600017660d05a78dba7019a3b87cf986f63a7c5d69a5a15ac0c6e51a651462604",
    );
    known::<Sha3_512>(
        b"key",
        b"a message",
        "dd530d04f22b5e331c2c093363f50ffee33b4f2cf0765bdac3ebdac09c18433c0f28803c145972e1abc42edc7f554c293e564d86f27543a89670cd56a63e15cb",
    );
    known::<Sha3_512>(
        &[0x61; 200],
        b"a message",
        "47e8565f828d43b8b9d0787be40054bf100b8f4889eaecd8de9e45424747b670429aab01b46ddc29b70ee7a6541f4434f57b97e8a82447a3e5735458cb4b8f79",
    );
    known::<Sha3_512>(
        &[0x61; 72],
        &[0x61; 1000],
        "60ca4915401e650336725b0a0e53ff78a7278fe54b0111354382ab20a362a361510e788fa5f6e8b098aacaf12a1b4db71eba2a519e8d8b81318c9efc6014286d",
    );
    // NIST, "Examples with Intermediate Values": HMAC with SHA3-256, a key shorter than a block.
    let key: Vec<u8> = (0..32).collect();
    known::<Sha3_256>(
        &key,
        b"Sample message for keylen<blocklen",
        "4fe8e202c4f058e8dddc23d8c34e467343e23555e24fc2f025d598f558f67205",
    );
}

/// A program that is generic over message authentication codes.
fn tag<M: Mac + KeyInit + Clone>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mac = <M as KeyInit>::new_from_slice(key).expect("KMAC takes keys of any length");
    let (head, rest) = message.split_at(message.len() / 2);
    let tag = Mac::finalize(mac.clone().chain_update(head).chain_update(rest)).into_bytes();
    mac.clone().chain_update(message).verify(&tag).expect("the right tag");
    assert!(mac.chain_update(b"another message").verify(&tag).is_err());
    tag.to_vec()
}

#[test]
fn kmac_is_a_mac() {
    use counterpoint::{Kmac128, Kmac256};
    let (key, message) = (counting(16), counting(500));
    assert_eq!(tag::<Kmac128>(&key, &message), Kmac128::new(&key, b"").chain(&message).finalize());
    assert_eq!(tag::<Kmac256>(&key, &message), Kmac256::new(&key, b"").chain(&message).finalize());
    let key = counting(32);
    let by_array = <Kmac128 as KeyInit>::new(key.as_slice().try_into().expect("as long as the tag"));
    assert_eq!(by_array.chain(&message).finalize(), Kmac128::new(&key, b"").chain(&message).finalize());
}

#[test]
fn customization_strings() {
    use counterpoint::{CShake128, Kt128};
    use hmac::digest::{CustomizedInit, ExtendableOutput};
    fn generic<X: CustomizedInit + Update + ExtendableOutput>(customization: &[u8], message: &[u8]) -> [u8; 100] {
        let (mut hasher, mut output) = (X::new_customized(customization), [0; 100]);
        hasher.update(message);
        hasher.finalize_xof_into(&mut output);
        output
    }
    let mut expected = [0; 100];
    CShake128::new(b"", b"trial").digest_into(b"abc", &mut expected);
    assert_eq!(generic::<CShake128>(b"trial", b"abc"), expected);
    Kt128::new(b"trial").digest_into(b"abc", &mut expected);
    assert_eq!(generic::<Kt128<Box<[u8]>>>(b"trial", b"abc"), expected);
}

#[test]
fn algorithm_names() {
    use hmac::digest::common::AlgorithmName;
    struct Name<A>(std::marker::PhantomData<A>);
    impl<A: AlgorithmName> std::fmt::Display for Name<A> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            A::write_alg_name(f)
        }
    }
    assert_eq!(Name::<Sha3_256>(std::marker::PhantomData).to_string(), "sha3-256");
    assert_eq!(Name::<counterpoint::Kt128>(std::marker::PhantomData).to_string(), "kt128");
}

/// A program that is generic over extendable functions reads the same output as our own methods return.
#[test]
fn every_extendable_output() {
    use counterpoint::{CShake256, KmacXof128, Kt256, ParallelHashXof128, TurboShake128};

    fn generic<X: ExtendableOutputReset + Reset + Update>(mut hasher: X, message: &[u8]) -> [[u8; 300]; 2] {
        hasher.update(message);
        Reset::reset(&mut hasher);
        let (head, rest) = message.split_at(message.len() / 3);
        let mut outputs = [[0; 300]; 2];
        hasher.update(head);
        hasher.update(rest);
        let mut reader = hasher.finalize_xof_reset();
        outputs[0].chunks_mut(11).for_each(|piece| reader.read(piece));
        hasher.finalize_xof_into(&mut outputs[1]);
        outputs
    }
    macro_rules! check {
        ($($hasher:expr;)+) => {$({
            let (message, mut expected) = (counting(20_000), [[0; 300]; 2]);
            $hasher.digest_into(&message, &mut expected[0]);
            $hasher.digest_into(b"", &mut expected[1]);
            assert_eq!(generic($hasher, &message), expected, "{}", stringify!($hasher));
        })+};
    }
    check! {
        CShake256::new(b"name", b"use");
        TurboShake128::new(0x2b).unwrap();
        KmacXof128::new(b"key", b"use");
        Kt256::new(b"use");
        ParallelHashXof128::new(1000, b"use").unwrap();
    }
    let key = counting(32);
    let by_key = <KmacXof128 as KeyInit>::new_from_slice(&key).unwrap();
    assert_eq!(generic(by_key, b"abc"), generic(KmacXof128::new(&key, b""), b"abc"));
}

#[test]
fn collision_resistance_is_half_the_output() {
    use counterpoint::{CShake128, Fugue224, Kt256, TurboShake256};
    use hmac::digest::CollisionResistance;
    use hmac::digest::typenum::Unsigned;

    fn bytes<H: CollisionResistance>() -> usize {
        H::CollisionResistance::USIZE
    }
    assert_eq!(
        [bytes::<Sha3_224>(), bytes::<Sha3_256>(), bytes::<Groestl384>(), bytes::<Luffa512>()],
        [14, 16, 24, 32]
    );
    assert_eq!([bytes::<Fugue224>(), bytes::<Shake128>(), bytes::<Shake256>()], [14, 16, 32]);
    assert_eq!([bytes::<CShake128>(), bytes::<TurboShake256>(), bytes::<Kt256>()], [16, 32, 32]);
}
