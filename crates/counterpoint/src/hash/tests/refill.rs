//! Every order of lengths that the refill of lanes can meet.
//!
//! What the refill does depends on the number of lanes, and for each message on the bytes of its whole blocks and of
//! its padded tail. Messages of the lengths here have 0 to 3 whole blocks, and padded tails of each length that the
//! function's padding produces, or of two such lengths. All sequences of such messages are hashed: each order, and each
//! choice of lengths.

use super::EVERYTHING;
use super::counting::{Counted, take_work};
use super::model::{Specified, output};
use super::{Numbers, kernels, message};
use crate::hash::{Chosen, buffer_bytes, hash_many};
use std::vec::Vec;

/// Hashes all sequences of `count` messages whose lengths are among `lengths`. Returns the number of sequences.
fn check<F: Specified, const LIST: usize>(
    function: &F,
    chosen: Chosen<Counted<F, LIST>>,
    count: usize,
    lengths: &[usize],
) -> usize {
    let each = (function.digest_bits() / 8) as usize;
    let contents: Vec<Vec<u8>> = (0..count).map(|n| message(n, *lengths.iter().max().expect("a length"))).collect();
    let expected: Vec<Vec<Vec<u8>>> = contents
        .iter()
        .map(|bytes| lengths.iter().map(|&length| output(function, &bytes[..length], 0, 0, each)).collect())
        .collect();
    let counted = Counted::<F, LIST>(function.clone());
    let mut got = std::vec![0; count * each];
    let mut batch: Vec<&[u8]> = std::vec![&[]; count];
    let sequences = lengths.len().pow(count as u32);
    for sequence in 0..sequences {
        // The digits of the sequence's number.
        let kind = |n: usize| sequence / lengths.len().pow(n as u32) % lengths.len();
        for (n, message) in batch.iter_mut().enumerate() {
            *message = &contents[n][..lengths[kind(n)]];
        }
        got.fill(0);
        hash_many(&counted, chosen, &batch, &mut got);
        for n in 0..count {
            if got[n * each..][..each] != expected[n][kind(n)] {
                let lengths: Vec<usize> = batch.iter().map(|message| message.len()).collect();
                let by = chosen.map_or_else(|| "by default".into(), |it| std::format!("{}", it.implementation()));
                panic!("{}: message {n} of lengths {lengths:?}, {by}, list {LIST}", F::NAME);
            }
        }
    }
    sequences
}

/// Checks all sequences of up to `most` messages (fewer where not everything is tried) of these lengths, by a kernel
/// with `lanes` lanes, or, if `lanes` is 0, by the kernels that a list chooses.
fn check_all<F: Specified, const LIST: usize>(function: &F, lanes: usize, most: usize, lengths: &[usize]) {
    let chosen = kernels::<F, LIST>().find(|(width, _)| *width == lanes).map(|(_, kernel)| kernel);
    for count in 0..=if EVERYTHING { most } else { most.min(3) } {
        check::<F, LIST>(function, chosen, count, lengths);
    }
}

/// Calls [`check_all`] with a function of each kind: its padded tails have one block or two, always one, or any number
/// of words up to 18; its output is one part of a state or two. KMAC's messages begin with a state that has absorbed a
/// key. The lengths have 0 to 3 whole blocks; if `every` is 2, each number of blocks comes with one tail only.
fn check_each(lanes: usize, most: usize, every: usize) {
    fn check<F: Specified>(function: &F, lanes: usize, most: usize, every: usize, lengths: [usize; 8]) {
        let lengths: Vec<usize> = lengths.into_iter().step_by(every).collect();
        check_all::<F, 1>(function, lanes, most, &lengths);
        // The kernels of this list take messages to their outputs, if the function's padding allows it.
        if function.padding(0).is_some() {
            check_all::<F, 0>(function, lanes, most, &lengths);
        }
    }
    let kmac = crate::Kmac256::new("key", "");
    check(crate::Groestl256::new().0.function(), lanes, most, every, [0, 60, 127, 64, 130, 191, 250, 192]);
    check(crate::Fugue256::new().0.function(), lanes, most, every, [3, 63, 64, 127, 130, 150, 255, 192]);
    check(crate::Luffa512::new().0.function(), lanes, most, every, [0, 31, 32, 40, 64, 95, 96, 100]);
    check(crate::Sha3_512::new().0.function(), lanes, most, every, [0, 71, 72, 100, 144, 215, 216, 217]);
    check(kmac.0.function(), lanes, most, every, [0, 135, 271, 136, 272, 406, 543, 408]);
}

