//! A hash function as data: everything but its primitive.
//!
//! Many functions share a primitive, and the executor works the same for all of them. With the function as data, it is
//! compiled once for each primitive. Compiled for each function, it was half of the compiler's work for Keccak.

use super::super::output::Output;
use super::super::plan::{Division, Grouping};
use super::super::{ByteArray, Function, Tail};
use crate::kernel::{Compression, Input, Operands, Padding, Unpadded};
use crate::list::{Entry, Implemented};
use crate::wipe::Wiped;
use core::ops::RangeInclusive;

/// The longest digest in bytes.
pub(super) const MOST_DIGEST_BYTES: usize = 64;

/// A function as data.
pub(super) struct Description<'f, C: Compression> {
    pub steps: &'f dyn Steps<C>,
    /// Returns how a message of this length is divided.
    pub division: &'f dyn Fn(usize) -> Division,
    pub initial: &'f C::State,
    pub parameters: C::Parameters,
    pub block_bytes: usize,
    pub buffer_bytes: usize,
    pub digest_bytes: usize,
    pub output_block_bytes: usize,
    pub run_output_bytes: RangeInclusive<usize>,
    pub finalize_before_output: bool,
    pub grouping: &'static dyn Grouping,
    /// The maximum length in bytes of a tail that a kernel can pad; `None` if kernels can't pad for this function.
    pub room: Option<usize>,
}

/// The steps that are compiled for each function, so that its lengths are constants in them.
pub(super) trait Steps<C: Compression> {
    /// Divides each message of a run into `block_bytes` bytes of blocks and its tail, which replaces the message.
    fn divide<'m>(&self, messages: &mut [&'m [u8]], blocks: &mut [&'m [u8]], block_bytes: usize);
    /// Returns the padding of messages with `block_bytes` bytes of blocks before their tails.
    fn padding(&self, block_bytes: usize) -> Padding;
    /// Writes the padded tail of a message, which follows its whole blocks. `place` contains zeros, or anything if it
    /// has been `used`.
    fn pad(&self, message: &[u8], whole_bytes: usize, place: &mut [u8], used: bool);
    /// Like [`Function::extract`].
    fn extract(&self, state: &C::State, out: &mut [u8]);
    /// Writes the first `out.len()` bytes of the output for one message.
    fn whole(&self, entry: &'static Entry<C>, message: &[u8], out: &mut [u8]);
    /// Calls `run` with a buffer of zeros for the padded tails of 2, 4 or 8 lanes, or else of 16.
    fn with_padded_tails(&self, lanes: usize, run: &mut dyn FnMut(&mut [u8]));
}

impl<C: Compression, F: Function<Primitive = C>> Steps<C> for F {
    fn divide<'m>(&self, messages: &mut [&'m [u8]], blocks: &mut [&'m [u8]], block_bytes: usize) {
        for (message, blocks) in messages.iter_mut().zip(blocks) {
            (*blocks, *message) = F::divided(message, block_bytes);
        }
    }

    fn padding(&self, block_bytes: usize) -> Padding {
        let blocks = (block_bytes / self.buffer_bytes()) as u64;
        Function::padding(self, blocks).expect("a plan has batches only if kernels can pad messages")
    }

    fn pad(&self, message: &[u8], whole_bytes: usize, place: &mut [u8], used: bool) {
        let padded = &mut place[..F::PaddedTail::LEN];
        if used {
            padded.fill(0);
        }
        let tail = &message[whole_bytes..];
        padded[..tail.len()].copy_from_slice(tail);
        Function::pad(self, padded, Tail::of_bytes(tail.len(), message.len()));
    }

    fn extract(&self, state: &C::State, out: &mut [u8]) {
        F::extract(state, out);
    }

    #[inline(never)]
    fn whole(&self, entry: &'static Entry<C>, message: &[u8], out: &mut [u8]) {
        Output::whole(self, entry, message, out);
    }

    fn with_padded_tails(&self, lanes: usize, run: &mut dyn FnMut(&mut [u8])) {
        match lanes {
            2 => with_zeros::<F::PaddedTail, 2>(run),
            4 => with_zeros::<F::PaddedTail, 4>(run),
            8 => with_zeros::<F::PaddedTail, 8>(run),
            _ => with_zeros::<F::PaddedTail, 16>(run),
        }
    }
}

