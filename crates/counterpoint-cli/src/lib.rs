//! The command `counterpoint`: hashes files, checks them against a list, shows what the library has.
//!
//! One file a subcommand, each with its `Args` and its `run`: `sum`, `check`, `list`, `selftest`; `pages`
//! writes the man pages and completions. They share the choice of the hash function (`choice`), the line format
//! (`lines`), the reading of files (`input`, `open`, `walk`), the workers (`in_order`) and the way out
//! (`console`, `exit`).

use clap::builder::StyledStr;
use clap::{Parser, Subcommand};
use console::Console;
use counterpoint_console::exit;
use exit::{Error, Exit};
use std::process::ExitCode;

mod check;
mod choice;
mod console;
#[doc(hidden)]
pub mod fuzzing;
mod given;
mod in_order;
mod input;
mod lines;
mod list;
mod open;
mod pages;
mod selftest;
mod settings;
mod sum;
mod walk;

const EXAMPLES: &str = "\
Examples:
  counterpoint sum README.md
      the SHA3-256 digest of a file
  counterpoint sum -a groestl256 --recursive src > SUMS
      digests of all files in a folder
  counterpoint check -a groestl256 SUMS
      whether the files are still the same
  counterpoint list
      the algorithms, and the implementations that this machine runs";

/// Hash functions in many voices: Grøstl, Fugue, Luffa, the Keccak family.
#[derive(Parser)]
#[command(
    name = "counterpoint",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_long_help = exit::with_codes(EXAMPLES)
)]
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
    /// Run known answers through the implementations.
    Selftest(selftest::Args),
    /// Measure speed in core cycles per byte.
    #[cfg(feature = "bench")]
    Bench(counterpoint_bench::BenchArgs),
    /// Print the completions for a shell.
    Completions(pages::Completions),
    /// Print the man page, or write all man pages.
    Man(pages::Man),
}

/// Runs the command with the process's arguments, and returns its exit code.
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => match cli.command {
            Command::Sum(args) => sum::run(args),
            Command::Check(args) => check::run(args),
            Command::List(args) => list::run(args),
            Command::Selftest(args) => selftest::run(args),
            #[cfg(feature = "bench")]
            Command::Bench(args) => return counterpoint_bench::run(args),
            Command::Completions(args) => pages::completions(args),
            Command::Man(args) => pages::man(args),
        },
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print(&help.render()),
    };
    exit::code(done)
}

/// Prints a help text or the version. Clap would take no notice of an output that can't be written.
fn print(text: &StyledStr) -> Result<Exit, Error> {
    let mut console = Console::new();
    let text = if console.colours() { text.ansi().to_string() } else { text.to_string() };
    console.line(text.as_bytes())?;
    Ok(Exit::Good)
}
