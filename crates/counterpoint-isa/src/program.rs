//! Programs, and what is known of them: where a round begins and ends, and where the state lies then.

use crate::encoding::encode;
use crate::instruction::Definition;
use crate::operation::{Operation, Transfer, Transferred, Vector};
use std::ops::Range;

/// The register that contains the address of the state.
pub const STATE: u8 = 0;
/// The register that contains the address of the round constants.
pub const CONSTANTS: u8 = 1;
/// The register that contains the address of the message.
pub const MESSAGE: u8 = 2;
/// The register that contains the number of blocks of the message.
pub const BLOCKS: u8 = 3;

/// A program for a permutation, or for something that contains it.
#[derive(Clone, Debug)]
pub struct Program {
    operations: Vec<Operation>,
    /// Where the lanes of the state are between two rounds.
    pub layout: Layout,
    /// The instructions of each round.
    pub rounds: Vec<Range<usize>>,
}

/// The vector register and the lane in it that contain lane x + 5 y of a state.
pub type Layout = [(u8, usize); 25];

impl Program {
    /// Returns a program without instructions.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { operations: Vec::new(), layout, rounds: Vec::new() }
    }

    /// Returns the instructions as words.
    #[must_use]
    pub fn words(&self) -> Vec<u32> {
        self.operations.iter().map(encode).collect()
    }

    /// Returns the instructions.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Returns the number of instructions so far.
    #[must_use]
    pub fn length(&self) -> usize {
        self.operations.len()
    }

    /// Appends an instruction.
    pub fn append(&mut self, operation: Operation) {
        self.operations.push(operation);
    }

    /// Appends a vector instruction on lanes of 64 bits.
    ///
    /// # Panics
    ///
    /// If it has another number of sources, or if it reads the register that it writes and the last one is another.
    pub fn vector(&mut self, definition: &'static Definition, immediate: u32, d: u8, read: &[u8]) {
        assert_eq!(read.len(), definition.sources, "{}", definition.name);
        assert!(!definition.reads_destination || read.last() == Some(&d), "{} writes what it reads", definition.name);
        let mut sources = [0; 3];
        sources[..read.len()].copy_from_slice(read);
        self.append(Operation::Vector(Vector { definition, width: 64, immediate, d, sources }));
    }

    /// Appends a load or a store of a vector register at an address that is not changed.
    ///
    /// # Panics
    ///
    /// If the distance does not fit into the instruction.
    pub fn transfer(&mut self, load: bool, what: Transferred, t: u8, base: u8, offset: usize) {
        let offset = i16::try_from(offset).expect("states and blocks are short");
        self.append(Operation::Transfer(Transfer { load, what, t, base, offset, after: false }));
    }

    /// Appends a load of 64 bits, after which the address is that of the next ones.
    pub fn load_next(&mut self, what: Transferred, t: u8, base: u8) {
        self.append(Operation::Transfer(Transfer { load: true, what, t, base, offset: 8, after: true }));
    }
}
