//! The program's output: exit codes, messages, standard output, and output files.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::{self, ExitCode};

/// The table of exit codes in the help.
const CODES: &str = "\
Exit codes:
  0  all good
  1  an unreadable file, work that failed, or output that could not be written
  2  wrong usage";

/// Returns the end of a help text: its examples and the exit codes.
pub(crate) fn with_codes(examples: &str) -> String {
    format!("{examples}\n\n{CODES}")
}

/// Why a run ended early.
#[derive(Debug)]
pub(crate) enum Error {
    /// Wrong usage. The message names the mistake.
    Usage(String),
    /// A file that could not be read or written, or work that failed. The message names it.
    Failed(String),
    /// Standard output could not be written.
    Output(io::Error),
}

/// Returns the error of work that failed.
pub(crate) fn failed(error: impl ToString) -> Error {
    Error::Failed(error.to_string())
}

/// Prints the error, if there is one, on standard error, and returns the exit code. Nothing is printed if the reader of
/// standard output has closed it, because no one needs to know.
pub(crate) fn exit_code(program: &str, done: Result<(), Error>) -> ExitCode {
    let (code, message) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Error::Usage(words)) => (2, format!("error: {words}")),
        Err(Error::Failed(words)) => (1, format!("{program}: {words}")),
        Err(Error::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::from(1),
        Err(Error::Output(error)) => (1, format!("{program}: standard output: {}", reason(&error))),
    };
    // There is nowhere to report an error on standard error.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}

/// Returns the text of a system error without the error number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.clone(), |(words, _)| words.to_owned())
}

/// Returns a name for messages: unchanged, or quoted with escapes if it is not one line of text or if its ends would be
/// invisible.
pub(crate) fn shown(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) if !text.is_empty() && text.trim() == text && !text.contains(char::is_control) => text.to_owned(),
        _ => format!("{name:?}"),
    }
}

/// Writes to standard output, through a duplicate of its descriptor, because Rust's own stream ignores some errors.
pub(crate) fn print(text: &[u8]) -> Result<(), Error> {
    #[cfg(unix)]
    let stream = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let stream = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    stream.and_then(|stream| File::from(stream).write_all(text)).map_err(Error::Output)
}

/// Writes a file as a whole or not at all. A device or a pipe is written directly.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Error> {
    if path == Path::new("/dev/stdout") {
        return print(contents);
    }
    let written = match fs::metadata(path) {
        Ok(old) if !old.is_file() => {
            OpenOptions::new().write(true).open(path).and_then(|mut to| to.write_all(contents))
        }
        // A link stays and its target is replaced, unless the target is write-protected.
        Ok(_) => OpenOptions::new().append(true).open(path).and_then(|_| replace(&path.canonicalize()?, contents)),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(path, contents),
        Err(error) => Err(error),
    };
    written.map_err(|error| {
        let remedy = match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => "create the folder first, or name a file elsewhere",
            ErrorKind::PermissionDenied => "allow writing the file and in its folder, or name a file elsewhere",
            ErrorKind::IsADirectory => "name a file in it",
            ErrorKind::StorageFull => "free some space, or name a file elsewhere",
            _ => "name a file elsewhere",
        };
        Error::Failed(format!("{}: {}; {remedy}", shown(path.as_os_str()), reason(&error)))
    })
}

/// Writes the contents to a new file in the same folder, which then replaces the old one and keeps its mode.
fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_owned();
    name.push(format!(".{}.tmp", process::id()));
    let new = path.with_file_name(name);
    let mut file = File::create_new(&new)?;
    let mode = fs::metadata(path).map_or(Ok(()), |old| file.set_permissions(old.permissions()));
    let replaced = mode
        .and_then(|()| file.write_all(contents))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&new, path));
    replaced.inspect_err(|_| _ = fs::remove_file(&new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_visible_ends_is_quoted() {
        assert_eq!(["a b", " a", "", "a\nb"].map(|name| shown(name.as_ref())), ["a b", "\" a\"", "\"\"", "\"a\\nb\""]);
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("counterpoint-isa-console-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("a");
        for contents in [&b"old"[..], b"new"] {
            write(&path, contents).unwrap();
            assert_eq!(fs::read(&path).unwrap(), contents);
        }
        let Error::Failed(words) = write(&path.join("b"), b"").unwrap_err() else { panic!("another error") };
        assert!(words.contains("Not a directory; create the folder first"), "{words}");
        let Error::Failed(words) = write(&folder, b"").unwrap_err() else { panic!("another error") };
        assert!(words.contains("Is a directory; name a file in it"), "{words}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
