//! Peers: other packages that a user could choose instead, each called as its documentation shows.

use crate::subject::{Call, Messages, Root, Subject, Unit};
use peer::{Form, Peer};

#[cfg(feature = "peers-native")]
mod aws_lc;
#[cfg(target_arch = "x86_64")]
mod libcrux_avx2;
mod merkle;
mod packages;
mod peer;
#[cfg(feature = "peers-native")]
mod xkcp;

/// Peers that require the same instructions.
struct Group {
    available: fn() -> bool,
    peers: &'static [&'static [Peer]],
}

/// All peers.
static GROUPS: &[Group] = &[
    Group { available: || true, peers: &[packages::PEERS] },
    #[cfg(target_arch = "x86_64")]
    Group { available: || true, peers: &[packages::GROESTL_AESNI] },
    #[cfg(target_arch = "x86_64")]
    Group { available: || is_x86_feature_detected!("avx2"), peers: &[libcrux_avx2::PEERS] },
    #[cfg(feature = "peers-native")]
    Group { available: || true, peers: &[aws_lc::PEERS] },
    #[cfg(feature = "peers-native")]
    Group { available: xkcp::available, peers: xkcp::PEERS },
];

/// Returns the name and the locked version of a package. OpenSSL itself returns its version.
fn version(package: &str) -> String {
    if package == "openssl" {
        return openssl::version::version().to_owned();
    }
    let locked = include_str!(concat!(env!("OUT_DIR"), "/locked"));
    let found = locked.lines().find_map(|line| line.strip_prefix(package)?.strip_prefix(' '));
    format!("{package} {}", found.unwrap_or("of an unknown version"))
}

/// Returns the peers that compute this algorithm and that this machine can run.
pub(crate) fn of(algorithm: &str) -> Vec<Subject> {
    let available = GROUPS.iter().filter(|group| (group.available)());
    let peers = available.flat_map(|group| group.peers.iter().copied().flatten());
    peers.filter(|peer| peer.algorithm == algorithm).map(subject).collect()
}

/// Returns other packages' ways to compute the root of a Merkle tree over SHA3-256.
pub(crate) fn merkle_roots() -> impl Iterator<Item = Root> {
    merkle::ROOTS.into_iter().map(|(package, root)| Root { name: version(package), ..root() })
}

/// Returns hash functions that this library does not have, as a reference. Their digests are compared with those of
/// OpenSSL or, for BLAKE3, with themselves.
pub(crate) fn reference_hashes() -> Vec<Subject> {
    packages::REFERENCE_HASHES.iter().map(subject).collect()
}

fn subject(peer: &'static Peer) -> Subject {
    let states = match peer.form {
        Form::One(_) => 1,
        Form::Batch(states, _) => states,
    };
    Subject {
        package: version(peer.package),
        algorithm: peer.algorithm,
        implementation: peer.name.to_owned(),
        technique: String::new(),
        tier: String::new(),
        constant_time: None,
        states,
        whole_batches: states > 1,
        unit: match peer.output_bytes {
            0 => Unit::State { bytes: 200 },
            output_bytes => Unit::Message { output_bytes },
        },
        prepare: Box::new(move || call(peer)),
    }
}

/// Returns the call with all messages. A peer without a batch form gets them one by one.
fn call(peer: &'static Peer) -> Call {
    match peer.form {
        Form::One(digest) => Box::new(move |messages: Messages<'_>, outputs: &mut [u8]| {
            let each = outputs.len() / messages.each.len();
            for (message, output) in messages.each.iter().zip(outputs.chunks_exact_mut(each)) {
                digest(message, output);
            }
        }),
        Form::Batch(_, digest) => Box::new(move |messages, outputs| {
            digest(messages.bytes.len() / messages.each.len(), messages.bytes, outputs);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::Expected;
    use crate::record::Lengths;
    use counterpoint::Algorithm;

    /// No current peer is known to be wrong. If one differs, the benchmark calls it and ours in different ways. The
    /// lengths are around the ends of blocks and of KangarooTwelve's leaves, with whole lanes and without.
    #[test]
    fn every_peer_agrees_with_spec() {
        let lengths = [1, 8, 32, 64, 71, 72, 73, 100, 135, 136, 144, 167, 168, 272, 300, 336, 8191, 8192, 8193, 20000];
        let mut expected = Expected::default();
        for subject in Algorithm::all().flat_map(|algorithm| of(algorithm.name)).chain(reference_hashes()) {
            let batch = 2 * subject.states;
            for length in subject.unit.lengths(&lengths) {
                let right = expected.of(&subject, batch, Lengths::Equal, length);
                let answer = crate::digest::computed(&subject, batch, Lengths::Equal, length);
                let Subject { package, algorithm, implementation, .. } = &subject;
                assert_eq!(answer, right, "{algorithm} of {length} bytes by {package} {implementation}");
            }
        }
    }

    /// The name of a batch form contains its number of messages, so that a package's forms have different names.
    #[test]
    fn names_tell_the_batch() {
        for subject in Algorithm::all().flat_map(|algorithm| of(algorithm.name)) {
            let suffix = format!("-x{}", subject.states);
            assert_eq!(subject.whole_batches, subject.implementation.ends_with(&suffix), "{}", subject.implementation);
        }
    }
}
