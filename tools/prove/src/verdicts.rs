//! Proves the kernels of a library in parallel, prints a line for each, and remembers the proofs.

use crate::call::Values;
use crate::cases::Cases;
use crate::extent::Extent;
use crate::fingerprint::Archive;
use crate::image::Image;
use crate::kernels::{Kernel, by_subject};
use crate::lines::SourceLine;
use crate::machine;
use crate::prover::Prover;
use crate::remembered::{Memory, Remembered};
use crate::report::{Failure, Report};
use crate::subject::Subject;
use crate::threads::in_threads;
use crate::unreached::{Reasons, one_way_branches};
use object::Architecture;
use std::path::PathBuf;
use std::time::Instant;

/// What to prove and what to print.
#[derive(Debug, Default)]
pub struct Options {
    /// How much of each kernel is proved.
    pub extent: Extent,
    /// Whether to print the instructions that no case runs. If so, nothing is recalled, since all cases must run.
    pub list_not_executed: bool,
    /// The reasons why no case runs some instructions. Any other such instruction is a failure, and nothing is
    /// recalled. Only for x86-64.
    pub reasons: Option<Reasons>,
    /// Where to remember proofs, if at all.
    pub memory: Option<Memory>,
}

/// Proves kernels and prints a line for each. Returns how many are not proved.
///
/// # Errors
///
/// If the archive can't be read, if it does not contain the machine code of a kernel, or if a result can't be stored.
pub fn prove(archive: &[u8], kernels: &[Kernel], options: &Options) -> Result<usize, Box<dyn std::error::Error>> {
    let image = Image::load(archive)?;
    if !machine::knows(image.architecture) {
        return Err(format!("there is no model of {:?}", image.architecture).into());
    }
    if options.reasons.is_some() && image.architecture != Architecture::X86_64 {
        return Err("reasons apply only to kernels for x86-64".into());
    }
    let archive = Archive::read(archive)?;
    let proofs = options.memory.as_ref().map(Remembered::open).transpose()?;
    let task = Task { image: &image, archive: &archive, proofs: proofs.as_ref(), options };
    let started = Instant::now();
    println!("{:36} {:>5} {:>8} {:>11} {:>7} {:>8}", "kernel", "cases", "bits", "executed", "left", "seconds");
    let (mut count, mut failed, mut remembered) = (0, 0, 0);
    let subjects = by_subject(kernels)?;
    in_threads(
        &subjects,
        |(subject, kernels), tell| task.prove(*subject, kernels, tell),
        |verdict: Verdict| {
            println!("{}", verdict.text);
            count += 1;
            failed += usize::from(!verdict.proved);
            remembered += usize::from(verdict.remembered);
        },
    )?;
    let seconds = started.elapsed().as_secs_f64();
    let not = if options.extent == Extent::OnValues { "failed" } else { "not proved" };
    println!("{count} kernels, {failed} {not}, {remembered} remembered, {seconds:.1} s");
    Ok(failed)
}

/// The verdict on a kernel.
struct Verdict {
    text: String,
    proved: bool,
    remembered: bool,
}

/// The library and the options for proving it.
struct Task<'a> {
    image: &'a Image,
    archive: &'a Archive<'a>,
    proofs: Option<&'a Remembered<'a>>,
    options: &'a Options,
}

impl Task<'_> {
    /// Proves the kernels of one primitive, and reports each as soon as it is done.
    fn prove(&self, subject: Subject, kernels: &[&Kernel], tell: &dyn Fn(Verdict)) -> Result<(), String> {
        let mut kernels = kernels.to_vec();
        // Narrow kernels first, to print results early.
        kernels.sort_by_key(|kernel| kernel.states);
        let mut prover = Prover::new(subject, Values::Variables);
        for kernel in kernels {
            let Some(proofs) = self.proofs else {
                tell(self.verdict(&mut prover, kernel)?);
                continue;
            };
            let file = self.file(proofs, subject, kernel)?;
            let recalls = !self.options.list_not_executed && self.options.reasons.is_none();
            if let Some(line) = proofs.recall(&file).filter(|_| recalls) {
                tell(Verdict { text: format!("{line}, remembered"), proved: true, remembered: true });
                continue;
            }
            let verdict = self.verdict(&mut prover, kernel)?;
            if verdict.proved && !self.options.list_not_executed {
                proofs.keep(&file, &verdict.text)?;
            }
            tell(verdict);
        }
        Ok(())
    }

    /// Returns the file for the proof of a kernel in its cases.
    fn file(&self, proofs: &Remembered<'_>, subject: Subject, kernel: &Kernel) -> Result<PathBuf, String> {
        let code = self.archive.of_kernel(kernel).map_err(|error| format!("{}: {error}", kernel.kernel))?;
        let Cases { principal: mut cases, further, numbers_of_blocks, other_parameters } =
            Cases::of(subject, kernel.states, kernel.pads);
        let extent = self.options.extent;
        if extent != Extent::Principal {
            cases.extend(further.into_iter().chain(numbers_of_blocks).chain(other_parameters));
        }
        let what = format!("{:?} {subject:?} {kernel:?} {extent:?} {cases:?}", self.image.architecture);
        Ok(proofs.file([code.bytes(), what.as_bytes()]))
    }

    /// Proves a kernel.
    fn verdict(&self, prover: &mut Prover, kernel: &Kernel) -> Result<Verdict, String> {
        let mut report = prover.report(self.image, kernel, self.options.extent)?;
        // After a wrong result, the remaining cases have not run.
        if let Some(reasons) = self.options.reasons.as_ref().filter(|_| report.failures.is_empty()) {
            let failures = self.without_reason(kernel, &report, reasons)?;
            report.failures.extend(failures);
        }
        let mut text = report.to_string();
        if self.options.list_not_executed {
            for at in report.not_executed() {
                let instruction = machine::text(self.image, at);
                text.push_str(&format!("\n        not executed: +{:#x} {instruction}", at - report.address));
            }
        }
        Ok(Verdict { text, proved: report.failures.is_empty(), remembered: false })
    }

    /// Returns a failure for each branch without a reason that leads to instructions that no case runs, and for each
    /// such instruction to which no branch leads.
    fn without_reason(&self, kernel: &Kernel, report: &Report, reasons: &Reasons) -> Result<Vec<Failure>, String> {
        let (section, start) = self.archive.section(kernel).ok_or_else(|| format!("no section of {}", report.name))?;
        let (branches, unexplained) = one_way_branches(self.image, &report.instructions, &report.executed);
        let offsets: Vec<u64> = branches.iter().map(|at| at - report.address + start).collect();
        let failure = |at: u64, what: String| Failure {
            case: None,
            what,
            instruction: Some((at - report.address, machine::text(self.image, at))),
            input: None,
        };
        let mut failures = Vec::new();
        for (at, from) in branches.into_iter().zip(section.lines(&offsets)?) {
            if from.is_empty() {
                return Err(format!("no line of the library at +{:#x} of {}", at - report.address, report.name));
            }
            if !reasons.excuse(&from) {
                let lines = from.iter().map(|SourceLine { file, text }| format!("\n        {file} | {text}"));
                let what = "this branch always goes the same way, and none of its source lines has a reason:";
                failures.push(failure(at, format!("{what}{}", lines.collect::<String>())));
            }
        }
        if let Some(at) = unexplained.first() {
            failures.push(failure(*at, "no case runs it, and no branch leads to it".into()));
        }
        Ok(failures)
    }
}
