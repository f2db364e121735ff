//! Complete functions on the emulator: digests, MACs, keystreams and authenticated encryption.
//!
//! Every permutation and every operation on a block is done by a program of a kernel, so that complete functions can be
//! compared with known answers. What is done here is what the code around a kernel does: padding, dividing messages
//! into blocks, and framing.
//!
//! A kernel that computes two states at a time gets two messages of equal length. What is done with a message depends
//! on lengths only, so the same sequence of programs serves both. All inputs and outputs are therefore lists, with an
//! element for each state.

use crate::functions::Function;
use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::Fault;
use crate::program::Program;
use crate::run::blocks_by;
use crate::spec::State;
use std::fmt;
use std::ops::Range;

mod ketje;
mod keyak;
mod sponge;
#[cfg(test)]
mod tests;

pub use ketje::Ketje;
pub use keyak::Keyak;
pub use sponge::{digest, keystream, mac, stream};

/// Strings of bytes, one for each state.
pub type Strings = Vec<Vec<u8>>;

/// The greatest number of blocks of a run. The emulator has its input and output in memory, eight bytes for each one,
/// so a long message takes several runs.
const MOST_BLOCKS: usize = 4096;

/// A processor that runs the programs of a kernel.
pub struct Processor {
    kernel: Kernel,
    /// The programs that were made before.
    programs: Vec<(Blocks<'static>, Program)>,
    steps: u64,
}

impl Processor {
    /// Returns a processor for a kernel.
    pub fn new(kernel: Kernel) -> Self {
        Self { kernel, programs: Vec::new(), steps: 0 }
    }

    /// Returns the number of states that it computes at a time.
    pub fn states(&self) -> usize {
        self.kernel.target.states()
    }

    /// Returns the number of instructions that it has run.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the number of messages that it computes at a time by a function. A message that has more states than the
    /// processor computes at a time is computed by itself.
    pub fn messages(&self, function: &Function) -> usize {
        (self.states() / function.pistons()).max(1)
    }

    /// Returns the length of the strings. There must be one for each message, and all must have the same length.
    fn length(&self, strings: &[&[u8]], messages: usize) -> Result<usize, Error> {
        let lengths: Vec<usize> = strings.iter().map(|string| string.len()).collect();
        match lengths[..] {
            [first, ..] if lengths.len() == messages && lengths.iter().all(|&length| length == first) => Ok(first),
            _ => Err(Error::Lengths { messages, lengths }),
        }
    }

    fn program(&mut self, blocks: &Blocks<'static>) -> &Program {
        let known = self.programs.iter().position(|(other, _)| other == blocks);
        let index = known.unwrap_or_else(|| {
            self.programs.push((*blocks, self.kernel.blocks(blocks)));
            self.programs.len() - 1
        });
        &self.programs[index].1
    }
}

/// Why a function can't be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The program can't be run.
    Fault(Fault),
    /// There must be as many messages as are computed at a time, and all must have the same length.
    Lengths {
        /// The number of messages.
        messages: usize,
        /// The lengths of the messages in bytes.
        lengths: Vec<usize>,
    },
    /// The key is empty or too long.
    Key {
        /// The length of the key in bytes.
        bytes: usize,
        /// The greatest length.
        most: usize,
    },
    /// The nonce is too long.
    Nonce {
        /// The length of the nonce in bytes.
        bytes: usize,
        /// The greatest length with a key of this length.
        most: usize,
    },
    /// The tag is shorter than any that can match.
    Tag {
        /// The length of the tag in bytes.
        bytes: usize,
    },
    /// The tag does not match the message.
    WrongTag,
    /// An earlier tag of this session did not match.
    Failed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Lengths { messages, lengths } => {
                write!(f, "strings of {lengths:?} bytes; the kernel needs {messages} of equal length")
            }
            Self::Key { bytes, most } => write!(f, "a key of {bytes} bytes; choose 1 to {most}"),
            Self::Nonce { bytes, most } => write!(f, "a nonce of {bytes} bytes; choose at most {most}"),
            Self::Tag { bytes } => write!(f, "a tag of {bytes} bytes; choose {} or more", ketje::MIN_TAG_BYTES),
            Self::WrongTag => f.write_str("the tag does not match: do not trust the message"),
            Self::Failed => f.write_str("a tag of this session did not match before: start a new session"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// States, which are zero at the beginning: as many as a processor computes at a time, or several times as many.
struct States<'p> {
    processor: &'p mut Processor,
    states: Vec<State<u64>>,
}

impl<'p> States<'p> {
    fn new(processor: &'p mut Processor, number: usize) -> Self {
        assert!(number.is_multiple_of(processor.states()), "{number} states by kernels of {}", processor.states());
        Self { processor, states: vec![[0; 25]; number] }
    }

