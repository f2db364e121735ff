//! File names and errors of the system as they are shown in messages.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes one message on standard error. If that is closed or full, nobody is left to tell, so the error is ignored.
pub fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// What went wrong, in the system's words without its error number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(counterpoint_console::words::reason(&error), "No such file or directory");
/// ```
pub fn reason(error: &io::Error) -> String {
    let words = error.to_string();
    match words.find(" (os error ") {
        Some(end) => words[..end].to_owned(),
        None => words,
    }
}

/// A file name in a message: as it is, or quoted with escapes if it is not a plain line of text or its ends could not
/// be seen.
pub fn shown(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) if !text.is_empty() && text.trim() == text && !text.contains(char::is_control) => text.to_owned(),
        _ => format!("{name:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_visible_ends_is_quoted() {
        assert_eq!(["a b", " a", "", "a\nb"].map(|name| shown(name.as_ref())), ["a b", "\" a\"", "\"\"", "\"a\\nb\""]);
    }
}
