//! Trees with all of their nodes, their proofs, and the verification of proofs without the tree.

use super::nodes::Merkle;
use crate::messages::Messages;
use crate::tag::differences;
use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// A tree with all of its nodes, for proofs. `M` holds the [`Merkle`]: a reference, or an `Arc` if the tree must not
/// borrow.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    merkle: M,
    /// The hashes of the leaves, and the levels above them up to the root.
    levels: Vec<Vec<u8>>,
    root: Vec<u8>,
}

impl<M: Borrow<Merkle>> Tree<M> {
    /// Returns a tree without leaves.
    #[must_use]
    pub fn new(merkle: M) -> Self {
        let root = merkle.borrow().empty_root();
        Self { merkle, levels: vec![Vec::new()], root }
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn size(&self) -> usize {
        self.levels[0].len() / self.merkle.borrow().digest_bytes()
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.root
    }

    /// Returns the hash of a leaf, or `None` if there is no such leaf.
    #[must_use]
    pub fn leaf_hash(&self, index: usize) -> Option<&[u8]> {
        (index < self.size()).then(|| self.node(0, index))
    }

    /// Builds the tree above hashes of leaves.
    pub(super) fn above(merkle: M, hashes: Vec<u8>) -> Self {
        let mut tree = Self::new(merkle);
        tree.levels[0] = hashes;
        tree.grow();
        tree
    }

    /// Appends leaves. Of the existing nodes, only those on the right edge are hashed again.
    pub fn append(&mut self, leaves: &impl Messages) {
        self.merkle.borrow().append_leaves(leaves, &mut self.levels[0]);
        self.grow();
    }

    /// Appends leaves whose hashes the caller has computed, like
    /// [`Appender::append_hashes`](super::Appender::append_hashes).
    ///
    /// # Panics
    ///
    /// If `hashes` is not a whole number of hashes.
    pub fn append_hashes(&mut self, hashes: &[u8]) {
        self.merkle.borrow().bytes_of_whole_hashes(hashes);
        self.levels[0].extend_from_slice(hashes);
        self.grow();
    }

    /// Computes the nodes above appended leaves.
    fn grow(&mut self) {
        let each = self.merkle.borrow().digest_bytes();
        let mut level = 0;
        while self.levels[level].len() > each {
            if self.levels.len() == level + 1 {
                self.levels.push(Vec::new());
            }
            let (below, above) = self.levels.split_at_mut(level + 1);
            let (nodes, above) = (&below[level], &mut above[0]);
            // The last node above may be missing or have risen without a neighbour; all before it are complete.
            let complete = (above.len() / each).saturating_sub(1);
            above.truncate(complete * each);
            self.merkle.borrow().append_above(&nodes[2 * complete * each..], above);
            level += 1;
        }
        if let Some(root) = self.levels[level].get(..each) {
            self.root = root.to_vec();
        }
    }

    /// Returns the levels, from the leaves to the root.
    pub(super) fn into_levels(self) -> Vec<Vec<u8>> {
        self.levels
    }

    fn node(&self, level: usize, index: usize) -> &[u8] {
        let each = self.merkle.borrow().digest_bytes();
        &self.levels[level][index * each..(index + 1) * each]
    }

    fn nodes(&self, level: usize) -> usize {
        self.levels[level].len() / self.merkle.borrow().digest_bytes()
    }

    /// Returns a proof that the tree contains the leaf at this index: the neighbours of the nodes on the path from that
    /// leaf to the root. `None` if there is no such leaf.
    #[must_use]
    pub fn inclusion_proof(&self, index: usize) -> Option<Vec<u8>> {
        self.inclusion_proof_of_many(&[index])
    }

    /// Returns one proof for several leaves: the neighbours that can't be computed from the leaves themselves, level by
    /// level from the leaves up, each level from left to right. The order of the indices does not matter. `None` if a
    /// leaf does not exist.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    /// use counterpoint::merkle::Merkle;
    ///
    /// let merkle = Merkle::new(Algorithm::by_name("sha3-256")?.as_hash().unwrap());
    /// let tree = merkle.tree(&["a", "b", "c", "d"]);
    /// let proof = tree.inclusion_proof_of_many(&[0, 1]).unwrap();
    /// assert_eq!(proof.len(), 32, "the node above c and d");
    /// assert!(merkle.verify_inclusion_of_many(&[(0, "a"), (1, "b")], 4, &proof, tree.root()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inclusion_proof_of_many(&self, indices: &[usize]) -> Option<Vec<u8>> {
        let mut known = sorted(indices.iter().copied());
        if known.last().is_some_and(|&last| last >= self.size()) {
            return None;
        }
        let mut proof = Vec::new();
        for level in 0..self.levels.len() - 1 {
            for &index in &known {
                let neighbour = index ^ 1;
                if neighbour < self.nodes(level) && known.binary_search(&neighbour).is_err() {
                    proof.extend_from_slice(self.node(level, neighbour));
                }
            }
            known = sorted(known.iter().map(|index| index / 2));
        }
        Some(proof)
    }

