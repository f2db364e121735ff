//! Packages for Merkle trees, each with SHA3-256 from the package `sha3`.

use crate::subject::{Leaf, Root};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use rs_merkle::{Hasher, MerkleTree};
use sha3::{Digest, Sha3_256};

/// The packages, and what each offers.
pub(super) const ROOTS: [(&str, fn() -> Root); 2] = [("rs_merkle", rs_merkle), ("ct-merkle", ct_merkle)];

#[derive(Clone)]
struct BySha3;

impl Hasher for BySha3 {
    type Hash = [u8; 32];

    fn hash(data: &[u8]) -> [u8; 32] {
        Sha3_256::digest(data).into()
    }
}

/// A tree without prefixes, over the hashes of the leaves.
fn rs_merkle() -> Root {
    let root = |leaves: &[Leaf]| {
        let hashes: Vec<[u8; 32]> = leaves.iter().map(|leaf| BySha3::hash(leaf)).collect();
        MerkleTree::<BySha3>::from_leaves(&hashes).root().map_or(Vec::new(), Vec::from)
    };
    Root { name: "rs_merkle".to_owned(), prefixes: false, call: Box::new(root) }
}

/// The tree of \[RFC6962\], to which leaves are appended one by one.
fn ct_merkle() -> Root {
    let root = |leaves: &[Leaf]| {
        let mut tree = MemoryBackedTree::<Sha3_256, Leaf>::new();
        for leaf in leaves {
            tree.push(*leaf);
        }
        tree.root().as_bytes().to_vec()
    };
    Root { name: "ct-merkle".to_owned(), prefixes: true, call: Box::new(root) }
}
