//! Complete functions on the emulator: digests, MACs, keystreams and authenticated encryption.
//!
//! Every permutation and every operation on a block is done by a program of a kernel, so that complete functions can be
//! compared with known answers. What is done here is what the code around a kernel does: padding, dividing messages
//! into blocks, and framing.
//!
//! A kernel that computes two states at a time gets two messages of equal length. What is done with a message depends
//! on lengths only, so the same sequence of programs serves both. All inputs and outputs are therefore lists, with an
//! element for each state.

mod error;
mod ketje;
mod keyak;
mod processor;
mod sponge;
mod strings;
#[cfg(test)]
mod tests;

pub use error::Error;
use error::MIN_TAG_BYTES;
pub use ketje::Ketje;
pub use keyak::Keyak;
pub use processor::Processor;
use processor::States;
pub use sponge::{digest, keystream, mac, stream};
pub use strings::Strings;
use strings::{padded, padded_one, parts};
