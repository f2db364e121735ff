//! The operands of a run, one state after the other, for kernels of one state.

#[cfg(feature = "keccak")]
use super::bytes::first_bytes;
use super::reader::BlockReader;
use super::{Compression, Operands};

impl<'a, C: Compression> Operands<'a, C> {
    /// Calls `run` with each state and its input, for kernels that process one state at a time.
    ///
    /// This takes a closure instead of returning an iterator, because the compiler then keeps more of a state in
    /// registers: with an iterator, Keccak took 7 % more time with AVX2.
    #[inline(always)]
    pub(crate) fn one_by_one(self, run: impl Fn(&mut C::State, BlockReader<'a, 1>)) {
        for (n, state) in self.states.iter_mut().enumerate() {
            run(state, BlockReader::new::<C>(&self.input, &[], n));
        }
    }

    /// Like [`Self::one_by_one`], for kernels with [`Kernel::PADS`](crate::cpu::Kernel::PADS). `run` returns a state's
    /// value after its input. Then `store` writes it into the state, or `write` writes the output of a message.
    #[cfg(feature = "keccak")]
    #[inline(always)]
    pub(crate) fn digest_one_by_one<S>(
        self,
        mut run: impl FnMut(&C::State, BlockReader<'a, 1>) -> S,
        store: impl Fn(S, &mut C::State),
        write: impl Fn(S, &mut [u8]),
    ) {
        let Self { states, input, start, output_bytes, unpadded, .. } = self;
        let (each, mut outputs) = (output_bytes.unwrap_or_default(), unpadded.outputs);
        for n in 0..states.len().max(unpadded.tails.len()) {
            let Some(state) = states.get(n).or(start) else { break };
            // One call for both kinds of messages, because each call is a copy of the kernel.
            let value = run(state, BlockReader::new::<C>(&input, unpadded.tails, n));
            match states.get_mut(n) {
                Some(state) => store(value, state),
                None => write(value, first_bytes(&mut outputs, each)),
            }
        }
    }
}
