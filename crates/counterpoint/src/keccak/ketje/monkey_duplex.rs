//! MonkeyDuplex: a duplex object with 12 rounds at the start, one between blocks, and six before a tag. [Ketje] 2.2.
//!
//! Its permutation is Keccak-p*, which is Keccak-p between pi^-1 and pi. Rather than moving lanes in these two steps,
//! this keeps the state of Keccak-p ("inside") and lets callers see its lanes in another order ("outside"). A block
//! uses only the first lanes of the outside order, which are the diagonal of the inside order, lanes 0, 6, 12, 18 and
//! 24:
//!
//! ```text
//!   outside      0 .. block - 1       block
//!                data, frame bits     the padding's last 1
//! ```

use super::super::primitive::{KeccakP, Parameters, Word};
use super::super::state_bytes::{self, Direction};
use crate::cpu::Portable;
use crate::kernel::{Input, Operands};
use crate::list::Entry;
use crate::wipe::Wiped;

/// The inside position of each outside lane: lane (x, y) comes from (x + 3y, x), where pi takes it from. [Ketje] 2.1.
pub(super) const TWIST: [usize; 25] = {
    let mut twist = [0; 25];
    let mut lane = 0;
    while lane < 25 {
        let (x, y) = (lane % 5, lane / 5);
        twist[lane] = (x + 3 * y) % 5 + 5 * x;
        lane += 1;
    }
    twist
};

/// Number of rounds at the start.
const START: usize = 12;
/// Number of rounds between blocks.
const STEP: usize = 1;
/// Number of rounds before a tag.
const STRIDE: usize = 6;

/// The bits appended to a block: the frame bits, which encode what follows, and the first 1 of the padding.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// 00: more associated data.
    AssociatedData = 0b100,
    /// 01: the message.
    LastAssociatedData = 0b110,
    /// 11: more of the message.
    Message = 0b111,
    /// 10: the tag.
    LastMessage = 0b101,
    /// 0: more of the tag.
    Tag = 0b10,
}

pub(super) struct MonkeyDuplex<W: Word, const LANES: usize> {
    pub(super) implementation: &'static Entry<KeccakP<W>>,
    /// The lanes in the inside order.
    pub(super) state: Wiped<[W; 25]>,
}

impl<W: Word, const LANES: usize> MonkeyDuplex<W, LANES> {
    /// Length of a block in bytes: rho / 8.
    pub(super) const BLOCK_BYTES: usize = LANES * W::BYTES;

    /// Returns a state of zeros.
    pub(super) fn new(implementation: &'static Entry<KeccakP<W>>) -> Self {
        Self { implementation, state: Wiped([W::zero(Portable::PROOF); 25]) }
    }

    /// Starts from the bytes of the initial state, which include the padding.
    pub(super) fn start(&mut self, bytes: &[u8]) {
        for (place, bytes) in TWIST.into_iter().zip(bytes.chunks_exact(W::BYTES)) {
            self.state[place] = W::from_bytes(bytes);
        }
        self.permute(Parameters::of_rounds::<W, START>());
    }

    /// Erases the state.
    pub(super) fn clear(&mut self) {
        *self.state = [W::zero(Portable::PROOF); 25];
    }

    /// Adds a block to the state.
    #[inline(always)]
    pub(super) fn add(&mut self, block: &[u8]) {
        state_bytes::add::<W, _>(&mut diagonal(&mut self.state), 0, block);
    }

    /// Encrypts or decrypts a block in place; the state absorbs the plaintext.
    #[inline(always)]
    pub(super) fn crypt(&mut self, block: &mut [u8], direction: Direction) {
        state_bytes::crypt::<W, _>(&mut diagonal(&mut self.state), 0, block, direction);
    }

    /// Pads and permutes after a block of `bytes` bytes was added. After [`Frame::LastMessage`], a tag may follow.
    #[inline(always)]
    pub(super) fn step(&mut self, bytes: usize, frame: Frame) {
        let mut lanes = diagonal(&mut self.state);
        let mut add = |at: usize, byte: u64| {
            let lane = &mut *lanes[at / W::BYTES];
            *lane = lane.xor(W::splat(Portable::PROOF, byte << (8 * (at % W::BYTES))));
        };
        add(bytes, frame as u64);
        add(Self::BLOCK_BYTES, 0x08);
        self.permute(if matches!(frame, Frame::LastMessage) {
            Parameters::of_rounds::<W, STRIDE>()
        } else {
            Parameters::of_rounds::<W, STEP>()
        });
    }

    /// Copies the first `output.len()` bytes of the state, at most a block.
    pub(super) fn copy(&self, output: &mut [u8]) {
        let lanes = TWIST.iter().map(|&place| &self.state[place]);
        state_bytes::copy(lanes, output);
    }

    fn permute(&mut self, parameters: Parameters) {
        self.implementation.run(Operands::new(core::slice::from_mut(&mut *self.state), Input::FINALIZE, parameters));
    }
}

/// Returns the first five lanes of the outside order.
#[inline(always)]
fn diagonal<W>(state: &mut [W; 25]) -> [&mut W; 5] {
    let [a, _, _, _, _, _, b, _, _, _, _, _, c, _, _, _, _, _, d, _, _, _, _, _, e] = state;
    [a, b, c, d, e]
}
