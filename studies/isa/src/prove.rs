//! The proof that a program computes Keccak-p, or another permutation of degree 2, for all states.
//!
//! The program runs on a state whose bits are variables. It is annotated with the values that are lanes of the state
//! after a round ([`crate::program::Cut`]). Once such a lane has been written, it is compared with that of the
//! specification, in the unique form that each function of the variables has. Since equality for all states is then
//! proved, new variables replace it, so each function covers only one round. At the end, each lane of each round has
//! been compared once, and the memory contains the last state.

use crate::instruction::File;
use crate::machine::{MEMORY, Machine, PROGRAM};
use crate::operation::Named;
use crate::polynomial::{Polynomial, SymbolicLane, SymbolicRegister};
use crate::program::{CONSTANTS, Cut, Program, STATE};
use crate::run::constants;
use crate::spec::{State, full_rounds, round};
use crate::value::{Lane, Register};
use std::collections::BTreeMap;

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of products in all compared functions.
    pub products: usize,
}

/// The task of a program: rounds of a permutation of one or more states.
pub(crate) struct Rounds<'a> {
    /// The number of lanes of a state.
    pub(crate) lanes: usize,
    /// The width of a lane in bits.
    pub(crate) width: u32,
    /// The number of rounds.
    pub(crate) rounds: usize,
    /// The number of states.
    pub(crate) states: usize,
    /// The constants in memory, in lanes of 64 bits.
    pub(crate) constants: Vec<u64>,
    /// Returns the state after a round, the first of which has the number 1.
    pub(crate) round: &'a dyn Fn(&[SymbolicLane], usize) -> Vec<SymbolicLane>,
}

/// Proves that a program computes the last `rounds` rounds of Keccak-f on lanes of `width` bits.
///
/// # Errors
///
/// Returns a message that names the first bit and round that differ, or says why the program can't be run.
pub fn prove(program: &Program, width: u32, rounds: usize, states: usize) -> Result<Proved, String> {
    let before = full_rounds(width) - rounds;
    let round = |state: &[SymbolicLane], number: usize| {
        let state: State<SymbolicLane> = core::array::from_fn(|lane| state[lane].clone());
        round(&state, width, before + number - 1).to_vec()
    };
    prove_rounds(
        program,
        &Rounds { lanes: 25, width, rounds, states, constants: constants(width, rounds), round: &round },
    )
}

/// Proves that a program computes rounds of a permutation.
///
/// # Errors
///
/// Returns a message that names the first bit and round that differ, or says why the program can't be run.
pub(crate) fn prove_rounds(program: &Program, wanted: &Rounds<'_>) -> Result<Proved, String> {
    let Rounds { lanes, rounds, states, .. } = *wanted;
    let side_by_side = program.side_by_side;
    let groups = (0..states).step_by(side_by_side);
    let start: Vec<SymbolicLane> = groups.flat_map(|first| wanted.joined(first, side_by_side, 0)).collect();
    let constants = wanted.constants.iter().map(|&constant| SymbolicLane::constant(64, constant));
    let stack = vec![SymbolicLane::constant(64, 0); 2 * program.slots];
    let begin = [0, 8 * start.len() as u64, 8 * (start.len() + rounds) as u64].map(|offset| MEMORY + offset);
    let memory = start.iter().cloned().chain(constants).chain(stack);
    let memory: Vec<SymbolicLane> = memory.flat_map(|lane| lane.split(64, 8)).collect();
    let mut machine = Machine::<SymbolicRegister>::new(&program.words(), memory);
    machine.set_general(STATE.into(), begin[0]);
    machine.set_general(CONSTANTS.into(), begin[1]);
    machine.set_stack(begin[2]);

    let expected = BTreeMap::new();
    let mut comparison = Comparison { wanted, side_by_side, expected, compared: 0, products: 0 };
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
    let all = rounds * lanes * states;
    if comparison.compared != all {
        return Err(format!("only {} of {all} lanes were compared", comparison.compared));
    }
    for (index, found) in machine.memory()[..8 * lanes * states / side_by_side].chunks(8).enumerate() {
        let last = &wanted.joined(index / lanes * side_by_side, side_by_side, rounds)[index % lanes];
        equal(&SymbolicLane::join(8, found), last).map_err(|bit| wanted.named(bit, index, "at the end"))?;
    }
    Ok(Proved { rounds, products: comparison.products })
}

