//! A program's work on the blocks of a message.

/// The work on each block before the program adds the frame and permutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Adds it to the state.
    Absorb,
    /// Writes it from the state.
    Squeeze,
    /// Adds it to the state and writes the sum, as a duplex encrypts.
    Encrypt,
    /// Writes the sum of it and the state, and replaces the lanes of the state with it, as a duplex decrypts.
    Decrypt,
}

/// A program that works on blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks<'a> {
    /// The work on each of them.
    pub task: Task,
    /// The width of a lane in bits.
    pub width: u32,
    /// The lanes of the state that take those of a block.
    pub block: &'a [usize],
    /// The lanes of the state that take those of the frame.
    pub frame: &'a [usize],
    /// The number of rounds of the permutation.
    pub rounds: usize,
}

impl Blocks<'_> {
    /// Returns the number of bytes of lanes.
    pub fn bytes(&self, lanes: &[usize]) -> usize {
        lanes.len() * self.width as usize / 8
    }
}
