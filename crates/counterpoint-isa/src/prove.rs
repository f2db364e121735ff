//! The proof that a program computes Keccak-p, for all states.
//!
//! The program runs on a state of 1600 variables. After its loads, the lanes are where the program says. After each
//! round, they are compared with the round of the specification, in the one form that each function of the variables
//! has. Then the state is replaced by new variables for the next round, since equality for all states is what was
//! proved; what else the registers contain stays as it is. At the end, the memory contains the state.

use crate::machine::{MEMORY, Machine};
use crate::polynomial::{Polynomial, SymbolicLane, SymbolicRegister};
use crate::program::{CONSTANTS, Layout, Program, STATE};
use crate::run::constants;
use crate::spec::{State, full_rounds, round};
use crate::value::{Lane, Register};

/// The width of a lane.
const WIDTH: u32 = 64;

/// What was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of products in all functions that were compared.
    pub products: usize,
}

/// Proves that a program computes the last rounds of Keccak-f\[1600\], as many as it has.
///
/// # Errors
///
/// Returns a message that says which bit of which round is another function, or why the program can't be run.
pub fn prove(program: &Program) -> Result<Proved, String> {
    let rounds = program.rounds.len();
    let state = variables();
    let constants = constants(rounds).into_iter().map(|constant| SymbolicLane::constant(WIDTH, constant));
    let memory: Vec<SymbolicLane> = state.iter().cloned().chain(constants).collect();
    let mut machine = Machine::<SymbolicRegister>::new(&program.words(), memory);
    machine.set_general(STATE.into(), MEMORY);
    machine.set_general(CONSTANTS.into(), MEMORY + 8 * state.len() as u64);

    let mut products = 0;
    for (index, range) in program.rounds.iter().enumerate() {
        until(&mut machine, range.start)?;
        compare(&lanes(&machine, &program.layout), &state).map_err(|why| format!("before round {index}: {why}"))?;
        until(&mut machine, range.end)?;
        let expected = round(&state, WIDTH, full_rounds(WIDTH) - rounds + index);
        let found = lanes(&machine, &program.layout);
        products += compare(&found, &expected).map_err(|why| format!("round {index}: {why}"))?;
        put(&mut machine, &program.layout, &state);
    }
    machine.run(crate::run::MOST_STEPS).map_err(|fault| fault.to_string())?;
    compare(&machine.memory()[..state.len()], &state).map_err(|why| format!("at the end: {why}"))?;
    Ok(Proved { rounds, products })
}

/// Returns a state whose bits are variables.
fn variables() -> State<SymbolicLane> {
    let bit = |number: u32| Polynomial::variable(number as u16);
    core::array::from_fn(|lane| (0..WIDTH).map(|place| bit(WIDTH * lane as u32 + place)).collect())
}

/// Runs the program until an instruction is the next one.
fn until(machine: &mut Machine<SymbolicRegister>, index: usize) -> Result<(), String> {
    let address = crate::machine::PROGRAM + 4 * index as u64;
    while machine.address() != address {
        machine.step().map_err(|fault| fault.to_string())?;
    }
    Ok(())
}

/// Returns the lanes in these places.
fn lanes(machine: &Machine<SymbolicRegister>, layout: &Layout) -> Vec<SymbolicLane> {
    layout.iter().map(|&(register, lane)| machine.vector(register.into()).lanes(WIDTH).swap_remove(lane)).collect()
}

/// Writes the lanes of a state to these places, and leaves all others as they are.
fn put(machine: &mut Machine<SymbolicRegister>, layout: &Layout, state: &State<SymbolicLane>) {
    for (&(register, lane), value) in layout.iter().zip(state) {
        let mut lanes = machine.vector(register.into()).lanes(WIDTH);
        lanes[lane].clone_from(value);
        machine.set_vector(register.into(), SymbolicRegister::of_lanes(WIDTH, &lanes));
    }
}

/// Returns the number of products of equal functions, or which bit differs.
fn compare(found: &[SymbolicLane], expected: &[SymbolicLane]) -> Result<usize, String> {
    let mut products = 0;
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        for (bit, (found, expected)) in found.iter().zip(expected).enumerate() {
            if found != expected {
                return Err(format!("bit {bit} of lane ({}, {}) is another function", index % 5, index / 5));
            }
            products += found.products();
        }
    }
    Ok(products)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;

    #[test]
    fn kernels_are_proved() {
        // Each round of a set has the same instructions, but for registers and constants.
        let rounds = if cfg!(debug_assertions) { 2 } else { 24 };
        for kernel in KERNELS {
            let proved = prove(&kernel.permutation(rounds)).unwrap_or_else(|why| panic!("{}: {why}", kernel.set));
            // A bit before chi is a sum of 11 bits, and chi makes 11 + 11 + 11 * 11 products of three of them; 2 of the
            // constants' bits are ones in the last two rounds, and 86 in all.
            assert_eq!(proved.rounds, rounds);
            assert!(proved.products >= rounds * 1600 * 143, "{}: {}", kernel.set, proved.products);
        }
    }
}
