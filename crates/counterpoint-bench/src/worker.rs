//! The process that measures: it reads jobs from standard input and writes one line of JSON a job.
//!
//! A new process for each round gives each a new layout of memory, which alone can change a figure by some percent; the
//! quartiles are taken over all of them.

use crate::plan::{self, Job};
use crate::sample::{self, Limits, Machine, Samples};
use crate::subject::{self, Subject};
use crate::{clock, digest};
use counterpoint_console::exit::Error;
use counterpoint_console::messages::reason;
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
    /// For each measurement.
    pub(crate) limits: Limits,
    /// The best width of the core that a worker before this one has seen; 0 if there was none.
    pub(crate) width: f64,
}

/// A line of a worker's standard output.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Line {
    /// Samples are disturbed, and the worker waits for better ones.
    Waits(Crowded),
    /// A job is done.
    Found(Finding),
}

/// What a worker sees of the core while it waits.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Crowded {
    /// Instructions that it gets through in a cycle now.
    pub(crate) width: f64,
    /// Those when nobody else works on the core.
    pub(crate) alone: f64,
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
    /// Whether the core settled before the process began, so that the width is worth comparing with.
    pub(crate) settled: bool,
}

/// Does the work of a worker.
///
/// # Errors
///
/// A message for the user: orders that can't be read, or an answer that nobody takes.
pub(crate) fn work() -> Result<(), Error> {
    let Orders { jobs, limits, width } =
        serde_json::from_reader(std::io::stdin()).map_err(|e| format!("orders: {e}"))?;
    sample::pin()?;
    let settled = clock::settle(width, limits.patience.max(SETTLING));
    let width = settled.width;
    if !settled.steady {
        waits(width);
    }
    let machine = Machine { tsc_hz: clock::ticks_per_second(), width };
    let nothing = Limits { budget: Duration::from_millis(5), least: 5, ..limits };
    let nothing = sample::take(&mut || (), &nothing, &machine, &mut || waits(width));
    let call_cycles = nothing.figure();
    let mut subjects: BTreeMap<(String, String, String), Subject> = BTreeMap::new();
    for subject in subject::all() {
        let key = (subject.package.clone(), subject.algorithm.to_owned(), subject.implementation.clone());
        subjects.insert(key, subject);
    }
    for (number, job) in jobs.iter().enumerate() {
        let key = (job.package.clone(), job.algorithm.clone(), job.implementation.clone());
        let subject = subjects.get(&key).ok_or_else(|| format!("{key:?} is not built in"))?;
        let messages = plan::messages(job.batch, job.lengths, job.length_bytes);
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let mut outputs = vec![0; subject.unit.output_bytes(&messages)];
        let call = (subject.prepare)();
        let samples = sample::take(
            &mut || call(std::hint::black_box(&messages), std::hint::black_box(&mut outputs)),
            &limits,
            &machine,
            &mut || waits(width),
        );
        let digest_correct = digest::of_outputs(&outputs) == job.expected;
        let finding = Finding {
            job: number,
            samples,
            digest_correct,
            call_cycles,
            tsc_hz: machine.tsc_hz,
            width,
            settled: settled.steady,
        };
        tell(&Line::Found(finding))?;
    }
    Ok(())
}

/// A core that has been idle needs some time to settle, however impatient the user is.
const SETTLING: Duration = Duration::from_millis(250);

/// Tells that samples are disturbed. If nobody reads it, the next finding will show that.
fn waits(alone: f64) {
    let _ = tell(&Line::Waits(Crowded { width: clock::core().width, alone }));
}

fn tell(line: &Line) -> std::io::Result<()> {
    let line = serde_json::to_string(line)?;
    writeln!(std::io::stdout(), "{line}")
}

/// Starts a worker on these orders and gives each line to `told` as it comes.
///
/// # Errors
///
/// The worker's own message, or that it can't be started.
pub(crate) fn start(orders: &Orders, mut told: impl FnMut(Line)) -> Result<(), String> {
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
            if let Ok(line) = serde_json::from_str(&line) {
                told(line);
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
