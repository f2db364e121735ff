//! The messages of one call, divided among threads.
//!
//! Messages are hashed independently, so a large call is divided into parts of consecutive messages, each with its part
//! of the outputs. A part is small, so that the threads finish at nearly the same time, and it is a whole number of
//! batches, so that kernels are as full as in one thread.
//!
//! The threads are those of the current `rayon` pool (feature `rayon`), or they are started for the call, if the caller
//! says how many: other languages need threads that end with the call, because a process that forks loses the threads
//! of a pool.
//!
//! A thread takes some microseconds to start. So a call stays in its thread unless the work is a large multiple of
//! that. The work is estimated from the lengths of a few messages, because looking at all of them would cost part of
//! what threads save where messages are short. The numbers are in `hash/plan/thresholds.rs`.

use super::super::plan::thresholds::{LEAST_IN_THREADS, MOST_LANES, PART_OF_A_THREAD, SAMPLES};
use crate::messages::{Messages, Part};
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// How a call is divided.
struct Parts {
    /// The number of messages in a part; the last part may have fewer.
    messages: usize,
    /// The length of an output in bytes.
    each: usize,
}

impl Parts {
    /// Returns the parts of a call, or `None` if one thread should hash all messages.
    fn of(messages: &dyn Messages, outputs: &[u8], block_bytes: usize) -> Option<Self> {
        let count = messages.count();
        let each = outputs.len().checked_div(count).unwrap_or(0);
        if each == 0 || count <= MOST_LANES {
            return None;
        }
        let work = work_of_one(messages, block_bytes + each);
        let share = ((PART_OF_A_THREAD / work) as usize).next_multiple_of(MOST_LANES).max(MOST_LANES);
        (work.saturating_mul(count as u64) >= LEAST_IN_THREADS).then_some(Self { messages: share, each })
    }

    /// Returns the length of the outputs of a part in bytes.
    fn output_bytes(&self) -> usize {
        self.messages * self.each
    }

    /// Hashes the part with this index.
    fn hash(
        &self,
        messages: &dyn Messages,
        (index, outputs): (usize, &mut [u8]),
        hash: &(dyn Fn(&dyn Messages, &mut [u8]) + Sync),
    ) {
        let first = index * self.messages;
        hash(&Part::new(messages, first..first + outputs.len() / self.each), outputs);
    }
}

/// Which threads do the work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Threads {
    /// Those of the current `rayon` pool, or without the feature `rayon` this thread alone.
    Pool,
    /// Up to this many, which end with the call.
    Scoped(usize),
}

impl Threads {
    /// Returns the number of threads.
    pub(crate) fn count(self) -> usize {
        match self {
            #[cfg(feature = "rayon")]
            Self::Pool => rayon::current_num_threads(),
            #[cfg(not(feature = "rayon"))]
            Self::Pool => 1,
            Self::Scoped(threads) => threads,
        }
    }

    /// Calls `hash` for parts of the messages and of their outputs, each in one of the threads; or once for all of them
    /// in this thread, if that is faster. `outputs` is divided into equal pieces, one for each message.
    pub(crate) fn hash(
        self,
        messages: &dyn Messages,
        outputs: &mut [u8],
        block_bytes: usize,
        hash: &(dyn Fn(&dyn Messages, &mut [u8]) + Sync),
    ) {
        match Parts::of(messages, outputs, block_bytes).filter(|_| self.count() > 1) {
            Some(parts) => {
                self.each(outputs, parts.output_bytes(), &|index, outputs| {
                    parts.hash(messages, (index, outputs), hash);
                });
            }
            None => hash(messages, outputs),
        }
    }

    /// Calls `work` with each piece of `outputs` of `piece` bytes and with its index, each in one of the threads.
    pub(crate) fn each(self, outputs: &mut [u8], piece: usize, work: &(dyn Fn(usize, &mut [u8]) + Sync)) {
        let threads = self.count().min(outputs.len().div_ceil(piece));
        match self {
            #[cfg(feature = "rayon")]
            Self::Pool => outputs.par_chunks_mut(piece).enumerate().for_each(|(index, outputs)| work(index, outputs)),
            _ => in_scope(threads, outputs.chunks_mut(piece).enumerate(), work),
        }
    }
}

