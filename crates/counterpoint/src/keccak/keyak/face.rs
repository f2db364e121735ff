//! Keyak by name at run time.

use super::super::Word;
use super::{KEYAK_TAG_BYTES, Keyak, piston};
use crate::aead::AeadError;
use crate::registry::{Aead, Algorithm, Kind, Listed};
use core::marker::PhantomData;

struct Face<W, const PISTONS: usize>(PhantomData<W>);

impl<W: Word, const PISTONS: usize> Face<W, PISTONS> {
    const fn algorithm(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
        Algorithm { name, aliases, family: "keccak", kind: Kind::Aead(&Self(PhantomData)) }
    }

    fn session(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Keyak<W, PISTONS>, AeadError> {
        Keyak::start(implementation, key, nonce, false)
    }
}

impl<W: Word, const PISTONS: usize> Aead for Face<W, PISTONS> {
    fn key_bytes(&self) -> usize {
        16
    }
    fn nonce_bytes(&self) -> usize {
        Keyak::<W, PISTONS>::BLOCK_NONCE_BYTES
    }
    fn tag_bytes(&self) -> usize {
        KEYAK_TAG_BYTES
    }
    fn block_bytes(&self) -> usize {
        PISTONS * piston::squeezing_rate::<W>()
    }
    fn states(&self) -> usize {
        PISTONS
    }
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed> {
        W::list().all().get(n).map(|i| i as &dyn Listed)
    }
    fn best(&self) -> &'static str {
        W::list().best(PISTONS).card().name
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
        let found = Self::session(implementation, key, nonce)?.encrypt(associated_data, buffer)?;
        tag.copy_from_slice(&found);
        Ok(())
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
        match (Self::session(implementation, key, nonce), tag.try_into()) {
            (Ok(mut session), Ok(tag)) => session.decrypt(associated_data, buffer, tag),
            (session, _) => {
                buffer.fill(0);
                Err(session.err().unwrap_or(AeadError::Mismatch))
            }
        }
    }
}

pub(in crate::keccak) const ALGORITHMS: &[Algorithm] = &[
    Face::<u32, 1>::algorithm("river-keyak", &[]),
    Face::<u64, 1>::algorithm("lake-keyak", &[]),
    Face::<u64, 2>::algorithm("sea-keyak", &[]),
    Face::<u64, 4>::algorithm("ocean-keyak", &[]),
    Face::<u64, 8>::algorithm("lunar-keyak", &[]),
];
