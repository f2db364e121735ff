//! The leaves of trees whose leaves may be hashes already, and may be sorted.

use super::nodes::Merkle;
use crate::messages::Messages;
use alloc::vec::Vec;
use core::fmt;

/// Returns the hashes of leaves, which are these messages themselves.
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

/// Returns the indices of hashes of `each` bytes in the order of their bytes. Equal ones stay in their order.
pub(super) fn sorted(hashes: &[u8], each: usize) -> Vec<usize> {
    let hash = |index: usize| &hashes[index * each..(index + 1) * each];
    // Nearly always, the first bytes decide, and an integer is compared faster than a slice.
    let mut keys: Vec<(u64, usize)> =
        hashes.chunks_exact(each).enumerate().map(|(index, hash)| (first_bytes(hash), index)).collect();
    keys.sort_unstable_by(|&(one, i), &(other, j)| one.cmp(&other).then_with(|| hash(i).cmp(hash(j))).then(i.cmp(&j)));
    keys.into_iter().map(|(_, index)| index).collect()
}

/// Returns the first eight bytes of a hash as an integer, or as many as there are.
fn first_bytes(hash: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let count = hash.len().min(8);
    bytes[..count].copy_from_slice(&hash[..count]);
    u64::from_be_bytes(bytes)
}

/// Why messages can't be the leaves of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeavesError {
    /// There are none.
    None,
    /// The leaves are hashes, and one has another length.
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
            Self::None => f.write_str("a tree of this shape has at least one leaf"),
            Self::Length { index, bytes, needed } => write!(
                f,
                "leaf {index} has {bytes} bytes and not the {needed} of a hash; hash the leaves before, or have the \
                 tree do it"
            ),
        }
    }
}

impl core::error::Error for LeavesError {}
