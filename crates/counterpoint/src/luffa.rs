//! Luffa v2: a sponge-like hash whose state is three to five chains of eight 32-bit words each.
//!
//! ```
//! use counterpoint::Luffa256;
//!
//! let digest: [u8; 32] = Luffa256::digest(b"abc");
//! assert_eq!(digest[..4], [0xf2, 0x93, 0x11, 0xb8]);
//! ```
//!
//! The primitive is the [`Round`]: it injects a message block of 32 bytes into every chain, and then applies to each
//! chain j its own permutation Q_j, from Q_0 to Q_4. Digests of 224 and 256 bits use three chains, 384 bits use four
//! and 512 bits use five. Before each 256 bits of output the round absorbs a blank block, which is a message block of
//! zeros. A message may end inside a byte; then the most significant bits of its last byte are the message's.
//!
//! ```text
//!              M                      M = 8 words, first byte of the message on top
//!              |
//!   H0 H1 H2 --+--> message injection --> X0 X1 X2
//!                                         |  |  |
//!                                         Q0 Q1 Q2     Q: tweak, then 8 steps of
//!                                         |  |  |         sub_crumb, mix_word, add_constant
//!                                         H0 H1 H2
//! ```
//!
//! The specification is [Luffa]; the representations by perfect shuffles are from [Luffa-shuffle].

use crate::algorithm::Algorithm;
#[cfg(target_arch = "aarch64")]
use crate::cpu::Neon;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, Gfni, Ssse3};
use crate::hash::{BitOrder, BlockBuffered, Digester, Ending, Function, Plain};
use crate::kernel::{BlockReader, Compression, Operands};
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crumbs::{Crumbs, apart::Apart};
#[cfg(target_arch = "x86_64")]
use crumbs::{lanes::FourSideBySide, together::Together};
use pairs::InPairs;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use words::{ByLogic, several::Several};
#[cfg(target_arch = "x86_64")]
use words::{ByShallowLogic, ByTernaryLogic};
use {parallel64::SideBySide, shuffle64::Shuffled};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use {shuffle128::Within, shuffle128par::Across};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod crumbs;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod nibbles;
mod pairs;
mod parallel64;
mod places;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod shuffle128;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod shuffle128par;
mod shuffle64;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod words;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod words128;
#[cfg(target_arch = "x86_64")]
mod words256;

/// Eight words a0 to a7: a message block, or the chaining value of one chain.
pub(crate) type Block = [u32; 8];

/// The round of Luffa with `CHAINS` chains (3, 4 or 5). It absorbs a message block; to finalize, it absorbs a block
/// of zeros.
pub struct Round<const CHAINS: usize>;

impl<const CHAINS: usize> Compression for Round<CHAINS> {
    type State = [Block; CHAINS];
    type Parameters = ();
}

list! {
    [CHAINS = 3]
    [CHAINS = 4]
    Round<CHAINS>: {
        spec::Spec<CHAINS>, spec::TECHNIQUE;
        words::OneByOne<CHAINS>, words::TECHNIQUE;
        InPairs<SideBySide, CHAINS>, parallel64::TECHNIQUE;
        InPairs<Shuffled, CHAINS>, shuffle64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        words128::ThreeOrFour<Xmm<Ssse3, 32>, ByLogic, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Across<Xmm<Ssse3, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Apart<Xmm<Ssse3, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Within<Xmm<Ssse3, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Xmm<Ssse3, 32>, ByLogic, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        words128::ThreeOrFour<Xmm<Avx512, 32>, ByShallowLogic, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Together<Ymm<Avx2, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Together<Ymm<Gfni, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Ymm<Avx2, 32>, ByLogic, 8, 1, CHAINS>, words::TECHNIQUE, from 6;
        #[cfg(target_arch = "x86_64")]
        FourSideBySide<CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Zmm<Avx512, 32>, ByTernaryLogic, 16, 3, CHAINS>, words::TECHNIQUE, from 7;
        #[cfg(target_arch = "aarch64")]
        words128::ThreeOrFour<Q<Neon, 32>, ByLogic, CHAINS>, words128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Across<Q<Neon, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Crumbs<Apart<Q<Neon, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Within<Q<Neon, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Several<Q<Neon, 32>, ByLogic, 4, 1, CHAINS>, words::TECHNIQUE, from 2;
    }
}
list! {
    [CHAINS = 5]
    Round<CHAINS>: {
        spec::Spec<CHAINS>, spec::TECHNIQUE;
        words::OneByOne<CHAINS>, words::TECHNIQUE;
        InPairs<SideBySide, CHAINS>, parallel64::TECHNIQUE;
        InPairs<Shuffled, CHAINS>, shuffle64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Apart<Xmm<Ssse3, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Across<Xmm<Ssse3, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        words128::FourAndOne<Xmm<Ssse3, 32>>, words128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Within<Xmm<Ssse3, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Xmm<Ssse3, 32>, ByLogic, 4, 1, CHAINS>, words::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        words256::Five<Ymm<Avx2, 32>, ByLogic>, words256::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Together<Ymm<Avx2, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Crumbs<Together<Ymm<Gfni, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Ymm<Avx2, 32>, ByLogic, 8, 1, CHAINS>, words::TECHNIQUE, from 6;
        #[cfg(target_arch = "x86_64")]
        words256::Five<Ymm<Avx512, 32>, ByShallowLogic>, words256::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        FourSideBySide<CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Several<Zmm<Avx512, 32>, ByTernaryLogic, 16, 3, CHAINS>, words::TECHNIQUE, from 7;
        #[cfg(target_arch = "aarch64")]
        Crumbs<Apart<Q<Neon, 64>>, CHAINS>, crumbs::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Across<Q<Neon, 64>, CHAINS>, shuffle128par::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        words128::FourAndOne<Q<Neon, 32>>, words128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Within<Q<Neon, 64>, CHAINS>, shuffle128::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Several<Q<Neon, 32>, ByLogic, 4, 1, CHAINS>, words::TECHNIQUE, from 2;
    }
}

