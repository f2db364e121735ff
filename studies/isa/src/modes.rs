//! Complete functions on the emulator: digests, MACs, keystreams and authenticated encryption.
//!
//! A kernel's programs do every permutation and every operation on a block, so complete functions can be compared with
//! known answers. This module is the code around a kernel: padding, dividing messages into blocks, and framing.
//!
//! A kernel that computes two states at a time gets two messages of equal length. The work on a message depends only on
//! lengths, so both take the same sequence of programs. Therefore all inputs and outputs are lists, with an element
//! for each state.

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
