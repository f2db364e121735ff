//! Measures Counterpoint and its peers: `counterpoint bench`.
//!
//! METHODOLOGY.md in this crate's folder tells what is measured, how, and what must not be concluded from it.

use clap::{Args, Subcommand, ValueEnum};
use counterpoint::Algorithm;
use counterpoint_console::exit::{Error, Exit};
use counterpoint_console::{exit, names, streams};
use std::io::Write;
use std::process::ExitCode;

mod calibrate;
mod clock;
mod code_size;
mod compare;
mod digest;
mod machine;
mod measure;
mod output;
mod papers;
#[cfg(feature = "peers")]
mod peers;
mod plan;
pub mod record;
mod report;
mod sample;
mod subject;
pub mod summary;
mod verdict;
mod words;
mod worker;

use measure::Pace;
use record::Measurement;

/// Measures speed in core cycles per byte.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = exit::with_codes("Examples:
  counterpoint bench --quick --algorithm groestl256
  counterpoint bench --algorithm sha3-256 --lengths 64,4096 --batch 1,8
  counterpoint bench --peers --algorithm sha3-256
  counterpoint bench --record benchmarks/x86_64/today.json
  counterpoint bench papers
  counterpoint bench compare benchmarks/x86_64/before.json benchmarks/x86_64/after.json
  counterpoint bench report benchmarks/*/*.json -o report.html"))]
pub struct BenchArgs {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Sets our figures beside the papers' own tables.
    Papers(papers::PapersArgs),
    /// Compares the order of the implementations, by which they are chosen, with this machine.
    Calibrate(calibrate::CalibrateArgs),
    /// Prints what changed from one record to another.
    Compare(compare::CompareArgs),
    /// Writes an HTML page of one or more records.
    Report(report::ReportArgs),
    /// Measures jobs from standard input (used by this program itself).
    #[command(hide = true, name = worker::ARGUMENT)]
    MeasureJobs,
}

/// What to measure, and where the figures go.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// Measure these algorithms only (may be repeated, or a list with commas).
    #[arg(short, long, value_delimiter = ',', value_name = "ALG")]
    algorithm: Vec<String>,
    /// Measure these implementations or techniques only.
    #[arg(short, long, value_delimiter = ',', value_name = "NAME")]
    implementation: Vec<String>,
    /// Message lengths in bytes [default: 8,64,576,1536,4096,1048576].
    #[arg(long, value_delimiter = ',', value_name = "BYTES", value_parser = parse_length)]
    lengths: Vec<usize>,
    /// Messages in one call [default: 1, and 2,4,8,16,64,1024 where there is a batch form].
    #[arg(long, value_delimiter = ',', value_name = "MESSAGES", value_parser = parse_length)]
    batch: Vec<usize>,
    /// Measure what a user would pick instead, in the same run.
    #[arg(long)]
    peers: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    pace: Pace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

fn parse_length(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(length) if (1..=1 << 30).contains(&length) => Ok(length),
        _ => Err("give a number from 1 to 1073741824".to_owned()),
    }
}

/// Runs `counterpoint bench`.
pub fn run(args: BenchArgs) -> ExitCode {
    exit::code(match args.command {
        Some(BenchCommand::MeasureJobs) => worker::work().map(|()| Exit::Good),
        Some(BenchCommand::Papers(args)) => papers::run(&args).map(|()| Exit::Good),
        Some(BenchCommand::Calibrate(args)) => calibrate::run(&args).map(Exit::good_if),
        Some(BenchCommand::Compare(args)) => compare::run(&args).map(|()| Exit::Good),
        Some(BenchCommand::Report(args)) => report::run(&args).map(|()| Exit::Good),
        None => measure_and_show(&args.run).map(|()| Exit::Good),
    })
}

fn measure_and_show(args: &RunArgs) -> Result<(), Error> {
    if args.peers && cfg!(not(feature = "peers")) {
        return Err(Error::Usage("the peers are not built in; build with `--features bench,peers`".to_owned()));
    }
    let algorithms = algorithms(&args.algorithm)?;
    known_implementations(&args.implementation, &algorithms)?;
    let groups = measure::asked_for(&algorithms, args);
    let (record, outcome) = measure::into_record(&groups, &args.pace);
    show(args.format, &record.measurements)?;
    outcome
}

/// The algorithms that are asked for, or all.
fn algorithms(names: &[String]) -> Result<Vec<&'static Algorithm>, Error> {
    if names.is_empty() {
        return Ok(Algorithm::all().collect());
    }
    names
        .iter()
        .map(|name| {
            names::algorithm(name, Algorithm::all()).map_err(|message| Error::Usage(format!("{name}: {message}")))
        })
        .collect()
}

/// Whether each name is that of an implementation or technique of one of these algorithms.
fn known_implementations(names: &[String], algorithms: &[&'static Algorithm]) -> Result<(), Error> {
    let implementations = || algorithms.iter().flat_map(|algorithm| algorithm.implementations());
    let known = || implementations().flat_map(|implementation| [implementation.name(), implementation.technique()]);
    match names.iter().find(|name| known().all(|known| known != *name)) {
        Some(name) => Err(Error::Usage(format!("{name}: {}", names::unknown("implementation", name, known())))),
        None => Ok(()),
    }
}

fn show(format: Format, measurements: &[Measurement]) -> Result<(), Error> {
    let text = match format {
        Format::Text => output::text(measurements),
        Format::Json => serde_json::to_string_pretty(measurements).map_err(|e| e.to_string())? + "\n",
        Format::Csv => output::csv(measurements),
    };
    write_out(&text)
}

/// Writes to standard output.
fn write_out(text: &str) -> Result<(), Error> {
    Ok(streams::output()?.write_all(text.as_bytes())?)
}
