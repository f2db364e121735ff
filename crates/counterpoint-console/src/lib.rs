//! What the command `counterpoint` and its benchmark share at the console.
//!
//! Both print the same kind of message for the same mistake and end with the same exit codes. Each piece has a module:
//!
//! * [`names`]: the message for a name that is unknown;
//! * [`words`]: file names and errors of the system as they are shown in messages;
//! * [`streams`]: standard streams that were closed at the start, and standard output as a file;
//! * [`output`]: output files, each replaced as a whole or not at all;
//! * [`exit`]: the exit codes, and the errors that end a run early.

pub mod exit;
pub mod names;
pub mod output;
pub mod streams;
pub mod words;
