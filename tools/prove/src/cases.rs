//! The cases in which a kernel runs, and the purpose of each.
//!
//! ```text
//!                          blocks  more   finalizes  states          purpose
//!   principal                 -      1       yes     all, common     a short message: one padded block, the output
//!                             1      1       -       one more        longer messages, and a second batch
//!   further                   -      -       yes     all             the next part of an output
//!                             1      2       yes     one less, common  padding of two blocks, a batch that is not full
//!                             1      1       -       2, common       two states of a batch that start alike
//!                             -      2       yes     1               a short message whose padding has two blocks
//!                             2      -       -       all             blocks of messages that continue
//!                             -      -       yes     none            nothing to do
//!   Fugue, further            -      5       yes     all, common     padded tails of several words
//!                             4     18       yes     1               the longest tail
//!   numbers of blocks         2      1       yes     all             for kernels that resist the induction
//!                             3      -       -       all
//!   Fugue, numbers of blocks  4 to 12  -     yes     all
//!                            26      -       -       all
//! ```
//!
//! The cases follow the calls made by the library, which one of its tests (`hash/tests/shapes.rs`) lists. A list
//! without blocks is empty, or contains an empty slice for each state, as in the principal case of several states.
//!
//! They run with all rounds of Keccak-f at a rate of 17 lanes. The rate decides how a block is added to the state, and
//! the number of rounds how often a loop runs, so they vary independently: every rate with one round, and other numbers
//! of rounds at this rate. The length of the output decides which part of a state is stored; it also varies with one
//! round.
//!
//! Kernels that pad messages and write outputs have further cases, in [`tail_cases`]. Their padding consists of
//! variables, so the proof holds for every suffix. Every length of a tail and of an output is in `lengths.rs`.

use crate::call::{AesCase, HashCase, Tails};
use crate::spec::{Parameters, Primitive};
use crate::subject::{Case, Subject};

/// The cases of a kernel.
pub(crate) struct Cases {
    /// Two cases, or three for a kernel that pads, that run nearly all instructions.
    pub(crate) principal: Vec<Case>,
    /// Other shapes of a call, with the same parameters.
    pub(crate) further: Vec<Case>,
    /// Messages of several blocks. They run only if induction does not prove the kernel for any number of blocks.
    pub(crate) numbers_of_blocks: Vec<Case>,
    /// Cases with other parameters.
    pub(crate) other_parameters: Vec<Case>,
}

impl Cases {
    /// Returns the cases of a kernel that computes `states` states at once and, with `pads`, pads messages.
    pub(crate) fn of(subject: Subject, states: usize, pads: bool) -> Self {
        match subject {
            Subject::Hash(primitive) => Self::of_hash(primitive, states, pads),
            Subject::Aes => Self::of_aes(states),
        }
    }

