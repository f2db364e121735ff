//! Programs run on numbers.

use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::{Fault, MEMORY, Machine};
use crate::operation::Number;
use crate::program::{BLOCKS, CONSTANTS, FRAME, INPUT, OUTPUT, Program, STATE};
use crate::spec::{State, full_rounds, round_constant};
use crate::value::Lane;
use std::collections::BTreeMap;

/// The greatest number of instructions of a run.
pub const MOST_STEPS: u64 = 100_000_000;

/// The results of a run, and its cost.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The states after it, in lanes of their own width.
    pub states: Vec<State<u64>>,
    /// The output.
    pub output: Vec<u8>,
    /// How often each instruction was run.
    pub counts: BTreeMap<&'static str, u64>,
}

impl Outcome {
    /// Returns the number of instructions.
    pub fn steps(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Returns the constants of the last `rounds` rounds, for lanes of a width, repeated to fill 64 bits.
pub(crate) fn constants(width: u32, rounds: usize) -> Vec<u64> {
    let all = full_rounds(width);
    (all - rounds..all).map(|round| repeated(width, round_constant(round, width))).collect()
}

/// Returns a lane, repeated to fill 64 bits.
pub(crate) fn repeated(width: u32, lane: u64) -> u64 {
    Lane::join(width, &vec![lane; (64 / width) as usize])
}

fn bytes(lanes: impl IntoIterator<Item = u64>) -> Vec<u64> {
    lanes.into_iter().flat_map(|lane| lane.split(64, 8)).collect()
}

/// The memory of a processor: pieces, and the general register that contains the address of each.
pub(crate) struct Memory {
    bytes: Vec<u64>,
    addresses: Vec<(Number, u64)>,
}

impl Memory {
    /// Returns a memory with states and round constants.
    pub(crate) fn new(width: u32, rounds: usize, states: &[State<u64>], side_by_side: usize) -> Self {
        let joined = |group: &[State<u64>], lane: usize| match group {
            [state] => repeated(width, state[lane]),
            _ => Lane::join(width, &group.iter().map(|state| state[lane]).collect::<Vec<u64>>()),
        };
        let lanes = states.chunks(side_by_side).flat_map(|group| (0..25).map(move |lane| joined(group, lane)));
        Self::of(lanes, constants(width, rounds))
    }

    /// Returns a memory with the lanes of states, in 64 bits each, and round constants.
    pub(crate) fn of(states: impl IntoIterator<Item = u64>, constants: Vec<u64>) -> Self {
        let mut memory = Self { bytes: Vec::new(), addresses: Vec::new() };
        memory.append(STATE, bytes(states));
        memory.append(CONSTANTS, bytes(constants));
        memory
    }

    /// Appends a piece, aligned to 16 bytes, and returns its address.
    pub(crate) fn append(&mut self, register: Number, piece: Vec<u64>) -> u64 {
        self.bytes.resize(self.bytes.len().next_multiple_of(16), 0);
        let address = MEMORY + self.bytes.len() as u64;
        self.addresses.push((register, address));
        self.bytes.extend(piece);
        address
    }

    /// Returns a processor before a program, with this memory and a stack.
    pub(crate) fn machine(mut self, program: &Program) -> Machine<u128> {
        self.bytes.resize(self.bytes.len().next_multiple_of(16), 0);
        let stack = MEMORY + self.bytes.len() as u64;
        self.bytes.resize(self.bytes.len() + 16 * program.slots, 0);
        let mut machine = Machine::new(&program.words(), self.bytes);
        machine.set_stack(stack);
        self.addresses.into_iter().for_each(|(register, address)| machine.set_general(register.into(), address));
        machine
    }
}

/// Returns a processor before the last `rounds` rounds of a permutation.
pub(crate) fn machine(program: &Program, width: u32, rounds: usize, states: &[State<u64>]) -> Machine<u128> {
    Memory::new(width, rounds, states, program.side_by_side).machine(program)
}

/// Runs the last `rounds` rounds of a permutation.
///
/// # Errors
///
/// If the program can't be run.
pub fn permutation(program: &Program, width: u32, rounds: usize, states: &[State<u64>]) -> Result<Outcome, Fault> {
    let mut machine = machine(program, width, rounds, states);
    machine.run(MOST_STEPS)?;
    Ok(outcome(&machine, width, states.len(), program.side_by_side, MEMORY, 0))
}

/// Runs a program that works on blocks.
///
/// # Errors
///
/// If the program can't be run.
///
/// # Panics
///
/// If the input or the frame has another length than the program expects.
pub fn blocks(
    kernel: &Kernel,
    blocks: &Blocks<'_>,
    number: usize,
    states: &[State<u64>],
    input: &[u8],
    frame: &[u8],
) -> Result<Outcome, Fault> {
    blocks_by(&kernel.blocks(blocks), blocks, number, states, input, frame)
}

/// Runs a program that works on blocks, like [`blocks`], for callers that run the same program again.
pub(crate) fn blocks_by(
    program: &Program,
    blocks: &Blocks<'_>,
    number: usize,
    states: &[State<u64>],
    input: &[u8],
    frame: &[u8],
) -> Result<Outcome, Fault> {
    let memory = Memory::new(blocks.width, blocks.rounds, states, program.side_by_side);
    let (mut machine, output) = before_program(program, blocks, number, states.len(), memory, input, frame);
    machine.run(MOST_STEPS)?;
    let length = if blocks.task == Task::Absorb { 0 } else { length(blocks, number, states.len()) };
    Ok(outcome(&machine, blocks.width, states.len(), program.side_by_side, output, length))
}

/// Returns the number of bytes of blocks of several states.
fn length(blocks: &Blocks<'_>, number: usize, states: usize) -> usize {
    number * states * blocks.bytes(blocks.block)
}

/// Returns a program that works on blocks, a processor before it, and the address of its output.
///
/// # Panics
///
/// If the input or the frame has another length than the program expects.
pub(crate) fn before_blocks(
    kernel: &Kernel,
    blocks: &Blocks<'_>,
    number: usize,
    states: &[State<u64>],
    input: &[u8],
    frame: &[u8],
) -> (Program, Machine<u128>, u64) {
    let memory = Memory::new(blocks.width, blocks.rounds, states, kernel.target.side_by_side());
    before_blocks_of(kernel, blocks, number, memory, input, frame)
}

/// Does the same as [`before_blocks`], with the states and round constants of any permutation.
pub(crate) fn before_blocks_of(
    kernel: &Kernel,
    blocks: &Blocks<'_>,
    number: usize,
    memory: Memory,
    input: &[u8],
    frame: &[u8],
) -> (Program, Machine<u128>, u64) {
    let program = kernel.blocks(blocks);
    let (machine, output) = before_program(&program, blocks, number, kernel.target.states(), memory, input, frame);
    (program, machine, output)
}

fn before_program(
    program: &Program,
    blocks: &Blocks<'_>,
    number: usize,
    states: usize,
    mut memory: Memory,
    input: &[u8],
    frame: &[u8],
) -> (Machine<u128>, u64) {
    let length = length(blocks, number, states);
    let piece = |bytes: &[u8]| bytes.iter().map(|&byte| u64::from(byte)).collect::<Vec<_>>();
    if blocks.task != Task::Squeeze {
        assert_eq!(input.len(), length, "whole blocks");
        memory.append(INPUT, piece(input));
    }
    assert_eq!(frame.len(), states * blocks.bytes(blocks.frame), "one frame for each state");
    memory.append(FRAME, piece(frame));
    let output = memory.append(OUTPUT, vec![0; length]);
    let mut machine = memory.machine(program);
    machine.set_general(BLOCKS.into(), number as u64);
    (machine, output)
}

fn outcome(
    machine: &Machine<u128>,
    width: u32,
    states: usize,
    side_by_side: usize,
    output: u64,
    length: usize,
) -> Outcome {
    let lanes = read_lanes(machine, 25 * (states / side_by_side));
    let lane = |state: usize, index: usize| {
        let (group, side) = (state / side_by_side, state % side_by_side);
        lanes[25 * group + index] >> (side as u32 * width) & (u64::MAX >> (64 - width))
    };
    let states = (0..states).map(|state| core::array::from_fn(|index| lane(state, index))).collect();
    Outcome { states, output: read_bytes(machine, output, length), counts: machine.counts().clone() }
}

/// Returns the first lanes of 64 bits of the memory: those of the states.
pub(crate) fn read_lanes(machine: &Machine<u128>, number: usize) -> Vec<u64> {
    machine.memory()[..8 * number].chunks(8).map(|bytes| u64::join(8, bytes)).collect()
}

/// Returns bytes of the memory.
pub(crate) fn read_bytes(machine: &Machine<u128>, address: u64, length: usize) -> Vec<u8> {
    let begin = (address - MEMORY) as usize;
    machine.memory()[begin..begin + length].iter().map(|&byte| byte as u8).collect()
}
