//! Runs measurements: starts workers for all subjects, collects their samples, and returns them as measurements.

use crate::console::{Error, PROGRAM, print_message, shown, standard_output};
use crate::digest::Expected;
use crate::output_file::Output;
use crate::peer_check::WrongAnswers;
use crate::plan::{Job, Point, SubjectPlan};
use crate::record::{Measurement, Quartiles, Record, SCHEMA};
use crate::sample::Limits;
use crate::subject::{OURS, Subject};
use crate::summary::distinct;
use crate::worker::{self, CoreLoad, JobResult, Request, Response};
use crate::{clock, code_size, machine};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Set when the user interrupts the run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The time for all measurements of a quick run. Preparing them takes about as long again.
const QUICK_TOTAL: Duration = Duration::from_secs(20);

/// How thoroughly to measure, and where to write the record: options of every command that measures.
#[derive(Clone, Debug, Args)]
pub(crate) struct Settings {
    /// Take fewer and shorter samples: under a minute for one family.
    #[arg(long)]
    pub(crate) quick: bool,
    /// The number of processes over which each measurement is spread [default: 7; with --quick, 3].
    #[arg(long, value_name = "N")]
    processes: Option<usize>,
    /// How long each measurement waits for undisturbed samples in each process: a time (`30s`, `10min`) or a multiple
    /// of its own time (`4x`). After that, the least disturbed samples count, and the measurement is marked.
    #[arg(long, value_name = "TIME", default_value = "4x", value_parser = parse_patience)]
    patience: Patience,
    /// Also write the measurements to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Where figures come from: options of every command that compares figures with something.
#[derive(Debug, Args)]
pub(crate) struct Source {
    #[command(flatten)]
    settings: Settings,
    /// Take our figures from these records instead of measuring.
    #[arg(
        long,
        value_name = "RECORD",
        num_args = 1..,
        conflicts_with_all = ["quick", "processes", "patience", "record"],
    )]
    from: Vec<PathBuf>,
}

impl Source {
    /// Returns the record, and whether it is complete. It contains what was measured before an error.
    ///
    /// # Errors
    ///
    /// Returns a message if a record can't be read.
    pub(crate) fn record(
        &self,
        plans: impl FnOnce() -> Vec<SubjectPlan>,
    ) -> Result<(Record, Result<(), Error>), Error> {
        if self.from.is_empty() {
            Ok(into_record(&plans(), &self.settings))
        } else {
            Ok((Record::read_all(&self.from)?, Ok(())))
        }
    }
}

/// How long to wait for undisturbed samples.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Patience {
    /// A multiple of the time that a measurement takes on an undisturbed machine.
    Times(f64),
    Time(Duration),
}

impl Patience {
    fn of(self, budget: Duration) -> Duration {
        match self {
            Self::Times(times) => budget.mul_f64(times),
            Self::Time(time) => time,
        }
    }
}

/// Parses `--patience`.
fn parse_patience(text: &str) -> Result<Patience, String> {
    const MOST: Duration = Duration::from_secs(24 * 60 * 60);
    let times = text.strip_suffix('x').and_then(|number| number.parse().ok());
    let patience = match times {
        Some(times) => (0.0..=1e6).contains(&times).then_some(Patience::Times(times)),
        None => humantime::parse_duration(text).ok().filter(|time| *time <= MOST).map(Patience::Time),
    };
    patience.ok_or_else(|| "must be a time up to a day (`30s`, `10min`) or a multiple (`4x`)".to_owned())
}

