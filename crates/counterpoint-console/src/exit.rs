//! The exit codes.

use std::process::ExitCode;

/// How a run has ended. The number of each is the process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All good.
    Good = 0,
    /// A mismatch, an unreadable file, or output that could not be written; the message has been printed already.
    Failed = 1,
    /// Wrong usage; the message has been printed already.
    Usage = 2,
}

impl Exit {
    /// [`Exit::Good`], if nothing failed.
    pub fn good_if(good: bool) -> Self {
        if good { Self::Good } else { Self::Failed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
