//! Every algorithm by its name.

use super::{Aead, BlockCipher, Hash, Listed, Mode, Permutation};

/// An algorithm: its name, its family, and how it is run.
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// The canonical name: `sha3-256`, `groestl512`, `keccak-f1600`, `aes128`.
    pub name: &'static str,
    /// Other spellings that are accepted. Case, `-`, `_` and `/` never count.
    pub aliases: &'static [&'static str],
    /// Its family: `groestl`, `fugue`, `luffa`, `keccak`, `aes`.
    pub family: &'static str,
    /// What it does.
    pub kind: Kind,
}

/// What an algorithm does, and the way to have it done.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Hashes messages.
    Hash(&'static dyn Hash),
    /// Hashes messages, once it is given its options.
    Mode(&'static Mode),
    /// Permutes states.
    Permutation(&'static dyn Permutation),
    /// Encrypts blocks.
    BlockCipher(&'static dyn BlockCipher),
    /// Encrypts and authenticates messages.
    Aead(&'static dyn Aead),
}

/// Every algorithm of the library as it was built, family by family.
pub static ALGORITHMS: &[&[Algorithm]] = &[
    #[cfg(feature = "keccak")]
    crate::keccak::ALGORITHMS,
    #[cfg(feature = "keccak")]
    crate::keccak::MODES,
    #[cfg(feature = "keccak")]
    crate::keccak::PERMUTATIONS,
    #[cfg(feature = "keccak")]
    crate::keccak::KEYAK,
    #[cfg(feature = "keccak")]
    crate::keccak::KETJE,
    #[cfg(feature = "groestl")]
    crate::groestl::ALGORITHMS,
    #[cfg(feature = "fugue")]
    crate::fugue::ALGORITHMS,
    #[cfg(feature = "luffa")]
    crate::luffa::ALGORITHMS,
    #[cfg(feature = "aes")]
    crate::aes::ALGORITHMS,
];

/// No algorithm has the name that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm;

impl core::fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no algorithm of that name; `counterpoint list` shows them")
    }
}

impl core::error::Error for UnknownAlgorithm {}

impl Algorithm {
    /// Every algorithm.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    ///
    /// assert!(Algorithm::all().any(|a| a.name == "sha3-256"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Algorithm> {
        ALGORITHMS.iter().flat_map(|family| family.iter())
    }

    /// The algorithm of this name, without regard to case, `-`, `_` and `/`.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    ///
    /// assert_eq!(Algorithm::by_name("SHA3_256").unwrap().name, "sha3-256");
    /// assert!(Algorithm::by_name("sha3").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn by_name(name: &str) -> Result<&'static Algorithm, UnknownAlgorithm> {
        Self::all()
            .find(|a| same_spelling(a.name, name) || a.aliases.iter().any(|alias| same_spelling(alias, name)))
            .ok_or(UnknownAlgorithm)
    }

    /// The implementations, `spec` first, then from the slowest to the fastest.
    pub fn implementations(&self) -> impl Iterator<Item = &'static dyn Listed> {
        let kind = self.kind;
        (0..).map_while(move |n| match kind {
            Kind::Hash(hash) => hash.implementation(n),
            Kind::Mode(mode) => (mode.implementation)(n),
            Kind::Permutation(permutation) => permutation.implementation(n),
            Kind::BlockCipher(cipher) => cipher.implementation(n),
            Kind::Aead(aead) => aead.implementation(n),
        })
    }

    /// The name of the implementation that is chosen for so many messages, states or blocks. Authenticated encryption takes one
    /// message at a time.
    pub fn best(&self, many: usize) -> &'static str {
        match self.kind {
            Kind::Hash(hash) => hash.best(many),
            Kind::Mode(mode) => (mode.best)(many),
            Kind::Permutation(permutation) => permutation.best(many),
            Kind::BlockCipher(cipher) => cipher.best(many),
            Kind::Aead(aead) => aead.best(),
        }
    }

    /// The hash function, if it is one that is given nothing besides a message. [`Self::hash`] is for all.
    pub fn as_hash(&self) -> Option<&'static dyn Hash> {
        match self.kind {
            Kind::Hash(hash) => Some(hash),
            _ => None,
        }
    }

    /// The permutation, if it is one.
    pub fn as_permutation(&self) -> Option<&'static dyn Permutation> {
        match self.kind {
            Kind::Permutation(permutation) => Some(permutation),
            _ => None,
        }
    }

    /// The block cipher, if it is one.
    pub fn as_block_cipher(&self) -> Option<&'static dyn BlockCipher> {
        match self.kind {
            Kind::BlockCipher(cipher) => Some(cipher),
            _ => None,
        }
    }

    /// The authenticated encryption, if it is one.
    pub fn as_aead(&self) -> Option<&'static dyn Aead> {
        match self.kind {
            Kind::Aead(aead) => Some(aead),
            _ => None,
        }
    }
}

impl core::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Algorithm").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether two names differ in nothing but case, `-`, `_` and `/`.
fn same_spelling(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/')).flat_map(char::to_lowercase)
}
