//! Block ciphers that are chosen at run time.

use crate::list::ImplementationError;

/// A block cipher chosen at run time, block by block.
pub trait BlockCipher: Sync {
    /// Bytes of the key.
    fn key_bytes(&self) -> usize;
    /// Bytes of a block.
    fn block_bytes(&self) -> usize;

    /// Encrypts each block; `blocks` is cut into pieces of [`Self::block_bytes`].
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If the key or `blocks` has a wrong length.
    fn encrypt(&self, implementation: Option<&str>, key: &[u8], blocks: &mut [u8]) -> Result<(), ImplementationError>;
}
