//! Grøstl, final version: a chain of two wide permutations P and Q built from the AES S-box.
//!
//! ```
//! use counterpoint::Groestl256;
//!
//! let digest: [u8; 32] = Groestl256::digest(b"abc");
//! assert_eq!(digest[..4], [0xf3, 0xc1, 0xbb, 0x19]);
//! ```
//!
//! The primitive is the [`CompressionFunction`]: a message block M and the chaining value H, both matrices of 8 rows and 8
//! columns of bytes (16 columns for the two longer digests), give P(H + M) + Q(M) + H. At the end the output transformation
//! P(H) + H hides the chaining value, and the last bytes are the digest. A message may end inside a byte; the most
//! significant bits of its last byte count.
//!
//! ```text
//!         M --+--> Q ------------+           byte 8j + i of a block is row i of column j
//!             |                  |
//!   H --+--> (+) -> P -> (+) -> (+) --> H    one round of P or Q: add_round_constant, sub_bytes, shift_bytes, mix_bytes
//!       |                 |                  10 rounds on 64 bytes, 14 on 128
//!       +-----------------+
//! ```
//!
//! | digest | block | primitive |
//! |---|---|---|
//! | [`Groestl224`], [`Groestl256`] | 64 bytes | [`Compression512`] |
//! | [`Groestl384`], [`Groestl512`] | 128 bytes | [`Compression1024`] |
//!
//! [Groestl]; most techniques are [Groestl-guide]'s.

use crate::hash::runtime::Face;
use crate::hash::{BitOrder, BlockBuffered, Digester, Ending, Function, Plain};
use crate::kernel::{Compression, Operands};
use crate::registry::{Algorithm, Implemented, Kind, List};

mod bitslice;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod rows;
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;

/// The compression function on matrices of so many columns (8 or 16), and the output transformation to finish.
pub struct CompressionFunction<const COLUMNS: usize>;

/// The compression function with a state of 512 bits, for digests of 224 and 256 bits. [Groestl] 3.2.
pub type Compression512 = CompressionFunction<8>;

/// The compression function with a state of 1024 bits, for digests of 384 and 512 bits. [Groestl] 3.2.
pub type Compression1024 = CompressionFunction<16>;

/// A matrix by columns: byte i of a word, from its least significant one, is row i.
pub type Columns<const COLUMNS: usize> = [u64; COLUMNS];

impl<const COLUMNS: usize> Compression for CompressionFunction<COLUMNS> {
    type State = Columns<COLUMNS>;
    type Parameters = ();
}

macro_rules! compression {
    ($($columns:literal: $($implementation:expr),+;)+) => {$(
        impl Implemented for CompressionFunction<$columns> {
            fn list() -> &'static List<Self> {
                static LIST: List<CompressionFunction<$columns>> = List::new(&[$($implementation),+]);
                &LIST
            }
        }
    )+};
}

