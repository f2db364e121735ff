//! Kernels proved: every case is run, and its results are compared with the specification.

use crate::call::{Values, difference};
use crate::cases::{Cases, LongMessage};
use crate::fingerprint::Archive;
use crate::image::Image;
use crate::induction::resists;
use crate::kernels::{Kernel, by_subject};
use crate::lengths::lengths;
use crate::lines::SourceLine;
use crate::logic::{Logic, Point};
use crate::machine::{self, Run, Watch};
use crate::remembered::{Memory, Remembered};
use crate::report::{Failure, Report};
use crate::subject::{Case, Reference, Subject};
use crate::sums::Bit;
use crate::threads::in_threads;
use crate::unreached::{Reasons, one_way_branches};
use object::Architecture;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// How much of each kernel is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Its two principal cases.
    Principal,
    /// That it is right for any number of blocks.
    AnyNumber,
    /// All cases, and any number of blocks.
    #[default]
    All,
    /// All cases, but on random values: no proof, in a small part of its time.
    OnValues,
}

/// What is proved, and what is printed.
#[derive(Debug, Default)]
pub struct Options {
    /// How much of each kernel is proved.
    pub extent: Extent,
    /// The instructions that no case runs are printed. Then nothing is recalled, since all cases have to be run.
    pub list_not_executed: bool,
    /// The reasons why no case runs some instructions. Any others fail, and nothing is recalled. For x86-64 only.
    pub reasons: Option<Reasons>,
    /// Where proofs are remembered, if they are.
    pub memory: Option<Memory>,
}

