//! What every validation of an instruction model needs, whatever the machine.
//!
//! A proof is worth as much as the model of the CPU that it is based on. Each *form* of an instruction that occurs in
//! the kernels (the operation, the kinds of its operands, and its immediates) is run on a CPU with chosen
//! register contents, and everything that it leaves behind is compared with what the model says, twice: with the
//! contents as constants, and with variables that are given these values afterwards.

use crate::image::Image;
use crate::random;
use crate::{aarch64, x86_64};
use object::Architecture;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// Compares the model of every instruction in the kernels of an archive with the CPU at hand, or with `qemu-aarch64` if
/// they are for AArch64.
///
/// # Errors
///
/// If the archive cannot be read or is for another CPU, or if no program can be compiled and run here.
pub fn validate(archive: &[u8]) -> Result<Validation, Box<dyn Error>> {
    let image = Image::load(archive)?;
    match image.architecture {
        Architecture::X86_64 => x86_64::validation::validate(&image),
        Architecture::Aarch64 => aarch64::validation::validate(&image),
        other => Err(format!("there is no model of {other:?}").into()),
    }
}

/// What a validation found.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// The data instructions of the kernels.
    pub instructions: usize,
    /// The forms of instructions among them, immediates apart.
    pub forms: usize,
    /// The encodings that were run: up to 256 immediates of a form, and at most two choices of registers.
    pub encodings: usize,
    /// How often an encoding was run on the CPU and compared with the model on constants.
    pub runs: usize,
    /// How often such a run was compared with the model on variables, too.
    pub symbolic_runs: usize,
    /// How often the model stopped because what is a variable must be a number.
    pub symbolic_refused: usize,
    /// The bits of results that depend on variables and were compared.
    pub symbolic_bits: usize,
    /// The bits of results that the model leaves open, so that nothing could be compared.
    pub symbolic_unknown_bits: usize,
    /// The instructions that this CPU cannot run: how many forms of each.
    pub not_runnable: BTreeMap<String, usize>,
    /// The instructions that stop the model, with its reason: how many forms of each. A proof that meets one of them
    /// fails.
    pub not_modelled: BTreeMap<String, usize>,
    /// The forms whose result on variables could not be compared in any bit: how many of each instruction. Most of them
    /// have none: a register with itself becomes zeros or ones, or is moved onto itself.
    pub only_on_constants: BTreeMap<String, usize>,
    /// Where the CPU contradicts the model.
    pub mismatches: Vec<Mismatch>,
}

/// A contradiction between CPU and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The instruction as an assembler writes it.
    pub text: String,
    /// What was run: constants or variables.
    pub run: String,
    /// The first place that differs, and what it contains.
    pub difference: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, run, difference } = self;
        write!(f, "{text} ({run}): {difference}")
    }
}

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} instructions have {} forms; {} encodings were run {} times on constants and {} times on variables \
             ({} more need numbers); {} bits were compared as functions of variables, {} stayed open",
            self.instructions,
            self.forms,
            self.encodings,
            self.runs,
            self.symbolic_runs,
            self.symbolic_refused,
            self.symbolic_bits,
            self.symbolic_unknown_bits
        )?;
        let lists = [
            ("compared on constants only", &self.only_on_constants),
            ("this CPU cannot run", &self.not_runnable),
            ("the model does not know", &self.not_modelled),
        ];
        for (title, list) in lists {
            let total: usize = list.values().sum();
            write!(f, "{title}: {total} forms")?;
            for (n, (name, count)) in list.iter().enumerate() {
                write!(f, "{}{name} {count}", if n == 0 { ": " } else { ", " })?;
            }
            writeln!(f)?;
        }
        write!(f, "{} mismatches", self.mismatches.len())?;
        for mismatch in &self.mismatches {
            write!(f, "\n  {mismatch}")?;
        }
        Ok(())
    }
}

/// Numbers that look random, the same ones in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(0)
    }

    pub(crate) fn number(&mut self) -> u64 {
        random::next(&mut self.0)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.number() >> 32) as usize % end
    }

    /// Fills bytes with words of a kind, so that special cases occur which uniformly random words hardly ever meet.
    pub(crate) fn fill(&mut self, bytes: &mut [u8], kind: Contents) {
        let few: [u64; 4] = std::array::from_fn(|_| self.number());
        for word in bytes.chunks_mut(8) {
            let value = match kind {
                Contents::Uniform => self.number(),
                Contents::Few => few[self.below(4)],
                Contents::Edges => EDGES[self.below(EDGES.len())],
                Contents::Small => {
                    // A small number in the lowest byte of elements of one width.
                    let (bits, end) = (8 << self.below(4), [8, 40, 80][self.below(3)]);
                    (0..64).step_by(bits).fold(0, |sum, at| sum | (self.below(end) as u64) << at)
                }
                Contents::Mixed => {
                    let (a, b, mask) = (few[self.below(4)], EDGES[self.below(EDGES.len())], self.number());
                    // Whole bytes of one or of the other.
                    let mask = (mask & 0x0101_0101_0101_0101).wrapping_mul(0xff);
                    a & mask | b & !mask
                }
            };
            word.copy_from_slice(&value.to_le_bytes()[..word.len()]);
        }
    }
}

/// Kinds of register contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Every bit is random.
    Uniform,
    /// One of few words, so that equal ones meet.
    Few,
    /// Zeros, ones, and the least and the greatest numbers of each width.
    Edges,
    /// Small numbers, as counts and indices are.
    Small,
    /// Bytes of the former kinds.
    Mixed,
}

impl Contents {
    pub(crate) const ALL: [Self; 5] = [Self::Uniform, Self::Small, Self::Few, Self::Edges, Self::Mixed];
}

const EDGES: [u64; 14] = [
    0,
    !0,
    1,
    1 << 63,
    !(1 << 63),
    0x8080_8080_8080_8080,
    0x7f7f_7f7f_7f7f_7f7f,
    0x0101_0101_0101_0101,
    0x8000_8000_8000_8000,
    0x7fff_7fff_7fff_7fff,
    0x8000_0000_8000_0000,
    0x7fff_ffff_7fff_ffff,
    0x0000_0001_0000_0001,
    0x00ff_00ff_00ff_00ff,
];
