//! The operands of a run in batches of `N` states, for kernels that process several states at the same time.

use super::{BlockReader, Compression, Input, Operands};

impl<'a, C: Compression> Operands<'a, C> {
    /// Returns the states in batches of `N`; the last batch may contain fewer.
    #[inline(always)]
    pub(crate) fn batches<const N: usize>(self) -> Batches<'a, C, N> {
        Batches {
            states: self.states.chunks_mut(N),
            first: 0,
            input: self.input,
            start: self.start,
            output_bytes: self.output_bytes,
            parameters: self.parameters,
        }
    }
}

/// The iterator that [`Operands::batches`] returns.
pub(crate) struct Batches<'a, C: Compression, const N: usize> {
    states: core::slice::ChunksMut<'a, C::State>,
    /// Index of the next batch's first state.
    first: usize,
    input: Input<'a>,
    start: Option<&'a C::State>,
    output_bytes: Option<usize>,
    parameters: C::Parameters,
}

/// The operands of `N` states, which a kernel processes at the same time.
pub(crate) struct Batch<'a, C: Compression, const N: usize> {
    /// `N` states, or fewer in the last batch. What a kernel computes in lanes without a state is not read.
    pub states: &'a mut [C::State],
    /// Their input.
    pub input: BlockReader<'a, N>,
    /// As in [`Operands::output_bytes`].
    pub output_bytes: Option<usize>,
    /// The parameters of the primitive.
    pub parameters: C::Parameters,
    start: Option<&'a C::State>,
}

impl<'a, C: Compression, const N: usize> Iterator for Batches<'a, C, N> {
    type Item = Batch<'a, C, N>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let states = self.states.next()?;
        let input = BlockReader::new(&self.input, self.first);
        self.first += N;
        Some(Batch { states, input, output_bytes: self.output_bytes, parameters: self.parameters, start: self.start })
    }
}

#[allow(dead_code, reason = "each is used by some families, so a build with few families leaves some of them out")]
impl<'a, C: Compression, const N: usize> Batch<'a, C, N> {
    /// Returns the value that all states have before the run, if they are equal.
    #[inline(always)]
    pub(crate) fn start(&self) -> Option<&'a C::State> {
        self.start
    }

    /// Returns the states before the run: one for each message, or a single one that is the same for all of them.
    #[inline(always)]
    pub(crate) fn initial(&self) -> &[C::State] {
        match self.start {
            Some(start) => core::slice::from_ref(start),
            None => self.states,
        }
    }

    /// Returns a state for each of the `N` lanes. If there are fewer states, the first one is repeated; `none` is
    /// used if there is no state at all.
    #[inline(always)]
    pub(crate) fn initial_lanes<'b>(&'b self, none: &'b C::State) -> [&'b C::State; N] {
        let states = self.initial();
        let mut all = [states.first().unwrap_or(none); N];
        for (lane, state) in all.iter_mut().zip(states) {
            *lane = state;
        }
        all
    }
}
