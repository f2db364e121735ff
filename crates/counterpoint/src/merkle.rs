//! Merkle trees over any hash function: roots, and proofs that a tree contains a leaf or extends an earlier tree.
//! \[RFC9162\] section 2.1
//!
//! ```
//! use counterpoint::Algorithm;
//! use counterpoint::merkle::Merkle;
//!
//! let merkle = Merkle::new(&*Algorithm::by_name("sha3-256")?.hash(&Default::default())?);
//! let leaves = ["block 0", "block 1", "block 2", "block 3", "block 4"];
//! let tree = merkle.tree(&leaves);
//!
//! // Anyone who knows the root can verify a single leaf, without the others.
//! let proof = tree.inclusion_proof(3).expect("the tree has this leaf");
//! assert_eq!(proof.len(), 3 * 32);
//! assert!(merkle.verify_inclusion("block 3", 3, 5, &proof, tree.root()));
//! assert!(!merkle.verify_inclusion("forged", 3, 5, &proof, tree.root()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A tree has one or more leaves, which are messages of any length:
//!
//! ```text
//!               root                 a leaf's hash  = hash(00, message)
//!             /      \               a node         = hash(01, left, right)
//!         node        \
//!        /    \        \             The left half of a tree is the largest full tree that is smaller than
//!     node    node      \            the whole. So a level's last node, if it has no neighbour, rises to the
//!    /   \   /   \       \           next level as it is.
//!   l0   l1 l2   l3      l4
//! ```
//!
//! The prefixes 00 and 01 keep a node from being presented as a leaf. Each level is hashed in batches, from the leaves
//! up.
//!
//! [`openzeppelin`] and [`merkletreejs`] build the trees of the packages of those names, which have other shapes.
//!
//! Sizes and indices count leaves. A proof is a concatenation of hashes, in the order of the RFC. The root of an empty
//! tree is the hash of an empty message.

pub mod abi;
mod append;
mod leaves;
pub mod merkletreejs;
mod nodes;
pub mod openzeppelin;
mod proofs;
#[cfg(all(test, feature = "std", feature = "keccak"))]
mod tests;

pub use append::Appender;
pub use leaves::LeavesError;
pub use nodes::Merkle;
pub use proofs::Tree;
