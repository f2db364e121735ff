//! sub_bytes and mix_bytes with two rows per vector: one message of Grøstl-256 in four vectors of two groups.
//!
//! ```text
//!               group of P          group of Q
//!   vector 0    | row 0 | row 4 |   | row 0 | row 4 |
//!   vector 1    | row 1 | row 5 |   | row 1 | row 5 |
//!   vector 2    | row 2 | row 6 |   | row 2 | row 6 |
//!   vector 3    | row 3 | row 7 |   | row 3 | row 7 |
//! ```
//!
//! Half as many operations work on vectors of twice the width. This is how one message gains from vectors of 256 bits.
//!
//! Row i + 4 is always beside row i, so swapping the halves exchanges their places, and terms for row i + 4 are added
//! to the whole vector after such a swap. A form may leave rows 6 and 7 before rows 2 and 3 to save two swaps; the
//! shuffle of the next round corrects this for free. Two rows per vector cost 8 swaps per round, or 4 in the form
//! below; each swap is a shuffle.
//!
//! The names are those of [`mixing`](super::mixing). A single message makes the machine wait for sums, products and
//! swaps, so there is another form with shorter chains, in the basis of [Groestl-guide] 4.4.6:
//!
//! ```text
//!   ByAffineMaps   b_i = 3 (a_(i+2) + a_(i+3) + a_(i+5))
//!                      + 5 (a_i + a_(i+1) + a_(i+4) + a_(i+6))
//!                      + 7 (a_i + a_(i+1) + a_(i+3) + a_(i+7))
//! ```
//!
//! GFNI computes any multiple of the S-box in one instruction, so nothing waits for a product.

use super::layout::HALVES_SWAPPED;
use super::mixing::{ByDoubling, ByProducts, ConstantPlacement, Mixing, deferred_by_doubling};
use crate::gf256::AFFINE_CONSTANT;
use crate::vector::{Products, SubBytes};

/// For one message, on machines with affine maps and an instruction that adds three vectors.
pub(in crate::groestl) struct ByAffineMaps;

/// Swaps the halves of each group: row i beside row i + 4 becomes row i + 4 beside row i + 8, which is row i.
#[inline(always)]
fn swap<V: SubBytes>(x: V) -> V {
    x.shuffle(HALVES_SWAPPED)
}

/// Returns w and v of all rows.
#[inline(always)]
fn sums<V: SubBytes>([a0, a1, a2, a3]: [V; 4]) -> ([V; 4], [V; 4]) {
    let (a4, a5, a6, a7) = (swap(a0), swap(a1), swap(a2), swap(a3));
    let w = [a0.eor3(a1, a3), a1.eor3(a2, a4), a2.eor3(a3, a5), a3.eor3(a4, a6)];
    (w, [w[0].xor(a4), w[1].xor(a5), w[2].xor(a6), w[3].xor(a7)])
}

impl<V: SubBytes> Mixing<V, 4> for ByDoubling {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::BeforeMixing;
    const DEFERRED: u8 = deferred_by_doubling::<V>();
    const ROWS_6_AND_7_FIRST: bool = true;

    #[inline(always)]
    fn sub_and_mix(x: [V; 4], k: [V; 4]) -> [V; 4] {
        let (w, v) = sums([
            x[0].sub_bytes_shuffled(k[0]),
            x[1].sub_bytes_shuffled(k[1]),
            x[2].sub_bytes_shuffled(k[2]),
            x[3].sub_bytes_shuffled(k[3]),
        ]);
        let v4 = swap(v[0]);
        let u = [w[0].xor(v[1]), w[1].xor(v[2]), w[2].xor(v[3]), w[3].xor(v4)];
        [
            u[2].xor(v[3].doubled().xor(swap(u[1])).doubled()),
            u[3].xor(v4.doubled().xor(swap(u[2])).doubled()),
            u[0].xor(v[1].doubled().xor(u[3]).doubled()),
            u[1].xor(v[2].doubled().xor(swap(u[0])).doubled()),
        ]
    }
}

impl<V: Products> Mixing<V, 4> for ByProducts {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::BeforeDoubling;
    const ROWS_6_AND_7_FIRST: bool = true;

    #[inline(always)]
    fn sub_and_mix(x: [V; 4], k: [V; 4]) -> [V; 4] {
        let (w, v) = sums([x[0].sub_bytes(), x[1].sub_bytes(), x[2].sub_bytes(), x[3].sub_bytes()]);
        let v4 = swap(v[0]);
        let u = [w[0].eor3(v[1], k[0]), w[1].eor3(v[2], k[1]), w[2].eor3(v[3], k[2]), w[3].eor3(v4, k[3])];
        [
            w[2].eor3(v[3].times::<5>(), swap(u[1]).times::<2>()),
            w[3].eor3(v4.times::<5>(), swap(u[2]).times::<2>()),
            w[0].eor3(v[1].times::<5>(), u[3].times::<2>()),
            w[1].eor3(v[2].times::<5>(), swap(u[0]).times::<2>()),
        ]
    }
}

impl<V: Products> Mixing<V, 4> for ByAffineMaps {
    const CONSTANTS: ConstantPlacement = ConstantPlacement::AfterMixing;
    const DEFERRED: u8 = AFFINE_CONSTANT;

    /// The terms of a sum from row 4 up are in the vectors of rows 0 to 3, in the other half. They are added first, so
    /// that one swap of halves moves all of them.
    #[inline(always)]
    fn sub_and_mix(x: [V; 4], k: [V; 4]) -> [V; 4] {
        let [[a3, a5, a7], [b3, b5, b7], [c3, c5, c7], [d3, d5, d7]] =
            [by_3_5_7(x[0]), by_3_5_7(x[1]), by_3_5_7(x[2]), by_3_5_7(x[3])];
        let swapped0 = swap(a5.eor3(b3, c5).xor(d7));
        let swapped1 = swap(a3.eor3(a7, b5).eor3(c3, d5));
        let swapped2 = swap(a3.eor3(b3, b7).eor3(c5, d3));
        let swapped3 = swap(a5.eor3(a7, b3).eor3(c3, c7).xor(d5));
        [
            a5.eor3(a7, b5).eor3(b7, c3).eor3(d3, d7).eor3(k[0], swapped0),
            a7.eor3(b5, b7).eor3(c5, c7).eor3(d3, k[1]).xor(swapped1),
            a5.eor3(b7, c5).eor3(c7, d5).eor3(d7, k[2]).xor(swapped2),
            a3.eor3(b5, c7).eor3(d5, d7).eor3(k[3], swapped3),
        ]
    }
}

/// Returns the S-box times 3, 5 and 7, without constants.
#[inline(always)]
fn by_3_5_7<V: Products>(x: V) -> [V; 3] {
    [x.sub_bytes_times::<3>(), x.sub_bytes_times::<5>(), x.sub_bytes_times::<7>()]
}
