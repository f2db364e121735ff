//! Grøstl, final version: a chain of two wide permutations P and Q built from the AES S-box.
//!
//! ```
//! use counterpoint::Groestl256;
//!
//! let digest: [u8; 32] = Groestl256::digest(b"abc");
//! assert_eq!(digest[..4], [0xf3, 0xc1, 0xbb, 0x19]);
//! ```
//!
//! The primitive is the [`CompressionFunction`]. It maps a message block M and the chaining value H, both matrices of
//! 8 rows and 8 columns of bytes (16 columns for the two longer digests), to P(H + M) + Q(M) + H. At the end the
//! output transformation P(H) + H hides the chaining value, and its last bytes are the digest. The length of a
//! message is any number of bits; the message bits of a last incomplete byte are its most significant ones.
//!
//! ```text
//!         M --+--> Q ------------+           byte 8j + i of a block is row i of column j
//!             |                  |
//!   H --+--> (+) -> P -> (+) -> (+) --> H    one round of P or Q: add_round_constant, sub_bytes,
//!       |                 |                                       shift_bytes, mix_bytes
//!       +-----------------+                  10 rounds on 64 bytes, 14 on 128
//! ```
//!
//! | digest | block | primitive |
//! |---|---|---|
//! | [`Groestl224`], [`Groestl256`] | 64 bytes | [`Compression512`] |
//! | [`Groestl384`], [`Groestl512`] | 128 bytes | [`Compression1024`] |
//!
//! [Groestl]; most of the techniques are from [Groestl-guide].

use crate::algorithm::Algorithm;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
use crate::hash::{BitOrder, BlockBuffered, Digester, Ending, Function, Plain};
use crate::kernel::{Compression, Operands};
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use rows::{Of8, Of16Separate, mixing::ByDoubling};
#[cfg(target_arch = "x86_64")]
use rows::{Of8Paired, Of16, mixing::ByProducts, paired::mixing::ByAffineMaps};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use vperm::ByMultiples;

mod bitslice;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod rows;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
mod ttable32;
mod ttable64;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vperm;

/// The compression function, and the output transformation that finalizes, on matrices of `COLUMNS` columns (8 or
/// 16).
pub struct CompressionFunction<const COLUMNS: usize>;

/// The compression function with a state of 512 bits, for digests of 224 and 256 bits. [Groestl] 3.2.
pub(crate) type Compression512 = CompressionFunction<8>;

/// The compression function with a state of 1024 bits, for digests of 384 and 512 bits. [Groestl] 3.2.
pub(crate) type Compression1024 = CompressionFunction<16>;

/// A matrix by columns. Byte i of a word, counted from the least significant one, is row i.
pub(crate) type Columns<const COLUMNS: usize> = [u64; COLUMNS];

impl<const COLUMNS: usize> Compression for CompressionFunction<COLUMNS> {
    type State = Columns<COLUMNS>;
    type Parameters = ();
}

