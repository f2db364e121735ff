//! Neither planning nor running a batch allocates memory, however mixed its lengths.

#![cfg(feature = "std")]

mod common;

use common::{Numbers, defaults, hashes, painted};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count of calls for each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns how often `work` allocates memory.
fn allocations(work: impl FnOnce()) -> usize {
    let before = CALLS.get();
    work();
    CALLS.get() - before
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn no_batch_allocates() {
    let content = painted(4096);
    let mut numbers = Numbers(1);
    // Trees and tuples do allocate: a tree stores its leaves, and a tuple's elements are joined.
    for (algorithm, hash) in hashes().filter(|(_, hash)| hash.leaf_bytes().is_none() && !hash.tuple()) {
        for name in defaults(algorithm).into_iter().map(|implementation| Some(implementation.name())).chain([None]) {
            for count in [2, 3, 8, 17, 70, 150] {
                for longest in [1, 200, 4096] {
                    let messages: Vec<&[u8]> = (0..count).map(|_| &content[..numbers.below(longest)]).collect();
                    let mut outputs = vec![0; count * hash.digest_bytes()];
                    let hash_them = || hash.digest_many_in_threads(name, &messages, &mut outputs, 1).unwrap();
                    let allocations = allocations(hash_them);
                    assert_eq!(allocations, 0, "{} by {name:?}, {count} messages", algorithm.name);
                }
            }
        }
    }
}
