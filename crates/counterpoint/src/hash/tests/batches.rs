//! Batches: every number of messages up to twice the number of lanes and one more, every length, every length of
//! output.

use super::counting::{Counted, LIST_COUNT, Subject, tails_are_messages};
use super::model::{Specified, for_every_extendable_function, for_every_function, output};
use super::{EVERYTHING, Numbers, kernels, lengths, message, up_to};
use crate::hash::{Chosen, buffer_bytes, hash_many};
use std::vec::Vec;

/// The largest number of messages in a batch: twice the number of lanes of the widest kernel, and one more.
const MOST: usize = 2 * 16 + 1;

/// The largest number of messages in a large batch.
const LARGE: usize = if EVERYTHING { 300 } else { 70 };

/// Messages of all lengths with their expected outputs.
struct Messages<'f, F> {
    function: &'f F,
    each: usize,
    contents: Vec<Vec<u8>>,
    /// The outputs, by message and length, as far as they have been needed.
    outputs: Vec<Vec<Option<Vec<u8>>>>,
}

impl<'f, F: Specified> Messages<'f, F> {
    /// Messages whose outputs have `each` bytes.
    fn new(function: &'f F, each: usize) -> Self {
        Self::up_to(function, each, MOST, 3 * buffer_bytes::<F>() + 1)
    }

    /// `count` messages of up to `longest` bytes.
    fn up_to(function: &'f F, each: usize, count: usize, longest: usize) -> Self {
        let contents = (0..count).map(|n| message(n, longest)).collect();
        Self { function, each, contents, outputs: std::vec![std::vec![None; longest + 1]; count] }
    }

    /// Hashes a batch of messages with these lengths.
    fn check<const LIST: usize>(&mut self, chosen: Chosen<Counted<F, LIST>>, lengths: &[usize]) {
        let batch: Vec<&[u8]> = self.contents.iter().zip(lengths).map(|(bytes, &length)| &bytes[..length]).collect();
        let mut got = std::vec![0; batch.len() * self.each];
        hash_many(&Counted::<F, LIST>(self.function.clone()), chosen, &batch, &mut got);
        let lanes = || chosen.map_or_else(|| std::format!("list {LIST}"), |it| std::format!("{}", it.implementation()));
        for (n, &length) in lengths.iter().enumerate() {
            let known = &mut self.outputs[n][length];
            let expected = known.get_or_insert_with(|| output(self.function, batch[n], 0, 0, self.each));
            let got = &got[n * self.each..][..self.each];
            assert!(got == expected, "{}: message {n} of lengths {lengths:?} by {}", F::NAME, lanes());
        }
    }
}

fn digest_bytes<F: Subject>(function: &F) -> usize {
    (function.digest_bits() / 8) as usize
}

/// Batches of messages of equal length, which one run hashes from beginning to end, and of messages that are each a
/// byte longer than the one before.
#[test]
fn batches_of_every_length() {
    fn by_list<F: Specified, const LIST: usize>(messages: &mut Messages<'_, F>) {
        let all = lengths::<F>();
        for (width, kernel) in kernels::<F, LIST>() {
            for start in 0..all.len() {
                messages.check(Some(kernel), &std::vec![all[start]; width + 1]);
                let rising: Vec<usize> = (start..=start + width).map(|n| all[n % all.len()]).collect();
                messages.check(Some(kernel), &rising);
            }
        }
    }
    fn check<F: Specified>(function: &F) {
        let mut messages = Messages::new(function, digest_bytes(function));
        by_list::<F, 0>(&mut messages);
        by_list::<F, 1>(&mut messages);
    }
    for_every_function!(check);
}

/// Batches of every number of messages: of equal lengths, and of random ones.
#[test]
fn batches_of_every_number_of_messages() {
    fn by_list<F: Specified, const LIST: usize>(messages: &mut Messages<'_, F>) {
        let all = lengths::<F>();
        let mut numbers = Numbers(LIST as u64);
        for chosen in kernels::<F, LIST>().map(|(width, kernel)| (width, Some(kernel))).chain([(16, None)]) {
            let (width, chosen) = chosen;
            for count in 0..=2 * width + 1 {
                messages.check(chosen, &std::vec![all[numbers.below(all.len())]; count]);
                for _ in 0..if EVERYTHING { 30 } else { 2 } {
                    let lengths: Vec<usize> = (0..count).map(|_| all[numbers.below(all.len())]).collect();
                    messages.check(chosen, &lengths);
                }
            }
        }
    }
    fn check<F: Specified>(function: &F) {
        let mut messages = Messages::new(function, digest_bytes(function));
        by_list::<F, 0>(&mut messages);
        by_list::<F, 1>(&mut messages);
        by_list::<F, 2>(&mut messages);
        by_list::<F, 3>(&mut messages);
        by_list::<F, 4>(&mut messages);
        const { assert!(LIST_COUNT == 5, "every list") };
    }
    for_every_function!(check);
}

/// The number of buffers in the longest message of a large batch: such messages are not grouped.
fn many_blocks<F: Specified>() -> usize {
    if EVERYTHING && tails_are_messages::<F>() { 40 } else { 20 }
}

/// Batches that are larger than a window in which messages are sorted: of equal lengths except for some, of few blocks,
/// and of any number of blocks.
#[test]
fn large_batches() {
    fn by_list<F: Specified, const LIST: usize>(messages: &mut Messages<'_, F>) {
        let block = buffer_bytes::<F>();
        let mut numbers = Numbers(LIST as u64);
        let chosen = kernels::<F, LIST>().map(|(_, kernel)| Some(kernel)).chain([None]);
        for chosen in chosen {
            for longest in [block / 2, block - 1, 2 * block, 4 * block, many_blocks::<F>() * block] {
                let count = 65 + numbers.below(LARGE - 65);
                let some = numbers.below(longest);
                let lengths: Vec<usize> = (0..count).map(|_| numbers.below(longest)).collect();
                messages.check(chosen, &lengths);
                let nearly_equal: Vec<usize> =
                    lengths.iter().map(|&length| if numbers.below(40) == 0 { length } else { some }).collect();
                messages.check(chosen, &nearly_equal);
            }
        }
    }
    fn check<F: Specified>(function: &F) {
        let mut messages =
            Messages::up_to(function, digest_bytes(function), LARGE, many_blocks::<F>() * buffer_bytes::<F>());
        by_list::<F, 0>(&mut messages);
        by_list::<F, 1>(&mut messages);
        by_list::<F, 4>(&mut messages);
    }
    for_every_function!(check);
}

/// Outputs of every length up to three parts and a byte, of messages of equal and of different lengths.
#[test]
fn outputs_of_every_length() {
    fn by_list<F: Specified, const LIST: usize>(messages: &mut Messages<'_, F>) {
        for (width, kernel) in kernels::<F, LIST>() {
            messages.check(Some(kernel), &std::vec![7; width + 1]);
            let different: Vec<usize> = (0..=width).map(|n| n % 4 * buffer_bytes::<F>()).collect();
            messages.check(Some(kernel), &different);
        }
    }
    fn check<F: Specified>(function: &F) {
        for each in up_to(3 * F::OUTPUT_BLOCK_BYTES + 1, F::OUTPUT_BLOCK_BYTES) {
            let mut messages = Messages::new(function, each);
            by_list::<F, 0>(&mut messages);
            by_list::<F, 1>(&mut messages);
        }
    }
    for_every_extendable_function!(check);
}
