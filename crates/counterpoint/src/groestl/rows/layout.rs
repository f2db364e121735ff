//! The layouts: which byte of a vector is which byte of P or Q, and the tables that follow from it.
//!
//! A layout is a function from a byte's position in the vectors (number of the vector, even or odd group, byte in the
//! group) to its [`Place`]: which of two matrices, row and column. The tables are computed at compile time from this
//! function and from the two matrices, P and Q or P twice. The rounds of different layouts differ only in their tables:
//!
//! * shift_bytes is a shuffle that moves to each position the byte whose column is further right by the shift of the
//!   row. This byte must be in the same group, so a row is never spread over several groups.
//! * The round constant of a position depends only on its place.
//!
//! The tables cost each kernel 2 or 4 KiB of constants.

use super::constants::ConstantPlacement;
use super::mixing::Mixing;
use crate::gf256::mul;
use crate::groestl::compression::{Form, Permutation, RoundConstants, rounds, shifts};
use crate::vector::SubBytes;

/// A group of 16 bytes.
pub(super) type Group = [u8; 16];

/// Two groups: the first for the even groups of a vector, the second for the odd ones.
pub(super) type Pair = [Group; 2];

/// The shuffle that swaps the halves of a group.
pub(super) const HALVES_SWAPPED: Group = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/// The permutations of the first and the second matrix.
pub(super) type Matrices = [Permutation; 2];

/// The arrangement of P and Q in vectors. Tables for other [`Matrices`] contain these instead of P and Q.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// 8 columns: in each group a row of P in the lower half, and the same row of Q in the upper half.
    PAndQInHalves,
    /// 16 columns: in each even group a row of P, and in the odd group after it the same row of Q.
    PAndQInGroups,
    /// 16 columns: in each group a row of P. Q is computed in vectors of its own.
    OneByOne,
    /// 8 columns: in each half of a group a row of P of another message. Q is computed in vectors of its own.
    TwoMessages,
    /// 8 columns, in four vectors: in each even group the rows i and i + 4 of P, and in the odd group after it those
    /// of Q.
    TwoRows {
        /// Whether row 6 is before row 2 and row 7 before row 3. Some forms of mix_bytes return them in this order; the
        /// shuffle of the next round corrects it for free.
        rows_6_and_7_first: bool,
    },
}

/// Where a byte of a vector belongs.
#[derive(Clone, Copy)]
struct Place {
    /// Number of the matrix.
    matrix: usize,
    row: usize,
    column: usize,
}

impl Layout {
    /// Returns the layout of matrices of `columns` columns in `vectors` vectors of `groups` groups.
    pub(super) const fn new(
        columns: usize,
        vectors: usize,
        groups: usize,
        rows_6_and_7_first: bool,
        apart: bool,
    ) -> Self {
        match (columns, vectors, groups) {
            (8, 8, _) if apart => Self::TwoMessages,
            (16, 8, _) if apart => Self::OneByOne,
            (8, 8, _) => Self::PAndQInHalves,
            (8, 4, 2) => Self::TwoRows { rows_6_and_7_first },
            (16, 8, 1) => Self::OneByOne,
            (16, 8, _) => Self::PAndQInGroups,
            _ => panic!("no layout for these numbers of columns, vectors and groups"),
        }
    }

    /// Returns the place of byte `n` of the even groups (`g` is 0) or odd groups (`g` is 1) of a vector.
    const fn place(self, vector: usize, g: usize, n: usize) -> Place {
        let half = n / 8;
        match self {
            Self::PAndQInHalves | Self::TwoMessages => Place { matrix: half, row: vector, column: n % 8 },
            Self::PAndQInGroups => Place { matrix: g, row: vector, column: n },
            Self::OneByOne => Place { matrix: 0, row: vector, column: n },
            Self::TwoRows { rows_6_and_7_first } => {
                let upper = if rows_6_and_7_first && vector >= 2 { 1 - half } else { half };
                Place { matrix: g, row: vector + 4 * upper, column: n % 8 }
            }
        }
    }

    /// Returns the places of all bytes. The compiler is slow to evaluate functions, so each place is computed once.
    const fn places<const VECTORS: usize>(self) -> [[[Place; 16]; 2]; VECTORS] {
        let mut places = [[[Place { matrix: 0, row: 0, column: 0 }; 16]; 2]; VECTORS];
        let mut at = 0;
        while at < VECTORS * 2 * 16 {
            let (vector, g, n) = (at / 32, at / 16 % 2, at % 16);
            places[vector][g][n] = self.place(vector, g, n);
            at += 1;
        }
        places
    }

    /// Returns the layout of the vectors that sub_bytes and mix_bytes receive.
    const fn before_mixing(self) -> Self {
        match self {
            Self::TwoRows { .. } => Self::TwoRows { rows_6_and_7_first: false },
            other => other,
        }
    }

