//! The proof that a program computes Keccak-p, for all states.
//!
//! The program runs on a state whose bits are variables. The program says which of its values are lanes of the state
//! after a round ([`crate::program::Cut`]). When such a lane has been written, it is compared with that of the
//! specification, in the one form that each function of the variables has. Then it is replaced by new variables, since
//! equality for all states is what was proved; so each function is of one round only. At the end, each lane of each
//! round has been compared once, and the memory contains the last state.

use crate::instruction::File;
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::Named;
use crate::polynomial::{Polynomial, SymbolicLane, SymbolicRegister};
use crate::program::{CONSTANTS, Cut, Program, STATE};
use crate::run::constants;
use crate::spec::{State, full_rounds, round};
use crate::value::{Lane, Register};
use std::collections::BTreeMap;

/// What was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of products in all functions that were compared.
    pub products: usize,
}

/// The rounds whose states have variables of their own. A lane depends on all lanes of the state three rounds before,
/// so none of these is still needed when its variables are used again.
const DIFFERENT: usize = 4;

/// Proves that a program computes the last `rounds` rounds of a permutation of lanes of `width` bits.
///
/// # Errors
///
/// Returns a message that says which bit of which round is another function, or why the program can't be run.
pub fn prove(program: &Program, width: u32, rounds: usize, states: usize) -> Result<Proved, String> {
    let start: Vec<SymbolicLane> = (0..states).flat_map(|state| variables(width, states, state, 0)).collect();
    let constants = constants(width, rounds).into_iter().map(|constant| SymbolicLane::constant(64, constant));
    let stack = vec![SymbolicLane::constant(64, 0); 2 * program.slots];
    let begin = [0, 8 * start.len() as u64, 8 * (start.len() + rounds) as u64].map(|offset| MEMORY + offset);
    let lanes = start.iter().map(|lane| repeated(width, lane)).chain(constants).chain(stack);
    let memory: Vec<SymbolicLane> = lanes.flat_map(|lane| lane.split(64, 8)).collect();
    let mut machine = Machine::<SymbolicRegister>::new(&program.words(), memory);
    machine.set_general(STATE.into(), begin[0]);
    machine.set_general(CONSTANTS.into(), begin[1]);
    machine.set_stack(begin[2]);

    let mut comparison = Comparison { width, rounds, states, expected: BTreeMap::new(), compared: 0, products: 0 };
    loop {
        let index = ((machine.address() - PROGRAM) / 4) as usize;
        let operation = machine.step().map_err(|fault| fault.to_string())?;
        for cut in program.cuts.get(&index).into_iter().flatten() {
            let written = operation.writes()[0];
            comparison.cut(&mut machine, written, cut).map_err(|why| format!("round {}: {why}", cut.rounds))?;
        }
        if operation.ends() {
            break;
        }
    }
    let all = rounds * 25 * states;
    if comparison.compared != all {
        return Err(format!("{} of {all} lanes were compared", comparison.compared));
    }
    for (index, found) in machine.memory()[..8 * 25 * states].chunks(8).enumerate() {
        let last = &variables(width, states, index / 25, rounds)[index % 25];
        equal(&SymbolicLane::join(8, found), &repeated(width, last)).map_err(|bit| named(bit, index, "at the end"))?;
    }
    Ok(Proved { rounds, products: comparison.products })
}

/// The variables of a state after some rounds.
fn variables(width: u32, states: usize, state: usize, rounds: usize) -> State<SymbolicLane> {
    let first = (rounds % DIFFERENT * states + state) * 25;
    let variable = |lane: usize, bit: u32| Polynomial::variable(((first + lane) * 64) as u16 + bit as u16);
    core::array::from_fn(|lane| (0..width).map(|bit| variable(lane, bit)).collect())
}

/// Returns a lane, repeated in 64 bits.
fn repeated(width: u32, lane: &SymbolicLane) -> SymbolicLane {
    SymbolicLane::join(width, &vec![lane.clone(); (64 / width) as usize])
}

fn named(bit: usize, lane: usize, when: &str) -> String {
    format!("{when}, bit {bit} of lane ({}, {}) of state {} is another function", lane % 5, lane / 5 % 5, lane / 25)
}

