//! Objects that calls use in turns.
//!
//! During a long call, other Python threads and signal handlers can run. Another thread that uses the same object waits
//! for its turn, and Ctrl-C stops the waiting. A signal handler can't wait for the call that it interrupts, so it gets
//! an error.

use crate::pace::PATIENCE;
use core::ops::{Deref, DerefMut};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// A value for one call at a time.
pub(crate) struct Turns<T> {
    place: Mutex<Place<T>>,
    is_free: Condvar,
}

struct Place<T> {
    /// The value, unless a call is using it.
    value: Option<T>,
    /// The thread of the last call that took it.
    user: Option<ThreadId>,
    /// The number of waiting threads.
    waiting: usize,
}

/// The value while a call is using it.
pub(crate) struct Turn<'t, T> {
    turns: &'t Turns<T>,
    value: Option<T>,
}

impl<T: Send> Turns<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { place: Mutex::new(Place { value: Some(value), user: None, waiting: 0 }), is_free: Condvar::new() }
    }

    /// Returns the value as soon as no other call is using it.
    ///
    /// # Errors
    ///
    /// `RuntimeError` in a signal handler that has interrupted a call with the value, and exceptions of signal handlers
    /// while waiting.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<Turn<'_, T>> {
        loop {
            {
                let mut place = self.place();
                if let Some(value) = place.value.take() {
                    place.user = Some(thread::current().id());
                    return Ok(Turn { turns: self, value: Some(value) });
                }
                if place.user == Some(thread::current().id()) {
                    let message =
                        "the object is in use by the call that this one interrupts; use a copy, or another one";
                    return Err(PyRuntimeError::new_err(message));
                }
            }
            py.detach(|| self.wait());
            py.check_signals()?;
        }
    }

    fn wait(&self) {
        let mut place = self.place();
        place.waiting += 1;
        let (mut place, _) = self
            .is_free
            .wait_timeout_while(place, PATIENCE, |place| place.value.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        place.waiting -= 1;
    }
}

impl<T> Turns<T> {
    fn place(&self) -> MutexGuard<'_, Place<T>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect("the value is there until the end of the turn")
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("the value is there until the end of the turn")
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut place = self.turns.place();
        place.value = self.value.take();
        if place.waiting > 0 {
            self.turns.is_free.notify_one();
        }
    }
}
