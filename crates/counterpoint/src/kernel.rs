//! The input and the task of a hash function's kernel: the contract between the functions above and the kernels below,
//! on one page.
//!
//! A primitive is either a compression function or a permutation in a sponge; both are a [`Compression`] here. One run
//! of a kernel receives [`Operands`]: the states of any number of messages, and one [`Input`] for all of them. It
//!
//! 1. absorbs the blocks of [`Input::blocks`] into their states, block after block,
//! 2. absorbs the blocks of [`Input::more_blocks`], usually the padded tails of the messages, in the same way,
//! 3. then, if [`Input::finalize`] is set, does the step between the last block and the output.
//!
//! Each of the three steps may be missing. So a whole short message is one run, and so is a single permutation, whose
//! input is only `finalize`: a sponge's last step is the permutation, as if it absorbed a block of zeros. A kernel for
//! one state takes one state after the other:
//!
//! ```text
//! operands.one_by_one(
//!     #[inline(always)]
//!     |state, mut input| {
//!         while let Some(([block], finalizing)) = input.next(BLOCK_BYTES) {
//!             ...                                   // absorb the block; or finalize, and then the block is zeros
//!         }
//!     },
//! );
//! ```
//!
//! A kernel for N states processes them N at a time:
//!
//! ```text
//! for mut batch in operands.batches::<N>() {
//!     let mut lanes = load(batch.initial_states(..));                         // N states into vectors
//!     while let Some((blocks, finalizing)) = batch.input.next(BLOCK_BYTES) { // a block of each state
//!         ...
//!     }
//!     store(lanes, batch.states);                                            // the last batch may have fewer
//! }
//! ```
//!
//! A kernel with [`Kernel::PADS`](crate::cpu::Kernel::PADS) can also receive [`Unpadded`]: the tails of messages
//! without padding, and the buffer for the outputs. It then takes each message from the start state to its
//! output: it never writes the state to memory, and writes a padded copy of the tail only where the machine can't load
//! part of a vector. For a short message, both would take much of the time. Such a kernel reads the tails with
//! [`BlockReader::tails`](reader::BlockReader::tails) after the last block.
//!
//! `cargo xtask kernels` fails on any call in a kernel. So the functions for kernels avoid indices and divisions, whose
//! checks would leave a call to a panic there, and use `get` even where an index cannot fail.

use crate::cpu::Primitive;
use crate::wipe::Wipe;

#[cfg(vectors)]
mod batches;
pub(crate) mod bytes;
mod one_by_one;
#[cfg(any(feature = "keccak", all(feature = "luffa", vectors)))]
mod padded_block;
pub(crate) mod reader;

pub(crate) use bytes::{MOST_BLOCK_BYTES, zeros};
#[cfg(feature = "keccak")]
pub(crate) use padded_block::PaddedBlock;
#[cfg(all(any(feature = "keccak", feature = "luffa"), vectors))]
pub(crate) use padded_block::add_tail;

/// A primitive that absorbs blocks into states: a compression function, or a permutation in a sponge.
pub trait Compression: Sized + 'static {
    /// The chaining value or state of one message.
    type State: Copy + Send + Sync + Wipe + 'static;
    /// Further parameters of a run: rate and rounds of a sponge, nothing for the other primitives.
    type Parameters: Copy + Send + Sync + 'static;
    /// Length of the longest block in bytes. Every kernel uses it, so it is also where a primitive asserts that there
    /// are kernels for its type's parameters.
    const MOST_BLOCK_BYTES: usize;
}

impl<C: Compression> Primitive for C {
    type Operands<'a> = Operands<'a, C>;
}

/// The operands of one run of a kernel: the states of different messages, and input of the same shape for all of
/// them.
// The order in memory is fixed, because `cargo xtask kernels` derives each pointer's target from it.
#[repr(C)]
pub struct Operands<'a, C: Compression> {
    /// The states, one for each message, in any number.
    pub states: &'a mut [C::State],
    /// The input that the states absorb.
    pub input: Input<'a>,
    /// The value of every state before the run, or `None` if the states contain their own values. It saves kernels for
    /// several states the transposition of equal states; a kernel for one state always receives `None`.
    pub start: Option<&'a C::State>,
    /// `Some(n)` if only the first n bytes of output will be read from each state; the kernel may leave arbitrary
    /// values in the rest of the state, or ignore this.
    pub output_bytes: Option<usize>,
    /// The tails of messages, only for kernels with [`Kernel::PADS`](crate::cpu::Kernel::PADS). If there are any, there
    /// are no states and no further blocks, each message begins with `start`, and `output_bytes` is the length of an
    /// output.
    pub unpadded: Unpadded<'a>,
    /// The parameters of the primitive.
    pub parameters: C::Parameters,
}

