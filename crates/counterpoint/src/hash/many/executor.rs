//! Runs the plan of a batch.
//!
//! The executor knows where messages, states and outputs are, and which kernel is best for a number of messages. The
//! plan decides which messages share a run, and the order of the runs (`hash/plan.rs`).

use super::super::plan::thresholds::{MOST, MOST_LANES};
use super::super::plan::{Absorb, Batch, Batches, Call, Indices, Others, Position, Run, Width};
use super::description::{Description, MOST_DIGEST_BYTES};
use crate::kernel::{Compression, Input, Operands, Unpadded};
use crate::list::{Entry, Implemented};
use crate::messages::Messages;
use crate::wipe::Wiped;
use core::hint::{black_box, select_unpredictable};

/// Hashes messages, and writes `each` bytes of output for each of them.
pub(super) fn run<C>(
    function: &Description<'_, C>,
    implementation: Option<&'static Entry<C>>,
    messages: &dyn Messages,
    outputs: &mut [u8],
    each: usize,
) where
    C: Compression + for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    const { assert!(MOST_LANES >= C::MOST_STATES, "a batch and the lanes fill the widest kernel") };
    let mut executor = Executor { function, implementation, messages, outputs, each };
    let width = |messages| {
        let entry = best(implementation, messages);
        Width { lanes: entry.implementation().states(), pads: function.pads(entry, each) }
    };
    let call = Call {
        messages,
        width: &width,
        widest: C::MOST_STATES,
        division: function.division,
        buffer_bytes: function.buffer_bytes,
        block_bytes: function.block_bytes,
        room: function.room.unwrap_or_default(),
        grouping: function.grouping,
        scatters: each <= function.digest_bytes,
    };
    let mut batches = Batches::new(&call);
    // Setting up lists of slices takes time, so they are no longer than needed.
    match batches.most() {
        0 => (),
        1..=4 => executor.batches::<4>(&mut batches),
        5..=8 => executor.batches::<8>(&mut batches),
        9..=MOST_LANES => executor.batches::<MOST_LANES>(&mut batches),
        _ => executor.batches::<MOST>(&mut batches),
    }
    if let Some(others) = batches.others() {
        executor.others(&others);
    }
}

