//! Kernels that compute no permutation: they mix each block into the state cheaply instead.
//!
//! A state is then a fingerprint of everything that it has absorbed, in order, and of every final step. Two states are
//! equal only if they have the same history, except with probability 2^-64, and every byte of a digest depends on all
//! of it. So what is tested with these kernels is everything around a kernel: padding, the division of messages into
//! blocks and tails, buffers, batches, output. All of that is the library's own code: [`Counted`] takes everything from
//! the real function except its primitive.
//!
//! A kernel here takes every liberty that the contract in `kernel.rs` allows. If it receives a common start, it ignores
//! the states, and if only some bytes of output will be read, it changes the rest of the state. It panics if the
//! operands violate the contract, and it records the shape of each run.

use crate::cpu::{Kernel, Portable};
use crate::hash::plan::Grouping;
use crate::hash::{BitOrder, Function, Tail};
use crate::kernel::{Compression, Operands, Padding};
use crate::list::{Entry, Implemented, List, Technique};
use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::ops::RangeInclusive;
use std::boxed::Box;
use std::collections::{BTreeSet, HashMap};
use std::sync::RwLock;
use std::vec::Vec;

/// The numbers of states of the kernels, in the order of the lists.
pub(super) const WIDTHS: [usize; 6] = [1, 2, 3, 4, 8, 16];

/// The smallest batch for which each of the kernels is chosen, by list. Some lists are like those of Fugue, Keccak and
/// Luffa with all features of x86-64, or with some of them; one has a kernel with three lanes; and in one, a kernel
/// with few lanes follows one with many when fewer messages are left, so that it receives more states than it has
/// lanes.
const LISTS: [[Option<usize>; 6]; LIST_COUNT] = [
    [Some(1), Some(2), None, Some(3), Some(5), Some(9)],
    [Some(1), None, None, Some(2), None, None],
    [Some(1), None, None, Some(4), Some(6), Some(7)],
    [Some(1), None, Some(2), None, None, None],
    [Some(1), Some(2), None, None, Some(7), None],
];
pub(super) const LIST_COUNT: usize = 5;

/// The words of a state, as integers, by index. Without optimisation, this is faster than iterators.
pub(super) trait Words: Copy {
    /// The number of words.
    const COUNT: usize;

    /// Returns a word.
    fn word(&self, n: usize) -> u64;
    /// Replaces a word by the low bits of `value`, as many as the word has.
    fn set_word(&mut self, n: usize, value: u64);
}

macro_rules! words {
    ($($word:ty: $from:expr, $into:expr;)+) => {$(
        impl<const N: usize> Words for [$word; N] {
            const COUNT: usize = N;

            #[inline]
            fn word(&self, n: usize) -> u64 {
                $into(self[n])
            }
            #[inline]
            fn set_word(&mut self, n: usize, value: u64) {
                self[n] = $from(value);
            }
        }
    )+};
}
words! {
    u64: u64::from, u64::from;
    [u8; 4]: |word: u64| (word as u32).to_be_bytes(), |bytes| u64::from(u32::from_be_bytes(bytes));
}

/// The chains of Luffa.
impl<const N: usize> Words for [[u32; 8]; N] {
    const COUNT: usize = 8 * N;

    #[inline]
    fn word(&self, n: usize) -> u64 {
        u64::from(self[n / 8][n % 8])
    }
    #[inline]
    fn set_word(&mut self, n: usize, value: u64) {
        self[n / 8][n % 8] = value as u32;
    }
}

/// A hash function whose states the kernels here can mix.
pub(super) trait Subject: Function<Primitive: Compression<State: Words>> {}
impl<F: Function<Primitive: Compression<State: Words>>> Subject for F {}

/// The state of a function.
pub(super) type State<F> = <<F as Function>::Primitive as Compression>::State;

/// Whether a function's kernels that pad receive whole messages: only Fugue's do.
pub(super) const fn tails_are_messages<F: Function>() -> bool {
    F::BLOCK_BYTES == 4
}

/// Absorbs a block, as a kernel here does.
pub(super) fn absorb<S: Words>(state: &mut S, block: &[u8]) {
    mix(state, 1, block);
}

/// Finalizes a state, as a kernel here does.
pub(super) fn finalize<S: Words>(state: &mut S) {
    mix(state, 2, &[]);
}

