//! The queue from which the workers take items.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items in the order in which they are taken. A worker that has something else to do can ask for the next item
/// without waiting, even while others wait; a channel behind a lock can't do that.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    arrival: Condvar,
}

struct State<T> {
    items: VecDeque<T>,
    /// The number of workers that wait. Where there are none, an item is queued without a system call.
    waiting: usize,
    closed: bool,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        let state = State { items: VecDeque::new(), waiting: 0, closed: false };
        Self { state: Mutex::new(state), arrival: Condvar::new() }
    }

    /// Nothing can panic while the state is locked, so it is whole.
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

    /// No item will follow.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.arrival.notify_all();
    }

    /// Returns the next item, if there is one already.
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