/// Returns how a function divides a message of `bytes` bytes.
pub(super) fn division_by<F: Function>(function: &F, bytes: usize) -> Division {
    let used = bytes % function.buffer_bytes();
    Division { blocks: bytes / function.buffer_bytes(), padded_tail_bytes: function.padded_tail_bytes(used) }
}

/// Calls `run` with zeros for `N` padded tails. Not inlined, so that each number of lanes has a stack frame of its own.
#[inline(never)]
fn with_zeros<T: ByteArray, const N: usize>(run: &mut dyn FnMut(&mut [u8])) {
    run(T::flatten(&mut *Wiped([T::ZERO; N])));
}

impl<'f, C: Compression> Description<'f, C>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    /// Describes a function. `division` is its [`division_by`].
    pub(super) fn of<F: Function<Primitive = C>>(function: &'f F, division: &'f dyn Fn(usize) -> Division) -> Self {
        const { assert!(<F::Digest as ByteArray>::LEN <= MOST_DIGEST_BYTES, "buffers have room for digests") };
        Self {
            steps: function,
            division,
            initial: function.initial(),
            parameters: function.parameters(),
            block_bytes: function.block_bytes(),
            buffer_bytes: function.buffer_bytes(),
            digest_bytes: <F::Digest as ByteArray>::LEN,
            output_block_bytes: function.output_block_bytes(),
            run_output_bytes: function.run_output_bytes(),
            finalize_before_output: F::FINALIZE_BEFORE_OUTPUT,
            grouping: F::GROUPING,
            room: Function::padding(function, 0).map(|padding| padding.room),
        }
    }

    /// Whether this kernel takes messages from their first byte to outputs of this length.
    pub(super) fn pads(&self, entry: &Entry<C>, output_bytes: usize) -> bool {
        entry.implementation().pads() && self.room.is_some() && self.run_output_bytes.contains(&output_bytes)
    }

    /// Runs a kernel that pads. It writes `output_bytes` bytes of output for each message.
    pub(super) fn run_to_outputs(
        &self,
        entry: &Entry<C>,
        blocks: &[&[u8]],
        unpadded: Unpadded<'_>,
        output_bytes: usize,
    ) {
        entry.run(Operands {
            states: &mut [],
            input: Input { blocks, more_blocks: &[], finalize: self.finalize_before_output },
            start: Some(self.initial),
            output_bytes: Some(output_bytes),
            unpadded,
            parameters: self.parameters,
        });
    }

    /// Sets a state to the initial one. Returning it by value would leave a copy of a keyed state on the stack.
    pub(super) fn start(&self, state: &mut C::State) {
        *state = *self.initial;
    }

    /// Like [`run`](super::super::run).
    pub(super) fn run(&self, entry: &Entry<C>, states: &mut [C::State], input: Input<'_>) {
        entry.run(Operands::new(states, input, self.parameters));
    }

    /// Like [`Self::run`], from the initial state. If `output_bytes` is given, only that many bytes of output can be
    /// read from each state afterwards.
    pub(super) fn run_from_start(
        &self,
        entry: &Entry<C>,
        states: &mut [C::State],
        input: Input<'_>,
        output_bytes: Option<usize>,
    ) {
        let start = if entry.implementation().states() == 1 {
            states.iter_mut().for_each(|state| self.start(state));
            None
        } else {
            Some(self.initial)
        };
        entry.run(Operands { start, output_bytes, ..Operands::new(states, input, self.parameters) });
    }
}

#[cfg(all(test, feature = "keccak"))]
mod tests {
    use super::Steps;

    #[test]
    fn no_more_places_for_tails_than_lanes() {
        for lanes in [2, 4, 8, 16] {
            let sha3 = crate::Sha3_256::new();
            Steps::with_padded_tails(sha3.0.function(), lanes, &mut |padded| assert_eq!(padded.len(), lanes * 2 * 136));
        }
    }
}
