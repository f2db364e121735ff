//! What a hash function's kernel receives and what it must do: the contract between the functions above and the
//! kernels below, on one page.
//!
//! A primitive is either a compression function or a permutation under a sponge; both are a [`Compression`] here. One
//! run of a kernel receives [`Operands`]: the states of any number of messages, and one [`Input`] for all of them. It
//!
//! 1. absorbs the blocks of [`Input::blocks`] into their states, block after block,
//! 2. absorbs those of [`Input::tails`], the padded ends of the messages, in the same manner,
//! 3. then, if [`Input::finalize`] is set, does the step between the last block and the output.
//!
//! Each of the three steps may be missing, so a whole short message is one run, and so is a single permutation, whose
//! input is only `finalize`: of a sponge, the last step is the permutation, as if a block of zeros were absorbed. A
//! kernel for one state takes one state after the other:
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
//!     let mut lanes = load(batch.initial_lanes(..));                         // N states into vectors
//!     while let Some((blocks, finalizing)) = batch.input.next(BLOCK_BYTES) { // a block of each state
//!         ...
//!     }
//!     store(lanes, batch.states);                                            // the last batch may have fewer
//! }
//! ```
//!
//! A kernel with [`Kernel::PADS`](crate::cpu::Kernel::PADS) can also receive [`Ends`]: the ends of messages
//! without their padding, and the place of the outputs. It then takes each message from the start state to its output,
//! so that its state is never written to memory, and a padded copy of its end only where the machine can't load some
//! bytes of a vector. Both cost a large part of the time of a short message. Such a kernel reads the ends by
//! [`BlockReader::ends`] behind the last block.
//!
//! The methods avoid indices and divisions whose checks would leave a call to a panic in the kernel, since `cargo
//! xtask kernels` fails on any call. Therefore they use `get` even where an index cannot fail.

use crate::cpu::Primitive;
use crate::wipe::Wipe;

#[cfg(vectors)]
mod batches;
#[cfg(any(feature = "keccak", all(feature = "luffa", vectors)))]
mod padded_end;

#[cfg(feature = "keccak")]
pub(crate) use padded_end::PaddedEnd;
#[cfg(all(any(feature = "keccak", feature = "luffa"), vectors))]
pub(crate) use padded_end::add_end;

/// A primitive that absorbs blocks into states: a compression function, or a permutation under a sponge.
pub trait Compression: Sized + 'static {
    /// The chaining value or state of one message.
    type State: Copy + Send + Sync + Wipe + 'static;
    /// The further parameters of a run: rate and rounds of a sponge, nothing for the other primitives.
    type Parameters: Copy + Send + Sync + 'static;
    /// Length of the longest block in bytes. Every kernel needs it, so here a primitive asserts that there are kernels
    /// for its type's numbers.
    const MOST_BLOCK_BYTES: usize;
}

impl<C: Compression> Primitive for C {
    type Operands<'a> = Operands<'a, C>;
}

/// The operands of one run of a kernel: the states of different messages, and input of the same shape for all of
/// them.
// The order in memory is fixed, because `cargo xtask kernels` derives from it what each pointer points to.
#[repr(C)]
pub struct Operands<'a, C: Compression> {
    /// The states, one for each message, in any number.
    pub states: &'a mut [C::State],
    /// What the states absorb.
    pub input: Input<'a>,
    /// The value that every state has before the run, or `None` if the states contain their own values. It saves
    /// kernels for several states the transposition of equal states; a kernel for one state always gets `None`.
    pub start: Option<&'a C::State>,
    /// `Some(n)` if only the first n bytes of output will be read from each state; the kernel may leave arbitrary
    /// values in the rest of the state, or ignore this.
    pub output_bytes: Option<usize>,
    /// The ends of messages. They are given only to kernels with [`Kernel::PADS`](crate::cpu::Kernel::PADS). Then
    /// there are no states and no tails, each message begins with `start`, and `output_bytes` is the length of an
    /// output.
    pub ends: Ends<'a>,
    /// The parameters of the primitive.
    pub parameters: C::Parameters,
}

/// The ends of messages that the kernel pads, and the outputs that it writes.
///
/// Fugue's block is a word, and its padding contains the length of the message. There the ends are whole messages of
/// any length, and the kernel knows the rest of the padding. [`Input::blocks`] are blocks of the same messages, a
/// multiple of four from each: those in front of the last two blocks without padding. The lanes absorb them at the same
/// time.
#[repr(C)]
#[derive(Default)]
pub struct Ends<'a> {
    /// What follows the blocks of each message, without padding: at most [`Padding::room`] bytes, of different lengths.
    /// The list is empty if no ends are given.
    pub rests: &'a [&'a [u8]],
    /// The padding, which is the same for all messages.
    pub padding: Padding,
    /// Where the outputs are written, one directly after another.
    pub outputs: &'a mut [u8],
}

