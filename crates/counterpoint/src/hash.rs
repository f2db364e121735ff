//! Hash functions over any implementation of their primitive: one message, a stream, or many messages.
//!
//! A family's file says what is its own (initial state, padding, output) by implementing [`Function`]; everything
//! else is here, once. The type aliases (`Groestl256`, `Sha3_256`, ...) are [`Digester`] or [`Xof`] of such a function.

use crate::cpu::Tier;
use crate::registry::{Implementation, ImplementationError, List, Listed, Primitive};
use crate::wipe::{Wipe, Wiped};

#[cfg(all(feature = "alloc", feature = "keccak"))]
pub(crate) mod composed;
#[cfg(feature = "digest")]
mod digest_traits;
mod many;
pub(crate) mod runtime;
mod stream;

#[cfg(feature = "alloc")]
pub use many::digest_many;
pub use many::{digest_many_into, digest_many_with};
pub use stream::{Digester, Reader, Xof};
#[cfg(feature = "keccak")]
pub(crate) use stream::{Message, given};

/// A primitive that absorbs blocks into states: a compression function, or a permutation under a sponge.
pub trait Compression: for<'a> Primitive<Operands<'a> = Work<'a, Self>> {
    /// The chaining value of one message.
    type State: Copy + Send + Sync + Wipe + 'static;
    /// What the primitive has to be told besides: rate and rounds of a sponge, nothing elsewhere.
    type Parameters: Copy + Send + Sync + 'static;
}

/// One run of a [`Compression`]: the states of different messages, and the same step for all of them.
// In this order in memory, by which `cargo xtask kernels` tells what the pointers point to.
#[repr(C)]
pub struct Work<'a, C: Compression> {
    /// One state a message. Any number; a kernel for N states takes them N by N.
    pub states: &'a mut [C::State],
    /// What to do.
    pub step: Step<'a>,
    /// What every state begins as; itself if this is `None`. Only implementations for several states are given it.
    pub start: Option<&'a C::State>,
    /// Bytes of output that are read from each state, if nothing else of it is needed any more; what is left of it then may be
    /// anything. Where they lie is the primitive's to know.
    pub last_output: Option<usize>,
    /// What the primitive has to be told besides.
    pub parameters: C::Parameters,
}

/// What a [`Compression`] does to its states: it takes in blocks, then tails, then finishes. Each may be left out; what is there is
/// done in one run, so that a short message is one call of a kernel.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Step<'a> {
    /// Whole blocks: `blocks[i]` goes to `states[i]`; all have the same length, a multiple of the block's. Or no entry at all.
    pub blocks: &'a [&'a [u8]],
    /// More blocks, behind those, in the same form: a message's padded end, which lies elsewhere than the message.
    pub tails: &'a [&'a [u8]],
    /// Whether then comes the step between the last block and the output, or between two parts of the output: Grøstl's output
    /// transformation, Fugue's final round, Luffa's blank round, a sponge's permutation.
    pub finish: bool,
}

impl<'a, C: Compression> Work<'a, C> {
    /// A step to states as they are, which go on.
    pub fn new(states: &'a mut [C::State], step: Step<'a>, parameters: C::Parameters) -> Self {
        Self { states, step, start: None, last_output: None, parameters }
    }
}

impl Step<'_> {
    /// The step between two parts of the output alone.
    pub const FINISH: Self = Self { blocks: &[], tails: &[], finish: true };
}

#[allow(dead_code, reason = "a family has a use for one of these, so a build with few families has none for some")]
impl<C: Compression> Work<'_, C> {
    /// Does the step to one state after the other: what kernels for one state share.
    #[inline(always)]
    pub(crate) fn one_by_one(self, take_in: impl Fn(&mut C::State, Intake<'_, 1>)) {
        for (i, state) in self.states.iter_mut().enumerate() {
            take_in(state, self.step.intake(i));
        }
    }

    /// Does the step to `N` states at once by a kernel's [`SideBySide::take_in`]: what kernels for several states share.
    #[inline(always)]
    pub(crate) fn side_by_side<T: Tier, K: SideBySide<T, C, N>, const N: usize>(self, tier: T) {
        for (i, states) in self.states.chunks_mut(N).enumerate() {
            let shared = Shared { start: self.start, last_output: self.last_output, parameters: self.parameters };
            K::take_in(tier, shared, states, self.step.intake(N * i));
        }
    }
}

/// The part of a kernel that is given `N` states at once. A trait, since a closure of this size stays outside the kernel.
#[allow(dead_code, reason = "only families with kernels for several states have a use for it")]
pub(crate) trait SideBySide<T: Tier, C: Compression, const N: usize> {
    /// Does a step to the states: `N`, or fewer where fewer are left. Lanes without a state may compute what they like.
    fn take_in(tier: T, shared: Shared<'_, C>, states: &mut [C::State], intake: Intake<'_, N>);
}

