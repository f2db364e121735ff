//! Trees compatible with the npm package `merkletreejs`.
//!
//! ```
//! use counterpoint::merkle::Merkle;
//! use counterpoint::merkle::merkletreejs::{Merkletreejs, Options};
//! use counterpoint::{Algorithm, Keccak256};
//!
//! // new MerkleTree(leaves.map(keccak256), keccak256, { sortPairs: true })
//! let leaves = Keccak256::digest_many(&["a", "b", "c"]);
//! let keccak256 = Algorithm::by_name("keccak256")?.as_hash().unwrap();
//! let options = Options { sort_pairs: true, ..Options::default() };
//! let trees = Merkletreejs::new(Merkle::new(keccak256), options);
//! let tree = trees.tree(&leaves)?;
//!
//! let proof = tree.proof(2).expect("the tree has a leaf 2");
//! assert_eq!(proof.hashes.len(), 32, "the third leaf rises beside the node above the others");
//! assert!(trees.verify(leaves[2], &proof, tree.root()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The trees have the shape of the RFC's (the [module above](super) draws it), but no prefixes: a level's last node, if
//! it has no neighbour, rises to the next level as it is. Without prefixes, **a node is also the hash of a leaf** that
//! consists of two hashes: see [`Merkle::without_prefixes`].
//!
//! Indices refer to the leaves in the order given, even if the tree sorts them. The options `duplicateOdd`,
//! `isBitcoinTree`, `fillDefaultHash` and `complete`, which make trees of other shapes, are not supported.
//!
//! These trees are for public data: the time to sort hashes depends on them.

use super::leaves::{LeavesError, hashes_of, sorted};
use super::nodes::Merkle;
use super::proofs::{Tree, equal};
use crate::messages::Messages;
use alloc::vec;
use alloc::vec::Vec;

/// The options of `merkletreejs`, under their original names. All are off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "programs construct it, with defaults for the rest")]
pub struct Options {
    /// Leaves are messages for the tree to hash. Otherwise they are hashes.
    pub hash_leaves: bool,
    /// The hashes of leaves are sorted by their bytes.
    pub sort_leaves: bool,
    /// The two nodes below a node are hashed in the order of their bytes, so proofs have no sides.
    pub sort_pairs: bool,
}

/// Builds trees and verifies proofs.
#[derive(Debug)]
pub struct Merkletreejs {
    merkle: Merkle,
    options: Options,
}

impl Merkletreejs {
    /// Builds trees with the hash function of a [`Merkle`], without its prefixes.
    #[must_use]
    pub fn new(merkle: Merkle, options: Options) -> Self {
        let merkle = if options.sort_pairs { merkle.with_sorted_pairs() } else { merkle.without_prefixes() };
        Self { merkle, options }
    }

    /// Returns a tree with all of its nodes.
    ///
    /// # Errors
    ///
    /// If there are no leaves, or if [`Options::hash_leaves`] is off and a leaf does not have the length of a hash.
    pub fn tree(&self, leaves: &impl Messages) -> Result<MerkleTree, LeavesError> {
        let (each, count) = (self.merkle.digest_bytes(), leaves.count());
        if count == 0 {
            return Err(LeavesError::None);
        }
        let mut hashes = self.hashes(leaves)?;
        let mut places: Vec<usize> = (0..count).collect();
        if self.options.sort_leaves {
            let order = sorted(&hashes, each);
            hashes = order.iter().flat_map(|leaf| &hashes[leaf * each..(leaf + 1) * each]).copied().collect();
            order.into_iter().enumerate().for_each(|(place, leaf)| places[leaf] = place);
        }
        Ok(MerkleTree { levels: Tree::above(&self.merkle, hashes).into_levels(), each, places })
    }

    /// Returns the hashes of leaves.
    fn hashes(&self, leaves: &dyn Messages) -> Result<Vec<u8>, LeavesError> {
        if !self.options.hash_leaves {
            return hashes_of(&self.merkle, leaves);
        }
        let mut hashes = Vec::new();
        self.merkle.append_leaves(leaves, &mut hashes);
        Ok(hashes)
    }

    /// Returns whether a proof from [`MerkleTree::proof`] shows that the tree with this root contains this leaf. If
    /// pairs are sorted, the proof's sides are ignored and may be missing.
    #[must_use]
    pub fn verify(&self, leaf: impl AsRef<[u8]>, proof: &Proof, root: &[u8]) -> bool {
        let Ok(leaf) = self.hashes(&[leaf.as_ref()]) else { return false };
        let hashes = proof.hashes.chunks_exact(self.merkle.digest_bytes());
        let has_sides = self.options.sort_pairs || hashes.len() == proof.is_left.len();
        if !hashes.remainder().is_empty() || !has_sides {
            return false;
        }
        let above = |node: Vec<u8>, (index, hash): (usize, &[u8])| match proof.is_left.get(index) {
            Some(true) => self.merkle.node(hash, &node),
            _ => self.merkle.node(&node, hash),
        };
        equal(&hashes.enumerate().fold(leaf, above), root)
    }
}

/// A tree with all of its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MerkleTree {
    /// The hashes of the leaves, and the levels above them up to the root.
    levels: Vec<Vec<u8>>,
    /// The length of a node in bytes.
    each: usize,
    /// The place of each leaf in the first level.
    places: Vec<usize>,
}

impl MerkleTree {
    /// Returns the number of leaves.
    #[must_use]
    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// Returns the place of a leaf in the tree, which may have sorted it; `None` if there is no such leaf.
    #[must_use]
    pub fn leaf_index(&self, index: usize) -> Option<usize> {
        self.places.get(index).copied()
    }

    /// Returns a proof that the tree contains the leaf at this index: the neighbours of the nodes on the path from that
    /// leaf to the root. `None` if there is no such leaf.
    #[must_use]
    pub fn proof(&self, index: usize) -> Option<Proof> {
        let mut place = self.leaf_index(index)?;
        let mut proof = Proof { hashes: vec![], is_left: vec![] };
        for level in &self.levels {
            if let Some(hash) = level.chunks_exact(self.each).nth(place ^ 1) {
                proof.hashes.extend_from_slice(hash);
                proof.is_left.push(place % 2 == 1);
            }
            place /= 2;
        }
        Some(proof)
    }
}

/// A proof, as returned by `getProof` of `merkletreejs`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "verifiers construct it")]
pub struct Proof {
    /// The hashes, concatenated: `data`.
    pub hashes: Vec<u8>,
    /// For each hash, whether it is on the left of its pair: whether `position` is `left`.
    pub is_left: Vec<bool>,
}