/// Returns the implementation for this number of messages at once.
fn best<C: Implemented>(implementation: Option<&'static Entry<C>>, messages: usize) -> &'static Entry<C> {
    implementation.unwrap_or_else(|| C::list().best(messages))
}

/// A value aligned to a cache line. A load that reads what was just stored across two lines has to wait: with unaligned
/// lists of slices, a run of eight messages took 200 cycles longer.
#[repr(align(64))]
struct Aligned<T>(T);

/// The arguments of a call.
struct Executor<'c, 'o, C: Compression> {
    function: &'c Description<'c, C>,
    implementation: Option<&'static Entry<C>>,
    messages: &'c dyn Messages,
    /// The outputs of all messages, `each` bytes for each of them.
    outputs: &'o mut [u8],
    each: usize,
}

impl<'c, C: Compression> Executor<'c, '_, C>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    fn best(&self, messages: usize) -> &'static Entry<C> {
        best(self.implementation, messages)
    }

    /// Runs the first part of a plan, whose runs have at most `N` messages.
    fn batches<const N: usize>(&mut self, plan: &mut Batches<'c>) {
        let (mut blocks, mut messages) = (Aligned([&[] as &[u8]; N]), Aligned([&[] as &[u8]; N]));
        while let Some(batch) = plan.next(&mut messages.0) {
            let messages = &mut messages.0[..batch.count];
            if N == MOST {
                // Touches every message first, so that cache misses overlap. Without this loop, the kernel waited for
                // one miss after another and took 20 % longer for half a million messages of 64 bytes.
                for message in &*messages {
                    black_box(message.first().copied());
                }
            }
            self.batch(&batch, &mut blocks.0, messages);
        }
    }

    /// Runs a batch. `blocks` has room for one slice per message.
    fn batch(&mut self, batch: &Batch<'_>, blocks: &mut [&'c [u8]], messages: &mut [&'c [u8]]) {
        let entry = self.best(batch.at_once);
        let blocks = match batch.block_bytes {
            0 => &[],
            block_bytes => {
                let blocks = &mut blocks[..batch.count];
                self.function.steps.divide(messages, blocks, block_bytes);
                &*blocks
            }
        };
        let padding = self.function.steps.padding(batch.block_bytes);
        match batch.indices {
            Indices::From(first) => {
                let outputs = &mut self.outputs[first * self.each..][..batch.count * self.each];
                self.function.run_to_outputs(entry, blocks, Unpadded { tails: messages, padding, outputs }, self.each);
            }
            Indices::Listed(indices) => {
                let mut outputs = Aligned(Wiped([[0; MOST_DIGEST_BYTES]; MOST_LANES]));
                let outputs = &mut outputs.0.as_flattened_mut()[..batch.count * self.each];
                let unpadded = Unpadded { tails: messages, padding, outputs: &mut *outputs };
                self.function.run_to_outputs(entry, blocks, unpadded, self.each);
                for (output, &index) in outputs.chunks_exact(self.each).zip(indices) {
                    self.outputs[index * self.each..][..self.each].copy_from_slice(output);
                }
            }
        }
    }

    /// Runs the second part of a plan.
    fn others(&mut self, plan: &Others<'_>) {
        let steps = self.function.steps;
        match plan.lanes() {
            0 | 1 => self.one_by_one(plan),
            2 => steps.with_padded_tails(2, &mut |padded| self.in_lanes::<2>(plan, padded)),
            3..=4 if C::MOST_STATES > 2 => steps.with_padded_tails(4, &mut |padded| self.in_lanes::<4>(plan, padded)),
            5..=8 if C::MOST_STATES > 4 => steps.with_padded_tails(8, &mut |padded| self.in_lanes::<8>(plan, padded)),
            _ if C::MOST_STATES > 8 => {
                steps.with_padded_tails(MOST_LANES, &mut |padded| self.in_lanes::<MOST_LANES>(plan, padded));
            }
            _ => unreachable!("a kernel has no more states than the widest one"),
        }
    }

    fn one_by_one(&mut self, plan: &Others<'_>) {
        let entry = self.best(plan.at_once);
        for message in plan.order.clone() {
            let output = &mut self.outputs[message * self.each..][..self.each];
            self.function.steps.whole(entry, self.messages.message(message), output);
        }
    }

    /// Runs the second part of a plan in up to `N` lanes. `padded_tails` contains zeros and has room for one padded
    /// tail per lane.
    fn in_lanes<const N: usize>(&mut self, plan: &Others<'_>, padded_tails: &mut [u8]) {
        let function = self.function;
        let mut plan = plan.in_lanes::<N>();
        let mut messages = [&[] as &[u8]; N];
        let mut states = States::<C, N>::new(function, padded_tails);
        let mut ended: Option<Ended<C, N>> = None;
        while let Some(run) = plan.next(&mut messages) {
            match run {
                Run::Whole { lanes, at_once } => {
                    let entry = self.best(at_once);
                    let output_bytes = (self.each <= function.output_block_bytes).then_some(self.each);
                    let states = states.run_whole(function, entry, &messages, lanes, output_bytes);
                    let indices = lanes.iter().map(|lane| lane.index);
                    self.write(entry, states, indices, function.finalize_before_output);
                }
                Run::Absorb(run) => {
                    states.absorb(function, self.best(run.at_once), &messages, &run);
                    if !run.end.is_empty() {
                        let ended = ended.get_or_insert_with(|| Ended::new(function));
                        let (before, after) = run.end.split_at(run.outputs_before.unwrap_or(run.end.len()));
                        ended.keep(run.lanes, &states.states, before);
                        if run.outputs_before.is_some() {
                            self.write_ended(ended);
                        }
                        ended.keep(run.lanes, &states.states, after);
                    }
                }
                Run::Outputs => ended.iter_mut().for_each(|ended| self.write_ended(ended)),
            }
        }
    }

    /// Writes the outputs of all messages whose states are kept.
    fn write_ended<const N: usize>(&mut self, ended: &mut Ended<C, N>) {
        let count = core::mem::take(&mut ended.count);
        let messages = ended.messages[..count].iter().copied();
        self.write(self.best(count), &mut ended.states[..count], messages, false);
    }

    /// Writes the outputs of `states`. `messages` are the indices of their messages.
    fn write(
        &mut self,
        entry: &Entry<C>,
        states: &mut [C::State],
        messages: impl Iterator<Item = usize> + Clone,
        mut finalized: bool,
    ) {
        let mut written = 0;
        while written < self.each && !states.is_empty() {
            if !finalized && (written > 0 || self.function.finalize_before_output) {
                self.function.run(entry, states, Input::FINALIZE);
            }
            finalized = false;
            let part = (self.each - written).min(self.function.output_block_bytes);
            for (state, message) in states.iter().zip(messages.clone()) {
                let start = message * self.each + written;
                self.function.steps.extract(state, &mut self.outputs[start..start + part]);
            }
            written += part;
        }
    }
}

