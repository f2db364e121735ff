//! A processor that runs a kernel's programs, and the states on which it works.

use super::{Error, Strings};
use crate::functions::Function;
use crate::kernels::{Blocks, Kernel, Task};
use crate::program::Program;
use crate::run::blocks_by;
use crate::spec::State;
use std::ops::Range;

/// The greatest number of blocks in a run. The emulator holds input and output in memory, where each byte takes eight,
/// so a long message takes several runs.
const MOST_BLOCKS: usize = 4096;

/// A processor that runs the programs of a kernel.
pub struct Processor {
    pub(super) kernel: Kernel,
    /// The programs made so far.
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

    /// Returns the number of messages that it computes at a time with a function. A message with more states than the
    /// processor computes at a time is computed alone.
    pub fn messages(&self, function: &Function) -> usize {
        (self.states() / function.pistons()).max(1)
    }

    /// Returns the length of the strings. There must be one for each message, and all must have the same length.
    pub(super) fn length(&self, strings: &[&[u8]], messages: usize) -> Result<usize, Error> {
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

/// States, initially zero: as many as a processor computes at a time, or a multiple of that.
pub(super) struct States<'p> {
    pub(super) processor: &'p mut Processor,
    pub(super) states: Vec<State<u64>>,
}

impl<'p> States<'p> {
    pub(super) fn new(processor: &'p mut Processor, number: usize) -> Self {
        assert!(number.is_multiple_of(processor.states()), "{number} states by kernels of {}", processor.states());
        Self { processor, states: vec![[0; 25]; number] }
    }

    /// Works on `number` blocks of each state, and returns the output. A frame consists of the same bytes for each
    /// block.
    pub(super) fn run(
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

    /// Does the same as [`Self::run`] for the states of one run.
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
    pub(super) fn output(&mut self, blocks: &Blocks<'static>, inputs: &[Vec<u8>]) -> Result<Strings, Error> {
        let before = self.states.clone();
        let output = self.run(&Blocks { frame: &[], rounds: 0, ..*blocks }, 1, inputs, &[]);
        self.states = before;
        output
    }
}
