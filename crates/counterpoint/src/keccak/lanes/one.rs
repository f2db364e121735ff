//! One state, with each lane in its own register: a general register, or the lowest lane of a vector.
//!
//! The other lanes of a vector are wasted, but a machine with 32 vector registers keeps the whole state in them, and
//! computes the sum of three lanes or chi in one instruction.

use super::{each_lane, each_pair, each_rate, keccak_p};
use crate::cpu::{Kernel, Portable};
use crate::keccak::primitive::{KeccakP, Word, run_one_by_one};
#[cfg(target_arch = "x86_64")]
use crate::keccak::tails::{with_tail, write};
#[cfg(target_arch = "x86_64")]
use crate::kernel::reader::BlockReader;
use crate::kernel::{Operands, PaddedBlock, Unpadded};
use crate::vector::Lane;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{HasAvx512, Xmm};
use core::marker::PhantomData;

/// Processes one state after the other, in plain integers. A state is loaded before every permutation and stored after
/// it, which is best for narrow lanes.
pub(in crate::keccak) struct OneByOne<W>(PhantomData<W>);

impl<W: Word> Kernel for OneByOne<W> {
    type Tier = Portable;
    type Primitive = KeccakP<W>;

    #[inline(always)]
    fn run(tier: Portable, operands: Operands<'_, KeccakP<W>>) {
        run_one_by_one(
            operands,
            #[inline(always)]
            |state, rounds| *state = keccak_p(tier, *state, W::FULL_ROUNDS, rounds),
        );
    }
}

/// Processes one state after the other, in lanes of type `L`: vector registers, interleaved words, or integers in
/// another tier's code. A state is loaded before its first block and stored after its last one. With 64-bit lanes, the
/// kernel pads messages itself.
///
/// If `STRAIGHT`, straight-line code adds the blocks of SHA-3 and SHAKE, without a test for each lane. That code exists
/// once per rate, so it does not pay off where loading a lane takes many instructions.
pub(in crate::keccak) struct OneByOneIn<L, const STRAIGHT: bool = true>(PhantomData<L>);

impl<W: Word, L: Lane<Word = W> + 'static, const STRAIGHT: bool> Kernel for OneByOneIn<L, STRAIGHT> {
    type Tier = L::Tier;
    type Primitive = KeccakP<W>;
    const PADS: bool = W::WIDTH == 64;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, KeccakP<W>>) {
        let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
        let keep = operands.output_bytes.unwrap_or(25 * W::BYTES);
        // Without tails, the compiler removes the code that handles them.
        let operands = if Self::PADS { operands } else { Operands { unpadded: Unpadded::default(), ..operands } };
        let padding = operands.unpadded.padding;
        let mut padded = PaddedBlock::new();
        operands.digest_one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut a = [L::zero(tier); 25];
                each_lane!(K => a[K] = L::splat(tier, state[K].into()));
                // The compiler generates better code if it sees here that a block is not empty: 5 % faster with AVX2.
                while let Some(block) = input.next_or_padded(rate_bytes.max(1), &padding, &mut padded) {
                    // SHA-3 and SHAKE have 64-bit lanes.
                    let straight = STRAIGHT && W::WIDTH == 64;
                    a = 'sum: {
                        each_rate!(RATE => if straight && block.len() == RATE {
                            break 'sum plus_block(tier, a, block);
                        });
                        plus_block(tier, a, block)
                    };
                    a = keccak_p(tier, a, W::FULL_ROUNDS, rounds);
                }
                a
            },
            #[inline(always)]
            |a, state| store(a, state, keep),
            #[inline(always)]
            |a, output| {
                write_lanes(
                    output,
                    #[inline(always)]
                    |k| lowest(a[k]).into(),
                );
            },
        );
        padded.wipe();
    }
}

/// [`OneByOneIn`] in AVX-512 registers, in which it also loads and pads the tail of a message.
#[cfg(target_arch = "x86_64")]
pub(in crate::keccak) struct OnePadding<T>(PhantomData<T>);

