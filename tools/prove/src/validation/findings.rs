//! The results of comparing a model with a CPU.

use std::collections::BTreeMap;
use std::fmt;

/// The results of a validation.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// The data instructions of the kernels.
    pub instructions: usize,
    /// The forms of instructions among them, not counting immediates.
    pub forms: usize,
    /// The encodings that ran: up to 256 immediates per form, and at most two choices of registers.
    pub encodings: usize,
    /// How many runs of encodings on the CPU were compared with the model on constants.
    pub runs: usize,
    /// How many of these runs were also compared with the model on variables.
    pub symbolic_runs: usize,
    /// How often the model stopped because it needed a number and found a variable.
    pub symbolic_refused: usize,
    /// The bits of results that depend on variables and were compared.
    pub symbolic_bits: usize,
    /// The bits of results that the model leaves open, which can't be compared.
    pub symbolic_unknown_bits: usize,
    /// The instructions that this CPU can't run, with the number of forms of each.
    pub not_runnable: BTreeMap<String, usize>,
    /// The instructions that stop the model, with its reason and the number of forms of each. A proof that meets one of
    /// them fails.
    pub not_modelled: BTreeMap<String, usize>,
    /// The number of forms, for each instruction, without a bit of the result to compare on variables. In most of them
    /// no bit depends on variables: a register combined with itself becomes zeros or ones, or is moved onto itself.
    pub only_on_constants: BTreeMap<String, usize>,
    /// The contradictions between CPU and model.
    pub mismatches: Vec<Mismatch>,
}

/// A contradiction between CPU and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The instruction in assembler syntax.
    pub text: String,
    /// The kind of run: constants or variables.
    pub run: String,
    /// The first place that differs, and its contents.
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
