//! Large calls are divided among threads, small ones are not, and the outputs are the same.
#![cfg(all(feature = "rayon", feature = "keccak"))]

use counterpoint::registry::Options;
use counterpoint::{Algorithm, Kmac128, Kt128, ParallelHashXof128, Sha3_256, Shake128};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Returns messages whose lengths are a function of their numbers.
fn messages(count: usize, length: impl Fn(usize) -> usize) -> Vec<Vec<u8>> {
    (0..count).map(|n| (0..length(n)).map(|i| (n * 7 + i * 3) as u8).collect()).collect()
}

/// Batches small and large enough to be divided: of equal and mixed lengths, of a few long messages, and of messages
/// whose sampled lengths are not typical.
fn batches() -> [Vec<Vec<u8>>; 6] {
    [
        messages(0, |_| 0),
        messages(17, |n| n),
        messages(10_007, |_| 32),
        messages(12_000, |n| n * n % 500),
        messages(100, |n| 9_000 * (n % 5)),
        messages(5_000, |n| if n.is_multiple_of(625) { 0 } else { 1_000 }),
    ]
}

#[test]
fn threads_make_no_difference_to_batches() {
    let kmac = Kmac128::new(b"a key of 16 byte", b"");
    let parallel = ParallelHashXof128::new(1000, b"").unwrap();
    for batch in batches() {
        let [alone, two, five] = [1, 2, 5].map(|threads| {
            pool(threads).install(|| {
                let mut outputs = vec![vec![0; batch.len() * 33]; 4];
                Shake128::digest_many_into(&batch, &mut outputs[0]);
                kmac.digest_many_into(&batch, &mut outputs[1]).unwrap_or_else(|_| assert!(batch.is_empty()));
                Kt128::new(b"").digest_many_into(&batch, &mut outputs[2]);
                parallel.digest_many_into(&batch, &mut outputs[3]);
                (Sha3_256::digest_many(&batch), outputs)
            })
        });
        assert!(alone == two && alone == five, "{} messages", batch.len());
        for (message, digest) in batch.iter().zip(&alone.0) {
            assert_eq!(Sha3_256::digest(message), *digest);
        }
    }
}

#[test]
fn every_function_by_name_is_the_same_in_threads() {
    let pools = [1, 3].map(pool);
    for algorithm in Algorithm::all() {
        let Some(hash) = algorithm.as_hash() else { continue };
        let each = hash.digest_bytes();
        for batch in [messages(9_001, |n| n % 300), messages(9_001, |_| 64)] {
            let batch: Vec<&[u8]> = batch.iter().map(Vec::as_slice).collect();
            let [alone, threads] = [&pools[0], &pools[1]].map(|pool| {
                let mut outputs = vec![0; batch.len() * each];
                pool.install(|| hash.digest_many(None, &batch, &mut outputs)).unwrap();
                outputs
            });
            assert!(alone == threads, "{}", algorithm.name);
        }
    }
}

/// Each task of a long message hashes a multiple of 16 leaves: as many as fit in 32 KiB, counting one block more for
/// each leaf, but at least 16.
#[test]
fn tasks_of_leaves() {
    let message = vec![1; 1 << 20];
    for (block_bytes, expected) in
        [(100, &[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 3][..]), (1000, &[64, 2]), (8192, &[8]), (70_000, &[1])]
    {
        let options = Options { block_bytes: Some(block_bytes), ..Options::default() };
        let hash = Algorithm::by_name("parallelhash128").unwrap().hash(&options).unwrap();
        let (mut hasher, numbers) = (hash.hasher(None).unwrap(), RefCell::new(vec![]));
        hasher.update_in_tasks(&message, &|tasks, task| {
            numbers.borrow_mut().push(tasks);
            (0..tasks).for_each(task);
        });
        assert_eq!(numbers.into_inner(), expected, "blocks of {block_bytes} bytes");
    }
}
