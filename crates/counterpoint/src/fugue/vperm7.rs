//! `smix` with 7 shuffles, fewer than the 10 of [Fugue-SIMD], "Super-MIX". The S-box is looked up in registers,
//! [vperm]; the rest of the state is in [`super::columns`].
//!
//! With 5 = 1 + 4 and 6 = 1 + 7, each byte of the result is the sum of five or seven terms, each of which is a byte of
//! S(x) times 1, 4 or 7. A byte of column 0 is the sum of seven different bytes, so seven shuffles are the minimum,
//! unless sums are shuffled again as in [`super::vperm10`]. If every shuffle moved only bytes of S(x), of 4 S(x) or of
//! 7 S(x), it would take thirteen: five, four and four. But where the result has many terms with one of these factors,
//! it has few with the others. So some shuffles here move bytes of vectors that mix the multiples, selected by masks.
//! The factor of a byte depends only on its diagonal: the byte in row i and column j is on diagonal j - i, modulo 4.
//!
//! ```text
//!   diagonal                                    0    1    2    3
//!   one shuffle of each multiple                each: 1, 4 or 7
//!   one shuffle of ones, with fours             1    4    1    1
//!   one shuffle of ones, with sevens            1    7    1    1
//!   two shuffles of all three                   7    1    4    7
//! ```
//!
//! The price is four selections, each of which takes one instruction or three, depending on the machine. With three,
//! `smix` takes about as many instructions as with 11 shuffles, but fewer of them are shuffles, for which most machines
//! have the fewest units. The technique `columns` uses the same [`By7`] where GFNI computes the multiples.

use super::columns::smix::{Group, Multiples, Shuffles, Smix, all_places, broadcast_for_loop, mixed, source};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm7", "[Fugue-SIMD], carried on, [vperm]");

/// `smix` with 7 shuffles of the multiples from `M`.
pub(super) struct By7<M>(PhantomData<M>);

/// The constants of this `smix`.
pub(super) struct Constants<V: SubBytes, M: Multiples<V>> {
    shuffles: Shuffles<V, M, 7>,
    /// Ones in the bytes on diagonal 1, on diagonal 2, and on both.
    diagonals: [V; 3],
}

impl<V: SubBytes, M: Multiples<V>> Constants<V, M> {
    /// Returns two vectors whose sum is the result of `smix`. The first is complete earlier.
    #[inline(always)]
    fn parts(&self, columns: V) -> [V; 2] {
        let Self { shuffles, diagonals } = self;
        let [diagonal_1, diagonal_2, both] = *diagonals;
        let [x1, x4, x7] = M::multiples(&shuffles.tables, columns);
        let ones_and_fours = diagonal_1.select_bytes(x4, x1);
        let ones_and_sevens = diagonal_1.select_bytes(x7, x1);
        let all_three = both.select_bytes(diagonal_2.select_bytes(x4, x1), x7);
        // The compiler keeps this order of additions. `all_three` needs two selections, one after the other, so its
        // shuffles come last.
        let [by_1, by_4, by_7, by_1_and_4, by_1_and_7, by_all, by_all_again] = shuffles.indices;
        let early = x1.shuffle_by(by_1).xor(x4.shuffle_by(by_4)).xor(x7.shuffle_by(by_7));
        let early = early.xor(ones_and_fours.shuffle_by(by_1_and_4)).xor(ones_and_sevens.shuffle_by(by_1_and_7));
        [early, all_three.shuffle_by(by_all).xor(all_three.shuffle_by(by_all_again))]
    }
}

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By7<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);
    type Constants = Constants<V, M>;

    #[inline(always)]
    fn constants(tier: V::Tier) -> Self::Constants {
        let shuffles = Shuffles::new(tier, const { &all_places(SOURCES, &M::ORDER) });
        let masks = const { &[on(&[1], &M::ORDER), on(&[2], &M::ORDER), on(&[1, 2], &M::ORDER)] };
        Constants { shuffles, diagonals: broadcast_for_loop(tier, masks) }
    }

    #[inline(always)]
    fn smix(constants: &Self::Constants, columns: V) -> V {
        let [early, late] = constants.parts(columns);
        early.xor(late)
    }

    #[inline(always)]
    fn smix_and_add(constants: &Self::Constants, columns: V, more: V) -> (V, V) {
        let [early, late] = constants.parts(columns);
        (early.xor(late), early.xor(more).xor(late))
    }
}

/// The bytes that each shuffle fetches.
const SOURCES: [&str; 7] = [
    // Of S(x), 4 S(x) and 7 S(x).
    "0 1 2 7      7 1 2 2      11 12 1 6    15 0 5 10",
    "1 6 11 12    5 10 15 0    9 14 3 4     12 1 6 11",
    "2 7 8 13     6 11 12 1    8 13 2 7     14 3 4 9",
    // Of ones and fours, of ones and sevens.
    "8 13 6 11    8 8 6 7      8 13 2 7     4 9 14 3",
    "12 5 10 15   12 13 13 11  4 9 14 3     12 1 6 11",
    // Of all three.
    "4 9 14 3     * * * *      10 15 0 5    8 13 2 7",
    "3 4 9 14     * * * *      12 1 6 11    13 2 7 8",
];

/// Returns a mask for a multiple with bytes in the order of [`Multiples::ORDER`]: 0xff for bytes on these diagonals, 0
/// for the others.
const fn on(diagonals: &[u8], order: &Group) -> Group {
    let mut mask = [0; 16];
    let mut n = 0;
    while n < 16 {
        let byte = source(order[n]);
        let mut i = 0;
        while i < diagonals.len() {
            if (byte / 4 + 16 - byte) % 4 == diagonals[i] {
                mask[n] = 0xff;
            }
            i += 1;
        }
        n += 1;
    }
    mask
}
