//! Engine: pistons side by side, which share the input and are permuted in one call. [Keyak] 2.2.

use super::super::outer::{self, Direction};
use super::super::{KeccakP, Parameters, Word};
use super::piston;
use crate::cpu::Portable;
use crate::kernel::{Input, Operands};
use crate::list::Entry;
use crate::wipe::Wiped;

/// Rounds of the permutation.
pub(super) const ROUNDS: usize = 12;
/// Bytes of each piston that tie the pistons together: the capacity c.
const KNOT_BYTES: usize = 32;

/// What the pistons have done since they were permuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing.
    Fresh,
    /// They have encrypted, and there is more to encrypt.
    Crypted,
    /// They have encrypted the last of a message.
    EndOfCrypt,
    /// They have taken in all of a message.
    EndOfMessage,
}

pub(super) struct Engine<W: Word, const PISTONS: usize> {
    pub(super) implementation: &'static Entry<KeccakP<W>>,
    pub(super) pistons: Wiped<[[W; 25]; PISTONS]>,
    phase: Phase,
    /// E_t: how many bytes of each piston were given out as a tag, and are not to encrypt.
    offsets: [usize; PISTONS],
}

impl<W: Word, const PISTONS: usize> Engine<W, PISTONS> {
    pub(super) fn new(implementation: &'static Entry<KeccakP<W>>) -> Self {
        let pistons = Wiped([[W::zero(Portable::PROOF); 25]; PISTONS]);
        Self { implementation, pistons, phase: Phase::Fresh, offsets: [0; PISTONS] }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self.pistons = [[W::zero(Portable::PROOF); 25]; PISTONS];
    }

    /// Encrypts or decrypts what the pistons have room for at the beginning of `data`, and returns the rest.
    pub(super) fn crypt<'d>(&mut self, mut data: &'d mut [u8], direction: Direction) -> &'d mut [u8] {
        debug_assert_eq!(self.phase, Phase::Fresh);
        for (piston, offset) in self.pistons.iter_mut().zip(self.offsets) {
            data = piston::crypt(piston, data, offset, direction);
        }
        self.phase = if data.is_empty() { Phase::EndOfCrypt } else { Phase::Crypted };
        data
    }

    /// Takes in what the pistons have room for at the beginning of `metadata`, and returns the rest.
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

    /// Every piston takes in all of `parts`, one behind the other; behind them, to diversify, how many pistons there are and
    /// which one it is.
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

    /// Ends a message; the tags are then the first so many bytes of each piston.
    pub(super) fn end_message(&mut self, tag_bytes: [usize; PISTONS]) {
        debug_assert_eq!(self.phase, Phase::EndOfMessage);
        for (piston, bytes) in self.pistons.iter_mut().zip(tag_bytes) {
            piston::end_of_message(piston, bytes);
        }
        self.spark();
        self.offsets = tag_bytes;
    }

    /// Makes each piston depend on all, and leaves nothing from which an earlier state could be found.
    pub(super) fn make_knot(&mut self) {
        self.end_message([KNOT_BYTES; PISTONS]);
        let mut knot = Wiped([[0; KNOT_BYTES]; PISTONS]);
        for (bytes, piston) in knot.iter_mut().zip(self.pistons.iter()) {
            outer::copy(piston.iter(), bytes);
        }
        self.inject_collective([knot.as_flattened(), &[]], false);
    }

    /// The first bytes of the first piston.
    pub(super) fn copy_tag(&self, tag: &mut [u8]) {
        outer::copy(self.pistons[0].iter(), tag);
    }

    fn spark(&mut self) {
        let parameters = Parameters { rate_bytes: 0, rounds: ROUNDS };
        self.implementation.run(Operands::new(&mut self.pistons[..], Input::FINALIZE, parameters));
        (self.phase, self.offsets) = (Phase::Fresh, [0; PISTONS]);
    }
}
