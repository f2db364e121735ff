//! Hash functions over any implementation of their primitive: one message, a stream, or many messages.
//!
//! A family's file says what is its own (initial state, padding, output) by implementing [`Function`]; everything
//! else is here, once. The type aliases (`Groestl256`, `Sha3_256`, ...) are [`Digester`] or [`Xof`] of such a function.

pub(crate) use crate::algorithm::BitOrder;
use crate::kernel::{Compression, Input, Operands};
use crate::list::{Entry, Implemented};
use crate::wipe::{Wipe, Wiped};

#[cfg(feature = "digest")]
mod digest_traits;
pub(crate) mod erased;
mod many;
mod stream;

#[cfg(feature = "alloc")]
pub(crate) use many::digest_many;
pub(crate) use many::{digest_many_into, digest_many_with};
pub use stream::{Digester, OutputReader, Xof};
#[cfg(feature = "keccak")]
pub(crate) use stream::{Message, given};

/// The end of a message, as padding needs it.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Bytes that wait in the buffer, less than it holds.
    pub used: usize,
    /// Bits of a last, incomplete byte (0 to 7).
    pub bits: u32,
    /// That byte, with all bits that do not count 0.
    pub last: u8,
    /// Whole bytes of the message.
    pub message_bytes: u64,
}

/// What is a hash function's own: initial state, padding, output. A value of the type is the function with what it may be given
/// besides a message (a key, a customization string); most have nothing.
pub trait Function: Clone + Send + Sync + 'static {
    /// What it stands on.
    type Primitive: Compression + for<'a> Implemented<Operands<'a> = Operands<'a, Self::Primitive>>;
    /// `[u8; N]`, where a message waits until it is full: one block, or several where a block is a few bytes.
    type Buffer: Bytes;
    /// `[u8; N]`, room for the longest padded ending.
    type Tail: Bytes;
    /// `[u8; DIGEST_BYTES]`; the default length where the output is extendable or its length is given.
    type Digest: Bytes;
    /// The algorithm's canonical name.
    const NAME: &'static str;
    /// Bytes of a block.
    const BLOCK_BYTES: usize = <Self::Buffer as Bytes>::LEN;
    /// Parameters of the primitive.
    const PARAMETERS: <Self::Primitive as Compression>::Parameters;
    /// Which bits of an incomplete last byte count.
    const BIT_ORDER: BitOrder;
    /// Whether [`Input::finalize`] comes before the first part of the output (it always comes between two parts).
    const FINALIZE_BEFORE_OUTPUT: bool;
    /// Bytes of output that one state gives before the next [`Input::finalize`], no more than the buffer holds.
    const OUTPUT_BLOCK_BYTES: usize;

    /// The state before the first block.
    fn initial(&self) -> <Self::Primitive as Compression>::State;

    /// Pads. `tail` starts with what waits in the buffer (`ending.used` bytes), the rest is 0.
    /// Returns how many bytes of it are to be absorbed, a multiple of the block's length.
    fn pad(&self, tail: &mut [u8], ending: Ending) -> usize;

    /// Bits of the digest; for an extendable output the default length. A function that is given its length says it here.
    fn digest_bits(&self) -> u64 {
        8 * <Self::Digest as Bytes>::LEN as u64
    }

    /// Writes the first `out.len()` bytes (at most `OUTPUT_BLOCK_BYTES`) of the state's part of the output.
    fn extract(state: &<Self::Primitive as Compression>::State, out: &mut [u8]);
}

/// A [`Function`] that is given nothing besides a message.
pub trait Plain: Function {
    /// The function.
    const PLAIN: Self;
}

/// A [`Function`] without a secret key. One with a key authenticates messages: it is a MAC, and no hash function.
#[cfg_attr(
    not(feature = "digest"),
    allow(dead_code, unreachable_pub, reason = "only the crate `digest` tells them apart")
)]
pub trait Unkeyed: Function {}

impl<F: Plain> Unkeyed for F {}

/// A [`Function`] whose output is as long as the caller asks: SHAKE128, TurboSHAKE128, ...
pub trait Extendable: Function {}

/// A [`Function`] whose buffer is one block, no shorter than the digest: the block that HMAC pads its key to.
///
/// HMAC is not defined where blocks are shorter (Fugue, Luffa-384, Luffa-512).
#[cfg_attr(not(feature = "digest"), allow(dead_code, unreachable_pub, reason = "only HMAC asks for it"))]
pub trait BlockBuffered: Function {}

/// A byte array: `[u8; N]` for any N.
pub trait Bytes:
    Copy + Wipe + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + PartialEq + core::fmt::Debug + 'static
{
    /// Its length.
    const LEN: usize;
    /// All bytes 0.
    const ZERO: Self;
    /// Arrays one behind the other, as bytes.
    fn flatten(arrays: &mut [Self]) -> &mut [u8];
}

impl<const N: usize> Bytes for [u8; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];

    fn flatten(arrays: &mut [Self]) -> &mut [u8] {
        arrays.as_flattened_mut()
    }
}

/// Bytes of a message that are absorbed in one piece when the buffer is full: one block or several.
pub(crate) const fn buffer_bytes<F: Function>() -> usize {
    const {
        assert!(<F::Buffer as Bytes>::LEN.is_multiple_of(F::BLOCK_BYTES), "a buffer holds whole blocks");
        assert!(<F::Buffer as Bytes>::LEN >= F::OUTPUT_BLOCK_BYTES, "a buffer holds a part of the output");
    }
    <F::Buffer as Bytes>::LEN
}

/// Does a step to `states`. If `output_bytes` is given, only so many bytes of output can be read from them after it.
#[inline]
pub(crate) fn run<F: Function>(
    entry: &Entry<F::Primitive>,
    states: &mut [<F::Primitive as Compression>::State],
    input: Input<'_>,
    output_bytes: Option<usize>,
) {
    entry.run(Operands { output_bytes, ..Operands::new(states, input, F::PARAMETERS) });
}

/// As [`run`], but each state begins as the function says.
#[inline]
pub(crate) fn run_from_start<F: Function>(
    function: &F,
    entry: &Entry<F::Primitive>,
    states: &mut [<F::Primitive as Compression>::State],
    input: Input<'_>,
    output_bytes: Option<usize>,
) {
    let initial = Wiped(function.initial());
    if entry.implementation().states() == 1 {
        states.fill(*initial);
        return run::<F>(entry, states, input, output_bytes);
    }
    let start = Some(&*initial);
    entry.run(Operands { start, output_bytes, ..Operands::new(states, input, F::PARAMETERS) });
}

/// The last, incomplete byte with the bits that do not count cleared.
pub(crate) fn masked(order: BitOrder, last: u8, bits: u32) -> u8 {
    let low = (1u8 << bits) - 1;
    match order {
        BitOrder::LsbFirst => last & low,
        BitOrder::MsbFirst => last & !(0xff >> bits),
    }
}
