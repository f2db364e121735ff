//! The traits of the crate `cipher`, for modes of operation that are generic over block ciphers.
//!
//! That crate calls a *backend* with as many blocks as the backend processes in parallel. Here, this is the number of
//! blocks of the widest kernel; each call uses the best implementation for its number of blocks, or the one that the
//! caller named. The decryption traits are not implemented, because the library only encrypts.
//!
//! On a concrete type, `Aes128::new` and `encrypt_blocks` are the inherent methods, which take arrays; those of the
//! traits are `<Aes128 as KeyInit>::new` and `BlockCipherEncrypt::encrypt_blocks(&aes, blocks)`.

use super::{Aes, Block, Encryptor};
use crate::list::Implemented;
use cipher::array::{Array, ArraySize, AssocArraySize};
use cipher::common::{ParBlocks, ParBlocksSizeUser};
use cipher::consts::{U16, U32};
use cipher::inout::{InOut, InOutBuf};
use cipher::typenum::Unsigned;
use cipher::{
    AlgorithmName, BlockCipherEncBackend, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, Key, KeyInit,
    KeySizeUser,
};

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> AlgorithmName for Encryptor<KEY_BYTES, ROUND_KEYS> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "aes{}", 8 * KEY_BYTES)
    }
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize, N: ArraySize> KeySizeUser for Encryptor<KEY_BYTES, ROUND_KEYS>
where
    [u8; KEY_BYTES]: AssocArraySize<Size = N>,
{
    type KeySize = N;
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize, N: ArraySize> KeyInit for Encryptor<KEY_BYTES, ROUND_KEYS>
where
    [u8; KEY_BYTES]: AssocArraySize<Size = N>,
{
    fn new(key: &Key<Self>) -> Self {
        Self::expand(None, key)
    }
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> BlockSizeUser for Encryptor<KEY_BYTES, ROUND_KEYS> {
    type BlockSize = U16;
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> BlockCipherEncrypt for Encryptor<KEY_BYTES, ROUND_KEYS> {
    fn encrypt_with_backend(&self, f: impl BlockCipherEncClosure<BlockSize = U16>) {
        f.call(&Backend(self));
    }

    /// Encrypts any number of blocks in place, in one run.
    fn encrypt_blocks(&self, blocks: &mut [Array<u8, U16>]) {
        Encryptor::encrypt_blocks(self, Array::cast_slice_to_core_mut(blocks));
    }

    /// Encrypts any number of blocks from one buffer to another, in one run.
    fn encrypt_blocks_inout(&self, blocks: InOutBuf<'_, '_, Array<u8, U16>>) {
        Backend(self).encrypt(blocks);
    }
}

/// An expanded key as a backend of the crate `cipher`.
struct Backend<'a, const KEY_BYTES: usize, const ROUND_KEYS: usize>(&'a Encryptor<KEY_BYTES, ROUND_KEYS>);

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> Backend<'_, KEY_BYTES, ROUND_KEYS> {
    fn encrypt(&self, blocks: InOutBuf<'_, '_, Array<u8, U16>>) {
        let blocks: &mut [Block] = Array::cast_slice_to_core_mut(blocks.into_out_with_copied_in());
        self.0.encrypt_blocks(blocks);
    }
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> BlockSizeUser for Backend<'_, KEY_BYTES, ROUND_KEYS> {
    type BlockSize = U16;
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> ParBlocksSizeUser for Backend<'_, KEY_BYTES, ROUND_KEYS> {
    type ParBlocksSize = U32;
}

const _: () = assert!(U32::USIZE >= Aes::MOST_STATES, "the blocks of a call fill the widest kernel");

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> BlockCipherEncBackend for Backend<'_, KEY_BYTES, ROUND_KEYS> {
    fn encrypt_block(&self, block: InOut<'_, '_, Array<u8, U16>>) {
        self.0.encrypt_block(&mut block.into_out_with_copied_in().0);
    }

    fn encrypt_par_blocks(&self, blocks: InOut<'_, '_, ParBlocks<Self>>) {
        self.encrypt(blocks.into_buf());
    }

    fn encrypt_tail_blocks(&self, blocks: InOutBuf<'_, '_, Array<u8, U16>>) {
        self.encrypt(blocks);
    }
}
