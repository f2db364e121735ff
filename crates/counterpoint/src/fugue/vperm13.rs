//! `smix` with 13 shuffles: computes every multiple of S(x) that occurs in Super-Mix, and shuffles it to the places
//! where it is added. [Fugue-SIMD], "Super-MIX". The S-box and its multiples by 4 and 7 are looked up in registers,
//! [vperm], and those by 5 and 6 are sums; the rest of the state is in [`super::columns`].

use super::columns::smix::{Group, Multiples, Shuffles, Smix, all_places, mixed, sum_of};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm13", "[Fugue-SIMD], [vperm]");

/// `smix` with 13 shuffles of the multiples from `M`.
pub(super) struct By13<M>(PhantomData<M>);

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By13<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);
    type Constants = Shuffles<V, M, 13>;

    #[inline(always)]
    fn constants(tier: V::Tier) -> Self::Constants {
        Shuffles::new(tier, const { &all_places(SOURCES, &M::ORDER) })
    }

    #[inline(always)]
    fn smix(constants: &Self::Constants, columns: V) -> V {
        let [x1, x4, x7] = M::multiples(&constants.tables, columns);
        let (x5, x6) = (x1.xor(x4), x1.xor(x7));
        let ones = sum_of!(x1 by constants: 0 1 2 3 4);
        let fours = sum_of!(x4 by constants: 5 6 7);
        let fives = sum_of!(x5 by constants: 8);
        let sixes = sum_of!(x6 by constants: 9);
        let sevens = sum_of!(x7 by constants: 10 11 12);
        ones.xor(fours).xor(fives.xor(sixes)).xor(sevens)
    }
}

/// The bytes that each shuffle fetches.
const SOURCES: [&str; 13] = [
    // Of S(x).
    "0 1 2 3      7 1 2 2      11 12 1 6    15 0 5 10",
    "3 4 6 7      8 8 6 7      * * * *      * * * *",
    "4 5 9 11     12 13 13 11  * * * *      * * * *",
    "8 9 10 14    * * * *      * * * *      * * * *",
    "12 13 14 15  * * * *      * * * *      * * * *",
    // Of 4 S(x).
    "1 6 11 12    5 10 15 0    9 14 3 4     4 2 2 3",
    "* * * *      * * * *      * * * *      8 9 7 7",
    "* * * *      * * * *      * * * *      13 13 14 8",
    // Of 5 S(x).
    "* * * *      * * * *      * * * *      12 1 6 11",
    // Of 6 S(x).
    "* * * *      * * * *      8 13 2 7     * * * *",
    // Of 7 S(x).
    "2 7 8 13     6 11 12 1    4 1 0 3      14 3 4 9",
    "* * * *      * * * *      10 9 6 5     * * * *",
    "* * * *      * * * *      12 15 14 11  * * * *",
];
