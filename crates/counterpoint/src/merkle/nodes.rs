//! How the leaves and nodes of a tree are hashed: many in one call, each with its prefix.
//!
//! Leaves have one prefix, and nodes, which are pairs of hashes, have another. Each thread copies some messages with
//! their prefixes, hashes them, and moves on to the next, so the copies stay in its cache.

use crate::algorithm::{DigestMany, Hash};
#[cfg(feature = "std")]
use crate::hash::Threads;
#[cfg(feature = "std")]
use crate::list::ImplementationError;
use crate::messages::{EqualRows, Joined, Messages, Part};
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// How many hashes to compute before those above them. Each number is a power of two.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// The number of leaves that threads hash before they compute the nodes above them.
    #[cfg(feature = "std")]
    pub chunk: usize,
    /// The number of hashes in a subtree whose nodes a single thread computes, few enough to stay in its cache.
    pub subtree: usize,
}

impl Sizes {
    const USUAL: Self = Self {
        #[cfg(feature = "std")]
        chunk: 1 << 17,
        subtree: 1 << 12,
    };
}

/// How many messages to hash before checking again whether to continue.
const MESSAGES_OF_A_PIECE: usize = 1 << 12;

/// A hash function for the leaves and nodes of trees, with their prefixes.
///
/// Builds the trees of \[RFC9162\] and \[RFC6962\] with any hash function; only [`Self::without_prefixes`] departs from
/// them.
pub struct Merkle {
    /// Writes the digests of messages, in the calling thread.
    digest_many: Box<DigestMany>,
    digest_bytes: usize,
    /// The number of bytes absorbed per call of the primitive.
    #[cfg(feature = "std")]
    block_bytes: usize,
    #[cfg(feature = "std")]
    threads: Threads,
    sizes: Sizes,
    leaf_prefix: Option<u8>,
    nodes: Nodes,
}

/// How the message of a node is formed.
#[derive(Clone, Copy, Debug)]
enum Nodes {
    /// A prefix, then the two nodes below it.
    Prefixed(u8),
    /// The two nodes below it.
    Plain,
    /// The two nodes below it, the lesser first.
    Sorted,
}

