//! Kernels proved, a line each.

use crate::call::Values;
use crate::image::Image;
use crate::induction::any_number_of_blocks;
use crate::machine;
use crate::prover::Prover;
use crate::subject::{Case, Subject};
use std::collections::BTreeSet;
use std::fmt;
use std::time::Instant;

/// A kernel to be proved: a line of an algorithm's list of implementations.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The path of the kernel's type.
    pub kernel: String,
    /// The name of its tier.
    pub tier: String,
    /// The name of the implementation.
    pub implementation: String,
    /// The number of states that it processes at once.
    pub states: usize,
    /// Whether the implementation promises constant time: then no address may depend on data. No branch ever may.
    pub constant_time: bool,
}

/// What is proved, and what is printed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only the two principal cases of each kernel are proved.
    pub principal: bool,
    /// The instructions that no case runs are printed.
    pub list_not_executed: bool,
}

/// Why a kernel is not proved in a case.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) case: Case,
    pub(crate) what: String,
    /// Where the kernel stopped, or where it first computed a function that the specification does not compute: the
    /// offset and the text of the instruction.
    pub(crate) instruction: Option<(u64, String)>,
    /// An input that shows it.
    pub(crate) input: Option<String>,
}

/// What was found out about a kernel.
pub(crate) struct Report {
    name: String,
    pub(crate) constant_time: bool,
    /// Where the machine code begins.
    pub(crate) address: u64,
    pub(crate) cases: usize,
    pub(crate) bits: usize,
    /// The addresses of the kernel's instructions.
    instructions: Vec<u64>,
    /// The addresses of the instructions that were run.
    pub(crate) executed: BTreeSet<u64>,
    pub(crate) seconds: f64,
    pub(crate) failures: Vec<Failure>,
    /// Whether the kernel is proved for any number of blocks, or why not, if that was tried.
    pub(crate) any_number: Option<Result<(), String>>,
}

impl Report {
    /// Returns an empty report.
    ///
    /// # Errors
    ///
    /// If the image does not contain the machine code of the kernel.
    pub(crate) fn new(image: &Image, kernel: &Kernel) -> Result<Self, String> {
        let (address, bytes) = find(image, kernel).ok_or_else(|| format!("no machine code of {}", kernel.kernel))?;
        Ok(Self {
            name: format!("{} {}", kernel.algorithm, kernel.implementation),
            constant_time: kernel.constant_time,
            address,
            cases: 0,
            bits: 0,
            instructions: machine::instructions(image, address, bytes),
            executed: BTreeSet::new(),
            seconds: 0.0,
            failures: Vec::new(),
            any_number: None,
        })
    }

