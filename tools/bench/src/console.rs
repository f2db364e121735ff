//! Exit codes, messages, and standard output with all its errors.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

/// The name of this program, with which its messages begin.
pub(crate) const PROGRAM: &str = "counterpoint-bench";

/// The table of exit codes in the help.
const CODES: &str = "\
Exit codes:
  0  success
  1  a figure worse than allowed, an unreadable file, or output that could not be written
  2  invalid usage";

/// Returns the end of a help text: examples and exit codes.
pub(crate) fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{CODES}")
}

/// The result of a run that did not end early. The number of each variant is the process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Good = 0,
    /// The message has already been printed.
    Failed = 1,
}

impl Exit {
    /// Returns `Good` or `Failed`.
    pub(crate) fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Failed }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub(crate) enum Error {
    /// Invalid usage. The message names the mistake.
    Usage(String),
    /// A file that could not be read or written, or work that failed. The message names it.
    Failed(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Error {
    /// File errors are reported where they occur, so an error passed on with `?` is one of standard output.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Error {
    fn from(words: String) -> Self {
        Self::Failed(words)
    }
}

/// Prints the error, if any, to standard error, and returns the exit code. Prints nothing if the reader of standard
/// output has closed it, because nobody is interested.
pub(crate) fn exit_code(done: Result<Exit, Error>) -> ExitCode {
    let (code, message) = match done {
        Ok(exit) => return ExitCode::from(exit as u8),
        Err(Error::Usage(words)) => (2, format!("error: {words}")),
        Err(Error::Failed(words)) => (1, format!("{PROGRAM}: {words}")),
        Err(Error::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::from(1),
        Err(Error::Output(error)) => (1, format!("{PROGRAM}: standard output: {}", reason(&error))),
    };
    print_message(message);
    ExitCode::from(code)
}

/// Writes one message to standard error. Ignores errors, because there is nowhere else to report them.
pub(crate) fn print_message(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Returns the text of a system error without the error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.clone(), |(words, _)| words.to_owned())
}

/// Returns a file name for messages: unchanged, or quoted with escapes if it is not one line of text or has invisible
/// ends.
pub(crate) fn shown(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) if !text.is_empty() && text.trim() == text && !text.contains(char::is_control) => text.to_owned(),
        _ => format!("{name:?}"),
    }
}

/// Prints a text to standard output.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    Ok(standard_output()?.write_all(text.as_bytes())?)
}

/// Returns standard output as a file, which reports every write error. Rust's own stream ignores some, and writes
/// nowhere if standard output was closed when the process started (`>&-` in a shell).
pub(crate) fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    {
        if at_start::OUTPUT_WAS_CLOSED.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(rustix::io::Errno::BADF.into());
        }
        Ok(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?.into())
    }
    #[cfg(windows)]
    {
        Ok(std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?.into())
    }
}

#[cfg(unix)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    pub(super) static OUTPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before Rust's runtime opens `/dev/null` in place of a closed stream, so must not use the runtime.
    // The attribute says `unsafe` because most code must not run before `main`.
    #[ctor::ctor(unsafe)]
    fn look_at_standard_output() {
        OUTPUT_WAS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Relaxed);
    }
}
