//! The command `counterpoint`: hashes files, checks them against lists of digests, shows the algorithms, tests itself.
//!
//! Each subcommand has a file with its `Args` and its `run`: `sum`, `check`, `column`, `list`, `selftest`,
//! `completions`, `man`. They share:
//!
//! * `common_args`, `hash_functions`, `hash_options`, `key_file`, `settings`, `numbers`: the chosen function and its
//!   parameters;
//! * `checksum_line`: the format of a line in a list of digests;
//! * `input`, `open`, `walk`: reading files and directories; `foreign`: recognizing files that are not text;
//!   `unlisted`: files that no list names;
//! * `file_hasher`, `long_file`: hashing files, many small ones at once, a long one with all threads;
//! * `ordered_parallel`: work on many threads;
//! * `console`, `messages`, `suggestions`: lines, progress and messages;
//! * `streams`, `output_file`, `identity`: standard streams that may be closed, files replaced in one step;
//! * `exit`: the exit codes, and the errors that end a run early.
//!
//! Public modules exist for tests, examples and fuzz targets only; their interface may change with every release.

use clap::builder::StyledStr;
use clap::{CommandFactory, Parser, Subcommand};
use console::Console;
use exit::{Error, Exit};
use std::process::ExitCode;

mod check;
mod checksum_line;
#[cfg(feature = "column")]
mod column;
mod common_args;
mod completions;
mod console;
#[doc(hidden)]
pub mod exit;
mod file_hasher;
mod foreign;
#[doc(hidden)]
pub mod fuzzing;
mod hash_functions;
mod hash_options;
mod identity;
mod input;
mod key_file;
mod list;
mod long_file;
mod man;
#[doc(hidden)]
pub mod messages;
mod numbers;
mod open;
mod ordered_parallel;
#[doc(hidden)]
pub mod output_file;
mod selftest;
mod settings;
#[doc(hidden)]
pub mod streams;
mod suggestions;
mod sum;
mod unlisted;
mod walk;

const EXAMPLES: &str = "\
Examples:
  counterpoint sum README.md
      the SHA3-256 digest of a file
  counterpoint sum -a groestl256 --recursive src > SUMS
      the digests of all files in a directory
  counterpoint check -a groestl256 SUMS
      check that the files are still the same
  counterpoint list
      the algorithms, and their implementations on this machine";

/// Hash files and check digests, in constant time: the SHA-3 family, Grøstl, Fugue and Luffa.
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
    /// Test the implementations with known answers.
    Selftest(selftest::Args),
    /// Add the digests of a column to a Parquet, CSV or JSON-lines table.
    #[cfg(feature = "column")]
    Column(column::Args),
    /// Print the completions for a shell.
    Completions(completions::Args),
    /// Print the manual page, or write all of them.
    Man(man::Args),
}

/// Runs the command with the arguments of the process, and returns the exit code.
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => match cli.command {
            Command::Sum(args) => sum::run(args),
            Command::Check(args) => check::run(args),
            #[cfg(feature = "column")]
            Command::Column(args) => column::run(args),
            Command::List(args) => list::run(args),
            Command::Selftest(args) => selftest::run(args),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command()),
        },
        Err(error) if error.use_stderr() => error.exit(),
        Err(help) => print(&help.render()),
    };
    exit::code("counterpoint", done)
}

/// Prints a help text or the version. Clap itself would ignore errors of standard output.
fn print(text: &StyledStr) -> Result<Exit, Error> {
    let mut console = Console::new();
    let text = if console.colours() { text.ansi().to_string() } else { text.to_string() };
    console.line(text.as_bytes())?;
    Ok(Exit::Good)
}
