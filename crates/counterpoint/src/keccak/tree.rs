//! A message divided into leaves whose digests a final node absorbs: what ParallelHash and KangarooTwelve share.
//!
//! ```text
//!   message      | leaf 1 | leaf 2 | ... | leaf n |
//!                   |        |              |         hashed at once, directly from the caller's slice
//!   final node   digest   digest   ...   digest  --> output
//! ```
//!
//! A leaf that arrives in pieces is absorbed piece by piece, so leaves need no buffer.

#[cfg(feature = "std")]
use crate::algorithm::RunTasks;
use crate::hash::{ByteArray, Chosen, Function, Message, hash_in_this_thread};
use crate::list::Implemented;
use crate::wipe::Wiped;

/// Number of leaves hashed by one call.
const LEAVES: usize = 16;

/// A tree of one level while its message is absorbed. Final node and leaves are the same function with different
/// inputs.
// The fields that a single node does not need come last (`keccak/by_value.rs`).
#[derive(Clone)]
#[repr(C)]
pub(super) struct Tree<F: Function> {
    leaf_bytes: usize,
    /// Absorbs the leaves' digests, and what the caller appends before and after them.
    pub(super) final_node: Message<F>,
    /// Number of leaves that the final node has absorbed.
    leaves: u64,
    /// Number of bytes in `partial`, the leaf that is not full yet.
    used: usize,
    partial: Message<F>,
}

impl<F: Function> Tree<F> {
    /// Number of bytes at the beginning of a value that functions without leaves use.
    #[cfg(feature = "by-value")]
    pub(super) const BYTES_BEFORE_LEAVES: usize = core::mem::offset_of!(Self, leaves);

    /// Returns a tree for the empty message; `leaf_bytes` is at least 1.
    pub(super) fn new(implementation: Chosen<F>, final_node: F, leaf: F, leaf_bytes: usize) -> Self {
        let (final_node, partial) = (Message::new(final_node, implementation), Message::new(leaf, implementation));
        Self { leaf_bytes, final_node, partial, used: 0, leaves: 0 }
    }

    /// Returns the length of a leaf in bytes.
    pub(super) fn leaf_bytes(&self) -> usize {
        self.leaf_bytes
    }

    /// Returns the implementation chosen by the caller.
    pub(super) fn implementation(&self) -> Chosen<F> {
        self.final_node.chosen()
    }

    /// Returns the function that hashes leaves.
    pub(super) fn leaf(&self) -> &F {
        self.partial.function()
    }

    /// Returns the length of a leaf's digest in bytes.
    fn digest_bytes(&self) -> usize {
        self.leaf().digest_bits() as usize / 8
    }