/// The tails of messages that the kernel pads, and the outputs that it writes.
///
/// Fugue's block is a word, and its padding contains the length of the message. For Fugue, the tails are whole messages
/// of any length, and the kernel knows the rest of the padding. [`Input::blocks`] are then blocks of the same messages,
/// a multiple of four from each: those just before the last two blocks of the message itself. The lanes absorb them at
/// the same time.
#[repr(C)]
#[derive(Default)]
pub struct Unpadded<'a> {
    /// What follows the blocks of each message, without padding: at most [`Padding::room`] bytes, of different
    /// lengths. The list is empty if there are none.
    pub tails: &'a [&'a [u8]],
    /// The padding, which is the same for all messages.
    pub padding: Padding,
    /// The buffer for the outputs, one directly after another.
    pub outputs: &'a mut [u8],
}

/// The padding of a message, which fills one block together with the message's last bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Padding {
    /// The bytes that directly follow the message, as a little-endian integer; after them the block contains zeros.
    pub suffix: u64,
    /// The value to add to the last 8 bytes of the block, as a little-endian integer.
    pub closing: u64,
    /// The number of bytes that fit before the padding.
    pub room: usize,
}

/// The input that every state absorbs; see the [module](self).
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Input<'a> {
    /// Whole blocks: `blocks[i]` is absorbed by `states[i]`. All have the same length, a multiple of the block
    /// length. The list contains either one entry for each state or none at all.
    pub blocks: &'a [&'a [u8]],
    /// Further blocks in the same form, to be absorbed after these: a message's padded tail is in a slice of its own.
    pub more_blocks: &'a [&'a [u8]],
    /// Whether the step between the last block and the output follows, which is also the step between two parts of
    /// the output: Grøstl's output transformation, Fugue's final round, Luffa's blank round, a sponge's permutation.
    pub finalize: bool,
}

impl Input<'_> {
    /// No blocks, only the final step.
    pub const FINALIZE: Self = Self { blocks: &[], more_blocks: &[], finalize: true };
}

impl<'a, C: Compression> Operands<'a, C> {
    /// Returns operands for states that contain their own values and are used completely afterwards.
    pub fn new(states: &'a mut [C::State], input: Input<'a>, parameters: C::Parameters) -> Self {
        Self { states, input, start: None, output_bytes: None, unpadded: Unpadded::default(), parameters }
    }
}

/// The offsets from which `cargo xtask kernels` derives the targets of a run's pointers, and at which `cargo xtask
/// prove` puts the operands. The compiler compares them, because no tests of the library run in WebAssembly.
#[cfg(any(target_pointer_width = "64", target_arch = "wasm32"))]
const _: () = {
    use core::mem::offset_of;

    enum AnyHash {}
    impl Compression for AnyHash {
        type State = u64;
        type Parameters = usize;
        const MOST_BLOCK_BYTES: usize = 8;
    }
    type Hash = Operands<'static, AnyHash>;

    let (input, unpadded) = (offset_of!(Hash, input), offset_of!(Hash, unpadded));
    let padding = unpadded + offset_of!(Unpadded<'static>, padding);
    // The offset of each field, then what it must be with 64-bit addresses and in WebAssembly.
    let offsets = [
        (offset_of!(Hash, states), 0, 0),
        (input + offset_of!(Input<'static>, blocks), 16, 8),
        (input + offset_of!(Input<'static>, more_blocks), 32, 16),
        (input + offset_of!(Input<'static>, finalize), 48, 24),
        (offset_of!(Hash, start), 56, 28),
        (offset_of!(Hash, output_bytes), 64, 32),
        (unpadded + offset_of!(Unpadded<'static>, tails), 80, 40),
        (padding + offset_of!(Padding, suffix), 96, 48),
        (padding + offset_of!(Padding, closing), 104, 56),
        (padding + offset_of!(Padding, room), 112, 64),
        (unpadded + offset_of!(Unpadded<'static>, outputs), 120, 72),
        (offset_of!(Hash, parameters), 136, 80),
    ];
    let mut n = 0;
    while n < offsets.len() {
        let (offset, of_64_bits, in_wasm) = offsets[n];
        assert!(offset == if cfg!(target_pointer_width = "64") { of_64_bits } else { in_wasm });
        n += 1;
    }
};
