//! A run: plans, starts workers, gathers their samples, gives measurements.

use crate::digest::Expected;
use crate::plan::{self, Job, Point};
use crate::record::{Measurement, Quartiles, Record, SCHEMA};
use crate::sample::Limits;
use crate::subject::{self, OURS, Subject};
use crate::verdict::Wrong;
use crate::worker::{self, Crowded, Finding, Line, Orders};
use crate::{RunArgs, clock, code_size, machine};
use clap::Args;
use counterpoint::Algorithm;
use counterpoint_console::exit::Error;
use counterpoint_console::messages::{print_message, shown};
use counterpoint_console::output::Output;
use counterpoint_console::streams::{Stream, open_at_start};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Set when the user interrupts the run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Everything that a quick run measures has to fit in here; preparing takes as long again.
const QUICK_TOTAL: Duration = Duration::from_secs(20);

/// One subject and the points at which it is measured.
pub(crate) struct Group {
    pub(crate) subject: Subject,
    pub(crate) points: Vec<Point>,
}

/// How thoroughly to measure, and where to keep what was found: the same for every command that measures.
#[derive(Clone, Debug, Args)]
pub(crate) struct Pace {
    /// Fewer and shorter samples: under a minute for one family.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Processes that each measurement is spread over [default: 7, quick 3].
    #[arg(long, value_name = "N")]
    processes: Option<usize>,
    /// How long each measurement waits for undisturbed samples in each process: a time (`30s`, `10min`) or a multiple
    /// of its own time (`4x`). Then its least disturbed samples count, and it is marked.
    #[arg(long, value_name = "TIME", default_value = "4x", value_parser = parse_patience)]
    patience: Patience,
    /// Also keep the measurements in this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// How long to wait for undisturbed samples.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Patience {
    /// A multiple of the time that a measurement takes on a machine that is not disturbed.
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

fn parse_patience(text: &str) -> Result<Patience, String> {
    const MOST: Duration = Duration::from_secs(24 * 60 * 60);
    let times = text.strip_suffix('x').and_then(|number| number.parse().ok());
    let patience = match times {
        Some(times) => (0.0..=1e6).contains(&times).then_some(Patience::Times(times)),
        None => humantime::parse_duration(text).ok().filter(|time| *time <= MOST).map(Patience::Time),
    };
    patience.ok_or_else(|| "give a time up to a day (`30s`, `10min`) or a multiple (`4x`)".to_owned())
}

/// Measures all groups into a record, and into the file that was asked for each time a group is finished. Whatever
/// happens, finished measurements are in the record that is given back, and a record that lacks some says that it is partial.
pub(crate) fn into_record(groups: &[Group], pace: &Pace) -> (Record, Result<(), Error>) {
    let rows = code_size::rows(groups.iter().map(|group| &group.subject));
    let mut record = Record { partial: true, command: command(), rows, ..Record::default() };
    let output = match ready(pace) {
        Ok(output) => output,
        Err(error) => return (record, Err(error)),
    };
    let keep = |record: &Record| output.as_ref().map_or(Ok(()), |output| record.write_to(output));
    // Into a pipe or a device goes one record, the last.
    let keep_now =
        |record: &Record| if output.as_ref().is_some_and(Output::is_replaced) { keep(record) } else { Ok(()) };
    let mut trouble = Ok(());
    let outcome = run(groups, pace, |measurements| {
        record.measurements.extend(measurements);
        trouble = std::mem::replace(&mut trouble, Ok(())).and(keep_now(&record));
    });
    let interrupted = INTERRUPTED.load(Relaxed);
    record.partial = interrupted || outcome.is_err();
    if !record.measurements.is_empty() {
        trouble = trouble.and(keep(&record));
    }
    let finished = record.measurements.len();
    let outcome = outcome.and(trouble.map_err(Error::Failed)).and_then(|()| match interrupted {
        false => Ok(()),
        true => Err(Error::Failed(match &pace.record {
            Some(path) if finished > 0 => format!(
                "interrupted after {finished} finished measurements; {} holds them and says that it is partial",
                shown(path.as_os_str())
            ),
            _ => format!("interrupted after {finished} finished measurements"),
        })),
    });
    (record, outcome)
}

/// Whether what is measured can be kept, and printed: better known before hours of measuring than after.
fn ready(pace: &Pace) -> Result<Option<Output>, Error> {
    open_at_start(Stream::Output)?;
    let output = pace.record.as_deref().map(Output::at).transpose()?;
    ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed))
        .map_err(|_| Error::Failed("interruptions can't be handled: the system refuses".to_owned()))?;
    Ok(output)
}

/// This program's arguments, without the file of the record.
fn command() -> String {
    without_record(std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()))
}

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

