//! Hashes many messages at once.
//!
//! A plan decides which of them share a run of a kernel (`hash/plan.rs`), and the executor runs it (`executor.rs`). A
//! single message needs no plan. With the feature `rayon`, large calls are divided among all threads (`threads.rs`).

use super::Function;
use super::output::Output;
use crate::list::{Entry, Implemented};
use crate::messages::Messages;

mod description;
mod executor;
#[cfg(feature = "std")]
mod threads;

use description::{Description, Steps, division_by};
#[cfg(feature = "std")]
pub(crate) use threads::Threads;

/// Writes the first bytes of each message's output: `outputs` is divided into equal pieces, one for each message. If
/// `implementation` is `None`, the best one for this machine and number of messages is used.
///
/// # Panics
///
/// If the length of `outputs` is not a multiple of the number of messages.
pub(crate) fn hash_many<F: Function>(
    function: &F,
    implementation: Option<&'static Entry<F::Primitive>>,
    messages: &dyn Messages,
    outputs: &mut [u8],
) {
    if messages.count() == 0 {
        return;
    }
    assert_eq!(outputs.len() % messages.count(), 0, "outputs are of equal length");
    in_threads(messages, outputs, function.block_bytes(), |messages, outputs| {
        hash_in_this_thread(function, implementation, messages, outputs);
    });
}

/// Calls `hash` with all messages and their outputs, or, if that is faster, with parts of both in several threads
/// (feature `rayon`). `outputs` is divided into equal pieces, one for each message.
pub(crate) fn in_threads(
    messages: &dyn Messages,
    outputs: &mut [u8],
    block_bytes: usize,
    hash: impl Fn(&dyn Messages, &mut [u8]) + Sync,
) {
    #[cfg(feature = "rayon")]
    Threads::Pool.hash(messages, outputs, block_bytes, &hash);
    #[cfg(not(feature = "rayon"))]
    {
        let _ = block_bytes;
        hash(messages, outputs);
    }
}

/// Like [`hash_many`], but in this thread alone, and for at least one message.
pub(crate) fn hash_in_this_thread<F: Function>(
    function: &F,
    implementation: Option<&'static Entry<F::Primitive>>,
    messages: &dyn Messages,
    outputs: &mut [u8],
) {
    // A closure, so that the code for a single message is compiled once.
    let one = |index, output: &mut [u8]| {
        let entry = implementation.unwrap_or_else(|| F::Primitive::list().best(1));
        Steps::whole(function, entry, messages.message(index), output);
    };
    if messages.count() == 1 {
        return one(0, outputs);
    }
    let each = outputs.len() / messages.count();
    // If no kernel takes several messages, a plan saves too little time to be worth its code.
    if F::Primitive::MOST_STATES == 1 {
        for index in 0..messages.count() {
            one(index, &mut outputs[index * each..][..each]);
        }
        return;
    }
    let division = |bytes| division_by(function, bytes);
    executor::run(&Description::of(function, &division), implementation, messages, outputs, each);
}

/// Writes the first bytes of the output for one message.
#[inline]
pub(crate) fn hash_one<F: Function>(
    function: &F,
    implementation: Option<&'static Entry<F::Primitive>>,
    message: &[u8],
    output: &mut [u8],
) {
    Output::whole(function, implementation.unwrap_or_else(|| F::Primitive::list().best(1)), message, output);
}
