//! Messages on standard error, and the file names and system errors in them.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes a message to standard error. Errors are ignored, because there is nowhere else to report them.
pub fn print_message(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Returns the text of a system error without its number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(counterpoint_cli::messages::reason(&error), "No such file or directory");
/// ```
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Returns a file name for messages: as it is, or quoted and escaped if it is not one line of text or begins or ends
/// with white space.
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