/// Measures; gives each group's measurements to `keep` as soon as they are whole.
///
/// # Errors
///
/// A message for the user: nothing to measure, a clock that does not settle, a wrong digest of ours.
fn run(groups: &[Group], pace: &Pace, mut keep: impl FnMut(Vec<Measurement>)) -> Result<(), Error> {
    if groups.is_empty() {
        return Err(Error::Usage(
            "nothing to measure: no implementation of that name can run here; `counterpoint list` shows what there is"
                .to_owned(),
        ));
    }
    let total: usize = groups.iter().map(|group| group.points.len()).sum();
    let processes = pace.processes.unwrap_or(if pace.quick { 3 } else { 7 }).max(1);
    let per_process = if pace.quick {
        (QUICK_TOTAL / (total * processes).max(1) as u32).clamp(Duration::from_millis(2), Duration::from_millis(60))
    } else {
        Duration::from_millis(60)
    };
    let limits =
        Limits { budget: per_process, patience: pace.patience.of(per_process), least: if pace.quick { 3 } else { 5 } };
    let progress = progress(total * processes);
    let mut expected = Expected::default();
    progress.set_message("comparing the peers' answers");
    let wrong = Wrong::of(groups, &mut expected)?;
    let mut news = News { told: false, disturbed: 0, finished: 0 };
    let mut width = 0.0;
    for group in groups {
        let Group { subject, points } = group;
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
        let mut orders = Orders { jobs, limits, width };
        let mut findings: Vec<Vec<Finding>> = orders.jobs.iter().map(|_| Vec::new()).collect();
        for _ in 0..processes {
            for finding in findings_of(&orders, &progress, &mut news)? {
                if finding.settled {
                    orders.width = orders.width.max(finding.width);
                }
                if let Some(of_job) = findings.get_mut(finding.job) {
                    of_job.push(finding);
                }
            }
            if INTERRUPTED.load(Relaxed) {
                progress.finish_and_clear();
                news.end();
                return Ok(());
            }
        }
        width = orders.width;
        let measurements: Vec<_> =
            orders.jobs.iter().zip(findings).map(|(job, findings)| measurement(subject, job, findings)).collect();
        if let Some(wrong) = measurements.iter().find(|m| !m.digest_correct && m.package == OURS) {
            progress.finish_and_clear();
            return Err(Error::Failed(format!(
                "{} by {} gave a wrong digest ({} messages of {} bytes); run `counterpoint selftest`",
                wrong.algorithm, wrong.implementation, wrong.batch, wrong.length_bytes
            )));
        }
        if let Some(at) =
            points.iter().zip(&measurements).position(|(&point, m)| m.digest_correct == wrong.contains(group, point))
        {
            progress.finish_and_clear();
            let m = &measurements[at];
            return Err(Error::Failed(format!(
                "{} gave two different answers to the same call ({}, {} messages of {} bytes), one of them while it \
                 was measured: \
                 this benchmark is to blame; please report this",
                m.package, m.algorithm, m.batch, m.length_bytes
            )));
        }
        news.finished += measurements.len();
        news.disturbed += measurements.iter().filter(|m| m.disturbed).count();
        keep(measurements);
    }
    progress.finish_and_clear();
    news.end();
    Ok(())
}

/// The messages on standard error about disturbed samples.
struct News {
    told: bool,
    disturbed: usize,
    finished: usize,
}

impl News {
    /// Tells that samples are disturbed as soon as they are, once.
    fn begin(&mut self, crowded: Crowded, limits: &Limits, progress: &ProgressBar) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let Crowded { width, alone } = crowded;
        let time = humantime::format_duration(Duration::from_millis(limits.patience.as_millis() as u64));
        let cause = match clock::is_shared(width, alone) {
            true => format!(
                "something else works on the other thread of this core ({width:.1} instructions in a cycle, \
                 {alone:.1} when alone)"
            ),
            false => "the system gives this core to something else, or its clock changes".to_owned(),
        };
        let words = format!(
            "counterpoint: samples are disturbed: {cause}. Each measurement waits for a quiet core, in each process \
             for {time} at most; \
             then its least disturbed samples count, and it is marked as disturbed. Stop other work, or wait longer \
             with `--patience`."
        );
        progress.suspend(|| print_message(words));
    }

    /// Tells how many measurements are marked.
    fn end(&self) {
        if self.disturbed > 0 {
            print_message(format_args!(
                "counterpoint: {} of {} measurements are marked as disturbed; measure them again on an idle machine, \
                 or with `--patience`",
                self.disturbed, self.finished
            ));
        }
    }
}

/// The findings of one process; those until then, if the user interrupts it.
///
/// # Errors
///
/// What the process said.
fn findings_of(orders: &Orders, progress: &ProgressBar, news: &mut News) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    let outcome = worker::start(orders, |line| match line {
        Line::Waits(crowded) => news.begin(crowded, &orders.limits, progress),
        Line::Found(finding) => {
            progress.inc(1);
            findings.push(finding);
        }
    });
    if INTERRUPTED.load(Relaxed) { Ok(findings) } else { outcome.map(|()| findings) }
}