/// Returns the first bit that differs.
fn equal(found: &SymbolicLane, expected: &SymbolicLane) -> Result<(), usize> {
    found.iter().zip(expected).position(|(found, expected)| found != expected).map_or(Ok(()), Err)
}

/// What was compared so far.
struct Comparison {
    width: u32,
    rounds: usize,
    states: usize,
    /// The states after a round of states of variables.
    expected: BTreeMap<(usize, usize), State<SymbolicLane>>,
    compared: usize,
    products: usize,
}

impl Comparison {
    /// Compares a lane that was written, and replaces it by variables.
    fn cut(&mut self, machine: &mut Machine<SymbolicRegister>, written: Named, cut: &Cut) -> Result<(), String> {
        let (width, state) = (self.width, cut.of_state / 25);
        let before = || variables(width, self.states, state, cut.rounds - 1);
        let number = full_rounds(width) - self.rounds + cut.rounds - 1;
        let expected = self.expected.entry((cut.rounds, state)).or_insert_with(|| round(&before(), width, number));
        let expected = repeated(width, &expected[cut.of_state % 25]);
        let (file, register) = written;
        let mut lanes = match file {
            File::Vector => machine.vector(register.into()).lanes(64),
            File::General => vec![machine.general(register.into()).clone()],
        };
        let found = Lane::rotate_left(&lanes[cut.of_value], 64, cut.rotation);
        equal(&found, &expected).map_err(|bit| named(bit, cut.of_state, "after it"))?;
        self.products += expected.iter().take(width as usize).map(Polynomial::products).sum::<usize>();
        self.compared += 1;
        let after = repeated(width, &variables(width, self.states, state, cut.rounds)[cut.of_state % 25]);
        lanes[cut.of_value] = Lane::rotate_left(&after, 64, 64 - cut.rotation);
        match file {
            File::Vector => machine.set_vector(register.into(), SymbolicRegister::of_lanes(64, &lanes)),
            File::General => machine.set_general_lane(register.into(), lanes.swap_remove(0)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Kernel;
    use crate::operation::Operation;
    use crate::pipeline::models::models;
    use crate::target::targets;

    #[test]
    fn kernels_are_proved() {
        // Each round of a kernel has the same instructions, but for registers.
        let most = if cfg!(debug_assertions) { 3 } else { 24 };
        for target in targets() {
            let kernel = Kernel::new(&target).unwrap();
            for width in [64, 32, 16, 8] {
                let rounds = full_rounds(width).min(most);
                let proved = prove(&kernel.permutation(rounds), width, rounds, target.states);
                let proved = proved.unwrap_or_else(|why| panic!("{}, {width} bits: {why}", target.name));
                // A bit before chi is a sum of 11 bits, and chi makes 11 + 11 + 11 * 11 products of three of them.
                let bits = 25 * width as usize * target.states;
                assert!(proved.products >= rounds * bits * 140, "{}: {}", target.name, proved.products);
            }
        }
    }

    /// In another order, instructions of different rounds are mixed.
    #[test]
    fn ordered_kernels_are_proved() {
        for model in models() {
            for target in targets() {
                let kernel = Kernel::new(&target).unwrap().scheduled(&model);
                for rounds in [1, 5] {
                    let proved = prove(&kernel.permutation(rounds), 64, rounds, target.states);
                    let proved = proved.unwrap_or_else(|why| panic!("{}, {}: {why}", target.name, model.name));
                    assert_eq!(proved.rounds, rounds);
                }
            }
        }
    }

    /// Every instruction that computes is needed: without it, the proof fails.
    #[test]
    fn a_program_with_a_wrong_instruction_is_not_proved() {
        for target in targets() {
            let program = Kernel::new(&target).unwrap().permutation(1);
            for index in 0..program.operations.len() {
                let Operation::Compute(compute) = program.operations[index] else { continue };
                if compute.definition.sources < 2 {
                    continue;
                }
                let mut wrong = program.clone();
                let mut changed = compute;
                changed.sources.swap(0, 1);
                let symmetric = ["eor", "eor3", "keor3", "xar"].contains(&compute.definition.name);
                if symmetric || compute.sources[0] == compute.sources[1] {
                    continue;
                }
                wrong.operations[index] = Operation::Compute(changed);
                assert!(prove(&wrong, 64, 1, target.states).is_err(), "{}: {changed}", target.name);
            }
        }
    }
}
