//! One state that alternates between two places in memory: a round reads it from one place, row after row, and writes
//! it to the other. For x86-64, whose 16 general registers can't hold 25 lanes, and for WebAssembly, which often runs
//! on x86-64.
//!
//! # The idea
//!
//! With each lane in a local variable ([`lanes`](super::lanes)), the compiler spills the lanes for which it has no
//! register and moves others between registers: 114 of a round's 272 instructions. Here, the code decides where each
//! lane is. A round reads the old state from memory twice, for the column sums and for the rows, with instructions that
//! also add. Only the five sums D, one row and the addresses are in registers, so a round needs no further loads,
//! stores or moves.
//!
//! ```text
//!   place a        lane 0  6 12 18 24  -- + D, rho, pi -->  b0 b1 b2 b3 b4  -- chi -->  lanes 0..4     place b
//!   (25 lanes)     lane 3  9 10 16 22  ------------------>  b0 b1 b2 b3 b4  --------->  lanes 5..9     (25 lanes)
//!                  ...                                                                  ...
//! ```
//!
//! # The tricks
//!
//! * The last row that a round computes also stays in registers, because the next round begins with it: its column
//!   sums then don't wait for memory.
//! * chi is `a + !b c`, and without BMI, `!b` is a separate instruction for each lane. If six lanes of the state are
//!   kept inverted, `!b c` becomes `b c` or `b or c` for nearly all lanes, and only 5 of these 25 instructions remain
//!   ([Keccak-impl] 2.2). With BMI, `!b c` is one instruction, and no lane is inverted.
//! * The places are cells behind pointers about which the compiler knows nothing. It must assume that writing a row
//!   may change the lanes read next, so it can't keep those in registers.
//!
//! # The cost
//!
//! 187 instructions per round with BMI, and 199 without. The loop contains two rounds; if the number of rounds is odd,
//! one more runs before the loop and its result is copied back.

use super::primitive::{KeccakP, run_one_by_one};
use super::spec::{OFFSETS, last_constants};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::Lane;
use core::cell::Cell;
use core::hint::black_box;
use core::marker::PhantomData;
use core::sync::atomic::{Ordering, compiler_fence};

#[cfg(one_thread)]
mod fixed;

#[cfg(one_thread)]
pub(super) use fixed::OneAtFixedAddresses;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("alternating", "[Keccak-impl] 2.2");

/// Processes one state after the other, in lanes of type `L`. If `INVERTED`, some lanes are inverted during the rounds.
pub(super) struct OneByOne<L, const INVERTED: bool>(PhantomData<L>);

impl<L: Lane<Word = u64> + 'static, const INVERTED: bool> Kernel for OneByOne<L, INVERTED> {
    type Tier = L::Tier;
    type Primitive = KeccakP<u64>;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, KeccakP<u64>>) {
        let other = [const { Cell::new(0) }; 25];
        run_one_by_one(
            operands,
            #[inline(always)]
            |state, rounds| {
                if let Some(state) = Cell::from_mut(state.as_mut_slice()).as_slice_of_cells().first_chunk() {
                    keccak_p::<L, INVERTED>(tier, state, &other, rounds);
                }
            },
        );
    }
}

/// A place for a state.
type Place<M> = [M; 25];

/// A lane in memory that the compiler can't keep in a register.
trait Memory<L: Lane>: Sized {
    /// Reads the lane.
    fn read(&self, tier: L::Tier) -> L;
    /// Writes the lane.
    fn write(&self, lane: L);
    /// Writes a row to the first places of `to`.
    #[inline(always)]
    fn write_row(to: &[Self], row: [L; 5]) {
        for (lane, to) in row.into_iter().zip(to) {
            to.write(lane);
        }
    }
}

impl<L: Lane<Word = u64>> Memory<L> for Cell<u64> {
    #[inline(always)]
    fn read(&self, tier: L::Tier) -> L {
        L::splat(tier, self.get())
    }
    #[inline(always)]
    fn write(&self, lane: L) {
        let mut value = [0];
        lane.store(&mut value);
        self.set(value[0]);
    }
}

