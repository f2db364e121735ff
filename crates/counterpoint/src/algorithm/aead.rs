//! Authenticated encryption that is chosen at run time.

use super::sealed::Sealed;
use crate::aead::AeadError;

/// Authenticated encryption that is chosen at run time: of one message for a key and a nonce, or of the messages of a
/// [`Session`]. Features that only Keyak or only Ketje has are methods of their types (in `keccak`).
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
    /// Returns how many bytes of a message are encrypted between two applications of the primitive.
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
    /// As for [`Self::encrypt`], and if the tag does not match. In that case, `buffer` is filled with zeros.
    fn decrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
    ) -> Result<(), AeadError>;
    /// Starts a session for a key and a nonce. If no implementation is named, the best one is chosen.
    ///
    /// # Errors
    ///
    /// If the key or nonce has a wrong length, or if the implementation is unknown or can't run on this machine.
    #[cfg(feature = "alloc")]
    fn session(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
    ) -> Result<alloc::boxed::Box<dyn Session>, AeadError>;
}

/// How many bytes of a message a [`Session`] encrypts or decrypts between two calls of `go_on`
/// ([`Session::encrypt_while`]).
pub const PIECE_BYTES: usize = 1 << 18;

/// A session of messages, which are encrypted or decrypted one after the other. Each tag authenticates all messages up
/// to that point. Both sides process the same messages in the same order.
///
/// ```
/// use counterpoint::Algorithm;
///
/// let aead = Algorithm::by_name("lake-keyak")?.as_aead().unwrap();
/// let mut alice = aead.session(None, &[0x42; 16], b"used once with this key")?;
/// let mut bob = aead.session(None, &[0x42; 16], b"used once with this key")?;
/// let (mut message, mut tag) = (*b"attack at dawn", [0; 16]);
/// alice.encrypt(b"to Bob", &mut message, &mut tag)?;
/// bob.decrypt(b"to Bob", &mut message, &tag)?;
/// assert_eq!(&message, b"attack at dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The trait is sealed: only the library implements it.
pub trait Session: Sealed + Send + Sync {
    /// Encrypts `buffer` in place and writes the tag.
    ///
    /// # Errors
    ///
    /// If an earlier tag of the session did not match. In that case, `buffer` is unchanged.
    ///
    /// # Panics
    ///
    /// If the length of `tag` is not [`Aead::tag_bytes`].
    fn encrypt(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &mut [u8]) -> Result<(), AeadError>;
    /// Like [`Self::encrypt`], but the caller can stop the call, which is useful for long messages: `go_on` is called
    /// before each piece of [`PIECE_BYTES`] and returns whether to continue.
    ///
    /// # Errors
    ///
    /// As for [`Self::encrypt`], and [`AeadError::Stopped`] if `go_on` returns false. In that case, `buffer` is filled
    /// with zeros, and the session's state is erased.
    ///
    /// # Panics
    ///
    /// As for [`Self::encrypt`].
    fn encrypt_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError>;
    /// Decrypts `buffer` in place.
    ///
    /// # Errors
    ///
    /// If the tag does not match, or if an earlier one did not. In that case, `buffer` is filled with zeros. A tag
    /// whose length is not [`Aead::tag_bytes`] does not match; after that error, the session can be continued.
    fn decrypt(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8]) -> Result<(), AeadError>;
    /// Like [`Self::decrypt`], but can be stopped like [`Self::encrypt_while`].
    ///
    /// # Errors
    ///
    /// As for [`Self::decrypt`] and [`Self::encrypt_while`].
    fn decrypt_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError>;
}
