//! How many instructions a kernel takes: for a permutation, and for each byte of a message.

use crate::kernels::Kernel;
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
const ANY: State<u64> = [0x0123_4567_89ab_cdef; 25];

/// Returns how often each instruction is run by one permutation of a state in memory.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn permutation(kernel: &Kernel, rounds: usize) -> Result<BTreeMap<&'static str, u64>, Fault> {
    Ok(run::permutation(&kernel.permutation(rounds), rounds, &ANY)?.counts)
}

/// Returns the number of instructions for each further block of a long message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn block(kernel: &Kernel, sponge: Sponge) -> Result<u64, Fault> {
    let program = kernel.sponge(sponge.rate_lanes, ROUNDS);
    let steps = |blocks: usize| {
        let message = vec![1; blocks * sponge.rate_lanes];
        run::sponge(&program, sponge.rate_lanes, ROUNDS, &ANY, &message).map(|outcome| outcome.steps())
    };
    Ok(steps(2)? - steps(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::kernel;

    /// The figures of the documentation, and what was asked of them.
    #[test]
    fn set_k_takes_as_many_instructions_as_it_should() {
        let k = kernel("k").unwrap();
        let all: u64 = permutation(k, ROUNDS).unwrap().values().sum();
        assert_eq!(all, 24 * 38 + 36);
        let rounds: u64 =
            permutation(k, ROUNDS).unwrap().values().sum::<u64>() - permutation(k, 23).unwrap().values().sum::<u64>();
        assert_eq!(rounds, 38);
        assert_eq!(block(k, SPONGES[0]).unwrap(), 926);
        let armsha3 = kernel("armsha3").unwrap();
        assert_eq!(permutation(armsha3, ROUNDS).unwrap().values().sum::<u64>(), 24 * 67 + 27);
    }
}