/// The padding of a message whose last bytes make one block together with it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Padding {
    /// The bytes that directly follow the message, as a little-endian integer; after them the block contains zeros.
    pub suffix: u64,
    /// What is added to the last 8 bytes of the block, as a little-endian integer.
    pub closing: u64,
    /// The number of bytes for which there is room before the padding.
    pub room: usize,
}

/// What every state absorbs; see the [module](self).
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Input<'a> {
    /// Whole blocks: `blocks[i]` is absorbed by `states[i]`. All have the same length, a multiple of the block
    /// length. The list contains either one entry for each state or none at all.
    pub blocks: &'a [&'a [u8]],
    /// Further blocks in the same form, which follow these: the padded tail of a message is in a slice of its own.
    pub tails: &'a [&'a [u8]],
    /// Whether the step between the last block and the output follows, which is also the step between two parts of
    /// the output: Grøstl's output transformation, Fugue's final round, Luffa's blank round, a sponge's permutation.
    pub finalize: bool,
}

impl Input<'_> {
    /// No blocks, only the final step.
    pub const FINALIZE: Self = Self { blocks: &[], tails: &[], finalize: true };
}

impl<'a, C: Compression> Operands<'a, C> {
    /// Returns operands for states that contain their own values and are needed completely afterwards.
    pub fn new(states: &'a mut [C::State], input: Input<'a>, parameters: C::Parameters) -> Self {
        Self { states, input, start: None, output_bytes: None, ends: Ends::default(), parameters }
    }

    /// Calls `run` with each state and its input, for kernels that process one state at a time.
    ///
    /// This is a closure and not an iterator, because the compiler then keeps more of a state in registers: with an
    /// iterator, Keccak took 7 % more time by AVX2.
    #[inline(always)]
    pub(crate) fn one_by_one(self, run: impl Fn(&mut C::State, BlockReader<'a, 1>)) {
        for (n, state) in self.states.iter_mut().enumerate() {
            run(state, BlockReader::new::<C>(&self.input, &[], n));
        }
    }

    /// As [`Self::one_by_one`], for kernels with [`Kernel::PADS`](crate::cpu::Kernel::PADS). `run` returns the
    /// value that a state has after its input. Then `store` writes it into the state, or `write` writes the output of a
    /// message.
    #[cfg(feature = "keccak")]
    #[inline(always)]
    pub(crate) fn digest_one_by_one<S>(
        self,
        mut run: impl FnMut(&C::State, BlockReader<'a, 1>) -> S,
        store: impl Fn(S, &mut C::State),
        write: impl Fn(S, &mut [u8]),
    ) {
        let Self { states, input, start, output_bytes, ends, .. } = self;
        let (each, mut outputs) = (output_bytes.unwrap_or_default(), ends.outputs);
        for n in 0..states.len().max(ends.rests.len()) {
            let Some(state) = states.get(n).or(start) else { break };
            // One call for both kinds of messages, because each call is a copy of the kernel.
            let value = run(state, BlockReader::new::<C>(&input, ends.rests, n));
            match states.get_mut(n) {
                Some(state) => store(value, state),
                None => write(value, first_bytes(&mut outputs, each)),
            }
        }
    }
}

/// Removes the first bytes of a slice, and returns them: fewer, where the last lanes of a batch have no message. A
/// division of the slice into equal chunks would take more time, because it counts them.
#[inline(always)]
pub(crate) fn first_bytes<'a>(slice: &mut &'a mut [u8], bytes: usize) -> &'a mut [u8] {
    let all = core::mem::take(slice);
    let (first, rest) = all.split_at_mut(bytes.min(all.len()));
    *slice = rest;
    first
}

/// Reads the blocks of `N` states.
pub(crate) struct BlockReader<'a, const N: usize> {
    /// The remaining blocks, those of the first state first; `read` bytes of each have been read.
    blocks: &'a [&'a [u8]],
    tails: &'a [&'a [u8]],
    /// The ends of messages that have not been read.
    rests: &'a [&'a [u8]],
    read: usize,
    finalize: bool,
}

/// Used in place of a block where there is none.
static ZEROS: [u8; MOST_BLOCK_BYTES] = [0; MOST_BLOCK_BYTES];