list! {
    Compression512: {
        spec::Spec<8>, spec::TECHNIQUE;
        bitslice::OneByOne<8, 2>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 8, 2, 2>, bitslice::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Ymm<Avx2, 64>, 8, 2, 4>, bitslice::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        bitslice::SeveralAtOnce<Q<Neon, 64>, 8, 2, 2>, bitslice::TECHNIQUE, from 2;
        ttable::OneByOne<ttable32::By32, 8>, ttable32::TECHNIQUE;
        ttable::OneByOne<ttable64::By64, 8>, ttable64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8<Xmm<Ssse3, 8>, ByMultiples, 1, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8<Ymm<Avx2, 8>, ByMultiples, 1, 2>, vperm::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of8<Xmm<Aesni, 8>, ByDoubling, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8<Xmm<Avx, 8>, ByDoubling, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8<Xmm<Avx, 8>, ByDoubling, 2, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of8Paired<Ymm<Vaes, 8>, ByDoubling, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8Paired<Ymm<Gfni, 8>, ByProducts, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8Paired<Ymm<Avx512, 8>, ByAffineMaps, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of8<Ymm<Vaes, 8>, ByDoubling, 1, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of8<Ymm<Gfni, 8>, ByProducts, 1, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of8<Ymm<Gfni, 8>, ByProducts, 2, 4>, rows::TECHNIQUE, from 4;
        #[cfg(target_arch = "x86_64")]
        Of8<Ymm<Avx512, 8>, ByProducts, 1, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of8<Zmm<Avx512, 8>, ByProducts, 1, 4>, rows::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        Of8<Zmm<Avx512, 8>, ByProducts, 2, 8>, rows::TECHNIQUE, from 5;
        #[cfg(target_arch = "aarch64")]
        Of8<Q<Neon, 8>, ByMultiples, 1, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Of8<Q<Armaes, 8>, ByDoubling, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Of8<Q<Armaes, 8>, ByDoubling, 2, 2>, rows::TECHNIQUE, from 2;
    }
}
list! {
    Compression1024: {
        spec::Spec<16>, spec::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Xmm<Sse2, 64>, 16, 4, 2>, bitslice::TECHNIQUE, from 2;
        bitslice::OneByOne<16, 4>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        bitslice::SeveralAtOnce<Ymm<Avx2, 64>, 16, 4, 4>, bitslice::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        bitslice::SeveralAtOnce<Q<Neon, 64>, 16, 4, 2>, bitslice::TECHNIQUE, from 2;
        ttable::OneByOne<ttable32::By32, 16>, ttable32::TECHNIQUE;
        ttable::OneByOne<ttable64::By64, 16>, ttable64::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16Separate<Xmm<Ssse3, 8>, ByMultiples>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16<Ymm<Avx2, 8>, ByMultiples, 1, 1>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16Separate<Xmm<Aesni, 8>, ByDoubling>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16Separate<Xmm<Avx, 8>, ByDoubling>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16<Ymm<Vaes, 8>, ByDoubling, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16<Ymm<Gfni, 8>, ByProducts, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16<Ymm<Avx512, 8>, ByProducts, 1, 1>, rows::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Of16<Ymm<Gfni, 8>, ByProducts, 2, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of16<Zmm<Avx512, 8>, ByProducts, 1, 2>, rows::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        Of16<Zmm<Avx512, 8>, ByProducts, 2, 4>, rows::TECHNIQUE, from 3;
        #[cfg(target_arch = "aarch64")]
        Of16Separate<Q<Neon, 8>, ByMultiples>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Of16Separate<Q<Armaes, 8>, ByDoubling>, rows::TECHNIQUE;
    }
}

/// Returns the number of rounds of P and of Q on matrices of `columns` columns. [Groestl] 3.4.
const fn rounds(columns: usize) -> usize {
    match columns {
        8 => 10,
        16 => 14,
        _ => panic!("a matrix has 8 or 16 columns"),
    }
}

/// One of the two permutations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Permutation {
    P,
    Q,
}

/// The permutations that are computed: both in the compression function, but only P in the output transformation,
/// which absorbs a block of zeros.
#[derive(Clone, Copy)]
enum Parts {
    PAndQ,
    P,
}

impl Parts {
    /// Returns `P` for the output transformation, and `PAndQ` otherwise.
    #[inline(always)]
    fn of(finishing: bool) -> Self {
        if finishing { Self::P } else { Self::PAndQ }
    }
}

/// Returns the number of columns by which shift_bytes rotates each row to the left, in a matrix of `columns` columns.
/// [Groestl] 3.4.
const fn shifts(permutation: Permutation, columns: usize) -> [usize; 8] {
    let last = if columns == 16 { 11 } else { 7 };
    match permutation {
        Permutation::P => [0, 1, 2, 3, 4, 5, 6, last],
        Permutation::Q => [1, 3, 5, last, 0, 2, 4, 6],
    }
}

/// Absorbs or finalizes, given the compression function and the output transformation. All implementations that
/// process one state at a time share this function.
#[inline(always)]
fn run_one_by_one<const COLUMNS: usize>(
    operands: Operands<'_, CompressionFunction<COLUMNS>>,
    compress: impl Fn(&mut Columns<COLUMNS>, Columns<COLUMNS>),
    output_transformation: impl Fn(&mut Columns<COLUMNS>),
) {
    for (state, mut input) in operands.one_by_one() {
        while let Some(([block], finishing)) = input.next(8 * COLUMNS) {
            if finishing {
                output_transformation(state);
            } else {
                compress(state, columns_of(block));
            }
        }
    }
}

