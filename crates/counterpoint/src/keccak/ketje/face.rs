//! Ketje by name at run time.

use super::super::Word;
use super::Ketje;
use crate::aead::AeadError;
use crate::registry::{Aead, Algorithm, Kind, Listed};
use core::marker::PhantomData;

struct Face<W, const LANES: usize, const TAG: usize>(PhantomData<W>);

impl<W: Word, const LANES: usize, const TAG: usize> Face<W, LANES, TAG> {
    const fn algorithm(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
        Algorithm { name, aliases, family: "keccak", kind: Kind::Aead(&Self(PhantomData)) }
    }
}

impl<W: Word, const LANES: usize, const TAG: usize> Aead for Face<W, LANES, TAG> {
    fn key_bytes(&self) -> usize {
        // Ketje Jr claims the strength of 96 bits, the others of 128: as many as the tag has.
        TAG
    }
    fn nonce_bytes(&self) -> usize {
        Ketje::<W, LANES, TAG>::MOST_KEY_AND_NONCE_BYTES - TAG
    }
    fn tag_bytes(&self) -> usize {
        TAG
    }
    fn block_bytes(&self) -> usize {
        LANES * W::BYTES
    }
    fn states(&self) -> usize {
        1
    }
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed> {
        W::list().all().get(n).map(|i| i as &dyn Listed)
    }
    fn best(&self) -> &'static str {
        W::list().best(1).card().name
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
        let found = Ketje::<W, LANES, TAG>::start(implementation, key, nonce)?.encrypt(associated_data, buffer)?;
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
        match (Ketje::<W, LANES, TAG>::start(implementation, key, nonce), tag.try_into()) {
            (Ok(mut session), Ok(tag)) => session.decrypt(associated_data, buffer, tag),
            (session, _) => {
                buffer.fill(0);
                Err(session.err().unwrap_or(AeadError::Mismatch))
            }
        }
    }
}

pub(in crate::keccak) const ALGORITHMS: &[Algorithm] = &[
    Face::<u8, 2, 12>::algorithm("ketje-jr", &[]),
    Face::<u16, 2, 16>::algorithm("ketje-sr", &[]),
    Face::<u32, 4, 16>::algorithm("ketje-minor", &["ketje-mn"]),
    Face::<u64, 4, 16>::algorithm("ketje-major", &["ketje-mj"]),
];
