//! How the leaves and the nodes of a tree are hashed: many in one call, each with its prefix.

use crate::algorithm::{DigestMany, Hash};
#[cfg(feature = "std")]
use crate::list::ImplementationError;
use crate::messages::{Joined, Messages};
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The number of leaves, or of nodes, that are hashed by one call: enough for all threads even some levels above the
/// leaves, and few enough for a cache that they share. Tests have fewer, so that they reach the next chunk soon.
pub(super) const CHUNK: usize = if cfg!(test) { 1 << 6 } else { 1 << 16 };

/// The most bytes of leaves that are copied behind their prefixes for one call, unless a single leaf has more.
const MOST_BYTES: usize = if cfg!(test) { 1 << 10 } else { 1 << 22 };

/// How the leaves and the nodes of a tree are hashed.
///
/// The tree is that of \[RFC9162\] (and of \[RFC6962\]), with the hash function that the caller chooses, unless it is
/// made by [`Self::without_prefixes`].
pub struct Merkle {
    digest_many: Box<DigestMany>,
    digest_bytes: usize,
    leaf_prefix: &'static [u8],
    node_prefix: &'static [u8],
}

impl Merkle {
    /// Returns trees over a hash function, with the prefixes of the RFC. For an extendable function, nodes have its
    /// default length.
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "no implementation is named, so none can be missing")]
    pub fn new(hash: &dyn Hash) -> Self {
        let function = hash.boxed_clone();
        let digest_many = move |messages: &dyn Messages, outputs: &mut [u8]| {
            let done = function.digest_many(None, messages, outputs);
            done.expect("an implementation that is not named is always there");
        };
        Self::from_fn(hash.digest_bytes(), digest_many)
    }

    /// [`Self::new`], with up to `threads` threads for each level of a tree.
    #[cfg(feature = "std")]
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "no implementation is named, so none can be missing")]
    pub fn in_threads(hash: &dyn Hash, threads: usize) -> Self {
        Self::with_implementation(hash, None, threads).expect("an implementation that is not named is always there")
    }

    /// [`Self::in_threads`] with the implementation of this name, or the best one if none is named.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    #[cfg(feature = "std")]
    #[allow(clippy::missing_panics_doc, reason = "the implementation has been looked up")]
    pub fn with_implementation(
        hash: &dyn Hash,
        implementation: Option<&str>,
        threads: usize,
    ) -> Result<Self, ImplementationError> {
        drop(hash.prepare(implementation)?);
        let (function, implementation) = (hash.boxed_clone(), implementation.map(String::from));
        Ok(Self::from_fn(hash.digest_bytes(), move |messages, outputs| {
            let done = function.digest_many_in_threads(implementation.as_deref(), messages, outputs, threads);
            done.expect("the implementation has been looked up");
        }))
    }

    /// Returns trees over any function of messages, also of other packages: `digest_many` writes the digests of
    /// messages, each of `digest_bytes` bytes, one after the other.
    ///
    /// # Panics
    ///
    /// If `digest_bytes` is 0.
    #[must_use]
    pub fn from_fn(
        digest_bytes: usize,
        digest_many: impl Fn(&dyn Messages, &mut [u8]) + Send + Sync + 'static,
    ) -> Self {
        assert!(digest_bytes > 0, "a node has at least one byte");
        Self { digest_many: Box::new(digest_many), digest_bytes, leaf_prefix: &[0], node_prefix: &[1] }
    }

    /// Leaves the prefixes out, for trees of other programs that have none. **A node of such a tree is also the hash of
    /// a leaf**, which consists of two hashes: use it only where all leaves have one length that is not the length of
    /// two hashes, or where the number of leaves is known.
    #[must_use]
    pub fn without_prefixes(mut self) -> Self {
        (self.leaf_prefix, self.node_prefix) = (&[], &[]);
        self
    }

    /// Returns the length of a hash in bytes.
    #[must_use]
    pub fn digest_bytes(&self) -> usize {
        self.digest_bytes
    }

    /// Returns the hash of a tree without leaves.
    pub(super) fn empty_root(&self) -> Vec<u8> {
        self.one(&[])
    }

    /// Returns the hash of one leaf.
    pub(super) fn leaf(&self, message: &[u8]) -> Vec<u8> {
        self.one(&[self.leaf_prefix, message])
    }

    /// Returns the node above two others.
    pub(super) fn node(&self, left: &[u8], right: &[u8]) -> Vec<u8> {
        self.one(&[self.node_prefix, left, right])
    }

    fn one(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        (self.digest_many)(&[parts.concat()], &mut digest);
        digest
    }

    /// Appends the hashes of the leaves from `first` on, `count` of them, to `hashes`.
    pub(super) fn append_leaves(&self, leaves: &dyn Messages, first: usize, count: usize, hashes: &mut Vec<u8>) {
        let (mut begin, end) = (first, first + count);
        while begin < end {
            let mut bytes = 0;
            let fits = |index: &usize| {
                bytes += leaves.message(*index).len();
                bytes <= MOST_BYTES
            };
            let next = (begin..end).take_while(fits).last().map_or(begin, |last| last) + 1;
            let prefixed = Joined::new(next - begin, |index, append| {
                append(self.leaf_prefix);
                append(leaves.message(begin + index));
            });
            self.append_digests(&prefixed, hashes);
            begin = next;
        }
    }

    /// Appends the nodes above neighbours to `above`. A last one without a neighbour rises as it is.
    pub(super) fn append_above(&self, nodes: &[u8], above: &mut Vec<u8>) {
        for nodes in nodes.chunks(2 * CHUNK * self.digest_bytes) {
            let pairs = nodes.chunks_exact(2 * self.digest_bytes);
            let prefixed = Joined::new(pairs.len(), |index, append| {
                append(self.node_prefix);
                append(&nodes[2 * index * self.digest_bytes..2 * (index + 1) * self.digest_bytes]);
            });
            self.append_digests(&prefixed, above);
            above.extend_from_slice(pairs.remainder());
        }
    }

    fn append_digests(&self, messages: &Joined, digests: &mut Vec<u8>) {
        let begin = digests.len();
        digests.resize(begin + messages.count() * self.digest_bytes, 0);
        (self.digest_many)(messages, &mut digests[begin..]);
    }
}

impl core::fmt::Debug for Merkle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Merkle").field("digest_bytes", &self.digest_bytes).finish_non_exhaustive()
    }
}