/// Measures all subjects. Writes the file of `--record` after each round. In any case, the returned record contains the
/// finished measurements, and is marked as partial if some are missing.
pub(crate) fn into_record(plans: &[SubjectPlan], settings: &Settings) -> (Record, Result<(), Error>) {
    let rows = code_size::rows(plans.iter().map(|plan| &plan.subject));
    let mut record = Record { partial: true, command: command(), rows, ..Record::default() };
    let output = match prepare(settings) {
        Ok(output) => output,
        Err(error) => return (record, Err(error)),
    };
    let keep = |record: &Record| output.as_ref().map_or(Ok(()), |output| record.write_to(output));
    // A pipe or device gets only the final record.
    let keep_now =
        |record: &Record| if output.as_ref().is_some_and(Output::is_replaced) { keep(record) } else { Ok(()) };
    let mut written = Ok(());
    let outcome = run(plans, settings, |measurements| {
        record.measurements.extend(measurements);
        written = std::mem::replace(&mut written, Ok(())).and(keep_now(&record));
    });
    let interrupted = INTERRUPTED.load(Relaxed);
    record.partial = interrupted || outcome.is_err();
    if !record.measurements.is_empty() {
        written = written.and(keep(&record));
    }
    let finished = record.measurements.len();
    let outcome = outcome.and(written.map_err(Error::Failed)).and_then(|()| match interrupted {
        false => Ok(()),
        true => Err(Error::Failed(match &settings.record {
            Some(path) if finished > 0 => format!(
                "interrupted after {finished} finished measurements; {} contains them and is marked as partial",
                shown(path.as_os_str())
            ),
            _ => format!("interrupted after {finished} finished measurements"),
        })),
    });
    (record, outcome)
}

/// Checks that the measurements can be written and printed, so that an error is known before hours of measuring.
fn prepare(settings: &Settings) -> Result<Option<Output>, Error> {
    drop(standard_output()?);
    let output = settings.record.as_deref().map(Output::at).transpose()?;
    ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed))
        .map_err(|_| Error::Failed("the system does not let this program handle interruptions".to_owned()))?;
    Ok(output)
}

/// Returns the arguments of this program without the file of the record.
fn command() -> String {
    without_record(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()))
}

/// Removes the option `--record`.
fn without_record(arguments: impl Iterator<Item = String>) -> String {
    let mut kept = Vec::new();
    let mut arguments = arguments.filter(|argument| !argument.starts_with("--record="));
    while let Some(argument) = arguments.next() {
        if argument == "--record" {
            arguments.next();
        } else {
            kept.push(argument);
        }
    }
    kept.join(" ")
}

/// Measures all subjects, round by round, and passes the measurements of each round to `keep`.
///
/// # Errors
///
/// Returns a message if there is nothing to measure, if a worker fails, if one of our digests is wrong, or if two
/// outputs for the same call contradict each other.
fn run(plans: &[SubjectPlan], settings: &Settings, mut keep: impl FnMut(Vec<Measurement>)) -> Result<(), Error> {
    if plans.is_empty() {
        let message = "nothing to measure: no implementation with this name can run here, or none at these lengths \
                       and numbers of messages; `counterpoint list` shows all";
        return Err(Error::Usage(message.to_owned()));
    }
    let total: usize = plans.iter().map(|plan| plan.points.len()).sum();
    let processes = settings.processes.unwrap_or(if settings.quick { 3 } else { 7 }).max(1);
    let per_process = if settings.quick {
        (QUICK_TOTAL / (total * processes).max(1) as u32).clamp(Duration::from_millis(2), Duration::from_millis(60))
    } else {
        Duration::from_millis(60)
    };
    let limits = Limits {
        budget: per_process,
        patience: settings.patience.of(per_process),
        minimum: if settings.quick { 3 } else { 5 },
    };
    let progress = progress(total * processes);
    let mut expected = Expected::default();
    progress.set_message("comparing the peers' outputs");
    let wrong = WrongAnswers::find(plans, &mut expected)?;
    let mut messages = DisturbanceMessages { printed: false, disturbed: 0, finished: 0 };
    let mut throughput = 0.0;
    for round in rounds(plans) {
        let jobs: Vec<Job> = round.iter().map(|measured| measured.job(&mut expected)).collect();
        progress.set_message(format!("{}, {} bytes", jobs[0].algorithm, jobs[0].length_bytes));
        let mut request = Request { jobs, limits, throughput };
        let mut results: Vec<Vec<JobResult>> = request.jobs.iter().map(|_| Vec::new()).collect();
        for _ in 0..processes {
            for result in run_worker(&request, &progress, &mut messages)? {
                if result.stable {
                    request.throughput = request.throughput.max(result.throughput);
                }
                if let Some(of_job) = results.get_mut(result.job) {
                    of_job.push(result);
                }
            }
            if INTERRUPTED.load(Relaxed) {
                progress.finish_and_clear();
                messages.print_count();
                return Ok(());
            }
        }
        throughput = request.throughput;
        let measurements: Vec<_> = (round.iter().zip(&request.jobs).zip(results))
            .map(|((measured, job), results)| measurement(&measured.plan.subject, job, results))
            .collect();
        if let Some(wrong) = measurements.iter().find(|m| !m.digest_correct && m.package == OURS) {
            progress.finish_and_clear();
            return Err(Error::Failed(format!(
                "{}, {}: wrong digest ({} messages of {} bytes); run `counterpoint selftest`",
                wrong.algorithm, wrong.implementation, wrong.batch, wrong.length_bytes
            )));
        }
        if let Some(at) = round
            .iter()
            .zip(&measurements)
            .position(|(measured, m)| m.digest_correct == wrong.contains(measured.plan, measured.point))
        {
            progress.finish_and_clear();
            let m = &measurements[at];
            return Err(Error::Failed(format!(
                "{} computed two different outputs for the same call ({}, {} messages of {} bytes), one of them while \
                 it was measured: this is a bug in the benchmark; please report it",
                m.package, m.algorithm, m.batch, m.length_bytes
            )));
        }
        messages.finished += measurements.len();
        messages.disturbed += measurements.iter().filter(|m| m.disturbed).count();
        keep(measurements);
    }
    progress.finish_and_clear();
    messages.print_count();
    Ok(())
}

