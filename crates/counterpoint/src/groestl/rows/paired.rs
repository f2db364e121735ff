//! One message of Grøstl-256 in four vectors of two groups: two rows of P in one group, two rows of Q in the other.
//!
//! ```text
//!               group of P          group of Q
//!   vector 0    | row 0 | row 4 |   | row 0 | row 4 |
//!   vector 1    | row 1 | row 5 |   | row 1 | row 5 |
//!   vector 2    | row 2 | row 6 |   | row 2 | row 6 |
//!   vector 3    | row 3 | row 7 |   | row 3 | row 7 |
//! ```
//!
//! Row j + 4 is always beside row j, so a swap of halves brings one to the place of the other. A way to mix may leave
//! row j + 4 before row j, which the shuffle of the next round corrects at no cost.
//!
//! There are half as many operations, on vectors of twice the width. This is what one message can gain from vectors
//! of 256 bits.

use super::layout::column_of_constants;
use super::mixing::Carried;
use super::transpose::transpose;
use super::{Form, Group, HALVES_SWAPPED, Pair};
use crate::gf256::mul;
use crate::groestl::compression::{Permutation, rounds, shifts};
use crate::vector::SubBytes;
use core::marker::PhantomData;
use mixing::PairedMixing;

pub(in crate::groestl) mod mixing;

/// Two rows in each group.
pub(in crate::groestl) struct Paired<M>(PhantomData<M>);

/// The permutation of the even groups and of the odd groups.
const PERMUTATIONS: [Permutation; 2] = [Permutation::P, Permutation::Q];

/// The tables, for the S-box of vectors `V` and a way to mix.
struct Tables<V, M>(PhantomData<(V, M)>);

impl<V: SubBytes, M: PairedMixing<V>> Tables<V, M> {
    /// The shuffle of each vector, which combines shift_bytes, the shuffle that the S-box requires, and the swap of
    /// halves of vectors that have row j + 4 first.
    const SHUFFLES: &'static [Pair; 4] = &{
        let mut shuffles = [[[0; 16]; 2]; 4];
        let mut at = 0;
        while at < 4 * 2 * 16 {
            let (vector, g, n) = (at / 32, at / 16 % 2, V::SHUFFLE[at % 16] as usize);
            let row = vector + 4 * (n / 8);
            let column = (n % 8 + shifts(PERMUTATIONS[g], 8)[row]) % 8;
            let half = if M::TURNED[vector] { 1 - n / 8 } else { n / 8 };
            shuffles[vector][g][at % 16] = (8 * half + column) as u8;
            at += 1;
        }
        shuffles
    };

    /// The round constants of round 0, in the order of rows that vectors have between rounds.
    const FIRST: &'static [Pair; 4] = &Self::constants(0, Carried::Plain, 0, M::TURNED);

    /// The constants that each round adds.
    const ROUNDS: &'static [[Pair; 4]; 10] = &{
        let mut all = [[[[0; 16]; 2]; 4]; 10];
        let mut r = 0;
        while r < rounds(8) {
            all[r] = Self::constants(r + 1, M::CARRIED, mul(3, M::DEFERRED), [M::K_TURNED; 4]);
            r += 1;
        }
        all
    };

    const fn constants(r: usize, carried: Carried, deferred: u8, turned: [bool; 4]) -> [Pair; 4] {
        let mut constants = [[[0; 16]; 2]; 4];
        let mut at = 0;
        while at < 4 * 2 * 16 {
            let (vector, g, n) = (at / 32, at / 16 % 2, at % 16);
            let half = if turned[vector] { 1 - n / 8 } else { n / 8 };
            let column = carried.column(column_of_constants(PERMUTATIONS[g], n % 8, r, 8, deferred));
            constants[vector][g][n] = V::IN_BASIS[column[vector + 4 * half] as usize];
            at += 1;
        }
        constants
    }
}

impl<V: SubBytes, M: PairedMixing<V>> Form<V, 8> for Paired<M> {
    type Vectors = [V; 4];
    const GROUPS: usize = 2;
    const OF_P: Pair = [[0xff; 16], [0; 16]];

    #[inline(always)]
    fn partner(x: V) -> V {
        x.swap_groups()
    }

    #[inline(always)]
    fn rows(tier: V::Tier, group: impl Fn(usize, usize) -> Group) -> [V; 4] {
        let pair = |k| V::gather(tier, |g| group(g, k));
        let [rows01, rows23, rows45, rows67] = transpose([pair(0), pair(1), pair(2), pair(3)]);
        let (rows04, rows15) = rows01.interleave8(rows45);
        let (rows26, rows37) = rows23.interleave8(rows67);
        turned::<V, M>([rows04, rows15, rows26, rows37])
    }

    #[inline(always)]
    fn columns(pairs: [V; 4]) -> [[Group; 8]; 4] {
        let [rows04, rows15, rows26, rows37] = turned::<V, M>(pairs);
        let (rows01, rows45) = rows04.interleave8(rows15);
        let (rows23, rows67) = rows26.interleave8(rows37);
        let mut columns = [[[0; 16]; 8]; 4];
        for (k, pair) in transpose([rows01, rows23, rows45, rows67]).into_iter().enumerate() {
            let mut groups = [[0; 16]; 4];
            pair.store(&mut groups);
            for (of_group, group) in columns.iter_mut().zip(groups) {
                of_group[k] = group;
            }
        }
        columns
    }

    #[inline(always)]
    fn permute<const SETS: usize>(tier: V::Tier, sets: &mut [[V; 4]; SETS]) {
        for set in sets.iter_mut() {
            for (pair, constants) in set.iter_mut().zip(Tables::<V, M>::FIRST) {
                *pair = pair.xor(V::alternate(tier, *constants));
            }
        }
        for constants in Tables::<V, M>::ROUNDS {
            for set in sets.iter_mut() {
                let mut k = *set;
                for (i, pair) in set.iter_mut().enumerate() {
                    k[i] = V::alternate(tier, constants[i]);
                    *pair = pair.shuffle_by(V::alternate(tier, Tables::<V, M>::SHUFFLES[i]));
                }
                *set = M::sub_and_mix(*set, k);
            }
        }
    }
}

/// Swaps the halves of the vectors that have row j + 4 first between rounds. This converts from the usual order to
/// that order, and back.
#[inline(always)]
fn turned<V: SubBytes, M: PairedMixing<V>>(mut pairs: [V; 4]) -> [V; 4] {
    for (pair, turned) in pairs.iter_mut().zip(M::TURNED) {
        if turned {
            *pair = pair.shuffle(HALVES_SWAPPED);
        }
    }
    pairs
}