    /// Returns a proof that this tree extends the tree of its first `size` leaves. `None` if it has fewer leaves. Every
    /// tree extends the one without leaves; that proof is empty.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    /// use counterpoint::merkle::Merkle;
    ///
    /// let merkle = Merkle::new(Algorithm::by_name("sha3-256")?.as_hash().unwrap());
    /// let old = merkle.root(&["a", "b", "c"]);
    /// let tree = merkle.tree(&["a", "b", "c", "d", "e"]);
    /// let proof = tree.consistency_proof(3).unwrap();
    /// assert!(merkle.verify_consistency((3, &old), (5, tree.root()), &proof));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn consistency_proof(&self, size: usize) -> Option<Vec<u8>> {
        if size > self.size() {
            return None;
        }
        if size == 0 {
            return Some(Vec::new());
        }
        // The nodes are found from the root down; the proof lists them from the leaves up.
        let mut nodes = Vec::new();
        let (mut begin, mut end) = (0, self.size());
        let mut is_old_tree = true;
        while size != end {
            let middle = begin + largest_power_of_two_below(end - begin);
            if size <= middle {
                nodes.push(self.root_of(middle, end));
                end = middle;
            } else {
                nodes.push(self.root_of(begin, middle));
                (begin, is_old_tree) = (middle, false);
            }
        }
        if !is_old_tree {
            nodes.push(self.root_of(begin, end));
        }
        Some(nodes.into_iter().rev().flatten().copied().collect())
    }

    /// Returns the root of the leaves from `begin` to `end`, a full subtree or one on the right edge.
    fn root_of(&self, begin: usize, end: usize) -> &[u8] {
        let level = (end - begin).next_power_of_two().ilog2() as usize;
        self.node(level, begin >> level)
    }
}

/// Returns numbers in ascending order, without duplicates.
fn sorted(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the largest power of two less than `number`, which is at least 2.
fn largest_power_of_two_below(number: usize) -> usize {
    1 << (number - 1).ilog2()
}

/// Whether two hashes are equal. Leaves may be secret, so the time depends only on the lengths.
pub(super) fn equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && differences(one, other) == 0
}

impl Merkle {
    /// Returns a tree with all of its nodes, for proofs. It stores about twice as many hashes as leaves.
    #[must_use]
    pub fn tree(&self, leaves: &impl Messages) -> Tree<&Self> {
        let mut tree = Tree::new(self);
        tree.append(leaves);
        tree
    }

    /// Returns whether a proof from [`Tree::inclusion_proof`] shows that this message is the leaf at this index, in the
    /// tree with `size` leaves and this root.
    ///
    /// `size` must come from the same trusted source as the root.
    #[must_use]
    pub fn verify_inclusion(
        &self,
        message: impl AsRef<[u8]>,
        index: usize,
        size: usize,
        proof: &[u8],
        root: &[u8],
    ) -> bool {
        self.verify_inclusion_of_many(&[(index, message)], size, proof, root)
    }

