//! The cycles of kernels.

use super::{Model, cycles, trace};
use crate::kernels::{Blocks, Kernel};

/// Returns the number of cycles of one permutation of the states in memory.
pub fn permutation(kernel: &Kernel, rounds: usize, model: &Model) -> u64 {
    cycles(&trace(&kernel.permutation(rounds), 1), model)
}

/// Returns the number of cycles for each further block of a long message, or of one for each state.
pub fn block(kernel: &Kernel, blocks: &Blocks<'_>, model: &Model) -> u64 {
    let program = kernel.blocks(blocks);
    cycles(&trace(&program, 3), model) - cycles(&trace(&program, 2), model)
}
