//! The output: a line for each check as it ends, failures, and the count at the end.

use crate::check::{Check, Gate};
use crate::count::Tally;
use crate::world::{INTERRUPTION, World};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The maximum number of lines shown from a failed check's log; the log itself has all of them.
const MOST_LINES: usize = 300;

/// The state of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Running,
    Passed,
    Failed,
    /// This machine can't run it.
    Skipped,
}

/// The report on a check that has ended.
pub(crate) struct Told<'a> {
    pub(crate) check: &'a Check,
    pub(crate) name: String,
    pub(crate) state: State,
    pub(crate) tally: Tally,
    pub(crate) remembered: bool,
    pub(crate) seconds: f64,
    /// Why it failed or was skipped.
    pub(crate) why: String,
    pub(crate) log: PathBuf,
    /// Its parts that this machine can't run.
    pub(crate) skipped: Vec<String>,
    pub(crate) noted: Vec<String>,
}

impl Told<'_> {
    /// A check that has not begun.
    pub(crate) fn default_for(check: &Check) -> Told<'_> {
        Told {
            check,
            name: check.name.to_owned(),
            state: State::Skipped,
            tally: Tally::default(),
            remembered: false,
            seconds: 0.0,
            why: String::new(),
            log: PathBuf::new(),
            skipped: Vec::new(),
            noted: Vec::new(),
        }
    }
}

/// A check in the run, for the record of a release.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) group: &'static str,
    pub(crate) gate: Gate,
    pub(crate) result: &'static str,
    /// Whether it has no result because the run was interrupted.
    pub(crate) interrupted: bool,
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
}

/// The totals of a run.
pub(crate) struct Report<'a> {
    output: &'a mut dyn Write,
    progress: bool,
    shown: Instant,
    passed: u64,
    failed: u64,
    skipped: u64,
    remembered: (u64, u64),
    failures: Vec<String>,
    left_out: Vec<String>,
    notes: Vec<String>,
    pub(crate) lines: Vec<Line>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(output: &'a mut dyn Write) -> Report<'a> {
        Report {
            output,
            progress: std::io::stderr().is_terminal(),
            shown: Instant::now(),
            passed: 0,
            failed: 0,
            skipped: 0,
            remembered: (0, 0),
            failures: Vec::new(),
            left_out: Vec::new(),
            notes: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Prints the line of a check that has ended, and the log of one that has failed.
    pub(crate) fn tell(&mut self, told: &Told<'_>) {
        self.clear();
        let (passed, failed) = (told.tally.passed, told.tally.failed);
        let result = match told.state {
            State::Passed if told.remembered => "remembered",
            State::Passed | State::Running => "ok",
            State::Failed => "FAILED",
            State::Skipped => "skipped",
        };
        let mut numbers = match told.state {
            State::Skipped => String::new(),
            _ if failed > 0 && passed > 0 => format!("{passed} passed, {failed} failed"),
            _ if failed > 0 => format!("{failed} failed"),
            _ => format!("{passed} passed"),
        };
        if !told.why.is_empty() {
            let separator = if numbers.is_empty() { "" } else { ": " };
            numbers = format!("{numbers}{separator}{}", told.why);
        }
        let line = format!("{result:10} {:9} {:32} {:4.0} s  {numbers}", told.check.group, told.name, told.seconds);
        let _ = writeln!(self.output, "{line}");
        if told.state == State::Failed {
            self.show(told);
            let why = if told.why.is_empty() { String::new() } else { format!(": {}", told.why) };
            self.failures.push(format!("FAILED ({failed}): {}{why}", told.name));
        }
        if told.state == State::Skipped {
            self.left_out.push(format!("skipped: {}: {}", told.name, told.why));
            self.skipped += 1;
        }
        self.left_out.extend(told.skipped.iter().map(|what| format!("skipped: {}: {what}", told.name)));
        self.notes.extend(told.noted.iter().map(|what| format!("noted: {}: {what}", told.name)));
        self.skipped += told.skipped.len() as u64;
        self.passed += passed;
        self.failed += failed;
        if told.remembered {
            self.remembered = (self.remembered.0 + 1, self.remembered.1 + passed);
        }
        let (name, group, tally, seconds) = (told.name.clone(), told.check.group, told.tally, told.seconds);
        let interrupted = told.why.ends_with(INTERRUPTION);
        self.lines.push(Line { name, group, gate: told.check.gate, result, interrupted, tally, seconds });
        let _ = self.output.flush();
    }

    /// Returns the end of a failed check's log.
    fn show(&mut self, told: &Told<'_>) {
        let Ok(bytes) = std::fs::read(&told.log) else { return };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let left_out = lines.len().saturating_sub(MOST_LINES);
        if left_out > 0 {
            let _ = writeln!(self.output, "    | ({left_out} lines more in {})", told.log.display());
        }
        for line in &lines[left_out..] {
            let _ = writeln!(self.output, "    | {line}");
        }
    }

    /// On a terminal, shows once a second what is running.
    pub(crate) fn progress(&mut self, running: &[(String, Instant)], waiting: usize) {
        if !self.progress || self.shown.elapsed() < Duration::from_secs(1) {
            return;
        }
        self.shown = Instant::now();
        let names = running.iter().map(|(name, since)| format!("{name} {} s", since.elapsed().as_secs()));
        let line = format!("{}; {waiting} more", names.collect::<Vec<_>>().join(", "));
        // Within one line of the terminal, or it can't be erased.
        let line: String = line.chars().take(100).collect();
        eprint!("\r\x1b[K{line}");
    }

    fn clear(&mut self) {
        if self.progress {
            eprint!("\r\x1b[K");
        }
    }

    /// Prints a line in addition to those of the checks.
    pub(crate) fn say(&mut self, line: &str) {
        self.clear();
        let _ = writeln!(self.output, "{line}");
        let _ = self.output.flush();
    }

    /// Prints failures, skipped checks, times and counts; returns whether all is well.
    pub(crate) fn end(mut self, world: &World, installing: Duration) -> bool {
        self.clear();
        for line in [&self.notes, &self.left_out, &self.failures].into_iter().flatten() {
            let _ = writeln!(self.output, "{line}");
        }
        let (checks, tests) = self.remembered;
        if checks > 0 {
            let _ = writeln!(
                self.output,
                "remembered: {checks} checks with {tests} tests passed on the same inputs; FORCE=1 runs them again"
            );
        } else {
            let _ = writeln!(self.output, "remembered: nothing");
        }
        let all = world.begin.elapsed();
        let (cores, rest) = (world.settings.cores, all.saturating_sub(installing));
        let _ = writeln!(self.output, "installing packages took {}", duration(installing));
        let _ = writeln!(self.output, "{} checks took {} on {cores} cores", self.lines.len(), duration(rest));
        let _ = writeln!(self.output, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped);
        let _ = self.output.flush();
        self.failed == 0 && self.passed > 0
    }
}

/// Formats minutes and seconds.
fn duration(time: Duration) -> String {
    format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
}
