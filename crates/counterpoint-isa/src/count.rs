//! How many instructions a kernel takes: for a permutation, and for each byte of a message.

use crate::kernels::{Blocks, Kernel, Task};
use crate::machine::Fault;
use crate::run;
use crate::spec::State;
use std::collections::BTreeMap;

/// The number of rounds of Keccak-f\[1600\].
pub const ROUNDS: usize = 24;

/// A function that absorbs blocks.
#[derive(Clone, Copy, Debug)]
pub struct Sponge {
    /// Its name.
    pub name: &'static str,
    /// The number of lanes in a block.
    pub rate_lanes: usize,
}

/// The functions whose instructions are counted.
pub const SPONGES: [Sponge; 4] = [
    Sponge { name: "sha3-512", rate_lanes: 9 },
    Sponge { name: "sha3-384", rate_lanes: 13 },
    Sponge { name: "sha3-256", rate_lanes: 17 },
    Sponge { name: "shake128", rate_lanes: 21 },
];

/// A state for a run: the number of instructions does not depend on it.
const ANY: State<u64> = [0; 25];

/// Returns how often each instruction is run by one permutation of the states in memory.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn permutation(kernel: &Kernel, rounds: usize) -> Result<BTreeMap<&'static str, u64>, Fault> {
    let states = vec![ANY; kernel.target.states];
    Ok(run::permutation(&kernel.permutation(rounds), 64, rounds, &states)?.counts)
}

/// Returns the number of instructions for each further block of each message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn block(kernel: &Kernel, blocks: &Blocks<'_>) -> Result<f64, Fault> {
    let states = vec![ANY; kernel.target.states];
    let bytes = |lanes: &[usize]| states.len() * lanes.len() * blocks.width as usize / 8;
    let steps = |number: usize| {
        let input = vec![0; number * bytes(blocks.block)];
        run::blocks(kernel, blocks, number, &states, &input, &vec![0; bytes(blocks.frame)])
            .map(|outcome| outcome.steps())
    };
    Ok((steps(2)? - steps(1)?) as f64 / states.len() as f64)
}

/// Returns the number of instructions for each byte of a long message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn each_byte(kernel: &Kernel, sponge: Sponge) -> Result<f64, Fault> {
    let lanes: Vec<usize> = (0..sponge.rate_lanes).collect();
    let blocks = Blocks { task: Task::Absorb, width: 64, block: &lanes, frame: &[], rounds: ROUNDS };
    Ok(block(kernel, &blocks)? / (8 * lanes.len()) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Kernel;
    use crate::target::target;

    /// The figures of the documentation, and what was asked of them: instructions of a permutation and for each byte of
    /// SHA3-512.
    #[test]
    fn kernels_take_as_many_instructions_as_documented() {
        for (name, all, sha3_512) in [
            ("neon", 3463, 47.86),
            ("scalar", 2668, 38.65),
            ("armsha3", 1635, 22.79),
            ("armsha3x2", 1759, 11.56),
            ("p", 1619, 22.40),
            ("k", 948, 12.88),
        ] {
            let kernel = Kernel::new(&target(name).unwrap()).unwrap();
            assert_eq!(permutation(&kernel, ROUNDS).unwrap().values().sum::<u64>(), all, "{name}");
            let found = each_byte(&kernel, SPONGES[0]).unwrap();
            assert!((found - sha3_512).abs() < 0.006, "{name}: {found}");
        }
    }
}
