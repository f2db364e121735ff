//! Ketje for programs that choose by name at run time.

use super::super::primitive::Word;
use super::super::session::{Session, algorithm};
use super::Ketje;
use crate::aead::AeadError;
use crate::algorithm::Algorithm;
use crate::tag::WrongTag;

impl<W: Word, const LANES: usize, const TAG: usize> Session for Ketje<W, LANES, TAG> {
    type Word = W;
    // Ketje Jr claims a strength of 96 bits, the others of 128 bits: the length of the tag.
    const KEY_BYTES: usize = TAG;
    const NONCE_BYTES: usize = Self::MOST_KEY_AND_NONCE_BYTES - TAG;
    const TAG_BYTES: usize = TAG;
    const BLOCK_BYTES: usize = LANES * W::BYTES;
    const STATES: usize = 1;

    fn started(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::start(implementation, key, nonce)
    }
    fn encrypt_to(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &mut [u8]) -> Result<(), AeadError> {
        tag.copy_from_slice(&self.encrypt(associated_data, buffer)?);
        Ok(())
    }
    fn decrypt_by(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8]) -> Result<(), AeadError> {
        let tag = tag.try_into().map_err(|_| WrongTag)?;
        self.decrypt(associated_data, buffer, tag)
    }
}

pub(in crate::keccak) const ALGORITHMS: &[Algorithm] = &[
    algorithm::<Ketje<u8, 2, 12>>("ketje-jr", &[]),
    algorithm::<Ketje<u16, 2, 16>>("ketje-sr", &[]),
    algorithm::<Ketje<u32, 4, 16>>("ketje-minor", &["ketje-mn"]),
    algorithm::<Ketje<u64, 4, 16>>("ketje-major", &["ketje-mj"]),
];
