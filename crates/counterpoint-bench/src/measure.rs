//! A run: plans, starts workers, gathers their samples, gives measurements.

use crate::digest::Expected;
use crate::plan::{self, Job};
use crate::record::{Measurement, Quartiles, SCHEMA};
use crate::subject::{self, OURS, Subject};
use crate::worker::{self, Finding, Orders};
use crate::{RunArgs, machine};
use counterpoint::Algorithm;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Set when the user interrupts the run.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Everything that a quick run measures has to fit in here.
const QUICK_TOTAL: Duration = Duration::from_secs(40);

/// Measures; gives each group's measurements to `keep` as soon as they are whole.
///
/// # Errors
///
/// A message for the user: nothing to measure, a clock that does not settle, a wrong digest of ours.
pub(crate) fn run(
    algorithms: &[&'static Algorithm],
    args: &RunArgs,
    mut keep: impl FnMut(Vec<Measurement>),
) -> Result<(), String> {
    let mut groups: Vec<Subject> = algorithms.iter().flat_map(|algorithm| subjects(algorithm, args)).collect();
    if args.peers {
        groups.extend(subject::for_scale());
    }
    if groups.is_empty() {
        return Err(
            "nothing to measure: no implementation of that name can run here; `counterpoint list` shows what there is"
                .to_owned(),
        );
    }
    let planned: Vec<_> = groups.iter().map(|subject| points(subject, args)).collect();
    let total: usize = planned.iter().map(Vec::len).sum();
    let processes = args.processes.unwrap_or(if args.quick { 3 } else { 7 }).max(1);
    let per_process = if args.quick {
        (QUICK_TOTAL / (total * processes).max(1) as u32).clamp(Duration::from_millis(2), Duration::from_millis(60))
    } else {
        Duration::from_millis(60)
    };
    let progress = progress(total * processes);
    let mut expected = Expected::default();
    for (subject, points) in groups.iter().zip(&planned) {
        progress.set_message(format!("{} {}", subject.algorithm, subject.implementation));
        let jobs: Vec<Job> = points
            .iter()
            .map(|&(batch, lengths, length_bytes)| Job {
                package: subject.package.clone(),
                algorithm: subject.algorithm.to_owned(),
                implementation: subject.implementation.clone(),
                batch,
                lengths,
                length_bytes,
                expected: expected.of(subject, batch, lengths, length_bytes),
            })
            .collect();
        let orders = Orders { jobs, budget: per_process, least_samples: if args.quick { 3 } else { 5 } };
        let mut findings: Vec<Vec<Finding>> = orders.jobs.iter().map(|_| Vec::new()).collect();
        for _ in 0..processes {
            let outcome = worker::start(&orders, |finding| {
                progress.inc(1);
                if let Some(of_job) = findings.get_mut(finding.job) {
                    of_job.push(finding);
                }
            });
            if INTERRUPTED.load(Relaxed) {
                progress.finish_and_clear();
                return Ok(());
            }
            outcome?;
        }
        let measurements: Vec<_> =
            orders.jobs.iter().zip(findings).map(|(job, findings)| measurement(subject, job, findings)).collect();
        if let Some(wrong) = measurements.iter().find(|m| !m.digest_correct && m.package == OURS) {
            progress.finish_and_clear();
            return Err(format!(
                "{} by {} gave a wrong digest ({} messages of {} bytes); run `counterpoint selftest`",
                wrong.algorithm, wrong.implementation, wrong.batch, wrong.length_bytes
            ));
        }
        keep(measurements);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Ours and, if asked for, the peers.
fn subjects(algorithm: &'static Algorithm, args: &RunArgs) -> Vec<Subject> {
    let mut subjects = subject::ours(algorithm);
    if args.implementation.is_empty() {
        // The oracle is slow and nobody's choice; whoever wants its figure names it.
        subjects.retain(|subject| !args.quick || subject.technique != "spec");
    } else {
        subjects.retain(|s| args.implementation.iter().any(|name| *name == s.implementation || *name == s.technique));
    }
    if args.peers {
        subjects.extend(subject::peers(algorithm));
    }
    subjects
}

fn points(subject: &Subject, args: &RunArgs) -> Vec<(usize, crate::record::Lengths, usize)> {
    let lengths = if args.lengths.is_empty() { &plan::LENGTHS[..] } else { &args.lengths };
    let batches = (!args.batch.is_empty()).then_some(&args.batch[..]);
    plan::points(subject, lengths, batches, args.quick)
}

/// One measurement from the samples of all processes.
fn measurement(subject: &Subject, job: &Job, findings: Vec<Finding>) -> Measurement {
    let processes = findings.len();
    let discarded = findings.iter().map(|f| f.samples.discarded).sum();
    let digest_correct = findings.iter().all(|f| f.digest_correct);
    let median = |of: &dyn Fn(&Finding) -> f64| Quartiles::of(findings.iter().map(of).collect()).median;
    let core_hz = median(&|f| f.samples.core_hz);
    let tsc_hz = median(&|f| f.tsc_hz);
    let call_cycles = median(&|f| f.call_cycles);
    let cycles: Vec<f64> = findings.iter().flat_map(|f| f.samples.cycles.iter().copied()).collect();
    let samples = cycles.len();
    let call = Quartiles::of(cycles);
    let bytes = (job.batch * job.length_bytes) as f64;
    Measurement {
        schema: SCHEMA,
        package: subject.package.clone(),
        algorithm: job.algorithm.clone(),
        implementation: subject.implementation.clone(),
        technique: subject.technique.clone(),
        tier: subject.tier.clone(),
        constant_time: subject.constant_time,
        batch: job.batch,
        lengths: job.lengths,
        length_bytes: job.length_bytes,
        cycles_per_byte: call.map(|cycles| cycles / bytes),
        call_cycles,
        bytes_per_second: core_hz / call.median * bytes,
        messages_per_second: core_hz / call.median * job.batch as f64,
        samples,
        discarded,
        digest_correct,
        processes,
        counter: machine::COUNTER.to_owned(),
        tsc_hz,
        core_hz,
        cpu: machine::cpu(),
        rustc: machine::RUSTC.to_owned(),
        commit: machine::COMMIT.to_owned(),
        date: machine::today(),
    }
}

/// A bar on a terminal's standard error; nothing elsewhere.
fn progress(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style)
}
