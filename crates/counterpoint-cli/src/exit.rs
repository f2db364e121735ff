//! How a run ends: one table of exit codes, and the errors that end a run early.

use crate::console::{complain, reason};
use std::io;
use std::process::ExitCode;

/// The table of exit codes, as the help and the man page show it.
const CODES: &str = "\
Exit codes:
  0  all good
  1  a mismatch, an unreadable file, or output that could not be written
  2  wrong usage, or an unreadable vector file";

/// The end of a help text: its examples, and the exit codes.
pub(crate) fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{CODES}")
}

/// How a run that came to its end has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All good.
    Good = 0,
    /// A mismatch, or a file that could not be read; it has been named already.
    Failed = 1,
    /// Wrong usage, or a vector file that could not be read; it has been named already.
    Usage = 2,
}

impl Exit {
    /// Good, if nothing failed.
    pub(crate) fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Failed }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub(crate) enum Error {
    /// Wrong usage, in words.
    Usage(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Error {
    /// Input errors are told where they happen; what is passed on with `?` is standard output's.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Tells an error, and gives the exit code. That a reader of standard output has gone away is no news.
pub(crate) fn code(done: Result<Exit, Error>) -> ExitCode {
    let exit = match done {
        Ok(exit) => exit,
        Err(Error::Usage(words)) => {
            complain(format_args!("error: {words}"));
            Exit::Usage
        }
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Failed,
        Err(Error::Output(error)) => {
            complain(format_args!("counterpoint: standard output: {}", reason(&error)));
            Exit::Failed
        }
    };
    ExitCode::from(exit as u8)
}