/// A subject at one of its points.
struct Measured<'a> {
    plan: &'a SubjectPlan,
    point: Point,
}

impl Measured<'_> {
    fn job(&self, expected: &mut Expected) -> Job {
        let Subject { package, algorithm, implementation, .. } = &self.plan.subject;
        let (batch, lengths, length_bytes) = self.point;
        Job {
            package: package.clone(),
            algorithm: (*algorithm).to_owned(),
            implementation: implementation.clone(),
            batch,
            lengths,
            length_bytes,
            expected: expected.of(&self.plan.subject, batch, lengths, length_bytes),
        }
    }
}

/// Divides the measurements into rounds. A process measures one round: everything for one algorithm and one length.
/// Measurements with the same messages are adjacent, so that they are taken in turns.
fn rounds(plans: &[SubjectPlan]) -> Vec<Vec<Measured<'_>>> {
    let algorithms = distinct(plans.iter().map(|plan| plan.subject.algorithm));
    let place = |plan: &SubjectPlan| algorithms.iter().position(|name| name == plan.subject.algorithm);
    let mut rounds: BTreeMap<_, BTreeMap<Point, Vec<Measured<'_>>>> = BTreeMap::new();
    for plan in plans {
        for &point in &plan.points {
            let round = rounds.entry((place(plan), point.2)).or_default();
            round.entry(point).or_default().push(Measured { plan, point });
        }
    }
    rounds.into_values().map(|round| round.into_values().flatten().collect()).collect()
}

/// The messages about disturbed samples on standard error.
struct DisturbanceMessages {
    printed: bool,
    disturbed: usize,
    finished: usize,
}

impl DisturbanceMessages {
    /// Prints the cause of the first disturbed samples.
    fn print_cause(&mut self, load: CoreLoad, limits: &Limits, progress: &ProgressBar) {
        if std::mem::replace(&mut self.printed, true) {
            return;
        }
        let CoreLoad { throughput, alone } = load;
        let time = humantime::format_duration(Duration::from_millis(limits.patience.as_millis() as u64));
        let cause = match clock::is_shared(throughput, alone) {
            true => {
                format!("another thread uses this core ({throughput:.1} instructions per cycle, {alone:.1} when alone)")
            }
            false => "the system takes the core away from this program, or its clock changes".to_owned(),
        };
        let message = format!(
            "{PROGRAM}: samples are disturbed: {cause}. In each process, each measurement waits for undisturbed \
             samples for {time} at most; then its least disturbed samples count, and it is marked as disturbed. Stop \
             other work, or set a longer wait with `--patience`."
        );
        progress.suspend(|| print_message(message));
    }