/// Calls `work` with each piece, on `threads` threads, which end with the call.
fn in_scope<'o>(
    threads: usize,
    pieces: impl Iterator<Item = (usize, &'o mut [u8])> + Send,
    work: &(dyn Fn(usize, &mut [u8]) + Sync),
) {
    let left = Mutex::new(pieces);
    // The lock is held while the next piece is taken, not while it is hashed.
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((index, outputs)) = next() {
            work(index, outputs);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread can't be started, the others do its work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

/// Estimates the average work of a message. `constant` is the part of it that does not depend on its length.
fn work_of_one(messages: &dyn Messages, constant: usize) -> u64 {
    let distance = messages.count() / SAMPLES;
    let mut bytes = 0;
    for sample in 0..SAMPLES {
        messages.elements(sample * distance, &mut |element| bytes += element.len() as u64);
    }
    bytes / SAMPLES as u64 + constant as u64
}

#[cfg(test)]
mod tests {
    use super::{MOST_LANES, Threads};
    use crate::messages::Messages;
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    #[cfg(feature = "rayon")]
    use rayon::ThreadPoolBuilder;
    use std::vec;

    type Hash<'h> = &'h (dyn Fn(&dyn Messages, &mut [u8]) + Sync);

    /// Returns the number of parts of a batch and of the messages in them, if `divide` divides messages and outputs.
    fn parts(messages: &[&[u8]], divide: impl FnOnce(&dyn Messages, &mut [u8], Hash<'_>)) -> (usize, usize) {
        let (parts, hashed) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut outputs = vec![0; 32 * messages.len()];
        divide(&messages, &mut outputs, &|messages, outputs| {
            assert_eq!(outputs.len(), 32 * messages.count());
            outputs.fill(1);
            parts.fetch_add(1, Relaxed);
            hashed.fetch_add(messages.count(), Relaxed);
        });
        let hashed = hashed.into_inner();
        assert!(outputs.iter().all(|&byte| byte == u8::from(hashed > 0)), "every output is written");
        (parts.into_inner(), hashed)
    }

    #[test]
    fn only_large_batches_are_divided() {
        let (short, long) = (&[1; 64][..], &[2; 1 << 20][..]);
        for (messages, expected) in [
            (vec![], 1),
            (vec![short; 3000], 1),
            (vec![short; 10_000], 10_000_usize.div_ceil(144)),
            (vec![long; MOST_LANES], 1),
            (vec![long; MOST_LANES + 1], 2),
            // One message of each eighth represents that eighth.
            ((0..3000).map(|n| if n % 375 > 0 && n % 375 < 8 { long } else { &[] }).collect(), 1),
            ((0..3000).map(|n| if n == 0 { &long[..400] } else { &[] }).collect(), 1),
        ] {
            for threads in [0, 1, 3, 100] {
                let expected = if threads < 2 { 1 } else { expected };
                let (parts, hashed) = parts(&messages, |messages, outputs, hash| {
                    Threads::Scoped(threads).hash(messages, outputs, 136, hash);
                });
                assert_eq!((parts, hashed), (expected, messages.len()), "{threads} threads");
                #[cfg(feature = "rayon")]
                in_pool(threads, &messages, expected);
            }
        }
    }

    #[test]
    fn empty_outputs_are_not_divided() {
        let (messages, parts) = (vec![[0; 1 << 15]; 1000], AtomicUsize::new(0));
        Threads::Scoped(2).hash(&messages, &mut [], 136, &|part, _| {
            assert_eq!(part.count(), messages.len());
            parts.fetch_add(1, Relaxed);
        });
        assert_eq!(parts.into_inner(), 1);
    }

    #[cfg(feature = "rayon")]
    fn in_pool(threads: usize, messages: &[&[u8]], expected: usize) {
        if threads == 0 {
            return;
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = parts(messages, |messages, outputs, hash| {
            let in_pool = |messages: &dyn Messages, outputs: &mut [u8]| {
                assert!(rayon::current_thread_index().is_some(), "no other threads are started");
                hash(messages, outputs);
            };
            pool.install(|| Threads::Pool.hash(messages, outputs, 136, &in_pool));
        });
        assert_eq!(found, (expected, messages.len()));
    }
}
