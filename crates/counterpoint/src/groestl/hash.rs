//! The hash functions of the family: initial values, padding and output. [Groestl] 3.5 and 3.6.

use super::compression::{Columns, CompressionFunction, Final};
use crate::algorithm::Algorithm;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::hmac;
use crate::hash::types::digesters;
use crate::hash::{BitOrder, Function, Message, Plain, Tail};
use crate::kernel::Padding;
use core::ops::RangeInclusive;

/// Grøstl on matrices of `COLUMNS` columns, with a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Groestl<const COLUMNS: usize, const DIGEST: usize>;

/// Defines the functions of a form, and their list.
macro_rules! functions {
    ($function:ident of $form:ident; $(
        $(#[$doc:meta])* $type:ident = $columns:literal, $digest:literal, $name:literal, $aliases:expr;
    )+) => {
        $(
            impl Plain for $function<$columns, $digest> {
                const PLAIN: &'static Self = &Self;
            }

            impl Function for $function<$columns, $digest> {
                type Primitive = CompressionFunction<$columns, $form>;
                type Buffer = [u8; 8 * $columns];
                type PaddedTail = [u8; 16 * $columns];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const PARAMETERS: () = ();
                const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
                const FINALIZE_BEFORE_OUTPUT: bool = true;
                const OUTPUT_BLOCK_BYTES: usize = $digest;
                /// A kernel writes the last bytes of a state, so an output must be the whole digest.
                const RUN_OUTPUT_BYTES: RangeInclusive<usize> = $digest..=$digest;

                #[inline]
                fn initial(&self) -> &Columns<$columns> {
                    const { &initial($digest) }
                }
                #[inline]
                fn pad(&self, padded: &mut [u8], tail: Tail) -> usize {
                    pad(padded, 8 * $columns, tail)
                }
                #[inline]
                fn padded_tail_bytes(&self, used: usize) -> usize {
                    padded_tail_bytes(used, 8 * $columns)
                }
                #[inline]
                fn padding(&self, blocks: u64) -> Option<Padding> {
                    Some(padding(8 * $columns, blocks))
                }
                #[inline]
                fn extract(state: &Columns<$columns>, out: &mut [u8]) {
                    extract(state, $digest, out);
                }
            }

        )+

        digesters! { $($(#[$doc])* $type = Message<$function<$columns, $digest>>;)+ }
        #[cfg(feature = "digest")]
        hmac! { $($type)+ }

        /// The algorithms of the form, by name.
        pub(crate) static ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("groestl", $aliases),
        )+];
    };
}
#[cfg(feature = "groestl0")]
pub(super) use functions;

functions! {
    Groestl of Final;
    // groestl: begin, by `cargo xtask generate` from functions.toml
    /// Grøstl-224: Grøstl-256 with a different initial value, and the last 224 bits of the state as its digest.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl224::digest(b"abc")[..4], [0xed, 0x7b, 0xb2, 0x99]);
    /// ```
    Groestl224 = 8, 28, "groestl224", &["grøstl224"];
    /// Grøstl-256: a state of 512 bits.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl256::digest(b"abc")[..4], [0xf3, 0xc1, 0xbb, 0x19]);
    /// ```
    Groestl256 = 8, 32, "groestl256", &["grøstl256"];
    /// Grøstl-384: Grøstl-512 with a different initial value, and the last 384 bits of the state as its digest.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl384::digest(b"abc")[..4], [0x32, 0xc3, 0x9f, 0x82]);
    /// ```
    Groestl384 = 16, 48, "groestl384", &["grøstl384"];
    /// Grøstl-512: a state of 1024 bits.
    ///
    /// ```
    /// assert_eq!(counterpoint::Groestl512::digest(b"abc")[..4], [0x70, 0xe1, 0xc6, 0x8c]);
    /// ```
    Groestl512 = 16, 64, "groestl512", &["grøstl512"];
    // groestl: end
}

/// Returns the initial value: zeros, and in the last column the digest's length in bits as a big-endian number.
/// [Groestl] 3.5.
pub(super) const fn initial<const COLUMNS: usize>(digest_bytes: usize) -> Columns<COLUMNS> {
    let mut columns = [0; COLUMNS];
    columns[COLUMNS - 1] = (8 * digest_bytes as u64).swap_bytes();
    columns
}

/// Pads the message with a 1 right after its last bit, zeros, and the number of blocks as a big-endian number of 64
/// bits. Returns the padded length. [Groestl] 3.6.
pub(super) fn pad(padded: &mut [u8], block_bytes: usize, tail: Tail) -> usize {
    padded[tail.used] = tail.last | 0x80 >> tail.bits;
    let length = padded_tail_bytes(tail.used, block_bytes);
    let blocks = (tail.message_bytes - tail.used as u64 + length as u64) / block_bytes as u64;
    padded[length - 8..length].copy_from_slice(&blocks.to_be_bytes());
    length
}

/// Returns the length of the padded tail when `used` bytes are buffered: one block, or two where the 1 and the number
/// of blocks do not fit. Computed without a branch, which a batch of mixed lengths would mispredict.
#[inline]
pub(super) fn padded_tail_bytes(used: usize, block_bytes: usize) -> usize {
    block_bytes * (1 + usize::from(used + 1 + 8 > block_bytes))
}

/// Returns the padding of a message with `blocks` full blocks, whose tail and padding fit into one more. [Groestl] 3.6.
pub(super) fn padding(block_bytes: usize, blocks: u64) -> Padding {
    Padding { suffix: 0x80, closing: (blocks + 1).swap_bytes(), room: block_bytes - 1 - 8 }
}

/// Writes the first `out.len()` of the state's last `digest_bytes` bytes.
pub(super) fn extract<const COLUMNS: usize>(state: &Columns<COLUMNS>, digest_bytes: usize, out: &mut [u8]) {
    let mut bytes = [[0; 8]; COLUMNS];
    for (bytes, column) in bytes.iter_mut().zip(state) {
        *bytes = column.to_le_bytes();
    }
    let digest = &bytes.as_flattened()[8 * COLUMNS - digest_bytes..];
    out.copy_from_slice(&digest[..out.len()]);
}
