//! Every public type computes the same as the algorithm of its name, however it is used.

mod common;

use common::{hashes, painted, spec};
use counterpoint::Algorithm;
use counterpoint::registry::Options;

/// Returns the digest of `message`, of `bytes` bytes, computed by the named algorithm's `spec`.
#[allow(dead_code, reason = "without a family that hashes, nothing is checked")]
fn by_spec(name: &str, message: &[u8], bytes: usize) -> Vec<u8> {
    let mut digest = vec![0; bytes];
    let algorithm = Algorithm::by_name(name).expect("types have their algorithm's name");
    let hash = algorithm.as_hash().expect("a hash function");
    hash.digest_many(Some(spec()), &[message], &mut digest).unwrap();
    digest
}

/// Checks a type as generic code sees it.
#[allow(dead_code, reason = "without a family that hashes, nothing is checked")]
fn check_generic<H: counterpoint::HashFunction>(message: &[u8], expected: &[u8]) {
    assert_eq!(H::DIGEST_BYTES, expected.len(), "{}", H::NAME);
    let mut hasher = H::new();
    hasher.update(&message[..message.len() / 2]);
    hasher.update(&message[message.len() / 2..]);
    assert_eq!(hasher.finalize().as_ref(), expected, "{} in pieces", H::NAME);
    assert_eq!(H::digest(message).as_ref(), expected, "{}", H::NAME);
    assert_eq!(H::digest_many(&[message, message])[1].as_ref(), expected, "many by {}", H::NAME);
}

/// Checks types of one digest length: one message at once, in pieces, through `io::Write`, and many messages.
#[allow(unused_macros, reason = "without a family that hashes, nothing is checked")]
macro_rules! check_hashes {
    ($($hash:ident)+) => {$({
        use counterpoint::$hash;
        for length in [0, 1, 3, 200, 1000] {
            let message = painted(length);
            let expected = by_spec($hash::NAME, &message, $hash::DIGEST_BYTES);
            assert_eq!($hash::digest(&message)[..], expected, "{} of {length} bytes", $hash::NAME);
            assert_eq!($hash::digest_many(&[&message, &message])[1][..], expected, "{}", $hash::NAME);
            check_generic::<$hash>(&message, &expected);
            for piece in [1, 3, 63, 64, 65, 999] {
                let mut hasher = $hash::new();
                message.chunks(piece).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize()[..], expected, "{} in pieces of {piece}", $hash::NAME);
            }
            let mut hasher = $hash::new();
            for _ in 0..2 {
                hasher.update(&message);
                assert_eq!(hasher.finalize_reset()[..], expected, "{} before and after a reset", $hash::NAME);
            }
            #[cfg(feature = "std")]
            {
                let mut hasher = $hash::new();
                written(&mut hasher, &message);
                assert_eq!(hasher.finalize()[..], expected, "{} by io::Write", $hash::NAME);
            }
        }
    })+};
}

/// Writes a message in all the ways that `io::Write` offers.
#[cfg(feature = "std")]
#[allow(dead_code, reason = "without a family that hashes, nothing is checked")]
fn written(writer: &mut impl std::io::Write, message: &[u8]) {
    let (head, rest) = message.split_at(message.len() / 2);
    let (mut middle, end) = rest.split_at(rest.len() / 2);
    assert_eq!(writer.write(head).unwrap(), head.len(), "a hasher takes the whole buffer");
    assert_eq!(std::io::copy(&mut middle, writer).unwrap(), (rest.len() - end.len()) as u64);
    writer.write_all(end).unwrap();
    writer.flush().unwrap();
}

/// Reads the length of `expected` in all the ways that `io::Read` offers.
#[cfg(all(feature = "std", feature = "keccak"))]
fn check_read(reader: &mut impl std::io::Read, expected: &[u8]) {
    use std::io::Read;

    let half = expected.len() / 2;
    let mut output = vec![0xff; half];
    assert_eq!(reader.read(&mut output[..5]).unwrap(), 5, "an output has no end");
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    reader.read_exact(&mut output[5..]).unwrap();
    assert_eq!(reader.take((expected.len() - half) as u64).read_to_end(&mut output).unwrap(), expected.len() - half);
    assert_eq!(output, expected);
}