    fn of_hash(primitive: Primitive, states: usize, pads: bool) -> Self {
        let several = states > 1;
        let case = HashCase { states, parameters: full_parameters(primitive), ..HashCase::default() };
        let mut principal = vec![
            HashCase { more_blocks: 1, finalizes: true, common_start: several, empty_slices: several, ..case },
            HashCase { blocks: 1, more_blocks: 1, states: if several { states + 1 } else { 2 }, ..case },
        ];
        let mut further = vec![
            HashCase { finalizes: true, ..case },
            HashCase { more_blocks: 2, finalizes: true, states: 1, empty_slices: true, ..case },
            HashCase { states: 0, finalizes: true, ..case },
            HashCase { blocks: 2, ..case },
        ];
        if several {
            further.push(HashCase {
                blocks: 1,
                more_blocks: 2,
                finalizes: true,
                states: states - 1,
                common_start: true,
                ..case
            });
            further.push(HashCase { blocks: 1, more_blocks: 1, states: 2, common_start: true, ..case });
        }
        let mut numbers_of_blocks =
            vec![HashCase { blocks: 2, more_blocks: 1, finalizes: true, ..case }, HashCase { blocks: 3, ..case }];
        let mut other_parameters = Vec::new();
        match primitive {
            // The place of S0 among the columns depends on the number of words. These are not all places.
            Primitive::Fugue { .. } => {
                further.push(HashCase { more_blocks: 5, finalizes: true, common_start: several, ..case });
                further.push(HashCase { blocks: 4, more_blocks: 18, finalizes: true, states: 1, ..case });
                numbers_of_blocks.extend((4..=12).map(|blocks| HashCase { blocks, finalizes: true, ..case }));
                numbers_of_blocks.push(HashCase { blocks: 26, ..case });
            }
            Primitive::Keccak { width } => other_parameters = keccak_parameters(width, states),
            _ => {}
        }
        if pads {
            let cases = tail_cases(primitive, states);
            principal.push(cases.principal);
            further.extend(cases.further);
            other_parameters.extend(cases.other_parameters);
        }
        let wrapped = |cases: Vec<HashCase>| cases.into_iter().map(Case::Hash).collect();
        Self {
            principal: wrapped(principal),
            further: wrapped(further),
            numbers_of_blocks: wrapped(numbers_of_blocks),
            other_parameters: wrapped(other_parameters),
        }
    }

    fn of_aes(blocks: usize) -> Self {
        let principal =
            vec![AesCase::ExpandKey { key_bytes: 32 }, AesCase::Encrypt { rounds: 10, blocks: 2 * blocks + 1 }];
        let mut further: Vec<AesCase> = [16, 24].map(|key_bytes| AesCase::ExpandKey { key_bytes }).into();
        further.extend([12, 14].map(|rounds| AesCase::Encrypt { rounds, blocks }));
        further.extend([0, 1, 2, blocks - 1, blocks + 2].map(|blocks| AesCase::Encrypt { rounds: 14, blocks }));
        let wrapped = |cases: Vec<AesCase>| cases.into_iter().map(Case::Aes).collect();
        Self {
            principal: wrapped(principal),
            further: wrapped(further),
            numbers_of_blocks: Vec::new(),
            other_parameters: Vec::new(),
        }
    }
}

/// A long message with any number of blocks.
#[derive(Clone, Copy)]
pub(crate) enum LongMessage {
    /// In the list of blocks, without a tail.
    Blocks(HashCase),
    /// In the second list, as an update of one state passes it.
    MoreBlocks(HashCase),
    /// The blocks that AES encrypts in some rounds.
    Encryption { rounds: usize },
}

impl LongMessage {
    /// Returns the long messages for a kernel.
    pub(crate) fn of(subject: Subject, states: usize) -> Vec<Self> {
        let Subject::Hash(primitive) = subject else {
            return [10, 12, 14].map(|rounds| Self::Encryption { rounds }).into();
        };
        let parameters = full_parameters(primitive);
        let case = HashCase { states, parameters, finalizes: true, ..HashCase::default() };
        let more_blocks = HashCase { finalizes: false, empty_slices: true, ..case };
        if states == 1 { vec![Self::Blocks(case), Self::MoreBlocks(more_blocks)] } else { vec![Self::Blocks(case)] }
    }

    /// Returns a multiple of the number of blocks that an iteration of a kernel's loop takes: the loops of Fugue absorb
    /// several, and those of AES encrypt a batch.
    pub(crate) fn even_blocks(subject: Subject, states: usize) -> usize {
        match subject {
            Subject::Hash(Primitive::Fugue { .. }) => 60,
            Subject::Hash(_) => 4,
            Subject::Aes => 4 * states,
        }
    }

    /// Returns the message with a number of blocks.
    pub(crate) fn with(self, blocks: usize) -> Case {
        match self {
            Self::Blocks(case) => Case::Hash(HashCase { blocks, ..case }),
            Self::MoreBlocks(case) => Case::Hash(HashCase { more_blocks: blocks, ..case }),
            Self::Encryption { rounds } => Case::Aes(AesCase::Encrypt { rounds, blocks }),
        }
    }
}

