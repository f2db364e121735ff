//! Every algorithm of the library by its name, for programs that choose at run time.

#[cfg(feature = "std")]
pub use crate::algorithm::RunTasks;
pub use crate::algorithm::{
    Aead, Algorithm, BitOrder, BlockCipher, Hash, HashAlgorithm, Kind, OptionError, OptionFault, Options, PIECE_BYTES,
    Parameter, Permutation, Session,
};
#[cfg(feature = "alloc")]
pub use crate::algorithm::{DigestMany, Hasher, Reader};
#[cfg(feature = "std")]
pub use crate::column::{Validity, digest_column};
pub use crate::cores::Core;
#[cfg(feature = "alloc")]
pub use crate::in_place::InPlace;
pub use crate::list::{Implementation, ImplementationError};
#[cfg(feature = "std")]
pub use crate::table::{Column, digest_table};

/// All algorithms in this build of the library, family by family.
pub static ALGORITHMS: &[&[Algorithm]] = &[
    // families: begin, by `cargo xtask generate` from functions.toml
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
    #[cfg(feature = "groestl0")]
    crate::groestl::groestl0::ALGORITHMS,
    // families: end
];

/// Makes `spec` available by its name in a build without the feature `all-techniques`, for tests of that build which
/// compare with it. Its kernels are compiled in the crate that calls this.
#[cfg(feature = "std")]
#[doc(hidden)]
#[inline]
pub fn lend_spec() {
    // specifications: begin, by `cargo xtask generate` from functions.toml
    #[cfg(feature = "keccak")]
    crate::keccak::lend_spec();
    #[cfg(feature = "groestl")]
    crate::groestl::lend_spec();
    #[cfg(feature = "fugue")]
    crate::fugue::lend_spec();
    #[cfg(feature = "luffa")]
    crate::luffa::lend_spec();
    #[cfg(feature = "aes")]
    crate::aes::lend_spec();
    #[cfg(feature = "groestl0")]
    crate::groestl::groestl0::lend_spec();
    // specifications: end
}

/// There is no algorithm with the requested name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownAlgorithm;

impl core::fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no algorithm of that name; `counterpoint list` shows them")
    }
}

impl core::error::Error for UnknownAlgorithm {}

impl Algorithm {
    /// Returns all algorithms.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    ///
    /// assert!(Algorithm::all().any(|a| a.name == "sha3-256"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Algorithm> {
        ALGORITHMS.iter().flat_map(|family| family.iter())
    }

    /// Returns the algorithm with this name; case, `-`, `_` and `/` are ignored.
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
    /// If there is no such algorithm.
    pub fn by_name(name: &str) -> Result<&'static Algorithm, UnknownAlgorithm> {
        Self::all()
            .find(|a| same_spelling(a.name, name) || a.aliases.iter().any(|alias| same_spelling(alias, name)))
            .ok_or(UnknownAlgorithm)
    }
}

/// Whether two names are equal except for case, `-`, `_` and `/`.
fn same_spelling(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/')).flat_map(char::to_lowercase)
}
