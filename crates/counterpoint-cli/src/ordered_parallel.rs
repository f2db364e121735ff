//! Work on many threads, with results in the order of the items and with bounded memory.
//!
//! ```text
//! items ──> feeder ──> workers, in any order
//!             │            │ one slot for each result
//!             └── slots, in the order of the items ──> the caller, which waits for each slot in turn
//!             <── bytes that are free again ──┘
//! ```
//!
//! The number of slots and the memory of the items in flight are limited, so that results do not pile up behind a slow
//! item or a fast source of items. A thread is started only if all others have work, so that a large number of threads
//! costs nothing when there are few items.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;

/// The number of results that may wait for their turn.
const MOST_WAITING: usize = 256;

/// The memory in bytes of all items and results in flight. An item that takes more is processed alone.
const MOST_BYTES: usize = 16 << 20;

/// Calls `work` for each item, on at most `threads` threads, and passes the results to `each` in the order of the
/// items. `bytes` estimates how much memory an item and its result take. An error of `each` ends the run at once:
/// workers that are busy then are not waited for.
///
/// # Panics
///
/// Panics if `work` or the source of the items panics.
pub(crate) fn map_in_order<T, R, E>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    bytes: impl Fn(&T) -> usize + Send + 'static,
    work: impl Fn(T) -> R + Send + Sync + 'static,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send + 'static,
    R: Send + 'static,
{
    if threads <= 1 {
        return items.map(work).try_for_each(each);
    }
    let (slots, results) = sync_channel(MOST_WAITING);
    let (free, freed) = channel();
    let feeder = std::thread::spawn(move || feed(items, &bytes, &slots, &freed, &mut Workers::new(threads, work)));
    for (bytes, slot) in results {
        let slot: Receiver<R> = slot;
        each(slot.recv().expect("a worker panics only where there is a mistake in this program"))?;
        // The feeder no longer reads this after its last item.
        let _ = free.send(bytes);
    }
    feeder.join().expect("a source of items panics only where there is a mistake in this program");
    Ok(())
}

/// Sends the slot for each result to the caller, and then the item to the workers. Ends early if the caller has ended.
fn feed<T: Send + 'static, R: Send + 'static>(
    items: impl Iterator<Item = T>,
    bytes: &impl Fn(&T) -> usize,
    slots: &SyncSender<(usize, Receiver<R>)>,
    freed: &Receiver<usize>,
    workers: &mut Workers<T, R, impl Fn(T) -> R + Send + Sync + 'static>,
) {
    let mut in_flight = 0;
    for item in items {
        let bytes = bytes(&item);
        in_flight -= freed.try_iter().sum::<usize>();
        while in_flight > 0 && bytes.saturating_add(in_flight) > MOST_BYTES {
            let Ok(bytes) = freed.recv() else { return };
            in_flight -= bytes;
        }
        in_flight += bytes;
        let (result, slot) = sync_channel(1);
        if slots.send((bytes, slot)).is_err() {
            return;
        }
        workers.submit(item, result);
    }
}

/// Threads that all do the same work.
struct Workers<T, R, W> {
    work: Arc<W>,
    queue: Sender<(T, SyncSender<R>)>,
    /// The other end of the queue. A worker locks it while it waits for an item.
    items: Arc<Mutex<Receiver<(T, SyncSender<R>)>>>,
    /// The number of items in the queue or in work.
    unfinished: Arc<AtomicUsize>,
    started: usize,
    limit: usize,
}

impl<T: Send + 'static, R: Send + 'static, W: Fn(T) -> R + Send + Sync + 'static> Workers<T, R, W> {
    fn new(limit: usize, work: W) -> Self {
        let (queue, items) = channel();
        let (work, items) = (Arc::new(work), Arc::new(Mutex::new(items)));
        Self { work, queue, items, unfinished: Arc::default(), started: 0, limit }
    }

    /// Queues an item, and starts one more thread if all others have work. If the system refuses to start a thread, the
    /// others do the work, or this thread if there are none.
    fn submit(&mut self, item: T, result: SyncSender<R>) {
        let unfinished = self.unfinished.fetch_add(1, Relaxed) + 1;
        if unfinished > self.started && self.started < self.limit && self.start().is_ok() {
            self.started += 1;
        }
        if self.started > 0 {
            // The workers hold the other end, so this can't fail.
            let _ = self.queue.send((item, result));
        } else {
            process(item, &result, &*self.work, &self.unfinished);
        }
    }

    /// Starts a thread. It ends when the queue is empty and closed.
    fn start(&self) -> std::io::Result<()> {
        let (work, items, unfinished) = (Arc::clone(&self.work), Arc::clone(&self.items), Arc::clone(&self.unfinished));
        let next = move || items.lock().ok()?.recv().ok();
        let run = move || {
            while let Some((item, result)) = next() {
                process(item, &result, &*work, &unfinished);
            }
        };
        Builder::new().spawn(run).map(drop)
    }
}

