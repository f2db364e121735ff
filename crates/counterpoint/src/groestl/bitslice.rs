//! Grøstl on bit planes: P and Q lie side by side, and the S-box is a circuit, so no table is read and no address
//! depends on data.
//!
//! [Groestl-guide] 3.3 names the technique; docs/techniques/bit-slicing.md follows a byte through this layout. It
//! fills words of 64 bits with P and Q of one message:
//!
//! ```text
//!   plane p = bit p of all bytes of P and Q = N words of 64 bits (N = 2 for 8 columns, 4 for 16)
//!
//!   word w      byte 7 = row 7 | ... | byte 1 = row 1 | byte 0 = row 0
//!                                                     /               \
//!                                         bits 7 6 5 4: Q            bits 3 2 1 0: P
//!                                         columns w+3N w+2N w+N w    columns w+3N w+2N w+N w
//! ```
//!
//! sub_bytes costs 113 gates per word; its constant {63} is deferred to the round constants.
//!
//! shift_bytes rotates rows: it adds a number to the column numbers, one bit at a time, and for each bit swaps pairs of
//! columns. The lowest bits select a word (2 operations per word), the two upper bits select a bit of the word (5 or 6
//! operations).
//!
//! mix_bytes reaches the next row by a rotation, since rows are bytes of a word, and doubles by renaming planes and 3
//! exclusive ors.
//!
//! A vector may contain words of different messages side by side (`several.rs`), or a whole plane of one message
//! (`one_vector.rs`).

use super::compression::{
    Columns, CompressionFunction, Final, Form, Parts, Permutation, RoundConstants, columns_of, rounds, shifts,
};
use crate::cpu::{Kernel, Portable};
use crate::gf256::planes::{sub_bytes_without_constant, transpose};
use crate::gf256::{AFFINE_CONSTANT, mul};
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::delta_swap::swap_masked;
use crate::vector::{Bits, Lane};
use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
mod one_vector;
#[cfg(vectors)]
mod several;

#[cfg(target_arch = "x86_64")]
pub(super) use one_vector::OneByOneInVectors;
#[cfg(vectors)]
pub(super) use several::SeveralAtOnce;

/// One message, in words of 64 bits, `N` words per plane.
pub(super) struct OneByOne<const COLUMNS: usize, const N: usize, F = Final>(PhantomData<F>);

impl<const COLUMNS: usize, const N: usize, F: Form> Kernel for OneByOne<COLUMNS, N, F> {
    type Tier = Portable;
    type Primitive = CompressionFunction<COLUMNS, F>;

    #[inline(always)]
    fn run(tier: Portable, operands: Operands<'_, Self::Primitive>) {
        const { assert!(COLUMNS == 4 * N) };
        // Both operations share one copy of the rounds: the output transformation compresses a block of zeros without
        // Q.
        operands.one_by_one(
            #[inline(always)]
            |h, mut input| {
                while let Some(([block], finalize)) = input.next(8 * COLUMNS) {
                    let m: Columns<COLUMNS> = columns_of(block);
                    compress::<F, _, N>(tier, words_mut(h), words(&m), Parts::of(finalize));
                }
            },
        );
    }
}

/// The technique of this file, of `several.rs` and of `one_vector.rs`.
pub(super) const TECHNIQUE: Technique = Technique::new("bitslice", "[Groestl-guide] 3.3, [Boyar-Peralta]");

/// The columns of H or M: `columns[t][w]` is column w + N t, with row i in byte i.
pub(super) type ByWords<L, const N: usize> = [[L; N]; 4];

/// P and Q as bit planes: `planes[w][p]` is word w of plane p.
pub(super) type Planes<L, const N: usize> = [[L; 8]; N];

#[inline(always)]
pub(super) fn words<const COLUMNS: usize, const N: usize>(columns: &Columns<COLUMNS>) -> &ByWords<u64, N> {
    columns.as_chunks().0.first_chunk().expect("4 N columns")
}

#[inline(always)]
pub(super) fn words_mut<const COLUMNS: usize, const N: usize>(columns: &mut Columns<COLUMNS>) -> &mut ByWords<u64, N> {
    columns.as_chunks_mut().0.first_chunk_mut().expect("4 N columns")
}