/// A state and a message's padded tail for each lane. Aligned to a cache line for the same reason as [`Aligned`].
#[repr(C, align(64))]
struct States<'t, C: Compression, const N: usize> {
    states: Wiped<[C::State; N]>,
    /// The padded tails, `padded_tail_bytes` bytes for each lane.
    padded_tails: &'t mut [u8],
    padded_tail_bytes: usize,
    /// How many lanes have held a message. The padded tails of the others are still zeros.
    used: usize,
}

impl<'t, C: Compression, const N: usize> States<'t, C, N>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    fn new(function: &Description<'_, C>, padded_tails: &'t mut [u8]) -> Self {
        let states = Wiped([*Wiped::blank(function.initial); N]);
        Self { states, padded_tail_bytes: padded_tails.len() / N, padded_tails, used: 0 }
    }

    /// Writes the padded tail of a lane's message.
    fn pad(&mut self, function: &Description<'_, C>, n: usize, message: &[u8], whole_bytes: usize) {
        let padded_tail = &mut self.padded_tails[n * self.padded_tail_bytes..][..self.padded_tail_bytes];
        function.steps.pad(message, whole_bytes, padded_tail, n < self.used);
        self.used = self.used.max(n + 1);
    }

    /// Takes messages from first byte to output, and returns their states.
    fn run_whole(
        &mut self,
        function: &Description<'_, C>,
        entry: &Entry<C>,
        messages: &[&[u8]; N],
        lanes: &[Position],
        output_bytes: Option<usize>,
    ) -> &mut [C::State] {
        for (n, (message, lane)) in messages.iter().zip(lanes).enumerate() {
            self.pad(function, n, message, lane.whole_bytes());
        }
        let (mut blocks, mut more_blocks) = (Aligned([&[] as &[u8]; N]), Aligned([&[] as &[u8]; N]));
        let (Aligned(blocks), Aligned(more_blocks)) = (&mut blocks, &mut more_blocks);
        for (n, (message, lane)) in messages.iter().zip(lanes).enumerate() {
            blocks[n] = &message[..lane.whole_bytes()];
            more_blocks[n] = &self.padded_tails[n * self.padded_tail_bytes..][..lane.padded_tail_bytes()];
        }
        let (blocks, more_blocks) = (&blocks[..lanes.len()], &more_blocks[..lanes.len()]);
        let input = Input { blocks, more_blocks, finalize: function.finalize_before_output };
        let states = &mut self.states[..lanes.len()];
        function.run_from_start(entry, states, input, output_bytes);
        states
    }

    /// Absorbs the same number of bytes in each lane.
    fn absorb(&mut self, function: &Description<'_, C>, entry: &Entry<C>, messages: &[&[u8]; N], run: &Absorb<'_>) {
        for (&to, &from) in run.moves.0.iter().zip(run.moves.1) {
            let (to, from) = (usize::from(to), usize::from(from));
            self.states[to] = self.states[from];
            let (to, from) = (to * self.padded_tail_bytes, from * self.padded_tail_bytes);
            self.padded_tails.copy_within(from..from + self.padded_tail_bytes, to);
        }
        for n in run.begin.iter().copied().map(usize::from) {
            self.pad(function, n, messages[n], run.lanes[n].whole_bytes());
            function.start(&mut self.states[n]);
        }
        let mut pieces = Aligned([&[] as &[u8]; N]);
        let Aligned(pieces) = &mut pieces;
        for (n, (piece, lane)) in pieces.iter_mut().zip(run.lanes).enumerate() {
            // No branch: it would be mispredicted, as lanes differ from run to run.
            let padded_tail = &self.padded_tails[n * self.padded_tail_bytes..];
            let bytes = select_unpredictable(lane.is_in_message(), messages[n], padded_tail);
            *piece = &bytes[lane.offset()..][..run.bytes];
        }
        let input = Input { blocks: &pieces[..run.lanes.len()], ..Input::default() };
        function.run(entry, &mut self.states[..run.lanes.len()], input);
    }
}

/// States that have absorbed their whole messages: the first `count` entries of each array. Aligned to a cache line for
/// the same reason as [`Aligned`].
#[repr(C, align(64))]
struct Ended<C: Compression, const N: usize> {
    states: Wiped<[C::State; N]>,
    messages: [usize; N],
    count: usize,
}

impl<C: Compression, const N: usize> Ended<C, N> {
    fn new(function: &Description<'_, C>) -> Self {
        Self { states: Wiped([*Wiped::blank(function.initial); N]), messages: [0; N], count: 0 }
    }

    /// Keeps the states of these lanes.
    fn keep(&mut self, lanes: &[Position], states: &[C::State; N], end: &[u8]) {
        for n in end.iter().copied().map(usize::from) {
            self.states[self.count] = states[n];
            self.messages[self.count] = lanes[n].index;
            self.count += 1;
        }
    }
}