/// What a [`Work`] says of all states.
#[allow(dead_code, reason = "as above")]
pub(crate) struct Shared<'a, C: Compression> {
    pub(crate) start: Option<&'a C::State>,
    pub(crate) last_output: Option<usize>,
    pub(crate) parameters: C::Parameters,
}

/// What the states are before the step; one for all, if there is a start.
#[allow(dead_code, reason = "as above")]
#[inline(always)]
pub(crate) fn before<'a, S>(start: Option<&'a S>, states: &'a [S]) -> &'a [S] {
    match start {
        Some(start) => core::slice::from_ref(start),
        None => states,
    }
}

/// A state for each of `N` lanes: the first one again where there are fewer states, `none` where there is none.
#[allow(dead_code, reason = "as above")]
#[inline(always)]
pub(crate) fn one_a_lane<'a, S, const N: usize>(states: &'a [S], none: &'a S) -> [&'a S; N] {
    let mut all = [states.first().unwrap_or(none); N];
    for (lane, state) in all.iter_mut().zip(states) {
        *lane = state;
    }
    all
}

/// What `N` states take in at once: a [`Step`], cut down to them.
pub(crate) struct Intake<'a, const N: usize> {
    /// The rest of the step's blocks, those of the first state first; of each, `taken` bytes are taken in already.
    blocks: &'a [&'a [u8]],
    tails: &'a [&'a [u8]],
    taken: usize,
    finish: bool,
}

impl<'a> Step<'a> {
    /// The part of `N` states from number `first` on.
    #[inline(always)]
    fn intake<const N: usize>(&self, first: usize) -> Intake<'a, N> {
        // Not an index, whose check would be a call in the kernel.
        let part = |list: &'a [&'a [u8]]| list.get(first..).unwrap_or_default();
        Intake { blocks: part(self.blocks), tails: part(self.tails), taken: 0, finish: self.finish }
    }
}

/// What is taken in where there is no block: as long as the longest.
static ZEROS: [u8; 200] = [0; 200];

/// `bytes` zeros, at most as many as a state of Keccak has bytes.
#[inline(always)]
pub(crate) fn zeros(bytes: usize) -> &'static [u8] {
    // Never more; `get` spares a kernel the way out to a panic.
    ZEROS.get(..bytes).unwrap_or_default()
}

#[allow(dead_code, reason = "as above")]
impl<'a, const N: usize> Intake<'a, N> {
    /// A block of `bytes` bytes for each state, and whether it is the one that finishes: zeros, after all others. For primitives
    /// that finish by the same code by which they absorb. Where there are fewer states, the first one's blocks come again.
    #[inline(always)]
    pub(crate) fn next(&mut self, bytes: usize) -> Option<([&'a [u8]; N], bool)> {
        let mut next = [zeros(bytes); N];
        let Some(first) = self.first_of_next(bytes) else {
            return core::mem::take(&mut self.finish).then_some((next, true));
        };
        for (lane, next) in next.iter_mut().enumerate() {
            // Hidden where there are many: the compiler would gather the slices, an instruction whose addresses the check for constant time
            // can't follow.
            let lane = if N > 8 { core::hint::black_box(lane) } else { lane };
            // All are equally long, and in this form the compiler knows how long a block is.
            *next = self.block(lane, bytes).unwrap_or(first);
        }
        self.taken += bytes;
        Some((next, false))
    }

    /// As [`Intake::next`], for kernels with so many states that a list of their blocks is in the way: gives each block with its
    /// state's number, and says whether there was anything to do.
    #[inline(always)]
    pub(crate) fn each_of_next(&mut self, bytes: usize, mut give: impl FnMut(usize, &'a [u8])) -> bool {
        if self.first_of_next(bytes).is_none() {
            return core::mem::take(&mut self.finish);
        }
        for lane in 0..N.min(self.blocks.len()) {
            if let Some(block) = self.block(lane, bytes) {
                give(lane, block);
            }
        }
        self.taken += bytes;
        true
    }

    /// The first state's next block, from the tails if there is none in the blocks.
    #[inline(always)]
    fn first_of_next(&mut self, bytes: usize) -> Option<&'a [u8]> {
        if self.block(0, bytes).is_none() {
            (self.blocks, self.tails, self.taken) = (self.tails, &[], 0);
        }
        self.block(0, bytes)
    }

    /// A state's next block in `blocks`.
    #[inline(always)]
    fn block(&self, lane: usize, bytes: usize) -> Option<&'a [u8]> {
        self.blocks.get(lane)?.get(self.taken..)?.get(..bytes)
    }
}

