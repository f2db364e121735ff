//! The extent of a proof: which cases, and whether for any number of blocks.

use crate::cases::{Cases, LongMessage};
use crate::image::Image;
use crate::induction::resists;
use crate::kernels::Kernel;
use crate::lengths::lengths;
use crate::prover::Prover;
use crate::report::{Failure, Report};
use std::time::Instant;

/// The extent of each kernel's proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Its principal cases.
    Principal,
    /// Any number of blocks.
    AnyNumber,
    /// All cases, and any number of blocks.
    #[default]
    All,
    /// All cases, but on random values. This is not a proof, but takes a small fraction of its time.
    OnValues,
}

impl Prover {
    /// Proves a kernel.
    ///
    /// # Errors
    ///
    /// If the image does not contain the machine code of the kernel.
    pub(crate) fn report(&mut self, image: &Image, kernel: &Kernel, extent: Extent) -> Result<Report, String> {
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
                let what = format!("it {what}, contrary to the list of kernels that resist the induction");
                report.failures.push(Failure { case: None, what, instruction: None, input: None });
            }
        }
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Proves a kernel for any number of blocks. Returns whether that failed.
    pub(crate) fn prove_any_number(&mut self, image: &Image, report: &mut Report, states: usize) -> bool {
        let any_number = LongMessage::of(self.subject, states)
            .into_iter()
            .try_for_each(|message| self.any_number_of_blocks(image, report, message, states));
        let bounded = any_number.is_err();
        report.any_number = Some(any_number);
        bounded
    }
}
