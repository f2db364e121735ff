//! The messages of one call, divided among threads (feature `rayon`).
//!
//! Messages are hashed independently, so a large call is divided into parts of consecutive messages, each with its part
//! of the outputs. The threads are those of the current `rayon` pool. A part is small, so that they end at nearly the
//! same time, and it is a whole number of batches, so that kernels are as full as in one thread.
//!
//! It takes some microseconds until a thread that sleeps works. So a call stays in its thread unless the work is a
//! large multiple of that. The work is estimated from the lengths of a few messages: to look at all of them would cost
//! a part of what threads save where messages are short.

use crate::messages::{Messages, Part};
use rayon::prelude::*;

/// The least work of a call that is divided, in bytes of blocks and of outputs: by the fastest function here a tenth of
/// a millisecond, by the others more.
const LEAST: u64 = 3 << 18;

/// The work of a part.
const PART: u64 = 1 << 15;

/// The number of messages whose lengths are looked at.
const SAMPLES: usize = 8;

/// The number of messages in a part is a multiple of this number, which fills every kernel.
const BATCH: usize = 16;

/// Calls `hash` for parts of the messages and of their outputs, on all threads, and returns true; or returns false if
/// it is better to hash them in this thread. `outputs` is divided into equal pieces, one for each message.
pub(super) fn divided(
    messages: &dyn Messages,
    outputs: &mut [u8],
    block_bytes: usize,
    hash: &(dyn Fn(&dyn Messages, &mut [u8]) + Sync),
) -> bool {
    let count = messages.count();
    let each = outputs.len().checked_div(count).unwrap_or(0);
    if each == 0 || count <= BATCH {
        return false;
    }
    let work = work_of_one(messages, block_bytes + each);
    if work.saturating_mul(count as u64) < LEAST || rayon::current_num_threads() == 1 {
        return false;
    }
    let share = ((PART / work) as usize).next_multiple_of(BATCH).max(BATCH);
    outputs.par_chunks_mut(share * each).enumerate().for_each(|(n, outputs)| {
        let first = n * share;
        hash(&Part::new(messages, first..first + outputs.len() / each), outputs);
    });
    true
}

/// Estimates the work of a message on average. `constant` is the part of it that does not depend on its length.
fn work_of_one(messages: &dyn Messages, constant: usize) -> u64 {
    let distance = messages.count() / SAMPLES;
    let bytes: u64 = (0..SAMPLES).map(|n| messages.message(n * distance).len() as u64).sum();
    bytes / SAMPLES as u64 + constant as u64
}

#[cfg(test)]
mod tests {
    use super::{BATCH, divided};
    use crate::messages::Messages;
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use rayon::ThreadPoolBuilder;
    use std::vec;

    /// Returns the number of parts of a batch, each with how many messages, or `None` if it stays in its thread.
    fn parts(threads: usize, messages: &[&[u8]]) -> Option<usize> {
        let (parts, hashed) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let hash = |messages: &dyn Messages, outputs: &mut [u8]| {
            assert_eq!(outputs.len(), 32 * messages.count());
            parts.fetch_add(1, Relaxed);
            hashed.fetch_add(messages.count(), Relaxed);
        };
        let mut outputs = vec![0; 32 * messages.len()];
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let divided = pool.install(|| divided(&messages, &mut outputs, 136, &hash));
        assert_eq!(hashed.into_inner(), if divided { messages.len() } else { 0 });
        divided.then_some(parts.into_inner())
    }

    #[test]
    fn only_large_batches_are_divided() {
        let (short, long) = (&[1; 64][..], &[2; 1 << 20][..]);
        for (messages, expected) in [
            (vec![], None),
            (vec![short; 3000], None),
            (vec![short; 10_000], Some(10_000_usize.div_ceil(144))),
            (vec![long; BATCH], None),
            (vec![long; BATCH + 1], Some(2)),
        ] {
            assert_eq!(parts(3, &messages), expected, "{} messages", messages.len());
            assert_eq!(parts(1, &messages), None);
        }
    }
}
