//! The subcommand `bench` alone, as the tests of this crate run it. Users reach it through `counterpoint bench`.

use clap::{Parser, Subcommand};
use counterpoint_bench::BenchArgs;
use std::process::ExitCode;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(BenchArgs),
}

fn main() -> ExitCode {
    let Command::Bench(args) = Cli::parse().command;
    counterpoint_bench::run(args)
}
