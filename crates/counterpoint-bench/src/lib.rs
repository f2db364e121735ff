//! Measures Counterpoint and its peers: `counterpoint bench`.
//!
//! METHODOLOGY.md in the folder of this crate describes what is measured, how, and what must not be concluded from it.
//!
//! * Commands: `run` (without a subcommand), `papers`, `calibrate`, `compare`, `merkle`, `ratio`, `report`.
//! * What is measured: `subject`, `implementations`, `peers`, `subjects`, `selection`, `plan`.
//! * How: `measure` starts a `worker` process for each round, which takes samples (`sample`) with the `clock`. `digest`
//!   and `peer_check` compare the outputs, `code_size` and `machine` add facts.
//! * The results: `record`, `sides`, `summary`, and their forms (`output`, `format`).

use clap::{Args, Subcommand};
use counterpoint_console::exit::{self, Exit};
use std::process::ExitCode;

mod calibrate;
mod clock;
mod code_size;
mod compare;
mod digest;
mod format;
mod implementations;
mod machine;
mod measure;
mod merkle;
mod output;
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
pub mod summary;
mod worker;

/// Measures speed in core cycles per byte.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = exit::with_codes("Examples:
  counterpoint bench --quick --algorithm groestl256
  counterpoint bench --algorithm sha3-256 --lengths 64,4096 --batch 1,8
  counterpoint bench --peers --algorithm sha3-256
  counterpoint bench --record benchmarks/x86_64/today.json
  counterpoint bench papers
  counterpoint bench --peers --plan short --algorithm sha3-256,keccak256 --record short.json
  counterpoint bench ratio short.json
  counterpoint bench compare benchmarks/x86_64/before.json benchmarks/x86_64/after.json
  counterpoint bench report benchmarks/*/*.json -o report.html"))]
pub struct BenchArgs {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Prints the papers' tables with our figures beside them.
    Papers(papers::PapersArgs),
    /// Checks whether the order in which implementations are chosen is right for this machine.
    Calibrate(calibrate::CalibrateArgs),
    /// Prints what changed from one record to another.
    Compare(compare::CompareArgs),
    /// Measures the root of a large Merkle tree, beside other packages.
    Merkle(merkle::MerkleArgs),
    /// Prints how many times as long ours takes as the fastest peer, the worst first.
    Ratio(ratio::RatioArgs),
    /// Writes an HTML page that shows one or more records.
    Report(report::ReportArgs),
    /// Measures the jobs that standard input contains (this program runs itself so).
    #[command(hide = true, name = worker::ARGUMENT)]
    MeasureJobs,
}

/// Runs `counterpoint bench`.
pub fn run(args: BenchArgs) -> ExitCode {
    exit::code(match args.command {
        Some(BenchCommand::MeasureJobs) => worker::serve().map(|()| Exit::Good),
        Some(BenchCommand::Papers(args)) => papers::run(&args).map(|()| Exit::Good),
        Some(BenchCommand::Calibrate(args)) => calibrate::run(&args).map(Exit::good_if),
        Some(BenchCommand::Compare(args)) => compare::run(&args).map(|()| Exit::Good),
        Some(BenchCommand::Merkle(args)) => merkle::run(&args).map(|()| Exit::Good),
        Some(BenchCommand::Ratio(args)) => ratio::run(&args).map(Exit::good_if),
        Some(BenchCommand::Report(args)) => report::run(&args).map(|()| Exit::Good),
        None => run::run(&args.run).map(|()| Exit::Good),
    })
}
