//! Leaves for trees that accept hashes as leaves, and may sort them.

use super::nodes::Merkle;
use crate::messages::Messages;
use alloc::vec::Vec;
use core::fmt;

/// Returns leaves that are hashes already.
pub(super) fn hashes_of(merkle: &Merkle, leaves: &dyn Messages) -> Result<Vec<u8>, LeavesError> {
    let needed = merkle.digest_bytes();
    let mut hashes = Vec::with_capacity(leaves.count().saturating_mul(needed));
    for index in 0..leaves.count() {
        let leaf = leaves.message(index);
        if leaf.len() != needed {
            return Err(LeavesError::Length { index, bytes: leaf.len(), needed });
        }
        hashes.extend_from_slice(leaf);
    }
    Ok(hashes)
}

/// Returns the indices of hashes of `each` bytes, sorted by their bytes. Equal hashes keep their order.
pub(super) fn sorted(hashes: &[u8], each: usize) -> Vec<usize> {
    let hash = |index: usize| &hashes[index * each..(index + 1) * each];
    // The first bytes nearly always decide, and integers are compared faster than slices.
    let mut keys: Vec<(u64, usize)> =
        hashes.chunks_exact(each).enumerate().map(|(index, hash)| (first_bytes(hash), index)).collect();
    keys.sort_unstable_by(|&(one, i), &(other, j)| one.cmp(&other).then_with(|| hash(i).cmp(hash(j))).then(i.cmp(&j)));
    keys.into_iter().map(|(_, index)| index).collect()
}

/// Returns the first eight bytes of a hash as an integer, or all of a shorter hash.
fn first_bytes(hash: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let count = hash.len().min(8);
    bytes[..count].copy_from_slice(&hash[..count]);
    u64::from_be_bytes(bytes)
}

/// The reason why messages can't be the leaves of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeavesError {
    /// There are no leaves.
    None,
    /// The leaves should be hashes, but one has a different length.
    Length {
        /// The leaf's index.
        index: usize,
        /// Its length in bytes.
        bytes: usize,
        /// The length of a hash in bytes.
        needed: usize,
    },
}

impl fmt::Display for LeavesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("a tree of this shape requires at least one leaf"),
            Self::Length { index, bytes, needed } => write!(
                f,
                "leaf {index} has {bytes} bytes, not the {needed} of a hash; hash the leaves first, or let the tree \
                 hash them"
            ),
        }
    }
}

impl core::error::Error for LeavesError {}
