//! AES: the block cipher with keys of 128, 192 and 256 bits, encryption only.
//!
//! \[FIPS197\]. A building block and a teaching case: its S-box and its field are those of Grøstl and Fugue, and each way to
//! compute it constant time is told here in its simplest form. It is no cipher suite: single blocks, or many blocks each by itself,
//! no modes. Whoever wants to encrypt messages wants a mode with authentication from elsewhere.
//!
//! The three key lengths differ in the key schedule and in the number of rounds; one primitive, [`Aes`], serves all.

use crate::cpu::{Kernel, Tier};
use crate::registry::{Implemented, List, Primitive};
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

/// A block, or a round key: byte 4 c + r is row r of column c. \[FIPS197\] 3.4.
pub type Block = [u8; BLOCK_BYTES];

/// Bytes of a block.
pub const BLOCK_BYTES: usize = 16;

/// Round keys of the longest key: one before the first of 14 rounds, one after each.
const MOST_ROUND_KEYS: usize = 15;

/// AES as a primitive: it expands keys, and encrypts blocks under round keys.
pub struct Aes;

/// One run of [`Aes`].
pub struct Work<'a>(Task<'a>);

/// What is to be done. The lengths fit each other: key of 4, 6 or 8 words and round keys 7 more than words; or 11, 13 or 15
/// round keys.
enum Task<'a> {
    ExpandKey { key: &'a [u8], round_keys: &'a mut [Block] },
    Encrypt { round_keys: &'a [Block], blocks: &'a mut [Block] },
}

impl<'a> Work<'a> {
    /// Expands a key into its round keys. \[FIPS197\] 5.2.
    ///
    /// # Panics
    ///
    /// If the key has not 16, 24 or 32 bytes with 11, 13 or 15 round keys.
    pub fn expand_key(key: &'a [u8], round_keys: &'a mut [Block]) -> Self {
        let lengths = (key.len(), round_keys.len());
        assert!(
            matches!(lengths, (16, 11) | (24, 13) | (32, 15)),
            "a key has 16, 24 or 32 bytes and 11, 13 or 15 round keys, not {lengths:?}"
        );
        Self(Task::ExpandKey { key, round_keys })
    }

    /// Encrypts each of any number of blocks. \[FIPS197\] 5.1.
    ///
    /// # Panics
    ///
    /// If there are not 11, 13 or 15 round keys.
    pub fn encrypt(round_keys: &'a [Block], blocks: &'a mut [Block]) -> Self {
        let count = round_keys.len();
        assert!(matches!(count, 11 | 13 | 15), "there are 11, 13 or 15 round keys, not {count}");
        Self(Task::Encrypt { round_keys, blocks })
    }
}

/// What a technique has of its own.
trait Technique: 'static {
    /// The tier that it is compiled for.
    type Tier: Tier;

    /// The S-box of four bytes, for the key schedule.
    fn sub_word(tier: Self::Tier, word: [u8; 4]) -> [u8; 4];
    /// Encrypts each block.
    fn encrypt(tier: Self::Tier, round_keys: &[Block], blocks: &mut [Block]);
}

/// The kernel of a technique.
struct Cipher<C>(PhantomData<C>);

impl<C: Technique> Kernel for Cipher<C> {
    type Tier = C::Tier;
    type Primitive = Aes;

    #[inline(always)]
    fn run(tier: C::Tier, work: Work<'_>) {
        match work.0 {
            Task::ExpandKey { key, round_keys } => key_schedule::expand::<C>(tier, key, round_keys),
            Task::Encrypt { round_keys, blocks } => C::encrypt(tier, round_keys, blocks),
        }
    }
}

/// Rounds on N blocks at once.
trait Batch<const N: usize> {
    /// The tier that it is compiled for.
    type Tier: Tier;
    /// The round keys as the rounds need them.
    type Keys: ?Sized;
    /// Encrypts each block of a batch.
    fn encrypt_batch(tier: Self::Tier, keys: &Self::Keys, batch: &mut [Block; N]);
}

/// Encrypts blocks N at a time. A last batch of fewer is filled up with copies of its first block.
#[inline(always)]
fn in_batches<C: Batch<N>, const N: usize>(tier: C::Tier, keys: &C::Keys, mut blocks: &mut [Block]) {
    while let [first, ..] = *blocks {
        let count = blocks.len().min(N);
        let (now, later) = core::mem::take(&mut blocks).split_at_mut(count);
        let mut filled_up = [first; N];
        let batch = match now.first_chunk_mut() {
            Some(batch) => batch,
            None => {
                // Block by block, here and below: a copy of unknown length would be a call.
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

/// A block's columns, row 0 lowest.
#[inline(always)]
fn columns(block: &Block) -> [u32; 4] {
    let block = u128::from_le_bytes(*block);
    [block as u32, (block >> 32) as u32, (block >> 64) as u32, (block >> 96) as u32]
}

/// The block of these columns.
#[inline(always)]
fn from_columns([a, b, c, d]: [u32; 4]) -> Block {
    (u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64 | u128::from(d) << 96).to_le_bytes()
}

impl Primitive for Aes {
    type Operands<'a> = Work<'a>;
}

impl Implemented for Aes {
    fn list() -> &'static List<Self> {
        static LIST: List<Aes> = List::new(&[
            // `spec` first, then from the slowest to the fastest.
            spec::PORTABLE,
            bitslice::PORTABLE,
            #[cfg(target_arch = "x86_64")]
            bitslice::SSE2,
            #[cfg(target_arch = "aarch64")]
            bitslice::NEON,
            ttable::PORTABLE,
            #[cfg(target_arch = "x86_64")]
            vperm::SSSE3,
            #[cfg(target_arch = "aarch64")]
            vperm::NEON,
            #[cfg(target_arch = "x86_64")]
            bitslice::AVX2,
            #[cfg(target_arch = "x86_64")]
            vperm::AVX2,
            #[cfg(target_arch = "x86_64")]
            gfni::GFNI,
            #[cfg(target_arch = "x86_64")]
            gfni::AVX512,
            #[cfg(target_arch = "x86_64")]
            ni::AESNI,
            #[cfg(target_arch = "x86_64")]
            ni::AVX,
            #[cfg(target_arch = "x86_64")]
            ni::VAES,
            #[cfg(target_arch = "x86_64")]
            ni::AVX512,
            #[cfg(target_arch = "aarch64")]
            ni::ARMAES,
        ]);
        &LIST
    }
}

/// The family by name.
pub static ALGORITHMS: &[crate::registry::Algorithm] = encryptor::ALGORITHMS;
