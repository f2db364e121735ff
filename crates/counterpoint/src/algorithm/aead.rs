//! Authenticated encryption that is chosen at run time.

use crate::aead::AeadError;

/// Authenticated encryption chosen at run time: one message for a key and a nonce. Sessions of several messages are left to the
/// types, since what can be chosen there differs (`Keyak` and `Ketje` in `keccak`).
pub trait Aead: Sync {
    /// Bytes of the key that the designers recommend; others are accepted.
    fn key_bytes(&self) -> usize;
    /// Bytes of the longest nonce that goes with such a key at no extra cost; shorter ones are accepted.
    fn nonce_bytes(&self) -> usize;
    /// Bytes of the tag.
    fn tag_bytes(&self) -> usize;
    /// Bytes of a message that are encrypted between two runs of the primitive.
    fn block_bytes(&self) -> usize;
    /// How many states the encryption of one message permutes at once.
    fn states(&self) -> usize;

    /// Encrypts in place and writes the tag. An implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// If the key or nonce has a wrong length, or if the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If `tag` is not [`Self::tag_bytes`] long.
    fn encrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), AeadError>;

    /// Decrypts in place. An implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// As [`Self::encrypt`], and if the tag does not match: `buffer` is all 0 then.
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
