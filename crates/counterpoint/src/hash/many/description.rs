//! A hash function as data: what it consists of besides its primitive.
//!
//! A primitive has many functions, and the code that divides messages among runs of kernels does not depend on which of
//! them it is. With the function as data, that code is compiled once for each primitive. Compiled for each function, it
//! was half of the compiler's work for Keccak.

use super::super::output::Output;
use super::super::{Bytes, Ending, Function, in_buffers};
use crate::kernel::{Compression, Ends, Input, Operands, Padding};
use crate::list::{Entry, Implemented};
use crate::wipe::Wiped;
use core::ops::RangeInclusive;

/// The longest digest in bytes.
pub(super) const MOST_DIGEST_BYTES: usize = 64;

/// A function as data.
pub(super) struct Description<'f, C: Compression> {
    pub steps: &'f dyn Steps<C>,
    pub initial: &'f C::State,
    pub parameters: C::Parameters,
    pub block_bytes: usize,
    pub buffer_bytes: usize,
    pub digest_bytes: usize,
    pub output_block_bytes: usize,
    pub run_output_bytes: RangeInclusive<usize>,
    pub finalize_before_output: bool,
    pub ends_are_messages: bool,
}

/// What is compiled for each function, so that the lengths of its blocks and outputs are constants there.
pub(super) trait Steps<C: Compression> {
    /// Returns how many whole blocks a message of `bytes` bytes has; 0 where ends are whole messages.
    fn whole_blocks(&self, bytes: usize) -> usize;
    /// As [`Function::padding`].
    fn padding(&self, blocks: u64) -> Option<Padding>;
    /// Writes the padded tail of a message into a place that contains zeros, or anything if it has been `used`. Returns
    /// the message's whole blocks and the length of the tail.
    fn pad<'a>(&self, message: &'a [u8], place: &mut [u8], used: bool) -> (&'a [u8], usize);
    /// As [`Function::extract`].
    fn extract(&self, state: &C::State, out: &mut [u8]);
    /// Writes the first `out.len()` bytes of the output for one message.
    fn whole(&self, entry: &'static Entry<C>, message: &[u8], out: &mut [u8]);
    /// Calls `run` with zeros, which have room for the padded tails of 2, 4, 8 or else 16 lanes.
    fn with_tails(&self, lanes: usize, run: &mut dyn FnMut(&mut [u8]));
}

impl<C: Compression, F: Function<Primitive = C>> Steps<C> for F {
    fn whole_blocks(&self, bytes: usize) -> usize {
        if F::ENDS_ARE_MESSAGES { 0 } else { bytes / self.buffer_bytes() }
    }

    fn padding(&self, blocks: u64) -> Option<Padding> {
        Function::padding(self, blocks)
    }

    fn pad<'a>(&self, message: &'a [u8], place: &mut [u8], used: bool) -> (&'a [u8], usize) {
        let tail = &mut place[..F::Tail::LEN];
        if used {
            tail.fill(0);
        }
        let (blocks, rest) = in_buffers(self, message);
        tail[..rest.len()].copy_from_slice(rest);
        (blocks, Function::pad(self, tail, Ending::of_bytes(rest.len(), message.len())))
    }

    fn extract(&self, state: &C::State, out: &mut [u8]) {
        F::extract(state, out);
    }

    #[inline(never)]
    fn whole(&self, entry: &'static Entry<C>, message: &[u8], out: &mut [u8]) {
        Output::whole(self, entry, message, out);
    }

    fn with_tails(&self, lanes: usize, run: &mut dyn FnMut(&mut [u8])) {
        match lanes {
            2 => with_zeros::<F::Tail, 2>(run),
            4 => with_zeros::<F::Tail, 4>(run),
            8 => with_zeros::<F::Tail, 8>(run),
            _ => with_zeros::<F::Tail, 16>(run),
        }
    }
}

/// Each number of lanes has a frame of its own on the stack.
#[inline(never)]
fn with_zeros<T: Bytes, const N: usize>(run: &mut dyn FnMut(&mut [u8])) {
    run(T::flatten(&mut *Wiped([T::ZERO; N])));
}