/// Length of the longest block of any primitive in bytes: a state of Keccak-p\[1600\].
pub(crate) const MOST_BLOCK_BYTES: usize = 200;

/// Returns the blocks if each has this number of bytes. In this form, the compiler knows their length.
#[cfg(feature = "keccak")]
#[inline(always)]
pub(crate) fn exactly<const N: usize>(bytes: usize, blocks: [&[u8]; N]) -> Option<[&[u8]; N]> {
    for block in blocks {
        if block.len() != bytes {
            return None;
        }
    }
    Some(blocks)
}

/// Returns the little-endian integer of the first 8 of some bytes; missing bytes are 0. It reads them in pieces of 4, 2
/// and 1 bytes, since copying a number of bytes that is not known to the compiler is a call.
#[inline(always)]
pub(crate) fn first_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    let (mut word, mut at) = (0, 0);
    if let Some(part) = bytes.first_chunk() {
        word = u64::from(u32::from_le_bytes(*part));
        at = 4;
    }
    let bytes = bytes.get(at..).unwrap_or_default();
    if let Some(part) = bytes.first_chunk() {
        word |= u64::from(u16::from_le_bytes(*part)) << (8 * at);
        at += 2;
    }
    if let (1 | 3, Some(last)) = (bytes.len(), bytes.last()) {
        word |= u64::from(*last) << (8 * at);
    }
    word
}

/// Returns `bytes` zeros. Callers assert when they are compiled that these are at most [`MOST_BLOCK_BYTES`].
#[inline(always)]
pub(crate) fn zeros(bytes: usize) -> &'static [u8] {
    ZEROS.get(..bytes).unwrap_or(&ZEROS)
}

#[allow(dead_code, reason = "each is used by some families, so a build with few families leaves some of them out")]
impl<'a, const N: usize> BlockReader<'a, N> {
    /// Returns the input of `N` states of this primitive from index `first` on.
    #[inline(always)]
    fn new<C: Compression>(input: &Input<'a>, rests: &'a [&'a [u8]], first: usize) -> Self {
        const { assert!(C::MOST_BLOCK_BYTES <= MOST_BLOCK_BYTES, "there are zeros for a block") };
        // A list without entries is one for any number of states.
        let part = |list: &'a [&'a [u8]]| list.get(first..).unwrap_or(&[]);
        let (blocks, tails, rests) = (part(input.blocks), part(input.tails), part(rests));
        Self { blocks, tails, rests, read: 0, finalize: input.finalize }
    }

    /// Returns the ends of messages that follow all blocks, one for each lane, if they are given and have not been
    /// read. If there are fewer messages than lanes, that of the first one is repeated.
    #[inline(always)]
    pub(crate) fn ends(&mut self) -> Option<[&'a [u8]; N]> {
        let rests = core::mem::take(&mut self.rests);
        if let Some(all) = rests.first_chunk() {
            return Some(*all);
        }
        let first = rests.first()?;
        let mut ends = [*first; N];
        for (lane, end) in ends.iter_mut().enumerate() {
            // Hidden from the compiler, which would compare all indices at once with the number of messages.
            *end = rests.get(core::hint::black_box(lane)).unwrap_or(first);
        }
        Some(ends)
    }

