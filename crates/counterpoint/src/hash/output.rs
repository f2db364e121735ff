//! The output of one message: of a whole message in one run of a kernel, or from a state that absorbs it in pieces.

use super::{ByteArray, Function, Tail, in_buffers, run};
use crate::kernel::{Compression, Input, Operands, Unpadded};
use crate::list::Entry;
use crate::wipe::Wiped;
use core::slice::from_mut;

type State<F> = <<F as Function>::Primitive as Compression>::State;
type Parameters<F> = <<F as Function>::Primitive as Compression>::Parameters;

/// The state of one message, and its output once the message has ended.
pub(crate) struct Output<F: Function> {
    implementation: &'static Entry<F::Primitive>,
    pub(super) state: Wiped<State<F>>,
    /// Bytes of the state's current part of the output that have been read.
    read: usize,
}

impl<F: Function> Clone for Output<F> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

impl<F: Function> Output<F> {
    pub(super) fn new(function: &F, implementation: &'static Entry<F::Primitive>) -> Self {
        Self { implementation, state: Wiped(*function.initial()), read: 0 }
    }

    /// Begins another message.
    pub(super) fn reset(&mut self, function: &F) {
        *self.state = *function.initial();
        self.read = 0;
    }

    /// Writes the first `out.len()` bytes of the output for a message in one slice. One run of the primitive does
    /// everything except for further parts of the output.
    #[inline]
    pub(crate) fn whole(function: &F, implementation: &'static Entry<F::Primitive>, message: &[u8], out: &mut [u8]) {
        if !write_output(function, implementation, message, out) {
            Self::whole_by_state(function, implementation, message, out);
        }
    }

    /// Like [`Self::whole`], with a state and a padded tail in memory.
    fn whole_by_state(function: &F, implementation: &'static Entry<F::Primitive>, message: &[u8], out: &mut [u8]) {
        let (blocks, tail) = in_buffers(function, message);
        let end = Tail::of_bytes(tail.len(), message.len());
        let mut output = Self::new(function, implementation);
        let padded = PaddedTail::new(function, tail, end);
        let output_bytes = (out.len() <= function.output_block_bytes()).then_some(out.len());
        let input = Input { blocks: &[blocks], more_blocks: &[padded.as_ref()], finalize: F::FINALIZE_BEFORE_OUTPUT };
        run::<F>(function.parameters(), implementation, from_mut(&mut output.state), input, output_bytes);
        output.read(function.parameters(), function.output_block_bytes(), out);
    }

    /// Pads and absorbs the tail of a message; after that, the output can be read.
    #[inline]
    pub(super) fn end(&mut self, function: &F, tail: &[u8], end: Tail) {
        let padded = PaddedTail::new(function, tail, end);
        self.run(
            function.parameters(),
            Input { more_blocks: &[padded.as_ref()], finalize: F::FINALIZE_BEFORE_OUTPUT, ..Input::default() },
        );
    }

    pub(super) fn run(&mut self, parameters: Parameters<F>, input: Input<'_>) {
        run::<F>(parameters, self.implementation, from_mut(&mut self.state), input, None);
    }

    /// Reads the next `out.len()` bytes of the output, of which each state contains `part_bytes`
    /// ([`Function::OUTPUT_BLOCK_BYTES`]).
    #[inline]
    pub(crate) fn read(&mut self, parameters: Parameters<F>, part_bytes: usize, mut out: &mut [u8]) {
        while !out.is_empty() {
            if self.read == part_bytes {
                self.run(parameters, Input::FINALIZE);
                self.read = 0;
            }
            let end = part_bytes.min(self.read + out.len());
            let (now, later) = out.split_at_mut(end - self.read);
            if self.read == 0 {
                F::extract(&self.state, now);
            } else {
                let mut part = Wiped(F::Buffer::ZERO);
                F::extract(&self.state, &mut part.as_mut()[..end]);
                now.copy_from_slice(&part.as_ref()[self.read..end]);
            }
            self.read = end;
            out = later;
        }
    }
}

/// Writes the output of a message in one run of a kernel that pads, without a padded copy of the message's tail or a
/// state in memory. Returns false, and does nothing, if the kernel or the padding does not allow it.
#[inline]
fn write_output<F: Function>(function: &F, entry: &Entry<F::Primitive>, message: &[u8], output: &mut [u8]) -> bool {
    if !(entry.implementation().pads() && function.run_output_bytes().contains(&output.len())) {
        return false;
    }
    let block_bytes = in_buffers(function, message).0.len();
    let Some(padding) = function.padding((block_bytes / function.buffer_bytes()) as u64) else { return false };
    // A message that fits as a tail has no blocks.
    let (blocks, tail) = F::divided(message, if message.len() <= padding.room { 0 } else { block_bytes });
    if tail.len() > padding.room {
        return false;
    }
    entry.run(Operands {
        states: &mut [],
        input: Input { blocks: &[blocks], more_blocks: &[], finalize: F::FINALIZE_BEFORE_OUTPUT },
        start: Some(function.initial()),
        output_bytes: Some(output.len()),
        unpadded: Unpadded { tails: &[tail], padding, outputs: output },
        parameters: function.parameters(),
    });
    true
}

/// The last, incomplete block of a message with its padding: the padded tail.
struct PaddedTail<F: Function> {
    bytes: Wiped<F::PaddedTail>,
    length: usize,
}

impl<F: Function> PaddedTail<F> {
    #[inline]
    fn new(function: &F, tail: &[u8], end: Tail) -> Self {
        let mut bytes = Wiped(<F::PaddedTail as ByteArray>::ZERO);
        bytes.as_mut()[..tail.len()].copy_from_slice(tail);
        let length = function.pad(bytes.as_mut(), end);
        Self { bytes, length }
    }

    fn as_ref(&self) -> &[u8] {
        &self.bytes.as_ref()[..self.length]
    }
}