fn mix<S: Words>(state: &mut S, kind: u64, bytes: &[u8]) {
    // For each word it is a bijection of the sum, so different sums stay different.
    let step = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 29
    };
    let mut sum = step(kind, bytes.len() as u64);
    let mut n = 0;
    while n < S::COUNT {
        sum = step(sum, state.word(n));
        n += 1;
    }
    let (words, rest) = bytes.as_chunks();
    sum = words.iter().fold(sum, |sum, word| step(sum, u64::from_le_bytes(*word)));
    sum = rest.iter().fold(sum, |sum, &byte| step(sum, byte.into()));
    n = 0;
    while n < S::COUNT {
        sum = step(sum, 3);
        state.set_word(n, sum);
        n += 1;
    }
}

/// The shape of one run of a kernel: its operands, apart from their contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape {
    pub function: &'static str,
    /// Number of states that the kernel processes at once.
    pub width: usize,
    /// Number of states, or of messages if the kernel writes outputs.
    pub states: usize,
    /// Whether the kernel pads and writes outputs.
    pub digests: bool,
    /// Number of blocks of each state, and of its tail. `None` is an empty list, `Some(0)` a list of empty slices.
    pub blocks: Option<usize>,
    pub more_blocks: Option<usize>,
    pub finalizes: bool,
    pub common_start: bool,
    pub output_bytes: Option<usize>,
}

std::thread_local! {
    static SHAPES: RefCell<BTreeSet<Shape>> = const { RefCell::new(BTreeSet::new()) };
    static WORK: Cell<Work> = const { Cell::new(Work { runs: 0, digests: 0, steps: 0, lanes: 0 }) };
}

/// Returns the shapes of all runs in this thread since the last call.
pub(super) fn take_shapes() -> BTreeSet<Shape> {
    SHAPES.take()
}

/// The work that kernels have done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub runs: usize,
    /// The runs that pad messages and write outputs.
    pub digests: usize,
    /// In a step, a kernel absorbs a block of each of its states.
    pub steps: usize,
    /// The sum over all steps of the number of states that the kernel processes at once.
    pub lanes: usize,
}

/// Returns the work of all runs in this thread since the last call.
pub(super) fn take_work() -> Work {
    WORK.take()
}

/// The primitive of a [`Counted`] function, with list number `LIST`.
pub(super) struct Counting<P, const LIST: usize>(PhantomData<P>);

/// What the kernels here must know about a function.
pub(super) struct Parameters<S> {
    function: &'static str,
    block_bytes: usize,
    output_block_bytes: usize,
    /// The shortest and the longest output that a kernel that pads writes, in bytes.
    run_output_bytes: (usize, usize),
    /// Whether the kernels receive whole messages instead of their tails.
    tails_are_messages: bool,
    extract: fn(&S, &mut [u8]),
}

impl<S> Clone for Parameters<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Parameters<S> {}

impl<P: Compression, const LIST: usize> Compression for Counting<P, LIST> {
    type State = P::State;
    type Parameters = Parameters<P::State>;
    const MOST_BLOCK_BYTES: usize = P::MOST_BLOCK_BYTES;
}

impl<P: Compression<State: Words>, const LIST: usize> Counting<P, LIST> {
    const ENTRIES: &[Entry<Self>] = &[
        Self::entry::<1>("counting-portable", LISTS[LIST][0]),
        Self::entry::<2>("counting-portable-x2", LISTS[LIST][1]),
        Self::entry::<3>("counting-portable-x3", LISTS[LIST][2]),
        Self::entry::<4>("counting-portable-x4", LISTS[LIST][3]),
        Self::entry::<8>("counting-portable-x8", LISTS[LIST][4]),
        Self::entry::<16>("counting-portable-x16", LISTS[LIST][5]),
    ];

    const fn entry<const N: usize>(name: &'static str, min_batch: Option<usize>) -> Entry<Self> {
        let entry = Entry::new::<Lanes<P, N, LIST>>(name, TECHNIQUE);
        match min_batch {
            Some(messages) => entry.from(messages),
            None => entry.named(),
        }
    }
}

const TECHNIQUE: Technique = Technique::new("counting", "");

impl<P: Compression<State: Words>, const LIST: usize> Implemented for Counting<P, LIST> {
    const MOST_STATES: usize = List::most_states(Self::ENTRIES);

    /// A generic type can't have a static of its own, so one map contains the lists of all these types. Each list is
    /// made once.
    fn list() -> &'static List<Self> {
        static MADE: RwLock<Option<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>> = RwLock::new(None);
        let id = TypeId::of::<Self>();
        let known = MADE.read().expect("no thread panics here").as_ref().and_then(|made| made.get(&id).copied());
        let list = known.unwrap_or_else(|| {
            let mut made = MADE.write().expect("no thread panics here");
            let made = made.get_or_insert_default();
            *made.entry(id).or_insert_with(|| Box::leak(Box::new(List::new(Self::ENTRIES, &[]))))
        });
        list.downcast_ref().expect("it is in its own place")
    }

    fn spec() -> Entry<Self> {
        Self::ENTRIES[0]
    }
}

