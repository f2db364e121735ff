//! One state, each lane in a register of its own: a general one, or the lowest lane of a vector.
//!
//! A vector wastes the lanes above, but a machine with 32 of them keeps the whole state, and adds three or does chi in one instruction.

use super::{each_pair, keccak_p};
use crate::cpu::{Kernel, Portable, Tier};
use crate::hash::Work;
use crate::keccak::{KeccakP, KeccakP1600, Parameters, Word, run_one_by_one};
use crate::vector::Lane;
use core::marker::PhantomData;

/// Lanes as plain integers.
pub(super) struct OneByOne<W>(PhantomData<W>);

impl<W: Word> Kernel<Portable> for OneByOne<W> {
    type Primitive = KeccakP<W>;

    #[inline(always)]
    fn run(tier: Portable, work: Work<'_, KeccakP<W>>) {
        run_one_by_one(
            work,
            #[inline(always)]
            |state, rounds| *state = keccak_p(tier, *state, W::FULL_ROUNDS, rounds),
        );
    }
}

/// Lanes of 64 bits in another form, `L`, from the first block to the last.
pub(in crate::keccak) struct OneByOneAs<L>(PhantomData<L>);

impl<T: Tier, L: Lane<T> + 'static> Kernel<T> for OneByOneAs<L> {
    type Primitive = KeccakP1600;

    #[inline(always)]
    fn run(tier: T, work: Work<'_, KeccakP1600>) {
        let Parameters { rate_bytes, rounds } = work.parameters;
        let keep = work.last_output.unwrap_or(200);
        work.one_by_one(
            #[inline(always)]
            |state, mut intake| {
                let mut a = [L::zero(tier); 25];
                each_pair!(K => {
                    a[2 * K] = L::splat(tier, state[2 * K]);
                    a[2 * K + 1] = L::splat(tier, state[2 * K + 1]);
                });
                a[24] = L::splat(tier, state[24]);
                while let Some(([block], _)) = intake.next(rate_bytes.max(1)) {
                    let words = block.as_chunks().0;
                    each_pair!(K => {
                        a[2 * K] = added(tier, a[2 * K], words, 2 * K);
                        a[2 * K + 1] = added(tier, a[2 * K + 1], words, 2 * K + 1);
                    });
                    a[24] = added(tier, a[24], words, 24);
                    a = keccak_p(tier, a, 24, rounds);
                }
                each_pair!(K => if 16 * K < keep {
                    state[2 * K] = lowest(a[2 * K]);
                    state[2 * K + 1] = lowest(a[2 * K + 1]);
                });
                if 16 * 12 < keep {
                    state[24] = lowest(a[24]);
                }
            },
        );
    }
}

/// A lane with word k added, if there is one.
#[inline(always)]
fn added<T: Tier, L: Lane<T>>(tier: T, lane: L, words: &[[u8; 8]], k: usize) -> L {
    match words.get(k) {
        Some(word) => lane.xor(L::splat(tier, u64::from_le_bytes(*word))),
        None => lane,
    }
}

/// The word in the lowest lane.
#[inline(always)]
fn lowest<T: Tier, L: Lane<T>>(lane: L) -> u64 {
    let mut values = [0; 8];
    lane.store(&mut values);
    values[0]
}
