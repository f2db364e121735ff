//! The layouts: which byte of a vector is which column of which permutation, and the tables that follow from it,
//! which are shuffles, round constants and masks.

use super::mixing::{Carried, Mixing};
use super::{HALVES_SWAPPED, Pair};
use crate::gf256::mul;
use crate::groestl::compression::{Permutation, rounds, shifts};
use crate::vector::SubBytes;
use core::marker::PhantomData;

/// The place of every byte of P and Q in a vector.
pub(in crate::groestl) trait Layout<const COLUMNS: usize>: 'static {
    /// The permutation and the column of each byte, in even groups and in odd groups.
    const PLACES: [[(Permutation, usize); 16]; 2];
    /// The number of groups that contain one message.
    const GROUPS: usize;

    /// Moves to each byte its partner: the byte of the other permutation at the same row and column.
    fn partner<V: SubBytes>(x: V) -> V;
}

/// P in the lower half of each group, Q in the upper half.
pub(in crate::groestl) struct Halves;

/// P in even groups, Q in odd ones.
#[cfg(target_arch = "x86_64")]
pub(in crate::groestl) struct InTurns;

/// P in every group.
pub(in crate::groestl) struct OnlyP;

/// Q in every group.
pub(in crate::groestl) struct OnlyQ;

pub(super) const fn places(of: [Permutation; 2], columns: usize) -> [(Permutation, usize); 16] {
    let mut places = [(of[0], 0); 16];
    let mut n = 0;
    while n < 16 {
        places[n] = (of[n / 8], n % columns);
        n += 1;
    }
    places
}

/// Returns the places of a group that contains 16 columns of one permutation.
pub(super) const fn whole(of: Permutation) -> [(Permutation, usize); 16] {
    places([of, of], 16)
}

impl Layout<8> for Halves {
    const PLACES: [[(Permutation, usize); 16]; 2] = [places([Permutation::P, Permutation::Q], 8); 2];
    const GROUPS: usize = 1;

    #[inline(always)]
    fn partner<V: SubBytes>(x: V) -> V {
        x.shuffle(HALVES_SWAPPED)
    }
}

#[cfg(target_arch = "x86_64")]
impl Layout<16> for InTurns {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::P), whole(Permutation::Q)];
    const GROUPS: usize = 2;

    #[inline(always)]
    fn partner<V: SubBytes>(x: V) -> V {
        x.swap_groups()
    }
}

impl Layout<16> for OnlyP {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::P); 2];
    const GROUPS: usize = 1;

    /// The partner is in another vector, so there is nothing to move.
    #[inline(always)]
    fn partner<V: SubBytes>(x: V) -> V {
        x
    }
}

impl Layout<16> for OnlyQ {
    const PLACES: [[(Permutation, usize); 16]; 2] = [whole(Permutation::Q); 2];
    const GROUPS: usize = 1;

    #[inline(always)]
    fn partner<V: SubBytes>(x: V) -> V {
        x
    }
}

/// Returns the byte of a group that contains a column of a permutation.
pub(super) const fn place_of(places: &[(Permutation, usize); 16], permutation: Permutation, column: usize) -> usize {
    let mut n = 0;
    while places[n].0 as u8 != permutation as u8 || places[n].1 != column {
        n += 1;
    }
    n
}

/// The tables of a layout, for the S-box of vectors `V`.
pub(super) struct Tables<V, L, const COLUMNS: usize>(PhantomData<(V, L)>);

impl<V: SubBytes, L: Layout<COLUMNS>, const COLUMNS: usize> Tables<V, L, COLUMNS> {
    /// The shuffle of each row, which combines shift_bytes with the shuffle that the S-box requires.
    pub(super) const SHUFFLES: &'static [Pair; 8] = &{
        let mut shuffles = [[[0; 16]; 2]; 8];
        let mut at = 0;
        while at < 8 * 2 * 16 {
            let (i, g, n) = (at / 32, at / 16 % 2, at % 16);
            let (permutation, j) = L::PLACES[g][V::SHUFFLE[n] as usize];
            let from = (j + shifts(permutation, COLUMNS)[i]) % COLUMNS;
            shuffles[i][g][n] = place_of(&L::PLACES[g], permutation, from) as u8;
            at += 1;
        }
        shuffles
    };

    /// The round constants of round 0.
    pub(super) const FIRST: &'static [Pair; 8] = &Self::constants(0, Carried::Plain, 0);

    /// Returns what each round adds at its end: the constants of the next round plus the constant that the S-box
    /// deferred, in the form that `carried` says.
    const fn carried(carried: Carried, deferred: u8) -> [[Pair; 8]; 14] {
        let mut all = [[[[0; 16]; 2]; 8]; 14];
        let mut r = 0;
        while r < rounds(COLUMNS) {
            all[r] = Self::constants(r + 1, carried, mul(3, deferred));
            r += 1;
        }
        all
    }

    /// Returns the constants of round `r`, if there is such a round, plus `deferred` in every byte.
    const fn constants(r: usize, carried: Carried, deferred: u8) -> [Pair; 8] {
        let mut rows = [[[0; 16]; 2]; 8];
        let mut at = 0;
        while at < 2 * 16 {
            let (g, n) = (at / 16, at % 16);
            let (permutation, j) = L::PLACES[g][n];
            let column = carried.column(column_of_constants(permutation, j, r, COLUMNS, deferred));
            let mut i = 0;
            while i < 8 {
                rows[i][g][n] = V::IN_BASIS[column[i] as usize];
                i += 1;
            }
            at += 1;
        }
        rows
    }

    /// The mask of P's part.
    pub(super) const OF_P: Pair = {
        let mut mask = [[0; 16]; 2];
        let mut at = 0;
        while at < 2 * 16 {
            let (g, n) = (at / 16, at % 16);
            mask[g][n] = if matches!(L::PLACES[g][n].0, Permutation::P) { 0xff } else { 0 };
            at += 1;
        }
        mask
    };
}

/// Returns the round constants of a column, if there is such a round, plus `deferred` in every row.
pub(super) const fn column_of_constants(
    permutation: Permutation,
    j: usize,
    r: usize,
    columns: usize,
    deferred: u8,
) -> [u8; 8] {
    let mut column = [deferred; 8];
    if r < rounds(columns) {
        let counter = (j << 4 | r) as u8;
        match permutation {
            Permutation::P => column[0] ^= counter,
            Permutation::Q => {
                let mut i = 0;
                while i < 8 {
                    column[i] ^= 0xff;
                    i += 1;
                }
                column[7] ^= counter;
            }
        }
    }
    column
}

/// The constants that each round adds, for a way to mix and a layout.
pub(super) struct Carry<V, M, L, const COLUMNS: usize>(PhantomData<(V, M, L)>);

impl<V: SubBytes, M: Mixing<V>, L: Layout<COLUMNS>, const COLUMNS: usize> Carry<V, M, L, COLUMNS> {
    pub(super) const ROUNDS: &'static [[Pair; 8]; 14] = &Tables::<V, L, COLUMNS>::carried(M::CARRIED, M::DEFERRED);
}