    /// Works on `number` blocks of each state, and returns the output. A frame consists of the same bytes for each
    /// block.
    fn run(
        &mut self,
        blocks: &Blocks<'static>,
        number: usize,
        inputs: &[Vec<u8>],
        frames: &[Vec<u8>],
    ) -> Result<Strings, Error> {
        let at_a_time = self.processor.states();
        let mut outputs = Vec::new();
        for first in (0..self.states.len()).step_by(at_a_time) {
            let now = first..first + at_a_time;
            let inputs = if blocks.task == Task::Squeeze { &[] } else { &inputs[now.clone()] };
            let frames = if blocks.frame.is_empty() { &[] } else { &frames[now.clone()] };
            outputs.extend(self.run_some(now, blocks, number, inputs, frames)?);
        }
        Ok(outputs)
    }

    /// Does what [`Self::run`] does with the states that are computed at a time.
    fn run_some(
        &mut self,
        states: Range<usize>,
        blocks: &Blocks<'static>,
        number: usize,
        inputs: &[Vec<u8>],
        frames: &[Vec<u8>],
    ) -> Result<Strings, Error> {
        let (block, frame) = (blocks.bytes(blocks.block), frames.concat());
        let mut outputs = vec![Vec::new(); states.len()];
        for first in (0..number).step_by(MOST_BLOCKS) {
            let now = first..number.min(first + MOST_BLOCKS);
            let of_block = |index: usize| inputs.iter().flat_map(move |input| &input[block * index..][..block]);
            let input: Vec<u8> = now.clone().flat_map(of_block).copied().collect();
            let program = self.processor.program(blocks);
            let outcome = blocks_by(program, blocks, now.len(), &self.states[states.clone()], &input, &frame)?;
            self.processor.steps += outcome.steps();
            self.states[states.clone()].copy_from_slice(&outcome.states);
            for (index, part) in outcome.output.chunks(block).enumerate() {
                outputs[index % states.len()].extend(part);
            }
        }
        Ok(outputs)
    }

    /// Returns the output of a program without changing the states.
    fn output(&mut self, blocks: &Blocks<'static>, inputs: &[Vec<u8>]) -> Result<Strings, Error> {
        let before = self.states.clone();
        let output = self.run(&Blocks { frame: &[], rounds: 0, ..*blocks }, 1, inputs, &[]);
        self.states = before;
        output
    }
}

/// Returns each string between zeros, so that it begins with byte `begin` and all have `length` bytes.
fn padded(strings: &[Vec<u8>], begin: usize, length: usize) -> Strings {
    strings.iter().map(|string| padded_one(string, begin, length)).collect()
}

/// Returns a string between zeros.
fn padded_one(string: &[u8], begin: usize, length: usize) -> Vec<u8> {
    let mut padded = vec![0; length];
    padded[begin..begin + string.len()].copy_from_slice(string);
    padded
}

/// Returns a part of each string.
fn parts<S: AsRef<[u8]>>(strings: &[S], part: Range<usize>) -> Strings {
    strings.iter().map(|string| string.as_ref()[part.clone()].to_vec()).collect()
}
