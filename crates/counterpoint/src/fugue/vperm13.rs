//! `smix` by 13 shuffles: every multiple of S(x) that occurs in Super-Mix is computed, and shuffled to the places
//! where it is added. [Fugue-SIMD] 3.3. The S-box is computed by look-ups in registers, [vperm]; the rest of the
//! state is in [`super::columns`].

use super::columns::smix::{Group, Multiples, Smix, from, mixed, sum_from};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm13", "[Fugue-SIMD] 3, [vperm]");

/// `smix` by 13 shuffles of the multiples that `M` computes.
pub(super) struct By13<M>(PhantomData<M>);

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By13<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        let [x1, x4, x5, x6, x7] = M::multiples(tier, columns, [1, 4, 5, 6, 7]);
        let ones = sum_from!(x1:
            ["0 1 2 3"    "7 1 2 2"      "11 12 1 6" "15 0 5 10"]
            ["3 4 6 7"    "8 8 6 7"      "* * * *"   "* * * *"]
            ["4 5 9 11"   "12 13 13 11"  "* * * *"   "* * * *"]
            ["8 9 10 14"  "* * * *"      "* * * *"   "* * * *"]
            ["12 13 14 15" "* * * *"     "* * * *"   "* * * *"]);
        let fours = sum_from!(x4:
            ["1 6 11 12"  "5 10 15 0"    "9 14 3 4"  "4 2 2 3"]
            ["* * * *"    "* * * *"      "* * * *"   "8 9 7 7"]
            ["* * * *"    "* * * *"      "* * * *"   "13 13 14 8"]);
        let fives = sum_from!(x5:
            ["* * * *"    "* * * *"      "* * * *"   "12 1 6 11"]);
        let sixes = sum_from!(x6:
            ["* * * *"    "* * * *"      "8 13 2 7"  "* * * *"]);
        let sevens = sum_from!(x7:
            ["2 7 8 13"   "6 11 12 1"    "4 1 0 3"   "14 3 4 9"]
            ["* * * *"    "* * * *"      "10 9 6 5"  "* * * *"]
            ["* * * *"    "* * * *"      "12 15 14 11" "* * * *"]);
        ones.xor(fours).xor(fives.xor(sixes)).xor(sevens)
    }
}
