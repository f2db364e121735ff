//! Instructions that compute, as data, and sets of them.

use crate::formula::Formula;
use crate::value::{Lane, REGISTER_BITS, Register};
use std::ops::Range;

/// An instruction that reads up to three registers and writes one.
#[derive(Debug)]
pub struct Definition {
    /// The name in assembly.
    pub name: &'static str,
    /// Its purpose, in a sentence.
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

/// An instruction for lanes of 64 bits, and its counterparts for lanes of 32, 16 and 8 bits.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    /// For lanes of 64 bits.
    pub long: &'static Definition,
    /// For lanes of 32, 16 and 8 bits.
    pub short: [&'static Definition; 3],
}

impl Widths {
    /// Returns the instruction for lanes of a width.
    ///
    /// # Panics
    ///
    /// If there are no lanes of that width.
    pub fn of(&self, width: u32) -> &'static Definition {
        let all = [self.long, self.short[0], self.short[1], self.short[2]];
        all.into_iter().find(|definition| definition.widths == [width]).expect("lanes have 64, 32, 16 or 8 bits")
    }
}

/// How an instruction is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As in the manual of the architecture.
    Arm {
        /// The registers that it reads and writes.
        file: File,
        /// The bits that are not operands.
        word: u32,
        /// The places of the source registers.
        sources: &'static [Place],
        /// The place of the immediate operand, if it has one.
        immediate: Immediate,
    },
    /// In the encodings that the architecture leaves free: the code for the immediate operand 0; those for the others
    /// follow. There are 64 codes for each width. The registers are vector registers.
    Extension(u32),
}

/// Where the number of a source register is in a word of the architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// From bit 5 on.
    N,
    /// From bit 16 on.
    M,
    /// From bit 10 on.
    A,
    /// From bit 0 on, which is the register that is written.
    D,
    /// From bit 5 on and from bit 16 on.
    NAndM,
}

/// Where an immediate operand is in a word of the architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// It has none.
    None,
    /// From bit 10 on, 6 bits.
    Bits,
    /// From bit 11 on, 4 bits.
    Bytes,
    /// From bit 16 on, added to 64: a number of places to the left.
    Left,
    /// From bit 16 on, subtracted from 128: a number of places to the right.
    Right,
}

/// The registers of a processor: 31 of 64 bits, and 32 of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum File {
    /// Those of 64 bits, which also contain addresses.
    General,
    /// Those of 128 bits.
    Vector,
}

/// Instructions that belong together.
#[derive(Debug)]
pub struct Set {
    /// The name.
    pub name: &'static str,
    /// Its origin and purpose, in a sentence.
    pub about: &'static str,
    /// The instructions.
    pub instructions: &'static [&'static Definition],
}

impl Definition {
    /// Returns the result for vector registers.
    ///
    /// # Panics
    ///
    /// If it does not exist for this width or immediate operand, or if an operand is missing.
    pub fn result<R: Register>(&self, width: u32, immediate: u32, sources: &[R]) -> R {
        let operands: Vec<Vec<R::Lane>> = sources.iter().map(|source| source.lanes(width)).collect();
        R::of_lanes(width, &self.lanes_of_result(width, immediate, &operands))
    }

    /// Returns the result for general registers.
    ///
    /// # Panics
    ///
    /// If it does not exist for this immediate operand, or if an operand is missing.
    pub fn general_result<L: Lane>(&self, immediate: u32, sources: &[L]) -> L {
        let operands: Vec<Vec<L>> = sources.iter().map(|source| vec![source.clone()]).collect();
        self.lanes_of_result(64, immediate, &operands).swap_remove(0)
    }

    fn lanes_of_result<L: Lane>(&self, width: u32, immediate: u32, operands: &[Vec<L>]) -> Vec<L> {
        assert!(self.exists(width, immediate), "{} has no form of {width} bits with #{immediate}", self.name);
        (self.formulas)(width, immediate).iter().map(|formula| formula.evaluate(width, operands)).collect()
    }

    /// Returns whether there is an instruction for this width and immediate operand.
    pub fn exists(&self, width: u32, immediate: u32) -> bool {
        self.widths.contains(&width) && self.immediates.contains(&immediate)
    }

    /// Returns whether it has an immediate operand.
    pub fn has_immediate(&self) -> bool {
        self.immediates.len() > 1
    }

    /// Returns each width and immediate operand for which it exists.
    pub fn forms(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.widths.iter().flat_map(|&width| self.immediates.clone().map(move |immediate| (width, immediate)))
    }

    /// Returns the registers that it reads and writes.
    pub fn file(&self) -> File {
        match self.encoding {
            Encoding::Arm { file, .. } => file,
            Encoding::Extension(_) => File::Vector,
        }
    }

    /// Returns the number of lanes of its result.
    pub fn lanes(&self, width: u32) -> usize {
        match self.file() {
            File::General => 1,
            File::Vector => (REGISTER_BITS / width) as usize,
        }
    }

    /// Returns the number of source registers that are named in addition to the written one.
    pub fn named_sources(&self) -> usize {
        self.sources - usize::from(self.reads_destination)
    }
}
