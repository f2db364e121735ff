//! The command `merkle`: measures the root of a large tree over 32-byte leaves, compared with other packages and with
//! the hash function alone.
//!
//! It measures wall-clock time, because a tree takes seconds and several threads. All calls take turns, so that a
//! slowdown of the machine affects all of them.
//!
//! The hash function alone hashes as many messages of the same lengths as the tree has leaves and nodes: 33 bytes, a
//! leaf with its prefix, and 65 bytes, two nodes with theirs. They lie in a buffer that stays in the cache. The
//! difference is the cost of the tree itself.

use crate::console::{Error, print};
use crate::machine;
use crate::output::columns;
use crate::selection::algorithms;
use crate::subject::{Leaf, Root};
use clap::Args;
use counterpoint::merkle::Merkle;
use counterpoint::registry::{Hash, Options};
use counterpoint::{Algorithm, EqualRows};
use std::time::Instant;

/// The arguments of `merkle`.
#[derive(Debug, Args)]
pub(crate) struct MerkleArgs {
    /// The hash function.
    #[arg(short, long, default_value = "sha3-256", value_name = "ALG")]
    algorithm: String,
    /// The number of leaves.
    #[arg(long, default_value_t = 10_000_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    leaves: u32,
    /// How often each call is measured; the median counts.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// The number of threads for the second measurement.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
}

/// Prints how many leaves per second each call hashes.
///
/// # Errors
///
/// Returns a message if there is no such hash function, or if a package returns another root.
pub(crate) fn run(args: &MerkleArgs) -> Result<(), Error> {
    let algorithm = algorithms(core::slice::from_ref(&args.algorithm))?[0];
    let hash = algorithm.hash(&Options::default()).map_err(|error| format!("{}: {error}", args.algorithm))?;
    let leaves: Vec<Leaf> = (0..args.leaves).map(leaf).collect();
    let calls = calls(algorithm, &*hash, args.threads as usize);
    check(&calls, &*hash, &leaves[..leaves.len().min(1000)])?;

    let mut seconds = vec![Vec::new(); calls.len() + 1];
    for _ in 0..args.rounds {
        for (call, seconds) in calls.iter().zip(&mut seconds) {
            seconds.push(timed(|| drop((call.call)(&leaves))));
        }
        seconds[calls.len()].push(timed(|| alone(&*hash, leaves.len())));
    }
    let names = calls.iter().map(|call| call.name.as_str()).chain(["the hash function alone"]);
    let medians = seconds.into_iter().map(median);
    print(&text(args, algorithm.name, names.zip(medians).collect()))
}

/// Returns the leaf with this number. It differs from all others.
fn leaf(number: u32) -> Leaf {
    core::array::from_fn(|byte| (number.wrapping_mul(0x9e37_79b1) >> (8 * (byte % 4))) as u8 ^ byte as u8)
}

/// Returns our calls with one and with several threads, and those of packages that have the function.
fn calls(algorithm: &Algorithm, hash: &dyn Hash, threads: usize) -> Vec<Root> {
    let ours = |threads: usize| {
        let merkle = Merkle::in_threads(hash, threads);
        let plural = if threads == 1 { "" } else { "s" };
        Root {
            name: format!("counterpoint, {threads} thread{plural}"),
            prefixes: true,
            call: Box::new(move |leaves| merkle.root(&leaves)),
        }
    };
    let mut calls = vec![ours(1), ours(threads)];
    calls.dedup_by(|a, b| a.name == b.name);
    if algorithm.name == "sha3-256" {
        #[cfg(feature = "peers")]
        calls.extend(crate::peers::merkle_roots());
    }
    calls
}

/// Checks that all calls return the library's root for some leaves.
fn check(calls: &[Root], hash: &dyn Hash, leaves: &[Leaf]) -> Result<(), Error> {
    let expected = [Merkle::new(hash).without_prefixes().root(&leaves), Merkle::new(hash).root(&leaves)];
    match calls.iter().find(|call| (call.call)(leaves) != expected[usize::from(call.prefixes)]) {
        Some(wrong) => Err(Error::Failed(format!("{} returns a different root", wrong.name))),
        None => Ok(()),
    }
}

/// Hashes as many messages as a tree has leaves and nodes.
fn alone(hash: &dyn Hash, leaves: usize) {
    const CHUNK: usize = 1 << 12;
    let mut outputs = vec![0; CHUNK * hash.digest_bytes()];
    for (bytes, mut left) in [(1 + size_of::<Leaf>(), leaves), (1 + 2 * hash.digest_bytes(), leaves - 1)] {
        let buffer = vec![0x5a; CHUNK * bytes];
        while left > 0 {
            let count = left.min(CHUNK);
            let messages = EqualRows::new(&buffer[..count * bytes], bytes).expect("a whole number of messages");
            let outputs = &mut outputs[..count * hash.digest_bytes()];
            hash.digest_many_in_threads(None, &messages, outputs, 1).expect("no implementation is named");
            left -= count;
        }
    }
}

fn timed(call: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    call();
    begin.elapsed().as_secs_f64()
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Returns the table.
fn text(args: &MerkleArgs, algorithm: &str, medians: Vec<(&str, f64)>) -> String {
    let (first, leaves) = (medians[0].1, f64::from(args.leaves));
    let mut lines = vec![["", "seconds", "million leaves/s", "relative to the first"].map(str::to_owned).to_vec()];
    for (name, seconds) in medians {
        let rate = leaves / seconds / 1e6;
        lines.push(vec![
            name.to_owned(),
            format!("{seconds:.3}"),
            format!("{rate:.2}"),
            format!("{:.2}", seconds / first),
        ]);
    }
    let (cpu, rustc, today) = (machine::cpu(), machine::RUSTC, machine::today());
    format!(
        "{cpu}, {rustc}, {}, {today}\n{algorithm}, {leaves} leaves of 32 bytes; median of {} rounds\n\n{}",
        machine::COMMIT,
        args.rounds,
        columns(&lines, "lr")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_roots_are_equal() {
        let algorithm = Algorithm::by_name("sha3-256").unwrap();
        let hash = algorithm.as_hash().unwrap();
        let leaves: Vec<Leaf> = (0..100).map(leaf).collect();
        let roots = calls(algorithm, hash, 2);
        assert!(roots.len() >= 2);
        check(&roots, hash, &leaves).unwrap();
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    }
}