    /// Whether the vectors also contain Q.
    pub(super) const fn contains_q(self) -> bool {
        !matches!(self, Self::OneByOne | Self::TwoMessages)
    }

    /// Returns the number of messages that vectors of `groups` groups contain.
    pub(super) const fn messages(self, groups: usize) -> usize {
        match self {
            Self::TwoMessages => 2 * groups,
            Self::PAndQInHalves | Self::OneByOne => groups,
            Self::PAndQInGroups | Self::TwoRows { .. } => groups / 2,
        }
    }

    /// Swaps P and Q: moves each byte to the position of the other matrix's byte in the same row and column. Does
    /// nothing if they are in different vectors.
    #[inline(always)]
    pub(super) fn swap_p_and_q<V: SubBytes>(self, x: V) -> V {
        match self {
            Self::PAndQInHalves => x.shuffle(HALVES_SWAPPED),
            Self::PAndQInGroups | Self::TwoRows { .. } => x.swap_groups(),
            Self::OneByOne | Self::TwoMessages => x,
        }
    }
}

/// The tables of a layout, for the S-box of a vector type and one form of sub_bytes and mix_bytes.
///
/// They are aligned to a cache line. Otherwise the linker could place them anywhere, and every second load of 32 bytes
/// could cross a line.
#[repr(align(64))]
pub(super) struct LayoutTables<const VECTORS: usize> {
    /// The shuffle of each vector. It combines shift_bytes, the shuffle that the S-box requires, and the change from
    /// the layout between rounds to that of mix_bytes.
    pub(super) shuffles: [Pair; VECTORS],
    /// The constants of round 0.
    pub(super) first: [Pair; VECTORS],
    /// The vectors each round adds: the constants of the next round plus the S-box's deferred constant, transformed to
    /// the point of addition.
    pub(super) rounds: [[Pair; VECTORS]; 14],
    /// The mask of the first matrix's bytes, the same for every vector.
    of_p: Pair,
}

impl<const VECTORS: usize> LayoutTables<VECTORS> {
    /// Computes the tables, for matrices of `columns` columns.
    pub(super) const fn new<F: Form, V: SubBytes, M: Mixing<V, VECTORS>>(
        layout: Layout,
        matrices: Matrices,
        columns: usize,
    ) -> Self {
        let added = if M::APART { M::CONSTANTS } else { ConstantPlacement::AfterMixing };
        let first = Constants { r: 0, added, deferred: 0 };
        let mut tables = Self {
            shuffles: shuffles::<F, VECTORS>(layout, matrices, columns, &V::SHUFFLE),
            first: first.of_vectors::<F, VECTORS>(
                &layout.places(),
                &of_columns::<F>(added, matrices),
                matrices,
                columns,
                &V::IN_BASIS,
            ),
            rounds: [[[[0; 16]; 2]; VECTORS]; 14],
            of_p: [[0; 16]; 2],
        };
        let (places, of_columns) = (layout.before_mixing().places(), of_columns::<F>(M::CONSTANTS, matrices));
        let mut r = 0;
        while r < rounds(columns) {
            // mix_bytes multiplies a column of equal bytes by 3.
            let next = Constants { r: r + 1, added: M::CONSTANTS, deferred: mul(3, M::DEFERRED) };
            tables.rounds[r] = next.of_vectors::<F, VECTORS>(&places, &of_columns, matrices, columns, &V::IN_BASIS);
            r += 1;
        }
        let mut at = 0;
        while at < 2 * 16 {
            let (g, n) = (at / 16, at % 16);
            tables.of_p[g][n] = if layout.place(0, g, n).matrix == 0 { 0xff } else { 0 };
            at += 1;
        }
        tables
    }

    /// Returns the mask of P's bytes. Its value is hidden from the compiler: where the mask selects the lower half of a
    /// vector, the compiler could otherwise use an encoding that valgrind does not know.
    #[inline(always)]
    pub(super) fn of_p<V: SubBytes>(&'static self, tier: V::Tier) -> V {
        V::alternate(tier, *core::hint::black_box(&self.of_p))
    }
}

