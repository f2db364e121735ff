//! One lane per register: the round as straight-line code, for any type of lane and therefore for any number of states
//! at once.
//!
//! theta, rho, pi and chi are fused: after the column parities, each lane is read once more, its column's sum D of two
//! parities is added, and the result is rotated and stored at its position after pi. The five sums D stay in registers,
//! which requires fewer live values than adding both parities to each lane in one operation with three inputs.

use super::spec::{OFFSETS, last_constants};
use crate::list::Technique;
use crate::vector::Lane;

#[cfg(vectors)]
mod narrow;
mod one;
#[cfg(vectors)]
mod several;

#[cfg(vectors)]
pub(super) use narrow::SeveralNarrow;
#[cfg(target_arch = "x86_64")]
pub(super) use one::OnePadding;
#[cfg(one_thread)]
pub(super) use one::write_lanes;
pub(super) use one::{OneByOne, OneByOneIn};
#[cfg(vectors)]
pub(super) use several::SeveralAtOnce;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("lanes", "[FIPS202] 3");

/// [`each!`](crate::each::each) for the pairs of lanes: `$k` stands for lanes 2k and 2k + 1. Lane 24 has no partner.
macro_rules! each_pair {
    ($k:ident => $do:expr) => {
        $crate::each::each!($k => $do; 0 1 2 3 4 5 6 7 8 9 10 11)
    };
}
pub(super) use each_pair;

/// [`each!`](crate::each::each) for the lanes.
macro_rules! each_lane {
    ($k:ident => $do:expr) => {
        $crate::each::each!($k => $do; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
}
pub(super) use each_lane;

/// [`each!`](crate::each::each) for the rates of SHA-3 and SHAKE, in bytes. Straight-line code adds blocks of these
/// lengths.
macro_rules! each_rate {
    ($rate:ident => $do:expr) => {
        $crate::each::each!($rate => $do; 72 104 136 144 168)
    };
}
pub(super) use each_rate;

/// Whether this is one of the rates of SHA-3 and SHAKE.
#[cfg(vectors)]
const fn is_straight(rate_bytes: usize) -> bool {
    each_rate!(RATE => if rate_bytes == RATE {
        return true;
    });
    false
}

/// Adds a word to the last 64-bit lane of the rate. There is one, since messages have tails only if the rate is not 0.
/// Reducing its index modulo 32 keeps a call to a panic out of the kernel.
#[cfg(vectors)]
#[inline(always)]
fn add_to_last_lane<L: Lane>(tier: L::Tier, a: &mut [L; 25], rate_bytes: usize, word: u64) {
    each_rate!(RATE => if rate_bytes == RATE {
        a[RATE / 8 - 1] = a[RATE / 8 - 1].xor(L::splat(tier, word));
        return;
    });
    // Not with a computed index into the state, which would move the state from registers to memory.
    let mut words = [0; 32];
    words[(rate_bytes / 8).wrapping_sub(1) % 32] = word;
    each_lane!(K => if !is_straight(8 * (K + 1)) {
        a[K] = a[K].xor(L::splat(tier, words[K]));
    });
}

/// Applies the last `rounds` of `full_rounds` rounds.
#[inline(always)]
pub(super) fn keccak_p<L: Lane>(tier: L::Tier, mut a: [L; 25], full_rounds: usize, rounds: usize) -> [L; 25] {
    for &constant in last_constants(full_rounds, rounds) {
        a = round(a, L::splat(tier, constant));
    }
    a
}

/// One round: theta, rho, pi, chi, iota. It is a single function, because splitting it makes every kernel longer.
#[inline(always)]
fn round<L: Lane>(a: [L; 25], constant: L) -> [L; 25] {
    let [
        a00,
        a01,
        a02,
        a03,
        a04,
        a05,
        a06,
        a07,
        a08,
        a09,
        a10,
        a11,
        a12,
        a13,
        a14,
        a15,
        a16,
        a17,
        a18,
        a19,
        a20,
        a21,
        a22,
        a23,
        a24,
    ] = a;

    // theta: the parity of each column, and the sum that is added to each column.
    let c0 = a00.eor3(a05, a10).eor3(a15, a20);
    let c1 = a01.eor3(a06, a11).eor3(a16, a21);
    let c2 = a02.eor3(a07, a12).eor3(a17, a22);
    let c3 = a03.eor3(a08, a13).eor3(a18, a23);
    let c4 = a04.eor3(a09, a14).eor3(a19, a24);
    let d0 = c4.rax1(c1);
    let d1 = c0.rax1(c2);
    let d2 = c1.rax1(c3);
    let d3 = c2.rax1(c4);
    let d4 = c3.rax1(c0);

    // rho and pi: b[y + 5 (2x + 3y)] = rol(a[x + 5y] + d[x], offset). Each line computes one row of the result.
    let r = |lane: usize| OFFSETS[lane] % L::WIDTH;
    let (b00, b01, b02, b03, b04) =
        (a00.xor(d0), a06.xar(d1, r(6)), a12.xar(d2, r(12)), a18.xar(d3, r(18)), a24.xar(d4, r(24)));
    let (b05, b06, b07, b08, b09) =
        (a03.xar(d3, r(3)), a09.xar(d4, r(9)), a10.xar(d0, r(10)), a16.xar(d1, r(16)), a22.xar(d2, r(22)));
    let (b10, b11, b12, b13, b14) =
        (a01.xar(d1, r(1)), a07.xar(d2, r(7)), a13.xar(d3, r(13)), a19.xar(d4, r(19)), a20.xar(d0, r(20)));
    let (b15, b16, b17, b18, b19) =
        (a04.xar(d4, r(4)), a05.xar(d0, r(5)), a11.xar(d1, r(11)), a17.xar(d2, r(17)), a23.xar(d3, r(23)));
    let (b20, b21, b22, b23, b24) =
        (a02.xar(d2, r(2)), a08.xar(d3, r(8)), a14.xar(d4, r(14)), a15.xar(d0, r(15)), a21.xar(d1, r(21)));

    // chi along each row, iota in the first lane.
    [
        b00.chi(b01, b02).xor(constant),
        b01.chi(b02, b03),
        b02.chi(b03, b04),
        b03.chi(b04, b00),
        b04.chi(b00, b01),
        b05.chi(b06, b07),
        b06.chi(b07, b08),
        b07.chi(b08, b09),
        b08.chi(b09, b05),
        b09.chi(b05, b06),
        b10.chi(b11, b12),
        b11.chi(b12, b13),
        b12.chi(b13, b14),
        b13.chi(b14, b10),
        b14.chi(b10, b11),
        b15.chi(b16, b17),
        b16.chi(b17, b18),
        b17.chi(b18, b19),
        b18.chi(b19, b15),
        b19.chi(b15, b16),
        b20.chi(b21, b22),
        b21.chi(b22, b23),
        b22.chi(b23, b24),
        b23.chi(b24, b20),
        b24.chi(b20, b21),
    ]
}
