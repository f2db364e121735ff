//! Counts the instructions of a kernel for Ascon, for a permutation and per byte of a message.

use super::modes::Mode;
use super::run;
use super::spec::{LANES, State};
use crate::kernels::Kernel;
use crate::machine::Fault;

/// A state for a run: the number of instructions does not depend on it.
const ANY: State<u64> = [0; LANES];

/// Returns the number of instructions of a permutation of the states in memory.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn permutation(kernel: &Kernel, rounds: usize) -> Result<u64, Fault> {
    let states = vec![ANY; kernel.target.states()];
    Ok(run::permutation(kernel, rounds, &states)?.counts.values().sum())
}

/// Returns the number of instructions per byte of a long message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn each_byte(kernel: &Kernel, mode: &Mode) -> Result<f64, Fault> {
    let states = vec![ANY; kernel.target.states()];
    let rate = 8 * mode.block.len();
    let steps = |number: usize| {
        let input = vec![0; number * rate * states.len()];
        run::blocks(kernel, (mode.task, mode.block, mode.rounds), number, &states, &input)
            .map(|outcome| outcome.counts.values().sum::<u64>())
    };
    Ok((steps(2)? - steps(1)?) as f64 / (rate * states.len()) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascon::modes::MODES;
    use crate::ascon::{kernel, targets};

    /// The figures of the documentation: instructions of both permutations, and per hundred bytes of each mode.
    #[test]
    fn kernels_take_as_many_instructions_as_documented() {
        let expected = [
            ("neon", [583, 391], [7275, 2456, 2456]),
            ("scalar", [348, 236], [4263, 1456, 1456]),
            ("armsha3", [344, 232], [4288, 1463, 1463]),
            ("armsha3x2", [368, 256], [2144, 763, 763]),
            ("p", [572, 384], [7138, 2413, 2413]),
            ("k", [476, 320], [5938, 2013, 2013]),
            ("a", [119, 83], [1425, 519, 525]),
        ];
        for (target, (name, permutations, bytes)) in targets().into_iter().zip(expected) {
            let kernel = kernel(&target).unwrap();
            assert_eq!(target.name, name);
            assert_eq!([12, 8].map(|rounds| permutation(&kernel, rounds).unwrap()), permutations, "{name}");
            let found = MODES.map(|mode| (100.0 * each_byte(&kernel, &mode).unwrap()).round() as u64);
            assert_eq!(found, bytes, "{name}");
        }
    }
}
