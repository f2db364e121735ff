//! What a kernel may use: instructions, registers, and how many states it computes at a time.

use crate::allocate::Registers;
use crate::instruction::{Definition, Set};
use crate::sets::arm::{NEON, SCALAR, SHA3};
use crate::sets::k::K;
use crate::sets::p::P;

/// What a kernel may use.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The instructions that compute.
    pub instructions: Vec<&'static Definition>,
    /// The registers.
    pub registers: Registers,
    /// The number of states that are computed at a time.
    pub states: usize,
}

impl Target {
    pub(crate) fn new(name: &str, about: &str, sets: &[&Set], vector: u16, states: usize) -> Self {
        let instructions = sets.iter().flat_map(|set| set.instructions.iter().copied()).collect();
        let registers = Registers { vector, ..Registers::ALL };
        Self { name: name.to_owned(), about: about.to_owned(), instructions, registers, states }
    }

    /// Returns whether kernels may use an instruction.
    pub fn has(&self, definition: &'static Definition) -> bool {
        self.instructions.iter().any(|&other| std::ptr::eq(other, definition))
    }

    /// Returns whether kernels may use all of these.
    pub fn has_all(&self, definitions: &[&'static Definition]) -> bool {
        definitions.iter().all(|definition| self.has(definition))
    }
}

/// Returns the targets of the study, the slowest first.
pub fn targets() -> Vec<Target> {
    vec![
        Target::new("neon", NEON.about, &[&NEON], 32, 1),
        Target::new("scalar", SCALAR.about, &[&SCALAR], 32, 1),
        Target::new("armsha3", "ARM's instructions for SHA-3, for one state", &[&NEON, &SHA3], 32, 1),
        Target::new("armsha3x2", "ARM's instructions for SHA-3, for two states at a time", &[&NEON, &SHA3], 32, 2),
        Target::new("p", P.about, &[&NEON, &P], 16, 1),
        Target::new("k", K.about, &[&NEON, &K], 32, 1),
    ]
}

/// Returns the target with this name.
pub fn target(name: &str) -> Option<Target> {
    targets().into_iter().find(|target| target.name == name)
}
