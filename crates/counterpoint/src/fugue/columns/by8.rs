//! `smix` with eight vectors, for machines with an S-box instruction that also multiplies (GFNI) and an instruction
//! that adds three vectors (AVX-512).

use super::smix::{AS_GIVEN, Group, Smix, mixed, places};
use crate::gf256::AFFINE_CONSTANT;
use crate::vector::Products;

/// `smix` with eight vectors. Five are shuffled before the S-box, which then multiplies each half of the vector by its
/// own factor; three are multiples that are shuffled after it. This keeps the units of both instructions busy from the
/// start. 6 = 2 + 4, 5 = 2 + 7, and one 4 is 3 + 7.
pub(in crate::fugue) struct By8;

impl<V: Products> Smix<V> for By8 {
    const DEFERRED: Group = mixed::<V>(AFFINE_CONSTANT);

    type Constants = ();

    #[inline(always)]
    fn constants(_: V::Tier) {}

    #[inline(always)]
    fn smix((): &(), columns: V) -> V {
        Self::smix_and_add(&(), columns, V::zero(columns.tier())).1
    }

    #[inline(always)]
    fn smix_and_add((): &(), columns: V, more: V) -> (V, V) {
        macro_rules! from {
            ($x:expr, $($sources:literal)+) => {
                $x.shuffle(const { places(concat!($($sources, " "),+), &AS_GIVEN) })
            };
        }
        let x1 = columns.sub_bytes_times::<1>();
        let x4 = columns.sub_bytes_times::<4>();
        let x7 = columns.sub_bytes_times::<7>();
        let d = from!(columns, "3 4 9 14"  "8 13 2 7"  "4 9 14 3"  "4 9 14 3").sub_bytes_times_each::<1, 7>();
        let e = from!(columns, "4 9 14 3"  "12 1 6 11" "12 1 6 11" "12 1 6 11").sub_bytes_times_each::<1, 7>();
        let f = from!(columns, "8 13 2 7"  "* * * *"   "8 13 2 7"  "12 1 6 11").sub_bytes_times_each::<1, 2>();
        let g = from!(columns, "12 1 6 11" "* * * *"   "* * * *"   "4 9 14 3").sub_bytes_times_each::<1, 3>();
        let h = from!(columns, "* * * *"   "* * * *"   "8 13 2 7"  "8 13 2 7").sub_bytes_times_each::<1, 4>();
        let a = from!(x1,      "0 5 10 15" "7 8 13 2"  "11 12 1 6" "15 0 5 10");
        let b = from!(x4,      "1 6 11 12" "5 10 15 0" "9 14 3 4"  "13 2 7 8");
        let c = from!(x7,      "2 7 8 13"  "6 11 12 1" "10 15 0 5" "14 3 4 9");
        // `more` is the third operand of a sum of three, so adding it is free. The result without it costs an
        // instruction, but only where it is used.
        let sum = d.eor3(e, f).eor3(a.eor3(b, c), g.eor3(h, more));
        (sum.xor(more), sum)
    }
}