/// Returns the shuffle of each vector; `of_s_box` is the shuffle that the S-box requires.
const fn shuffles<F: Form, const VECTORS: usize>(
    layout: Layout,
    matrices: Matrices,
    columns: usize,
    of_s_box: &Group,
) -> [Pair; VECTORS] {
    let (between_rounds, before_mixing) = (layout.places::<VECTORS>(), layout.before_mixing().places::<VECTORS>());
    let shifts = [shifts::<F>(matrices[0], columns), shifts::<F>(matrices[1], columns)];
    // The position of each byte of the matrices within its group.
    let mut positions = [[[0; 16]; 8]; 2];
    let mut at = 0;
    while at < VECTORS * 2 * 16 {
        let (vector, g, n) = (at / 32, at / 16 % 2, at % 16);
        let Place { matrix, row, column } = between_rounds[vector][g][n];
        positions[matrix][row][column] = n as u8;
        at += 1;
    }
    let mut shuffles = [[[0; 16]; 2]; VECTORS];
    let mut at = 0;
    while at < VECTORS * 2 * 16 {
        let (vector, g, n) = (at / 32, at / 16 % 2, at % 16);
        let Place { matrix, row, column } = before_mixing[vector][g][of_s_box[n] as usize];
        shuffles[vector][g][n] = positions[matrix][row][(column + shifts[matrix][row]) % columns];
        at += 1;
    }
    shuffles
}

/// The constants to add to the rows of a matrix.
struct OfRows {
    /// In every column.
    every: [u8; 8],
    /// For the round number, in numbered columns.
    of_round: [u8; 8],
    /// The number of numbered columns.
    numbered: usize,
}

/// Returns the columns to add to each matrix for its column numbers.
const fn of_columns<F: Form>(added: ConstantPlacement, matrices: Matrices) -> [[[u8; 8]; 16]; 2] {
    [added.of_columns::<F>(matrices[0]), added.of_columns::<F>(matrices[1])]
}

/// The constants of round `r`, if it exists, plus `deferred` in every byte.
struct Constants {
    r: usize,
    added: ConstantPlacement,
    deferred: u8,
}

impl Constants {
    /// Returns the constants to add to each vector.
    const fn of_vectors<F: Form, const VECTORS: usize>(
        &self,
        places: &[[[Place; 16]; 2]; VECTORS],
        of_columns: &[[[u8; 8]; 16]; 2],
        matrices: Matrices,
        columns: usize,
        in_basis: &[u8; 256],
    ) -> [Pair; VECTORS] {
        let of_rows = [self.of_rows::<F>(matrices[0], columns), self.of_rows::<F>(matrices[1], columns)];
        let mut vectors = [[[0; 16]; 2]; VECTORS];
        let mut at = 0;
        while at < VECTORS * 2 * 16 {
            let (vector, g, n) = (at / 32, at / 16 % 2, at % 16);
            let Place { matrix, row, column } = places[vector][g][n];
            let OfRows { every, of_round, numbered } = &of_rows[matrix];
            let number = if column < *numbered { of_round[row] ^ of_columns[matrix][column][row] } else { 0 };
            vectors[vector][g][n] = in_basis[(every[row] ^ number) as usize];
            at += 1;
        }
        vectors
    }

    /// Returns the constants to add to the rows. They are linear in the round constants, so each part is computed
    /// separately.
    const fn of_rows<F: Form>(&self, permutation: Permutation, columns: usize) -> OfRows {
        let constants = RoundConstants::of::<F>(permutation);
        let (every, numbered) = if self.r < rounds(columns) { (constants.every, constants.numbered) } else { (0, 0) };
        OfRows {
            every: self.added.column([every ^ self.deferred; 8]),
            of_round: self.added.of_number(constants.row, self.r as u8),
            numbered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte of the matrices has exactly one position.
    #[test]
    fn a_layout_contains_every_byte_once() {
        let layouts = [
            // Two groups contain two messages, one after another.
            (Layout::PAndQInHalves, 8, 8, 2),
            (Layout::TwoMessages, 8, 8, 2),
            (Layout::PAndQInGroups, 16, 8, 1),
            (Layout::TwoRows { rows_6_and_7_first: false }, 8, 4, 1),
            (Layout::TwoRows { rows_6_and_7_first: true }, 8, 4, 1),
        ];
        for (layout, columns, vectors, messages) in layouts {
            let mut times = [[[0; 16]; 8]; 2];
            for vector in 0..vectors {
                for g in 0..2 / messages {
                    for n in 0..16 {
                        let Place { matrix, row, column } = layout.place(vector, g, n);
                        times[matrix][row][column] += 1;
                    }
                }
            }
            for row in times.as_flattened() {
                assert_eq!(row[..columns], [1; 16][..columns]);
                assert_eq!(row[columns..], [0; 16][columns..]);
            }
        }
    }

    /// Otherwise a load of 32 bytes could cross a cache line, depending on the linker.
    #[test]
    fn tables_are_aligned_to_a_cache_line() {
        assert_eq!(align_of::<LayoutTables<8>>(), 64);
        assert_eq!(core::mem::offset_of!(LayoutTables<8>, rounds) % 32, 0);
        assert_eq!(core::mem::offset_of!(LayoutTables<4>, rounds) % 32, 0);
    }
}
