//! Algorithms for programs that choose at run time: the type [`Algorithm`] and the interfaces to its operations.
//! [`crate::registry`] lists all of them by name.

use crate::list::{AnyList, Implementation};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

mod aead;
mod block_cipher;
mod hash;
mod options;
mod permutation;
mod sealed;

pub use aead::{Aead, PIECE_BYTES, Session};
pub use block_cipher::BlockCipher;
#[cfg(feature = "std")]
pub use hash::RunTasks;
pub(crate) use hash::hashes_no_tuples;
#[cfg(feature = "rayon")]
pub(crate) use hash::in_pool;
pub use hash::{BitOrder, Hash};
#[cfg(feature = "alloc")]
pub use hash::{DigestMany, Hasher, Reader};
pub use options::{HashAlgorithm, OptionError, OptionFault, Options, Parameter};
pub use permutation::Permutation;
pub(crate) use sealed::Sealed;

/// An algorithm: its name, its family, and the interface to its operations.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Algorithm {
    /// The canonical name: `sha3-256`, `groestl512`, `keccak-f1600`, `aes128`.
    pub name: &'static str,
    /// Other spellings that are accepted. Case, `-`, `_` and `/` are always ignored.
    pub aliases: &'static [&'static str],
    /// The family: `groestl`, `fugue`, `luffa`, `keccak`, `aes`.
    pub family: &'static str,
    /// What it does.
    pub kind: Kind,
    /// The implementations of its primitive.
    pub(crate) list: fn() -> &'static dyn AnyList,
}

/// What an algorithm does, with the interface for it.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Kind {
    /// Hashes messages.
    Hash(&'static HashAlgorithm),
    /// Permutes states.
    Permutation(&'static dyn Permutation),
    /// Encrypts blocks.
    BlockCipher(&'static dyn BlockCipher),
    /// Encrypts and authenticates messages.
    Aead(&'static dyn Aead),
}

impl Algorithm {
    /// Returns the implementations that are built, from the slowest to the fastest. With the feature `all-techniques`,
    /// `spec` is the first of them.
    pub fn implementations(&self) -> impl Iterator<Item = &'static Implementation> {
        let list = (self.list)();
        (0..).map_while(move |n| list.implementation(n))
    }

    /// Returns the names of the implementations that are not built because they are chosen on no CPU. The feature
    /// `all-techniques` adds them.
    #[must_use]
    pub fn left_out(&self) -> &'static [&'static str] {
        (self.list)().left_out()
    }

    /// Returns the implementation that is chosen for a batch of this many messages, states or blocks. Authenticated
    /// encryption processes one message at a time.
    #[must_use]
    pub fn best(&self, batch: usize) -> &'static Implementation {
        let batch = match self.kind {
            Kind::Aead(aead) => aead.states(),
            _ => batch,
        };
        (self.list)().best(batch)
    }

    /// Returns the hash function, if the algorithm is one without inputs besides the message. `Algorithm::hash` also
    /// returns hash functions with options.
    #[must_use]
    pub fn as_hash(&self) -> Option<&'static dyn Hash> {
        match self.kind {
            Kind::Hash(hash) => hash.function,
            _ => None,
        }
    }

    /// Returns the permutation, if the algorithm is one.
    #[must_use]
    pub fn as_permutation(&self) -> Option<&'static dyn Permutation> {
        match self.kind {
            Kind::Permutation(permutation) => Some(permutation),
            _ => None,
        }
    }

    /// Returns the block cipher, if the algorithm is one.
    #[must_use]
    pub fn as_block_cipher(&self) -> Option<&'static dyn BlockCipher> {
        match self.kind {
            Kind::BlockCipher(cipher) => Some(cipher),
            _ => None,
        }
    }

    /// Returns the authenticated cipher, if the algorithm is one.
    #[must_use]
    pub fn as_aead(&self) -> Option<&'static dyn Aead> {
        match self.kind {
            Kind::Aead(aead) => Some(aead),
            _ => None,
        }
    }

    /// Returns the parameters that the algorithm accepts besides the message.
    #[must_use]
    pub fn takes(&self) -> &'static [Parameter] {
        match self.kind {
            Kind::Hash(hash) => hash.takes,
            _ => &[],
        }
    }

    /// Returns the parameters among [`Self::takes`] that the algorithm requires.
    #[must_use]
    pub fn needs(&self) -> &'static [Parameter] {
        match self.kind {
            Kind::Hash(hash) => hash.needs,
            _ => &[],
        }
    }

    /// Whether the algorithm is a hash function, with options or without.
    #[must_use]
    pub fn hashes(&self) -> bool {
        matches!(self.kind, Kind::Hash(_))
    }

    /// Returns the hash function with its options.
    ///
    /// # Errors
    ///
    /// If the algorithm is not a hash function, if a parameter is not accepted, if a required one is missing, or if a
    /// value is not valid.
    #[cfg(feature = "alloc")]
    pub fn hash(&self, options: &Options<'_>) -> Result<Box<dyn Hash>, OptionError> {
        let fault = |fault| OptionError { algorithm: self.name, fault };
        if let Some(parameter) = options.given().find(|parameter| !self.takes().contains(parameter)) {
            return Err(fault(OptionFault::NotTaken(parameter)));
        }
        if let Some(&parameter) = self.needs().iter().find(|needed| !options.given().any(|given| given == **needed)) {
            return Err(fault(OptionFault::Needed(parameter)));
        }
        match self.kind {
            Kind::Hash(hash) => (hash.build)(options).map_err(fault),
            _ => Err(fault(OptionFault::NoHash)),
        }
    }
}

impl core::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Algorithm").field("name", &self.name).finish_non_exhaustive()
    }
}
