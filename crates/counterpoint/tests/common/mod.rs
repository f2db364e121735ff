//! Shared by several tests: messages, pseudorandom numbers, and the implementations that can run here.

#![allow(dead_code, reason = "each test uses only a part")]

#[cfg(feature = "keccak")]
pub(crate) mod plain;

use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Implementation, Options};
use std::collections::BTreeSet;

pub(crate) mod stack;

/// Returns a message whose byte i is i mod 251, a prime, so that no two blocks are alike.
pub(crate) fn painted(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i % 251) as u8).collect()
}

/// Returns lengths at the edges of bytes, lanes, vectors, blocks and buffers.
pub(crate) fn edges(block: usize) -> Vec<usize> {
    let powers = (3..=10).flat_map(|n| (1 << n) - 1..=(1 << n) + 1);
    let blocks = (1..=3).flat_map(|n| n * block - 1..=n * block + 1);
    let mut edges: Vec<usize> = (0..=8).chain(powers).chain(blocks).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Returns the distance between tested cases: 1, which means all of them, with optimisation. Without it, tests are
/// fifty times slower, so only some cases are tested, for overflow and debug assertions. COUNTERPOINT_EVERY_CASE=1
/// tests all.
pub(crate) fn stride() -> usize {
    let part = cfg!(debug_assertions) && std::env::var_os("COUNTERPOINT_EVERY_CASE").is_none();
    if part { 17 } else { 1 }
}

/// Pseudorandom numbers, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Returns a number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit
    }

    /// Returns `length` bytes.
    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(256) as u8).collect()
    }

    /// Reorders things at random.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i + 1));
        }
    }
}

/// Returns the name of the specification's plain form, and lends it to builds without the feature `all-techniques`.
pub(crate) fn spec() -> &'static str {
    #[cfg(feature = "std")]
    counterpoint::registry::lend_spec();
    "spec"
}

/// Returns an algorithm's implementations that can run here, except `spec`.
pub(crate) fn fast(algorithm: &Algorithm) -> impl Iterator<Item = &'static Implementation> {
    algorithm.implementations().filter(|i| i.available() && i.technique() != "spec")
}

/// Returns the default implementations for one message and for many, unless they are `spec`.
pub(crate) fn defaults(algorithm: &Algorithm) -> Vec<&'static Implementation> {
    let chosen = [algorithm.best(1).name(), algorithm.best(1000).name()];
    fast(algorithm).filter(|implementation| chosen.contains(&implementation.name())).collect()
}

/// Returns the names of algorithms that represent all others: the first of those with the same primitive and the same
/// `S`. Algorithms on the same primitive share its implementations; the first implementation identifies the primitive.
pub(crate) fn one_of_each_primitive<S: Ord>(
    algorithms: impl Iterator<Item = (&'static Algorithm, S)>,
) -> Vec<&'static str> {
    let mut found = BTreeSet::new();
    let first = |algorithm: &Algorithm| algorithm.implementations().next().expect("no list is empty").kernel();
    algorithms
        .filter_map(|(algorithm, seen)| found.insert((first(algorithm), seen)).then_some(algorithm.name))
        .collect()
}

/// Returns every hash function, with a value for each option it takes.
pub(crate) fn hashes() -> impl Iterator<Item = (&'static Algorithm, &'static dyn Hash)> {
    Algorithm::all().filter_map(|algorithm| Some((algorithm, hash(algorithm)?)))
}

/// Returns an algorithm's hash function, with a value for each option it takes.
pub(crate) fn hash(algorithm: &Algorithm) -> Option<&'static dyn Hash> {
    let hash = algorithm.hashes().then(|| algorithm.hash(&Options::sample(algorithm.takes())))?;
    // There are only a few, so they may leak.
    Some(Box::leak(hash.expect("exactly the options it takes")))
}

/// A hash function, and the implementations to compare with `spec`, each with its number of states.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) hash: &'static dyn Hash,
    pub(crate) implementations: Vec<(&'static str, usize)>,
    /// Whether these are all that can run here, rather than only the default ones.
    pub(crate) every: bool,
}

/// Returns every hash function. A kernel sees only its block length, the number of rounds of a sponge, and whether a
/// state is new or prepared from options or a key.
pub(crate) fn subjects() -> Vec<Subject> {
    let twelve_rounds = |name: &str| name.starts_with("turboshake") || name.starts_with("kt");
    let all: Vec<_> = hashes().collect();
    let representatives = one_of_each_primitive(all.iter().map(|(algorithm, hash)| {
        let options = (algorithm.takes().is_empty(), algorithm.needs().is_empty());
        (*algorithm, (hash.block_bytes(), twelve_rounds(algorithm.name), options))
    }));
    let subject = |(algorithm, hash): (&'static Algorithm, _)| {
        let every = representatives.contains(&algorithm.name);
        let implementations = if every { fast(algorithm).collect() } else { defaults(algorithm) };
        let implementations = implementations.into_iter().map(|i| (i.name(), i.states())).collect();
        Subject { name: algorithm.name, hash, implementations, every }
    };
    all.into_iter().map(subject).collect()
}

/// Returns the digests of messages, computed by the named implementation.
pub(crate) fn digests(hash: &dyn Hash, name: &str, messages: &[&[u8]], each: usize) -> Vec<u8> {
    let mut digests = vec![0; messages.len() * each];
    hash.digest_many(Some(name), &messages, &mut digests).unwrap();
    digests
}
