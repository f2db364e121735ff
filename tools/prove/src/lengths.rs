//! Every length of a batch, of a message's tail and of an output; and calls of any shape.
//!
//! The places where a kernel reads and writes depend on lengths and not on data: no branch in a proved case depends on
//! a variable, and `cargo xtask kernels` shows the same for every path. So random values also show how a kernel handles
//! a length, in a small fraction of the time of a proof. This is not a proof, but it finds a byte that is lost, read
//! past an end or stored past an output.
//!
//! The calls of any shape are those allowed by the contract in the library's `kernel.rs`, whether the library makes
//! them or not. They run the instructions for combinations of numbers of blocks, rates and lengths that do not occur
//! elsewhere.

use crate::call::{AesCase, HashCase, MESSAGE_BYTES, Tails};
use crate::cases::{digest_bytes, full_parameters, padded};
use crate::random::next;
use crate::spec::{Parameters, Primitive};
use crate::subject::{Case, Subject};

/// The number of calls of any shape for each kernel.
const ANY_SHAPES: usize = 150;

/// Returns the cases of a kernel that computes `states` states at once and, with `pads`, pads messages.
pub(crate) fn lengths(subject: Subject, states: usize, pads: bool) -> Vec<Case> {
    let Subject::Hash(primitive) = subject else {
        let encryption = |blocks| AesCase::Encrypt { rounds: 10, blocks };
        return (0..=2 * states + 1).map(encryption).map(Case::Aes).collect();
    };
    let mut cases = batches(primitive, states);
    cases.extend(first_bytes(primitive, states));
    cases.extend(without_rounds(primitive, states, pads));
    cases.extend(any_shapes(primitive, states, pads));
    if pads {
        cases.extend(ends(primitive, states));
        cases.extend(outputs(primitive, states));
    }
    cases.into_iter().map(Case::Hash).collect()
}

/// Batches of every number of states, up to two full ones and one more state.
fn batches(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let numbers = 0..=2 * states + 1;
    numbers
        .flat_map(|number| {
            let case = HashCase { states: number, parameters: parameters(primitive), ..HashCase::default() };
            let blocks = HashCase { blocks: 1, more_blocks: 1, ..case };
            // A kernel for one state never gets a common start.
            let common_start = states > 1 && number > 0;
            let common = HashCase { common_start, finalizes: true, ..blocks };
            let more_blocks = HashCase { blocks: 0, empty_slices: true, ..common };
            [blocks, common, more_blocks, HashCase { blocks: 2, ..case }, HashCase { finalizes: true, ..case }]
        })
        .collect()
}

/// Tails of every length in every lane (for Fugue, messages of every length up to 99 bytes and of some others), and
/// every number of messages up to one more than a full batch.
fn ends(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let case = short(primitive, states);
    let with = |first, more, suffix_bytes| Some(Tails { first, more, suffix_bytes });
    if primitive.tails_are_messages() {
        let mut cases: Vec<HashCase> = (0..100).map(|bytes| HashCase { tails: with(bytes, 1, 0), ..case }).collect();
        // Two long messages, and two around 512 bytes.
        cases.push(HashCase { states: 2, tails: with(MESSAGE_BYTES, MESSAGE_BYTES, 0), ..case });
        cases.push(HashCase { states: 2, tails: with(512, MESSAGE_BYTES, 0), ..case });
        // Blocks that all messages have before their tails.
        cases.extend((0..4).map(|n| HashCase { blocks: 4 * n, tails: with(64, 3, 0), ..case }));
        for states in 1..=states + 1 {
            let blocks = HashCase { states, blocks: 4, tails: with(24, 3, 0), ..case };
            cases.extend([HashCase { states, tails: with(9, 7, 0), ..case }, blocks]);
        }
        return cases;
    }
    let block_bytes = primitive.block_bytes(case.parameters);
    let mut cases: Vec<HashCase> =
        (0..block_bytes).map(|bytes| HashCase { tails: with(bytes, 1, 1), ..case }).collect();
    // A full batch of equal lengths, and one message alone.
    for tails in (0..block_bytes).map(|bytes| with(bytes, 0, 1)) {
        cases.extend([HashCase { tails, ..case }, HashCase { tails, states: 1, blocks: 1, ..case }]);
    }
    for states in 1..=states + 1 {
        let case = HashCase { states, tails: with(3, 13, 1), ..case };
        cases.extend([case, HashCase { blocks: 2, ..case }]);
    }
    cases
}

/// Outputs of every length up to the longest of a run, which for a sponge is a whole state. Batches that are not full
/// write every multiple of 8 bytes.
fn outputs(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let (case, longest) = (short(primitive, states), longest_output(primitive));
    let of_a_full_batch = (0..=longest).map(|bytes| HashCase { output_bytes: Some(bytes), ..case });
    let of_fewer = (1..states).flat_map(|states| {
        let words = (0..=longest).step_by(8);
        words.map(move |bytes| HashCase { states, output_bytes: Some(bytes), ..case })
    });
    of_a_full_batch.chain(of_fewer).collect()
}