/// Absorbs and finalizes message by message with the given round. Every kernel that computes one state at a time in
/// plain words shares this function. Absorbing and finalizing share one copy of the round, because to finalize is to
/// absorb a block of zeros.
#[inline(always)]
fn run_one_by_one<const CHAINS: usize>(
    operands: Operands<'_, Round<CHAINS>>,
    round: impl Fn(&mut [Block; CHAINS], Block),
) {
    for (state, mut input) in operands.one_by_one() {
        while let Some(block) = next_block(&mut input) {
            round(state, words_of(block));
        }
    }
}

/// Returns the next block to absorb; to finalize, that is a block of zeros.
#[inline(always)]
fn next_block<'a>(input: &mut BlockReader<'a, 1>) -> Option<&'a [u8; 32]> {
    let ([block], _) = input.next(32)?;
    // The block always has 32 bytes. Returning the `None` of any other length avoids a panic path, which kernels must
    // not contain.
    block.first_chunk()
}

/// Returns the first and the second 16 bytes of a message block, which are its upper words a0 to a3 and its lower
/// words a4 to a7.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn halves_of(block: &[u8; 32]) -> [[u8; 16]; 2] {
    block.as_chunks().0.first_chunk().copied().unwrap_or([[0; 16]; 2])
}

/// Returns the words of a message block: they are big-endian, and a0 is the first.
#[inline(always)]
fn words_of(bytes: &[u8; 32]) -> Block {
    let mut words = [0; 8];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    words
}

/// Luffa with `CHAINS` chains and a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
pub struct Luffa<const CHAINS: usize, const DIGEST: usize>;

macro_rules! functions {
    ($($(#[$doc:meta])* $type:ident = $chains:literal, $digest:literal, $name:literal;)+) => {
        $(
            impl Plain for Luffa<$chains, $digest> {
                const PLAIN: Self = Self;
            }

            impl Function for Luffa<$chains, $digest> {
                type Primitive = Round<$chains>;
                type Buffer = [u8; 32];
                type Tail = [u8; 32];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const PARAMETERS: () = ();
                const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
                const FINALIZE_BEFORE_OUTPUT: bool = true;
                const OUTPUT_BLOCK_BYTES: usize = 32;

                fn initial(&self) -> [Block; $chains] {
                    *spec::INITIAL_VALUES.first_chunk().expect("there are five")
                }
                #[inline]
                fn pad(&self, tail: &mut [u8], ending: Ending) -> usize {
                    pad(tail, ending)
                }
                #[inline]
                fn extract(state: &[Block; $chains], out: &mut [u8]) {
                    extract(state, out);
                }
            }

            $(#[$doc])*
            pub type $type = Digester<Luffa<$chains, $digest>>;
        )+

        /// The algorithms of this family, for the registry.
        pub(crate) static ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("luffa", &[]),
        )+];
    };
}

functions! {
    /// Luffa-224: the first 224 bits of Luffa-256.
    ///
    /// ```
    /// use counterpoint::{Luffa224, Luffa256};
    ///
    /// assert_eq!(Luffa224::digest(b"abc"), Luffa256::digest(b"abc")[..28]);
    /// ```
    Luffa224 = 3, 28, "luffa224";
    /// Luffa-256: three chains.
    ///
    /// ```
    /// assert_eq!(counterpoint::Luffa256::digest(b"abc")[..4], [0xf2, 0x93, 0x11, 0xb8]);
    /// ```
    Luffa256 = 3, 32, "luffa256";
    /// Luffa-384: four chains.
    Luffa384 = 4, 48, "luffa384";
    /// Luffa-512: five chains.
    Luffa512 = 5, 64, "luffa512";
}

impl BlockBuffered for Luffa<3, 28> {}
impl BlockBuffered for Luffa<3, 32> {}

/// Pads the message with a 1 bit and then with zeros up to the end of the block. A tail is never a full block, so
/// there is always room for the 1. Returns the length of the padded tail.
fn pad(tail: &mut [u8], ending: Ending) -> usize {
    tail[ending.used] = ending.last | 0x80 >> ending.bits;
    tail.len()
}

/// Writes the first bytes of the sum of all chains, in big-endian words.
fn extract(chains: &[Block], out: &mut [u8]) {
    for (k, bytes) in out.chunks_mut(4).enumerate() {
        let word = chains.iter().fold(0, |sum, chain| sum ^ chain[k]);
        bytes.copy_from_slice(&word.to_be_bytes()[..bytes.len()]);
    }
}
