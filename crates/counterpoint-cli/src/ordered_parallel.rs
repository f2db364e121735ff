//! Work on many threads, with results in the order of the items and bounded memory.
//!
//! ```text
//! items ──> feeder ──> workers, in any order
//!             │            │ one slot for each result
//!             └── slots, in the order of the items ──> the caller, which waits for each slot in turn
//!             <── bytes that are free again ──┘
//! ```
//!
//! A worker may hold items back, to work on several at once. It must finish them as soon as no other item is available:
//! no result may wait for a later item.
//!
//! The number of slots and the memory of the items in flight are limited, so results do not pile up behind a slow item
//! or from a fast source. A thread is started only when all others are busy, so a high limit costs nothing when there
//! are few items.

use queue::Queue;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::Builder;

mod queue;

/// The number of results that may wait for their turn: enough for many workers that hold items back.
const MOST_WAITING: usize = 2048;

/// The memory in bytes for all items and results in flight. A larger item is processed alone.
const MOST_BYTES: usize = 16 << 20;

/// Processes items.
pub(crate) trait Worker<T, R> {
    /// Processes an item, and fills the slot with its result, now or later.
    fn item(&mut self, item: T, slot: Slot<R>);

    /// Finishes all items held back.
    fn finish(&mut self);
}

/// The place of one result.
pub(crate) struct Slot<R> {
    result: SyncSender<R>,
    /// The number of items that have no result yet.
    unfinished: Arc<AtomicUsize>,
}

impl<R> Slot<R> {
    /// Passes the result to the caller of [`map_in_order`]. The worker counts as free before the caller sees it.
    pub(crate) fn fill(self, result: R) {
        self.unfinished.fetch_sub(1, Relaxed);
        // After an error of `each`, no one receives results.
        let _ = self.result.send(result);
    }
}

/// Passes each item to one of at most `threads` workers, each on its own thread, and the results to `each` in the order
/// of the items. With 0 threads, the calling thread processes one item after another. `bytes` estimates the memory of
/// an item and its result. An error of `each` ends the run at once, without waiting for busy workers.
///
/// # Panics
///
/// Panics if a worker or the source of the items panics.
pub(crate) fn map_in_order<T, R, E, W: Worker<T, R>>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    bytes: impl Fn(&T) -> usize + Send + 'static,
    worker: impl Fn() -> W + Send + Sync + 'static,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send + 'static,
    R: Send + 'static,
{
    if threads == 0 {
        let mut worker = worker();
        return items.map(|item| alone(&mut worker, item)).try_for_each(each);
    }
    let mut workers = Workers::new(threads, worker);
    let (slots, results) = sync_channel(MOST_WAITING);
    let (free, freed) = channel();
    let feeder = std::thread::spawn(move || feed(items, &bytes, &slots, &freed, &mut workers));
    for (bytes, slot) in results {
        each(received(&slot))?;
        // After its last item, the feeder no longer reads this.
        let _ = free.send(bytes);
    }
    feeder.join().expect("a source of items panics only where there is a mistake in this program");
    Ok(())
}

/// Returns the place for a result, and the end where it arrives.
fn slot<R>(unfinished: Arc<AtomicUsize>) -> (Slot<R>, Receiver<R>) {
    let (result, arrival) = sync_channel(1);
    unfinished.fetch_add(1, Relaxed);
    (Slot { result, unfinished }, arrival)
}

/// Processes a single item and returns its result.
fn alone<T, R>(worker: &mut impl Worker<T, R>, item: T) -> R {
    let (slot, arrival) = slot(Arc::default());
    worker.item(item, slot);
    worker.finish();
    received(&arrival)
}

/// Waits for a result.
fn received<R>(slot: &Receiver<R>) -> R {
    slot.recv().expect("a worker panics only where there is a mistake in this program")
}

/// Sends each result's slot to the caller, then the item to the workers. Stops when the caller stops.
fn feed<T: Send + 'static, R: Send + 'static, W: Worker<T, R>>(
    items: impl Iterator<Item = T>,
    bytes: &impl Fn(&T) -> usize,
    slots: &SyncSender<(usize, Receiver<R>)>,
    freed: &Receiver<usize>,
    workers: &mut Workers<T, R, impl Fn() -> W + Send + Sync + 'static>,
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
        let (slot, arrival) = slot(Arc::clone(&workers.unfinished));
        if slots.send((bytes, arrival)).is_err() {
            return;
        }
        workers.submit(item, slot);
    }
}

/// Threads that take their work from one queue.
struct Workers<T, R, N> {
    /// Makes a worker.
    new: Arc<N>,
    queue: Arc<Queue<(T, Slot<R>)>>,
    unfinished: Arc<AtomicUsize>,
    started: usize,
    limit: usize,
}

