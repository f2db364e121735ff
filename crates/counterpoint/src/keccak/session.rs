//! Authenticated encryption that is chosen at run time by its name: a session with one message, of any type.

use super::primitive::{SealedWord, Word};
use crate::aead::AeadError;
use crate::algorithm::{Aead, Algorithm, Kind, Sealed};
use crate::tag::WrongTag;
use core::marker::PhantomData;

#[cfg(all(test, feature = "std"))]
pub(super) mod tests;

/// What a session must provide to be chosen at run time.
pub(super) trait Session: Sized + 'static {
    /// The integer that is a lane of the states.
    type Word: Word;
    /// Length of the recommended key in bytes.
    const KEY_BYTES: usize;
    /// Length of the longest nonce that costs no extra time with such a key, in bytes.
    const NONCE_BYTES: usize;
    /// Length of the tag in bytes.
    const TAG_BYTES: usize;
    /// Bytes that are encrypted between two runs of the permutation.
    const BLOCK_BYTES: usize;
    /// Number of states of a session.
    const STATES: usize;

    /// Starts a session for a key and a nonce.
    fn started(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError>;
    /// Encrypts a message in place and writes its tag.
    fn encrypt_to(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &mut [u8]) -> Result<(), AeadError>;
    /// Decrypts a message in place; the length of the tag is correct.
    fn decrypt_by(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8]) -> Result<(), AeadError>;
}

/// A type of session, chosen at run time.
struct ByName<S>(PhantomData<fn() -> S>);

/// Returns the registry's entry for a type of session.
pub(super) const fn algorithm<S: Session>(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
    Algorithm { name, aliases, family: "keccak", kind: Kind::Aead(&ByName::<S>(PhantomData)), list: || S::Word::list() }
}

impl<S: Session> Sealed for ByName<S> {}

impl<S: Session> Aead for ByName<S> {
    fn key_bytes(&self) -> usize {
        S::KEY_BYTES
    }
    fn nonce_bytes(&self) -> usize {
        S::NONCE_BYTES
    }
    fn tag_bytes(&self) -> usize {
        S::TAG_BYTES
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
        S::started(implementation, key, nonce)?.encrypt_to(associated_data, buffer, tag)
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
        match S::started(implementation, key, nonce) {
            Ok(mut session) if tag.len() == S::TAG_BYTES => session.decrypt_by(associated_data, buffer, tag),
            session => {
                buffer.fill(0);
                Err(session.err().unwrap_or(WrongTag.into()))
            }
        }
    }
}
