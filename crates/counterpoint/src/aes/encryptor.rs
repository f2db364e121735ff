//! The public interface of AES: an expanded key that encrypts one block or many, and ciphers chosen by name at run
//! time.

use super::primitive::{Aes, BLOCK_BYTES, Block, Work};
use crate::algorithm::{Algorithm, BlockCipher, Kind, Sealed};
use crate::list::{Entry, ImplementationError, Implemented, any_list};
use crate::wipe::Wiped;

/// AES with a key of 128 bits: 10 rounds. \[FIPS197\] 5.
///
/// ```
/// use counterpoint::Aes128;
///
/// let aes = Aes128::new(&[0; 16]);
/// let mut block = [0; 16];
/// aes.encrypt_block(&mut block);
/// assert_eq!(block[..4], [0x66, 0xe9, 0x4b, 0xd4]);
/// ```
pub type Aes128 = Encryptor<16, 11>;

/// AES with a key of 192 bits: 12 rounds. \[FIPS197\] 5.
pub type Aes192 = Encryptor<24, 13>;

/// AES with a key of 256 bits: 14 rounds. \[FIPS197\] 5.
pub type Aes256 = Encryptor<32, 15>;

/// AES with an expanded key: [`Aes128`], [`Aes192`] or [`Aes256`].
///
/// Encrypt many blocks at once, each independently of the others:
///
/// ```
/// use counterpoint::Aes256;
///
/// let aes = Aes256::new(&[7; 32]);
/// let mut blocks = [[0; 16], [1; 16], [2; 16]];
/// aes.encrypt_blocks(&mut blocks);
///
/// let mut alone = [1; 16];
/// aes.encrypt_block(&mut alone);
/// assert_eq!(blocks[1], alone);
/// ```
///
/// With the feature `cipher`, this type implements that crate's encryption traits, so it works with modes of operation
/// that only encrypt, such as `ctr::Ctr128BE`.
///
/// Encryption takes constant time in key and blocks, unless you request an implementation that does not. With the
/// feature `zeroize`, the round keys are wiped when the value is dropped.
#[derive(Clone)]
pub struct Encryptor<const KEY_BYTES: usize, const ROUND_KEYS: usize> {
    implementation: Option<&'static Entry<Aes>>,
    round_keys: Wiped<[Block; ROUND_KEYS]>,
}

