//! The queue from which workers take items.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A first-in, first-out queue. A worker with other work can look for the next item without blocking even while others
/// wait for one, unlike with a channel behind a lock.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    arrival: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    /// The number of waiting workers. If there are none, queueing an item takes no system call.
    waiting: usize,
    closed: bool,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        let state = State { items: VecDeque::new(), waiting: 0, closed: false };
        Self { state: Mutex::new(state), arrival: Condvar::new() }
    }

    /// Nothing can panic while the state is locked, so even a poisoned lock guards a valid state.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, item: T) {
        let mut state = self.state();
        state.items.push_back(item);
        if state.waiting > 0 {
            drop(state);
            self.arrival.notify_one();
        }
    }

    /// Closes the queue: no item will follow.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.arrival.notify_all();
    }

    /// Returns the next item if there is one now.
    pub(super) fn next_if_any(&self) -> Option<T> {
        self.state().items.pop_front()
    }

    /// Waits for the next item. Returns `None` at the end of a closed queue.
    pub(super) fn next(&self) -> Option<T> {
        let mut state = self.state();
        loop {
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            if state.closed {
                return None;
            }
            state.waiting += 1;
            state = self.arrival.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }
}