    /// Returns the list of these ends, whether or not they have been read. If there are fewer than `N` messages, it is
    /// shorter.
    #[inline(always)]
    pub(crate) fn list_of_ends(&self) -> &'a [&'a [u8]] {
        self.rests.get(..N).unwrap_or(self.rests)
    }

    /// Returns a block of `bytes` bytes for each lane, and whether this is the final step. That step follows all
    /// blocks and ends, and has zeros in place of blocks, for primitives that finalize by the same code that absorbs.
    /// If there are fewer states than lanes, the blocks of the first state are repeated.
    #[inline(always)]
    pub(crate) fn next(&mut self, bytes: usize) -> Option<([&'a [u8]; N], bool)> {
        let mut next = [zeros(bytes); N];
        let Some(first) = self.first_of_next(bytes) else {
            // The ends come before the final step.
            return (self.rests.is_empty() && core::mem::take(&mut self.finalize)).then_some((next, true));
        };
        for (lane, next) in next.iter_mut().enumerate() {
            // Hidden from the compiler where there are many lanes: it would read the slices by a gather instruction,
            // whose addresses the check for constant time can't follow.
            let lane = if N > 8 { core::hint::black_box(lane) } else { lane };
            // All blocks have the same length; in this form, the compiler knows the length of a block.
            *next = self.block(lane, bytes).unwrap_or(first);
        }
        self.read += bytes;
        Some((next, false))
    }

    /// As [`Self::next`], for kernels whose lanes are too many to keep a list of their blocks in registers: calls
    /// `absorb` with the index of each state and its block. Returns whether there was a block or the final step.
    #[inline(always)]
    pub(crate) fn next_by_state(&mut self, bytes: usize, mut absorb: impl FnMut(usize, &'a [u8])) -> bool {
        if self.first_of_next(bytes).is_none() {
            return core::mem::take(&mut self.finalize);
        }
        for lane in 0..N.min(self.blocks.len()) {
            if let Some(block) = self.block(lane, bytes) {
                absorb(lane, block);
            }
        }
        self.read += bytes;
        true
    }

    /// Returns the first state's next block; from the tails, if all blocks have been read.
    #[inline(always)]
    fn first_of_next(&mut self, bytes: usize) -> Option<&'a [u8]> {
        if self.block(0, bytes).is_none() {
            (self.blocks, self.tails, self.read) = (self.tails, &[], 0);
        }
        self.block(0, bytes)
    }

    /// Returns a state's next block in `blocks`.
    #[inline(always)]
    fn block(&self, lane: usize, bytes: usize) -> Option<&'a [u8]> {
        self.blocks.get(lane)?.get(self.read..)?.get(..bytes)
    }

    /// Returns all blocks and all tails. If there are fewer than `N` states, the lists are shorter.
    #[inline(always)]
    pub(crate) fn lists(&self) -> (&'a [&'a [u8]], &'a [&'a [u8]]) {
        (self.blocks.get(..N).unwrap_or(self.blocks), self.tails.get(..N).unwrap_or(self.tails))
    }

    /// Returns all blocks and tails as words of 4 bytes, one word of each state at a time.
    #[inline(always)]
    pub(crate) fn words(&self) -> impl Iterator<Item = [&'a [u8; 4]; N]> {
        Self::words_of(self.blocks).chain(Self::words_of(self.tails))
    }

    #[inline(always)]
    fn words_of(blocks: &'a [&'a [u8]]) -> impl Iterator<Item = [&'a [u8; 4]; N]> {
        let first = blocks.first().copied().unwrap_or_default().as_chunks().0;
        let mut words = [first; N];
        for (words, bytes) in words.iter_mut().zip(blocks) {
            // All blocks have the same length; in this form, the compiler knows it. Hidden from the compiler, because
            // it would read the slices by a gather instruction, whose addresses the check for constant time can't
            // follow.
            *words = core::hint::black_box(bytes).as_chunks().0.get(..first.len()).unwrap_or(first);
        }
        first.iter().enumerate().map(move |(n, first)| words.map(|words| words.get(n).unwrap_or(first)))
    }

    /// Whether the final step follows all blocks.
    #[inline(always)]
    pub(crate) fn finalizes(&self) -> bool {
        self.finalize
    }
}

/// The offsets from which `cargo xtask kernels` derives what the pointers of a run point to, and at which `cargo xtask
/// prove` puts the operands. The compiler compares them, since no tests of the library run in WebAssembly.
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

    let (input, ends) = (offset_of!(Hash, input), offset_of!(Hash, ends));
    let padding = ends + offset_of!(Ends<'static>, padding);
    // Each with its offset where addresses have 64 bits, and its offset in WebAssembly.
    let offsets = [
        (offset_of!(Hash, states), 0, 0),
        (input + offset_of!(Input<'static>, blocks), 16, 8),
        (input + offset_of!(Input<'static>, tails), 32, 16),
        (input + offset_of!(Input<'static>, finalize), 48, 24),
        (offset_of!(Hash, start), 56, 28),
        (offset_of!(Hash, output_bytes), 64, 32),
        (ends + offset_of!(Ends<'static>, rests), 80, 40),
        (padding + offset_of!(Padding, suffix), 96, 48),
        (padding + offset_of!(Padding, closing), 104, 56),
        (padding + offset_of!(Padding, room), 112, 64),
        (ends + offset_of!(Ends<'static>, outputs), 120, 72),
        (offset_of!(Hash, parameters), 136, 80),
    ];
    let mut n = 0;
    while n < offsets.len() {
        let (offset, of_64_bits, in_wasm) = offsets[n];
        assert!(offset == if cfg!(target_pointer_width = "64") { of_64_bits } else { in_wasm });
        n += 1;
    }
};
