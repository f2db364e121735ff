//! All hash functions without settings, all permutations, and all their implementations by number: for tests and
//! measurements.
//!
//! `f` is the number of a function, and `i` the number of one of its implementations. Permutations are numbered after
//! the last hash function. Texts are written to the output. A number out of range traps.

use crate::exports::exports;
use counterpoint::registry::{Hash, Implementation, Permutation};
use counterpoint::{Algorithm, EqualRows, Messages};

/// The family number that stands for all families.
pub(crate) const FAMILY: u32 = 0;
/// The length of the buffer.
pub(crate) const BUFFER_BYTES: usize = 1 << 20;

/// There is no state.
pub(crate) type State = ();

/// Returns how many bytes of the state are used.
pub(crate) fn state_bytes(_f: u32) -> usize {
    0
}

exports! {
    /// Returns the number of hash functions.
    fn functions(_border) -> usize {
        (hashes().count(), false)
    }

    /// Returns the number of permutations.
    fn permutations(_border) -> usize {
        (all_permutations().count(), false)
    }

    /// Writes a function's name to the output, and returns its length.
    fn name(border, f: usize) -> usize {
        (put_text(&mut border.output, algorithm(f).name), false)
    }

    /// Returns the length of a function's digest in bytes.
    fn digest_bytes(_border, f: usize) -> usize {
        (hash(f).digest_bytes(), false)
    }

    /// Returns the number of a function's implementations.
    fn implementations(_border, f: usize) -> usize {
        (algorithm(f).implementations().count(), false)
    }

    /// Writes an implementation's name to the output, and returns its length.
    fn implementation_name(border, f: usize, i: usize) -> usize {
        (put_text(&mut border.output, implementation(f, i).name()), false)
    }

    /// Returns how many messages an implementation hashes side by side.
    fn states(_border, f: usize, i: usize) -> usize {
        (implementation(f, i).states(), false)
    }

    /// Returns 1 if an implementation is constant time, otherwise 0.
    fn constant_time(_border, f: usize, i: usize) -> u32 {
        (implementation(f, i).constant_time().into(), false)
    }

    /// Returns the number of the implementation chosen for this many messages.
    fn chosen(_border, f: usize, messages: usize) -> usize {
        let algorithm = algorithm(f);
        let best = algorithm.best(messages).name();
        (algorithm.implementations().position(|each| each.name() == best).unwrap_or_default(), false)
    }

    /// Hashes `count` messages of `each` bytes in the buffer with an implementation, and writes the digests to the
    /// output.
    fn digest_each_with(border, f: usize, i: usize, each: usize, count: usize) -> () {
        let hash = hash(f);
        let outputs = &mut border.output[..count * hash.digest_bytes()];
        let rows = EqualRows::new(&border.buffer[..each * count], each).expect("rows of equal lengths");
        digest(hash, implementation(f, i), &rows, outputs);
        ((), false)
    }

    /// Hashes the message of `bytes` bytes in the buffer with an implementation.
    fn digest_with(border, f: usize, i: usize, bytes: usize) -> () {
        let hash = hash(f);
        let message = &border.buffer[..bytes];
        digest(hash, implementation(f, i), &[message], &mut border.output[..hash.digest_bytes()]);
        ((), false)
    }

    /// Returns the number of bytes of a permutation's state.
    fn permutation_bytes(_border, f: usize) -> usize {
        (permutation(f).state_bytes(), false)
    }

    /// Returns a permutation's minimum number of rounds.
    fn fewest_rounds(_border, f: usize) -> usize {
        (*permutation(f).rounds().start(), false)
    }

    /// Returns a permutation's maximum number of rounds.
    fn most_rounds(_border, f: usize) -> usize {
        (*permutation(f).rounds().end(), false)
    }

    /// Applies the last `rounds` rounds to `count` states in the buffer, with an implementation.
    fn permute_with(border, f: usize, i: usize, count: usize, rounds: usize) -> () {
        let permutation = permutation(f);
        let states = &mut border.buffer[..count * permutation.state_bytes()];
        let name = implementation(f, i).name();
        permutation.permute(Some(name), states, rounds).expect("the module has all its implementations");
        ((), false)
    }
}

fn digest(hash: &dyn Hash, implementation: &Implementation, messages: &dyn Messages, outputs: &mut [u8]) {
    hash.digest_many(Some(implementation.name()), messages, outputs).expect("the module has all its implementations");
}

/// Returns the functions that take only a message.
fn hashes() -> impl Iterator<Item = &'static Algorithm> {
    Algorithm::all().filter(|algorithm| algorithm.as_hash().is_some())
}

fn all_permutations() -> impl Iterator<Item = &'static Algorithm> {
    Algorithm::all().filter(|algorithm| algorithm.as_permutation().is_some())
}

fn algorithm(f: usize) -> &'static Algorithm {
    hashes().chain(all_permutations()).nth(f).expect("there is a function of this number")
}

fn hash(f: usize) -> &'static dyn Hash {
    algorithm(f).as_hash().expect("the number is that of a hash function")
}

fn permutation(f: usize) -> &'static dyn Permutation {
    algorithm(f).as_permutation().expect("the number is that of a permutation")
}

fn implementation(f: usize, i: usize) -> &'static Implementation {
    algorithm(f).implementations().nth(i).expect("there is an implementation of this number")
}

/// Writes a text; returns its length.
fn put_text(output: &mut [u8], text: &str) -> usize {
    output[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}
