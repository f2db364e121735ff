//! `smix` with 10 shuffles, some of which shuffle sums of bytes already shuffled. [Fugue-SIMD], "Super-MIX". The S-box
//! is looked up in registers, [vperm]; the rest of the state is in [`super::columns`].
//!
//! The price is a longer chain of dependent instructions. The technique `columns` uses the same [`By10`] where an AES
//! instruction computes the S-box.

use super::columns::smix::{Group, Multiples, Shuffles, Smix, indices, mixed, places};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm10", "[Fugue-SIMD], [vperm]");

/// `smix` with 10 shuffles of the multiples from `M`.
pub(super) struct By10<M>(PhantomData<M>);

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By10<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);
    type Constants = Shuffles<V, M, 10>;

    #[inline(always)]
    fn constants(tier: V::Tier) -> Self::Constants {
        Shuffles::new(tier, const { &shuffles(&M::ORDER) })
    }

    #[inline(always)]
    fn smix(constants: &Self::Constants, columns: V) -> V {
        let multiples = multiples::<V, M>(&constants.tables, columns);
        let [_, _, ones, more, fours, _, sevens, _, _, sixes] = sums(&constants.indices, multiples);
        ones.xor(more).xor(fours).xor(sevens).xor(sixes)
    }
}

/// Returns the multiples of S(x) by 1, 2, 4 and 7. The one by 2 is the sum of the others: two additions replace two
/// look-ups and an addition, and only one shuffle has to wait for it.
#[inline(always)]
pub(super) fn multiples<V: SubBytes, M: Multiples<V>>(tables: &M::Tables, columns: V) -> [V; 4] {
    let [x1, x4, x7] = M::multiples(tables, columns);
    [x1, x1.xor(x4).xor(x7), x4, x7]
}

/// Returns the indices of the shuffles in the order of [`sums`], for multiples with bytes in this `order`.
pub(super) const fn shuffles(order: &Group) -> [Group; 10] {
    [
        places("4 5 6 3      7 8 13 11   10 15 14 5  12 9 10 14", order),
        indices("3 0 13 7     12 6 2 4    * * * *     5 6 10 9"),
        indices("12 13 14 15  * * * *     * * * *     12 13 14 15"),
        places("0 1 2 7      8 1 2 2     11 12 1 6   15 0 5 10", order),
        places("1 6 11 12    5 10 15 0   9 14 3 4    4 2 2 3", order),
        places("2 7 8 13     6 11 12 1   4 1 0 3     14 3 4 9", order),
        indices("* * * *      * * * *     6 15 4 5    6 7 4 5"),
        places("13 13 14 8   8 13 2 7    10 15 14 5  8 9 7 7", order),
        places("* * * *      8 13 2 7    10 15 14 5  12 1 6 11", order),
        indices("0 0 2 3      4 5 6 7     4 5 6 7     0 0 2 3"),
    ]
}

/// Returns, for each of the 10 shuffles, the sum it contributes to as it stands after that shuffle. Super-Mix adds up
/// the complete ones; the others are there to show the shuffles one by one.
#[inline(always)]
pub(super) fn sums<V: SubBytes>(indices: &[V; 10], [x1, x2, x4, x7]: [V; 4]) -> [V; 10] {
    let and_again = |x: V, indices: V| x.xor(x.shuffle_by(indices));
    let brought = x1.shuffle_by(indices[0]);
    let twice = and_again(brought, indices[1]);
    let ones = and_again(twice, indices[2]);
    let more = x1.shuffle_by(indices[3]);
    let fours = x4.shuffle_by(indices[4]);
    let some = x7.shuffle_by(indices[5]);
    let sevens = and_again(some, indices[6]);
    let of_four = x4.shuffle_by(indices[7]);
    let of_six = of_four.xor(x2.shuffle_by(indices[8]));
    let sixes = and_again(of_six, indices[9]);
    [brought, twice, ones, more, fours, some, sevens, of_four, of_six, sixes]
}