impl Rounds<'_> {
    /// Returns the variables of a state after some rounds. All rounds of all states have more bits
    /// than there are numbers for variables, so a number is reused after as many rounds as possible: 40 for one state
    /// of Keccak-f\[1600\].
    fn variables(&self, state: usize, rounds: usize) -> Vec<SymbolicLane> {
        let different = usize::from(u16::MAX) / (self.states * self.lanes * 64);
        let first = (rounds % different * self.states + state) * self.lanes;
        let variable = |lane: usize, bit: u32| Polynomial::variable(((first + lane) * 64) as u16 + bit as u16);
        (0..self.lanes).map(|lane| (0..self.width).map(|bit| variable(lane, bit)).collect()).collect()
    }

    /// Returns the lanes of 64 bits of the states from `first` on that are side by side.
    fn joined(&self, first: usize, side_by_side: usize, rounds: usize) -> Vec<SymbolicLane> {
        let states: Vec<Vec<SymbolicLane>> =
            (first..first + side_by_side).map(|state| self.variables(state, rounds)).collect();
        (0..self.lanes).map(|lane| joined(self.width, states.iter().map(|state| &state[lane]))).collect()
    }

    fn named(&self, bit: usize, lane: usize, when: &str) -> String {
        let (state, lane) = (lane / self.lanes, lane % self.lanes);
        let (x, y) = (lane % 5, lane / 5);
        format!("{when}, bit {bit} of lane ({x}, {y}) of state {state} differs from the specification")
    }
}

/// Returns 64 bits with lanes side by side, or one lane that is repeated.
fn joined<'a>(width: u32, lanes: impl Iterator<Item = &'a SymbolicLane> + Clone) -> SymbolicLane {
    SymbolicLane::join(width, &lanes.cycle().take((64 / width) as usize).cloned().collect::<Vec<_>>())
}

/// Returns the first bit that differs.
fn equal(found: &SymbolicLane, expected: &SymbolicLane) -> Result<(), usize> {
    found.iter().zip(expected).position(|(found, expected)| found != expected).map_or(Ok(()), Err)
}

/// The comparisons so far.
struct Comparison<'a> {
    wanted: &'a Rounds<'a>,
    side_by_side: usize,
    /// The states after a round, from states of variables.
    expected: BTreeMap<(usize, usize), Vec<SymbolicLane>>,
    compared: usize,
    products: usize,
}

impl Comparison<'_> {
    /// Compares a written lane, and replaces it with variables.
    fn cut(&mut self, machine: &mut Machine<SymbolicRegister>, written: Named, cut: &Cut) -> Result<(), String> {
        let wanted = self.wanted;
        let (group, lane) = (cut.of_state / wanted.lanes, cut.of_state % wanted.lanes);
        let states = group * self.side_by_side..(group + 1) * self.side_by_side;
        for state in states.clone() {
            let after_round = || (wanted.round)(&wanted.variables(state, cut.rounds - 1), cut.rounds);
            self.expected.entry((cut.rounds, state)).or_insert_with(after_round);
        }
        let expected: Vec<&SymbolicLane> =
            states.clone().map(|state| &self.expected[&(cut.rounds, state)][lane]).collect();
        self.products += expected.iter().flat_map(|lane| lane.iter()).map(Polynomial::products).sum::<usize>();
        let expected = joined(wanted.width, expected.into_iter());
        let (file, register) = written;
        let mut lanes = match file {
            File::Vector => machine.vector(register.into()).lanes(64),
            File::General => vec![machine.general(register.into()).clone()],
        };
        let found = Lane::rotate_left(&lanes[cut.of_value], 64, cut.rotation);
        equal(&found, &expected).map_err(|bit| wanted.named(bit, cut.of_state, "after it"))?;
        self.compared += self.side_by_side;
        let after = wanted.joined(states.start, self.side_by_side, cut.rounds).swap_remove(lane);
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
    use crate::target::{packed_targets, targets};

    #[test]
    fn kernels_are_proved() {
        // Each round of a kernel has the same instructions, except for registers.
        let most = if cfg!(debug_assertions) { 3 } else { 24 };
        for target in targets().into_iter().chain(packed_targets()) {
            let kernel = Kernel::new(&target).unwrap();
            for width in target.packed.map_or(vec![64, 32, 16, 8], |width| vec![width]) {
                let rounds = full_rounds(width).min(most);
                let proved = prove(&kernel.permutation(rounds), width, rounds, target.states());
                let proved = proved.unwrap_or_else(|why| panic!("{}, {width} bits: {why}", target.name));
                // A bit before chi is a sum of 11 bits, and chi makes 11 + 11 + 11 * 11 products of three of them.
                let bits = 25 * width as usize * target.states();
                assert!(proved.products >= rounds * bits * 140, "{}: {}", target.name, proved.products);
            }
        }
    }

    /// In a scheduled program, instructions of different rounds are mixed.
    #[test]
    fn ordered_kernels_are_proved() {
        for model in models() {
            for target in targets().into_iter().chain(packed_targets()) {
                let kernel = Kernel::new(&target).unwrap().scheduled(&model);
                let width = target.width();
                for rounds in [1, 5] {
                    let proved = prove(&kernel.permutation(rounds), width, rounds, target.states());
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
                assert!(prove(&wrong, 64, 1, target.states()).is_err(), "{}: {changed}", target.name);
            }
        }
    }
}
