//! Keccak-p as FIPS 202 section 3 describes it, step by step, with every constant computed.
//!
//! Lane (x, y) is number x + 5 y of the state; a byte string fills the lanes in order, little-endian.
//!
//! ```text
//!          x = 0   1   2   3   4
//!   y = 0      0   1   2   3   4     theta: parity of columns      rho: rotation of each lane
//!   y = 1      5   6   7   8   9     pi: lanes change places       chi: each row, bit by bit
//!   ...                              iota: a constant to lane 0
//! ```

use super::primitive::{KeccakP, Word, run_one_by_one};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;
use core::marker::PhantomData;

/// The specification, as a kernel.
pub(super) struct Spec<W>(PhantomData<W>);

impl<W: Word> Kernel for Spec<W> {
    type Tier = Portable;
    type Primitive = KeccakP<W>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, KeccakP<W>>) {
        run_one_by_one(operands, keccak_p);
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("spec", "[FIPS202] 3");

/// Keccak-p\[b, rounds\]: the last `rounds` rounds of Keccak-f\[b\].
pub(super) fn keccak_p<W: Word>(state: &mut [W; 25], rounds: usize) {
    for round in W::FULL_ROUNDS - rounds..W::FULL_ROUNDS {
        theta(state);
        rho(state);
        pi(state);
        chi(state);
        iota(state, round);
    }
}

/// theta: adds to each lane the parities of two columns. FIPS 202 section 3.2.1.
pub(super) fn theta<W: Word>(a: &mut [W; 25]) {
    let c = |x: usize| (1..5).fold(a[x % 5], |sum, y| sum.xor(a[x % 5 + 5 * y]));
    let d: [W; 5] = core::array::from_fn(|x| c(x + 4).xor(c(x + 1).rol(1)));
    for i in 0..25 {
        a[i] = a[i].xor(d[i % 5]);
    }
}

/// rho: rotates each lane by its offset. FIPS 202 section 3.2.2.
pub(super) fn rho<W: Word>(a: &mut [W; 25]) {
    for (lane, offset) in a.iter_mut().zip(OFFSETS) {
        *lane = lane.rol(offset % W::WIDTH);
    }
}

/// pi: moves the lane at (x, y) to (y, 2x + 3y). FIPS 202 section 3.2.3.
pub(super) fn pi<W: Word>(a: &mut [W; 25]) {
    let old = *a;
    for x in 0..5 {
        for y in 0..5 {
            a[y + 5 * ((2 * x + 3 * y) % 5)] = old[x + 5 * y];
        }
    }
}

/// chi: combines the bits of each row; the only step that is not linear. FIPS 202 section 3.2.4.
pub(super) fn chi<W: Word>(a: &mut [W; 25]) {
    for row in a.chunks_exact_mut(5) {
        let old = [row[0], row[1], row[2], row[3], row[4]];
        for x in 0..5 {
            row[x] = old[x].xor(old[(x + 1) % 5].not().and(old[(x + 2) % 5]));
        }
    }
}

/// iota: adds the round's constant to lane (0, 0). FIPS 202 section 3.2.5.
pub(super) fn iota<W: Word>(a: &mut [W; 25], round: usize) {
    a[0] = a[0].xor(W::splat(Portable::PROOF, ROUND_CONSTANTS[round]));
}

/// The rotation of each lane, not yet reduced modulo the lane's width: triangular numbers along the orbit of (1, 0)
/// under pi.
pub(super) const OFFSETS: [u32; 25] = {
    let mut offsets = [0; 25];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        offsets[x + 5 * y] = (t + 1) * (t + 2) / 2;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};

/// The round constants for 64-bit lanes; narrower lanes use their low bits. FIPS 202 algorithm 5.
pub(super) const ROUND_CONSTANTS: [u64; 24] = {
    let mut constants = [0; 24];
    let mut register = 1u16;
    let mut t = 0;
    while t < 7 * 24 {
        // Bit 2^j - 1 of constant t div 7 is the register's lowest bit, for j = t mod 7.
        constants[t / 7] |= ((register & 1) as u64) << ((1 << (t % 7)) - 1);
        register <<= 1;
        if register & 0x100 != 0 {
            register ^= 0x171;
        }
        t += 1;
    }
    constants
};

/// Returns the constants of the last `rounds` of `full_rounds` rounds, or none if there are fewer rounds than that. It
/// is called outside the loop over rounds, and contains no check that could panic.
#[inline(always)]
pub(super) fn last_constants(full_rounds: usize, rounds: usize) -> &'static [u64] {
    ROUND_CONSTANTS.get(full_rounds.wrapping_sub(rounds)..full_rounds).unwrap_or_default()
}