#[cfg(feature = "zeroize")]
impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> zeroize::ZeroizeOnDrop for Encryptor<KEY_BYTES, ROUND_KEYS> {}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> Encryptor<KEY_BYTES, ROUND_KEYS> {
    /// Expands a key. Each call uses the best implementation for this machine and the number of blocks.
    #[must_use]
    pub fn new(key: &[u8; KEY_BYTES]) -> Self {
        Self::expand(None, key)
    }

    /// Expands a key for encryption with the named implementation.
    ///
    /// ```
    /// use counterpoint::Aes128;
    ///
    /// let aes = Aes128::with_implementation("bitslice-portable-x4", &[0; 16])?;
    /// # Ok::<(), counterpoint::registry::ImplementationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no implementation of this name, or this machine cannot run it.
    pub fn with_implementation(name: &str, key: &[u8; KEY_BYTES]) -> Result<Self, ImplementationError> {
        Ok(Self::expand(Some(Aes::list().named(name)?), key))
    }

    /// Uses the given round keys. Each call uses the best implementation for this machine and the number of blocks.
    ///
    /// ```
    /// use counterpoint::Aes128;
    ///
    /// let aes = Aes128::new(&[0; 16]);
    /// let same = Aes128::from_round_keys(aes.round_keys());
    /// let (mut block, mut expected) = ([7; 16], [7; 16]);
    /// same.encrypt_block(&mut block);
    /// aes.encrypt_block(&mut expected);
    /// assert_eq!(block, expected);
    /// ```
    ///
    /// This is a building block: unless the round keys are the expansion of a key, the cipher is not AES.
    #[must_use]
    pub fn from_round_keys(round_keys: &[Block; ROUND_KEYS]) -> Self {
        Self { implementation: None, round_keys: Wiped(*round_keys) }
    }

    /// [`Self::from_round_keys`] with the named implementation.
    ///
    /// # Errors
    ///
    /// If there is no implementation of this name, or this machine cannot run it.
    pub fn from_round_keys_with_implementation(
        name: &str,
        round_keys: &[Block; ROUND_KEYS],
    ) -> Result<Self, ImplementationError> {
        Ok(Self { implementation: Some(Aes::list().named(name)?), round_keys: Wiped(*round_keys) })
    }

    pub(super) fn expand(implementation: Option<&'static Entry<Aes>>, key: &[u8]) -> Self {
        let mut cipher = Self::unkeyed(implementation);
        cipher.set_key(key);
        cipher
    }

    /// Returns the cipher without a key. The key is set once the cipher is in its final place, because moving a value
    /// leaves a copy behind.
    fn unkeyed(implementation: Option<&'static Entry<Aes>>) -> Self {
        const {
            assert!(
                matches!((KEY_BYTES, ROUND_KEYS), (16, 11) | (24, 13) | (32, 15)),
                "a key has 16, 24 or 32 bytes and 11, 13 or 15 round keys"
            );
        }
        Self { implementation, round_keys: Wiped([[0; BLOCK_BYTES]; ROUND_KEYS]) }
    }

    fn set_key(&mut self, key: &[u8]) {
        let implementation = self.implementation.unwrap_or_else(|| Aes::list().best(1));
        implementation.run(Work::expand_key(key, &mut *self.round_keys));
    }

    /// Returns the round keys. The first one is the beginning of the key. \[FIPS197\] 5.2.
    #[must_use]
    pub fn round_keys(&self) -> &[Block; ROUND_KEYS] {
        &self.round_keys
    }

    /// Encrypts a block in place.
    pub fn encrypt_block(&self, block: &mut Block) {
        self.encrypt_blocks(core::slice::from_mut(block));
    }

    /// Encrypts each block in place, independently of the others.
    pub fn encrypt_blocks(&self, blocks: &mut [Block]) {
        let implementation = self.implementation.unwrap_or_else(|| Aes::list().best(blocks.len()));
        implementation.run(Work::encrypt(&self.round_keys, blocks));
    }
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> core::fmt::Debug for Encryptor<KEY_BYTES, ROUND_KEYS> {
    /// Formats the name of the cipher, without the key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Aes{} {{ .. }}", 8 * KEY_BYTES)
    }
}

/// AES with one key length, chosen at run time.
struct ByName<const KEY_BYTES: usize, const ROUND_KEYS: usize>;

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> ByName<KEY_BYTES, ROUND_KEYS> {
    const fn algorithm(name: &'static str, aliases: &'static [&'static str]) -> Algorithm {
        Algorithm { name, aliases, family: "aes", kind: Kind::BlockCipher(&Self), list: any_list::<Aes> }
    }
}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> Sealed for ByName<KEY_BYTES, ROUND_KEYS> {}

impl<const KEY_BYTES: usize, const ROUND_KEYS: usize> BlockCipher for ByName<KEY_BYTES, ROUND_KEYS> {
    fn key_bytes(&self) -> usize {
        KEY_BYTES
    }
    fn block_bytes(&self) -> usize {
        BLOCK_BYTES
    }
    fn encrypt(&self, implementation: Option<&str>, key: &[u8], blocks: &mut [u8]) -> Result<(), ImplementationError> {
        assert_eq!(key.len(), KEY_BYTES, "length of the key in bytes");
        let (blocks, rest) = blocks.as_chunks_mut();
        assert_eq!(rest.len(), 0, "bytes after the last whole block of {BLOCK_BYTES} bytes");
        let implementation = implementation.map(|name| Aes::list().named(name)).transpose()?;
        let mut cipher = Encryptor::<KEY_BYTES, ROUND_KEYS>::unkeyed(implementation);
        cipher.set_key(key);
        cipher.encrypt_blocks(blocks);
        Ok(())
    }
}

/// AES with each key length, by name.
pub(super) const ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    ByName::<16, 11>::algorithm("aes128", &["aes128-ecb"]),
    ByName::<24, 13>::algorithm("aes192", &["aes192-ecb"]),
    ByName::<32, 15>::algorithm("aes256", &["aes256-ecb"]),
    // algorithms: end
];