impl Merkle {
    /// Builds trees over a hash function, with the prefixes of the RFC. With an extendable function, nodes have its
    /// default length. With the feature `rayon`, all threads of the current pool do the hashing.
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "the default implementation is always available")]
    pub fn new(hash: &dyn Hash) -> Self {
        let function = hash.boxed_clone();
        let digest_many = move |messages: &dyn Messages, outputs: &mut [u8]| {
            let done = function.digest_many(None, messages, outputs);
            done.expect("the default implementation is always available");
        };
        let merkle = Self::from_fn(hash.digest_bytes(), digest_many);
        #[cfg(feature = "std")]
        let merkle = Self { block_bytes: hash.block_bytes(), ..merkle };
        merkle
    }

    /// Like [`Self::new`], with up to `threads` threads, started when there is enough work for them.
    #[cfg(feature = "std")]
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "the default implementation is always available")]
    pub fn in_threads(hash: &dyn Hash, threads: usize) -> Self {
        Self::with_implementation(hash, None, threads).expect("the default implementation is always available")
    }

    /// Like [`Self::in_threads`], with the named implementation, or the best one if none is named.
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
        let digest_many = move |messages: &dyn Messages, outputs: &mut [u8]| {
            let done = function.digest_many_in_threads(implementation.as_deref(), messages, outputs, 1);
            done.expect("the implementation has been looked up");
        };
        let merkle = Self::from_fn(hash.digest_bytes(), digest_many);
        Ok(Self { block_bytes: hash.block_bytes(), threads: Threads::Scoped(threads), ..merkle })
    }

    /// Builds trees over any function, including those of other crates: `digest_many` writes the digests of messages,
    /// `digest_bytes` bytes each, one after another. With the feature `rayon`, all threads of the current pool call it.
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
        Self {
            digest_many: Box::new(digest_many),
            digest_bytes,
            #[cfg(feature = "std")]
            block_bytes: digest_bytes,
            #[cfg(feature = "std")]
            threads: Threads::Pool,
            sizes: Sizes::USUAL,
            leaf_prefix: Some(0),
            nodes: Nodes::Prefixed(1),
        }
    }

    /// Omits the prefixes, for compatibility with programs that use none. **A node of such a tree is also the hash of a
    /// leaf**, one that consists of two hashes. So use this only if all leaves have the same length, which is not the
    /// length of two hashes, or if the number of leaves is known.
    #[must_use]
    pub fn without_prefixes(mut self) -> Self {
        (self.leaf_prefix, self.nodes) = (None, Nodes::Plain);
        self
    }

    /// Like [`Self::without_prefixes`], but hashes the two nodes below a node in the order of their bytes.
    pub(super) fn with_sorted_pairs(mut self) -> Self {
        (self.leaf_prefix, self.nodes) = (None, Nodes::Sorted);
        self
    }

    /// Lets the caller cancel long calls: each thread calls `go_on` before it hashes another few thousand messages.
    /// **Once `go_on` returns `false`, nothing more is hashed, and the result is meaningless**: discard it.
    #[must_use]
    pub fn hashing_while(mut self, go_on: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let digest_many = self.digest_many;
        self.digest_many = Box::new(move |messages, outputs| {
            let (count, each) = (messages.count(), outputs.len().checked_div(messages.count()).unwrap_or(0));
            for begin in (0..count).step_by(MESSAGES_OF_A_PIECE) {
                let end = count.min(begin + MESSAGES_OF_A_PIECE);
                if !go_on() {
                    return;
                }
                digest_many(&Part::new(messages, begin..end), &mut outputs[begin * each..end * each]);
            }
        });
        self
    }

    /// Computes trees in pieces of other sizes. Small pieces let tests reach with a few leaves what would otherwise
    /// take a great many.
    #[cfg(all(test, feature = "std", feature = "keccak"))]
    pub(super) fn in_sizes(self, sizes: Sizes) -> Self {
        Self { sizes, ..self }
    }

    /// Returns the length of a hash in bytes.
    #[must_use]
    pub fn digest_bytes(&self) -> usize {
        self.digest_bytes
    }

    /// Returns the byte that is hashed before a leaf, or `None` if there are no prefixes.
    #[must_use]
    pub fn leaf_prefix(&self) -> Option<u8> {
        self.leaf_prefix
    }

    /// Returns the length of a hash, and panics if these bytes are not a whole number of hashes.
    pub(super) fn bytes_of_whole_hashes(&self, hashes: &[u8]) -> usize {
        let each = self.digest_bytes;
        assert!(hashes.len().is_multiple_of(each), "{} bytes are not whole hashes of {each} bytes", hashes.len());
        each
    }

    /// Returns the root of a tree without leaves.
    pub(super) fn empty_root(&self) -> Vec<u8> {
        self.one(&[])
    }

    /// Returns the hash of one leaf.
    pub(super) fn leaf(&self, message: &[u8]) -> Vec<u8> {
        self.one(&[self.leaf_prefix.as_slice(), message])
    }

    /// Returns the node above two others.
    pub(super) fn node(&self, left: &[u8], right: &[u8]) -> Vec<u8> {
        match self.nodes {
            Nodes::Prefixed(prefix) => self.one(&[&[prefix], left, right]),
            Nodes::Plain => self.one(&[left, right]),
            Nodes::Sorted => self.one(&[left.min(right), left.max(right)]),
        }
    }

    fn one(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        (self.digest_many)(&Joined::window(0, 1, |_, append| parts.iter().for_each(|part| append(part))), &mut digest);
        digest
    }

    /// Appends the hashes of leaves to `hashes`, in several threads if that is faster.
    pub(super) fn append_leaves(&self, leaves: &dyn Messages, hashes: &mut Vec<u8>) {
        let begin = hashes.len();
        hashes.resize(begin + leaves.count() * self.digest_bytes, 0);
        self.in_threads_hash(leaves, &mut hashes[begin..], &|leaves, hashes| self.hash_leaves(leaves, hashes));
    }

    /// Appends the nodes above neighbours to `above`, in several threads if that is faster. A last node without a
    /// neighbour rises as it is.
    pub(super) fn append_above(&self, nodes: &[u8], above: &mut Vec<u8>) {
        let (pairs, last) = nodes.split_at(nodes.len() - nodes.len() % (2 * self.digest_bytes));
        let begin = above.len();
        above.resize(begin + pairs.len() / 2, 0);
        self.write_above(pairs, &mut above[begin..]);
        above.extend_from_slice(last);
    }

    /// Writes the nodes above pairs of neighbours, in several threads if that is faster.
    pub(super) fn write_above(&self, pairs: &[u8], above: &mut [u8]) {
        self.in_threads_hash(&self.pairs(pairs), above, &|pairs, above| self.hash_pairs(pairs, above));
    }

    fn in_threads_hash(
        &self,
        messages: &dyn Messages,
        hashes: &mut [u8],
        hash: &(dyn Fn(&dyn Messages, &mut [u8]) + Sync),
    ) {
        #[cfg(feature = "std")]
        self.threads.hash(messages, hashes, self.block_bytes, hash);
        #[cfg(not(feature = "std"))]
        hash(messages, hashes);
    }

    /// Returns the number of leaves to hash before the nodes above them: few enough for the cache of one thread, or
    /// enough to be worth starting several.
    pub(super) fn chunk(&self, leaves: usize) -> usize {
        #[cfg(feature = "std")]
        if leaves > self.sizes.subtree && self.threads.count() > 1 {
            return self.sizes.chunk;
        }
        leaves.min(self.sizes.subtree)
    }

    /// Returns the root above hashes of leaves, whose number is a power of two.
    pub(super) fn root_above(&self, hashes: &[u8]) -> Vec<u8> {
        let each = self.sizes.subtree * self.digest_bytes;
        if hashes.len() <= each {
            return self.root_in_this_thread(hashes);
        }
        let mut roots = vec![0; hashes.len() / self.sizes.subtree];
        let root = |index: usize, place: &mut [u8]| {
            place.copy_from_slice(&self.root_in_this_thread(&hashes[index * each..(index + 1) * each]));
        };
        #[cfg(feature = "std")]
        self.threads.each(&mut roots, self.digest_bytes, &root);
        #[cfg(not(feature = "std"))]
        roots.chunks_mut(self.digest_bytes).enumerate().for_each(|(index, place)| root(index, place));
        self.root_in_this_thread(&roots)
    }

    fn root_in_this_thread(&self, hashes: &[u8]) -> Vec<u8> {
        let mut nodes = hashes.to_vec();
        let mut above = Vec::new();
        while nodes.len() > self.digest_bytes {
            above.resize(nodes.len() / 2, 0);
            self.hash_pairs(&self.pairs(&nodes), &mut above);
            core::mem::swap(&mut nodes, &mut above);
        }
        nodes
    }

    /// Returns pairs of nodes as messages.
    fn pairs<'n>(&self, nodes: &'n [u8]) -> EqualRows<'n> {
        EqualRows::new(nodes, 2 * self.digest_bytes).expect("whole pairs")
    }

    /// Writes the hashes of leaves, in the calling thread.
    fn hash_leaves(&self, leaves: &dyn Messages, hashes: &mut [u8]) {
        match self.leaf_prefix {
            None => (self.digest_many)(leaves, hashes),
            prefix => self.hash_windows(leaves.count(), hashes, |first| Joined::prefixed(prefix, leaves, first)),
        }
    }

    /// Writes the nodes above pairs, in the calling thread.
    fn hash_pairs(&self, pairs: &dyn Messages, above: &mut [u8]) {
        let count = pairs.count();
        match self.nodes {
            Nodes::Prefixed(prefix) => {
                self.hash_windows(count, above, |first| Joined::prefixed(Some(prefix), pairs, first));
            }
            Nodes::Plain => (self.digest_many)(pairs, above),
            Nodes::Sorted => self.hash_windows(count, above, |first| Joined::sorted_halves(pairs, first)),
        }
    }

    /// Writes the hashes of messages; `window` joins some of them, starting at an index.
    fn hash_windows(&self, count: usize, hashes: &mut [u8], window: impl Fn(usize) -> Joined) {
        let mut first = 0;
        while first < count {
            let joined = window(first);
            let next = first + joined.count();
            (self.digest_many)(&joined, &mut hashes[first * self.digest_bytes..next * self.digest_bytes]);
            first = next;
        }
    }
}

impl core::fmt::Debug for Merkle {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Merkle").field("digest_bytes", &self.digest_bytes).finish_non_exhaustive()
    }
}
