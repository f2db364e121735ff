//! Fugue: a state of 30 or 36 columns. Each round absorbs one column of message, and each sub-round rotates the state
//! by three columns.
//!
//! ```
//! use counterpoint::Fugue256;
//!
//! let digest: [u8; 32] = Fugue256::digest(b"abc");
//! assert_eq!(digest[..4], [0x2b, 0x6c, 0xca, 0x67]);
//! ```
//!
//! A column is four bytes, of which row 0 is the first in the message. The primitive is the [`Round`]: `tix` inserts
//! a word of the message into the state, and then two to four sub-rounds rotate the state by three columns, add
//! columns to other columns (`cmix`) and mix the first four columns (`smix`: the AES S-box on 16 bytes, then the
//! matrix product `super_mix`). The final round G rotates and mixes until every column of the output depends on every
//! column of the state. The padding contains the message's length in bits. A message may end inside a byte; then the
//! most significant bits of its last byte are the message's.
//!
//! ```text
//!   a sub-round of Fugue-256
//!
//!   ror3    S27 S28 S29 S0  S1  S2  S3  ...              the last three columns come to the front
//!            |   |   |   |   |   |   |
//!           S0  S1  S2  S3  S4  S5  S6  ... S15 S16 S17  ...
//!   cmix    +S4 +S5 +S6                     +S4 +S5 +S6
//!   smix    \____________/ 16 bytes
//! ```
//!
//! The specification is [Fugue]; the layout of the columns in vector registers is from [Fugue-SIMD].

use crate::algorithm::Algorithm;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
use crate::hash::{BitOrder, Digester, Ending, Function, Plain};
use crate::kernel::Compression;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use columns::smix::{ByDoubling, ByLookUp};
#[cfg(target_arch = "x86_64")]
use columns::{by8::By8, smix::ByProducts};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use {vperm10::By10, vperm11::By11, vperm13::By13};

mod bitslice;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod columns;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod sliced;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vperm10;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vperm11;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vperm13;

/// Four bytes of the state, row 0 first.
type Column = [u8; 4];

/// The round of Fugue with `COLUMNS` columns of state (30 or 36) and `SUB_ROUNDS` sub-rounds for each word of the
/// message (2, 3 or 4). It finalizes by the final round G, after which only the columns of the output are defined.
pub struct Round<const COLUMNS: usize, const SUB_ROUNDS: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize> Compression for Round<COLUMNS, SUB_ROUNDS> {
    type State = [Column; COLUMNS];
    type Parameters = ();
}

// `smix` by 8 vectors requires more instructions than `smix` by 10 shuffles, unless one instruction adds three
// vectors.
list! {
    [COLUMNS = 30, SUB_ROUNDS = 2]
    [COLUMNS = 36, SUB_ROUNDS = 3]
    [COLUMNS = 36, SUB_ROUNDS = 4]
    Round<COLUMNS, SUB_ROUNDS>: {
        spec::Spec<COLUMNS, SUB_ROUNDS>, spec::TECHNIQUE;
        bitslice::OneByOne<COLUMNS, SUB_ROUNDS>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Ssse3, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        ttable::OneByOne<COLUMNS, SUB_ROUNDS>, ttable::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Ssse3, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Ssse3, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Aesni, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Avx, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Avx2, 8>, ByLookUp, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Vaes, 8>, By10<ByDoubling>, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Vaes, 8>, ByDoubling, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 5;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Gfni, 8>, By10<ByProducts>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Xmm<Avx512, 8>, By8, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Gfni, 8>, By10<ByProducts>, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Ymm<Avx512, 8>, By8, 2, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Gfni, 8>, ByProducts, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        columns::InVectors<Zmm<Avx512, 8>, By8, 4, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Ymm<Avx512, 8>, ByProducts, 8, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 5;
        #[cfg(target_arch = "x86_64")]
        sliced::Sliced<Zmm<Avx512, 8>, ByProducts, 16, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 9;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Neon, 8>, By13<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm13::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Neon, 8>, By11<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm11::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Neon, 8>, By10<ByLookUp>, 1, COLUMNS, SUB_ROUNDS>, vperm10::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        columns::InVectors<Q<Armaes, 8>, By10<ByDoubling>, 1, COLUMNS, SUB_ROUNDS>, columns::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        sliced::Sliced<Q<Neon, 8>, ByLookUp, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 2;
        #[cfg(target_arch = "aarch64")]
        sliced::Sliced<Q<Armaes, 8>, ByDoubling, 4, COLUMNS, SUB_ROUNDS>, sliced::TECHNIQUE, from 2;
    }
}