/// Compresses: H becomes P(H + M) + Q(M) + H, or P(H + M) + H.
#[inline(always)]
pub(super) fn compress<F: Form, L: Lane, const N: usize>(
    tier: L::Tier,
    h: &mut ByWords<L, N>,
    m: &ByWords<L, N>,
    parts: Parts,
) {
    // Not a copy of `h`: the compiler would call a function for it.
    let mut hm = [[L::zero(tier); N]; 4];
    add(&mut hm, h);
    add(&mut hm, m);
    let mut planes = planes(tier, &hm, m);
    for r in 0..rounds(4 * N) {
        round::<F, L, N>(tier, &mut planes, r);
    }
    let (p, q) = columns(tier, &planes);
    add(h, &p);
    // The last round defers the same constant in P and in Q, so it cancels unless Q is missing.
    match parts {
        Parts::PAndQ => add(h, &q),
        Parts::P => add(h, &[[L::splat(tier, DEFERRED); N]; 4]),
    }
}

/// `a` becomes `a` + `b`.
#[inline(always)]
fn add<L: Lane, const N: usize>([a0, a1, a2, a3]: &mut ByWords<L, N>, [b0, b1, b2, b3]: &ByWords<L, N>) {
    for w in 0..N {
        a0[w] = a0[w].xor(b0[w]);
        a1[w] = a1[w].xor(b1[w]);
        a2[w] = a2[w].xor(b2[w]);
        a3[w] = a3[w].xor(b3[w]);
    }
}

/// Returns the bit planes of the inputs to P and Q.
#[inline(always)]
pub(super) fn planes<L: Lane, const N: usize>(
    tier: L::Tier,
    [p0, p1, p2, p3]: &ByWords<L, N>,
    [q0, q1, q2, q3]: &ByWords<L, N>,
) -> Planes<L, N> {
    let mut planes = [[L::zero(tier); 8]; N];
    // Not a loop: the compiler would first call a function to clear the planes.
    planes[0] = transpose(tier, [p0[0], p1[0], p2[0], p3[0], q0[0], q1[0], q2[0], q3[0]]);
    planes[1] = transpose(tier, [p0[1], p1[1], p2[1], p3[1], q0[1], q1[1], q2[1], q3[1]]);
    if N == 4 {
        planes[2] = transpose(tier, [p0[2], p1[2], p2[2], p3[2], q0[2], q1[2], q2[2], q3[2]]);
        planes[3] = transpose(tier, [p0[3], p1[3], p2[3], p3[3], q0[3], q1[3], q2[3], q3[3]]);
    }
    planes
}

/// Returns the columns of P and of Q from their bit planes.
#[inline(always)]
pub(super) fn columns<L: Lane, const N: usize>(tier: L::Tier, planes: &Planes<L, N>) -> (ByWords<L, N>, ByWords<L, N>) {
    let mut p = [[L::zero(tier); N]; 4];
    let mut q = p;
    for w in 0..N {
        [p[0][w], p[1][w], p[2][w], p[3][w], q[0][w], q[1][w], q[2][w], q[3][w]] = transpose(tier, planes[w]);
    }
    (p, q)
}

/// Computes round r of P and Q. The result lacks [`DEFERRED`], which the constants of the next round include.
#[inline(always)]
pub(super) fn round<F: Form, L: Lane, const N: usize>(tier: L::Tier, planes: &mut Planes<L, N>, r: usize) {
    let constants = &Layout::<N, F>::CONSTANTS[r];
    for w in 0..N {
        planes[w] = sub_bytes_without_constant(add_round_constant(tier, planes[w], &constants[w]));
    }
    swap_words::<F, L, N>(tier, planes, 0, 1, 0);
    if N == 4 {
        swap_words::<F, L, N>(tier, planes, 2, 3, 0);
        swap_words::<F, L, N>(tier, planes, 0, 2, 1);
        swap_words::<F, L, N>(tier, planes, 1, 3, 1);
    }
    planes[0] = shift_and_mix(planes[0], masks::<F, _, N>(tier, 0));
    planes[1] = shift_and_mix(planes[1], masks::<F, _, N>(tier, 1));
    if N == 4 {
        planes[2] = shift_and_mix(planes[2], masks::<F, _, N>(tier, 2));
        planes[3] = shift_and_mix(planes[3], masks::<F, _, N>(tier, 3));
    }
}