// Each of these tests has up to twice as many messages as lanes, and one more.

#[test]
fn two_lanes() {
    check_each(2, 5, 1);
}

#[test]
fn three_lanes() {
    check_each(3, 7, 2);
}

#[test]
fn four_lanes() {
    check_each(4, 9, 2);
}

/// The lists choose other kernels as fewer messages are left.
#[test]
fn lanes_that_change() {
    let luffa = crate::Luffa256::new();
    let function = luffa.0.function();
    check_all::<_, 0>(function, 0, 8, &[0, 32, 64, 96]);
    check_all::<_, 1>(function, 0, 8, &[0, 32, 64, 96]);
    check_all::<_, 2>(function, 0, 8, &[0, 32, 64, 96]);
    check_all::<_, 3>(function, 0, 8, &[0, 32, 64, 96]);
    check_all::<_, 4>(function, 0, 8, &[0, 32, 64, 96]);
}

/// Long messages of random lengths take nearly as few steps as if their blocks were divided equally among the lanes, in
/// whatever order they come.
#[test]
fn the_lanes_end_nearly_together() {
    fn check<F: Specified>(function: &F, lanes: usize) {
        let each = (function.digest_bits() / 8) as usize;
        let counted = Counted::<F, 1>(function.clone());
        let chosen = kernels::<F, 1>().find(|(width, _)| *width == lanes).map(|(_, kernel)| kernel);
        let content = message(0, 64 * buffer_bytes::<F>());
        let mut numbers = Numbers(lanes as u64);
        for count in [4 * lanes, 64, 150] {
            let message = |_| &content[..numbers.below(content.len())];
            let mut messages: Vec<(&[u8], Vec<u8>)> =
                (0..count).map(message).map(|message| (message, output(function, message, 0, 0, each))).collect();
            let blocks: usize = messages.iter().map(|(message, _)| message.len() / F::BLOCK_BYTES + 2).sum();
            for order in 0..3 {
                match order {
                    0 => (),
                    1 => messages.sort_by_key(|(message, _)| message.len()),
                    _ => messages.reverse(),
                }
                let batch: Vec<&[u8]> = messages.iter().map(|(message, _)| *message).collect();
                let mut got = std::vec![0; count * each];
                take_work();
                hash_many(&counted, chosen, &batch, &mut got);
                let steps = take_work().steps;
                assert!(5 * lanes * steps <= 6 * blocks, "{}: {steps} of {blocks} blocks by {lanes}", F::NAME);
                for ((_, expected), got) in messages.iter().zip(got.chunks_exact(each)) {
                    assert_eq!(got, expected, "{}", F::NAME);
                }
            }
        }
    }
    for lanes in [4, 8, 16] {
        check(crate::Groestl256::new().0.function(), lanes);
        check(crate::Fugue256::new().0.function(), lanes);
        check(crate::Luffa256::new().0.function(), lanes);
        check(crate::Sha3_256::new().0.function(), lanes);
    }
}

/// If one of a few messages is long, a kernel with fewer lanes hashes them.
#[test]
fn one_long_message_among_few() {
    fn check<F: Specified>(function: &F) {
        for (long, others) in [(2000, 300), (5000, 1), (9000, 4000)] {
            let lengths = [others, long, 0, others / 2];
            check_all::<F, 0>(function, 0, 5, &lengths);
            check_all::<F, 1>(function, 0, 5, &lengths);
        }
    }
    check(crate::Groestl256::new().0.function());
    check(crate::Fugue256::new().0.function());
    check(crate::Luffa256::new().0.function());
    check(crate::Sha3_256::new().0.function());
}
