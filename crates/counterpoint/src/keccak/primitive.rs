//! Keccak-p as a primitive: its states, its parameters, and the integers that are lanes.

use crate::cpu::Portable;
use crate::kernel::{Compression, Operands};
use crate::list::{Implemented, List};
use crate::vector::Lane;
use crate::wipe::Wipe;
use core::marker::PhantomData;

/// Keccak-p with lanes of type `W`, which absorbs blocks or permutes.
pub struct KeccakP<W>(PhantomData<W>);

/// Keccak-p\[200\].
#[cfg(test)]
pub(crate) type KeccakP200 = KeccakP<u8>;
/// Keccak-p\[1600\].
pub(crate) type KeccakP1600 = KeccakP<u64>;

/// The parameters of a sponge's permutation. They are valid for every kernel, since only [`Self::new`] creates them.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    rate_bytes: usize,
    rounds: usize,
}

impl Parameters {
    /// Returns the parameters for lanes of type `W`: the rate in bytes, or 0 if there are no blocks, and the number of
    /// rounds, which are the last ones of Keccak-f. Returns `None` if the rate is not a whole number of the state's
    /// lanes, or if Keccak-f has fewer rounds.
    pub(crate) const fn new<W: Word>(rate_bytes: usize, rounds: usize) -> Option<Self> {
        let known = rate_bytes.is_multiple_of(W::BYTES) && rate_bytes <= 25 * W::BYTES && rounds <= W::FULL_ROUNDS;
        if known { Some(Self { rate_bytes, rounds }) } else { None }
    }

    /// Returns the parameters of runs without blocks. This does not compile for more rounds than Keccak-f has.
    pub(crate) const fn of_rounds<W: Word, const ROUNDS: usize>() -> Self {
        const { Self::new::<W>(0, ROUNDS).expect("Keccak-f has that many rounds") }
    }

    /// Returns the rate in bytes, and the number of rounds.
    #[inline(always)]
    pub(crate) const fn rate_and_rounds(self) -> (usize, usize) {
        (self.rate_bytes, self.rounds)
    }
}

/// An integer that contains a lane of a state: `u8`, `u16`, `u32` or `u64`, for states of 200, 400, 800 or 1600 bits.
///
/// The trait is sealed: no other type can implement it.
pub trait Word: SealedWord {
    /// Number of rounds of Keccak-f: 12 + 2 log2 of the lane's width.
    const FULL_ROUNDS: usize = 12 + 2 * Self::WIDTH.ilog2() as usize;
    /// Length of a lane in bytes.
    const BYTES: usize = Self::WIDTH as usize / 8;
}

/// Seals [`Word`]: code outside the library can't name this trait, so it can't implement either trait, and these
/// methods are not part of the public interface.
pub trait SealedWord: Lane<Tier = Portable, Word = Self> + Into<u64> + Wipe + Send + Sync + 'static {
    /// Returns the implementations for lanes of this width.
    fn list() -> &'static List<KeccakP<Self>>;
    /// Returns a lane from its little-endian bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
    /// Returns lane `k` of `bytes`, which contain whole lanes, or `None` if there are too few.
    fn of_bytes(bytes: &[u8], k: usize) -> Option<Self>;
    /// Writes the first `bytes.len()` of the lane's little-endian bytes.
    fn to_bytes(self, bytes: &mut [u8]);
}

impl<W: SealedWord> Compression for KeccakP<W> {
    type State = [W; 25];
    type Parameters = Parameters;
    const MOST_BLOCK_BYTES: usize = size_of::<[W; 25]>();
}

macro_rules! word {
    ($($integer:ty)+) => {$(
        impl Word for $integer {}

        impl SealedWord for $integer {
            fn list() -> &'static List<KeccakP<Self>> {
                <KeccakP<Self> as Implemented>::list()
            }
            #[inline(always)]
            fn from_bytes(bytes: &[u8]) -> Self {
                let mut lane = [0; size_of::<$integer>()];
                lane[..bytes.len()].copy_from_slice(bytes);
                <$integer>::from_le_bytes(lane)
            }
            #[inline(always)]
            fn of_bytes(bytes: &[u8], k: usize) -> Option<Self> {
                bytes.as_chunks().0.get(k).map(|lane| <$integer>::from_le_bytes(*lane))
            }
            #[inline(always)]
            fn to_bytes(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes()[..bytes.len()]);
            }
        }
    )+};
}
word!(u8 u16 u32 u64);

/// Absorbs or permutes with `permute`, which applies the given number of last rounds to one state. All implementations
/// that process one state at a time share this function. The closure and everything that it calls must be
/// `#[inline(always)]`.
#[inline(always)]
pub(super) fn run_one_by_one<W: Word>(operands: Operands<'_, KeccakP<W>>, permute: impl Fn(&mut [W; 25], usize)) {
    let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
    operands.one_by_one(
        #[inline(always)]
        |state, mut input| {
            // The final step absorbs zeros, so it is the permutation alone.
            while let Some(([block], _)) = input.next(rate_bytes) {
                for (lane, bytes) in state.iter_mut().zip(block.chunks_exact(W::BYTES)) {
                    *lane = lane.xor(W::from_bytes(bytes));
                }
                permute(state, rounds);
            }
        },
    );
}
