//! Hash functions over any implementation of their primitive: one message, a stream, or many messages.
//!
//! A family's file contributes only what is specific to it (initial state, padding, output) by implementing
//! [`Function`]; everything else is written here, once for all families. The public types (`Groestl256`, `Sha3_256`,
//! ...) contain a [`Message`] of such a function (`types.rs`).

pub(crate) use crate::algorithm::BitOrder;
use crate::kernel::{Compression, Input, Operands, Padding};
use crate::list::{Entry, ImplementationError, Implemented};
use crate::wipe::Wipe;
use core::ops::RangeInclusive;

#[cfg(feature = "by-value")]
mod by_value;
#[cfg(feature = "digest")]
pub(crate) mod digest_traits;
pub(crate) mod erased;
mod many;
mod output;
pub(crate) mod plan;
#[cfg(feature = "rand_core")]
mod rand_traits;
#[cfg(feature = "std")]
pub(crate) mod reader;
#[cfg(any(feature = "digest", feature = "by-value"))]
pub(crate) mod saved;
#[cfg(feature = "digest")]
pub(crate) mod serialize;
mod stream;
#[cfg(all(test, feature = "std", feature = "fugue", feature = "groestl", feature = "keccak", feature = "luffa"))]
mod tests;
pub(crate) mod types;

#[cfg(feature = "std")]
pub(crate) use many::Threads;
pub(crate) use many::{hash_in_this_thread, hash_many, hash_one, in_threads};
#[cfg(feature = "keccak")]
pub(crate) use output::Output;
use plan::{ByBlocks, Grouping};
pub(crate) use stream::Message;
pub use stream::OutputReader;

/// The tail of a message: what follows its last full buffer, as far as the padding depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Tail {
    /// Number of bytes in the buffer, fewer than the buffer can contain.
    pub used: usize,
    /// Number of bits of a last, incomplete byte (0 to 7).
    pub bits: u32,
    /// That byte, with all its unused bits 0.
    pub last: u8,
    /// Number of whole bytes of the message.
    pub message_bytes: u64,
}

impl Tail {
    /// Returns the tail of a message of whole bytes, of which `used` are in the buffer.
    #[inline]
    pub(crate) fn of_bytes(used: usize, message_bytes: usize) -> Self {
        Self { used, bits: 0, last: 0, message_bytes: message_bytes as u64 }
    }
}

/// What is specific to a hash function: initial state, padding, output. A value of the type is the function together
/// with its inputs other than the message (a key, a customization string); most functions have none.
pub trait Function: Clone + Send + Sync + 'static {
    /// The primitive that it is built on.
    type Primitive: Compression + for<'a> Implemented<Operands<'a> = Operands<'a, Self::Primitive>>;
    /// `[u8; N]`, in which a message is collected until it is full: one block, or several blocks where a block has
    /// only a few bytes.
    type Buffer: ByteArray;
    /// `[u8; N]`, with room for the longest padded tail.
    type PaddedTail: ByteArray;
    /// `[u8; DIGEST_BYTES]`; of the default length if the output is extendable or the caller chooses its length.
    type Digest: ByteArray;
    /// The algorithm's canonical name.
    const NAME: &'static str;
    /// Length of a block in bytes.
    const BLOCK_BYTES: usize = <Self::Buffer as ByteArray>::LEN;
    /// Parameters of the primitive.
    const PARAMETERS: <Self::Primitive as Compression>::Parameters;
    /// Whether the output can have any length; shorter outputs are then prefixes of longer ones.
    const EXTENDABLE: bool = false;
    /// Which bits of an incomplete last byte are used.
    const BIT_ORDER: BitOrder;
    /// Whether [`Input::finalize`] precedes the first part of the output. It always precedes every further part.
    const FINALIZE_BEFORE_OUTPUT: bool;
    /// Bytes of output that can be read from one state before the next [`Input::finalize`], at most a full buffer.
    const OUTPUT_BLOCK_BYTES: usize;
    /// The lengths of output that a kernel that pads writes in one run, which may be several parts.
    const RUN_OUTPUT_BYTES: RangeInclusive<usize> = 1..=Self::OUTPUT_BLOCK_BYTES;
    /// Which messages of a batch share a run of a kernel that pads.
    const GROUPING: &'static dyn Grouping = &ByBlocks;

    /// Returns [`Self::BLOCK_BYTES`]. This and the following methods return constants, unless one type represents
    /// functions with different lengths; the constants are then the maximums.
    #[inline(always)]
    fn block_bytes(&self) -> usize {
        Self::BLOCK_BYTES
    }
    /// Returns how many bytes the buffer collects before it is absorbed.
    #[inline(always)]
    fn buffer_bytes(&self) -> usize {
        buffer_bytes::<Self>()
    }
    /// Returns [`Self::PARAMETERS`].
    #[inline(always)]
    fn parameters(&self) -> <Self::Primitive as Compression>::Parameters {
        Self::PARAMETERS
    }
    /// Returns [`Self::OUTPUT_BLOCK_BYTES`].
    #[inline(always)]
    fn output_block_bytes(&self) -> usize {
        Self::OUTPUT_BLOCK_BYTES
    }
    /// Returns [`Self::RUN_OUTPUT_BYTES`].
    #[inline(always)]
    fn run_output_bytes(&self) -> RangeInclusive<usize> {
        Self::RUN_OUTPUT_BYTES
    }

    /// Returns the state before the first block.
    fn initial(&self) -> &<Self::Primitive as Compression>::State;

    /// Appends the padding. `padded` begins with the content of the buffer (`tail.used` bytes); the rest of it is 0.
    /// Returns how many bytes of `padded` to absorb, a multiple of the block's length.
    fn pad(&self, padded: &mut [u8], tail: Tail) -> usize;

    /// Returns the same number as [`Self::pad`], without padding, for a message of whole bytes of which `used` are in
    /// the buffer.
    fn padded_tail_bytes(&self, used: usize) -> usize;

    /// Returns the padding of a message that consists of this number of blocks and a tail, for kernels that pad. `None`
    /// if the padding of this function does not have the form of [`Padding`].
    fn padding(&self, _blocks: u64) -> Option<Padding> {
        None
    }

    /// Divides a message into its blocks, together `block_bytes` bytes, and its tail, as kernels that pad receive them
    /// ([`Unpadded`](crate::kernel::Unpadded)).
    #[inline(always)]
    fn divided(message: &[u8], block_bytes: usize) -> (&[u8], &[u8]) {
        message.split_at(block_bytes)
    }

    /// Returns the length of the digest in bits; for an extendable output, the default length. A function whose
    /// caller chooses the length overrides this.
    fn digest_bits(&self) -> u64 {
        8 * <Self::Digest as ByteArray>::LEN as u64
    }

    /// Writes the first `out.len()` bytes (at most `OUTPUT_BLOCK_BYTES`) of the output that the state contains.
    fn extract(state: &<Self::Primitive as Compression>::State, out: &mut [u8]);
}

