//! What the command `counterpoint` and its benchmark share at the console.
//!
//! Both print the same kind of message for the same mistake and end with the same exit codes. Each piece has a module:
//!
//! * [`names`]: the message for a name that is unknown;
//! * [`words`]: file names and errors of the system as they are shown in messages;
//! * [`exit`]: the exit codes.

pub mod exit;
pub mod names;
pub mod words;
