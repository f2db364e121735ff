//! What workers pass to the report: the events of a list, with the result for the file of each line.

use super::list::Malformed;
use crate::input::ReadError;
use std::ffi::OsString;

/// The outcome of one event of a list.
pub(super) enum Outcome {
    /// The list of this name begins.
    Begin(OsString),
    /// The result for the file of this name.
    File(Vec<u8>, FileResult),
    /// A line is improperly formatted.
    Malformed(Malformed),
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
    /// The line can't be checked with the options of this run. The message has the reason and the remedy.
    Unchecked(String),
}
