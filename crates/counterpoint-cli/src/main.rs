//! The command `counterpoint`: hashes files, checks them against a list, shows what the library has.
//!
//! One file a subcommand, each with its `Args` and its `run`; [`exit`] says how a run ends.

use clap::{Parser, Subcommand};

mod check;
mod exit;
mod list;
mod sum;

/// Hash functions in many voices: Grøstl, Fugue, Luffa, the Keccak family.
#[derive(Parser)]
#[command(name = "counterpoint", version, arg_required_else_help = true, after_long_help = exit::CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the digests of files.
    Sum(sum::Args),
    /// Check files against a list of digests.
    Check(check::Args),
    /// Show the algorithms and their implementations.
    List(list::Args),
}

fn main() -> std::process::ExitCode {
    let done = match Cli::parse().command {
        Command::Sum(args) => sum::run(args),
        Command::Check(args) => check::run(args),
        Command::List(args) => list::run(args),
    };
    exit::code(done)
}