/// A kernel for `N` states.
struct Lanes<P, const N: usize, const LIST: usize>(PhantomData<P>);

impl<P: Compression<State: Words>, const N: usize, const LIST: usize> Kernel for Lanes<P, N, LIST> {
    type Tier = Portable;
    type Primitive = Counting<P, LIST>;
    const STATES: usize = N;
    /// In some lists only, since kernels of both kinds are tested.
    const PADS: bool = LIST.is_multiple_of(2);

    fn run(_: Portable, operands: Operands<'_, Counting<P, LIST>>) {
        let shape = checked_shape::<P, LIST>(N, &operands);
        SHAPES.with_borrow_mut(|shapes| shapes.insert(shape));
        let blocks =
            shape.blocks.unwrap_or_default() + shape.more_blocks.unwrap_or_default() + usize::from(shape.digests);
        let steps = blocks * shape.states.div_ceil(N);
        let mut work = WORK.get();
        work.runs += 1;
        work.digests += usize::from(shape.digests);
        work.steps += steps;
        work.lanes += steps * N;
        WORK.set(work);
        let Operands { states, input, start, output_bytes, unpadded, parameters } = operands;
        let outputs = unpadded.outputs.chunks_exact_mut(output_bytes.unwrap_or_default().max(1));
        for ((n, tail), output) in unpadded.tails.iter().enumerate().zip(outputs) {
            let mut state = *start.expect("messages begin with a common state");
            let blocks = input.blocks.get(n).copied().unwrap_or_default();
            let padded = if parameters.tails_are_messages {
                check_common_blocks(blocks, tail, parameters.block_bytes);
                padded_message(tail, parameters.block_bytes)
            } else {
                blocks.chunks(parameters.block_bytes).for_each(|block| absorb(&mut state, block));
                padded(tail, unpadded.padding, parameters.block_bytes)
            };
            padded.chunks(parameters.block_bytes).for_each(|block| absorb(&mut state, block));
            if input.finalize {
                finalize(&mut state);
            }
            for (n, part) in output.chunks_mut(parameters.output_block_bytes).enumerate() {
                if n > 0 {
                    finalize(&mut state);
                }
                (parameters.extract)(&state, part);
            }
        }
        for (n, state) in states.iter_mut().enumerate() {
            *state = start.copied().unwrap_or(*state);
            for list in [input.blocks, input.more_blocks] {
                let bytes = list.get(n).copied().unwrap_or_default();
                bytes.chunks(parameters.block_bytes).for_each(|block| absorb(state, block));
            }
            if input.finalize {
                finalize(state);
            }
            if let Some(bytes) = output_bytes {
                spoil(state, bytes, parameters);
            }
        }
    }
}

/// Checks that these are the blocks just before the last two of a message, and that their number is a multiple of four.
fn check_common_blocks(blocks: &[u8], message: &[u8], block_bytes: usize) {
    assert_eq!(blocks.len() % (4 * block_bytes), 0, "a multiple of four blocks");
    if !blocks.is_empty() {
        let behind = (message.len().div_ceil(block_bytes) - 2) * block_bytes;
        assert!(core::ptr::eq(blocks, &message[behind - blocks.len()..behind]), "blocks of the message");
    }
}

/// Returns a message, zeros up to a whole block, and the message's length in bits.
fn padded_message(message: &[u8], block_bytes: usize) -> Vec<u8> {
    let mut padded = message.to_vec();
    padded.resize(message.len().next_multiple_of(block_bytes), 0);
    padded.extend((8 * message.len() as u64).to_be_bytes());
    padded
}

/// Returns the last block of a message: its tail with the padding.
fn padded(tail: &[u8], padding: Padding, block_bytes: usize) -> Vec<u8> {
    let mut block = tail.to_vec();
    block.extend(padding.suffix.to_le_bytes());
    block.resize(block_bytes, 0);
    let closing = padding.closing.to_le_bytes();
    block[block_bytes - 8..].iter_mut().zip(closing).for_each(|(byte, closing)| *byte ^= closing);
    block
}

