//! Trees as OpenZeppelin's package `@openzeppelin/merkle-tree` makes them, and as its contract `MerkleProof` verifies
//! them.
//!
//! ```
//! use counterpoint::merkle::abi::{Value, encode};
//! use counterpoint::merkle::openzeppelin::OpenZeppelin;
//!
//! // An allow-list: `StandardMerkleTree.of(values, ['address', 'uint256'])`
//! let values = [
//!     encode(&[Value::address([0x11; 20]), Value::uint(5_000_000_000_000_000_000)]),
//!     encode(&[Value::address([0x22; 20]), Value::uint(2_500_000_000_000_000_000)]),
//! ];
//! let trees = OpenZeppelin::standard();
//! let tree = trees.tree(&values)?;
//! let root = [
//!     0xd4, 0xde, 0xe0, 0xbe, 0xab, 0x2d, 0x53, 0xf2, 0xcc, 0x83, 0xe5, 0x67, 0x17, 0x1b, 0xd2, 0x82,
//!     0x0e, 0x49, 0x89, 0x81, 0x30, 0xa2, 0x26, 0x22, 0xb1, 0x0e, 0xad, 0x38, 0x3e, 0x90, 0xbd, 0x77,
//! ];
//! assert_eq!(tree.root(), root);
//!
//! // What a contract that knows the root is given:
//! let proof = tree.proof(1).expect("there is a value 1");
//! assert!(trees.verify(&values[1], &proof, &root));
//! # Ok::<(), counterpoint::merkle::LeavesError>(())
//! ```
//!
//! A tree is one array of nodes, which the root begins: below node `i` are nodes `2i + 1` and `2i + 2`. The leaves are
//! its end, the first of them last:
//!
//! ```text
//!             0               a leaf = keccak256(keccak256(encoded value))
//!          /     \            a node = keccak256 of the two below it, the lesser one first
//!        1         2
//!      /   \      / \         The leaves are sorted by their bytes: here they are 8, 7, 6, 5 and 4.
//!     3     4    5   6
//!    / \
//!   7   8
//! ```
//!
//! Indices are those of the values, in the order in which the tree was given them, whatever the order of its leaves.
//! Proofs are hashes, one after the other, from the leaf's neighbour on. Leaves and nodes are hashed in batches.
//!
//! These trees are made for data that is public: the time to sort hashes depends on them.

use super::leaves::{LeavesError, hashes_of, sorted};
use super::nodes::Merkle;
use super::proofs::equal;
#[cfg(feature = "keccak")]
use crate::algorithm::Algorithm;
use crate::messages::{EqualRows, Messages};
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// How trees are made and proofs verified.
#[derive(Debug)]
pub struct OpenZeppelin {
    merkle: Merkle,
    hashed_leaves: bool,
    sorted_leaves: bool,
}

impl OpenZeppelin {
    /// Returns the trees of OpenZeppelin's `StandardMerkleTree`: a leaf is the hash of the hash of a value. With the
    /// feature `rayon`, all threads of the current pool hash.
    #[cfg(feature = "keccak")]
    #[must_use]
    pub fn standard() -> Self {
        Self::standard_over(keccak256())
    }

    /// Returns the trees of OpenZeppelin's `SimpleMerkleTree`: leaves are hashes themselves, of 32 bytes.
    ///
    /// **Whoever chooses a leaf can choose a node**, unless each leaf is the hash of something that is not a node.
    #[cfg(feature = "keccak")]
    #[must_use]
    pub fn simple() -> Self {
        Self::simple_over(keccak256())
    }

    /// [`Self::standard`] with the hash function, the threads and the implementation of another [`Merkle`], whose
    /// prefixes are left out.
    #[must_use]
    pub fn standard_over(merkle: Merkle) -> Self {
        Self { merkle: merkle.with_sorted_pairs(), hashed_leaves: true, sorted_leaves: true }
    }

    /// [`Self::simple`] with the hash function, the threads and the implementation of another [`Merkle`], whose
    /// prefixes are left out.
    #[must_use]
    pub fn simple_over(merkle: Merkle) -> Self {
        Self { hashed_leaves: false, ..Self::standard_over(merkle) }
    }

