//! The hash functions of the family: initial values, padding and output. [Fugue].

use super::plan::{WholeMessages, divided};
use super::round::{Column, Round, schedule};
use crate::algorithm::Algorithm;
use crate::hash::plan::Grouping;
use crate::hash::plan::thresholds::FUGUE_LONG;
use crate::hash::types::digesters;
use crate::hash::{BitOrder, Function, Message, Plain, Tail};
use crate::kernel::{Operands, Padding};
use crate::list::Implemented;

/// Fugue with `COLUMNS` columns of state, `SUB_ROUNDS` sub-rounds per message word, and a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Fugue<const COLUMNS: usize, const SUB_ROUNDS: usize, const DIGEST: usize>;

impl<const COLUMNS: usize, const SUB_ROUNDS: usize, const DIGEST: usize> Plain for Fugue<COLUMNS, SUB_ROUNDS, DIGEST>
where
    Self: Function,
{
    const PLAIN: &'static Self = &Self;
}

impl<const COLUMNS: usize, const SUB_ROUNDS: usize, const DIGEST: usize> Function for Fugue<COLUMNS, SUB_ROUNDS, DIGEST>
where
    Round<COLUMNS, SUB_ROUNDS>: for<'a> Implemented<Operands<'a> = Operands<'a, Round<COLUMNS, SUB_ROUNDS>>>,
{
    type Primitive = Round<COLUMNS, SUB_ROUNDS>;
    type Buffer = [u8; 64];
    type PaddedTail = [u8; 64 + 8];
    type Digest = [u8; DIGEST];
    const NAME: &'static str = match (COLUMNS, SUB_ROUNDS, DIGEST) {
        // names: begin, by `cargo xtask generate` from functions.toml
        (30, 2, 28) => "fugue224",
        (30, 2, 32) => "fugue256",
        (36, 3, 48) => "fugue384",
        (36, 4, 64) => "fugue512",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };
    const BLOCK_BYTES: usize = 4;
    const PARAMETERS: () = ();
    const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
    const FINALIZE_BEFORE_OUTPUT: bool = true;
    const OUTPUT_BLOCK_BYTES: usize = DIGEST;
    const GROUPING: &'static dyn Grouping = &WholeMessages;

    fn initial(&self) -> &[Column; COLUMNS] {
        const {
            &match DIGEST {
                28 => initial(&IV_224),
                32 => initial(&IV_256),
                48 => initial(&IV_384),
                _ => initial(&IV_512),
            }
        }
    }
    #[inline]
    fn pad(&self, padded: &mut [u8], tail: Tail) -> usize {
        pad(padded, tail)
    }
    #[inline]
    fn padded_tail_bytes(&self, used: usize) -> usize {
        padded_tail_bytes(used)
    }
    /// The kernels can pad messages of any length, but long ones are faster in blocks.
    #[inline]
    fn padding(&self, _blocks: u64) -> Option<Padding> {
        Some(Padding { suffix: 0, closing: 0, room: FUGUE_LONG })
    }
    #[inline]
    fn divided(message: &[u8], block_bytes: usize) -> (&[u8], &[u8]) {
        divided(message, block_bytes)
    }
    #[inline]
    fn extract(state: &[Column; COLUMNS], out: &mut [u8]) {
        extract(state, schedule(SUB_ROUNDS).output, out);
    }
}

digesters! {
    // fugue: begin, by `cargo xtask generate` from functions.toml
    /// Fugue-224: Fugue-256 with a different initial value and one output column less.
    Fugue224 = Message<Fugue<30, 2, 28>>;
    /// Fugue-256: 30 columns, two sub-rounds per word.
    ///
    /// ```
    /// assert_eq!(counterpoint::Fugue256::digest(b"abc")[..4], [0x2b, 0x6c, 0xca, 0x67]);
    /// ```
    Fugue256 = Message<Fugue<30, 2, 32>>;
    /// Fugue-384: 36 columns, three sub-rounds per word.
    Fugue384 = Message<Fugue<36, 3, 48>>;
    /// Fugue-512: 36 columns, four sub-rounds per word.
    Fugue512 = Message<Fugue<36, 4, 64>>;
    // fugue: end
}

/// The algorithms of this family, for the registry.
pub(crate) static ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    Fugue224::algorithm("fugue", &[]),
    Fugue256::algorithm("fugue", &[]),
    Fugue384::algorithm("fugue", &[]),
    Fugue512::algorithm("fugue", &[]),
    // algorithms: end
];

/// Returns the state before the first word: zeros, with the initial value in the last columns.
pub(super) const fn initial<const COLUMNS: usize, const LENGTH: usize>(iv: &[u32; LENGTH]) -> [Column; COLUMNS] {
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
pub(super) fn pad(padded: &mut [u8], tail: Tail) -> usize {
    let mut end = tail.used;
    if tail.bits > 0 {
        padded[end] = tail.last;
        end += 1;
    }
    let length = padded_tail_bytes(end);
    let bits = tail.message_bytes.wrapping_mul(8).wrapping_add(tail.bits.into());
    padded[length - 8..length].copy_from_slice(&bits.to_be_bytes());
    length
}

/// Returns the length of the padded tail when `used` bytes are buffered; the last byte need not be full.
fn padded_tail_bytes(used: usize) -> usize {
    used.next_multiple_of(4) + 8
}

/// Writes the first bytes of the output's columns.
fn extract(state: &[Column], columns: &[usize], out: &mut [u8]) {
    // Copying a slice of variable length compiles to a call, so whole columns are copied separately.
    let (whole, rest) = out.as_chunks_mut();
    for (bytes, &column) in whole.iter_mut().zip(columns) {
        *bytes = state[column];
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&state[columns[whole.len()]][..rest.len()]);
    }
}

// The initial values. Each is its own function's digest of a single word, 224, 256, 384 or 512, absorbed by the zero
// state without padding; a test computes them this way.
pub(super) const IV_224: [u32; 7] =
    [0xf4c9120d, 0x6286f757, 0xee39e01c, 0xe074e3cb, 0xa1127c62, 0x9a43d215, 0xbd8d679a];
pub(super) const IV_256: [u32; 8] =
    [0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248];
pub(super) const IV_384: [u32; 12] = [
    0xaa61ec0d, 0x31252e1f, 0xa01db4c7, 0x00600985, 0x215ef44a, 0x741b5e9c, 0xfa693e9a, 0x473eb040, 0xe502ae8a,
    0xa99c25e0, 0xbc95517c, 0x5c1095a1,
];
pub(super) const IV_512: [u32; 16] = [
    0x8807a57e, 0xe616af75, 0xc5d3e4db, 0xac9ab027, 0xd915f117, 0xb6eecc54, 0x06e8020b, 0x4a92efd1, 0xaac6e2c9,
    0xddb21398, 0xcae65838, 0x437f203f, 0x25ea78e7, 0x951fddd6, 0xda6ed11d, 0xe13e3567,
];
