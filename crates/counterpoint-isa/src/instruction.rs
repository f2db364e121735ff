//! Vector instructions as data, and sets of them.

use crate::formula::Formula;
use crate::value::{REGISTER_BITS, Register};
use std::ops::Range;

/// A vector instruction without memory operands: it reads up to three registers and writes one.
#[derive(Debug)]
pub struct Definition {
    /// The name in assembly.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub about: &'static str,
    /// The number of registers that it reads.
    pub sources: usize,
    /// Whether the last of these is the register that it writes.
    pub reads_destination: bool,
    /// The values of its immediate operand; 0 alone if it has none.
    pub immediates: Range<u32>,
    /// The widths of lanes for which it exists, in bits.
    pub widths: &'static [u32],
    /// The lanes of its result, for a width and an immediate operand, the least significant one first.
    pub formulas: fn(width: u32, immediate: u32) -> Vec<Formula>,
    /// Its place among the encodings.
    pub encoding: Encoding,
}

/// How an instruction is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As the manual of the architecture has it: the bits that are not operands. An immediate operand takes the place
    /// of the third source register, from bit 10 on.
    Arm(u32),
    /// The same for a shift by a number of places: that number is added to 64, or subtracted from 128, and takes the
    /// place of the second source register, from bit 16 on.
    ArmShift {
        /// The bits that are not operands.
        word: u32,
        /// Whether the shift is to the right.
        right: bool,
    },
    /// In the part of the encodings that the architecture leaves free: the code of the immediate operand 0; the others
    /// follow. There are 64 codes for each width.
    Extension(u32),
}

/// Instructions that belong together.
#[derive(Debug)]
pub struct Set {
    /// The name.
    pub name: &'static str,
    /// Where it comes from and what it is for, in a sentence.
    pub about: &'static str,
    /// The instructions.
    pub instructions: &'static [&'static Definition],
}

impl Definition {
    /// Returns the result for registers.
    ///
    /// # Panics
    ///
    /// If it does not exist for this width or immediate operand, or if an operand is missing.
    pub fn result<R: Register>(&self, width: u32, immediate: u32, sources: &[R]) -> R {
        assert!(self.exists(width, immediate), "{} has no form of {width} bits with #{immediate}", self.name);
        let operands: Vec<Vec<R::Lane>> = sources.iter().map(|source| source.lanes(width)).collect();
        let formulas = (self.formulas)(width, immediate);
        let lanes: Vec<R::Lane> = formulas.iter().map(|formula| formula.evaluate(width, &operands)).collect();
        R::of_lanes(width, &lanes)
    }

    /// Returns whether there is an instruction for this width and immediate operand.
    #[must_use]
    pub fn exists(&self, width: u32, immediate: u32) -> bool {
        self.widths.contains(&width) && self.immediates.contains(&immediate)
    }

    /// Returns whether it has an immediate operand.
    #[must_use]
    pub fn has_immediate(&self) -> bool {
        self.immediates.len() > 1
    }

    /// Returns each width and immediate operand for which it exists.
    pub fn forms(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.widths.iter().flat_map(|&width| self.immediates.clone().map(move |immediate| (width, immediate)))
    }
}

/// Returns the number of lanes in a register.
#[must_use]
pub fn lanes(width: u32) -> usize {
    (REGISTER_BITS / width) as usize
}