// families: begin, by `cargo xtask generate` from functions.toml
#[test]
#[cfg(feature = "keccak")]
fn keccak() {
    check_hashes!(
        Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak224 Keccak256 Keccak384 Keccak512
    );
}

#[test]
#[cfg(feature = "groestl")]
fn groestl() {
    check_hashes!(
        Groestl224 Groestl256 Groestl384 Groestl512
    );
}

#[test]
#[cfg(feature = "fugue")]
fn fugue() {
    check_hashes!(
        Fugue224 Fugue256 Fugue384 Fugue512
    );
}

#[test]
#[cfg(feature = "luffa")]
fn luffa() {
    check_hashes!(
        Luffa224 Luffa256 Luffa384 Luffa512
    );
}
// families: end

#[test]
#[cfg(feature = "keccak")]
fn extendable_outputs() {
    macro_rules! check {
        ($($xof:ident)+) => {$({
            use counterpoint::$xof;
            let message = painted(777);
            let expected = by_spec($xof::NAME, &message, 600);
            let mut output = [0; 600];
            $xof::digest_into(&message, &mut output);
            assert_eq!(output[..], expected, "{}", $xof::NAME);
            check_generic::<$xof>(&message, &expected[..<$xof as counterpoint::HashFunction>::DIGEST_BYTES]);
            #[cfg(feature = "std")]
            {
                let mut hasher = $xof::new();
                written(&mut hasher, &message);
                check_read(&mut hasher.finalize(), &expected);
            }
        })+};
    }
    check!(
        // extendable: begin, by `cargo xtask generate` from functions.toml
        Shake128 Shake256
        // extendable: end
    );
}

/// Types with inputs besides the message.
#[test]
#[cfg(all(feature = "std", feature = "keccak"))]
fn modes_as_writers_and_readers() {
    use counterpoint::{CShake256, Kmac128, KmacXof128, Kt128, TurboShake128};

    let message = painted(20_000);
    let mut output = [0; 600];

    let cshake = CShake256::new(b"name", b"customization");
    cshake.digest_into(&message, &mut output);
    let mut hasher = cshake.clone();
    written(&mut hasher, &message);
    check_read(&mut hasher.finalize(), &output);

    let turbo = TurboShake128::new(0x2b).unwrap();
    turbo.digest_into(&message, &mut output);
    let mut hasher = turbo.clone();
    written(&mut hasher, &message);
    check_read(&mut hasher.finalize(), &output);

    let kmac = Kmac128::new(b"a key", b"customization");
    let mut hasher = kmac.clone();
    written(&mut hasher, &message);
    assert_eq!(hasher.finalize(), kmac.chain(&message).finalize());

    let kmac = KmacXof128::new(b"a key", b"customization");
    kmac.digest_into(&message, &mut output);
    let mut hasher = kmac.clone();
    written(&mut hasher, &message);
    check_read(&mut hasher.finalize(), &output);

    let mut kt = Kt128::new(b"customization");
    kt.update(&message);
    kt.finalize().read(&mut output);
    let mut hasher = Kt128::new(b"customization");
    written(&mut hasher, &message);
    check_read(&mut hasher.finalize(), &output);
}

#[test]
#[cfg(feature = "aes")]
fn aes() {
    use counterpoint::{Aes128, Aes192, Aes256};

    macro_rules! check {
        ($($name:literal $cipher:ident)+) => {$({
            let key = core::array::from_fn(|i| 7 * i as u8);
            let (mut block, mut expected) = ([0x5a; 16], [0x5a; 16]);
            $cipher::new(&key).encrypt_block(&mut block);
            let algorithm = Algorithm::by_name($name).expect("a built algorithm");
            algorithm.as_block_cipher().unwrap().encrypt(Some(spec()), &key, &mut expected).unwrap();
            assert_eq!(block, expected, $name);
            assert_eq!(format!("{:?}", $cipher::new(&key)), concat!(stringify!($cipher), " { .. }"), "a key is secret");

            let (round_keys, mut block) = (*$cipher::new(&key).round_keys(), [0x5a; 16]);
            $cipher::from_round_keys(&round_keys).encrypt_block(&mut block);
            assert_eq!(block, expected, "round keys of {}", $name);
            for implementation in algorithm.implementations().filter(|i| i.available()) {
                let mut block = [0x5a; 16];
                let aes = $cipher::from_round_keys_with_implementation(implementation.name(), &round_keys).unwrap();
                aes.encrypt_block(&mut block);
                assert_eq!(block, expected, "round keys of {} by {implementation}", $name);
            }
            let unknown = $cipher::from_round_keys_with_implementation("abacus", &round_keys).err();
            assert_eq!(unknown, Some(counterpoint::registry::ImplementationError::Unknown));
        })+};
    }
    check!("aes128" Aes128 "aes192" Aes192 "aes256" Aes256);
}

