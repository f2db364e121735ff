//! Block ciphers that are chosen at run time.

use super::sealed::Sealed;
use crate::list::ImplementationError;

/// A block cipher that is chosen at run time; each block is encrypted by itself.
///
/// The trait is sealed: only the library implements it.
pub trait BlockCipher: Sealed + Sync {
    /// Returns the length of the key in bytes.
    #[must_use]
    fn key_bytes(&self) -> usize;
    /// Returns the length of a block in bytes.
    #[must_use]
    fn block_bytes(&self) -> usize;

    /// Encrypts each block; `blocks` is divided into pieces of [`Self::block_bytes`].
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If the key has a wrong length, or if the length of `blocks` is not a multiple of the block length.
    fn encrypt(&self, implementation: Option<&str>, key: &[u8], blocks: &mut [u8]) -> Result<(), ImplementationError>;
}
