//! Programs for Ascon run on numbers.

use super::spec::{LANES, State, WIDTH, constants};
use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::{Fault, Machine};
use crate::program::Program;
use crate::run::{MOST_STEPS, Memory, before_blocks_of, read_bytes, read_lanes};
use std::collections::BTreeMap;

/// The results of a run, and its cost.
pub(super) struct Outcome {
    pub(super) states: Vec<State<u64>>,
    pub(super) output: Vec<u8>,
    /// How often each instruction was run.
    pub(super) counts: BTreeMap<&'static str, u64>,
}

fn memory(rounds: usize, states: &[State<u64>]) -> Memory {
    Memory::of(states.iter().flatten().copied(), constants(rounds))
}

/// Returns a processor before a permutation.
pub(crate) fn machine(program: &Program, rounds: usize, states: &[State<u64>]) -> Machine<u128> {
    memory(rounds, states).machine(program)
}

/// Returns a program that works on blocks, a processor before it, and the address of its output.
pub(crate) fn before_blocks(
    kernel: &Kernel,
    (task, block, rounds): (Task, &[usize], usize),
    number: usize,
    states: &[State<u64>],
    input: &[u8],
) -> (Program, Machine<u128>, u64) {
    let blocks = Blocks { task, width: WIDTH, block, frame: &[], rounds };
    before_blocks_of(kernel, &blocks, number, memory(rounds, states), input, &[])
}

/// Runs a permutation.
pub(super) fn permutation(kernel: &Kernel, rounds: usize, states: &[State<u64>]) -> Result<Outcome, Fault> {
    let mut machine = machine(&kernel.permutation(rounds), rounds, states);
    machine.run(MOST_STEPS)?;
    Ok(outcome(&machine, states.len(), Vec::new()))
}

/// Runs a program that works on one or more blocks of the first lanes of the state.
pub(super) fn blocks(
    kernel: &Kernel,
    (task, block, rounds): (Task, &[usize], usize),
    number: usize,
    states: &[State<u64>],
    input: &[u8],
) -> Result<Outcome, Fault> {
    let (_, mut machine, output) = before_blocks(kernel, (task, block, rounds), number, states, input);
    machine.run(MOST_STEPS)?;
    let length = if task == Task::Absorb { 0 } else { 8 * number * states.len() * block.len() };
    Ok(outcome(&machine, states.len(), read_bytes(&machine, output, length)))
}

fn outcome(machine: &Machine<u128>, states: usize, output: Vec<u8>) -> Outcome {
    let lanes = read_lanes(machine, LANES * states);
    let states = lanes.chunks(LANES).map(|state| core::array::from_fn(|lane| state[lane])).collect();
    Outcome { states, output, counts: machine.counts().clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascon::spec::permuted;
    use crate::ascon::{kernel, targets};

    #[test]
    fn permutations_are_those_of_the_specification() {
        for target in targets() {
            let kernel = kernel(&target).unwrap();
            let lane = |index: usize| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1);
            let states: Vec<State<u64>> =
                (0..target.states()).map(|state| core::array::from_fn(|i| lane(5 * state + i))).collect();
            for rounds in [0, 1, 2, 8, 12, 16] {
                let found = permutation(&kernel, rounds, &states).unwrap().states;
                let expected: Vec<_> = states.iter().map(|state| permuted(state, rounds)).collect();
                assert_eq!(found, expected, "{}, {rounds} rounds", target.name);
            }
        }
    }
}