/// Works on one item. The worker counts as free before the caller sees the result.
fn process<T, R>(item: T, result: &SyncSender<R>, work: &impl Fn(T) -> R, unfinished: &AtomicUsize) {
    let done = work(item);
    unfinished.fetch_sub(1, Relaxed);
    // After an error of `each`, no one receives results.
    let _ = result.send(done);
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, map_in_order};
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::{Arc, Barrier};
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let work = |n: u64| {
                if n.is_multiple_of(97) {
                    std::thread::sleep(Duration::from_millis(3));
                }
                n
            };
            map_in_order(
                0..2000,
                threads,
                |_| 0,
                work,
                |n| {
                    seen.push(n);
                    Ok::<(), ()>(())
                },
            )
            .unwrap();
            assert!(seen.iter().copied().eq(0..2000), "{threads} threads");
        }
    }

    #[test]
    fn a_slow_source_delays_no_result() {
        let (source, items) = std::sync::mpsc::channel();
        source.send(0).unwrap();
        map_in_order(
            items.into_iter(),
            2,
            |_| 0,
            |n| n,
            |n| {
                // The source gives the next item only when this result is here, and then ends.
                if n < 3 { source.send(n + 1).map_err(drop) } else { Err(()) }
            },
        )
        .unwrap_err();
    }

    #[test]
    fn an_error_ends_an_endless_run() {
        let mut seen = 0;
        let ended = map_in_order(
            0u64..,
            3,
            |_| 0,
            |n| n,
            |n| {
                seen = n;
                if n < 1000 { Ok(()) } else { Err("enough") }
            },
        );
        assert_eq!((seen, ended), (1000, Err("enough")));
    }

    #[test]
    fn threads_are_started_as_work_piles_up() {
        // The source waits for each result, so one thread does it all.
        let (source, items) = std::sync::mpsc::channel();
        source.send(0).unwrap();
        let mut seen = HashSet::new();
        let work = |n: u64| (n, std::thread::current().id());
        let one_by_one = |(n, thread)| {
            seen.insert(thread);
            if n < 50 { source.send(n + 1).map_err(drop) } else { Err(()) }
        };
        map_in_order(items.into_iter(), 1024, |_| 0, work, one_by_one).unwrap_err();
        assert_eq!(seen.len(), 1);
        // Three items wait for one another, so there are three threads.
        let together = Arc::new(Barrier::new(3));
        let mut seen = HashSet::new();
        let work = move |_: u64| {
            together.wait();
            std::thread::current().id()
        };
        map_in_order(
            0..3,
            1024,
            |_| 0,
            work,
            |thread| {
                seen.insert(thread);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn the_memory_in_flight_is_bounded() {
        const HALF: usize = MOST_BYTES / 2;
        // The bytes of an item, and how many items are taken from the source before the first result is seen.
        for (bytes, most) in [(2 * MOST_BYTES, 2), (HALF, 3), (usize::MAX, 2), (0, 100)] {
            let taken = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&taken);
            let items = (0..100).inspect(move |_| {
                count.fetch_add(1, Relaxed);
            });
            let mut first = None;
            map_in_order(
                items,
                2,
                move |_| bytes,
                |n| n,
                |_| {
                    first.get_or_insert_with(|| {
                        std::thread::sleep(Duration::from_millis(50));
                        taken.load(Relaxed)
                    });
                    Ok::<(), ()>(())
                },
            )
            .unwrap();
            assert!(first.is_some_and(|taken| taken <= most), "{first:?} of {bytes} bytes");
            assert_eq!(taken.load(Relaxed), 100);
        }
    }

    #[test]
    #[should_panic(expected = "mistake")]
    fn a_panic_of_the_work_panics() {
        let _ = map_in_order(0..9, 2, |_| 0, |n| assert!(n != 5), |()| Ok::<(), ()>(()));
    }
}
