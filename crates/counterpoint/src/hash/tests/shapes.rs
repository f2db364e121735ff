//! The shapes of all runs of kernels: the numbers of states and blocks, and which operands are present.
//!
//! `cargo xtask prove` proves kernels in cases of such shapes. If this test fails, the code above the kernels uses a
//! new shape, which the prover's cases must cover too. The test prints the shapes:
//! `cargo test --release --package counterpoint --lib shapes -- --nocapture`.

use super::counting::{Counted, Shape, take_shapes};
use super::model::{Specified, for_every_function};
use super::{EVERYTHING, Numbers, kernels, lengths, message};
use crate::hash::output::Output;
use crate::hash::stream::Message;
use crate::hash::{Function, buffer_bytes, hash_many};
use std::collections::{BTreeMap, BTreeSet};
use std::string::String;
use std::vec::Vec;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// One message from its beginning to its output.
    Message,
    /// Several messages of equal length, likewise.
    EqualMessages,
    /// Messages with the same number of blocks, which the kernel pads and whose outputs it writes.
    Digests,
    /// A piece of one message: `blocks` is the full buffer, and `more_blocks` the whole blocks that follow in the
    /// caller's slice.
    Piece,
    /// The end of a message in pieces.
    End,
    /// As many blocks of several messages as each of them has left, in its whole blocks or in its padded tail; or those
    /// of the last remaining message.
    Step,
    /// The final step alone.
    Finalize,
}

/// Returns what a run of this shape is for, or `None` if no run is expected to have it. A piece for a sponge that has
/// the shape of a whole message is taken for one.
fn purpose<F: Specified>(shape: &Shape) -> Option<Purpose> {
    let Shape { width, states, digests, blocks, more_blocks, finalizes, common_start, output_bytes, .. } = *shape;
    let buffer = buffer_bytes::<F>() / F::BLOCK_BYTES;
    // In Fugue, the length follows the message: a padded tail has 2 to 18 words. Elsewhere it has one block, or two.
    let is_a_tail = |blocks: usize| if F::BLOCK_BYTES == 4 { 2..=buffer + 2 } else { 1..=2 }.contains(&blocks);
    let one = states == 1 && !common_start;
    let plain = !common_start && output_bytes.is_none();
    if digests {
        let whole = more_blocks.is_none() && output_bytes.is_some() && finalizes == F::FINAL_STEP;
        return (whole && states > 0).then_some(Purpose::Digests);
    }
    match (blocks, more_blocks) {
        (Some(blocks), Some(more_blocks))
            if blocks % buffer == 0 && is_a_tail(more_blocks) && finalizes == F::FINAL_STEP =>
        {
            let equal = (1..=width).contains(&states) && common_start;
            if one { Some(Purpose::Message) } else { equal.then_some(Purpose::EqualMessages) }
        }
        (Some(blocks), Some(more_blocks)) => {
            let is_a_piece =
                blocks <= buffer && blocks % buffer == 0 && more_blocks % buffer == 0 && blocks + more_blocks > 0;
            (one && plain && is_a_piece && !finalizes).then_some(Purpose::Piece)
        }
        (None, Some(more_blocks)) => {
            (one && plain && is_a_tail(more_blocks) && finalizes == F::FINAL_STEP).then_some(Purpose::End)
        }
        (Some(blocks), None) => (states > 0 && plain && blocks > 0 && !finalizes).then_some(Purpose::Step),
        (None, None) => (states > 0 && plain && finalizes).then_some(Purpose::Finalize),
    }
}

/// The number of batches for each number of messages; half of the batches have equal lengths.
const ROUNDS: usize = if EVERYTHING { 8 } else { 2 };

