//! What the command `counterpoint`, the benchmark and the study of instructions share at the console.
//!
//! They print the same message for the same mistake and end with the same exit codes. The modules:
//!
//! * [`names`] suggests similar names for a name that nothing has;
//! * [`messages`] prints messages, and file names and system errors in them;
//! * [`streams`] detects standard streams that were closed at the start, and opens standard output as a file;
//! * [`output`] replaces an output file as a whole or not at all;
//! * [`exit`] contains the exit codes, and the errors that end a run early.

pub mod exit;
pub mod messages;
pub mod names;
pub mod output;
pub mod streams;
