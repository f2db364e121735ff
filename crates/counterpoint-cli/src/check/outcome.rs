//! What the workers pass on to the report: the events of a list, with the result for the file of each line.

use crate::input::ReadError;
use std::ffi::{OsStr, OsString};

/// The outcome of one event of a list.
pub(super) enum Outcome {
    /// The list of this name begins.
    Begin(OsString),
    /// The result for the file of this name.
    File(Vec<u8>, FileResult),
    /// The line of this number is improperly formatted.
    Malformed(u64),
    /// The list ends, or can't be read any further.
    End(Option<ReadError>),
}

/// The result for the file of one line.
pub(super) enum FileResult {
    Match,
    Mismatch {
        /// Whether the line itself names the function.
        tagged: bool,
    },
    /// The file can't be read.
    Unreadable(ReadError),
    /// The line can't be checked with the options of this run. The message says why, and the remedy.
    Unchecked(String),
}

/// Returns the name of a file from its bytes in a list. Where the names of the system are not bytes, bytes that are not
/// text name no file.
pub(super) fn file_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
    #[cfg(not(unix))]
    OsStr::new(&*String::from_utf8_lossy(bytes)).to_owned()
}
