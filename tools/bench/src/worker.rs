//! The worker, a process that measures: it reads a request from standard input and writes a line of JSON for each job.
//! Adjacent jobs with the same messages are measured in turns.
//!
//! Each round of measurements runs in a new process and so with a new memory layout, which alone can change a figure by
//! several percent. The quartiles are over all processes.

use crate::console::{Error, PROGRAM, reason};
use crate::plan::{Buffer, Job};
use crate::sample::{self, CoreReference, Limits, Samples, TimedCall};
use crate::subject::Subject;
use crate::{clock, digest, subjects};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The hidden argument that makes a process a worker.
pub(crate) const ARGUMENT: &str = "measure-jobs";

/// The request to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    /// What to measure.
    pub(crate) jobs: Vec<Job>,
    /// The limits of each measurement.
    pub(crate) limits: Limits,
    /// The best throughput of the core that an earlier worker has seen; 0 if there was none.
    pub(crate) throughput: f64,
}

/// A line of a worker's standard output.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Response {
    /// Samples are disturbed, and the worker is waiting for better ones.
    Disturbed(CoreLoad),
    /// A job is done.
    Result(JobResult),
}

/// The throughput of the core while samples are disturbed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct CoreLoad {
    /// Instructions per cycle now.
    pub(crate) throughput: f64,
    /// Instructions per cycle when no other thread uses the core.
    pub(crate) alone: f64,
}

/// The result of one job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct JobResult {
    pub(crate) job: usize,
    pub(crate) samples: Samples,
    pub(crate) digest_correct: bool,
    pub(crate) call_cycles: f64,
    pub(crate) tsc_hz: f64,
    pub(crate) throughput: f64,
    /// Whether the core was stable at the start, so that later processes can compare their throughput with this one.
    pub(crate) stable: bool,
}

/// Runs as a worker: measures the jobs of the request on standard input.
///
/// # Errors
///
/// Returns an error if the request can't be read or a response can't be written.
pub(crate) fn serve() -> Result<(), Error> {
    let Request { jobs, limits, throughput } =
        serde_json::from_reader(std::io::stdin()).map_err(|e| format!("the request: {e}"))?;
    // One core is measured, so no call may divide its messages among threads. The library is built without its feature
    // `rayon` here; if something else in the same build enables it, its pool has one thread.
    sample::pin()?;
    let stability = clock::wait_until_stable(throughput, limits.patience.max(STABILIZING));
    let throughput = stability.throughput;
    if !stability.stable {
        report_disturbed(throughput);
    }
    let reference = CoreReference { tsc_hz: clock::ticks_per_second(), throughput };
    let nothing = Limits { budget: Duration::from_millis(5), minimum: 5, ..limits };
    let call_cycles = measure_nothing(&nothing, &reference);
    let mut subjects: BTreeMap<(String, String, String), Subject> = BTreeMap::new();
    for subject in subjects::all() {
        let key = (subject.package.clone(), subject.algorithm.to_owned(), subject.implementation.clone());
        subjects.insert(key, subject);
    }
    let mut first = 0;
    for jobs in jobs.chunk_by(Job::has_same_messages) {
        for (place, (samples, digest_correct)) in measure(jobs, &subjects, &limits, &reference)?.into_iter().enumerate()
        {
            send(&Response::Result(JobResult {
                job: first + place,
                samples,
                digest_correct,
                call_cycles,
                tsc_hz: reference.tsc_hz,
                throughput,
                stable: stability.stable,
            }))?;
        }
        first += jobs.len();
    }
    Ok(())
}

/// Returns the core cycles of a call that does nothing.
fn measure_nothing(limits: &Limits, reference: &CoreReference) -> f64 {
    let mut on_disturbed = || report_disturbed(reference.throughput);
    let samples =
        sample::measure_calls(&mut [Box::new(|_| ())], &mut [], limits, reference, &mut on_disturbed, &mut |_, _| ());
    samples[0].figure()
}

/// Measures jobs that hash the same messages, alternating between them. Returns the samples of each, and whether its
/// outputs were correct.
///
/// # Errors
///
/// Returns an error if a subject is not built in.
fn measure(
    jobs: &[Job],
    subjects: &BTreeMap<(String, String, String), Subject>,
    limits: &Limits,
    reference: &CoreReference,
) -> Result<Vec<(Samples, bool)>, Error> {
    let buffer = Buffer::of(jobs[0].point());
    let each = buffer.each();
    let messages = buffer.messages(&each);
    let mut lengths = Vec::new();
    let mut calls: Vec<TimedCall<'_>> = Vec::new();
    for job in jobs {
        let key = (job.package.clone(), job.algorithm.clone(), job.implementation.clone());
        let subject = subjects.get(&key).ok_or_else(|| format!("{key:?} is not built in"))?;
        let (call, length) = ((subject.prepare)(), subject.unit.output_bytes(messages));
        lengths.push(length);
        calls.push(Box::new(move |outputs| call(black_box(messages), black_box(&mut outputs[..length]))));
    }
    let mut outputs = vec![0; lengths.iter().copied().max().unwrap_or(0)];
    let mut correct = vec![false; jobs.len()];
    let samples = sample::measure_calls(
        &mut calls,
        &mut outputs,
        limits,
        reference,
        &mut || report_disturbed(reference.throughput),
        &mut |job, outputs| correct[job] = digest::of_outputs(&outputs[..lengths[job]]) == jobs[job].expected,
    );
    Ok(samples.into_iter().zip(correct).collect())
}

/// The minimum time to wait for a stable core, because an idle core takes some time to raise its clock.
const STABILIZING: Duration = Duration::from_millis(250);

/// Reports that samples are disturbed. Ignores errors, because sending the next result fails too.
fn report_disturbed(alone: f64) {
    let _ = send(&Response::Disturbed(CoreLoad { throughput: clock::measure_core().throughput, alone }));
}

/// Sends a response as a line.
fn send(line: &Response) -> std::io::Result<()> {
    let line = serde_json::to_string(line)?;
    writeln!(std::io::stdout(), "{line}")
}

/// Runs a worker with this request, and passes each of its responses to `receive`.
///
/// # Errors
///
/// Returns the message of the worker, or the reason why it can't be started.
pub(crate) fn run(request: &Request, mut receive: impl FnMut(Response)) -> Result<(), String> {
    let program =
        std::env::current_exe().map_err(|e| format!("this program can't find its own file: {}", reason(&e)))?;
    let mut child = Command::new(program)
        .arg(ARGUMENT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("the measuring process can't be started: {}", reason(&e)))?;
    let text = serde_json::to_string(request).map_err(|e| e.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the worker has already ended, its own message gives the reason.
        let _ = stdin.write_all(text.as_bytes());
    }
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Ok(line) = serde_json::from_str(&line) {
                receive(line);
            }
        }
    }
    let output = child.wait_with_output().map_err(|e| reason(&e))?;
    if output.status.success() {
        Ok(())
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(why.trim().trim_start_matches(PROGRAM).trim_start_matches(": ").to_owned())
    }
}