// The lists: `spec` first, then from the slowest to the fastest.
#[cfg(target_arch = "x86_64")]
compression! {
    8:
        spec::PORTABLE_512, bitslice::PORTABLE_512, bitslice::SSE2_X2_512, bitslice::AVX2_X4_512,
        ttable::PORTABLE32_512, ttable::PORTABLE64_512, rows::VPERM_SSSE3_512,
        rows::VPERM_AVX2_512, rows::AESNI_512, rows::AVX_512, rows::AVX_X2_512, rows::VAES_512, rows::GFNI_512, rows::AVX512_512,
        rows::VAES_X2_512, rows::GFNI_X2_512, rows::GFNI_X4_512, rows::AVX512_X2_512, rows::AVX512_X4_512,
        rows::AVX512_X8_512;
    16:
        spec::PORTABLE_1024, bitslice::SSE2_X2_1024, bitslice::PORTABLE_1024, bitslice::AVX2_X4_1024,
        ttable::PORTABLE32_1024, ttable::PORTABLE64_1024, rows::VPERM_SSSE3_1024,
        rows::VPERM_AVX2_1024, rows::AESNI_1024, rows::AVX_1024, rows::VAES_1024, rows::GFNI_1024, rows::AVX512_1024,
        rows::GFNI_X2_1024, rows::AVX512_X2_1024, rows::AVX512_X4_1024;
}
#[cfg(target_arch = "aarch64")]
compression! {
    8:
        spec::PORTABLE_512, bitslice::PORTABLE_512, bitslice::NEON_X2_512,
        ttable::PORTABLE32_512, ttable::PORTABLE64_512, rows::VPERM_NEON_512,
        rows::ARMAES_512, rows::ARMAES_X2_512;
    16:
        spec::PORTABLE_1024, bitslice::PORTABLE_1024, bitslice::NEON_X2_1024,
        ttable::PORTABLE32_1024, ttable::PORTABLE64_1024, rows::VPERM_NEON_1024,
        rows::ARMAES_1024;
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compression! {
    8: spec::PORTABLE_512, bitslice::PORTABLE_512, ttable::PORTABLE32_512, ttable::PORTABLE64_512;
    16: spec::PORTABLE_1024, bitslice::PORTABLE_1024, ttable::PORTABLE32_1024, ttable::PORTABLE64_1024;
}

/// Rounds of P and of Q on matrices of so many columns. [Groestl] 3.4.
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

/// Which permutations count: both in the compression function, P alone in the output transformation, which takes in a block
/// of zeros.
#[derive(Clone, Copy)]
enum Parts {
    PAndQ,
    P,
}

impl Parts {
    /// Of the output transformation, or not.
    #[inline(always)]
    fn of(finishing: bool) -> Self {
        if finishing { Self::P } else { Self::PAndQ }
    }
}

/// How far shift_bytes rotates each row to the left, in a matrix of so many columns. [Groestl] 3.4.
const fn shifts(permutation: Permutation, columns: usize) -> [usize; 8] {
    let last = if columns == 16 { 11 } else { 7 };
    match permutation {
        Permutation::P => [0, 1, 2, 3, 4, 5, 6, last],
        Permutation::Q => [1, 3, 5, last, 0, 2, 4, 6],
    }
}

/// Absorbs or finishes, given the compression function and the output transformation: what every one-state
/// implementation shares.
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

/// A block's matrix from its bytes, column by column.
#[inline(always)]
fn columns_of<const COLUMNS: usize>(block: &[u8]) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    for (column, bytes) in columns.iter_mut().zip(block.as_chunks().0) {
        *column = u64::from_le_bytes(*bytes);
    }
    columns
}

/// Grøstl on matrices of so many columns, with so many bytes of digest.
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

        /// The family by name.
        pub static ALGORITHMS: &[Algorithm] = &[$(
            Algorithm { name: $name, aliases: &[$alias], family: "groestl", kind: Kind::Hash(&Face::<_, { $type::EXTENDABLE }>(Groestl::<$columns, $digest>)) },
        )+];
    };
}

functions! {
    /// Grøstl-224: the state of Grøstl-256 from another initial value, and the last 224 bits of it.
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
    /// Grøstl-384: the state of Grøstl-512 from another initial value, and the last 384 bits of it.
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

/// Zeros, but for the digest's length in bits as a big-endian number in the last column. [Groestl] 3.5.
const fn initial<const COLUMNS: usize>(digest_bytes: usize) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    columns[COLUMNS - 1] = (8 * digest_bytes as u64).swap_bytes();
    columns
}

/// Pads with a 1 right behind the message, zeros, and the number of blocks in 64 bits, big-endian. [Groestl] 3.6.
fn pad(tail: &mut [u8], block_bytes: usize, ending: Ending) -> usize {
    tail[ending.used] = ending.last | 0x80 >> ending.bits;
    let length = if ending.used + 1 + 8 <= block_bytes { block_bytes } else { 2 * block_bytes };
    let blocks = (ending.message_bytes - ending.used as u64 + length as u64) / block_bytes as u64;
    tail[length - 8..length].copy_from_slice(&blocks.to_be_bytes());
    length
}

/// The first `out.len()` of the state's last `digest_bytes` bytes.
fn extract<const COLUMNS: usize>(state: &Columns<COLUMNS>, digest_bytes: usize, out: &mut [u8]) {
    let mut bytes = [[0; 8]; COLUMNS];
    for (bytes, column) in bytes.iter_mut().zip(state) {
        *bytes = column.to_le_bytes();
    }
    let digest = &bytes.as_flattened()[8 * COLUMNS - digest_bytes..];
    out.copy_from_slice(&digest[..out.len()]);
}