/// What the options ask for.
pub(crate) fn asked_for(algorithms: &[&'static Algorithm], args: &RunArgs) -> Vec<Group> {
    let mut subjects: Vec<Subject> = algorithms.iter().flat_map(|algorithm| subjects(algorithm, args)).collect();
    if args.peers {
        subjects.extend(subject::for_scale());
    }
    subjects
        .into_iter()
        .map(|subject| {
            let points = points(&subject, args);
            Group { subject, points }
        })
        .collect()
}

/// Ours and, if asked for, the peers.
fn subjects(algorithm: &'static Algorithm, args: &RunArgs) -> Vec<Subject> {
    let mut subjects = subject::ours(algorithm);
    if args.implementation.is_empty() {
        // The oracle is slow and nobody's choice; whoever wants its figure names it.
        subjects.retain(|subject| !args.pace.quick || subject.technique != "spec");
    } else {
        subjects.retain(|s| args.implementation.iter().any(|name| *name == s.implementation || *name == s.technique));
    }
    if args.peers {
        subjects.extend(subject::peers(algorithm));
    }
    subjects
}

fn points(subject: &Subject, args: &RunArgs) -> Vec<Point> {
    let lengths = match args.lengths.as_slice() {
        // A long message takes the oracle up to a second a call; whoever wants that figure asks for it.
        [] if subject.technique == "spec" => &plan::LENGTHS[..plan::LENGTHS.len() - 1],
        [] => &plan::LENGTHS,
        asked => asked,
    };
    let batches = (!args.batch.is_empty()).then_some(&args.batch[..]);
    plan::points(subject, lengths, batches, args.pace.quick)
}

/// One measurement from the samples of all processes.
fn measurement(subject: &Subject, job: &Job, findings: Vec<Finding>) -> Measurement {
    let (findings, left_out) = undisturbed(findings);
    let disturbed = findings.iter().any(|f| f.samples.disturbed);
    let processes = findings.len();
    let discarded = left_out + findings.iter().map(|f| f.samples.discarded).sum::<u64>();
    let digest_correct = findings.iter().all(|f| f.digest_correct);
    let median = |of: &dyn Fn(&Finding) -> f64| Quartiles::of(findings.iter().map(of).collect()).median;
    let core_hz = median(&|f| f.samples.core_hz);
    let tsc_hz = median(&|f| f.tsc_hz);
    let call_cycles = median(&|f| f.call_cycles);
    let core_width = median(&|f| f.width);
    let cycles: Vec<f64> = findings.iter().flat_map(|f| f.samples.cycles.iter().copied()).collect();
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

/// The findings of the undisturbed processes if most are, and how many samples the others had; else all findings.
fn undisturbed(findings: Vec<Finding>) -> (Vec<Finding>, u64) {
    let disturbed = findings.iter().filter(|f| f.samples.disturbed).count();
    if disturbed * 2 >= findings.len() {
        return (findings, 0);
    }
    let (without, with): (Vec<Finding>, Vec<Finding>) = findings.into_iter().partition(|f| !f.samples.disturbed);
    (without, with.iter().map(|f| f.samples.discarded + f.samples.cycles.len() as u64).sum())
}

/// A bar on a terminal's standard error; nothing elsewhere.
fn progress(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({eta} left)")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Samples;

    fn finding(cycles: &[f64], disturbed: bool) -> Finding {
        let samples = Samples { cycles: cycles.to_vec(), discarded: 10, core_hz: 3e9, disturbed };
        Finding { job: 0, samples, digest_correct: true, call_cycles: 20.0, tsc_hz: 2e9, width: 3.0, settled: true }
    }

    fn measured(findings: Vec<Finding>) -> Measurement {
        let known = Algorithm::by_name("sha3-256").expect("it is there");
        let subject = subject::ours(known).swap_remove(0);
        let job = Job {
            package: subject.package.clone(),
            algorithm: "sha3-256".to_owned(),
            implementation: subject.implementation.clone(),
            batch: 1,
            lengths: crate::record::Lengths::Equal,
            length_bytes: 10,
            expected: String::new(),
        };
        measurement(&subject, &job, findings)
    }

    #[test]
    fn processes_that_were_disturbed_count_only_if_most_were() {
        let quiet = || finding(&[100.0, 100.0, 100.0], false);
        let noisy = || finding(&[110.0, 150.0, 200.0], true);
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
    fn a_record_does_not_tell_where_it_lies() {
        let command = |text: &str| without_record(text.split(' ').map(str::to_owned));
        assert_eq!(command("bench --record a/b.json --quick"), "bench --quick");
        assert_eq!(command("bench --record=a/b.json --peers"), "bench --peers");
    }
}
