//! The proof that a program computes Ascon-p, for all states.

use super::spec::{LANES, State, WIDTH, constants, round};
use crate::polynomial::SymbolicLane;
use crate::program::Program;
use crate::prove::{Proved, Rounds, prove_rounds};

/// Proves that a program computes a permutation with this number of rounds.
///
/// # Errors
///
/// Returns a message that names the first bit and round that differ, or says why the program can't be run.
///
/// # Panics
///
/// If there are more than 16 rounds.
pub fn prove(program: &Program, rounds: usize, states: usize) -> Result<Proved, String> {
    let constants = constants(rounds);
    let next = |state: &[SymbolicLane], number: usize| {
        let state: State<SymbolicLane> = core::array::from_fn(|lane| state[lane].clone());
        round(&state, constants[number - 1]).to_vec()
    };
    let wanted = Rounds { lanes: LANES, width: WIDTH, rounds, states, constants: constants.clone(), round: &next };
    prove_rounds(program, &wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascon::{kernel, targets};
    use crate::operation::{Compute, Operation};

    #[test]
    fn kernels_are_proved() {
        for target in targets() {
            let kernel = kernel(&target).unwrap();
            for rounds in [1, 8, 12, 16] {
                let proved = prove(&kernel.permutation(rounds), rounds, target.states());
                let proved = proved.unwrap_or_else(|why| panic!("{}, {rounds} rounds: {why}", target.name));
                // Each bit is the sum of three, each of which is a sum of at least five products.
                assert!(proved.products >= rounds * target.states() * 320 * 12, "{}: {}", target.name, proved.products);
            }
        }
    }

    /// With other sources for an instruction, the proof fails.
    #[test]
    fn a_program_with_a_wrong_instruction_is_not_proved() {
        let target = targets().pop().unwrap();
        let program = kernel(&target).unwrap().permutation(1);
        let mut wrong_ones = 0;
        for index in 0..program.operations.len() {
            let Operation::Compute(compute) = program.operations[index] else { continue };
            let [n, m, a] = compute.sources;
            let others = match (compute.definition.name, compute.immediate) {
                ("kfold" | "kasum", _) => vec![[m, n, a], [n, a, m], [a, m, n]],
                // The lane of n that these keep already has degree 2, so it can't be multiplied.
                ("kascon", 1 | 2) => vec![[m, m, a], [a, m, a], [n, a, m]],
                // The first lane adds an or of m and a, whose order does not matter.
                ("kascon", 0) => vec![[m, n, a], [n, n, a], [a, m, n]],
                ("kascon", _) => vec![[m, n, a], [n, a, m], [a, m, n]],
                _ => continue,
            };
            for sources in others.into_iter().filter(|sources| *sources != compute.sources) {
                let mut wrong = program.clone();
                let changed = Compute { sources, ..compute };
                wrong.operations[index] = Operation::Compute(changed);
                assert!(prove(&wrong, 1, 1).is_err(), "{changed} and not {compute}");
                wrong_ones += 1;
            }
        }
        assert!(wrong_ones >= 15, "{wrong_ones}");
    }
}
