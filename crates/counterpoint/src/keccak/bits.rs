//! The state of the sponge and of the duplex object, as a string of bits.
//!
//! Bit n of the state is bit n mod w of lane n div w; bit n of a byte string is bit n mod 8 of byte n div 8 \[FIPS202\]
//! 3.1.2, B.1. Both count from the least significant end, so shifts copy a range of bits between bytes and lanes, one
//! lane at a time:
//!
//! ```text
//!   bytes   ....aaaa aaaaaaaa aa......       a range of bits, from the middle of a byte
//!   lanes   ........ ..aaaaaa|aaaaaaaa ...   to the middle of a lane
//! ```

use super::primitive::{KeccakP, Parameters, Word};
use crate::cpu::Portable;
use crate::kernel::bytes::first_word;
use crate::kernel::{Input, Operands};
use crate::list::{Entry, ImplementationError};
use crate::wipe::Wiped;

/// The state, its permutation, and the length of its rate.
#[derive(Clone)]
pub(super) struct State<W: Word> {
    implementation: &'static Entry<KeccakP<W>>,
    lanes: Wiped<[W; 25]>,
    rate_bits: usize,
    rounds: usize,
    /// The parameters of a run; without a rate unless blocks end at a lane boundary.
    parameters: Parameters,
}

impl<W: Word> State<W> {
    /// Returns a state of zeros; `least_rate` is the lowest valid rate.
    pub(super) fn new(
        implementation: Option<&str>,
        least_rate: usize,
        rate_bits: usize,
        rounds: usize,
    ) -> Result<Self, ParameterError> {
        let state_bits = 25 * W::WIDTH as usize;
        if !(least_rate..state_bits).contains(&rate_bits) {
            return Err(ParameterError::Rate { bits: rate_bits, least: least_rate, most: state_bits - 1 });
        }
        let rate_bytes = if rate_bits.is_multiple_of(W::WIDTH as usize) { rate_bits / 8 } else { 0 };
        let (1.., Some(parameters)) = (rounds, Parameters::new::<W>(rate_bytes, rounds)) else {
            return Err(ParameterError::Rounds { rounds, most: W::FULL_ROUNDS });
        };
        let implementation = match implementation {
            Some(name) => W::list().named(name)?,
            None => W::list().best(1),
        };
        Ok(Self { implementation, lanes: Wiped([W::zero(Portable::PROOF); 25]), rate_bits, rounds, parameters })
    }

    /// Sets all bits to 0.
    pub(super) fn reset(&mut self) {
        *self.lanes = [W::zero(Portable::PROOF); 25];
    }

    pub(super) fn rate_bits(&self) -> usize {
        self.rate_bits
    }

    /// Adds `count` bits of `bytes`, from bit `from` on, to the state's bits from bit `at` on.
    pub(super) fn add(&mut self, at: usize, bytes: &[u8], from: u64, count: usize) {
        for run in Runs::<W>::new(at, count) {
            let value = bits(bytes, from + run.done as u64, run.count) << run.bit;
            self.lanes[run.lane] = self.lanes[run.lane].xor(W::splat(Portable::PROOF, value));
        }
    }

    /// Copies `count` of the state's bits, from bit `at` on, to bits of `bytes` that are 0, from bit `to` on.
    pub(super) fn copy(&self, at: usize, bytes: &mut [u8], to: u64, count: usize) {
        for run in Runs::<W>::new(at, count) {
            let lane: u64 = self.lanes[run.lane].into();
            set_bits(bytes, to + run.done as u64, run.count, lane >> run.bit);
        }
    }

    pub(super) fn permute(&mut self) {
        self.run(Input::FINALIZE);
    }

    /// Absorbs the whole blocks at the beginning of `bytes`, if blocks end at a lane boundary, and returns the number
    /// of bytes absorbed.
    pub(super) fn absorb_blocks(&mut self, bytes: &[u8]) -> usize {
        let (rate_bytes @ 1.., _) = self.parameters.rate_and_rounds() else { return 0 };
        let length = bytes.len() - bytes.len() % rate_bytes;
        if length > 0 {
            self.run(Input { blocks: &[&bytes[..length]], ..Input::default() });
        }
        length
    }

