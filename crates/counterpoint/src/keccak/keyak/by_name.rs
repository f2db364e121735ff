//! Keyak for programs that choose an algorithm by name at run time.

use super::super::primitive::Word;
use super::super::session::{TypedSession, algorithm};
use super::{KEYAK_TAG_BYTES, Keyak, piston};
use crate::aead::AeadError;
use crate::algorithm::Algorithm;

impl<W: Word, const PISTONS: usize> TypedSession for Keyak<W, PISTONS> {
    type Word = W;
    type Tag = [u8; KEYAK_TAG_BYTES];
    const KEY_BYTES: usize = 16;
    const NONCE_BYTES: usize = Self::BLOCK_NONCE_BYTES;
    const BLOCK_BYTES: usize = PISTONS * piston::squeezing_rate::<W>();
    const STATES: usize = PISTONS;

    fn without_key(implementation: Option<&str>, key: &[u8], _nonce: &[u8]) -> Result<Self, AeadError> {
        Self::initial(implementation, key)
    }
    fn start(&mut self, key: &[u8], nonce: &[u8]) {
        self.begin(key, nonce, false);
    }
    fn encrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self::Tag, AeadError> {
        self.wrap_while(associated_data, buffer, false, go_on)
    }
    fn decrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &Self::Tag,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        self.unwrap_while(associated_data, buffer, tag, false, go_on)
    }
}

pub(in crate::keccak) const ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    algorithm::<Keyak<u32, 1>>("river-keyak", &[]),
    algorithm::<Keyak<u64, 1>>("lake-keyak", &[]),
    algorithm::<Keyak<u64, 2>>("sea-keyak", &[]),
    algorithm::<Keyak<u64, 4>>("ocean-keyak", &[]),
    algorithm::<Keyak<u64, 8>>("lunar-keyak", &[]),
    // algorithms: end
];
