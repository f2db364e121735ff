//! Measures Counterpoint and its peers: the program `counterpoint-bench`.
//!
//! METHODOLOGY.md in this crate's folder describes what is measured, how, and what not to conclude from it.
//!
//! * Commands: `run` (without a subcommand), `papers`, `luffa-parts`, `calibrate`, `compare`, `merkle`, `ratio`,
//!   `report`, `tables`.
//! * What is measured: `subject`, `implementations`, `nosse`, `peers`, `subjects`, `selection`, `plan`.
//! * How: `measure` starts a `worker` process for each round, which takes samples (`sample`) with the `clock`. `digest`
//!   and `peer_check` compare the outputs, `code_size` and `machine` add facts.
//! * The results: `record`, `sides`, `summary`, and their forms (`output`, `format`).
//! * Messages and files: `console`, `output_file`.

use clap::{Parser, Subcommand};
use console::{Error, Exit, PROGRAM};
use std::process::ExitCode;

mod calibrate;
mod clock;
mod code_size;
mod compare;
mod console;
mod cores;
mod digest;
mod format;
mod implementations;
mod luffa_parts;
mod machine;
mod measure;
mod merkle;
#[cfg(nosse)]
mod nosse;
mod output;
mod output_file;
mod papers;
mod peer_check;
#[cfg(feature = "peers")]
mod peers;
mod plan;
mod ratio;
pub mod record;
mod report;
mod run;
mod sample;
mod selection;
mod sides;
mod subject;
mod subjects;
mod summary;
mod tables;
mod worker;

/// Measures speed in core cycles per byte.
#[derive(Debug, Parser)]
#[command(name = PROGRAM, version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = console::with_codes("Examples:
  counterpoint-bench --quick --algorithm groestl256
  counterpoint-bench --algorithm sha3-256 --lengths 64,4096 --batch 1,8
  counterpoint-bench --peers --algorithm sha3-256
  counterpoint-bench --record benchmarks/x86_64/today.json
  counterpoint-bench papers
  counterpoint-bench --peers --plan short --algorithm sha3-256,keccak256 --record short.json
  counterpoint-bench ratio short.json
  counterpoint-bench compare benchmarks/x86_64/before.json benchmarks/x86_64/after.json
  counterpoint-bench report benchmarks/*/*.json -o report.html"))]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the papers' tables next to our figures.
    Papers(papers::PapersArgs),
    /// Measure the parts of Luffa that a paper measures: MixWord alone, and the conversion to a layout.
    LuffaParts(luffa_parts::command::LuffaPartsArgs),
    /// Check whether implementations are chosen in the right order on this machine.
    Calibrate(calibrate::CalibrateArgs),
    /// Print what changed between two records.
    Compare(compare::CompareArgs),
    /// Measure the root of a large Merkle tree, next to other packages.
    Merkle(merkle::MerkleArgs),
    /// Print our time divided by the fastest peer's, worst first.
    Ratio(ratio::RatioArgs),
    /// Write an HTML page that shows one or more records.
    Report(report::ReportArgs),
    /// Write the tables of README.md and docs/performance/cpus.md from the records in benchmarks/.
    Tables(tables::TablesArgs),
    /// Measure the jobs on standard input (this program runs itself this way).
    #[command(hide = true, name = worker::ARGUMENT)]
    MeasureJobs,
}

/// Runs the program with the arguments of the process, and returns the exit code.
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(args) => run(args),
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => console::print(&help.render().to_string()).map(|()| Exit::Good),
    };
    console::exit_code(done)
}

fn run(args: Cli) -> Result<Exit, Error> {
    match args.command {
        Some(Command::MeasureJobs) => worker::serve().map(|()| Exit::Good),
        Some(Command::Papers(args)) => papers::run(&args).map(|()| Exit::Good),
        Some(Command::LuffaParts(args)) => luffa_parts::command::run(&args).map(|()| Exit::Good),
        Some(Command::Calibrate(args)) => calibrate::run(&args).map(Exit::good_if),
        Some(Command::Compare(args)) => compare::run(&args).map(|()| Exit::Good),
        Some(Command::Merkle(args)) => merkle::run(&args).map(|()| Exit::Good),
        Some(Command::Ratio(args)) => ratio::run(&args).map(Exit::good_if),
        Some(Command::Report(args)) => report::run(&args).map(|()| Exit::Good),
        Some(Command::Tables(args)) => tables::run(&args).map(Exit::good_if),
        None => run::run(&args.run).map(|()| Exit::Good),
    }
}