/// Adds the round constant to one word of each plane.
#[inline(always)]
fn add_round_constant<L: Lane>(tier: L::Tier, a: [L; 8], constants: &[u64; 8]) -> [L; 8] {
    [
        a[0].xor(L::splat(tier, constants[0])),
        a[1].xor(L::splat(tier, constants[1])),
        a[2].xor(L::splat(tier, constants[2])),
        a[3].xor(L::splat(tier, constants[3])),
        a[4].xor(L::splat(tier, constants[4])),
        a[5].xor(L::splat(tier, constants[5])),
        a[6].xor(L::splat(tier, constants[6])),
        a[7].xor(L::splat(tier, constants[7])),
    ]
}

/// The part of ShiftBytes between words `v` and `w`, whose numbers differ only in `bit`.
///
/// Rotating a row adds a number to its column numbers. This is done bit by bit from the lowest: where the bit is added,
/// columns whose numbers differ only in this bit are swapped.
#[inline(always)]
fn swap_words<F: Form, L: Lane, const N: usize>(
    tier: L::Tier,
    planes: &mut Planes<L, N>,
    v: usize,
    w: usize,
    bit: usize,
) {
    let mask = L::splat(tier, Layout::<N, F>::BETWEEN_WORDS[bit][v]);
    let (a, b) = (planes[v], planes[w]);
    (planes[v][0], planes[w][0]) = swap_masked(a[0], b[0], mask);
    (planes[v][1], planes[w][1]) = swap_masked(a[1], b[1], mask);
    (planes[v][2], planes[w][2]) = swap_masked(a[2], b[2], mask);
    (planes[v][3], planes[w][3]) = swap_masked(a[3], b[3], mask);
    (planes[v][4], planes[w][4]) = swap_masked(a[4], b[4], mask);
    (planes[v][5], planes[w][5]) = swap_masked(a[5], b[5], mask);
    (planes[v][6], planes[w][6]) = swap_masked(a[6], b[6], mask);
    (planes[v][7], planes[w][7]) = swap_masked(a[7], b[7], mask);
}

/// The part of ShiftBytes within a word, then MixBytes, on one word of each plane.
#[inline(always)]
fn shift_and_mix<L: Lane>(a: [L; 8], masks: Masks<L>) -> [L; 8] {
    mix_bytes(
        a,
        #[inline(always)]
        |plane| plane.delta_swap(masks.lower, 1).delta_swap(masks.upper, 2),
        #[inline(always)]
        |plane, n| plane.rol(64 - 8 * n),
    )
}

/// MixBytes of planes that `shift` shifts first; `row` moves row i + n to the place of row i.
///
/// Row i of the result is u_i + 2 c_i, where c_i = u_(i+3) + 2 v_i. The planes are computed from 7 down, so that few
/// values wait for others.
#[inline(always)]
fn mix_bytes<B: Bits>(a: [B; 8], shift: impl Fn(B) -> B, row: impl Fn(B, u32) -> B) -> [B; 8] {
    let (u7, v7) = sums(shift(a[7]), &row);
    let (u6, v6) = sums(shift(a[6]), &row);
    let c7 = row(u7, 3).xor(v6);
    let (u5, v5) = sums(shift(a[5]), &row);
    let c6 = row(u6, 3).xor(v5);
    let b7 = u7.xor(c6);
    let (u4, v4) = sums(shift(a[4]), &row);
    let c5 = row(u5, 3).xor(v4);
    let b6 = u6.xor(c5);
    let (u3, v3) = sums(shift(a[3]), &row);
    let c4 = row(u4, 3).eor3(v3, v7);
    let b5 = u5.xor(c4);
    let (u2, v2) = sums(shift(a[2]), &row);
    let c3 = row(u3, 3).eor3(v2, v7);
    let b4 = u4.eor3(c3, c7);
    let (u1, v1) = sums(shift(a[1]), &row);
    let c2 = row(u2, 3).xor(v1);
    let b3 = u3.eor3(c2, c7);
    let (u0, v0) = sums(shift(a[0]), &row);
    let c1 = row(u1, 3).eor3(v0, v7);
    let b2 = u2.xor(c1);
    let c0 = row(u0, 3).xor(v7);
    let b1 = u1.eor3(c0, c7);
    let b0 = u0.xor(c7);
    [b0, b1, b2, b3, b4, b5, b6, b7]
}

