//! One kernel proved: every case is run, and its results are compared with the specification.

use crate::call::{Values, difference};
use crate::image::Image;
use crate::logic::Logic;
use crate::machine::{self, Counts, Run, Watch};
use crate::report::{Failure, Report};
use crate::subject::{Case, Model, Subject};
use std::collections::BTreeSet;
use std::time::Instant;

/// More instructions than any kernel runs in a case.
pub(crate) const MOST_STEPS: usize = 20_000_000;

/// The kernels of one primitive, which share the variables and what the specification makes of them.
pub(crate) struct Prover {
    subject: Subject,
    pub(crate) logic: Logic,
    pub(crate) model: Model,
}

/// What a run of one case showed.
pub(crate) struct Proof {
    pub(crate) bits: usize,
    pub(crate) executed: BTreeSet<u64>,
    pub(crate) steps: usize,
    /// The instructions that access memory at an address that depends on data.
    pub(crate) data_addresses: Vec<u64>,
    /// The addresses of the bytes of constants that were read.
    pub(crate) constants: Vec<u64>,
    pub(crate) failure: Option<Failure>,
}

impl Prover {
    pub(crate) fn new(subject: Subject, values: Values) -> Self {
        let mut logic = Logic::new();
        let model = Model::new(&mut logic, subject, values);
        Self { subject, logic, model }
    }

    /// Runs a kernel in one case.
    pub(crate) fn case(&mut self, image: &Image, kernel: u64, case: &Case, most_steps: usize) -> Proof {
        let mut call = self.model.call(&mut self.logic, case);
        let results = std::mem::take(&mut call.results);
        let point = self.logic.point();
        let Run { ended, memory, executed, data_addresses, first_opaque } =
            machine::run(&mut self.logic, image, kernel, call, most_steps);
        let failure = match ended {
            Err(stopped) => Some(Failure {
                case: *case,
                what: format!("it stops: {}", stopped.reason),
                instruction: Some((stopped.at.wrapping_sub(kernel), machine::text(image, stopped.at))),
                input: None,
            }),
            Ok(()) => difference(&self.logic, &memory, &results).map(|difference| Failure {
                case: *case,
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
        self.logic.release(point);
        Proof {
            bits: results.iter().map(|result| result.bits.iter().flatten().count()).sum(),
            steps: executed.values().map(|(_, count)| count).sum(),
            executed: executed.into_keys().collect(),
            data_addresses: data_addresses.into_keys().collect(),
            constants: memory.constants_read(),
            failure,
        }
    }

    /// Proves a kernel in some cases, and adds what was found to its report.
    pub(crate) fn prove(&mut self, image: &Image, report: &mut Report, cases: &[Case]) {
        let started = Instant::now();
        for case in cases {
            let mut proof = self.case(image, report.address, case, MOST_STEPS);
            if let Some(failure) = &mut proof.failure {
                failure.input = self.counterexample(image, report.address, case);
            }
            if let (true, Some(&at)) = (report.constant_time, proof.data_addresses.first()) {
                report.failures.push(Failure {
                    case: *case,
                    what: "an address depends on data, although the implementation promises constant time".into(),
                    instruction: Some((at - report.address, machine::text(image, at))),
                    input: None,
                });
            }
            report.executed.append(&mut proof.executed);
            report.cases += 1;
            report.bits += proof.bits;
            report.failures.extend(proof.failure);
        }
        report.seconds += started.elapsed().as_secs_f64();
    }

    /// Returns how often each instruction is run in a case.
    pub(crate) fn counts(&mut self, image: &Image, kernel: u64, case: &Case) -> Counts {
        let call = self.model.call(&mut self.logic, case);
        machine::run(&mut self.logic, image, kernel, call, MOST_STEPS).executed
    }

    /// Runs a kernel in a case, and returns how many instructions it runs before the first visit of one of them, and
    /// from the last visit on.
    pub(crate) fn around(&mut self, image: &Image, kernel: u64, case: &Case, at: u64) -> Option<(usize, usize)> {
        let call = self.model.call(&mut self.logic, case);
        let watch = Watch { at, ..Watch::default() };
        let (_, Watch { paths, steps, .. }) = machine::watch(&mut self.logic, image, kernel, call, MOST_STEPS, watch);
        Some((paths.first()?.0, steps - paths.last()?.0))
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