    /// Applies pad10*1 to a block with `used` bits in use, and permutes. The padding is a 1, zeros, and a 1 in the
    /// block's last bit; if the first 1 already takes that bit, the last 1 goes into the last bit of the next block.
    /// \[FIPS202\] 5.1.
    pub(super) fn pad(&mut self, used: usize) {
        self.add(used, &[1], 0, 1);
        if used == self.rate_bits - 1 {
            self.permute();
        }
        self.add(self.rate_bits - 1, &[1], 0, 1);
        self.permute();
    }

    fn run(&mut self, step: Input<'_>) {
        self.implementation.run(Operands::new(core::slice::from_mut(&mut *self.lanes), step, self.parameters));
    }
}

impl<W: Word> core::fmt::Debug for State<W> {
    /// Writes only what is public: a state may contain secrets.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("State")
            .field("implementation", &self.implementation.implementation().name())
            .field("rate_bits", &self.rate_bits)
            .field("rounds", &self.rounds)
            .finish_non_exhaustive()
    }
}

/// A range of the state's bits, divided at lane boundaries.
struct Runs<W> {
    at: usize,
    done: usize,
    count: usize,
    lanes: core::marker::PhantomData<W>,
}

/// A piece of a range: `count` bits from bit `bit` of lane `lane`, after the range's first `done` bits.
struct Run {
    lane: usize,
    bit: usize,
    done: usize,
    count: usize,
}

impl<W: Word> Runs<W> {
    fn new(at: usize, count: usize) -> Self {
        Self { at, done: 0, count, lanes: core::marker::PhantomData }
    }
}

impl<W: Word> Iterator for Runs<W> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        let width = W::WIDTH as usize;
        let (place, done) = (self.at + self.done, self.done);
        let count = (width - place % width).min(self.count - done);
        self.done += count;
        (count > 0).then_some(Run { lane: place / width, bit: place % width, done, count })
    }
}

/// Returns `count` bits (1 to 64) of `bytes`, from bit `from` on.
fn bits(bytes: &[u8], from: u64, count: usize) -> u64 {
    let (first, shift) = ((from / 8) as usize, (from % 8) as usize);
    let bytes = &bytes[first..first + (shift + count).div_ceil(8)];
    // Up to nine bytes, combined without a copy in memory.
    let ninth = bytes.get(8).map_or(0, |byte| u64::from(*byte) << (64 - shift));
    (first_word(bytes) >> shift | ninth) & lowest(count)
}

/// Sets `count` bits (1 to 64) of `bytes`, from bit `to` on, to the lowest bits of `value`. These bits must be 0.
fn set_bits(bytes: &mut [u8], to: u64, count: usize, value: u64) {
    let (first, shift) = ((to / 8) as usize, (to % 8) as usize);
    let length = (shift + count).div_ceil(8);
    let window = (u128::from(value & lowest(count)) << shift).to_le_bytes();
    for (byte, more) in bytes[first..first + length].iter_mut().zip(window) {
        *byte |= more;
    }
}

/// Returns a mask of the lowest `count` bits (1 to 64).
fn lowest(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// Asserts that `bytes` is the length in bytes of a string of `bits` bits.
#[track_caller]
pub(super) fn assert_holds(bytes: usize, bits: u64) {
    let needed = bits.div_ceil(8);
    assert!(bytes as u64 == needed, "{bits} bits take {needed} bytes, not {bytes}");
}

/// Why a sponge or duplex object can't be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterError {
    /// The rate is too low, or leaves no capacity.
    Rate {
        /// The requested rate, in bits.
        bits: usize,
        /// The lowest valid rate, in bits.
        least: usize,
        /// The highest valid rate, in bits: one less than the state has.
        most: usize,
    },
    /// The number of rounds is 0, or more than the permutation has.
    Rounds {
        /// The requested number of rounds.
        rounds: usize,
        /// The number of rounds of the full permutation.
        most: usize,
    },
    /// The implementation is unknown or can't run on this machine.
    Implementation(ImplementationError),
}

impl core::fmt::Display for ParameterError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Rate { bits, least, most } => {
                write!(f, "a rate of {bits} bits on a state of {} bits; choose {least} to {most}", most + 1)
            }
            Self::Rounds { rounds, most } => {
                write!(f, "{rounds} rounds of a permutation that has {most}; choose 1 to {most}")
            }
            Self::Implementation(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParameterError {}

impl From<ImplementationError> for ParameterError {
    fn from(error: ImplementationError) -> Self {
        Self::Implementation(error)
    }
}
