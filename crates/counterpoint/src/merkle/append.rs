//! Roots of trees that grow: more leaves than fit into memory, or a log to which leaves are appended.
//!
//! Of the leaves that were there, only the roots of full subtrees are kept, one for each bit of their number that is 1:
//!
//! ```text
//!   13 leaves = 8 + 4 + 1     [ root of 8 ][ root of 4 ][ leaf ]
//! ```
//!
//! Two subtrees of one size become one of twice the size, as a carry does when a number grows. The root of the whole is
//! made from right to left.

use super::nodes::Merkle;
use crate::messages::{Messages, Part};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// A tree to which leaves are appended, and of which only the root is asked for. It keeps one hash for each bit of the
/// number of leaves. `M` is what contains the [`Merkle`]: a reference, or an `Arc` where the tree must not borrow.
///
/// ```
/// use counterpoint::Algorithm;
/// use counterpoint::merkle::{Appender, Merkle};
///
/// let merkle = Merkle::new(Algorithm::by_name("sha3-256")?.as_hash().unwrap());
/// let mut log = Appender::new(&merkle);
/// log.append(&["entry 0", "entry 1"]);
/// log.append(&["entry 2"]);
/// assert_eq!(log.root(), merkle.root(&["entry 0", "entry 1", "entry 2"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Appender<M> {
    merkle: M,
    /// The roots of full subtrees with the binary logarithms of their sizes, from the largest to the smallest.
    full: Vec<(u32, Vec<u8>)>,
    size: u64,
}

impl<M: Borrow<Merkle>> Appender<M> {
    /// Returns a tree without leaves.
    #[must_use]
    pub fn new(merkle: M) -> Self {
        Self { merkle, full: Vec::new(), size: 0 }
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends leaves.
    pub fn append(&mut self, leaves: &impl Messages) {
        let count = leaves.count();
        let mut hashes = Vec::new();
        let chunk = self.merkle.borrow().chunk(count);
        for first in (0..count).step_by(chunk.max(1)) {
            hashes.clear();
            let chunk = Part::new(leaves, first..count.min(first + chunk));
            self.merkle.borrow().append_leaves(&chunk, &mut hashes);
            self.append_hashes(&hashes);
        }
    }

    /// Appends leaves by their hashes, one after the other: for leaves that the caller hashes, such as one that does
    /// not fit into memory. What is hashed is [`Merkle::leaf_prefix`] and the leaf.
    ///
    /// # Panics
    ///
    /// If these are no whole hashes.
    pub fn append_hashes(&mut self, mut hashes: &[u8]) {
        let each = self.merkle.borrow().bytes_of_whole_hashes(hashes);
        while !hashes.is_empty() {
            // The largest full subtree that may stand here, and for which there are leaves.
            let most = (hashes.len() / each).ilog2();
            let height = if self.size == 0 { most } else { most.min(self.size.trailing_zeros()) };
            let (subtree, rest) = hashes.split_at(each << height);
            let root = self.merkle.borrow().root_above(subtree);
            self.append_full(height, root);
            self.size += 1 << height;
            hashes = rest;
        }
    }

    /// Appends the root of a full subtree, and joins subtrees of one size.
    fn append_full(&mut self, mut height: u32, mut root: Vec<u8>) {
        while let Some((_, left)) = self.full.pop_if(|(of_last, _)| *of_last == height) {
            root = self.merkle.borrow().node(&left, &root);
            height += 1;
        }
        self.full.push((height, root));
    }

    /// Returns the root of the leaves so far.
    #[must_use]
    pub fn root(&self) -> Vec<u8> {
        let mut roots = self.full.iter().rev().map(|(_, root)| root);
        let Some(last) = roots.next() else { return self.merkle.borrow().empty_root() };
        roots.fold(last.clone(), |right, left| self.merkle.borrow().node(left, &right))
    }
}

impl Merkle {
    /// Returns the root of a tree. For each thread, it needs some megabytes of memory or that of 16 leaves, whatever
    /// their number.
    #[must_use]
    pub fn root(&self, leaves: &impl Messages) -> Vec<u8> {
        let mut appender = Appender::new(self);
        appender.append(leaves);
        appender.root()
    }
}