/// Returns the shape of a run. Panics if its operands violate the contract between functions and kernels.
fn checked_shape<P: Compression, const LIST: usize>(width: usize, operands: &Operands<'_, Counting<P, LIST>>) -> Shape {
    let Operands { states, input, start, output_bytes, unpadded, parameters } = operands;
    let count = states.len() + unpadded.tails.len();
    let digests = !unpadded.tails.is_empty();
    if digests {
        assert!(LIST.is_multiple_of(2) && states.is_empty() && input.more_blocks.is_empty() && start.is_some());
        assert!(unpadded.tails.iter().all(|tail| tail.len() <= unpadded.padding.room), "no room for the padding");
        assert_eq!(Some(unpadded.outputs.len()), output_bytes.map(|bytes| bytes * count), "room for each output");
    }
    let blocks = |list: &[&[u8]]| {
        assert!(list.is_empty() || list.len() == count, "{} slices for {count} states", list.len());
        let bytes = list.first()?.len();
        assert!(list.iter().all(|slice| slice.len() == bytes), "slices of different lengths");
        assert_eq!(bytes % parameters.block_bytes, 0, "{bytes} bytes are no whole blocks");
        Some(bytes / parameters.block_bytes)
    };
    assert!(width > 1 || digests || start.is_none(), "a kernel for one state gets no common start");
    let lengths = if digests { parameters.run_output_bytes } else { (0, parameters.output_block_bytes) };
    assert!(output_bytes.is_none_or(|bytes| (lengths.0..=lengths.1).contains(&bytes)), "no run leaves that output");
    Shape {
        function: parameters.function,
        width,
        states: count,
        digests,
        blocks: blocks(input.blocks),
        more_blocks: blocks(input.more_blocks),
        finalizes: input.finalize,
        common_start: start.is_some(),
        output_bytes: *output_bytes,
    }
}

/// Changes every word of a state on which the first bytes of its output don't depend.
fn spoil<S: Words>(state: &mut S, bytes: usize, parameters: Parameters<S>) {
    let extract = |state: &S| {
        let mut output = [0; 200];
        (parameters.extract)(state, &mut output[..bytes]);
        output
    };
    let output = extract(state);
    for changed in 0..S::COUNT {
        let mut other = *state;
        other.set_word(changed, !state.word(changed));
        if extract(&other) == output {
            *state = other;
        }
    }
}

/// A function with counting kernels instead of its primitive's own.
#[derive(Clone)]
pub(super) struct Counted<F, const LIST: usize = 0>(pub F);

impl<F: Subject, const LIST: usize> Function for Counted<F, LIST> {
    type Primitive = Counting<F::Primitive, LIST>;
    type Buffer = F::Buffer;
    type PaddedTail = F::PaddedTail;
    type Digest = F::Digest;
    const NAME: &'static str = F::NAME;
    const BLOCK_BYTES: usize = F::BLOCK_BYTES;
    const PARAMETERS: Parameters<State<F>> = Parameters {
        function: F::NAME,
        block_bytes: F::BLOCK_BYTES,
        output_block_bytes: F::OUTPUT_BLOCK_BYTES,
        run_output_bytes: (*F::RUN_OUTPUT_BYTES.start(), *F::RUN_OUTPUT_BYTES.end()),
        tails_are_messages: tails_are_messages::<F>(),
        extract: F::extract,
    };
    const BIT_ORDER: BitOrder = F::BIT_ORDER;
    const FINALIZE_BEFORE_OUTPUT: bool = F::FINALIZE_BEFORE_OUTPUT;
    const OUTPUT_BLOCK_BYTES: usize = F::OUTPUT_BLOCK_BYTES;
    const RUN_OUTPUT_BYTES: RangeInclusive<usize> = F::RUN_OUTPUT_BYTES;
    const GROUPING: &'static dyn Grouping = F::GROUPING;

    fn initial(&self) -> &State<F> {
        self.0.initial()
    }
    fn pad(&self, padded: &mut [u8], tail: Tail) -> usize {
        self.0.pad(padded, tail)
    }
    fn padded_tail_bytes(&self, used: usize) -> usize {
        self.0.padded_tail_bytes(used)
    }
    fn padding(&self, blocks: u64) -> Option<Padding> {
        self.0.padding(blocks)
    }
    fn divided(message: &[u8], block_bytes: usize) -> (&[u8], &[u8]) {
        F::divided(message, block_bytes)
    }
    fn digest_bits(&self) -> u64 {
        self.0.digest_bits()
    }
    fn extract(state: &State<F>, out: &mut [u8]) {
        F::extract(state, out);
    }
}
