//! A message cut into leaves, whose digests a trunk absorbs: what ParallelHash and KangarooTwelve share.
//!
//! ```text
//!   message   | leaf 1 | leaf 2 | ... | leaf n |
//!                 |        |              |         hashed side by side, straight from the caller's slice
//!   trunk       digest   digest   ...   digest  --> output
//! ```
//!
//! A leaf that comes in pieces is absorbed as it comes, so that there is no buffer for leaves.

use crate::hash::{Bytes, Function, Message, digest_many_with};
use crate::list::{Entry, Implemented};
use crate::wipe::Wiped;

/// Leaves that are hashed by one call.
const LEAVES: usize = 16;

/// The implementation that was asked for; `None` is the right one for each call.
pub(super) type Chosen<F> = Option<&'static Entry<<F as Function>::Primitive>>;

/// A tree of one level on its way in. Trunk and leaves are the same function, but for what it is given.
#[derive(Clone)]
pub(super) struct Tree<F: Function> {
    implementation: Chosen<F>,
    leaf_bytes: usize,
    /// Absorbs the leaves' digests, and what the caller puts before and behind them.
    pub(super) trunk: Message<F>,
    /// The leaf that is not full yet, and how many bytes it has.
    partial: Message<F>,
    used: usize,
    /// Leaves that the trunk has absorbed.
    leaves: u64,
}

/// A message for a function by the implementation that was asked for.
pub(super) fn message<F: Function>(function: F, implementation: Chosen<F>) -> Message<F> {
    Message::new(function, implementation.unwrap_or_else(|| F::Primitive::list().best(1)))
}

impl<F: Function> Tree<F> {
    /// No message yet; `leaf_bytes` is at least 1.
    pub(super) fn new(implementation: Chosen<F>, trunk: F, leaf: F, leaf_bytes: usize) -> Self {
        let (trunk, partial) = (message(trunk, implementation), message(leaf, implementation));
        Self { implementation, leaf_bytes, trunk, partial, used: 0, leaves: 0 }
    }

    /// Bytes of a leaf.
    pub(super) fn leaf_bytes(&self) -> usize {
        self.leaf_bytes
    }

    /// The implementation that was asked for.
    pub(super) fn implementation(&self) -> Chosen<F> {
        self.implementation
    }

    /// The function that hashes leaves.
    pub(super) fn leaf(&self) -> &F {
        self.partial.function()
    }

    /// Whether no leaf has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.leaves == 0 && self.used == 0
    }

    /// Appends to the leaves.
    pub(super) fn update(&mut self, data: &[u8]) {
        self.update_by(data, Self::absorb_leaves);
    }

    /// [`Self::update`], with full leaves hashed by all threads.
    #[cfg(feature = "rayon")]
    pub(super) fn update_in_threads(&mut self, data: &[u8]) {
        self.update_by(data, Self::absorb_leaves_in_threads);
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

    /// Hashes full leaves, as many at once as there are, and absorbs their digests.
    fn absorb_leaves(&mut self, leaves: &[u8]) {
        for group in leaves.chunks(self.leaf_bytes.saturating_mul(LEAVES)) {
            let count = group.len() / self.leaf_bytes;
            let mut digests = Wiped([<F::Digest as Bytes>::ZERO; LEAVES]);
            let digests = Bytes::flatten(&mut digests[..count]);
            hash_leaves(self.leaf(), self.implementation, self.leaf_bytes, group, digests);
            self.trunk.update(digests);
            self.leaves += count as u64;
        }
    }

    #[cfg(feature = "rayon")]
    fn absorb_leaves_in_threads(&mut self, leaves: &[u8]) {
        use rayon::prelude::*;
        /// Groups of leaves that are given to the threads before the trunk goes on.
        const GROUPS: usize = 64;
        let bytes = self.leaf_bytes.saturating_mul(LEAVES);
        for round in leaves.chunks(bytes.saturating_mul(GROUPS)) {
            let count = round.len() / self.leaf_bytes;
            let mut digests = Wiped([<F::Digest as Bytes>::ZERO; LEAVES * GROUPS]);
            let groups = digests[..count].par_chunks_mut(LEAVES).zip(round.par_chunks(bytes));
            groups.for_each(|(digests, group)| {
                hash_leaves(self.leaf(), self.implementation, self.leaf_bytes, group, Bytes::flatten(digests));
            });
            self.trunk.update(Bytes::flatten(&mut digests[..count]));
            self.leaves += count as u64;
        }
    }

    /// Ends the leaf that is not full, if there is one, with `bits` bits of `last`; returns how many leaves there are.
    pub(super) fn end(&mut self, last: u8, bits: u32) -> u64 {
        if self.used > 0 || bits > 0 {
            self.end_leaf(last, bits);
        }
        self.leaves
    }

    fn end_leaf(&mut self, last: u8, bits: u32) {
        let mut digest = Wiped(<F::Digest as Bytes>::ZERO);
        self.partial.end(last, bits);
        self.partial.read(digest.as_mut());
        self.partial.reset();
        self.trunk.update(digest.as_ref());
        self.leaves += 1;
        self.used = 0;
    }
}

/// The digests of up to [`LEAVES`] leaves that lie one behind the other.
fn hash_leaves<F: Function>(leaf: &F, implementation: Chosen<F>, leaf_bytes: usize, group: &[u8], digests: &mut [u8]) {
    let mut leaves: [&[u8]; LEAVES] = [&[]; LEAVES];
    let mut count = 0;
    for (place, leaf) in leaves.iter_mut().zip(group.chunks(leaf_bytes)) {
        *place = leaf;
        count += 1;
    }
    digest_many_with(leaf, implementation, &leaves[..count], digests);
}
