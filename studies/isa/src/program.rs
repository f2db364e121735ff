//! Programs, with annotations: which values are lanes of a state after a round.

use crate::encoding::encode;
use crate::operation::{Number, Operation};
use std::collections::BTreeMap;

/// The register that contains the address of the state.
pub const STATE: Number = 0;
/// The register that contains the address of the round constants.
pub const CONSTANTS: Number = 1;
/// The register that contains the address of the next block of the input.
pub const INPUT: Number = 2;
/// The register that contains the number of blocks.
pub const BLOCKS: Number = 3;
/// The register that contains the address of the next block of the output.
pub const OUTPUT: Number = 4;
/// The register that contains the address of the frame, which is added to the state after each block.
pub const FRAME: Number = 5;

/// A program for a permutation, or for something that contains it.
#[derive(Clone, Debug)]
pub struct Program {
    /// The instructions.
    pub operations: Vec<Operation>,
    /// The lanes in the value that an instruction has written, by the index of the instruction.
    pub cuts: BTreeMap<usize, Vec<Cut>>,
    /// The number of places for values on the stack, of 16 bytes each.
    pub slots: usize,
    /// The number of states whose lanes are side by side in the same 64 bits. If it is 1, short lanes are repeated.
    pub side_by_side: usize,
}

/// A lane of a value that is a lane of the state after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of rounds before it.
    pub rounds: usize,
    /// The lane of the value.
    pub of_value: usize,
    /// The lane of the state: x + 5 y, and 25 more for each state before.
    pub of_state: usize,
    /// By how many places the lane of the value must be rotated to the left to become that of the state.
    pub rotation: u32,
}

impl Program {
    /// Returns the instructions as words.
    pub fn words(&self) -> Vec<u32> {
        self.operations.iter().map(encode).collect()
    }
}
