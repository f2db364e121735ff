//! `smix` by 10 shuffles: some of them shuffle sums of what others have already shuffled. [Fugue-SIMD] 3.4. The S-box
//! is computed by look-ups in registers, [vperm]; the rest of the state is in [`super::columns`].
//!
//! The cost is a longer chain of dependent instructions. The technique `columns` uses the same [`By10`] with
//! multiples that are computed by other instructions.

use super::columns::smix::{Group, Multiples, Smix, from, indices, mixed};
use crate::list::Technique;
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("vperm10", "[Fugue-SIMD] 3, [vperm]");

/// `smix` by 10 shuffles of the multiples that `M` computes.
pub(super) struct By10<M>(PhantomData<M>);

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By10<M> {
    const DEFERRED: Group = mixed::<V>(M::DEFERRED);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        let [_, _, ones, more, fours, _, sevens, _, _, sixes] = sums::<V, M>(M::multiples(tier, columns, FACTORS));
        ones.xor(more).xor(fours).xor(sevens).xor(sixes)
    }
}

/// The factors of the multiples of S(x) that are shuffled.
pub(super) const FACTORS: [usize; 4] = [1, 2, 4, 7];

/// Returns the sum to which each of the 10 shuffles contributes, as it is after that shuffle. The result of Super-Mix
/// is the sum of those that are complete; the others are for who shows the shuffles one by one.
#[inline(always)]
pub(super) fn sums<V: SubBytes, M: Multiples<V>>([x1, x2, x4, x7]: [V; 4]) -> [V; 10] {
    macro_rules! and_again {
        ($x:ident: $($sources:literal)+) => {
            $x.xor($x.shuffle_by_constant(const { &indices(concat!($($sources, " "),+)) }))
        };
    }
    let brought = from!(x1:        "4 5 6 3"     "7 8 13 11" "10 15 14 5" "12 9 10 14");
    let twice = and_again!(brought: "3 0 13 7"   "12 6 2 4"  "* * * *"    "5 6 10 9");
    let ones = and_again!(twice:   "12 13 14 15" "* * * *"   "* * * *"    "12 13 14 15");
    let more = from!(x1:           "0 1 2 7"     "8 1 2 2"   "11 12 1 6"  "15 0 5 10");
    let fours = from!(x4:          "1 6 11 12"   "5 10 15 0" "9 14 3 4"   "4 2 2 3");
    let some = from!(x7:           "2 7 8 13"    "6 11 12 1" "4 1 0 3"    "14 3 4 9");
    let sevens = and_again!(some:  "* * * *"     "* * * *"   "6 15 4 5"   "6 7 4 5");
    let of_four = from!(x4:        "13 13 14 8"  "8 13 2 7"  "10 15 14 5" "8 9 7 7");
    let of_six = of_four.xor(from!(x2: "* * * *" "8 13 2 7"  "10 15 14 5" "12 1 6 11"));
    let sixes = and_again!(of_six: "0 0 2 3"     "4 5 6 7"   "4 5 6 7"    "0 0 2 3");
    [brought, twice, ones, more, fours, some, sevens, of_four, of_six, sixes]
}
