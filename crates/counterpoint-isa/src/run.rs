//! Programs run on numbers.

use crate::machine::{Fault, MEMORY, Machine};
use crate::program::{BLOCKS, CONSTANTS, MESSAGE, Program, STATE};
use crate::spec::{State, full_rounds, round_constant};
use std::collections::BTreeMap;

/// The greatest number of instructions of a run.
pub const MOST_STEPS: u64 = 10_000_000;

/// What a run has computed, and what it took.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The state after it.
    pub state: State<u64>,
    /// How often each instruction was run.
    pub counts: BTreeMap<&'static str, u64>,
}

impl Outcome {
    /// Returns the number of instructions.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Returns the constants of the last `rounds` rounds.
pub(crate) fn constants(rounds: usize) -> Vec<u64> {
    let all = full_rounds(64);
    (all - rounds..all).map(|round| round_constant(round, 64)).collect()
}

/// Runs a permutation of `rounds` rounds.
///
/// # Errors
///
/// If the program can't be run.
pub fn permutation(program: &Program, rounds: usize, state: &State<u64>) -> Result<Outcome, Fault> {
    let mut machine = machine(program, rounds, state, &[]);
    machine.run(MOST_STEPS)?;
    Ok(outcome(&machine))
}

/// Runs a program that absorbs the blocks of a message.
///
/// # Errors
///
/// If the program can't be run.
///
/// # Panics
///
/// If the message does not consist of whole blocks.
pub fn sponge(
    program: &Program,
    rate_lanes: usize,
    rounds: usize,
    state: &State<u64>,
    message: &[u64],
) -> Result<Outcome, Fault> {
    assert!(message.len().is_multiple_of(rate_lanes), "whole blocks");
    let mut machine = machine(program, rounds, state, message);
    machine.set_general(BLOCKS.into(), (message.len() / rate_lanes) as u64);
    machine.run(MOST_STEPS)?;
    Ok(outcome(&machine))
}

/// Returns a processor before a program: in its memory are the state, the round constants and the message.
pub(crate) fn machine(program: &Program, rounds: usize, state: &State<u64>, message: &[u64]) -> Machine<u128> {
    let constants = constants(rounds);
    let addresses = [(STATE, 0), (CONSTANTS, state.len()), (MESSAGE, state.len() + constants.len())];
    let mut machine = Machine::new(&program.words(), [&state[..], &constants, message].concat());
    for (register, lane) in addresses {
        machine.set_general(register.into(), MEMORY + 8 * lane as u64);
    }
    machine
}

fn outcome(machine: &Machine<u128>) -> Outcome {
    let state = core::array::from_fn(|lane| machine.memory()[lane]);
    Outcome { state, counts: machine.counts().clone() }
}
