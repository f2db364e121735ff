//! The end of a run: the table of exit codes, and the errors that end a run early.

use crate::messages::{print_message, reason};
use std::io;
use std::process::ExitCode;

/// The table of exit codes in the help and the man pages.
const CODES: &str = "\
Exit codes:
  0  all good
  1  a mismatch, nothing to check, an unreadable file, or output that could not be written
  2  wrong usage, or an unreadable vector file";

/// Returns the end of a help text: its examples and the exit codes.
pub fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{CODES}")
}

/// The result of a run that reached its end. The number of each variant is the exit code of the process.
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
    /// Returns `Good` or `Failed`.
    pub fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Failed }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Error {
    /// Wrong usage, described by the message.
    Usage(String),
    /// A file that could not be read or written, or work that failed, as described by the message.
    Failed(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Error {
    /// Errors of files are reported where they occur; an error passed on with `?` comes from standard output.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Error {
    fn from(words: String) -> Self {
        Self::Failed(words)
    }
}

/// Prints the error, if any, to standard error after the name of the program, and returns the exit code. Prints nothing
/// if the reader of standard output has closed it: nobody expects a message about that.
pub fn code(program: &str, done: Result<Exit, Error>) -> ExitCode {
    let (exit, message) = match done {
        Ok(exit) => (exit, None),
        Err(Error::Usage(words)) => (Exit::Usage, Some(format!("error: {words}"))),
        Err(Error::Failed(words)) => (Exit::Failed, Some(format!("{program}: {words}"))),
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => (Exit::Failed, None),
        Err(Error::Output(error)) => (Exit::Failed, Some(format!("{program}: standard output: {}", reason(&error)))),
    };
    if let Some(message) = message {
        print_message(message);
    }
    ExitCode::from(exit as u8)
}
