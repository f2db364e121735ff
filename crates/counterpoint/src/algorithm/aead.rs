//! Authenticated encryption that is chosen at run time.

use super::sealed::Sealed;
use crate::aead::AeadError;

/// Authenticated encryption that is chosen at run time, of one message for a key and a nonce. For sessions of several
/// messages use the types, because their options differ (`Keyak` and `Ketje` in `keccak`).
///
/// The trait is sealed: only the library implements it.
pub trait Aead: Sealed + Sync {
    /// Returns the length of the key that the designers recommend, in bytes; other lengths are accepted.
    #[must_use]
    fn key_bytes(&self) -> usize;
    /// Returns the length of the longest nonce that costs no extra time with such a key, in bytes; shorter ones are
    /// accepted.
    #[must_use]
    fn nonce_bytes(&self) -> usize;
    /// Returns the length of the tag in bytes.
    #[must_use]
    fn tag_bytes(&self) -> usize;
    /// Returns how many bytes of a message are encrypted between two runs of the primitive.
    #[must_use]
    fn block_bytes(&self) -> usize;
    /// Returns how many states the encryption of one message permutes at once.
    #[must_use]
    fn states(&self) -> usize;

    /// Encrypts `buffer` in place and writes the tag. If no implementation is named, the best one is chosen.
    ///
    /// # Errors
    ///
    /// If the key or nonce has a wrong length, or if the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If the length of `tag` is not [`Self::tag_bytes`].
    fn encrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), AeadError>;

    /// Decrypts `buffer` in place. If no implementation is named, the best one is chosen.
    ///
    /// # Errors
    ///
    /// As [`Self::encrypt`], and if the tag does not match. In that case, `buffer` is filled with zeros.
    fn decrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
    ) -> Result<(), AeadError>;
}