    /// Returns whether a proof from [`Tree::inclusion_proof_of_many`] shows that these leaves, each an index and a
    /// message, are in the tree with `size` leaves and this root. Always `false` for an empty list of leaves.
    #[must_use]
    pub fn verify_inclusion_of_many(
        &self,
        leaves: &[(usize, impl AsRef<[u8]>)],
        size: usize,
        proof: &[u8],
        root: &[u8],
    ) -> bool {
        let leaves = leaves.iter().map(|(index, message)| (*index, self.leaf(message.as_ref())));
        self.verify_inclusion_of_hashes(leaves.collect(), size, proof, root)
    }

    /// Like [`Self::verify_inclusion_of_many`], with the hashes of leaves, computed as for
    /// [`Appender::append_hashes`](super::Appender::append_hashes).
    #[must_use]
    pub fn verify_inclusion_of_hashes(
        &self,
        leaves: Vec<(usize, Vec<u8>)>,
        size: usize,
        proof: &[u8],
        root: &[u8],
    ) -> bool {
        let mut known = leaves;
        known.sort_by_key(|(index, _)| *index);
        // A leaf listed twice must be the same message.
        known.dedup_by(|(one, hash), (other, same)| one == other && equal(hash, same));
        let indices_differ = known.windows(2).all(|pair| pair[0].0 != pair[1].0);
        if !indices_differ || known.last().is_none_or(|(last, _)| *last >= size) {
            return false;
        }
        let mut proof = proof.chunks_exact(self.digest_bytes());
        if !proof.remainder().is_empty() {
            return false;
        }
        let mut count = size;
        while count > 1 {
            let mut above: Vec<(usize, Vec<u8>)> = Vec::with_capacity(known.len());
            let mut nodes = known.iter().peekable();
            while let Some((index, node)) = nodes.next() {
                let neighbour = match nodes.peek() {
                    _ if index ^ 1 >= count => None,
                    Some((next, right)) if *next == index ^ 1 => {
                        nodes.next();
                        Some(right.as_slice())
                    }
                    _ => match proof.next() {
                        Some(neighbour) => Some(neighbour),
                        None => return false,
                    },
                };
                let node = match neighbour {
                    None => node.clone(),
                    Some(right) if index % 2 == 0 => self.node(node, right),
                    Some(left) => self.node(left, node),
                };
                above.push((index / 2, node));
            }
            known = above;
            count = count.div_ceil(2);
        }
        proof.next().is_none() && matches!(&known[..], [(0, found)] if equal(found, root))
    }

    /// Returns whether a proof from [`Tree::consistency_proof`] shows that the new tree extends the old one: that it
    /// begins with the same leaves. Each tree is a size and a root. Every tree extends the one without leaves.
    #[must_use]
    pub fn verify_consistency(&self, old: (usize, &[u8]), new: (usize, &[u8]), proof: &[u8]) -> bool {
        let ((old_size, old_root), (new_size, new_root)) = (old, new);
        let mut proof = proof.chunks_exact(self.digest_bytes());
        if !proof.remainder().is_empty() || old_size > new_size {
            return false;
        }
        if old_size == 0 {
            return proof.next().is_none() && equal(old_root, &self.empty_root());
        }
        if old_size == new_size {
            return proof.next().is_none() && equal(old_root, new_root);
        }
        // The last leaves of both trees, from the largest subtree up that both share.
        let (mut old, mut new) = (old_size - 1, new_size - 1);
        let shared = old.trailing_ones();
        (old, new) = (old >> shared, new >> shared);
        // A full old tree is that subtree itself.
        let first = if old == 0 { Some(old_root) } else { proof.next() };
        let Some(first) = first else { return false };
        let (mut old_node, mut new_node) = (first.to_vec(), first.to_vec());
        for neighbour in proof {
            if new == 0 {
                return false;
            }
            if old % 2 == 1 || old == new {
                old_node = self.node(neighbour, &old_node);
                new_node = self.node(neighbour, &new_node);
                // Both nodes rise until the old one has a neighbour on its left again.
                let risen = old.trailing_zeros();
                (old, new) = (old >> risen, new >> risen);
            } else {
                new_node = self.node(&new_node, neighbour);
            }
            (old, new) = (old >> 1, new >> 1);
        }
        new == 0 && equal(&old_node, old_root) & equal(&new_node, new_root)
    }
}