/// Returns the parameters of the principal cases: for Keccak, all rounds of Keccak-f, and a rate of 17 lanes.
pub(crate) fn full_parameters(primitive: Primitive) -> Parameters {
    match primitive {
        Primitive::Keccak { width } => {
            Parameters { rate_bytes: 17 * width / 8, rounds: 12 + 2 * width.ilog2() as usize }
        }
        _ => Parameters::default(),
    }
}

/// Returns a full batch of messages shorter than a block, which the kernel pads and whose whole digests it writes.
pub(crate) fn padded(primitive: Primitive, states: usize, parameters: Parameters, tails: Tails) -> HashCase {
    HashCase {
        states,
        common_start: true,
        finalizes: !matches!(primitive, Primitive::Keccak { .. }),
        output_bytes: Some(digest_bytes(primitive)),
        tails: Some(tails),
        parameters,
        ..HashCase::default()
    }
}

/// Returns the length in bytes of the longest digest; for a sponge, of a digest of 256 bits.
pub(crate) fn digest_bytes(primitive: Primitive) -> usize {
    match primitive {
        Primitive::Luffa { chains } => 16 * (chains - 1),
        Primitive::Groestl { columns, .. } => 4 * columns,
        Primitive::Fugue { sub_rounds } => 16 * sub_rounds,
        _ => 32,
    }
}

/// The cases of a kernel that pads.
struct TailCases {
    principal: HashCase,
    further: Vec<HashCase>,
    other_parameters: Vec<HashCase>,
}

/// Returns the cases of a kernel that pads: messages shorter than a block with tails of different lengths, of equal
/// lengths, and after blocks; fewer messages than lanes, and more. The whole digest is read. For Keccak also, with one
/// round, tails and suffixes of other lengths, every rate of a hash function, and other lengths of output.
fn tail_cases(primitive: Primitive, states: usize) -> TailCases {
    let tails = Tails { first: 5, more: 11, suffix_bytes: 1 };
    let case = padded(primitive, states, full_parameters(primitive), tails);
    let with = |first, more, suffix_bytes| Some(Tails { first, more, suffix_bytes });
    // Luffa's S-boxes have few inputs. When several short messages start in the same state, some of their S-boxes
    // share variables, and then different sums can be the same function. A whole block in each message avoids this.
    let case = match primitive {
        Primitive::Luffa { .. } => HashCase { blocks: 1, ..case },
        _ => case,
    };
    if primitive.tails_are_messages() {
        return messages(case);
    }
    let mut further = vec![
        HashCase { blocks: 0, states: 1, ..case },
        HashCase { blocks: 1, states: states + 1, tails: with(32, 0, 1), ..case },
        HashCase { blocks: 2, states: 1, tails: with(31, 0, 1), ..case },
    ];
    if states > 2 {
        further.push(HashCase { states: states - 1, tails: with(0, 17, 1), ..case });
    }
    if let Primitive::Groestl { columns, .. } = primitive {
        // The digests of Grøstl-224 and -384, and tails that leave no room for padding.
        let (bytes, room) = ([28, 48][columns / 16], 8 * columns - 9);
        further.push(HashCase { output_bytes: Some(bytes), tails: with(room, 0, 1), ..case });
    }
    let mut other_parameters = Vec::new();
    if let Primitive::Keccak { width } = primitive {
        let lane = width / 8;
        let mut add_for = |states: usize, rate: usize, tails, output| {
            let parameters = Parameters { rate_bytes: rate * lane, rounds: 1 };
            other_parameters.push(HashCase { states, tails, parameters, output_bytes: Some(output), ..case });
        };
        // Lengths around the first two lanes, and suffixes. There is only one message: S-boxes of several short
        // messages that start in the same state share some variables, and then different sums can be equal functions.
        for bytes in 0..=2 * lane {
            add_for(1, 17, with(bytes, 0, 1), 32);
        }
        for suffix_bytes in 1..=8 {
            add_for(1, 17, with(5, 0, suffix_bytes), 32);
        }
        let mut add = |rate: usize, tails, output| add_for(states, rate, tails, output);
        // Whole lanes, and more bytes than in a vector.
        for bytes in [24, 32, 33, 48, 63, 64, 65, 96, 100, 127, 128] {
            add(17, with(bytes, 0, 1), 32);
        }
        for suffix_bytes in 1..=8 {
            // Tails that leave no room for padding.
            add(17, with(17 * lane - suffix_bytes, 0, suffix_bytes), 32);
        }
        for rate in [9, 13, 18, 21] {
            add(rate, with(rate, 9, 1), 32);
        }
        for output in [1, 20, 28, 48, 64, 100, 136] {
            add(17, with(3, 13, 1), output);
        }
    }
    TailCases { principal: case, further, other_parameters }
}