/// Every mode has a constructor for a named implementation, whose name comes before the other parameters.
#[test]
#[cfg(feature = "keccak")]
fn modes_with_a_chosen_implementation() {
    use counterpoint::keccak::ModeError;
    use counterpoint::registry::ImplementationError;
    use counterpoint::{
        CShake128, Kmac128, KmacXof128, Kt128, ParallelHash128, ParallelHashXof128, TupleHash128, TurboShake128,
    };

    /// Compares the results of `new` with those of each implementation, and of an implementation that does not exist.
    fn check<H, E: std::fmt::Debug + PartialEq + From<ImplementationError>>(
        new: H,
        named: impl Fn(&str) -> Result<H, E>,
        many: impl Fn(&H, &[&[u8]], &mut [u8]),
    ) {
        let message = painted(9000);
        let messages = [&message[..], &message[1..4000], b"", &message[3..]];
        let mut expected = [0; 4 * 32];
        many(&new, &messages, &mut expected);
        for implementation in Algorithm::by_name("shake128").unwrap().implementations().filter(|i| i.available()) {
            let (hasher, mut outputs) = (named(implementation.name()).unwrap(), [0; 4 * 32]);
            many(&hasher, &messages, &mut outputs);
            assert_eq!(outputs, expected, "{} by {implementation}", std::any::type_name::<H>());
            many(&hasher, &messages[..1], &mut outputs[..32]);
            assert_eq!(outputs, expected, "{} by {implementation}, one", std::any::type_name::<H>());
        }
        assert_eq!(named("abacus").err(), Some(ImplementationError::Unknown.into()));
    }

    let cshake = |name: &str| CShake128::with_implementation(name, b"name", b"use");
    check(CShake128::new(b"name", b"use"), cshake, |hasher, messages, out| hasher.digest_many_into(messages, out));
    let turbo = |name: &str| TurboShake128::with_implementation(name, 0x2b);
    check(TurboShake128::new(0x2b).unwrap(), turbo, |hasher, messages, out| hasher.digest_many_into(messages, out));
    assert_eq!(TurboShake128::with_implementation("spec", 0).unwrap_err(), ModeError::Domain(0));
    let kmac = |name: &str| Kmac128::with_implementation(name, b"key", b"use");
    check(Kmac128::new(b"key", b"use"), kmac, |mac, messages, out| mac.digest_many_into(messages, out).unwrap());
    let kmac = |name: &str| KmacXof128::with_implementation(name, b"key", b"use");
    check(KmacXof128::new(b"key", b"use"), kmac, |mac, messages, out| mac.digest_many_into(messages, out));
    let kt = |name: &str| Kt128::with_implementation(name, b"use");
    check(Kt128::new(b"use"), kt, |hasher, messages, out| hasher.digest_many_into(messages, out));
    let parallel = |name: &str| ParallelHash128::with_implementation(name, 100, b"use");
    check(ParallelHash128::new(100, b"use").unwrap(), parallel, |hasher, messages, out| {
        hasher.digest_many_into(messages, out).unwrap();
    });
    let parallel = |name: &str| ParallelHashXof128::with_implementation(name, 100, b"use");
    check(ParallelHashXof128::new(100, b"use").unwrap(), parallel, |hasher, messages, out| {
        hasher.digest_many_into(messages, out);
    });
    let tuple = |name: &str| TupleHash128::with_implementation(name, b"use");
    check(TupleHash128::new(b"use"), tuple, |hasher, messages, out| {
        let tuples: Vec<[&[u8]; 1]> = messages.iter().map(|message| [*message]).collect();
        hasher.digest_many_into(&tuples, out).unwrap();
    });
}

