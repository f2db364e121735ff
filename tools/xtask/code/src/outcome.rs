//! The outcome of a task.

/// The number of findings, or why the task could not run.
pub(crate) type Outcome = Result<usize, Box<dyn std::error::Error>>;