    /// Whether no leaf has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.leaves == 0 && self.used == 0
    }

    /// Appends to the leaves.
    pub(super) fn update(&mut self, data: &[u8]) {
        self.update_by(data, Self::absorb_leaves);
    }

    /// [`Self::update`], with full leaves hashed in tasks that `run` executes ([`Hasher::update_in_tasks`]).
    ///
    /// [`Hasher::update_in_tasks`]: crate::registry::Hasher::update_in_tasks
    #[cfg(feature = "std")]
    pub(super) fn update_in_tasks(&mut self, data: &[u8], run: &RunTasks<'_>) {
        self.update_by(data, |tree, leaves| tree.absorb_leaves_in_tasks(leaves, run));
    }

    fn update_by(&mut self, mut data: &[u8], absorb_leaves: impl FnOnce(&mut Self, &[u8])) {
        if self.used > 0 {
            let (head, rest) = data.split_at(data.len().min(self.leaf_bytes - self.used));
            self.partial.update(head);
            self.used += head.len();
            data = rest;
            if self.used < self.leaf_bytes {
                return;
            }
            self.end_leaf(0, 0);
        }
        let (leaves, rest) = data.split_at(data.len() - data.len() % self.leaf_bytes);
        absorb_leaves(self, leaves);
        self.partial.update(rest);
        self.used = rest.len();
    }

    /// Hashes full leaves, several at once, and absorbs their digests.
    fn absorb_leaves(&mut self, leaves: &[u8]) {
        const { assert!(LEAVES >= F::Primitive::MOST_STATES, "the leaves of a call fill the widest kernel") };
        for batch in leaves.chunks(self.leaf_bytes.saturating_mul(LEAVES)) {
            let count = batch.len() / self.leaf_bytes;
            let mut digests = Wiped([<F::Digest as ByteArray>::ZERO; LEAVES]);
            let digests = &mut ByteArray::flatten(&mut *digests)[..count * self.digest_bytes()];
            hash_leaves(self.leaf(), self.implementation(), self.leaf_bytes, batch, digests);
            self.final_node.update(digests);
            self.leaves += count as u64;
        }
    }

    #[cfg(feature = "std")]
    fn absorb_leaves_in_tasks(&mut self, leaves: &[u8], run: &RunTasks<'_>) {
        use std::sync::{Mutex, PoisonError};
        /// Number of batches of leaves that the threads hash before the final node absorbs their digests.
        const BATCHES: usize = 64;
        /// The most work of a task, in bytes of blocks, unless a single batch is more. Smaller tasks would not be worth
        /// handing to a thread.
        const TASK: usize = 1 << 15;
        let bytes = self.leaf_bytes.saturating_mul(LEAVES);
        let batches = (TASK / bytes.saturating_add(LEAVES * self.leaf().block_bytes())).max(1);
        for round in leaves.chunks(bytes.saturating_mul(BATCHES)) {
            let count = round.len() / self.leaf_bytes;
            let mut digests = Wiped([<F::Digest as ByteArray>::ZERO; LEAVES * BATCHES]);
            let tasks = digests[..count].chunks_mut(LEAVES * batches).zip(round.chunks(bytes.saturating_mul(batches)));
            let (number, left) = (tasks.len(), Mutex::new(tasks));
            run(number, &|_| {
                // Any task will do. The lock is held only while the task is taken, not while it runs.
                let task = left.lock().unwrap_or_else(PoisonError::into_inner).next();
                if let Some((digests, leaves)) = task {
                    for (digests, batch) in digests.chunks_mut(LEAVES).zip(leaves.chunks(bytes)) {
                        hash_leaves(
                            self.leaf(),
                            self.implementation(),
                            self.leaf_bytes,
                            batch,
                            ByteArray::flatten(digests),
                        );
                    }
                }
            });
            self.final_node.update(ByteArray::flatten(&mut digests[..count]));
            self.leaves += count as u64;
        }
    }

    /// Ends the incomplete leaf, if there is one, with `bits` bits of `last`, and returns the number of leaves.
    pub(super) fn end(&mut self, last: u8, bits: u32) -> u64 {
        if self.used > 0 || bits > 0 {
            self.end_leaf(last, bits);
        }
        self.leaves
    }

    fn end_leaf(&mut self, last: u8, bits: u32) {
        let mut digest = Wiped(<F::Digest as ByteArray>::ZERO);
        self.partial.end(last, bits);
        let digest = &mut digest.as_mut()[..self.digest_bytes()];
        self.partial.read(digest);
        self.partial.reset();
        self.final_node.update(digest);
        self.leaves += 1;
        self.used = 0;
    }
}

/// Writes the digests of up to [`LEAVES`] consecutive leaves.
fn hash_leaves<F: Function>(leaf: &F, implementation: Chosen<F>, leaf_bytes: usize, batch: &[u8], digests: &mut [u8]) {
    let mut leaves: [&[u8]; LEAVES] = [&[]; LEAVES];
    let mut count = 0;
    for (place, leaf) in leaves.iter_mut().zip(batch.chunks(leaf_bytes)) {
        *place = leaf;
        count += 1;
    }
    hash_in_this_thread(leaf, implementation, &&leaves[..count], digests);
}

#[cfg(test)]
mod tests {
    use super::super::turboshake::TurboShake;
    use super::Tree;

    /// Sets the number of leaves to a power of two or just below, then adds full leaves and an incomplete one.
    #[test]
    fn counts_of_leaves_that_step_over_a_power_of_two() {
        for near in [1 << 8, 1 << 16, 1 << 29, 1 << 32, 1 << 61] {
            for before in near - 4..=near {
                let function = TurboShake::<168, 32> { domain: 0x0b };
                let mut tree = Tree::new(None, function.clone(), function, 5);
                tree.leaves = before;
                tree.update(&[7; 18]);
                assert_eq!(tree.end(0, 0), before + 4);
            }
        }
    }
}