/// Checks a hash function's properties against the standards: the lengths of a block and of the default output, whether
/// the output may have any length, whether a message is a sequence of strings, whether it consists of whole bytes, and
/// the length of a leaf.
#[test]
fn what_a_hash_says_of_itself() {
    for (algorithm, hash) in hashes() {
        let name = algorithm.name;
        // The name, and the number at its end.
        let letters = name.trim_end_matches(char::is_numeric);
        let size: usize = name[letters.len()..].parse().unwrap_or_default();
        let (block_bytes, digest_bytes) = match letters {
            "fugue" => (4, size / 8),
            "luffa" => (32, size / 8),
            "groestl" => (if size <= 256 { 64 } else { 128 }, size / 8),
            // The capacity of a sponge is twice the number in the name.
            "sha3-" | "keccak" => (200 - 2 * size / 8, size / 8),
            "shake" | "cshake" | "kmac" | "kmacxof" | "tuplehash" | "tuplehashxof" | "parallelhash"
            | "parallelhashxof" | "turboshake" | "kt" => (200 - 2 * size / 8, 2 * size / 8),
            // Functions for study, and families added later.
            _ => continue,
        };
        let extendable = letters.ends_with("shake") || letters.ends_with("xof") || letters == "kt";
        let tuple = letters.starts_with("tuplehash");
        let leaf_bytes = match letters {
            "kt" => Some(8192),
            "parallelhash" | "parallelhashxof" => Options::sample(algorithm.takes()).block_bytes,
            _ => None,
        };
        assert_eq!(hash.digest_bytes(), digest_bytes, "{name}");
        let says = (hash.block_bytes(), hash.extendable(), hash.tuple(), hash.whole_bytes(), hash.leaf_bytes());
        assert_eq!(says, (block_bytes, extendable, tuple, tuple || letters == "kt", leaf_bytes), "{name}");
    }
}

/// Only functions of tuples accept elements; others panic.
#[test]
#[cfg(feature = "std")]
fn only_tuples_have_elements() {
    for (algorithm, hash) in hashes().filter(|(_, hash)| !hash.tuple()) {
        let panics = |call: &dyn Fn(&mut dyn counterpoint::registry::Hasher)| {
            let mut hasher = hash.hasher(None).unwrap();
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call(&mut *hasher))).is_err()
        };
        assert!(panics(&|hasher| hasher.begin_element(1)), "{}", algorithm.name);
        assert!(panics(&|hasher| hasher.extend_element(b"a")), "{}", algorithm.name);
    }
}

/// Checks the properties of authenticated encryption against the submissions to CAESAR: the lengths of key, nonce, tag
/// and block, and the number of states.
#[test]
fn what_an_aead_says_of_itself() {
    let expected = [
        ("river-keyak", [16, 58, 16, 68, 1]),
        ("lake-keyak", [16, 150, 16, 168, 1]),
        ("sea-keyak", [16, 150, 16, 336, 2]),
        ("ocean-keyak", [16, 150, 16, 672, 4]),
        ("lunar-keyak", [16, 150, 16, 1344, 8]),
        ("ketje-jr", [12, 10, 12, 2, 1]),
        ("ketje-sr", [16, 31, 16, 4, 1]),
        ("ketje-minor", [16, 81, 16, 16, 1]),
        ("ketje-major", [16, 181, 16, 32, 1]),
    ];
    let says = |algorithm: &'static Algorithm| {
        let aead = algorithm.as_aead()?;
        let lengths = [aead.key_bytes(), aead.nonce_bytes(), aead.tag_bytes(), aead.block_bytes(), aead.states()];
        Some((algorithm.name, lengths))
    };
    let said: Vec<_> = Algorithm::all().filter_map(says).collect();
    assert_eq!(said, &expected[..if said.is_empty() { 0 } else { expected.len() }]);
}
