//! Engine: several pistons, which share the input and are permuted in one call. [Keyak] 2.2.

use super::super::primitive::{KeccakP, Parameters, Word};
use super::super::state_bytes::{self, Direction};
use super::piston;
use crate::cpu::Portable;
use crate::kernel::{Input, Operands};
use crate::list::Entry;
use crate::wipe::Wiped;

/// Number of rounds of the permutation.
pub(super) const ROUNDS: usize = 12;
/// Number of bytes of each piston that all pistons absorb when a knot is made: the capacity c.
const KNOT_BYTES: usize = 32;

/// What the pistons have done since they were last permuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing.
    Fresh,
    /// They have encrypted a part of a message, and more of it follows.
    Crypted,
    /// They have encrypted the last part of a message.
    EndOfCrypt,
    /// They have absorbed the whole message.
    EndOfMessage,
}

pub(super) struct Engine<W: Word, const PISTONS: usize> {
    pub(super) implementation: &'static Entry<KeccakP<W>>,
    pub(super) pistons: Wiped<[[W; 25]; PISTONS]>,
    phase: Phase,
    /// E_t: the number of bytes of each piston that were output as a tag and must not be used to encrypt.
    offsets: [usize; PISTONS],
}

impl<W: Word, const PISTONS: usize> Engine<W, PISTONS> {
    pub(super) fn new(implementation: &'static Entry<KeccakP<W>>) -> Self {
        let pistons = Wiped([[W::zero(Portable::PROOF); 25]; PISTONS]);
        Self { implementation, pistons, phase: Phase::Fresh, offsets: [0; PISTONS] }
    }

    /// Erases the state.
    pub(super) fn clear(&mut self) {
        *self.pistons = [[W::zero(Portable::PROOF); 25]; PISTONS];
    }

    /// Encrypts or decrypts the beginning of `data`, as much as fits into the pistons, and returns the rest.
    pub(super) fn crypt<'d>(&mut self, mut data: &'d mut [u8], direction: Direction) -> &'d mut [u8] {
        debug_assert_eq!(self.phase, Phase::Fresh);
        for (piston, offset) in self.pistons.iter_mut().zip(self.offsets) {
            data = piston::crypt(piston, data, offset, direction);
        }
        self.phase = if data.is_empty() { Phase::EndOfCrypt } else { Phase::Crypted };
        data
    }

    /// Absorbs the beginning of `metadata`, as much as fits into the pistons, and returns the rest.
    pub(super) fn inject<'d>(&mut self, mut metadata: &'d [u8]) -> &'d [u8] {
        debug_assert_ne!(self.phase, Phase::EndOfMessage);
        let crypting = self.phase != Phase::Fresh;
        for piston in self.pistons.iter_mut() {
            metadata = piston::inject(piston, metadata, crypting);
        }
        if self.phase == Phase::Crypted || !metadata.is_empty() {
            self.spark();
        } else {
            self.phase = Phase::EndOfMessage;
        }
        metadata
    }

    /// Lets every piston absorb the concatenation of all `parts`, followed by the number of pistons and the piston's
    /// index if `diversify` is set.
    pub(super) fn inject_collective(&mut self, parts: [&[u8]; 2], diversify: bool) {
        debug_assert_eq!(self.phase, Phase::Fresh);
        let bytes = parts[0].len() + parts[1].len() + if diversify { 2 } else { 0 };
        let mut done = 0;
        loop {
            for (number, piston) in self.pistons.iter_mut().enumerate() {
                let diversifier = [PISTONS as u8, number as u8];
                let diversifier = if diversify { &diversifier[..] } else { &[] };
                piston::inject_parts(piston, &[parts[0], parts[1], diversifier], done);
            }
            done += piston::absorbing_rate::<W>();
            if done >= bytes {
                break;
            }
            self.spark();
        }
        self.phase = Phase::EndOfMessage;
    }

    /// Ends a message. Afterwards, the tags are the first `tag_bytes` bytes of each piston.
    pub(super) fn end_message(&mut self, tag_bytes: [usize; PISTONS]) {
        debug_assert_eq!(self.phase, Phase::EndOfMessage);
        for (piston, bytes) in self.pistons.iter_mut().zip(tag_bytes) {
            piston::end_of_message(piston, bytes);
        }
        self.spark();
        self.offsets = tag_bytes;
    }

    /// Makes each piston depend on all others, and erases everything from which an earlier state could be computed.
    pub(super) fn make_knot(&mut self) {
        self.end_message([KNOT_BYTES; PISTONS]);
        let mut knot = Wiped([[0; KNOT_BYTES]; PISTONS]);
        for (bytes, piston) in knot.iter_mut().zip(self.pistons.iter()) {
            state_bytes::copy(piston.iter(), bytes);
        }
        self.inject_collective([knot.as_flattened(), &[]], false);
    }

    /// Copies the first bytes of the first piston.
    pub(super) fn copy_tag(&self, tag: &mut [u8]) {
        state_bytes::copy(self.pistons[0].iter(), tag);
    }

    fn spark(&mut self) {
        let parameters = Parameters::of_rounds::<W, ROUNDS>();
        self.implementation.run(Operands::new(&mut self.pistons[..], Input::FINALIZE, parameters));
        (self.phase, self.offsets) = (Phase::Fresh, [0; PISTONS]);
    }
}
