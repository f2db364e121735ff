//! Many workers, results in the order of the items, memory bounded.
//!
//! ```text
//! items ──> feeder ──> workers, any order
//!             │            │ one slot a result
//!             └── slots, in the items' order ──> the caller, as soon as a result's turn comes
//!             <── bytes that are free again ──┘
//! ```
//!
//! The number of slots and the bytes of what is on its way are limited, so neither a slow first item nor a fast source
//! of items piles up results. A thread is started only if all others have work, so that many threads cost nothing where
//! there are few items.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;

/// Results that may wait for their turn.
const WAITING: usize = 256;

/// Bytes of items and results that may be on their way. An item that has more goes alone.
const WAITING_BYTES: usize = 16 << 20;

/// Gives each item to `work`, on at most `threads` threads, and the results to `each`, in the items' order. `bytes`
/// returns about how much memory an item and its result take. An error of `each` ends the run at once: what the workers
/// are doing is left to the end of the process.
///
/// # Panics
///
/// If `work` or the source of the items panics.
pub(crate) fn in_order<T, R, E>(
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
    let (slots, results) = sync_channel(WAITING);
    let (free, freed) = channel();
    let feeder = std::thread::spawn(move || feed(items, &bytes, &slots, &freed, &mut Workers::new(threads, work)));
    for (bytes, slot) in results {
        let slot: Receiver<R> = slot;
        each(slot.recv().expect("a worker panics only where there is a mistake in this program"))?;
        // The feeder needs no answer after its last item.
        let _ = free.send(bytes);
    }
    feeder.join().expect("a source of items panics only where there is a mistake in this program");
    Ok(())
}

/// Sends each item to the workers, and before it the slot for its result to the caller. Ends early if the caller has
/// ended.
fn feed<T: Send + 'static, R: Send + 'static>(
    items: impl Iterator<Item = T>,
    bytes: &impl Fn(&T) -> usize,
    slots: &SyncSender<(usize, Receiver<R>)>,
    freed: &Receiver<usize>,
    workers: &mut Workers<T, R, impl Fn(T) -> R + Send + Sync + 'static>,
) {
    let mut on_their_way = 0;
    for item in items {
        let bytes = bytes(&item);
        on_their_way -= freed.try_iter().sum::<usize>();
        while on_their_way > 0 && bytes.saturating_add(on_their_way) > WAITING_BYTES {
            let Ok(bytes) = freed.recv() else { return };
            on_their_way -= bytes;
        }
        on_their_way += bytes;
        let (result, slot) = sync_channel(1);
        if slots.send((bytes, slot)).is_err() {
            return;
        }
        workers.take(item, result);
    }
}

/// Threads that all do the same work.
struct Workers<T, R, W> {
    work: Arc<W>,
    queue: Sender<(T, SyncSender<R>)>,
    /// The other end of the queue: a worker holds it while it waits for an item.
    items: Arc<Mutex<Receiver<(T, SyncSender<R>)>>>,
    /// Items in the queue or in work.
    unfinished: Arc<AtomicUsize>,
    started: usize,
    most: usize,
}

impl<T: Send + 'static, R: Send + 'static, W: Fn(T) -> R + Send + Sync + 'static> Workers<T, R, W> {
    fn new(most: usize, work: W) -> Self {
        let (queue, items) = channel();
        let (work, items) = (Arc::new(work), Arc::new(Mutex::new(items)));
        Self { work, queue, items, unfinished: Arc::default(), started: 0, most }
    }

    /// Has an item worked on, by a thread more if all others have work. Where the system gives no thread, the others do
    /// the work, or the caller does it if there are none.
    fn take(&mut self, item: T, result: SyncSender<R>) {
        let unfinished = self.unfinished.fetch_add(1, Relaxed) + 1;
        if unfinished > self.started && self.started < self.most && self.start().is_ok() {
            self.started += 1;
        }
        if self.started > 0 {
            // The workers hold the other end, so this can't fail.
            let _ = self.queue.send((item, result));
        } else {
            finish(item, &result, &*self.work, &self.unfinished);
        }
    }

    /// Starts a thread, which ends when the queue is empty and closed.
    fn start(&self) -> std::io::Result<()> {
        let (work, items, unfinished) = (Arc::clone(&self.work), Arc::clone(&self.items), Arc::clone(&self.unfinished));
        let next = move || items.lock().ok()?.recv().ok();
        let run = move || {
            while let Some((item, result)) = next() {
                finish(item, &result, &*work, &unfinished);
            }
        };
        Builder::new().spawn(run).map(drop)
    }
}

/// Does the work, and is free for more before the result is seen.
fn finish<T, R>(item: T, result: &SyncSender<R>, work: &impl Fn(T) -> R, unfinished: &AtomicUsize) {
    let done = work(item);
    unfinished.fetch_sub(1, Relaxed);
    // Nobody waits for results after an error of `each`.
    let _ = result.send(done);
}

#[cfg(test)]
mod tests {
    use super::{WAITING_BYTES, in_order};
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
            in_order(
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
    fn a_slow_source_holds_no_result_back() {
        let (source, items) = std::sync::mpsc::channel();
        source.send(0).unwrap();
        in_order(
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
        let ended = in_order(
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
        in_order(items.into_iter(), 1024, |_| 0, work, one_by_one).unwrap_err();
        assert_eq!(seen.len(), 1);
        // Three items wait for one another, so there are three threads.
        let together = Arc::new(Barrier::new(3));
        let mut seen = HashSet::new();
        let work = move |_: u64| {
            together.wait();
            std::thread::current().id()
        };
        in_order(
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
    fn what_waits_has_few_bytes() {
        const HALF: usize = WAITING_BYTES / 2;
        // Bytes of an item, and how many are taken from the source before the first result has been seen.
        for (bytes, most) in [(2 * WAITING_BYTES, 2), (HALF, 3), (usize::MAX, 2), (0, 100)] {
            let taken = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&taken);
            let items = (0..100).inspect(move |_| {
                count.fetch_add(1, Relaxed);
            });
            let mut first = None;
            in_order(
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
    fn a_panic_is_not_lost() {
        let _ = in_order(0..9, 2, |_| 0, |n| assert!(n != 5), |()| Ok::<(), ()>(()));
    }
}
