//! Ketje for programs that choose an algorithm by name at run time.

use super::super::primitive::Word;
use super::super::session::{TypedSession, algorithm};
use super::Ketje;
use crate::aead::AeadError;
use crate::algorithm::Algorithm;

impl<W: Word, const LANES: usize, const TAG: usize> TypedSession for Ketje<W, LANES, TAG> {
    type Word = W;
    type Tag = [u8; TAG];
    // Ketje Jr claims a strength of 96 bits and the others 128 bits, which is the length of the tag.
    const KEY_BYTES: usize = TAG;
    const NONCE_BYTES: usize = Self::MOST_KEY_AND_NONCE_BYTES - TAG;
    const BLOCK_BYTES: usize = LANES * W::BYTES;
    const STATES: usize = 1;

    fn without_key(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::initial(implementation, key, nonce)
    }
    fn start(&mut self, key: &[u8], nonce: &[u8]) {
        self.begin(key, nonce);
    }
    fn encrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self::Tag, AeadError> {
        let mut tag = [0; TAG];
        self.wrap_while(associated_data, buffer, &mut tag, go_on)?;
        Ok(tag)
    }
    fn decrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &Self::Tag,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        self.unwrap_while(associated_data, buffer, tag, go_on)
    }
}

pub(in crate::keccak) const ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    algorithm::<Ketje<u8, 2, 12>>("ketje-jr", &[]),
    algorithm::<Ketje<u16, 2, 16>>("ketje-sr", &[]),
    algorithm::<Ketje<u32, 4, 16>>("ketje-minor", &["ketje-mn"]),
    algorithm::<Ketje<u64, 4, 16>>("ketje-major", &["ketje-mj"]),
    // algorithms: end
];