#[cfg(target_arch = "x86_64")]
impl<T: HasAvx512> Kernel for OnePadding<T> {
    type Tier = T;
    type Primitive = KeccakP<u64>;
    const PADS: bool = true;

    #[inline(always)]
    fn run(tier: T, operands: Operands<'_, KeccakP<u64>>) {
        let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
        let keep = operands.output_bytes.unwrap_or(200);
        let padding = operands.unpadded.padding;
        operands.digest_one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut a: [Xmm<T, 64>; 25] = absorbed(tier, state, &mut input, rate_bytes, rounds);
                if let Some([tail]) = input.tails() {
                    a = with_tail(
                        tier,
                        tail,
                        &padding,
                        rate_bytes,
                        #[inline(always)]
                        |tail| sum(tier, a, tail),
                    );
                    a = keccak_p(tier, a, 24, rounds);
                }
                a
            },
            #[inline(always)]
            |a, state| store(a, state, keep),
            #[inline(always)]
            |a, output| write(output, a),
        );
    }
}

/// Returns the sum of a state and lanes in memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sum<L: Lane<Word = u64>>(tier: L::Tier, mut a: [L; 25], lanes: &[u64; 25]) -> [L; 25] {
    each_lane!(K => a[K] = a[K].xor(L::splat(tier, lanes[K])));
    a
}

/// Loads a state, and absorbs its blocks.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn absorbed<W: Word, L: Lane<Word = W>>(
    tier: L::Tier,
    state: &[W; 25],
    input: &mut BlockReader<'_, 1>,
    rate_bytes: usize,
    rounds: usize,
) -> [L; 25] {
    let mut a = [L::zero(tier); 25];
    each_lane!(K => a[K] = L::splat(tier, state[K].into()));
    // The compiler generates better code if it sees here that a block is not empty: 5 % faster with AVX2.
    while let Some(([block], _)) = input.next(rate_bytes.max(1)) {
        a = keccak_p(tier, plus_block(tier, a, block), W::FULL_ROUNDS, rounds);
    }
    a
}

/// Returns the sum of a state and a block of any number of whole lanes.
#[inline(always)]
fn plus_block<W: Word, L: Lane<Word = W>>(tier: L::Tier, mut a: [L; 25], block: &[u8]) -> [L; 25] {
    each_lane!(K => if let Some(word) = W::of_bytes(block, K) {
        a[K] = a[K].xor(L::splat(tier, word.into()));
    });
    a
}

/// Stores the lanes that contain the first `keep` bytes, and perhaps more.
#[inline(always)]
fn store<W: Word, L: Lane<Word = W>>(a: [L; 25], state: &mut [W; 25], keep: usize) {
    each_pair!(K => if 2 * K * W::BYTES < keep {
        state[2 * K] = lowest(a[2 * K]);
        state[2 * K + 1] = lowest(a[2 * K + 1]);
    });
    if 24 * W::BYTES < keep {
        state[24] = lowest(a[24]);
    }
}

/// Returns the word in the lowest lane.
#[inline(always)]
fn lowest<W: Word, L: Lane<Word = W>>(lane: L) -> W {
    const { assert!(L::STATES <= 4, "a lane of a state fits") };
    let mut values = [W::zero(Portable::PROOF); 4];
    lane.store(&mut values);
    values[0]
}

/// Writes an output: the first bytes of the lanes, where `lane(k)` is lane k.
#[inline(always)]
pub(in crate::keccak) fn write_lanes(output: &mut [u8], lane: impl Fn(usize) -> u64) {
    let (words, rest) = output.as_chunks_mut();
    let mut last = 0_u64;
    'lanes: {
        each_lane!(K => match words.get_mut(K) {
            Some(word) => *word = lane(K).to_le_bytes(),
            None => {
                last = lane(K);
                break 'lanes;
            }
        });
    }
    for (byte, from) in rest.iter_mut().zip(last.to_le_bytes()) {
        // Hidden from the compiler, which would otherwise turn the loop into a call to copy memory.
        *byte = core::hint::black_box(from);
    }
}
