//! Runs one kernel in its cases, and compares its results with the specification.

use crate::call::{Values, difference};
use crate::execution::Run;
use crate::image::Image;
use crate::logic::{Logic, Point};
use crate::machine;
use crate::report::{Failure, Report};
use crate::subject::{Case, Reference, Subject};
use crate::sums::Bit;
use crate::watch::Watch;
use std::collections::BTreeSet;

/// More instructions than any kernel runs in a case.
pub(crate) const MOST_STEPS: usize = 20_000_000;

/// The kernels of one primitive, which share the variables and the specification's results.
pub(crate) struct Prover {
    pub(crate) subject: Subject,
    pub(crate) logic: Logic,
    pub(crate) reference: Reference,
}

/// The result of running one case.
pub(crate) struct Proof {
    pub(crate) bits: usize,
    pub(crate) executed: BTreeSet<u64>,
    pub(crate) steps: usize,
    /// The instructions that access memory at a data-dependent address.
    pub(crate) data_addresses: BTreeSet<u64>,
    /// The addresses of the bytes of constants read.
    pub(crate) constants: Vec<u64>,
    /// The number of bytes below the stack pointer that depend on states, messages or keys after the return.
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

    /// Runs the specification in some cases. Returns the point in time after which kernels make sums.
    fn prepare(&mut self, cases: &[Case]) -> Point {
        for case in cases {
            self.reference.call(&mut self.logic, case);
        }
        self.logic.point()
    }

    /// Runs a kernel in a case for which the specification has already run. The sums that it makes are kept.
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
                    if difference.opaque {
                        "not a function that the specification computes"
                    } else {
                        "another function"
                    }
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

    /// Proves a kernel in some cases, and adds the results to its report.
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

    /// Runs a kernel in some cases on random values, up to the first one with a wrong result.
    pub(crate) fn try_on_values(&self, image: &Image, report: &mut Report, cases: &[Case]) {
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

    /// Returns the number of bytes that depend on a variable outside of the caller's registers.
    fn secret_bytes(&self, bits: &[Bit]) -> usize {
        let public = |bit: &Bit| bit.is_unknown() || self.logic.depends_on_the_caller_only(*bit);
        bits.chunks(8).filter(|byte| !byte.iter().all(public)).count()
    }

    /// Returns the addresses of the instructions that a kernel runs in a case, in order.
    ///
    /// # Errors
    ///
    /// If its results differ from the specification.
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

    /// Looks for constants on which the kernel and the specification differ. Returns the seed of the constants, and the
    /// difference.
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
