//! The process that measures: it reads jobs from standard input and writes one line of JSON a job.
//!
//! A new process for each round gives each a new layout of memory, which alone can change a figure by some percent; the
//! quartiles are taken over all of them.

use crate::plan::{self, Job};
use crate::sample::{self, Machine, Samples};
use crate::subject::{self, Subject};
use crate::{clock, digest};
use counterpoint_console::exit::Error;
use counterpoint_console::words::reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The hidden argument that makes a process one of these.
pub(crate) const ARGUMENT: &str = "measure-jobs";

/// What a worker is told.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Orders {
    pub(crate) jobs: Vec<Job>,
    /// Time for each measurement.
    pub(crate) budget: Duration,
    /// Samples to be had in any case.
    pub(crate) least_samples: usize,
    /// The best width of the core that a worker before this one has seen; 0 if there was none.
    pub(crate) width: f64,
}

/// What a worker tells of one job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) job: usize,
    pub(crate) samples: Samples,
    pub(crate) digest_correct: bool,
    pub(crate) call_cycles: f64,
    pub(crate) tsc_hz: f64,
    pub(crate) width: f64,
}

/// Does the work of a worker.
///
/// # Errors
///
/// A message for the user: the clock does not settle, or all samples are disturbed.
pub(crate) fn work() -> Result<(), Error> {
    let orders: Orders = serde_json::from_reader(std::io::stdin()).map_err(|e| format!("orders: {e}"))?;
    sample::pin()?;
    let width = clock::settle(orders.width)?;
    let machine = Machine { tsc_hz: clock::ticks_per_second(), width };
    let nothing = sample::take(&mut || (), Duration::from_millis(5), 5, &machine)?;
    let call_cycles = crate::record::Quartiles::of(nothing.cycles).median;
    let mut subjects: BTreeMap<(String, String, String), Subject> = BTreeMap::new();
    for subject in subject::all() {
        let key = (subject.package.clone(), subject.algorithm.to_owned(), subject.implementation.clone());
        subjects.insert(key, subject);
    }
    for (number, job) in orders.jobs.iter().enumerate() {
        let key = (job.package.clone(), job.algorithm.clone(), job.implementation.clone());
        let subject = subjects.get(&key).ok_or_else(|| format!("{key:?} is not built in"))?;
        let messages = plan::messages(job.batch, job.lengths, job.length_bytes);
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let mut outputs = vec![0; subject.unit.output_bytes(&messages)];
        let call = (subject.prepare)();
        let samples = sample::take(
            &mut || call(std::hint::black_box(&messages), std::hint::black_box(&mut outputs)),
            orders.budget,
            orders.least_samples,
            &machine,
        )?;
        let digest_correct = digest::of_outputs(&outputs) == job.expected;
        let finding = Finding { job: number, samples, digest_correct, call_cycles, tsc_hz: machine.tsc_hz, width };
        let line = serde_json::to_string(&finding).map_err(|e| e.to_string())?;
        writeln!(std::io::stdout(), "{line}")?;
    }
    Ok(())
}

/// Starts a worker on these orders and gives each finding to `found` as it comes.
///
/// # Errors
///
/// The worker's own message, or that it can't be started.
pub(crate) fn start(orders: &Orders, mut found: impl FnMut(Finding)) -> Result<(), String> {
    let program =
        std::env::current_exe().map_err(|e| format!("this program's own file can't be found: {}", reason(&e)))?;
    let mut child = Command::new(program)
        .args(["bench", ARGUMENT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("the measuring process can't be started: {}", reason(&e)))?;
    let text = serde_json::to_string(orders).map_err(|e| e.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // A worker that has ended at once tells why itself.
        let _ = stdin.write_all(text.as_bytes());
    }
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Ok(finding) = serde_json::from_str(&line) {
                found(finding);
            }
        }
    }
    let output = child.wait_with_output().map_err(|e| reason(&e))?;
    if output.status.success() {
        Ok(())
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(why.trim().trim_start_matches("counterpoint: ").to_owned())
    }
}