    /// Prints how many measurements are marked.
    fn print_count(&self) {
        if self.disturbed > 0 {
            print_message(format_args!(
                "{PROGRAM}: {} of {} measurements are marked as disturbed; measure them again on an idle machine, \
                 or with a longer `--patience`",
                self.disturbed, self.finished
            ));
        }
    }
}

/// Returns the results of one worker: if the user interrupts it, those up to then.
///
/// # Errors
///
/// Returns the message of the worker.
fn run_worker(
    request: &Request,
    progress: &ProgressBar,
    messages: &mut DisturbanceMessages,
) -> Result<Vec<JobResult>, String> {
    let mut results = Vec::new();
    let outcome = worker::run(request, |line| match line {
        Response::Disturbed(load) => messages.print_cause(load, &request.limits, progress),
        Response::Result(result) => {
            progress.inc(1);
            results.push(result);
        }
    });
    if INTERRUPTED.load(Relaxed) { Ok(results) } else { outcome.map(|()| results) }
}

/// Combines the results of all processes for one job.
fn measurement(subject: &Subject, job: &Job, results: Vec<JobResult>) -> Measurement {
    let (results, skipped) = undisturbed(results);
    let disturbed = results.iter().any(|f| f.samples.disturbed);
    let processes = results.len();
    let discarded = skipped + results.iter().map(|f| f.samples.discarded).sum::<u64>();
    let digest_correct = results.iter().all(|f| f.digest_correct);
    let median = |of: &dyn Fn(&JobResult) -> f64| Quartiles::of(results.iter().map(of).collect()).median;
    let core_hz = median(&|f| f.samples.core_hz);
    let tsc_hz = median(&|f| f.tsc_hz);
    let call_cycles = median(&|f| f.call_cycles);
    let core_width = median(&|f| f.throughput);
    let cycles: Vec<f64> = results.iter().flat_map(|f| f.samples.cycles.iter().copied()).collect();
    let samples = cycles.len();
    let call = Quartiles::of(cycles);
    let figure = call.figure(disturbed);
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
        bytes_per_second: core_hz / figure * bytes,
        messages_per_second: core_hz / figure * job.batch as f64,
        samples,
        discarded,
        disturbed,
        digest_correct,
        processes,
        counter: machine::COUNTER.to_owned(),
        tsc_hz,
        core_hz,
        core_width,
        cpu: machine::cpu(),
        arch: std::env::consts::ARCH.to_owned(),
        rustc: machine::RUSTC.to_owned(),
        commit: machine::COMMIT.to_owned(),
        date: machine::today(),
    }
}

/// Returns the results of the undisturbed processes if most are undisturbed, and how many samples the others had;
/// otherwise all results.
fn undisturbed(results: Vec<JobResult>) -> (Vec<JobResult>, u64) {
    let disturbed = results.iter().filter(|f| f.samples.disturbed).count();
    if disturbed * 2 >= results.len() {
        return (results, 0);
    }
    let (without, with): (Vec<JobResult>, Vec<JobResult>) = results.into_iter().partition(|f| !f.samples.disturbed);
    (without, with.iter().map(|f| f.samples.discarded + f.samples.cycles.len() as u64).sum())
}