impl<'f, C: Compression> Description<'f, C>
where
    C: for<'a> Implemented<Operands<'a> = Operands<'a, C>>,
{
    /// Describes a function.
    pub(super) fn of<F: Function<Primitive = C>>(function: &'f F) -> Self {
        const {
            assert!(<F::Digest as Bytes>::LEN <= MOST_DIGEST_BYTES, "buffers have room for digests");
            assert!(!F::ENDS_ARE_MESSAGES || F::BLOCK_BYTES == WORD, "ends that are messages consist of words");
        }
        Self {
            steps: function,
            initial: function.initial(),
            parameters: function.parameters(),
            block_bytes: function.block_bytes(),
            buffer_bytes: function.buffer_bytes(),
            digest_bytes: <F::Digest as Bytes>::LEN,
            output_block_bytes: function.output_block_bytes(),
            run_output_bytes: function.run_output_bytes(),
            finalize_before_output: F::FINALIZE_BEFORE_OUTPUT,
            ends_are_messages: F::ENDS_ARE_MESSAGES,
        }
    }

    /// Sets states to the initial one, each from where that is: `fill` takes it by value, which leaves a copy of a
    /// keyed state on the stack.
    pub(super) fn set_to_initial(&self, states: &mut [C::State]) {
        states.iter_mut().for_each(|state| *state = *self.initial);
    }

    /// Whether this kernel writes outputs of this length.
    pub(super) fn writes_outputs(&self, entry: &Entry<C>, output_bytes: usize) -> bool {
        entry.implementation().pads() && self.run_output_bytes.contains(&output_bytes)
    }

    /// Divides a message into this number of blocks and a rest. `None` if the message is shorter, or if the rest and
    /// its padding do not fit into one block.
    #[inline]
    pub(super) fn divided<'m>(
        &self,
        message: &'m [u8],
        blocks: usize,
        padding: &Padding,
    ) -> Option<(&'m [u8], &'m [u8])> {
        let (blocks, rest) = message.split_at_checked(blocks * self.buffer_bytes)?;
        (rest.len() <= padding.room).then_some((blocks, rest))
    }

    /// Where ends are whole messages: replaces `blocks` by the blocks that all of them have in front of the last ones
    /// ([`Ends`]). Returns the list of blocks; it is empty if there are none.
    pub(super) fn with_common_blocks<'b, 'm>(
        &self,
        rests: &[&'m [u8]],
        blocks: &'b mut [&'m [u8]],
        block_count: usize,
    ) -> &'b [&'m [u8]] {
        if !self.ends_are_messages {
            return if block_count > 0 { blocks } else { &[] };
        }
        let least = rests.iter().map(|message| in_words(message)).min().unwrap_or_default();
        let common = least.saturating_sub(2) / 4 * 4;
        if common == 0 {
            return &[];
        }
        for (blocks, message) in blocks.iter_mut().zip(rests) {
            let first = in_words(message) - 2 - common;
            *blocks = &message[first * WORD..][..common * WORD];
        }
        blocks
    }

    /// Writes the outputs of messages with the same number of blocks, `output_bytes` bytes for each of them.
    pub(super) fn digest_alike(
        &self,
        entry: &Entry<C>,
        blocks: &[&[u8]],
        rests: &[&[u8]],
        padding: Padding,
        outputs: &mut [u8],
        output_bytes: usize,
    ) {
        entry.run(Operands {
            states: &mut [],
            input: Input { blocks, tails: &[], finalize: self.finalize_before_output },
            start: Some(self.initial),
            output_bytes: Some(output_bytes),
            ends: Ends { rests, padding, outputs },
            parameters: self.parameters,
        });
    }

    /// As [`run`](super::super::run).
    pub(super) fn run(&self, entry: &Entry<C>, states: &mut [C::State], input: Input<'_>) {
        entry.run(Operands::new(states, input, self.parameters));
    }

    /// The same, but each state is first set to the initial state. If `output_bytes` is given, only that number of
    /// bytes of output can be read from each state afterwards.
    pub(super) fn run_from_start(
        &self,
        entry: &Entry<C>,
        states: &mut [C::State],
        input: Input<'_>,
        output_bytes: Option<usize>,
    ) {
        let start = if entry.implementation().states() == 1 {
            self.set_to_initial(states);
            None
        } else {
            Some(self.initial)
        };
        entry.run(Operands { start, output_bytes, ..Operands::new(states, input, self.parameters) });
    }
}

/// The length of a block where ends are whole messages.
const WORD: usize = 4;

/// Returns the number of blocks of a message where ends are whole messages; the last one need not be full.
pub(super) fn in_words(message: &[u8]) -> usize {
    message.len().div_ceil(WORD)
}

#[cfg(all(test, feature = "keccak"))]
mod tests {
    use super::Steps;

    #[test]
    fn no_more_places_for_tails_than_lanes() {
        for lanes in [2, 4, 8, 16] {
            let sha3 = crate::Sha3_256::new();
            Steps::with_tails(sha3.0.function(), lanes, &mut |tails| assert_eq!(tails.len(), lanes * 2 * 136));
        }
    }
}
