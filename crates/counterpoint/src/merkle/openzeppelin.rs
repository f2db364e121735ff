//! Trees compatible with OpenZeppelin's package `@openzeppelin/merkle-tree` and its contract `MerkleProof`.
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
//! // A contract that knows the root receives this:
//! let proof = tree.proof(1).expect("the tree has a value 1");
//! assert!(trees.verify(&values[1], &proof, &root));
//! # Ok::<(), counterpoint::merkle::LeavesError>(())
//! ```
//!
//! A tree is one array of nodes, root first: below node `i` are nodes `2i + 1` and `2i + 2`. The leaves are at the end,
//! in reverse order:
//!
//! ```text
//!             0               a leaf = keccak256(keccak256(encoded value))
//!          /     \            a node = keccak256 of the two below it, the lesser first
//!        1         2
//!      /   \      / \         The leaves are sorted by their bytes: here they are 8, 7, 6, 5 and 4.
//!     3     4    5   6
//!    / \
//!   7   8
//! ```
//!
//! Indices refer to the values in the order given, whatever the order of the leaves. A proof is a sequence of hashes
//! that begins with the leaf's neighbour. Leaves and nodes are hashed in batches.
//!
//! These trees are for public data: the time to sort hashes depends on them.

use super::leaves::{LeavesError, hashes_of, sorted};
use super::nodes::Merkle;
use super::proofs::equal;
#[cfg(feature = "keccak")]
use crate::algorithm::Algorithm;
use crate::messages::{EqualRows, Messages};
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// Builds trees and verifies proofs.
#[derive(Debug)]
pub struct OpenZeppelin {
    merkle: Merkle,
    hashed_leaves: bool,
    sorted_leaves: bool,
}

impl OpenZeppelin {
    /// Builds trees like OpenZeppelin's `StandardMerkleTree`: a leaf is the hash of the hash of a value. With the
    /// feature `rayon`, all threads of the current pool do the hashing.
    #[cfg(feature = "keccak")]
    #[must_use]
    pub fn standard() -> Self {
        Self::standard_over(keccak256())
    }

    /// Builds trees like OpenZeppelin's `SimpleMerkleTree`, whose leaves are 32-byte hashes already.
    ///
    /// **An attacker who chooses a leaf can make it a node above leaves of their own**, unless each leaf is the hash of
    /// something that is not a node.
    #[cfg(feature = "keccak")]
    #[must_use]
    pub fn simple() -> Self {
        Self::simple_over(keccak256())
    }

    /// Like [`Self::standard`], with the hash function, threads and implementation of a [`Merkle`], but without its
    /// prefixes.
    #[must_use]
    pub fn standard_over(merkle: Merkle) -> Self {
        Self { merkle: merkle.with_sorted_pairs(), hashed_leaves: true, sorted_leaves: true }
    }

    /// Like [`Self::simple`], with the hash function, threads and implementation of a [`Merkle`], but without its
    /// prefixes.
    #[must_use]
    pub fn simple_over(merkle: Merkle) -> Self {
        Self { hashed_leaves: false, ..Self::standard_over(merkle) }
    }

    /// Keeps the leaves in the order of the values, like `{ sortLeaves: false }`.
    #[must_use]
    pub fn with_leaves_as_given(mut self) -> Self {
        self.sorted_leaves = false;
        self
    }

    /// Returns a tree of encoded values; [`abi::encode`](super::abi::encode) encodes them like a contract.
    ///
    /// # Errors
    ///
    /// If there are no values, or for [`Self::simple`] if one does not have the length of a hash.
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

    /// Writes all nodes above the leaves, which are already in place, level by level.
    fn write_nodes(&self, nodes: &mut [u8]) {
        let each = self.merkle.digest_bytes();
        let mut end = nodes.len() / each / 2;
        while end > 0 {
            // The nodes below a level lie side by side in the array.
            let begin = (1 << end.ilog2()) - 1;
            let (above, below) = nodes.split_at_mut((2 * begin + 1) * each);
            self.merkle.write_above(&below[..2 * (end - begin) * each], &mut above[begin * each..end * each]);
            end = begin;
        }
    }

    /// Returns the leaves, in the order of the values.
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

    /// Returns whether a proof from [`StandardMerkleTree::proof`] shows that the tree with this root contains this
    /// encoded value.
    #[must_use]
    pub fn verify(&self, value: impl AsRef<[u8]>, proof: &[u8], root: &[u8]) -> bool {
        let Ok(leaf) = self.leaves(&[value.as_ref()]) else { return false };
        let hashes = proof.chunks_exact(self.merkle.digest_bytes());
        hashes.remainder().is_empty() && equal(&hashes.fold(leaf, |node, hash| self.merkle.node(&node, hash)), root)
    }

    /// Returns whether a proof from [`StandardMerkleTree::multi_proof`] shows that the tree with this root contains
    /// these encoded values, in the order that the proof prescribes.
    ///
    /// As in OpenZeppelin's package and contract, the root by itself is a valid proof for an empty list of values.
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
        // The counts checked above leave one node or one hash.
        nodes.front().map(Vec::as_slice).or_else(|| hashes.next()).is_some_and(|node| equal(node, root))
    }
}

/// Returns trees over Keccak-256.
#[cfg(feature = "keccak")]
fn keccak256() -> Merkle {
    let function = Algorithm::by_name("keccak256").ok().and_then(Algorithm::as_hash);
    Merkle::new(function.expect("keccak256 belongs to the Keccak family"))
}

/// A tree with all of its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardMerkleTree {
    nodes: Vec<u8>,
    /// The length of a node in bytes.
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

    /// Returns all nodes, concatenated: `tree` of OpenZeppelin's `dump()`.
    #[must_use]
    pub fn nodes(&self) -> &[u8] {
        &self.nodes
    }

    /// Returns the place of a value's leaf among the nodes: `treeIndex` of OpenZeppelin's `dump()`. `None` if there is
    /// no such value.
    #[must_use]
    pub fn tree_index(&self, index: usize) -> Option<usize> {
        self.places.get(index).copied()
    }

    fn node(&self, place: usize) -> &[u8] {
        &self.nodes[place * self.each..(place + 1) * self.each]
    }

    /// Returns a proof that the tree contains the value at this index: the neighbours of the nodes on the path from its
    /// leaf to the root. `None` if there is no such value.
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

    /// Returns one proof for several values. `None` if an index does not exist or is listed twice.
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

/// Returns the place of a node's neighbour, which has the same parent. The root has none.
fn neighbour(place: usize) -> usize {
    ((place - 1) ^ 1) + 1
}

/// A proof for several values, as returned by OpenZeppelin's `getMultiProof`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MultiProof {
    /// The indices of the values, in the order for verification.
    pub indices: Vec<usize>,
    /// The hashes that can't be computed from the values, concatenated: `proof`.
    pub hashes: Vec<u8>,
    /// For each node, whether both nodes below it are computed, rather than one being the next hash: `proofFlags`.
    pub flags: Vec<bool>,
}
