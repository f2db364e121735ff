//! Every length: of a batch, of the end of a message and of an output.
//!
//! Where a kernel reads and writes, and what it leaves out, depends on lengths and not on data: no branch of a case
//! that is proved depends on a variable, and `cargo xtask kernels` shows the same of every path. So what a kernel does
//! with a length also shows on random values, in a small part of the time of a proof. This is not a proof, but it finds
//! a byte that is lost, read past an end or stored past an output.

use crate::call::{AesCase, HashCase, Rests};
use crate::cases::{digest_bytes, full_parameters, padded};
use crate::spec::{Parameters, Primitive};
use crate::subject::{Case, Subject};

/// The longest message of Fugue, whose length in bits does not fit into 12 bits.
const LONG_MESSAGE: usize = 600;

/// Returns the cases of a kernel that computes `states` states at once, and pads messages if `pads` says so.
pub(crate) fn lengths(subject: Subject, states: usize, pads: bool) -> Vec<Case> {
    let Subject::Hash(primitive) = subject else {
        let encryption = |blocks| AesCase::Encrypt { rounds: 10, blocks };
        return (0..=2 * states + 1).map(encryption).map(Case::Aes).collect();
    };
    let mut cases = batches(primitive, states);
    if pads {
        cases.extend(ends(primitive, states));
        cases.extend(outputs(primitive, states));
    }
    cases.into_iter().map(Case::Hash).collect()
}

/// Batches of every number of states, up to two full ones and a further state.
fn batches(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let numbers = 0..=2 * states + 1;
    numbers
        .flat_map(|number| {
            let case = HashCase { states: number, parameters: parameters(primitive), ..HashCase::default() };
            let blocks = HashCase { blocks: 1, tails: 1, ..case };
            // A kernel for one state never gets a common start.
            let common_start = states > 1 && number > 0;
            let common = HashCase { common_start, finalizes: true, ..blocks };
            let tails = HashCase { blocks: 0, empty_slices: true, ..common };
            [blocks, common, tails, HashCase { blocks: 2, ..case }, HashCase { finalizes: true, ..case }]
        })
        .collect()
}

/// Ends of every length in every lane (of Fugue, messages of every length up to 99 bytes and of some others), and every
/// number of messages up to one more than a full batch.
fn ends(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let case = short(primitive, states);
    let with = |first, more, suffix_bytes| Some(Rests { first, more, suffix_bytes });
    if primitive.ends_are_messages() {
        let mut cases: Vec<HashCase> = (0..100).map(|bytes| HashCase { rests: with(bytes, 1, 0), ..case }).collect();
        // Two long messages, and two around 512 bytes.
        cases.push(HashCase { states: 2, rests: with(LONG_MESSAGE, LONG_MESSAGE, 0), ..case });
        cases.push(HashCase { states: 2, rests: with(512, LONG_MESSAGE, 0), ..case });
        // Blocks that all messages have in front of their ends.
        cases.extend((0..4).map(|n| HashCase { blocks: 4 * n, rests: with(64, 3, 0), ..case }));
        for states in 1..=states + 1 {
            let blocks = HashCase { states, blocks: 4, rests: with(24, 3, 0), ..case };
            cases.extend([HashCase { states, rests: with(9, 7, 0), ..case }, blocks]);
        }
        return cases;
    }
    let block_bytes = primitive.block_bytes(case.parameters);
    let mut cases: Vec<HashCase> =
        (0..block_bytes).map(|bytes| HashCase { rests: with(bytes, 1, 1), ..case }).collect();
    // A full batch of equal lengths, and one message alone.
    for rests in (0..block_bytes).map(|bytes| with(bytes, 0, 1)) {
        cases.extend([HashCase { rests, ..case }, HashCase { rests, states: 1, blocks: 1, ..case }]);
    }
    for states in 1..=states + 1 {
        let case = HashCase { states, rests: with(3, 13, 1), ..case };
        cases.extend([case, HashCase { blocks: 2, ..case }]);
    }
    cases
}

/// Outputs of every length that a function has: of a sponge all of a block, and of the others up to the longest digest.
fn outputs(primitive: Primitive, states: usize) -> Vec<HashCase> {
    let case = short(primitive, states);
    let longest = match primitive {
        Primitive::Keccak { .. } => case.parameters.rate_bytes,
        _ => digest_bytes(primitive),
    };
    (0..=longest).map(|bytes| HashCase { output_bytes: Some(bytes), ..case }).collect()
}

/// A full batch of short messages that the kernel pads.
fn short(primitive: Primitive, states: usize) -> HashCase {
    let suffix_bytes = usize::from(!primitive.ends_are_messages());
    padded(primitive, states, parameters(primitive), Rests { first: 3, more: 5, suffix_bytes })
}

/// Returns the parameters: for Keccak one round, since rounds do not matter here, and a block with more lanes than that
/// of any hash function.
fn parameters(primitive: Primitive) -> Parameters {
    match primitive {
        Primitive::Keccak { width } => Parameters { rate_bytes: 24 * width / 8, rounds: 1 },
        _ => full_parameters(primitive),
    }
}
