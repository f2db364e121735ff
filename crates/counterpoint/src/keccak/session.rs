//! Authenticated encryption chosen by name at run time, for any type of session.

use super::primitive::{SealedWord, Word};
use crate::aead::AeadError;
use crate::algorithm::{Aead, Algorithm, Kind, Sealed, Session};
use crate::hash::ByteArray;
use crate::tag::WrongTag;
use core::marker::PhantomData;

#[cfg(all(test, feature = "std"))]
pub(super) mod tests;

/// A type of session that can be chosen at run time.
#[cfg_attr(not(feature = "aead"), allow(unreachable_pub, reason = "only the keys for the crate `aead` show it"))]
pub trait TypedSession: Sized + Send + Sync + 'static {
    /// The integer that is a lane of the states.
    type Word: Word;
    /// The tag.
    type Tag: ByteArray;
    /// Length of the recommended key in bytes.
    const KEY_BYTES: usize;
    /// Length of the longest nonce that costs no extra time with such a key, in bytes.
    const NONCE_BYTES: usize;
    /// Number of bytes encrypted between two runs of the permutation.
    const BLOCK_BYTES: usize;
    /// Number of states of a session.
    const STATES: usize;

    /// Returns a session for a key and a nonce of these lengths that has absorbed neither.
    ///
    /// # Errors
    ///
    /// If the key or nonce has a wrong length, or if the implementation is unknown or can't run on this machine.
    fn without_key(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError>;
    /// Starts the session in place: moving it afterwards would leave a copy behind.
    fn start(&mut self, key: &[u8], nonce: &[u8]);
    /// Encrypts a message in place and returns its tag.
    ///
    /// # Errors
    ///
    /// If an earlier tag did not match, or if `go_on` has returned `false`.
    fn encrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self::Tag, AeadError>;
    /// Decrypts a message in place.
    ///
    /// # Errors
    ///
    /// If the tag does not match, or if an earlier one did not, or if `go_on` has returned `false`. In that case,
    /// `buffer` is filled with zeros.
    fn decrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &Self::Tag,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError>;
}

/// A type of session, chosen at run time.
pub(super) struct ByName<S>(pub(super) PhantomData<fn() -> S>);

/// Returns the registry's entry for a type of session.
pub(super) const fn algorithm<S: TypedSession>(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
    Algorithm { name, aliases, family: "keccak", kind: Kind::Aead(&ByName::<S>(PhantomData)), list: || S::Word::list() }
}

impl<S: TypedSession> Sealed for ByName<S> {}

impl<S: TypedSession> Aead for ByName<S> {
    fn key_bytes(&self) -> usize {
        S::KEY_BYTES
    }
    fn nonce_bytes(&self) -> usize {
        S::NONCE_BYTES
    }
    fn tag_bytes(&self) -> usize {
        S::Tag::LEN
    }
    fn block_bytes(&self) -> usize {
        S::BLOCK_BYTES
    }
    fn states(&self) -> usize {
        S::STATES
    }
    fn encrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), AeadError> {
        let mut session = Erased(S::without_key(implementation, key, nonce)?);
        session.0.start(key, nonce);
        session.encrypt(associated_data, buffer, tag)
    }
    fn decrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
    ) -> Result<(), AeadError> {
        let session = S::without_key(implementation, key, nonce).map(Erased);
        let mut session = session.inspect_err(|_| buffer.fill(0))?;
        session.0.start(key, nonce);
        session.decrypt(associated_data, buffer, tag)
    }
    #[cfg(feature = "alloc")]
    fn session(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
    ) -> Result<alloc::boxed::Box<dyn Session>, AeadError> {
        let mut session = alloc::boxed::Box::new(Erased(S::without_key(implementation, key, nonce)?));
        session.0.start(key, nonce);
        Ok(session)
    }
}

/// A session behind the trait [`Session`].
struct Erased<S>(S);

impl<S: TypedSession> Sealed for Erased<S> {}

impl<S: TypedSession> Session for Erased<S> {
    fn encrypt(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &mut [u8]) -> Result<(), AeadError> {
        self.encrypt_while(associated_data, buffer, tag, &mut || true)
    }
    fn encrypt_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        assert_eq!(tag.len(), S::Tag::LEN, "length of the tag in bytes");
        tag.copy_from_slice(self.0.encrypt(associated_data, buffer, go_on)?.as_ref());
        Ok(())
    }
    fn decrypt(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8]) -> Result<(), AeadError> {
        self.decrypt_while(associated_data, buffer, tag, &mut || true)
    }
    fn decrypt_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        if tag.len() != S::Tag::LEN {
            buffer.fill(0);
            return Err(WrongTag.into());
        }
        let mut bytes = S::Tag::ZERO;
        bytes.as_mut().copy_from_slice(tag);
        self.0.decrypt(associated_data, buffer, &bytes, go_on)
    }
}