/// Whether each lane is inverted between the rounds: the six lanes of \[Keccak-impl\] 2.2.
const INVERTED_LANES: [bool; 25] = {
    let mut inverted = [false; 25];
    (inverted[1], inverted[2], inverted[8], inverted[12], inverted[17], inverted[20]) =
        (true, true, true, true, true, true);
    inverted
};

/// Whether each lane is inverted after pi, if those of [`INVERTED_LANES`] are inverted before the round.
const AFTER_PI: [bool; 25] = {
    let mut columns = [false; 5];
    let mut k = 0;
    while k < 25 {
        columns[k % 5] ^= INVERTED_LANES[k];
        k += 1;
    }
    let mut inverted = [false; 25];
    let mut k = 0;
    while k < 25 {
        let source = source(k);
        inverted[k] = INVERTED_LANES[source] ^ columns[(source + 4) % 5] ^ columns[(source + 1) % 5];
        k += 1;
    }
    inverted
};

/// Returns the number of the lane that pi moves to lane `k`. FIPS 202 section 3.2.3.
const fn source(k: usize) -> usize {
    let (x, y) = (k % 5, k / 5);
    (x + 3 * y) % 5 + 5 * x
}

/// Applies the last `rounds` of 24 rounds to `state`; `other` is the second place.
#[inline(always)]
fn keccak_p<L: Lane<Word = u64>, const INVERTED: bool>(
    tier: L::Tier,
    state: &Place<Cell<u64>>,
    other: &Place<Cell<u64>>,
    rounds: usize,
) {
    // Makes the compiler assume that the places may be the same, and keep their addresses in registers.
    let (state, other) = black_box((state, other));
    invert::<INVERTED>(state);
    permute::<L, _, INVERTED>(tier, state, other, rounds);
    invert::<INVERTED>(state);
}

/// [`keccak_p`] for a state whose lanes are already inverted, and stay inverted.
#[inline(always)]
fn permute<L: Lane, M: Memory<L>, const INVERTED: bool>(
    tier: L::Tier,
    state: &Place<M>,
    other: &Place<M>,
    rounds: usize,
) {
    let l = |k: usize| state[k].read(tier);
    let mut last = [l(20), l(21), l(22), l(23), l(24)];
    if cfg!(one_thread) {
        return permute_in_one_loop::<L, M, INVERTED>(tier, state, other, last_constants(24, rounds), last);
    }
    let (odd, pairs) = last_constants(24, rounds).as_rchunks();
    if let [constant] = odd {
        last = round::<L, M, INVERTED>(tier, state, other, last, constant);
        copy(tier, other, state);
    }
    for [first, second] in pairs {
        last = round::<L, M, INVERTED>(tier, state, other, last, first);
        last = round::<L, M, INVERTED>(tier, other, state, last, second);
    }
}

/// [`permute`] for WebAssembly, where code must be short: if the number of rounds is odd, the first pass of the loop
/// skips its first round, which avoids a third copy of the round's code.
#[inline(always)]
fn permute_in_one_loop<L: Lane, M: Memory<L>, const INVERTED: bool>(
    tier: L::Tier,
    state: &Place<M>,
    other: &Place<M>,
    constants: &[u64],
    mut last: [L; 5],
) {
    let odd = constants.len() % 2;
    if odd == 1 {
        copy(tier, state, other);
    }
    let mut constants = constants.iter();
    let mut whole = odd == 0;
    while let Some(mut constant) = constants.next() {
        if whole {
            last = round::<L, M, INVERTED>(tier, state, other, last, constant);
            constant = constants.next().unwrap_or(constant);
        }
        last = round::<L, M, INVERTED>(tier, other, state, last, constant);
        whole = true;
    }
}

/// Inverts the lanes that are inverted between the rounds.
#[inline(always)]
fn invert<const INVERTED: bool>(state: &Place<Cell<u64>>) {
    for (lane, inverted) in state.iter().zip(INVERTED_LANES) {
        if INVERTED && inverted {
            lane.set(!lane.get());
        }
    }
}

/// Copies a state. The lanes are hidden from the compiler, which would otherwise call `memcpy`.
#[inline(always)]
fn copy<L: Lane, M: Memory<L>>(tier: L::Tier, from: &Place<M>, to: &Place<M>) {
    for (from, to) in from.iter().zip(to) {
        to.write(black_box(from.read(tier)));
    }
}

