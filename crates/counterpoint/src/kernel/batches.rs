//! The operands of a run in batches of `N` states, for kernels that process several states at once.

use super::bytes::first_bytes;
use super::reader::BlockReader;
use super::{Compression, Input, Operands, Padding, Unpadded};

impl<'a, C: Compression> Operands<'a, C> {
    /// Returns the states in batches of `N`; the last batch may be smaller.
    #[inline(always)]
    pub(crate) fn batches<const N: usize>(self) -> Batches<'a, C, N, false> {
        self.padding_batches()
    }

    /// Returns the states or the tails of messages in batches of `N`. `PADS` is the kernel's
    /// [`Kernel::PADS`](crate::cpu::Kernel::PADS).
    #[inline(always)]
    pub(crate) fn padding_batches<const N: usize, const PADS: bool>(self) -> Batches<'a, C, N, PADS> {
        Batches {
            states: self.states.chunks_mut(N),
            first: 0,
            input: self.input,
            start: self.start,
            output_bytes: self.output_bytes,
            unpadded: self.unpadded,
            parameters: self.parameters,
        }
    }
}

/// The iterator returned by [`Operands::batches`]. For kernels that do not pad, it skips everything about tails.
pub(crate) struct Batches<'a, C: Compression, const N: usize, const PADS: bool> {
    states: core::slice::ChunksMut<'a, C::State>,
    /// The index of the next batch's first state.
    first: usize,
    input: Input<'a>,
    start: Option<&'a C::State>,
    output_bytes: Option<usize>,
    unpadded: Unpadded<'a>,
    parameters: C::Parameters,
}

/// The operands of `N` states, which a kernel processes at once.
pub(crate) struct Batch<'a, C: Compression, const N: usize, const PADS: bool> {
    /// `N` states, or fewer in the last batch; results in lanes without a state are discarded. Empty if the kernel
    /// writes outputs.
    pub states: &'a mut [C::State],
    /// Their input.
    pub input: BlockReader<'a, N>,
    /// See [`Operands::output_bytes`].
    pub output_bytes: Option<usize>,
    /// The padding of messages.
    pub padding: Padding,
    /// The place for the outputs; empty if the states are stored.
    pub outputs: &'a mut [u8],
    /// The parameters of the primitive.
    pub parameters: C::Parameters,
    start: Option<&'a C::State>,
}

impl<'a, C: Compression, const N: usize, const PADS: bool> Iterator for Batches<'a, C, N, PADS> {
    type Item = Batch<'a, C, N, PADS>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let states =
            if PADS && self.first < self.unpadded.tails.len() { Some(&mut [][..]) } else { self.states.next() };
        let states = states?;
        let tails = if PADS { self.unpadded.tails } else { &[] };
        let input = BlockReader::new::<C>(&self.input, tails, self.first);
        self.first += N;
        let bytes = if PADS { N * self.output_bytes.unwrap_or_default() } else { 0 };
        let outputs = if PADS { first_bytes(&mut self.unpadded.outputs, bytes) } else { &mut [] };
        Some(Batch {
            states,
            input,
            output_bytes: self.output_bytes,
            padding: self.unpadded.padding,
            outputs,
            parameters: self.parameters,
            start: self.start,
        })
    }
}

#[allow(dead_code, reason = "a build with few families does not use all of these")]
impl<'a, C: Compression, const N: usize, const PADS: bool> Batch<'a, C, N, PADS> {
    /// Returns the state before the run, if it is the same for all messages.
    #[inline(always)]
    pub(crate) fn start(&self) -> Option<&'a C::State> {
        self.start
    }

    /// Returns the states before the run: one for each message, or a single one for all of them.
    #[inline(always)]
    pub(crate) fn initial(&self) -> &[C::State] {
        match self.start {
            Some(start) => core::slice::from_ref(start),
            None => self.states,
        }
    }

    /// Returns a state for each of the `N` lanes. If there are fewer states, the first one is repeated; if there are
    /// none, `none` is used.
    #[inline(always)]
    pub(crate) fn initial_states<'b>(&'b self, none: &'b C::State) -> [&'b C::State; N] {
        let states = self.initial();
        if let (true, Some(all)) = (PADS, states.first_chunk::<N>()) {
            return all.each_ref();
        }
        let first = states.first().unwrap_or(none);
        let mut all = [first; N];
        if PADS {
            for (lane, state) in all.iter_mut().enumerate() {
                // Hidden from the compiler, which would compare the number of states with all indices at once.
                *state = states.get(core::hint::black_box(lane)).unwrap_or(first);
            }
            return all;
        }
        for (lane, state) in all.iter_mut().zip(states) {
            *lane = state;
        }
        all
    }
}
