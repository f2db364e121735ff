//! One state with two lanes in each 128-bit register: planes 1 and 2 form pairs of lanes, as do planes 3 and 4, and
//! each lane of plane 0 appears twice.
//!
//! ```text
//!            low half   high half
//!   s[x]      (x, 0)     (x, 0)
//!   a[x]      (x, 1)     (x, 2)          x = 0 to 4, which makes 15 registers
//!   b[x]      (x, 3)     (x, 4)
//! ```
//!
//! One operation thus computes two lanes, except in plane 0, and bringing lanes together costs little in every step:
//!
//! * theta: let t = a + b. The column's parity is the sum of t, t with its halves swapped, and s. It appears in both
//!   halves, where all three registers of the next column need it.
//! * rho: one instruction rotates each half by its own count. A register of plane 0 contains only one lane, so two of
//!   them are merged first where pi would bring their lanes together.
//! * pi: the new plane 0 consists of the lanes (x, x), each duplicated. Every other new pair combines the same half of
//!   two registers, either both low or both high, in one interleaving; only the pairs with x = 0 are those that rho
//!   merged.
//! * chi and iota are the same as for single lanes.
//!
//! A round has 77 operations, compared with 95 in [`lanes`](super::lanes). They include sums of three values and
//! rotations by separate counts, which only the AVX-512 tier has on x86-64. docs/techniques/pairs.md follows a lane
//! through a round.

use super::lanes::each_rate;
use super::primitive::KeccakP1600;
use super::spec::{OFFSETS, last_constants};
use super::tails::{with_tail, write};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::x86_64::{HasAvx512, Xmm};
use crate::vector::{Bits, Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("pairs", "[FIPS202] 3");

/// A register: two lanes.
type Pair<T> = Xmm<T, 64>;

/// Processes one state after the other. Each is loaded into registers before its first block and stored after its last.
pub(super) struct OneInPairs<T>(PhantomData<T>);

impl<T: HasAvx512> Kernel for OneInPairs<T> {
    type Tier = T;
    type Primitive = KeccakP1600;
    const PADS: bool = true;

    #[inline(always)]
    fn run(tier: T, operands: Operands<'_, KeccakP1600>) {
        let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
        let keep = operands.output_bytes.unwrap_or(200);
        let constants = last_constants(24, rounds);
        let padding = operands.unpadded.padding;
        operands.digest_one_by_one(
            #[inline(always)]
            |lanes, mut input| {
                let mut state = State::of(
                    tier,
                    #[inline(always)]
                    |k| lanes[k],
                );
                while let Some(([block], _)) = input.next(rate_bytes.max(1)) {
                    // Straight-line code for the rates of SHA-3 and SHAKE.
                    let block = 'block: {
                        each_rate!(RATE => if block.len() == RATE {
                            break 'block State::of_block(tier, block);
                        });
                        State::of_block(tier, block)
                    };
                    state = permuted(tier, state.xor(block), constants);
                }
                if let Some([tail]) = input.tails() {
                    state = with_tail(
                        tier,
                        tail,
                        &padding,
                        rate_bytes,
                        #[inline(always)]
                        |tail| {
                            state.xor(State::of(
                                tier,
                                #[inline(always)]
                                |k| tail[k],
                            ))
                        },
                    );
                    state = permuted(tier, state, constants);
                }
                state
            },
            #[inline(always)]
            |state, lanes| state.store(lanes, keep),
            #[inline(always)]
            |state, output| write(output, state.lanes()),
        );
    }
}

/// A state in the layout of the figure.
#[derive(Clone, Copy)]
struct State<T> {
    s: [Pair<T>; 5],
    a: [Pair<T>; 5],
    b: [Pair<T>; 5],
}

impl<T: HasAvx512> State<T> {
    /// Returns the state whose lane (x, y) is `lane(x + 5y)`.
    #[inline(always)]
    fn of(tier: T, lane: impl Fn(usize) -> u64) -> Self {
        let s = |k| Pair::splat(tier, lane(k));
        let pair = |k| <Pair<T> as Lane>::load(tier, &[lane(k), lane(k + 5)]);
        Self {
            s: [s(0), s(1), s(2), s(3), s(4)],
            a: [pair(5), pair(6), pair(7), pair(8), pair(9)],
            b: [pair(15), pair(16), pair(17), pair(18), pair(19)],
        }
    }

    /// Returns a block of whole lanes as a state, with zeros after its end.
    #[inline(always)]
    fn of_block(tier: T, block: &[u8]) -> Self {
        let lanes = block.as_chunks().0;
        Self::of(
            tier,
            #[inline(always)]
            |k| lanes.get(k).map_or(0, |lane| u64::from_le_bytes(*lane)),
        )
    }

    /// Returns the sum of two states.
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        let sum = |p: [Pair<T>; 5], q: [Pair<T>; 5]| {
            [p[0].xor(q[0]), p[1].xor(q[1]), p[2].xor(q[2]), p[3].xor(q[3]), p[4].xor(q[4])]
        };
        Self { s: sum(self.s, other.s), a: sum(self.a, other.a), b: sum(self.b, other.b) }
    }

    /// Returns each lane in the low half of a register.
    #[inline(always)]
    fn lanes(self) -> [Pair<T>; 25] {
        let planes = [self.s, self.a, swapped(self.a), self.b, swapped(self.b)];
        let [[a, b, c, d, e], [f, g, h, i, j], [k, l, m, n, o], [p, q, r, s, t], [u, v, w, x, y]] = planes;
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y]
    }

    /// Stores the lanes that contain the first `keep` bytes, and perhaps more.
    #[inline(always)]
    fn store(self, lanes: &mut [u64; 25], keep: usize) {
        let s = values(self.s);
        for x in 0..5 {
            lanes[x] = s[x][0];
        }
        if keep > 5 * 8 {
            let a = values(self.a);
            for x in 0..5 {
                [lanes[x + 5], lanes[x + 10]] = a[x];
            }
        }
        if keep > 15 * 8 {
            let b = values(self.b);
            for x in 0..5 {
                [lanes[x + 15], lanes[x + 20]] = b[x];
            }
        }
    }
}