/// Computes one round. It also takes and returns the last row.
#[inline(always)]
fn round<L: Lane, M: Memory<L>, const INVERTED: bool>(
    tier: L::Tier,
    from: &Place<M>,
    to: &Place<M>,
    [l0, l1, l2, l3, l4]: [L; 5],
    constant: &u64,
) -> [L; 5] {
    // theta: the parity of each column, and the sum to be added to each column.
    let a = |k: usize| from[k].read(tier);
    let c0 = a(0).eor3(a(5), a(10)).eor3(a(15), l0);
    let c1 = a(1).eor3(a(6), a(11)).eor3(a(16), l1);
    let c2 = a(2).eor3(a(7), a(12)).eor3(a(17), l2);
    let c3 = a(3).eor3(a(8), a(13)).eor3(a(18), l3);
    let c4 = a(4).eor3(a(9), a(14)).eor3(a(19), l4);
    let d = [c4.rax1(c1), c0.rax1(c2), c1.rax1(c3), c2.rax1(c4), c3.rax1(c0)];

    row::<L, M, INVERTED>(tier, from, to, d, 0, *constant);
    row::<L, M, INVERTED>(tier, from, to, d, 1, 0);
    row::<L, M, INVERTED>(tier, from, to, d, 2, 0);
    row::<L, M, INVERTED>(tier, from, to, d, 3, 0);
    let last = row::<L, M, INVERTED>(tier, from, to, d, 4, 0);
    // Makes the compiler forget what it has written, so that the next round reads it from memory.
    compiler_fence(Ordering::SeqCst);
    last
}

/// Computes and writes row `y`: theta's last step, rho, pi, chi, and iota, which adds `constant` to lane 0 of the row.
#[inline(always)]
fn row<L: Lane, M: Memory<L>, const INVERTED: bool>(
    tier: L::Tier,
    from: &Place<M>,
    to: &Place<M>,
    d: [L; 5],
    y: usize,
    constant: u64,
) -> [L; 5] {
    let b = |x: usize| {
        let k = source(x + 5 * y);
        from[k].read(tier).xar(d[k % 5], OFFSETS[k] % 64)
    };
    let b = [b(0), b(1), b(2), b(3), b(4)];
    let c0 = chi::<L, INVERTED>(b, 0, y).xor(L::splat(tier, constant));
    let row = [
        c0,
        chi::<L, INVERTED>(b, 1, y),
        chi::<L, INVERTED>(b, 2, y),
        chi::<L, INVERTED>(b, 3, y),
        chi::<L, INVERTED>(b, 4, y),
    ];
    M::write_row(&to[5 * y..], row);
    row
}

/// Returns lane x of chi for row y. As a closure in [`row`], this would remain a function call in WebAssembly.
#[inline(always)]
fn chi<L: Lane, const INVERTED: bool>(b: [L; 5], x: usize, y: usize) -> L {
    if INVERTED { chi_of_inverted(b, x, y) } else { b[x].chi(b[(x + 1) % 5], b[(x + 2) % 5]) }
}

/// [`chi`] of lanes some of which are inverted: returns `b0 ^ (!b1 & b2)`, inverted for [`INVERTED_LANES`].
#[inline(always)]
fn chi_of_inverted<L: Lane>(b: [L; 5], x: usize, y: usize) -> L {
    let (x1, x2) = ((x + 1) % 5, (x + 2) % 5);
    let (b0, b1, b2) = (b[x], b[x1], b[x2]);
    let invert = AFTER_PI[5 * y + x] != INVERTED_LANES[5 * y + x];
    // The product, and whether the sum must be inverted; !b1 & !b2 is the inverse of b1 | b2.
    let (product, invert) = match (AFTER_PI[5 * y + x1], AFTER_PI[5 * y + x2], invert) {
        (true, false, _) => (b1.and(b2), invert),
        (false, true, _) => (b1.or(b2), !invert),
        (false, false, false) => (b1.andnot(b2), false),
        (false, false, true) => (b1.or(b2.not()), false),
        (true, true, false) => (b2.andnot(b1), false),
        (true, true, true) => (b1.not().or(b2), false),
    };
    let sum = b0.xor(product);
    if invert { sum.not() } else { sum }
}