    /// Returns the instructions that no case ran.
    fn not_executed(&self) -> impl Iterator<Item = u64> {
        self.instructions.iter().copied().filter(|at| !self.executed.contains(at))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.instructions.len();
        let percent = 100.0 * (all - self.not_executed().count()) as f64 / all.max(1) as f64;
        let verdict = if self.failures.is_empty() { "proved" } else { "NOT PROVED" };
        let Self { name, cases, bits, seconds, .. } = self;
        write!(f, "{name:36} {cases:>5} {bits:>8} {percent:>9.1} % {seconds:>8.2}  {verdict}")?;
        match &self.any_number {
            Some(Ok(())) => f.write_str(", any number of blocks")?,
            Some(Err(reason)) => write!(f, ", bounded: {reason}")?,
            None => {}
        }
        for Failure { case, what, instruction, input } in &self.failures {
            write!(f, "\n    {case}: {what}")?;
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

/// Proves kernels and prints a line for each. Returns how many are not proved.
///
/// # Errors
///
/// If the archive can't be read, or does not contain the machine code of a kernel.
pub fn prove(archive: &[u8], kernels: &[Kernel], options: &Options) -> Result<usize, Box<dyn std::error::Error>> {
    let image = Image::load(archive)?;
    if !machine::knows(image.architecture) {
        return Err(format!("there is no model of {:?} here", image.architecture).into());
    }
    let started = Instant::now();
    println!("{:36} {:>5} {:>8} {:>11} {:>8}", "kernel", "cases", "bits", "executed", "seconds");
    let (mut count, mut failed) = (0, 0);
    for (subject, mut kernels) in by_subject(kernels)? {
        kernels.sort_by_key(|kernel| kernel.states);
        let mut reports = kernels.iter().map(|kernel| Report::new(&image, kernel)).collect::<Result<Vec<_>, _>>()?;
        let sets = if options.principal { 1 } else { usize::MAX };
        let sets = kernels.iter().map(|kernel| subject.case_sets(kernel.states).len()).max().unwrap_or(0).min(sets);
        for set in 0..sets {
            let mut prover = Prover::new(subject, Values::Variables);
            for (kernel, report) in kernels.iter().zip(&mut reports) {
                prover.prove(&image, report, &subject.case_sets(kernel.states)[set]);
            }
        }
        for (kernel, mut report) in kernels.iter().zip(reports) {
            if !options.principal && report.failures.is_empty() && subject.long_case(kernel.states).is_some() {
                let started = Instant::now();
                report.any_number = Some(any_number_of_blocks(&image, subject, report.address, kernel.states));
                report.seconds += started.elapsed().as_secs_f64();
            }
            println!("{report}");
            if options.list_not_executed {
                for at in report.not_executed() {
                    println!("        not executed: +{:#x} {}", at - report.address, machine::text(&image, at));
                }
            }
            count += 1;
            failed += usize::from(!report.failures.is_empty());
        }
    }
    println!("{count} kernels, {failed} not proved, {:.1} s", started.elapsed().as_secs_f64());
    Ok(failed)
}

/// Returns the kernels of each primitive, each kernel once: algorithms on the same primitive have the same kernels.
///
/// # Errors
///
/// If the primitive of a kernel is not known, or there are no kernels.
pub(crate) fn by_subject(kernels: &[Kernel]) -> Result<Vec<(Subject, Vec<&Kernel>)>, String> {
    let mut subjects: Vec<(Subject, Vec<&Kernel>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for kernel in kernels {
        // The same kernel is in the lists of several algorithms, and one of these is known.
        let Some(subject) = Subject::of(&kernel.algorithm) else { continue };
        if !seen.insert((&kernel.kernel, &kernel.tier)) {
            continue;
        }
        match subjects.iter_mut().find(|(known, _)| *known == subject) {
            Some((_, kernels)) => kernels.push(kernel),
            None => subjects.push((subject, vec![kernel])),
        }
    }
    match kernels.iter().find(|kernel| !seen.contains(&(&kernel.kernel, &kernel.tier))) {
        Some(Kernel { algorithm, implementation, .. }) => {
            Err(format!("{algorithm} {implementation}: the prover knows no algorithm with this kernel"))
        }
        None if subjects.is_empty() => Err("there is no kernel to prove".into()),
        None => Ok(subjects),
    }
}

/// Returns the address and the length of a kernel's machine code.
pub(crate) fn find(image: &Image, kernel: &Kernel) -> Option<(u64, u64)> {
    let suffix = format!("::{} as counterpoint::cpu::Tier>::run::shell::<{}>", kernel.tier, kernel.kernel);
    // Only the tier's name differs in its letters: it is a type there, and a word in the list.
    let tier = format!("::{} as", kernel.tier);
    let mut found = image.functions.iter().filter(|(name, _)| {
        name.len() >= suffix.len() && name.is_char_boundary(name.len() - suffix.len()) && {
            let end = &name[name.len() - suffix.len()..];
            end[tier.len()..] == suffix[tier.len()..] && end[..tier.len()].eq_ignore_ascii_case(&tier)
        }
    });
    let (_, &place) = found.next()?;
    found.next().is_none().then_some(place)
}
