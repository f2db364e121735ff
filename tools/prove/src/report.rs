//! The printed report about a kernel.

use crate::image::Image;
use crate::kernels::{Kernel, find};
use crate::machine;
use crate::subject::Case;
use std::collections::BTreeSet;
use std::fmt;

/// The reason why a kernel is not proved in a case.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The case, unless it is about any number of blocks.
    pub(crate) case: Option<Case>,
    pub(crate) what: String,
    /// The offset and the text of the instruction at which the kernel stopped, or first computed a function that the
    /// specification does not compute.
    pub(crate) instruction: Option<(u64, String)>,
    /// An input that shows the failure.
    pub(crate) input: Option<String>,
}

/// The results for a kernel.
pub(crate) struct Report {
    pub(crate) name: String,
    pub(crate) constant_time: bool,
    /// Whether the cases ran only on random values.
    pub(crate) on_values: bool,
    /// The start of the machine code.
    pub(crate) address: u64,
    pub(crate) cases: usize,
    pub(crate) bits: usize,
    /// The addresses of the kernel's instructions.
    pub(crate) instructions: Vec<u64>,
    /// The addresses of the executed instructions.
    pub(crate) executed: BTreeSet<u64>,
    /// The greatest number of bytes below the stack pointer that depend on states, messages or keys after a return.
    pub(crate) left_on_stack: usize,
    pub(crate) seconds: f64,
    pub(crate) failures: Vec<Failure>,
    /// Whether the kernel is proved for any number of blocks, or why not; `None` if that was not tried.
    pub(crate) any_number: Option<Result<(), String>>,
}

impl Report {
    /// Returns an empty report.
    ///
    /// # Errors
    ///
    /// If the image does not contain the machine code of the kernel.
    pub(crate) fn new(image: &Image, kernel: &Kernel) -> Result<Self, String> {
        let place = find(&image.functions, kernel).ok_or_else(|| format!("no machine code of {}", kernel.kernel))?;
        let name = format!("{} {}", kernel.algorithm, kernel.implementation);
        Ok(Self::at(image, name, place, kernel.constant_time))
    }

    /// Returns an empty report on the machine code at an address with some length.
    pub(crate) fn at(image: &Image, name: String, (address, bytes): (u64, u64), constant_time: bool) -> Self {
        Self {
            name,
            constant_time,
            on_values: false,
            address,
            cases: 0,
            bits: 0,
            instructions: machine::instructions(image, address, bytes),
            executed: BTreeSet::new(),
            left_on_stack: 0,
            seconds: 0.0,
            failures: Vec::new(),
            any_number: None,
        }
    }

    /// Returns the instructions that ran in no case.
    pub(crate) fn not_executed(&self) -> impl Iterator<Item = u64> {
        self.instructions.iter().copied().filter(|at| !self.executed.contains(at))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.instructions.len();
        let percent = 100.0 * (all - self.not_executed().count()) as f64 / all.max(1) as f64;
        let verdict = match (self.failures.is_empty(), self.on_values) {
            (true, false) => "proved",
            (false, false) => "NOT PROVED",
            (true, true) => "right on random values",
            (false, true) => "FAILED",
        };
        let Self { name, cases, bits, left_on_stack, seconds, .. } = self;
        write!(f, "{name:36} {cases:>5} {bits:>8} {percent:>9.1} % {left_on_stack:>7} {seconds:>8.2}  {verdict}")?;
        match &self.any_number {
            Some(Ok(())) if self.failures.is_empty() => f.write_str(", any number of blocks")?,
            Some(Ok(())) => {}
            Some(Err(reason)) => write!(f, ", bounded: {reason}")?,
            None => {}
        }
        for Failure { case, what, instruction, input } in &self.failures {
            match case {
                Some(case) => write!(f, "\n    {case}: {what}")?,
                None => write!(f, "\n    {what}")?,
            }
            if let Some((at, text)) = instruction {
                write!(f, "\n        at +{at:#x} {text}")?;
            }
            if let Some(input) = input {
                write!(f, "\n        {input}")?;
            }
        }
        Ok(())
    }
}