/// Which columns are added to which others, and how often; [Fugue] sections 4 and 5.
struct Schedule {
    /// `tix`: the column to which S0 is added before the word of the message replaces it.
    kept: usize,
    /// `tix`: the pairs (to, from) of columns that are added after the word has been inserted.
    fed_forward: &'static [(usize, usize)],
    /// G, first phase: the number of sub-rounds.
    sub_rounds: usize,
    /// G, second phase, repeated 13 times: the columns to which S0 is added, and the rotation before `smix`.
    lines: &'static [(&'static [usize], usize)],
    /// G, last step: the columns to which S0 is added.
    last: &'static [usize],
    /// The columns of the output.
    output: &'static [usize],
}

/// How often the lines of G's second phase are repeated.
const REPETITIONS: usize = 13;

/// Returns the schedule for 2, 3 or 4 sub-rounds per word.
const fn schedule(sub_rounds: usize) -> &'static Schedule {
    match sub_rounds {
        2 => &Schedule {
            kept: 10,
            fed_forward: &[(1, 24)],
            sub_rounds: 10,
            lines: &[(&[4, 15], 15), (&[4, 16], 14)],
            last: &[4, 15],
            output: &[1, 2, 3, 4, 15, 16, 17, 18],
        },
        3 => &Schedule {
            kept: 16,
            fed_forward: &[(1, 27), (4, 30)],
            sub_rounds: 18,
            lines: &[(&[4, 12, 24], 12), (&[4, 13, 24], 12), (&[4, 13, 25], 11)],
            last: &[4, 12, 24],
            output: &[1, 2, 3, 4, 12, 13, 14, 15, 24, 25, 26, 27],
        },
        _ => &Schedule {
            kept: 22,
            fed_forward: &[(1, 24), (4, 27), (7, 30)],
            sub_rounds: 32,
            lines: &[(&[4, 9, 18, 27], 9), (&[4, 10, 18, 27], 9), (&[4, 10, 19, 27], 9), (&[4, 10, 19, 28], 8)],
            last: &[4, 9, 18, 27],
            output: &[1, 2, 3, 4, 9, 10, 11, 12, 18, 19, 20, 21, 27, 28, 29, 30],
        },
    }
}

/// Fugue with `COLUMNS` columns of state, `SUB_ROUNDS` sub-rounds per word of the message, and a digest of `DIGEST`
/// bytes.
#[derive(Clone, Copy)]
pub struct Fugue<const COLUMNS: usize, const SUB_ROUNDS: usize, const DIGEST: usize>;

macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $type:ident = $columns:literal, $sub_rounds:literal, $digest:literal, $name:literal, $iv:ident;
    )+) => {
        $(
            impl Plain for Fugue<$columns, $sub_rounds, $digest> {
                const PLAIN: Self = Self;
            }

            impl Function for Fugue<$columns, $sub_rounds, $digest> {
                type Primitive = Round<$columns, $sub_rounds>;
                type Buffer = [u8; 64];
                type Tail = [u8; 64 + 8];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const BLOCK_BYTES: usize = 4;
                const PARAMETERS: () = ();
                const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
                const FINALIZE_BEFORE_OUTPUT: bool = true;
                const OUTPUT_BLOCK_BYTES: usize = $digest;

                fn initial(&self) -> [Column; $columns] {
                    const { initial(&$iv) }
                }
                #[inline]
                fn pad(&self, tail: &mut [u8], ending: Ending) -> usize {
                    pad(tail, ending)
                }
                #[inline]
                fn extract(state: &[Column; $columns], out: &mut [u8]) {
                    extract(state, schedule($sub_rounds).output, out);
                }
            }

            $(#[$doc])*
            pub type $type = Digester<Fugue<$columns, $sub_rounds, $digest>>;
        )+

        /// The algorithms of this family, for the registry.
        pub(crate) static ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("fugue", &[]),
        )+];
    };
}

functions! {
    /// Fugue-224: Fugue-256 with another initial value and one column less of output.
    Fugue224 = 30, 2, 28, "fugue224", IV_224;
    /// Fugue-256: 30 columns, two sub-rounds per word.
    ///
    /// ```
    /// assert_eq!(counterpoint::Fugue256::digest(b"abc")[..4], [0x2b, 0x6c, 0xca, 0x67]);
    /// ```
    Fugue256 = 30, 2, 32, "fugue256", IV_256;
    /// Fugue-384: 36 columns, three sub-rounds per word.
    Fugue384 = 36, 3, 48, "fugue384", IV_384;
    /// Fugue-512: 36 columns, four sub-rounds per word.
    Fugue512 = 36, 4, 64, "fugue512", IV_512;
}

/// Returns the state before the first word: zeros, with the initial value in the last columns.
const fn initial<const COLUMNS: usize, const LENGTH: usize>(iv: &[u32; LENGTH]) -> [Column; COLUMNS] {
    let mut state = [[0; 4]; COLUMNS];
    let mut i = 0;
    while i < LENGTH {
        state[COLUMNS - LENGTH + i] = iv[i].to_be_bytes();
        i += 1;
    }
    state
}

/// Pads the message with zeros up to a whole word, and appends its length in bits as two words. Returns the length of
/// the padded tail.
fn pad(tail: &mut [u8], ending: Ending) -> usize {
    let mut end = ending.used;
    if ending.bits > 0 {
        tail[end] = ending.last;
        end += 1;
    }
    end = end.next_multiple_of(4);
    let bits = ending.message_bytes.wrapping_mul(8).wrapping_add(ending.bits.into());
    tail[end..end + 8].copy_from_slice(&bits.to_be_bytes());
    end + 8
}

/// Writes the first bytes of the output's columns.
fn extract(state: &[Column], columns: &[usize], out: &mut [u8]) {
    for (bytes, &column) in out.chunks_mut(4).zip(columns) {
        bytes.copy_from_slice(&state[column][..bytes.len()]);
    }
}

// The initial values. Each is the digest of its function for a message of one word, 224, 256, 384 or 512, absorbed by
// the zero state without padding; a test computes them in this way.
const IV_224: [u32; 7] = [0xf4c9120d, 0x6286f757, 0xee39e01c, 0xe074e3cb, 0xa1127c62, 0x9a43d215, 0xbd8d679a];
const IV_256: [u32; 8] =
    [0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248];
const IV_384: [u32; 12] = [
    0xaa61ec0d, 0x31252e1f, 0xa01db4c7, 0x00600985, 0x215ef44a, 0x741b5e9c, 0xfa693e9a, 0x473eb040, 0xe502ae8a,
    0xa99c25e0, 0xbc95517c, 0x5c1095a1,
];
const IV_512: [u32; 16] = [
    0x8807a57e, 0xe616af75, 0xc5d3e4db, 0xac9ab027, 0xd915f117, 0xb6eecc54, 0x06e8020b, 0x4a92efd1, 0xaac6e2c9,
    0xddb21398, 0xcae65838, 0x437f203f, 0x25ea78e7, 0x951fddd6, 0xda6ed11d, 0xe13e3567,
];
