//! Many workers, results in the order of the items, memory bounded.
//!
//! ```text
//! items ──> feeder ──> workers, any order
//!             │            │ one slot a result
//!             └── slots, in the items' order ──> the caller, as soon as a result's turn comes
//! ```
//!
//! The queue of slots is short, so neither a slow first item nor a fast source of items piles up results.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

/// Results that may wait for their turn.
const WAITING: usize = 256;

/// Gives each item to `work`, on so many threads, and the results to `each`, in the items' order. An error of `each`
/// ends the run at once: what the workers are at is left to the end of the process.
pub(crate) fn in_order<T, R, E>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    work: impl Fn(T) -> R + Send + Sync + 'static,
    each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send + 'static,
    R: Send + 'static,
{
    // One thread more: the feeder has one to itself.
    let pool = match threads {
        0 | 1 => None,
        threads => rayon::ThreadPoolBuilder::new().num_threads(threads + 1).build().ok(),
    };
    let Some(pool) = pool else {
        return items.map(work).try_for_each(each);
    };
    let (slots, results) = sync_channel::<Receiver<R>>(WAITING);
    let work = Arc::new(work);
    pool.spawn(move || {
        for item in items {
            let (result, slot) = sync_channel(1);
            // Nobody waits for results after an error of `each`.
            if slots.send(slot).is_err() {
                return;
            }
            let work = Arc::clone(&work);
            rayon::spawn_fifo(move || {
                let _ = result.send(work(item));
            });
        }
    });
    results.into_iter().filter_map(|slot| slot.recv().ok()).try_for_each(each)
}

#[cfg(test)]
mod tests {
    use super::in_order;
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
            in_order(0..2000, threads, work, |n| {
                seen.push(n);
                Ok::<(), ()>(())
            })
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
            |n| n,
            |n| {
                seen = n;
                if n < 1000 { Ok(()) } else { Err("enough") }
            },
        );
        assert_eq!((seen, ended), (1000, Err("enough")));
    }
}
