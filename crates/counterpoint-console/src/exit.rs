//! How a run ends: one table of exit codes, and the errors that end a run early.

use crate::words::{complain, reason};
use std::io;
use std::process::ExitCode;

/// The table of exit codes, as the help and the man page show it.
const CODES: &str = "\
Exit codes:
  0  all good
  1  a mismatch, nothing that was checked, an unreadable file, or output that could not be written
  2  wrong usage, or an unreadable vector file";

/// The end of a help text: its examples, and the exit codes.
pub fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{CODES}")
}

/// How a run that came to its end has ended. The number of each is the process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All good.
    Good = 0,
    /// A mismatch, or a file that could not be read or written; the message has been printed already.
    Failed = 1,
    /// Wrong usage, or a vector file that could not be read; the message has been printed already.
    Usage = 2,
}

impl Exit {
    /// Good, if nothing failed.
    pub fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Failed }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Error {
    /// Wrong usage, in words.
    Usage(String),
    /// A file that could not be read or written, or work that failed, in words that name it.
    Failed(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Error {
    /// Errors of files are reported where they happen; an error that is passed on with `?` is standard output's.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Error {
    fn from(words: String) -> Self {
        Self::Failed(words)
    }
}

/// Prints an error on standard error, and returns the exit code. A reader of standard output that has gone away is no
/// news.
pub fn code(done: Result<Exit, Error>) -> ExitCode {
    let (exit, message) = match done {
        Ok(exit) => (exit, None),
        Err(Error::Usage(words)) => (Exit::Usage, Some(format!("error: {words}"))),
        Err(Error::Failed(words)) => (Exit::Failed, Some(format!("counterpoint: {words}"))),
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => (Exit::Failed, None),
        Err(Error::Output(error)) => (Exit::Failed, Some(format!("counterpoint: standard output: {}", reason(&error)))),
    };
    if let Some(message) = message {
        complain(message);
    }
    ExitCode::from(exit as u8)
}