#[allow(dead_code, reason = "as above")]
impl<'a, const N: usize> Intake<'a, N> {
    /// All blocks and all tails, for kernels with so many states that a list of their own is in the way. Where there are fewer states than `N`,
    /// there are fewer entries.
    #[inline(always)]
    pub(crate) fn lists(&self) -> (&'a [&'a [u8]], &'a [&'a [u8]]) {
        (self.blocks.get(..N).unwrap_or(self.blocks), self.tails.get(..N).unwrap_or(self.tails))
    }

    /// All blocks as words of 4 bytes: one of each state at a time.
    #[inline(always)]
    pub(crate) fn words(&self) -> impl Iterator<Item = [&'a [u8; 4]; N]> {
        Self::words_of(self.blocks).chain(Self::words_of(self.tails))
    }

    #[inline(always)]
    fn words_of(blocks: &'a [&'a [u8]]) -> impl Iterator<Item = [&'a [u8; 4]; N]> {
        let first = blocks.first().copied().unwrap_or_default().as_chunks().0;
        let mut words = [first; N];
        for (words, bytes) in words.iter_mut().zip(blocks) {
            // All are equally long, and in this form the compiler knows it. Hidden, so that it does not gather the slices, an instruction
            // whose addresses the check for constant time can't follow.
            *words = core::hint::black_box(bytes).as_chunks().0.get(..first.len()).unwrap_or(first);
        }
        first.iter().enumerate().map(move |(n, first)| words.map(|words| words.get(n).unwrap_or(first)))
    }

    /// Whether to finish after all blocks.
    #[inline(always)]
    pub(crate) fn finishes(&self) -> bool {
        self.finish
    }
}

/// Where a message ends inside a byte: which bits of its last byte count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// The most significant ones: Grøstl, Fugue, Luffa.
    MsbFirst,
    /// The least significant ones: FIPS 202 and all of Keccak.
    LsbFirst,
}

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
    type Primitive: Compression;
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
    /// Whether [`Step::finish`] comes before the first part of the output (it always comes between two parts).
    const FINISH_FIRST: bool;
    /// Bytes of output that one state gives before the next [`Step::finish`], no more than the buffer holds.
    const PART_BYTES: usize;

    /// The state before the first block.
    fn initial(&self) -> <Self::Primitive as Compression>::State;

    /// Pads. `tail` starts with what waits in the buffer (`ending.used` bytes), the rest is 0.
    /// Returns how many bytes of it are to be absorbed, a multiple of the block's length.
    fn pad(&self, tail: &mut [u8], ending: Ending) -> usize;

    /// Bits of the digest; for an extendable output the default length. A function that is given its length says it here.
    fn digest_bits(&self) -> u64 {
        8 * <Self::Digest as Bytes>::LEN as u64
    }

    /// Writes the first `out.len()` bytes (at most `PART_BYTES`) of the state's part of the output.
    fn extract(state: &<Self::Primitive as Compression>::State, out: &mut [u8]);
}

/// A [`Function`] that is given nothing besides a message.
pub trait Plain: Function {
    /// The function.
    const PLAIN: Self;
}

/// A [`Function`] whose output is as long as the caller asks: SHAKE128, TurboSHAKE128, ...
pub trait Extendable: Function {}

/// A [`Function`] whose buffer is one block, no shorter than the digest: the block that HMAC pads its key to.
///
/// HMAC is not defined where blocks are shorter (Fugue, Luffa-384, Luffa-512).
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
        assert!(<F::Buffer as Bytes>::LEN >= F::PART_BYTES, "a buffer holds a part of the output");
    }
    <F::Buffer as Bytes>::LEN
}

/// The implementations of a function's primitive.
pub(crate) fn list<F: Function>() -> &'static List<F::Primitive> {
    <F::Primitive as Primitive>::list()
}

/// The implementation of this name, for a function.
pub(crate) fn named<F: Function>(name: &str) -> Result<&'static Implementation<F::Primitive>, ImplementationError> {
    list::<F>().named(name)
}

/// Does a step to `states`. If `last_output` is given, only so many bytes of output can be read from them after it.
#[inline]
pub(crate) fn run<F: Function>(
    implementation: &Implementation<F::Primitive>,
    states: &mut [<F::Primitive as Compression>::State],
    step: Step<'_>,
    last_output: Option<usize>,
) {
    implementation.run(Work { last_output, ..Work::new(states, step, F::PARAMETERS) });
}

/// As [`run`], but each state begins as the function says.
#[inline]
pub(crate) fn run_from_start<F: Function>(
    function: &F,
    implementation: &Implementation<F::Primitive>,
    states: &mut [<F::Primitive as Compression>::State],
    step: Step<'_>,
    last_output: Option<usize>,
) {
    let initial = Wiped(function.initial());
    if implementation.card().states == 1 {
        states.fill(*initial);
        return run::<F>(implementation, states, step, last_output);
    }
    let start = Some(&*initial);
    implementation.run(Work { start, last_output, ..Work::new(states, step, F::PARAMETERS) });
}

/// The last, incomplete byte with the bits that do not count cleared.
pub(crate) fn masked(order: BitOrder, last: u8, bits: u32) -> u8 {
    let low = (1u8 << bits) - 1;
    match order {
        BitOrder::LsbFirst => last & low,
        BitOrder::MsbFirst => last & !(0xff >> bits),
    }
}
