//! Counts the instructions of a kernel, for a permutation and per byte of a message.

use crate::functions::Function;
use crate::kernels::{Blocks, Kernel};
use crate::machine::Fault;
use crate::run::{self, blocks_by};
use crate::spec::{State, full_rounds};
use std::collections::BTreeMap;

/// The number of rounds of Keccak-f\[1600\].
pub const ROUNDS: usize = 24;

/// A state for a run: the number of instructions does not depend on it.
const ANY: State<u64> = [0; 25];

/// Returns how often one permutation of the states in memory runs each instruction. It has at most as many rounds as
/// Keccak-f with these lanes.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn permutation(kernel: &Kernel, rounds: usize) -> Result<BTreeMap<&'static str, u64>, Fault> {
    let states = vec![ANY; kernel.target.states()];
    let width = kernel.target.width();
    let rounds = rounds.min(full_rounds(width));
    Ok(run::permutation(&kernel.permutation(rounds), width, rounds, &states)?.counts)
}

/// Returns how often each instruction runs for each further block of each state. With two states at a time, each
/// instruction belongs to both, so the numbers are those of a block of both.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn block(kernel: &Kernel, blocks: &Blocks<'_>) -> Result<BTreeMap<&'static str, u64>, Fault> {
    let states = vec![ANY; kernel.target.states()];
    let program = kernel.blocks(blocks);
    let zeros = |lanes: &[usize], number: usize| vec![0; number * states.len() * blocks.bytes(lanes)];
    let counts = |number: usize| {
        let input = zeros(blocks.block, number);
        blocks_by(&program, blocks, number, &states, &input, &zeros(blocks.frame, 1)).map(|outcome| outcome.counts)
    };
    let (one, mut more) = (counts(1)?, counts(2)?);
    for (name, count) in &mut more {
        *count -= one.get(name).copied().unwrap_or(0);
    }
    more.retain(|_, count| *count > 0);
    Ok(more)
}

/// Returns the number of instructions per byte of a long message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn each_byte(kernel: &Kernel, function: &Function) -> Result<f64, Fault> {
    let all: u64 = block(kernel, &function.blocks)?.values().sum();
    Ok(all as f64 / (kernel.target.states() * function.block_bytes()) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::SHA3_512;
    use crate::kernels::Kernel;
    use crate::target::target;

    /// The figures of the documentation, with their requirements: instructions of a permutation and per byte of
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
            let found = each_byte(&kernel, &SHA3_512).unwrap();
            assert!((found - sha3_512).abs() < 0.006, "{name}: {found}");
        }
    }
}
