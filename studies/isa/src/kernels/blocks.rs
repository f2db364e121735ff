//! What a program does with the blocks of a message.

/// What a program does with each block before it adds the frame and permutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Adds it to the state.
    Absorb,
    /// Writes it from the state.
    Squeeze,
    /// Adds it to the state and writes the sum, as a duplex encrypts.
    Encrypt,
    /// Writes the sum of it and the state, and replaces the lanes of the state by it, as a duplex decrypts.
    Decrypt,
}

/// A program that works on blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks<'a> {
    /// What it does with them.
    pub task: Task,
    /// The width of a lane in bits.
    pub width: u32,
    /// The lanes of the state to which those of a block belong.
    pub block: &'a [usize],
    /// The lanes of the state to which those of the frame belong.
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