    /// Keeps the leaves in the order of the values, as `{ sortLeaves: false }` does.
    #[must_use]
    pub fn with_leaves_as_given(mut self) -> Self {
        self.sorted_leaves = false;
        self
    }

    /// Returns a tree of values, each encoded: [`abi::encode`](super::abi::encode) does it as a contract does.
    ///
    /// # Errors
    ///
    /// If there are no values, or for [`Self::simple`] if one has not the length of a hash.
    pub fn tree(&self, values: &impl Messages) -> Result<StandardMerkleTree, LeavesError> {
        let (each, count) = (self.merkle.digest_bytes(), values.count());
        if count == 0 {
            return Err(LeavesError::None);
        }
        let hashes = self.leaves(values)?;
        let order = if self.sorted_leaves { sorted(&hashes, each) } else { (0..count).collect() };
        let mut nodes = vec![0; (2 * count - 1) * each];
        let mut places = vec![0; count];
        for ((value, leaf), place) in order.into_iter().zip(nodes.rchunks_exact_mut(each)).zip((0..2 * count - 1).rev())
        {
            leaf.copy_from_slice(&hashes[value * each..(value + 1) * each]);
            places[value] = place;
        }
        self.write_nodes(&mut nodes);
        Ok(StandardMerkleTree { nodes, each, places })
    }

    /// Writes all nodes above the leaves, which are there: one level of the array after the other.
    fn write_nodes(&self, nodes: &mut [u8]) {
        let each = self.merkle.digest_bytes();
        let mut end = nodes.len() / each / 2;
        while end > 0 {
            // The nodes of a level have neighbours below them that lie one after another.
            let begin = (1 << end.ilog2()) - 1;
            let (above, below) = nodes.split_at_mut((2 * begin + 1) * each);
            self.merkle.write_above(&below[..2 * (end - begin) * each], &mut above[begin * each..end * each]);
            end = begin;
        }
    }

    /// Returns the leaves of values in the order of the values.
    fn leaves(&self, values: &dyn Messages) -> Result<Vec<u8>, LeavesError> {
        if !self.hashed_leaves {
            return hashes_of(&self.merkle, values);
        }
        let (mut once, mut twice) = (Vec::new(), Vec::new());
        self.merkle.append_leaves(values, &mut once);
        let rows = EqualRows::new(&once, self.merkle.digest_bytes()).expect("whole hashes");
        self.merkle.append_leaves(&rows, &mut twice);
        Ok(twice)
    }

    /// Whether a tree with this root has this encoded value, by the proof of [`StandardMerkleTree::proof`].
    #[must_use]
    pub fn verify(&self, value: impl AsRef<[u8]>, proof: &[u8], root: &[u8]) -> bool {
        let Ok(leaf) = self.leaves(&[value.as_ref()]) else { return false };
        let hashes = proof.chunks_exact(self.merkle.digest_bytes());
        hashes.remainder().is_empty() && equal(&hashes.fold(leaf, |node, hash| self.merkle.node(&node, hash)), root)
    }

    /// Whether a tree with this root has these encoded values, by a proof of [`StandardMerkleTree::multi_proof`], which
    /// says their order.
    ///
    /// As in OpenZeppelin's package and contract, the root itself proves that the tree has the values of an empty list.
    #[must_use]
    pub fn verify_multi_proof(&self, values: &impl Messages, hashes: &[u8], flags: &[bool], root: &[u8]) -> bool {
        let each = self.merkle.digest_bytes();
        let Ok(leaves) = self.leaves(values) else { return false };
        if !hashes.len().is_multiple_of(each) || values.count() + hashes.len() / each != flags.len() + 1 {
            return false;
        }
        let mut nodes: VecDeque<Vec<u8>> = leaves.chunks_exact(each).map(<[u8]>::to_vec).collect();
        let mut hashes = hashes.chunks_exact(each);
        for &flag in flags {
            let one = nodes.pop_front();
            let other = if flag { nodes.pop_front() } else { hashes.next().map(<[u8]>::to_vec) };
            let (Some(one), Some(other)) = (one, other) else { return false };
            nodes.push_back(self.merkle.node(&one, &other));
        }
        // By their numbers, one node or one hash is left.
        nodes.front().map(Vec::as_slice).or_else(|| hashes.next()).is_some_and(|node| equal(node, root))
    }
}