/// Exchanges the halves of five registers.
#[inline(always)]
fn swapped<T: HasAvx512>([p0, p1, p2, p3, p4]: [Pair<T>; 5]) -> [Pair<T>; 5] {
    [p0.swap_lanes(), p1.swap_lanes(), p2.swap_lanes(), p3.swap_lanes(), p4.swap_lanes()]
}

/// Returns the lanes of five registers.
#[inline(always)]
fn values<T: HasAvx512>([p0, p1, p2, p3, p4]: [Pair<T>; 5]) -> [[u64; 2]; 5] {
    let mut values = [[0; 2]; 5];
    Lane::store(p0, &mut values[0]);
    Lane::store(p1, &mut values[1]);
    Lane::store(p2, &mut values[2]);
    Lane::store(p3, &mut values[3]);
    Lane::store(p4, &mut values[4]);
    values
}

/// Applies the rounds with these constants.
#[inline(always)]
fn permuted<T: HasAvx512>(tier: T, mut state: State<T>, constants: &[u64]) -> State<T> {
    for &constant in constants {
        state = round(state, Pair::splat(tier, constant));
    }
    state
}

/// One round, as straight-line code: theta, rho, pi, chi, iota.
#[inline(always)]
fn round<T: HasAvx512>(State { s, a, b }: State<T>, constant: Pair<T>) -> State<T> {
    let ([s0, s1, s2, s3, s4], [a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (s, a, b);

    // theta: the parity of each column, and its rotation.
    let (c0, c1, c2, c3, c4) =
        (parity(s0, a0, b0), parity(s1, a1, b1), parity(s2, a2, b2), parity(s3, a3, b3), parity(s4, a4, b4));
    let (r0, r1, r2, r3, r4) = (c0.rol(1), c1.rol(1), c2.rol(1), c3.rol(1), c4.rol(1));
    let (s0, a0, b0) = (s0.eor3(c4, r1), a0.eor3(c4, r1), b0.eor3(c4, r1));
    let (s1, a1, b1) = (s1.eor3(c0, r2), a1.eor3(c0, r2), b1.eor3(c0, r2));
    let (s2, a2, b2) = (s2.eor3(c1, r3), a2.eor3(c1, r3), b2.eor3(c1, r3));
    let (s3, a3, b3) = (s3.eor3(c2, r4), a3.eor3(c2, r4), b3.eor3(c2, r4));
    let (s4, a4, b4) = (s4.eor3(c3, r0), a4.eor3(c3, r0), b4.eor3(c3, r0));

    // rho: the offsets of two lanes, by their numbers x + 5y.
    let (a0, a1, a2, a3, a4) =
        (rotate(a0, 5, 10), rotate(a1, 6, 11), rotate(a2, 7, 12), rotate(a3, 8, 13), rotate(a4, 9, 14));
    let (b0, b1, b2, b3, b4) =
        (rotate(b0, 15, 20), rotate(b1, 16, 21), rotate(b2, 17, 22), rotate(b3, 18, 23), rotate(b4, 19, 24));
    let (s3_s1, s4_s2) = (rotate(s3.low_with_high(s1), 3, 1), rotate(s4.low_with_high(s2), 4, 2));

    // pi: the new lane (x, y) is the old lane (x + 3y, x).
    let (s1, s2, s3, s4) = (lows(a1, a1), highs(a2, a2), lows(b3, b3), highs(b4, b4));
    let (a0, a1, a2, a3, a4, b0, b1, b2, b3, b4) = (
        s3_s1,
        lows(a4, a2),
        highs(a0, a3),
        lows(b1, b4),
        highs(b2, b0),
        s4_s2,
        lows(a0, a3),
        highs(a1, a4),
        lows(b2, b0),
        highs(b3, b1),
    );

    // chi along each row, iota in the first lane.
    State {
        s: [s0.chi(s1, s2).xor(constant), s1.chi(s2, s3), s2.chi(s3, s4), s3.chi(s4, s0), s4.chi(s0, s1)],
        a: [a0.chi(a1, a2), a1.chi(a2, a3), a2.chi(a3, a4), a3.chi(a4, a0), a4.chi(a0, a1)],
        b: [b0.chi(b1, b2), b1.chi(b2, b3), b2.chi(b3, b4), b3.chi(b4, b0), b4.chi(b0, b1)],
    }
}

/// Returns the sum of a column's five lanes, in both halves.
#[inline(always)]
fn parity<T: HasAvx512>(s: Pair<T>, a: Pair<T>, b: Pair<T>) -> Pair<T> {
    let sum = a.xor(b);
    sum.eor3(sum.swap_lanes(), s)
}

/// Rotates the low half by the offset of lane `low` and the high half by the offset of lane `high`.
#[inline(always)]
fn rotate<T: HasAvx512>(pair: Pair<T>, low: usize, high: usize) -> Pair<T> {
    pair.rol_each([OFFSETS[low] % 64, OFFSETS[high] % 64])
}

/// Returns the low halves of two registers.
#[inline(always)]
fn lows<T: HasAvx512>(a: Pair<T>, b: Pair<T>) -> Pair<T> {
    a.interleave8(b).0
}

/// Returns the high halves of two registers.
#[inline(always)]
fn highs<T: HasAvx512>(a: Pair<T>, b: Pair<T>) -> Pair<T> {
    a.interleave8(b).1
}
