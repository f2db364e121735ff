//! `smix` with 11 shuffles: 5 = 2 + 7 and 6 = 2 + 4, so the multiples by 5 and 6 need neither look-ups nor shuffles of
//! their own. [Fugue-SIMD], "Super-MIX". The S-box is looked up in registers, [vperm]; the rest of the state is in
//! [`super::columns`].

use super::columns::smix::{Group, Multiples, Shuffles, Smix, all_places, mixed, sum_of};
use super::vperm10::multiples;
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm11", "[Fugue-SIMD], [vperm]");

/// `smix` with 11 shuffles of the multiples from `M`.
pub(super) struct By11<M>(PhantomData<M>);

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By11<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);
    type Constants = Shuffles<V, M, 11>;

    #[inline(always)]
    fn constants(tier: V::Tier) -> Self::Constants {
        Shuffles::new(tier, const { &all_places(SOURCES, &M::ORDER) })
    }

    #[inline(always)]
    fn smix(constants: &Self::Constants, columns: V) -> V {
        let [x1, x2, x4, x7] = multiples::<V, M>(&constants.tables, columns);
        let ones = sum_of!(x1 by constants: 0 1 2 3);
        let fours = sum_of!(x4 by constants: 5 6 7);
        let sevens = sum_of!(x7 by constants: 8 9 10);
        // The compiler keeps this order of additions, and this multiple is the last to be complete.
        let twos = sum_of!(x2 by constants: 4);
        ones.xor(fours).xor(sevens).xor(twos)
    }
}

/// The bytes that each shuffle fetches.
const SOURCES: [&str; 11] = [
    // Of S(x).
    "0 1 2 3      7 1 2 2      11 12 1 6    15 0 5 10",
    "3 4 6 7      8 8 6 7      * * * *      * * * *",
    "4 5 9 11     12 13 13 11  * * * *      * * * *",
    "8 9 10 14    * * * *      * * * *      * * * *",
    // Of 2 S(x).
    "12 13 14 15  * * * *      8 13 2 7     12 1 6 11",
    // Of 4 S(x).
    "1 6 11 12    5 10 15 0    9 14 3 4     4 2 2 3",
    "12 13 14 15  * * * *      8 13 2 7     8 9 7 7",
    "* * * *      * * * *      * * * *      13 13 14 8",
    // Of 7 S(x).
    "2 7 8 13     6 11 12 1    4 1 0 3      14 3 4 9",
    "12 13 14 15  * * * *      10 9 6 5     12 1 6 11",
    "* * * *      * * * *      12 15 14 11  * * * *",
];