/// Hashes messages in every way, and returns the shapes of all runs.
fn shapes<F: Specified>(function: &F) -> BTreeSet<Shape> {
    fn batches<F: Specified, const LIST: usize>(function: &F, outputs: &[usize]) {
        let lengths = lengths::<F>();
        let counted = Counted::<F, LIST>(function.clone());
        let content = message(0, lengths[lengths.len() - 1]);
        let mut numbers = Numbers(1);
        let named = kernels::<F, LIST>().map(|(width, kernel)| (width, Some(kernel)));
        for (width, chosen) in named.chain([(16, None)]) {
            for count in 1..=2 * width + 1 {
                for each in outputs {
                    let mut digests = std::vec![0; count * each];
                    for round in 0..ROUNDS {
                        let same = lengths[numbers.below(lengths.len())];
                        let length = |numbers: &mut Numbers| lengths[numbers.below(lengths.len())];
                        let next = |_| if round < ROUNDS / 2 { same } else { length(&mut numbers) };
                        let batch: Vec<&[u8]> = (0..count).map(next).map(|length| &content[..length]).collect();
                        hash_many(&counted, chosen, &batch, &mut digests);
                    }
                }
            }
        }
    }
    fn messages<F: Specified, const LIST: usize>(function: &F, outputs: &[usize]) {
        let counted = Counted::<F, LIST>(function.clone());
        for length in lengths::<F>() {
            let content = message(0, length);
            for (_, kernel) in kernels::<F, LIST>() {
                for each in outputs {
                    Output::whole(&counted, kernel, &content, &mut std::vec![0; *each]);
                }
                let mut message = Message::new(counted.clone(), Some(kernel));
                let (first, second) = content.split_at(length / 3);
                message.update(first);
                message.update(second);
                message.end(0, 0);
                message.read(&mut std::vec![0; outputs[outputs.len() - 1]]);
            }
        }
    }
    let digest = (function.digest_bits() / 8) as usize;
    let extendable = F::OUTPUT_BLOCK_BYTES == buffer_bytes::<F>() && !F::FINAL_STEP;
    let outputs: &[usize] = if extendable { &[0, 1, digest, F::OUTPUT_BLOCK_BYTES, 400] } else { &[digest] };
    take_shapes();
    messages::<F, 0>(function, outputs);
    messages::<F, 1>(function, outputs);
    batches::<F, 0>(function, outputs);
    batches::<F, 1>(function, outputs);
    batches::<F, 4>(function, outputs);
    take_shapes()
}

/// Prints the operands of the runs for one purpose: the numbers of states by number of lanes, the numbers of blocks of
/// tails by number of blocks, and the lengths of output. A hyphen is an empty list, or no length.
fn print(name: &str, purpose: Purpose, shapes: &[&Shape]) {
    let mut states = BTreeMap::<_, BTreeSet<_>>::new();
    let mut more_blocks = BTreeMap::<_, BTreeSet<_>>::new();
    for shape in shapes {
        states.entry(Some(shape.width)).or_default().insert(Some(shape.states));
        more_blocks.entry(shape.blocks).or_default().insert(shape.more_blocks);
    }
    let list = |map: BTreeMap<_, BTreeSet<_>>, separator: &str| -> Vec<String> {
        map.iter().map(|(key, set)| std::format!("{}{separator}{}", ranges(&[*key].into()), ranges(set))).collect()
    };
    let outputs = ranges(&shapes.iter().map(|shape| shape.output_bytes).collect());
    let (states, blocks) = (list(states, ": ").join("; "), list(more_blocks, " + ").join("; "));
    std::println!("{name}, {purpose:?}: states by lanes {states} | blocks {blocks} | output {outputs}");
}

/// Returns numbers in a short form, `0,2-18`, with a hyphen for `None`.
fn ranges(numbers: &BTreeSet<Option<usize>>) -> String {
    let mut ranges: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if last.is_some_and(|last| Some(last + 1) == number) => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let number = |number: Option<usize>| number.map_or("-".into(), |number| std::format!("{number}"));
    let range = |&(first, last): &(Option<usize>, Option<usize>)| {
        if first == last { number(first) } else { std::format!("{}-{}", number(first), number(last)) }
    };
    ranges.iter().map(range).collect::<Vec<String>>().join(",")
}

#[test]
fn the_shapes_of_all_runs() {
    fn check<F: Specified>(function: &F) {
        let shapes = shapes(function);
        let mut by_purpose = BTreeMap::<Purpose, Vec<&Shape>>::new();
        for shape in &shapes {
            let purpose = purpose::<F>(shape).unwrap_or_else(|| panic!("no run is expected to have {shape:?}"));
            by_purpose.entry(purpose).or_default().push(shape);
        }
        by_purpose.iter().for_each(|(purpose, shapes)| print(F::NAME, *purpose, shapes));
    }
    for_every_function!(check);
}

/// Each function on Keccak tells its kernels the rate by which its messages are divided, and the rounds of its
/// standard.
#[test]
fn the_parameters_of_keccak() {
    macro_rules! check {
        ($($type:ident)+) => {
            $({
                type F = <crate::$type as crate::hash::HashType>::Function;
                let (rate_bytes, seen) = F::PARAMETERS.rate_and_rounds();
                let rounds = if F::NAME.starts_with("turboshake") { 12 } else { 24 };
                assert_eq!((8 * rate_bytes, seen), (F::BLOCK_BITS, rounds), "{}", F::NAME);
                assert_eq!((F::BLOCK_BYTES, F::OUTPUT_BLOCK_BYTES), (rate_bytes, rate_bytes));
            })+
        };
    }
    check!(
        // sponges: begin, by `cargo xtask generate` from functions.toml
        Sha3_224 Sha3_256 Sha3_384 Sha3_512 Shake128 Shake256 Keccak224 Keccak256 Keccak384 Keccak512
        CShake128 CShake256 Kmac128 Kmac256 KmacXof128 KmacXof256 TurboShake128 TurboShake256
        // sponges: end
    );
}
