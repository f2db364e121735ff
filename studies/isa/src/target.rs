//! Targets: the instructions and registers that a kernel may use, and the number of states it computes at a time.

use crate::allocate::Registers;
use crate::instruction::{Definition, Set};
use crate::sets::arm::{self, NEON, SCALAR, SHA3};
use crate::sets::k::{self, K};
use crate::sets::p::{self, P};

/// The resources of a kernel.
#[derive(Clone, Debug)]
pub struct Target {
    /// The name.
    pub name: String,
    /// Its description, in a sentence.
    pub about: String,
    /// The instructions that compute.
    pub instructions: Vec<&'static Definition>,
    /// The registers.
    pub registers: Registers,
    /// The number of 64-bit lanes with the same coordinates: 1, or 2 in one register.
    pub groups: usize,
    /// The width of lanes if those of several states are side by side in 64 bits. Without it, lanes may have any width,
    /// and short ones are repeated.
    pub packed: Option<u32>,
}

impl Target {
    pub(crate) fn new(name: &str, about: &str, sets: &[&Set], vector: u16, groups: usize) -> Self {
        let instructions = sets.iter().flat_map(|set| set.instructions.iter().copied()).collect();
        let registers = Registers { vector, ..Registers::ALL };
        Self { name: name.to_owned(), about: about.to_owned(), instructions, registers, groups, packed: None }
    }

    /// Returns the target whose lanes have this width, with as many states side by side as fit into 64 bits.
    #[must_use]
    fn packed(self, width: u32) -> Self {
        let states = self.groups * 64 / width as usize;
        Self { name: format!("{}-{width}x{states}", self.name), packed: Some(width), ..self }
    }

    /// Returns the number of states that are computed at a time.
    pub fn states(&self) -> usize {
        self.groups * self.side_by_side()
    }

    /// Returns the number of states whose lanes are in the same 64 bits.
    pub fn side_by_side(&self) -> usize {
        64 / self.width() as usize
    }

    /// Returns the width in which instructions rotate.
    pub fn width(&self) -> u32 {
        self.packed.unwrap_or(64)
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

/// Returns the targets that compute several states with short lanes side by side, of one width each.
pub fn packed_targets() -> Vec<Target> {
    let of_width = |width| {
        let about = "NEON, with lanes of as many states as a register has room for";
        let neon = Target::new("neon", about, &[&NEON, &arm::SHORT], 32, 2);
        let p = Target::new("p", p::SHORT.about, &[&NEON, &P, &p::SHORT], 16, 1);
        let k = Target::new("k", k::SHORT.about, &[&NEON, &K, &k::SHORT], 32, 1);
        [neon, p, k].map(|target| target.packed(width))
    };
    [32, 16, 8].into_iter().flat_map(of_width).collect()
}

/// Returns the target with this name.
pub fn target(name: &str) -> Option<Target> {
    targets().into_iter().chain(packed_targets()).find(|target| target.name == name)
}
