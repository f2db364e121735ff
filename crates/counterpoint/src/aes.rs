//! AES: the block cipher with keys of 128, 192 and 256 bits, encryption only.
//!
//! \[FIPS197\]. This is a building block and a teaching example: its S-box and its field are those of Grøstl and
//! Fugue, and each technique for computing them in constant time appears here in its simplest form. It encrypts
//! single blocks, or many blocks independently of each other, and provides no modes of operation. To encrypt
//! messages, use a mode with authentication from another library.
//!
//! The three key lengths differ in the key schedule and in the number of rounds; one primitive serves all three.

use crate::algorithm::Algorithm;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
use crate::cpu::{Kernel, Primitive, Tier};
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
use core::marker::PhantomData;

mod bitslice;
mod encryptor;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod key_schedule;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod ni;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vperm;

pub use encryptor::{Aes128, Aes192, Aes256, Encryptor};
pub use spec::{add_round_key, mix_columns, shift_rows, sub_bytes};

/// A block, or a round key. Byte 4 c + r is row r of column c. \[FIPS197\] 3.4.
pub type Block = [u8; BLOCK_BYTES];

/// The number of bytes of a block.
pub const BLOCK_BYTES: usize = 16;

/// The number of round keys of the longest key: one before the first of 14 rounds, and one after each round.
const MOST_ROUND_KEYS: usize = 15;

/// AES as a primitive: it expands keys, and encrypts blocks under round keys.
pub(crate) struct Aes;

/// One run of [`Aes`].
pub(crate) struct Work<'a>(Task<'a>);

/// The task of a run. The lengths are consistent: there are a key of 4, 6 or 8 words and seven more round keys than
/// words, or there are 11, 13 or 15 round keys.
enum Task<'a> {
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
    ///
    /// # Panics
    ///
    /// If the number of round keys is not 11, 13 or 15.
    pub(crate) fn encrypt(round_keys: &'a [Block], blocks: &'a mut [Block]) -> Self {
        let count = round_keys.len();
        assert!(matches!(count, 11 | 13 | 15), "there are 11, 13 or 15 round keys, not {count}");
        Self(Task::Encrypt { round_keys, blocks })
    }
}

/// The parts of AES in which the techniques differ.
trait Encrypt: 'static {
    /// The tier that the technique is compiled for.
    type Tier: Tier;
    /// The number of blocks that are encrypted at the same time.
    const BLOCKS: usize = 1;

    /// Computes the S-box of four bytes, for the key schedule.
    fn sub_word(tier: Self::Tier, word: [u8; 4]) -> [u8; 4];
    /// Encrypts each block.
    fn encrypt(tier: Self::Tier, round_keys: &[Block], blocks: &mut [Block]);
}

/// The kernel of a technique.
struct Cipher<C>(PhantomData<C>);

impl<C: Encrypt> Kernel for Cipher<C> {
    type Tier = C::Tier;
    type Primitive = Aes;
    const STATES: usize = C::BLOCKS;

    #[inline(always)]
    fn run(tier: C::Tier, work: Work<'_>) {
        match work.0 {
            Task::ExpandKey { key, round_keys } => key_schedule::expand::<C>(tier, key, round_keys),
            Task::Encrypt { round_keys, blocks } => C::encrypt(tier, round_keys, blocks),
        }
    }
}

/// A technique that encrypts N blocks at once.
trait EncryptBatch<const N: usize> {
    /// The tier that the technique is compiled for.
    type Tier: Tier;
    /// The round keys in the form that the rounds use.
    type Keys: ?Sized;
    /// Encrypts each block of a batch.
    fn encrypt_batch(tier: Self::Tier, keys: &Self::Keys, batch: &mut [Block; N]);
}

/// Encrypts blocks N at a time. If the last batch has fewer, it is filled up with copies of its first block.
#[inline(always)]
fn in_batches<C: EncryptBatch<N>, const N: usize>(tier: C::Tier, keys: &C::Keys, mut blocks: &mut [Block]) {
    while let [first, ..] = *blocks {
        let count = blocks.len().min(N);
        let (now, later) = core::mem::take(&mut blocks).split_at_mut(count);
        let mut filled_up = [first; N];
        let batch = match now.first_chunk_mut() {
            Some(batch) => batch,
            None => {
                // The blocks are copied one by one, here and below, because a copy of a variable length would be a
                // call.
                for (i, place) in filled_up.iter_mut().enumerate() {
                    if let Some(block) = now.get(i) {
                        *place = *block;
                    }
                }
                &mut filled_up
            }
        };
        C::encrypt_batch(tier, keys, batch);
        if count < N {
            for (i, place) in filled_up.iter().enumerate() {
                if let Some(block) = now.get_mut(i) {
                    *block = *place;
                }
            }
        }
        blocks = later;
    }
}

/// Returns a block's columns as integers, with row 0 in the lowest byte.
#[inline(always)]
fn columns(block: &Block) -> [u32; 4] {
    let block = u128::from_le_bytes(*block);
    [block as u32, (block >> 32) as u32, (block >> 64) as u32, (block >> 96) as u32]
}

/// Returns the block of these columns: the inverse of [`columns`].
#[inline(always)]
fn from_columns([a, b, c, d]: [u32; 4]) -> Block {
    (u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64 | u128::from(d) << 96).to_le_bytes()
}

impl Primitive for Aes {
    type Operands<'a> = Work<'a>;
}

list! {
    Aes: {
        Cipher<spec::Spec>, spec::TECHNIQUE;
        Cipher<bitslice::Planes<u64, 4>>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<bitslice::Planes<Xmm<Sse2, 64>, 8>>, bitslice::TECHNIQUE, from 5;
        #[cfg(target_arch = "aarch64")]
        Cipher<bitslice::Planes<Q<Neon, 64>, 8>>, bitslice::TECHNIQUE, from 5;
        Cipher<ttable::Columns>, ttable::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Xmm<Ssse3, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Cipher<vperm::Shuffled<Q<Neon, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<bitslice::Planes<Ymm<Avx2, 64>, 16>>, bitslice::TECHNIQUE, from 9;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Ymm<Avx2, 8>, 2>>, vperm::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Ymm<Gfni, 8>, 2>>, gfni::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Zmm<Avx512, 8>, 4>>, gfni::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Xmm<Aesni, 8>, 1, 8>>, ni::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Xmm<Avx, 8>, 1, 8>>, ni::TECHNIQUE;
        // For up to eight blocks this is no faster than 128 bits.
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Ymm<Vaes, 8>, 2, 16>>, ni::TECHNIQUE, from 9;
        // For up to sixteen blocks this is no faster than 256 bits.
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Zmm<Avx512, 8>, 4, 32>>, ni::TECHNIQUE, from 17;
        #[cfg(target_arch = "aarch64")]
        Cipher<ni::Rounds<Q<Armaes, 8>, 1, 8>>, ni::TECHNIQUE;
    }
}

/// The algorithms of the family, by name.
pub(crate) static ALGORITHMS: &[Algorithm] = encryptor::ALGORITHMS;