fn longest_output(primitive: Primitive) -> usize {
    match primitive {
        Primitive::Keccak { width } => 25 * width / 8,
        // The library requests that many in one run, whatever the length of the digest.
        Primitive::Luffa { .. } => 64,
        _ => digest_bytes(primitive),
    }
}

/// One state more than a batch has. Only the first bytes of each are needed: every multiple of 8.
fn first_bytes(primitive: Primitive, states: usize) -> impl Iterator<Item = HashCase> {
    let case = HashCase { states: states + 1, parameters: parameters(primitive), ..HashCase::default() };
    let words = (0..=longest_output(primitive)).step_by(8);
    words.map(move |bytes| HashCase { output_bytes: Some(bytes), finalizes: true, ..case })
}

/// Keccak-p with zero rounds, which only absorbs, at every rate.
fn without_rounds(primitive: Primitive, states: usize, pads: bool) -> Vec<HashCase> {
    let Primitive::Keccak { width } = primitive else { return Vec::new() };
    let parameters = |lanes: usize| Parameters { rate_bytes: lanes * width / 8, rounds: 0 };
    let with_blocks = |lanes| {
        let case = HashCase { states, blocks: 1, parameters: parameters(lanes), ..HashCase::default() };
        [case, HashCase { common_start: states > 1, blocks: 0, finalizes: true, ..case }]
    };
    let with_ends = |lanes| {
        let tails = Tails { first: 0, more: 0, suffix_bytes: 1 };
        let case = HashCase { blocks: 1, ..padded(primitive, states, parameters(lanes), tails) };
        [case, HashCase { output_bytes: Some(0), ..case }]
    };
    let ends = (1..25).filter(|_| pads).flat_map(with_ends);
    (1..=25).flat_map(with_blocks).chain(ends).collect()
}

/// Calls of any shape, the same in each run; if the kernel pads, half of them with messages to pad.
fn any_shapes(primitive: Primitive, states: usize, pads: bool) -> Vec<HashCase> {
    let mut seed = 1;
    let mut below = |limit: usize| (next(&mut seed) % limit as u64) as usize;
    let mut shape = |pads: bool| {
        let parameters = match primitive {
            // Messages are padded only for hash functions, whose rate leaves a capacity.
            Primitive::Keccak { width } => {
                let lanes = if pads { 24 } else { 25 };
                Parameters { rate_bytes: (1 + below(lanes)) * width / 8, rounds: 1 + below(2) }
            }
            _ => full_parameters(primitive),
        };
        let count = below(2 * states + 2);
        let output_bytes = Some(below(longest_output(primitive) + 1));
        let case = HashCase { states: count, parameters, output_bytes, ..HashCase::default() };
        if pads { messages(primitive, case, &mut below) } else { blocks(primitive, case, states > 1, &mut below) }
    };
    (0..ANY_SHAPES).map(|n| shape(pads && n % 2 == 0)).collect()
}

/// A call with states that absorb any number of blocks. They may have a common start if the kernel takes one.
fn blocks(primitive: Primitive, case: HashCase, starts: bool, below: &mut impl FnMut(usize) -> usize) -> HashCase {
    // A block of Fugue is a word, of which kernels take four at a time.
    let most_blocks = if primitive.tails_are_messages() { 12 } else { 4 };
    HashCase {
        blocks: below(most_blocks),
        more_blocks: below(most_blocks),
        finalizes: below(2) == 0,
        empty_slices: below(2) == 0,
        common_start: starts && case.states > 0 && below(2) == 0,
        output_bytes: case.output_bytes.filter(|_| below(2) == 0),
        ..case
    }
}

/// A call with at least one message, and with tails of any length.
fn messages(primitive: Primitive, case: HashCase, below: &mut impl FnMut(usize) -> usize) -> HashCase {
    let HashCase { states, parameters, output_bytes, .. } = case;
    let count = 1 + states;
    if primitive.tails_are_messages() {
        let blocks = 4 * below(4);
        let shortest = if blocks > 0 { 4 * (blocks + 2) } else { 0 };
        let first = shortest + below(100);
        let tails = Tails { first, more: below((MESSAGE_BYTES - first) / count), suffix_bytes: 0 };
        return HashCase { blocks, output_bytes, ..padded(primitive, count, parameters, tails) };
    }
    let block_bytes = primitive.block_bytes(parameters);
    let tails =
        Tails { first: below(block_bytes), more: below(block_bytes), suffix_bytes: 1 + below(block_bytes.min(8)) };
    let (blocks, empty_slices) = (below(4), below(2) == 0);
    HashCase { blocks, empty_slices, output_bytes, ..padded(primitive, count, parameters, tails) }
}

/// A full batch of short messages that the kernel pads.
fn short(primitive: Primitive, states: usize) -> HashCase {
    let suffix_bytes = usize::from(!primitive.tails_are_messages());
    padded(primitive, states, parameters(primitive), Tails { first: 3, more: 5, suffix_bytes })
}

/// Returns the parameters: for Keccak one round, since rounds do not matter here, and a block with more lanes than in
/// any hash function.
fn parameters(primitive: Primitive) -> Parameters {
    match primitive {
        Primitive::Keccak { width } => Parameters { rate_bytes: 24 * width / 8, rounds: 1 },
        _ => full_parameters(primitive),
    }
}
