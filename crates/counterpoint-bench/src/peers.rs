//! Peers: other packages that a user could choose instead. Each hashes one message after the other, as its
//! documentation shows.

use crate::subject::{Call, Subject, Unit};

/// A peer for one algorithm: package, algorithm, name of the code, number of output bytes, and the function that hashes
/// one message. With 0 output bytes it is a permutation, whose output has the length of its input.
struct Peer {
    package: &'static str,
    algorithm: &'static str,
    name: &'static str,
    output_bytes: usize,
    digest: fn(&[u8], &mut [u8]),
}

/// Returns the name and the locked version of a package. OpenSSL itself returns its version.
fn version(package: &str) -> String {
    if package == "openssl" {
        return openssl::version::version().to_owned();
    }
    let locked = include_str!(concat!(env!("OUT_DIR"), "/locked"));
    let found = locked.lines().find_map(|line| line.strip_prefix(package)?.strip_prefix(' '));
    format!("{package} {}", found.unwrap_or("of an unknown version"))
}

/// Returns the peers that compute this algorithm.
pub(crate) fn of(algorithm: &str) -> Vec<Subject> {
    PEERS.iter().filter(|peer| peer.algorithm == algorithm).map(subject).collect()
}

/// Returns hash functions that this library does not have, as a reference. Their digests are compared with those of
/// OpenSSL or, for BLAKE3, with themselves.
pub(crate) fn reference_hashes() -> Vec<Subject> {
    REFERENCE_HASHES.iter().map(subject).collect()
}

fn subject(peer: &'static Peer) -> Subject {
    Subject {
        package: version(peer.package),
        algorithm: peer.algorithm,
        implementation: peer.name.to_owned(),
        technique: String::new(),
        tier: String::new(),
        constant_time: None,
        states: 1,
        unit: match peer.output_bytes {
            0 => Unit::State { bytes: 200 },
            output_bytes => Unit::Message { output_bytes },
        },
        prepare: Box::new(move || one_by_one(peer)),
    }
}

fn one_by_one(peer: &'static Peer) -> Call {
    Box::new(move |messages, outputs| {
        let each = outputs.len() / messages.len();
        for (message, output) in messages.iter().zip(outputs.chunks_exact_mut(each)) {
            (peer.digest)(message, output);
        }
    })
}

/// Computes the digest by a type that implements the traits of the crate `digest`.
fn digest<D: sha3::Digest>(message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&D::digest(message));
}

/// Computes the output by a type that implements the extendable traits of the crate `digest`.
fn extend<D: Default + sha3::digest::Update + sha3::digest::ExtendableOutput>(message: &[u8], output: &mut [u8]) {
    let mut hasher = D::default();
    hasher.update(message);
    hasher.finalize_xof_into(output);
}

fn tiny(mut hasher: impl tiny_keccak::Hasher, message: &[u8], output: &mut [u8]) {
    hasher.update(message);
    hasher.finalize(output);
}

fn openssl_digest(kind: openssl::hash::MessageDigest, message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&openssl::hash::hash(kind, message).expect("this OpenSSL has it"));
}

fn openssl_xof(kind: openssl::hash::MessageDigest, message: &[u8], output: &mut [u8]) {
    openssl::hash::hash_xof(kind, message, output).expect("this OpenSSL has it");
}

/// Permutes a state of bytes by Keccak-f[1600].
fn permute(message: &[u8], output: &mut [u8]) {
    let mut state = [0; 25];
    for (lane, bytes) in state.iter_mut().zip(message.chunks_exact(8)) {
        *lane = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    }
    keccak::Keccak::new().with_f1600(|f1600| f1600(&mut state));
    for (lane, bytes) in state.iter().zip(output.chunks_exact_mut(8)) {
        bytes.copy_from_slice(&lane.to_le_bytes());
    }
}

macro_rules! peers {
    ($list:ident: $($package:literal $algorithm:literal $name:literal $bytes:literal $digest:expr;)+) => {
        static $list: &[Peer] = &[$(
            Peer { package: $package, algorithm: $algorithm, name: $name, output_bytes: $bytes, digest: $digest },
        )+];
    };
}