/// Returns how Keccak-256 hashes nodes.
#[cfg(feature = "keccak")]
fn keccak256() -> Merkle {
    let function = Algorithm::by_name("keccak256").ok().and_then(Algorithm::as_hash);
    Merkle::new(function.expect("keccak256 is a hash function of the family"))
}

/// A tree with all of its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardMerkleTree {
    nodes: Vec<u8>,
    /// The length of a node.
    each: usize,
    /// The place of each value's leaf among the nodes.
    places: Vec<usize>,
}

impl StandardMerkleTree {
    /// Returns the number of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        self.node(0)
    }

    /// Returns all nodes, one after the other: `tree` of OpenZeppelin's `dump()`.
    #[must_use]
    pub fn nodes(&self) -> &[u8] {
        &self.nodes
    }

    /// Returns the place of a value's leaf among the nodes, `treeIndex` of OpenZeppelin's `dump()`; or `None` if there
    /// is no such value.
    #[must_use]
    pub fn tree_index(&self, index: usize) -> Option<usize> {
        self.places.get(index).copied()
    }

    fn node(&self, place: usize) -> &[u8] {
        &self.nodes[place * self.each..(place + 1) * self.each]
    }

    /// Returns the proof that the tree has the value with this index: the neighbours of the nodes from its leaf to the
    /// root. `None` if there is no such value.
    #[must_use]
    pub fn proof(&self, index: usize) -> Option<Vec<u8>> {
        let mut place = self.tree_index(index)?;
        let mut proof = Vec::new();
        while place > 0 {
            proof.extend_from_slice(self.node(neighbour(place)));
            place = (place - 1) / 2;
        }
        Some(proof)
    }

    /// Returns one proof for several values. `None` if one is not there, or is listed twice.
    ///
    /// ```
    /// use counterpoint::merkle::openzeppelin::OpenZeppelin;
    ///
    /// let (trees, values) = (OpenZeppelin::standard(), ["a", "b", "c", "d"]);
    /// let tree = trees.tree(&values)?;
    /// let proof = tree.multi_proof(&[0, 2]).unwrap();
    /// let ordered: Vec<&str> = proof.indices.iter().map(|&index| values[index]).collect();
    /// assert!(trees.verify_multi_proof(&ordered, &proof.hashes, &proof.flags, tree.root()));
    /// # Ok::<(), counterpoint::merkle::LeavesError>(())
    /// ```
    #[must_use]
    pub fn multi_proof(&self, indices: &[usize]) -> Option<MultiProof> {
        let mut leaves = Vec::with_capacity(indices.len());
        for &index in indices {
            leaves.push((self.tree_index(index)?, index));
        }
        leaves.sort_unstable_by(|one, other| other.cmp(one));
        if leaves.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let mut proof = MultiProof {
            indices: leaves.iter().map(|&(_, index)| index).collect(),
            hashes: if leaves.is_empty() { self.root().to_vec() } else { Vec::new() },
            flags: Vec::new(),
        };
        let mut places: VecDeque<usize> = leaves.into_iter().map(|(place, _)| place).collect();
        while let Some(place) = places.pop_front().filter(|&place| place > 0) {
            let is_known = places.front() == Some(&neighbour(place));
            proof.flags.push(is_known);
            if is_known {
                places.pop_front();
            } else {
                proof.hashes.extend_from_slice(self.node(neighbour(place)));
            }
            places.push_back((place - 1) / 2);
        }
        Some(proof)
    }
}

/// Returns the place of the node that has the same one above it. The root has none.
fn neighbour(place: usize) -> usize {
    ((place - 1) ^ 1) + 1
}

/// A proof for several values: what OpenZeppelin's `getMultiProof` returns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiProof {
    /// The indices of the values in the order in which they are verified.
    pub indices: Vec<usize>,
    /// The hashes that can't be computed from the values, one after the other: `proof`.
    pub hashes: Vec<u8>,
    /// For each node, whether both below it are computed, or one of them is the next hash: `proofFlags`.
    pub flags: Vec<bool>,
}
