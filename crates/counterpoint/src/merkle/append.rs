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

use super::nodes::{Merkle, SUBTREE};
use crate::messages::{Messages, Part};
use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// A tree to which leaves are appended, and of which only the root is asked for. It keeps one hash for each bit of the
/// number of leaves. `M` is what contains the [`Merkle`]: a reference, or an `Arc` where the tree must not borrow.
///
/// ```
/// use counterpoint::Algorithm;
/// use counterpoint::merkle::{Appender, Merkle};
///
/// let merkle = Merkle::new(Algorithm::by_name("groestl256")?.as_hash().unwrap());
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
        let (mut first, end) = (0, leaves.count());
        let each = self.merkle.borrow().digest_bytes();
        while first < end {
            // The largest full subtree that may stand here, and for which there are leaves.
            let most = (end - first).ilog2().min(SUBTREE.ilog2());
            let height = if self.size == 0 { most } else { most.min(self.size.trailing_zeros()) };
            let count = if height == SUBTREE.ilog2() { (end - first) / SUBTREE } else { 1 };
            let mut roots = vec![0; count * each];
            if height == SUBTREE.ilog2() {
                self.merkle.borrow().subtree_roots(leaves, first, &mut roots);
            } else {
                self.merkle.borrow().full_root(&Part::new(leaves, first..first + (1 << height)), &mut roots);
            }
            roots.chunks(each).for_each(|root| self.append_full(height, root.to_vec()));
            first += count << height;
            self.size += (count << height) as u64;
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
    /// Returns the root of a tree. It needs some megabytes of memory and that of a leaf, whatever the number of leaves.
    #[must_use]
    pub fn root(&self, leaves: &impl Messages) -> Vec<u8> {
        let mut appender = Appender::new(self);
        appender.append(leaves);
        appender.root()
    }
}