/// A [`Function`] without any input besides the message.
pub trait Plain: Function {
    /// The function.
    const PLAIN: &'static Self;
}

/// A public type of a hash function, for types that depend on it ([`OutputReader`]).
pub trait HashType {
    /// The function that the type computes.
    type Function: Function;
}

/// The implementation of a function that the caller chose; `None` is the best one for each call.
pub(crate) type Chosen<F> = Option<&'static Entry<<F as Function>::Primitive>>;

/// Chooses the implementation with this name.
pub(crate) fn named<F: Function>(name: &str) -> Result<Chosen<F>, ImplementationError> {
    F::Primitive::list().named(name).map(Some)
}

/// `[u8; N]` for any N.
pub trait ByteArray:
    Copy + Wipe + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + PartialEq + core::fmt::Debug + 'static
{
    /// Length of the array.
    const LEN: usize;
    /// The array of zeros.
    const ZERO: Self;
    /// Returns consecutive arrays as one slice of bytes.
    fn flatten(arrays: &mut [Self]) -> &mut [u8];
}

impl<const N: usize> ByteArray for [u8; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];

    fn flatten(arrays: &mut [Self]) -> &mut [u8] {
        arrays.as_flattened_mut()
    }
}

/// Bytes of a message that are absorbed at once when the buffer is full: one block or several.
pub(crate) const fn buffer_bytes<F: Function>() -> usize {
    const {
        assert!(<F::Buffer as ByteArray>::LEN.is_multiple_of(F::BLOCK_BYTES), "a buffer holds whole blocks");
        assert!(<F::Buffer as ByteArray>::LEN >= F::OUTPUT_BLOCK_BYTES, "a buffer holds a part of the output");
        assert!(F::BLOCK_BYTES <= F::Primitive::MOST_BLOCK_BYTES, "the primitive has such blocks");
    }
    <F::Buffer as ByteArray>::LEN
}

/// Divides bytes into as many full buffers as they contain and a tail.
#[inline]
pub(crate) fn in_buffers<'b, F: Function>(function: &F, bytes: &'b [u8]) -> (&'b [u8], &'b [u8]) {
    bytes.split_at(bytes.len() - bytes.len() % function.buffer_bytes())
}

/// Runs the primitive on `states` with `input`. If `output_bytes` is given, only that number of bytes of output can
/// be read from each state afterwards.
#[inline]
pub(crate) fn run<F: Function>(
    parameters: <F::Primitive as Compression>::Parameters,
    entry: &Entry<F::Primitive>,
    states: &mut [<F::Primitive as Compression>::State],
    input: Input<'_>,
    output_bytes: Option<usize>,
) {
    entry.run(Operands { output_bytes, ..Operands::new(states, input, parameters) });
}

/// Returns the last, incomplete byte with its unused bits cleared.
pub(crate) fn masked(order: BitOrder, last: u8, bits: u32) -> u8 {
    let low = (1u8 << bits) - 1;
    match order {
        BitOrder::LsbFirst => last & low,
        BitOrder::MsbFirst => last & !(0xff >> bits),
    }
}