/// Proves kernels and prints a line for each. Returns how many are not proved.
///
/// # Errors
///
/// If the archive can't be read, or does not contain the machine code of a kernel, or what is remembered can't be
/// written.
pub fn prove(archive: &[u8], kernels: &[Kernel], options: &Options) -> Result<usize, Box<dyn std::error::Error>> {
    let image = Image::load(archive)?;
    if !machine::knows(image.architecture) {
        return Err(format!("there is no model of {:?} here", image.architecture).into());
    }
    if options.reasons.is_some() && image.architecture != Architecture::X86_64 {
        return Err("reasons are looked for in kernels for x86-64 only".into());
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

/// What has become of a kernel.
struct Verdict {
    text: String,
    proved: bool,
    remembered: bool,
}

/// What is to be proved, of which library.
struct Task<'a> {
    image: &'a Image,
    archive: &'a Archive<'a>,
    proofs: Option<&'a Remembered<'a>>,
    options: &'a Options,
}

impl Task<'_> {
    /// Proves the kernels of one primitive, and tells of each when it is done.
    fn prove(&self, subject: Subject, kernels: &[&Kernel], tell: &dyn Fn(Verdict)) -> Result<(), String> {
        let mut kernels = kernels.to_vec();
        // The narrow kernels first, so that little is printed late.
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

    /// Returns the file in which the proof of a kernel in its cases is kept.
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
        // After a wrong result, further cases have not been run.
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

    /// Returns a failure for each branch to instructions that no case runs, unless there is a reason; and for such
    /// instructions to which no branch leads.
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

/// More instructions than any kernel runs in a case.
pub(crate) const MOST_STEPS: usize = 20_000_000;

/// The kernels of one primitive, which share the variables and what the specification makes of them.
pub(crate) struct Prover {
    pub(crate) subject: Subject,
    pub(crate) logic: Logic,
    pub(crate) reference: Reference,
}

/// What a run of one case showed.
pub(crate) struct Proof {
    pub(crate) bits: usize,
    pub(crate) executed: BTreeSet<u64>,
    pub(crate) steps: usize,
    /// The instructions that access memory at an address that depends on data.
    pub(crate) data_addresses: BTreeSet<u64>,
    /// The addresses of the bytes of constants that were read.
    pub(crate) constants: Vec<u64>,
    /// How many bytes below the stack pointer depend on states, messages or keys after the return.
    left_on_stack: usize,
    pub(crate) failure: Option<Failure>,
}

impl Prover {
    pub(crate) fn new(subject: Subject, values: Values) -> Self {
        Self { subject, logic: Logic::new(), reference: Reference::new(subject, values) }
    }

    /// Runs a kernel in one case.
    pub(crate) fn case(&mut self, image: &Image, kernel: u64, case: &Case, most_steps: usize) -> Proof {
        let point = self.prepare(std::slice::from_ref(case));
        let proof = self.run(image, kernel, case, most_steps);
        self.logic.release(point);
        proof
    }

    /// Runs the specification in some cases. Returns the point in time from which on kernels make sums.
    fn prepare(&mut self, cases: &[Case]) -> Point {
        for case in cases {
            self.reference.call(&mut self.logic, case);
        }
        self.logic.point()
    }

    /// Runs a kernel in a case for which the specification was run. The sums that it makes are kept.
    fn run(&mut self, image: &Image, kernel: u64, case: &Case, most_steps: usize) -> Proof {
        let mut call = self.reference.call(&mut self.logic, case);
        let results = std::mem::take(&mut call.results);
        let Run { ended, memory, executed, data_addresses, first_opaque } =
            machine::run(&mut self.logic, image, kernel, call, most_steps);
        let failure = match ended {
            Err(stopped) => Some(Failure {
                case: Some(*case),
                what: format!("it stops: {}", stopped.reason),
                instruction: Some((stopped.at.wrapping_sub(kernel), machine::text(image, stopped.at))),
                input: None,
            }),
            Ok(()) => difference(&self.logic, &memory, &results).map(|difference| Failure {
                case: Some(*case),
                what: format!(
                    "bit {} of byte {} of {} {} is {}",
                    difference.bit % 8,
                    difference.bit / 8,
                    difference.part.0,
                    difference.part.1,
                    if difference.opaque { "no function that the specification computes" } else { "another function" }
                ),
                instruction: first_opaque.map(|at| (at.wrapping_sub(kernel), machine::text(image, at))),
                input: None,
            }),
        };
        Proof {
            bits: results.iter().map(|result| result.bits.iter().flatten().count()).sum(),
            steps: executed.values().sum(),
            executed: executed.into_keys().collect(),
            data_addresses,
            constants: memory.constants_read(),
            left_on_stack: self.secret_bytes(&memory.stack().bits),
            failure,
        }
    }

    /// Proves a kernel.
    ///
    /// # Errors
    ///
    /// If the image does not contain the machine code of the kernel.
    fn report(&mut self, image: &Image, kernel: &Kernel, extent: Extent) -> Result<Report, String> {
        let started = Instant::now();
        let mut report = Report::new(image, kernel)?;
        let cases = Cases::of(self.subject, kernel.states, kernel.pads);
        if extent == Extent::OnValues {
            let Cases { principal, further, numbers_of_blocks, other_parameters } = cases;
            let lengths = lengths(self.subject, kernel.states, kernel.pads);
            let all = [principal, further, numbers_of_blocks, other_parameters, lengths].concat();
            report.on_values = true;
            self.try_on_values(image, &mut report, &all);
            report.seconds = started.elapsed().as_secs_f64();
            return Ok(report);
        }
        if extent != Extent::AnyNumber {
            self.prove(image, &mut report, &cases.principal);
        }
        if extent == Extent::All {
            self.prove(image, &mut report, &cases.further);
            self.prove(image, &mut report, &cases.other_parameters);
            self.try_on_values(image, &mut report, &lengths(self.subject, kernel.states, kernel.pads));
        }
        if extent != Extent::Principal {
            let bounded = self.prove_any_number(image, &mut report, kernel.states);
            if bounded && extent == Extent::All {
                self.prove(image, &mut report, &cases.numbers_of_blocks);
            }
            if bounded != resists(&kernel.algorithm, &kernel.implementation) {
                let what = if bounded { "is proved for its cases only" } else { "is proved for any number of blocks" };
                let what = format!("it {what}, which the list of the kernels that resist the induction does not say");
                report.failures.push(Failure { case: None, what, instruction: None, input: None });
            }
        }
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Proves a kernel for any number of blocks. Returns whether that failed.
    fn prove_any_number(&mut self, image: &Image, report: &mut Report, states: usize) -> bool {
        let any_number = LongMessage::of(self.subject, states)
            .into_iter()
            .try_for_each(|message| self.any_number_of_blocks(image, report, message, states));
        let bounded = any_number.is_err();
        report.any_number = Some(any_number);
        bounded
    }

    /// Proves a kernel in some cases, and adds what was found to its report.
    pub(crate) fn prove(&mut self, image: &Image, report: &mut Report, cases: &[Case]) {
        let point = self.prepare(cases);
        for case in cases {
            let mut proof = self.run(image, report.address, case, MOST_STEPS);
            if let Some(failure) = &mut proof.failure {
                failure.input = self.counterexample(image, report.address, case);
            }
            if let (true, Some(&at)) = (report.constant_time, proof.data_addresses.first()) {
                report.failures.push(Failure {
                    case: Some(*case),
                    what: "an address depends on data, although the implementation promises constant time".into(),
                    instruction: Some((at - report.address, machine::text(image, at))),
                    input: None,
                });
            }
            report.executed.append(&mut proof.executed);
            report.cases += 1;
            report.bits += proof.bits;
            report.left_on_stack = report.left_on_stack.max(proof.left_on_stack);
            report.failures.extend(proof.failure);
            self.logic.release(point);
        }
    }

    /// Runs a kernel in some cases on random values, up to the first one in which its result is wrong.
    fn try_on_values(&self, image: &Image, report: &mut Report, cases: &[Case]) {
        let mut tester = Self::new(self.subject, Values::Random(1));
        for case in cases {
            let mut proof = tester.case(image, report.address, case, MOST_STEPS);
            if let Some(failure) = &mut proof.failure {
                failure.input = Some("with random values of seed 1".into());
            }
            report.executed.append(&mut proof.executed);
            report.cases += usize::from(report.on_values);
            if proof.failure.is_some() {
                report.failures.extend(proof.failure);
                return;
            }
        }
    }

    /// Returns how many bytes depend on a variable that is not of a register of the caller.
    fn secret_bytes(&self, bits: &[Bit]) -> usize {
        let public = |bit: &Bit| bit.is_unknown() || self.logic.depends_on_the_caller_only(*bit);
        bits.chunks(8).filter(|byte| !byte.iter().all(public)).count()
    }

    /// Returns the addresses of the instructions that a kernel runs in a case, in their order.
    ///
    /// # Errors
    ///
    /// If its results are not those of the specification.
    pub(crate) fn trace(&mut self, image: &Image, kernel: u64, case: &Case) -> Result<Vec<u64>, String> {
        let mut call = self.reference.call(&mut self.logic, case);
        let results = std::mem::take(&mut call.results);
        let watch = Watch { trace: Some(Vec::new()), ..Watch::default() };
        let (run, watch) = machine::watch(&mut self.logic, image, kernel, call, MOST_STEPS, watch);
        run.ended.map_err(|stopped| format!("{case}: {}", stopped.reason))?;
        match difference(&self.logic, &run.memory, &results) {
            None => Ok(watch.trace.unwrap_or_default()),
            Some(_) => Err(format!("{case}: a wrong answer on random values")),
        }
    }

    /// Looks for constants on which a kernel computes something else than the specification. Returns the seed of the
    /// constants, and what is different.
    fn counterexample(&self, image: &Image, kernel: u64, case: &Case) -> Option<String> {
        (1..=4).find_map(|seed| {
            let mut tester = Self::new(self.subject, Values::Random(seed));
            let failure = tester.case(image, kernel, case, MOST_STEPS).failure?;
            Some(format!("with random values of seed {seed}: {}", failure.what))
        })
    }
}

#[cfg(test)]
mod tests;