/// Returns the matrix of a block, whose bytes are in the order of the columns.
#[inline(always)]
fn columns_of<const COLUMNS: usize>(block: &[u8]) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    for (column, bytes) in columns.iter_mut().zip(block.as_chunks().0) {
        *column = u64::from_le_bytes(*bytes);
    }
    columns
}

/// Grøstl on matrices of `COLUMNS` columns, with a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
pub struct Groestl<const COLUMNS: usize, const DIGEST: usize>;

macro_rules! functions {
    ($($(#[$doc:meta])* $type:ident = $columns:literal, $digest:literal, $name:literal, $alias:literal;)+) => {
        $(
            impl Plain for Groestl<$columns, $digest> {
                const PLAIN: Self = Self;
            }

            impl Function for Groestl<$columns, $digest> {
                type Primitive = CompressionFunction<$columns>;
                type Buffer = [u8; 8 * $columns];
                type Tail = [u8; 16 * $columns];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const PARAMETERS: () = ();
                const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
                const FINALIZE_BEFORE_OUTPUT: bool = true;
                const OUTPUT_BLOCK_BYTES: usize = $digest;

                #[inline]
                fn initial(&self) -> Columns<$columns> {
                    initial($digest)
                }
                #[inline]
                fn pad(&self, tail: &mut [u8], ending: Ending) -> usize {
                    pad(tail, 8 * $columns, ending)
                }
                #[inline]
                fn extract(state: &Columns<$columns>, out: &mut [u8]) {
                    extract(state, $digest, out);
                }
            }

            impl BlockBuffered for Groestl<$columns, $digest> {}

            $(#[$doc])*
            pub type $type = Digester<Groestl<$columns, $digest>>;
        )+

        /// The algorithms of the family, by name.
        pub(crate) static ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("groestl", &[$alias]),
        )+];
    };
}

functions! {
    /// Grøstl-224: Grøstl-256 with another initial value, and the last 224 bits of the state as digest.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl224::digest(b"abc")[..4], [0xed, 0x7b, 0xb2, 0x99]);
    /// ```
    Groestl224 = 8, 28, "groestl224", "grøstl224";
    /// Grøstl-256: a state of 512 bits.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl256::digest(b"abc")[..4], [0xf3, 0xc1, 0xbb, 0x19]);
    /// ```
    Groestl256 = 8, 32, "groestl256", "grøstl256";
    /// Grøstl-384: Grøstl-512 with another initial value, and the last 384 bits of the state as digest.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl384::digest(b"abc")[..4], [0x32, 0xc3, 0x9f, 0x82]);
    /// ```
    Groestl384 = 16, 48, "groestl384", "grøstl384";
    /// Grøstl-512: a state of 1024 bits.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl512::digest(b"abc")[..4], [0x70, 0xe1, 0xc6, 0x8c]);
    /// ```
    Groestl512 = 16, 64, "groestl512", "grøstl512";
}

/// Returns the initial value, which is zero except for the last column: it contains the digest's length in bits as a
/// big-endian number. [Groestl] 3.5.
const fn initial<const COLUMNS: usize>(digest_bytes: usize) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    columns[COLUMNS - 1] = (8 * digest_bytes as u64).swap_bytes();
    columns
}

/// Pads the message with a 1 directly after its last bit, then zeros, then the number of blocks as a big-endian
/// number of 64 bits. Returns the padded length. [Groestl] 3.6.
fn pad(tail: &mut [u8], block_bytes: usize, ending: Ending) -> usize {
    tail[ending.used] = ending.last | 0x80 >> ending.bits;
    let length = if ending.used + 1 + 8 <= block_bytes { block_bytes } else { 2 * block_bytes };
    let blocks = (ending.message_bytes - ending.used as u64 + length as u64) / block_bytes as u64;
    tail[length - 8..length].copy_from_slice(&blocks.to_be_bytes());
    length
}

/// Writes the first `out.len()` of the state's last `digest_bytes` bytes.
fn extract<const COLUMNS: usize>(state: &Columns<COLUMNS>, digest_bytes: usize, out: &mut [u8]) {
    let mut bytes = [[0; 8]; COLUMNS];
    for (bytes, column) in bytes.iter_mut().zip(state) {
        *bytes = column.to_le_bytes();
    }
    let digest = &bytes.as_flattened()[8 * COLUMNS - digest_bytes..];
    out.copy_from_slice(&digest[..out.len()]);
}