/// The masks of the columns to swap within a word: those whose numbers differ in the lower of the two bits that select
/// a bit of the word, and in the upper.
#[derive(Clone, Copy)]
struct Masks<L> {
    lower: L,
    upper: L,
}

/// Returns the masks of word w of N.
#[inline(always)]
fn masks<F: Form, L: Lane, const N: usize>(tier: L::Tier, w: usize) -> Masks<L> {
    let [lower, upper] = Layout::<N, F>::WITHIN_WORDS;
    Masks { lower: L::splat(tier, lower[w]), upper: L::splat(tier, upper[w]) }
}

/// Returns the two sums of shifted rows that make up MixBytes: u_i = a_(i+2) + a_(i+4) + a_(i+5) + a_(i+6) + a_(i+7)
/// and v_i = a_(i+3) + a_(i+4) + a_(i+6) + a_(i+7).
#[inline(always)]
fn sums<B: Bits>(a: B, row: &impl Fn(B, u32) -> B) -> (B, B) {
    let w = row(a, 2).eor3(row(a, 3), row(a, 5));
    let v = row(w.xor(row(a, 6)), 1);
    (w.xor(v), v)
}

/// The deferred constant: MixBytes of the S-box's constant in every byte. Each row of the matrix sums to {03}.
pub(super) const DEFERRED: u64 = u64::from_ne_bytes([mul(3, AFFINE_CONSTANT); 8]);

/// Returns the constant of round r at row i of column j, plus the constant deferred by the previous round.
const fn constant<F: Form>(permutation: Permutation, i: usize, j: usize, r: usize) -> u8 {
    let constant = RoundConstants::of::<F>(permutation).at(i, j, r);
    if r == 0 { constant } else { constant ^ DEFERRED as u8 }
}

/// The masks and constants that depend on the places of the columns, for `N` words per plane.
struct Layout<const N: usize, F>(PhantomData<F>);

impl<const N: usize, F: Form> Layout<N, F> {
    /// For each bit of a column's number that selects a word, and for each word: the places to swap between this word
    /// and the one whose number has the bit set.
    const BETWEEN_WORDS: &'static [[u64; N]; 2] = &[Self::swap_masks(0), Self::swap_masks(1)];

    /// For the two upper bits of a column's number, and for each word: the places to swap within the word, marked at
    /// the lower bit of each pair.
    const WITHIN_WORDS: &'static [[u64; N]; 2] =
        &[Self::swap_masks(N.ilog2() as usize), Self::swap_masks(N.ilog2() as usize + 1)];

    const fn swap_masks(bit: usize) -> [u64; N] {
        let mut masks = [0; N];
        let mut w = 0;
        while w < N {
            masks[w] = Self::swap_mask(bit, w);
            w += 1;
        }
        masks
    }

    const fn swap_mask(bit: usize, w: usize) -> u64 {
        let mut mask = 0;
        let mut place = 0;
        while place < 64 {
            let (permutation, i, j) = Self::at(w, place);
            let shift = shifts::<F>(permutation, 4 * N)[i];
            // The sum includes the carry of the lower bits.
            let add = (j % (1 << bit) + shift) >> bit & 1 == 1;
            if add && j >> bit & 1 == 0 {
                mask |= 1 << place;
            }
            place += 1;
        }
        mask
    }

    /// The round constants by round, word and plane, plus the constant deferred by the previous round.
    const CONSTANTS: &'static [[[u64; 8]; N]; 14] = &{
        let mut constants = [[[0; 8]; N]; 14];
        let mut r = 0;
        while r < rounds(4 * N) {
            let mut w = 0;
            while w < N {
                let mut place = 0;
                while place < 64 {
                    let (permutation, i, j) = Self::at(w, place);
                    let constant = constant::<F>(permutation, i, j, r);
                    let mut p = 0;
                    while p < 8 {
                        constants[r][w][p] |= ((constant >> p & 1) as u64) << place;
                        p += 1;
                    }
                    place += 1;
                }
                w += 1;
            }
            r += 1;
        }
        constants
    };

    /// Returns the permutation, the row and the column of a bit of word w.
    const fn at(w: usize, place: usize) -> (Permutation, usize, usize) {
        let permutation = if place % 8 < 4 { Permutation::P } else { Permutation::Q };
        (permutation, place / 8, w + N * (place % 4))
    }
}
