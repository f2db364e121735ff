//! The primitive: what AES kernels compute, and their operands. \[FIPS197\] 5.

use crate::cpu::Primitive;

/// A block, or a round key. Byte 4 c + r is row r of column c. \[FIPS197\] 3.4.
pub type Block = [u8; BLOCK_BYTES];

/// The length of a block in bytes.
pub const BLOCK_BYTES: usize = 16;

/// The number of round keys of the longest key: one before the first of its 14 rounds, and one after each round.
pub(super) const MOST_ROUND_KEYS: usize = 15;

/// AES as a primitive: it expands keys, and encrypts blocks under round keys.
pub(crate) struct Aes;

/// One run of [`Aes`].
pub(crate) struct Work<'a>(pub(super) Task<'a>);

/// The task of a run. The lengths are consistent: a key of 4, 6 or 8 words with seven more round keys than words, or
/// 11, 13 or 15 round keys.
// The layout is fixed because `cargo xtask prove` writes it: the number of the task, then the two slices.
#[repr(u64)]
pub(super) enum Task<'a> {
    ExpandKey { key: &'a [u8], round_keys: &'a mut [Block] },
    Encrypt { round_keys: &'a [Block], blocks: &'a mut [Block] },
}

impl<'a> Work<'a> {
    /// Expands a key into its round keys. \[FIPS197\] 5.2.
    ///
    /// # Panics
    ///
    /// If the lengths are not 16, 24 or 32 bytes of key with 11, 13 or 15 round keys, respectively.
    pub(crate) fn expand_key(key: &'a [u8], round_keys: &'a mut [Block]) -> Self {
        let lengths = (key.len(), round_keys.len());
        assert!(
            matches!(lengths, (16, 11) | (24, 13) | (32, 15)),
            "a key has 16, 24 or 32 bytes and 11, 13 or 15 round keys, not {lengths:?}"
        );
        Self(Task::ExpandKey { key, round_keys })
    }

    /// Encrypts any number of blocks, each independently. \[FIPS197\] 5.1.
    pub(crate) fn encrypt<const ROUND_KEYS: usize>(
        round_keys: &'a [Block; ROUND_KEYS],
        blocks: &'a mut [Block],
    ) -> Self {
        const { assert!(matches!(ROUND_KEYS, 11 | 13 | 15), "there are 11, 13 or 15 round keys") };
        Self(Task::Encrypt { round_keys, blocks })
    }
}

impl Primitive for Aes {
    type Operands<'a> = Work<'a>;
}
