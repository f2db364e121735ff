//! The types of the interface compute what the algorithm of their name computes, in every way in which they are used.

mod common;

use common::painted;
use counterpoint::Algorithm;

/// The digest of `message` by `spec`, which is looked up by the algorithm's name; its length is `bytes`.
#[cfg(any(feature = "fugue", feature = "groestl", feature = "keccak", feature = "luffa"))]
fn by_spec(name: &str, message: &[u8], bytes: usize) -> Vec<u8> {
    let mut digest = vec![0; bytes];
    let algorithm = Algorithm::by_name(name).expect("a type has its algorithm's name");
    let hash = algorithm.as_hash().expect("it is a hash function");
    hash.digest_many(Some("spec"), &[message], &mut digest).unwrap();
    digest
}

/// Checks types of one digest length: one message at once, in pieces, through `io::Write`, and many.
#[cfg(any(feature = "fugue", feature = "groestl", feature = "keccak", feature = "luffa"))]
macro_rules! check_hashes {
    ($($hash:ident)+) => {$({
        use counterpoint::$hash;
        for length in [0, 1, 3, 200, 1000] {
            let message = painted(length);
            let expected = by_spec($hash::NAME, &message, $hash::DIGEST_BYTES);
            assert_eq!($hash::digest(&message)[..], expected, "{} of {length} bytes", $hash::NAME);
            assert_eq!($hash::digest_many(&[&message, &message])[1][..], expected, "{}", $hash::NAME);
            for piece in [1, 3, 63, 64, 65, 999] {
                let mut hasher = $hash::new();
                message.chunks(piece).for_each(|piece| hasher.update(piece));
                assert_eq!(hasher.finalize()[..], expected, "{} in pieces of {piece}", $hash::NAME);
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
fn written(writer: &mut impl std::io::Write, message: &[u8]) {
    let (head, rest) = message.split_at(message.len() / 2);
    let (mut middle, end) = rest.split_at(rest.len() / 2);
    assert_eq!(writer.write(head).unwrap(), head.len(), "a hasher takes all that it is given");
    assert_eq!(std::io::copy(&mut middle, writer).unwrap(), (rest.len() - end.len()) as u64);
    writer.write_all(end).unwrap();
    writer.flush().unwrap();
}

/// Reads as much as `expected` is long in all the ways that `io::Read` offers.
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

#[test]
#[cfg(feature = "fugue")]
fn fugue() {
    check_hashes!(Fugue224 Fugue256 Fugue384 Fugue512);
}

#[test]
#[cfg(feature = "groestl")]
fn groestl() {
    check_hashes!(Groestl224 Groestl256 Groestl384 Groestl512);
}

#[test]
#[cfg(feature = "luffa")]
fn luffa() {
    check_hashes!(Luffa224 Luffa256 Luffa384 Luffa512);
}

#[test]
#[cfg(feature = "keccak")]
fn keccak() {
    check_hashes!(Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak224 Keccak256 Keccak384 Keccak512);
}

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
            #[cfg(feature = "std")]
            {
                let mut hasher = $xof::new();
                written(&mut hasher, &message);
                check_read(&mut hasher.finalize(), &expected);
            }
        })+};
    }
    check!(Shake128 Shake256);
}

/// Types that are given something before the message.
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
            let algorithm = Algorithm::by_name($name).expect("it is built");
            algorithm.as_block_cipher().unwrap().encrypt(Some("spec"), &key, &mut expected).unwrap();
            assert_eq!(block, expected, $name);
            assert_eq!(format!("{:?}", $cipher::new(&key)), concat!(stringify!($cipher), " { .. }"), "a key is secret");
        })+};
    }
    check!("aes128" Aes128 "aes192" Aes192 "aes256" Aes256);
}