/// Returns the cases of a Fugue kernel that pads whole messages, which begin at different places of a run: messages of
/// different lengths in both orders, of equal lengths, and empty ones; with and without blocks that all of them have;
/// fewer messages than lanes, and more.
fn messages(case: HashCase) -> TailCases {
    let with = |first, more| Some(Tails { first, more, suffix_bytes: 0 });
    let case = HashCase { blocks: 4, tails: with(24, 3), ..case };
    let (states, without) = (case.states, HashCase { blocks: 0, tails: with(5, 11), ..case });
    let mut further = vec![
        without,
        HashCase { states: 1, ..case },
        HashCase { states: 1, ..without },
        HashCase { blocks: 8, states: states + 1, tails: with(40, 0), ..case },
        HashCase { tails: with(99, 600), ..without },
        HashCase { states: 2, tails: with(0, 0), ..without },
        HashCase { states: states - 1, tails: with(0, 17), ..without },
    ];
    if case.output_bytes == Some(32) {
        further.push(HashCase { output_bytes: Some(28), ..case });
    }
    TailCases { principal: case, further, other_parameters: Vec::new() }
}

/// Returns the cases with other rates, lengths of output and numbers of rounds.
fn keccak_parameters(width: usize, states: usize) -> Vec<HashCase> {
    let (lane, several) = (width / 8, states > 1);
    let with = |rate: usize, rounds| HashCase {
        states,
        parameters: Parameters { rate_bytes: rate * lane, rounds },
        ..HashCase::default()
    };
    // With a rate of 0, a call is a permutation alone.
    let mut cases = vec![HashCase { finalizes: true, ..with(0, 1) }];
    cases.extend((1..=25).map(|rate| HashCase { blocks: 1, more_blocks: 1, finalizes: true, ..with(rate, 1) }));
    for output in
        [0, 1, lane, 2 * lane + 1, 7 * lane / 2, 4 * lane, 6 * lane, 8 * lane, 17 * lane, 24 * lane, 25 * lane]
    {
        let case = HashCase { more_blocks: 1, common_start: several, output_bytes: Some(output), ..with(17, 1) };
        // The digest is read after the only block is absorbed, or after a further permutation.
        cases.extend([case, HashCase { finalizes: true, ..case }]);
    }
    // Digests of longer messages, and of one message with a kernel for several. A whole block of output.
    let digest = HashCase { blocks: 1, output_bytes: Some(4 * lane), ..with(17, 1) };
    cases.push(HashCase { more_blocks: 2, common_start: several, ..digest });
    cases.push(HashCase { more_blocks: 1, states: 1, ..digest });
    cases.extend([21, 18, 13, 9].map(|rate| HashCase {
        more_blocks: 1,
        common_start: several,
        output_bytes: Some(rate * lane),
        ..with(rate, 1)
    }));
    cases.extend([0, 2, 6, 12].map(|rounds| HashCase { more_blocks: 1, ..with(17, rounds) }));
    cases
}
