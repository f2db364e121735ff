//! One state, each lane in a register of its own: a general one, or the lowest lane of a vector.
//!
//! A vector wastes the lanes above, but a machine with 32 of them keeps the whole state, and adds three or does chi in one instruction.

use super::{each_lane, each_pair, keccak_p};
use crate::cpu::{Kernel, Portable, Tier};
use crate::hash::Work;
use crate::keccak::{KeccakP, Parameters, Word, run_one_by_one};
use crate::vector::{Bits, Lane};
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

/// Lanes in another form, `L`, from the first block to the last.
pub(in crate::keccak) struct OneByOneAs<L>(PhantomData<L>);

impl<T: Tier, L: Lane<T, Word: Word> + 'static> Kernel<T> for OneByOneAs<L> {
    type Primitive = KeccakP<L::Word>;

    #[inline(always)]
    fn run(tier: T, work: Work<'_, KeccakP<L::Word>>) {
        let Parameters { rate_bytes, rounds } = work.parameters;
        let bytes = <L::Word as Word>::BYTES;
        let keep = work.last_output.unwrap_or(25 * bytes);
        work.one_by_one(
            #[inline(always)]
            |state, mut intake| {
                let mut a = [L::zero(tier); 25];
                each_lane!(K => a[K] = L::splat(tier, state[K].into()));
                while let Some(([block], _)) = intake.next(rate_bytes.max(1)) {
                    each_lane!(K => if let Some(word) = L::Word::of_bytes(block, K) {
                        a[K] = a[K].xor(L::splat(tier, word.into()));
                    });
                    a = keccak_p(tier, a, L::Word::FULL_ROUNDS, rounds);
                }
                each_pair!(K => if 2 * K * bytes < keep {
                    state[2 * K] = lowest(a[2 * K]);
                    state[2 * K + 1] = lowest(a[2 * K + 1]);
                });
                if 24 * bytes < keep {
                    state[24] = lowest(a[24]);
                }
            },
        );
    }
}

/// The word in the lowest lane.
#[inline(always)]
fn lowest<T: Tier, L: Lane<T, Word: Word>>(lane: L) -> L::Word {
    let mut values = [L::Word::zero(Portable::PROOF); 64];
    lane.store(&mut values);
    values[0]
}