impl<T: Send + 'static, R: Send + 'static, W: Worker<T, R>, N: Fn() -> W + Send + Sync + 'static> Workers<T, R, N> {
    fn new(limit: usize, new: N) -> Self {
        Self { new: Arc::new(new), queue: Arc::new(Queue::new()), unfinished: Arc::default(), started: 0, limit }
    }

    /// Queues an item, and starts another thread if all are busy. If the system refuses to start a thread, the others
    /// do the work, or this thread if there are none.
    fn submit(&mut self, item: T, slot: Slot<R>) {
        if self.unfinished.load(Relaxed) > self.started && self.started < self.limit && self.start().is_ok() {
            self.started += 1;
        }
        if self.started > 0 {
            self.queue.push((item, slot));
        } else {
            let mut worker = (self.new)();
            worker.item(item, slot);
            worker.finish();
        }
    }

    /// Starts a thread. It ends when the queue is empty and closed.
    fn start(&self) -> std::io::Result<()> {
        let (new, queue) = (Arc::clone(&self.new), Arc::clone(&self.queue));
        Builder::new().spawn(move || run(&mut new(), &queue)).map(drop)
    }
}

impl<T, R, N> Drop for Workers<T, R, N> {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Processes the items of a queue until its end.
fn run<T, R>(worker: &mut impl Worker<T, R>, queue: &Queue<(T, Slot<R>)>) {
    while let Some((item, slot)) = queue.next() {
        worker.item(item, slot);
        while let Some((item, slot)) = queue.next_if_any() {
            worker.item(item, slot);
        }
        worker.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, Slot, Worker, map_in_order};
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::{Arc, Barrier};
    use std::time::Duration;

    /// Works on each item at once.
    struct AtOnce<W>(Arc<W>);

    fn at_once<W>(work: W) -> impl Fn() -> AtOnce<W> {
        let work = Arc::new(work);
        move || AtOnce(Arc::clone(&work))
    }

    impl<T, R, W: Fn(T) -> R> Worker<T, R> for AtOnce<W> {
        fn item(&mut self, item: T, slot: Slot<R>) {
            slot.fill((self.0)(item));
        }
        fn finish(&mut self) {}
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [0, 1, 2, 5] {
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
                at_once(work),
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
            at_once(|n| n),
            |n| {
                // The source sends the next item only when this result has arrived, and then ends.
                if n < 3 { source.send(n + 1).map_err(drop) } else { Err(()) }
            },
        )
        .unwrap_err();
    }

    /// Holds back at most `most` items. The result of each is the number of items finished together.
    struct Together {
        kept: Vec<Slot<usize>>,
        most: usize,
    }

    impl Worker<u64, usize> for Together {
        fn item(&mut self, _: u64, slot: Slot<usize>) {
            self.kept.push(slot);
            if self.kept.len() == self.most {
                self.finish();
            }
        }
        fn finish(&mut self) {
            let count = self.kept.len();
            self.kept.drain(..).for_each(|slot| slot.fill(count));
        }
    }

    #[test]
    fn items_that_are_there_are_worked_on_together() {
        // The first item is kept in work until all others are in the queue.
        let (filled, full) = std::sync::mpsc::channel();
        let full = std::sync::Mutex::new(Some(full));
        let items = (0..65).chain(std::iter::from_fn(move || filled.send(()).is_err().then_some(0)));
        let new = move || {
            if let Some(full) = full.lock().unwrap().take() {
                full.recv().unwrap();
            }
            Together { kept: Vec::new(), most: 16 }
        };
        let mut counts = Vec::new();
        let count = |count| {
            counts.push(count);
            Ok::<(), ()>(())
        };
        map_in_order(items, 1, |_| 0, new, count).unwrap();
        assert_eq!(counts, [[16; 64].to_vec(), vec![1]].concat());
    }

    #[test]
    fn a_slow_source_delays_no_item_that_is_kept_back() {
        let (source, items) = std::sync::mpsc::channel();
        source.send(0).unwrap();
        let new = || Together { kept: Vec::new(), most: 16 };
        let mut left = 3;
        let next = |_| {
            left -= 1;
            if left > 0 { source.send(0).map_err(drop) } else { Err(()) }
        };
        map_in_order(items.into_iter(), 2, |_| 0, new, next).unwrap_err();
    }

    #[test]
    fn an_error_ends_an_endless_run() {
        let mut seen = 0;
        let ended = map_in_order(
            0u64..,
            3,
            |_| 0,
            at_once(|n| n),
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
        map_in_order(items.into_iter(), 1024, |_| 0, at_once(work), one_by_one).unwrap_err();
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
            at_once(work),
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
                at_once(|n| n),
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
        let _ = map_in_order(0..9, 2, |_| 0, at_once(|n| assert!(n != 5)), |()| Ok::<(), ()>(()));
    }
}