/// Returns a progress bar, which appears only if standard error is a terminal.
fn progress(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Samples;

    fn result(cycles: &[f64], disturbed: bool) -> JobResult {
        let samples = Samples { cycles: cycles.to_vec(), discarded: 10, core_hz: 3e9, disturbed };
        JobResult {
            job: 0,
            samples,
            digest_correct: true,
            call_cycles: 20.0,
            tsc_hz: 2e9,
            throughput: 3.0,
            stable: true,
        }
    }

    fn measured(results: Vec<JobResult>) -> Measurement {
        let known = counterpoint::Algorithm::by_name("sha3-256").expect("it is there");
        let subject = crate::implementations::of(known).swap_remove(0);
        let job = Job {
            package: subject.package.clone(),
            algorithm: "sha3-256".to_owned(),
            implementation: subject.implementation.clone(),
            batch: 1,
            lengths: crate::record::Lengths::Equal,
            length_bytes: 10,
            expected: String::new(),
        };
        measurement(&subject, &job, results)
    }

    /// Ours and the peers alternate at each point, because readers look for their ratio.
    #[test]
    fn what_has_the_same_messages_is_measured_in_turns() {
        use crate::record::Lengths::Equal;
        let known = |name: &str| counterpoint::Algorithm::by_name(name).expect("it is there");
        let plan = |name: &str, package: &str, points: &[Point]| {
            let ours = crate::implementations::of(known(name)).swap_remove(0);
            let subject = Subject { package: package.to_owned(), ..ours };
            SubjectPlan { subject, points: points.to_vec() }
        };
        let plans = [
            plan("sha3-256", OURS, &[(1, Equal, 64), (1, Equal, 4096), (8, Equal, 64)]),
            plan("aes128", OURS, &[(1, Equal, 16)]),
            plan("sha3-256", "peer 1.0", &[(8, Equal, 64), (1, Equal, 64)]),
        ];
        let found: Vec<Vec<(&str, &str, usize, usize)>> = rounds(&plans)
            .iter()
            .map(|round| {
                let of = |m: &Measured<'_>| (m.plan.subject.algorithm, m.point.0, m.point.2);
                let package = |m: &Measured<'_>| if m.plan.subject.package == OURS { "ours" } else { "peer" };
                round.iter().map(|m| (of(m).0, package(m), of(m).1, of(m).2)).collect()
            })
            .collect();
        assert_eq!(
            found,
            [
                vec![
                    ("sha3-256", "ours", 1, 64),
                    ("sha3-256", "peer", 1, 64),
                    ("sha3-256", "ours", 8, 64),
                    ("sha3-256", "peer", 8, 64)
                ],
                vec![("sha3-256", "ours", 1, 4096)],
                vec![("aes128", "ours", 1, 16)],
            ]
        );
    }

    #[test]
    fn processes_that_were_disturbed_count_only_if_most_were() {
        let quiet = || result(&[100.0, 100.0, 100.0], false);
        let noisy = || result(&[110.0, 150.0, 200.0], true);
        let m = measured(vec![quiet(), noisy(), quiet()]);
        assert_eq!((m.disturbed, m.processes, m.samples, m.discarded), (false, 2, 6, 33));
        assert_eq!((m.figure(), m.cycles_per_byte.upper), (10.0, 10.0));
        let m = measured(vec![noisy(), noisy(), quiet()]);
        assert_eq!((m.disturbed, m.processes, m.samples, m.discarded), (true, 3, 9, 30));
        assert_eq!((m.figure(), m.messages_per_second), (m.cycles_per_byte.lower, 3e9 / 100.0));
    }

    #[test]
    fn patience_is_a_time_or_a_multiple() {
        let of = |text: &str| parse_patience(text).map(|patience| patience.of(Duration::from_millis(60)));
        assert_eq!(of("4x"), Ok(Duration::from_millis(240)));
        assert_eq!(of("0x"), Ok(Duration::ZERO));
        assert_eq!(of("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(of("1min 30s"), Ok(Duration::from_secs(90)));
        for wrong in ["", "4", "x", "-1x", "nanx", "infx", "1e9x", "-3s", "2d", "soon"] {
            assert!(of(wrong).expect_err(wrong).contains("10min"), "{wrong}");
        }
    }

    #[test]
    fn a_record_does_not_contain_its_own_path() {
        let command = |text: &str| without_record(text.split(' ').map(str::to_owned));
        assert_eq!(command("papers --record a/b.json --quick"), "papers --quick");
        assert_eq!(command("--record=a/b.json --peers"), "--peers");
    }
}