peers! {
    PEERS:
    "keccak" "keccak-f1600" "with_f1600" 0 permute;
    "openssl" "sha3-224" "EVP" 28 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_224(), m, o);
    "openssl" "sha3-256" "EVP" 32 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_256(), m, o);
    "openssl" "sha3-384" "EVP" 48 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_384(), m, o);
    "openssl" "sha3-512" "EVP" 64 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_512(), m, o);
    "openssl" "shake128" "EVP" 32 |m, o| openssl_xof(openssl::hash::MessageDigest::shake_128(), m, o);
    "openssl" "shake256" "EVP" 64 |m, o| openssl_xof(openssl::hash::MessageDigest::shake_256(), m, o);
    "sha3" "sha3-224" "Sha3_224" 28 digest::<sha3::Sha3_224>;
    "sha3" "sha3-256" "Sha3_256" 32 digest::<sha3::Sha3_256>;
    "sha3" "sha3-384" "Sha3_384" 48 digest::<sha3::Sha3_384>;
    "sha3" "sha3-512" "Sha3_512" 64 digest::<sha3::Sha3_512>;
    "sha3" "keccak256" "Keccak256" 32 digest::<sha3::Keccak256>;
    "shake" "shake128" "Shake128" 32 extend::<shake::Shake128>;
    "shake" "shake256" "Shake256" 64 extend::<shake::Shake256>;
    "turboshake" "turboshake128" "TurboShake128" 32 extend::<turboshake::TurboShake128>;
    "turboshake" "turboshake256" "TurboShake256" 64 extend::<turboshake::TurboShake256>;
    "k12" "kt128" "Kt128" 32 extend::<k12::Kt128>;
    "k12" "kt256" "Kt256" 64 extend::<k12::Kt256>;
    "tiny-keccak" "sha3-256" "Sha3" 32 |m, o| tiny(tiny_keccak::Sha3::v256(), m, o);
    "tiny-keccak" "keccak256" "Keccak" 32 |m, o| tiny(tiny_keccak::Keccak::v256(), m, o);
    "tiny-keccak" "shake128" "Shake" 32 |m, o| tiny(tiny_keccak::Shake::v128(), m, o);
    "tiny-keccak" "kt128" "KangarooTwelve" 32 |m, o| tiny(tiny_keccak::KangarooTwelve::new(b""), m, o);
    "groestl" "groestl224" "Groestl224" 28 digest::<groestl::Groestl224>;
    "groestl" "groestl256" "Groestl256" 32 digest::<groestl::Groestl256>;
    "groestl" "groestl384" "Groestl384" 48 digest::<groestl::Groestl384>;
    "groestl" "groestl512" "Groestl512" 64 digest::<groestl::Groestl512>;
}

peers! {
    REFERENCE_HASHES:
    "openssl" "sha256" "EVP" 32 |m, o| openssl_digest(openssl::hash::MessageDigest::sha256(), m, o);
    "sha2" "sha256" "Sha256" 32 digest::<sha2::Sha256>;
    "blake3" "blake3" "hash" 32 |m, o| o.copy_from_slice(blake3::hash(m).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Expected;
    use crate::record::Lengths;
    use counterpoint::Algorithm;

    /// No current peer is known to be wrong. If one differs, the benchmark calls it and ours in different ways.
    #[test]
    fn every_peer_agrees_with_spec() {
        let mut expected = Expected::default();
        for subject in Algorithm::all().flat_map(|algorithm| of(algorithm.name)).chain(reference_hashes()) {
            for length in subject.unit.lengths(&[1, 8, 135, 136, 167, 168, 8191, 8192, 8193, 20000]) {
                let right = expected.of(&subject, 2, Lengths::Equal, length);
                let answer = crate::digest::computed(&subject, 2, Lengths::Equal, length);
                assert_eq!(answer, right, "{} of {} bytes by {}", subject.algorithm, length, subject.package);
            }
        }
    }
}
