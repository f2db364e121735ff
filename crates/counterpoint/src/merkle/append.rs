//! Roots of growing trees: more leaves than fit into memory, or a log to which leaves are appended.
//!
//! Of all leaves so far, only the roots of full subtrees are kept, one for each 1 bit of their number:
//!
//! ```text
//!   13 leaves = 8 + 4 + 1     [ root of 8 ][ root of 4 ][ leaf ]
//! ```
//!
//! Two subtrees of the same size become one of twice the size, like a carry. The root of the whole tree is computed
//! from right to left.

use super::nodes::Merkle;
use crate::messages::{Messages, Part};
use alloc::vec::Vec;
use core::borrow::Borrow;

/// An append-only tree that computes only its root. It stores at most one hash for each bit of the number of leaves.
/// `M` holds the [`Merkle`]: a reference, or an `Arc` if the tree must not borrow.
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
    /// The binary logarithms of the sizes of full subtrees and their roots, largest first.
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

    /// Appends leaves whose hashes the caller has computed, concatenated; for example a leaf that does not fit into
    /// memory. The hash of a leaf covers [`Merkle::leaf_prefix`], then the leaf.
    ///
    /// # Panics
    ///
    /// If `hashes` is not a whole number of hashes.
    pub fn append_hashes(&mut self, mut hashes: &[u8]) {
        let each = self.merkle.borrow().bytes_of_whole_hashes(hashes);
        while !hashes.is_empty() {
            // The largest full subtree that may begin here and has all of its leaves.
            let most = (hashes.len() / each).ilog2();
            let height = if self.size == 0 { most } else { most.min(self.size.trailing_zeros()) };
            let (subtree, rest) = hashes.split_at(each << height);
            let root = self.merkle.borrow().root_above(subtree);
            self.append_full(height, root);
            self.size += 1 << height;
            hashes = rest;
        }
    }

    /// Appends the root of a full subtree, and joins subtrees of the same size.
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
    /// Returns the root of a tree. Each thread uses a few megabytes of memory, or enough for 16 leaves, however many
    /// leaves the tree has.
    #[must_use]
    pub fn root(&self, leaves: &impl Messages) -> Vec<u8> {
        let mut appender = Appender::new(self);
        appender.append(leaves);
        appender.root()
    }
}
