//! Runs every form of mix_bytes on vectors that record their operations. A form must multiply by the matrix of
//! [Groestl] 3.4.4, take as many operations as docs/techniques/byte-slicing.md states, and add the constants where they
//! belong.
//!
//! A recorded vector is a sum of the S-box's values and of the constants, each with a factor in GF(2^8). So a single
//! run shows the result for all columns.

use super::mixing::{ByDoubling, ByProducts, ConstantPlacement, Mixing};
use super::threes::ByThrees;
use super::two_rows::ByAffineMaps;
use crate::cpu::Portable;
use crate::gf256::mul;
use crate::groestl::factors::{ByFactorProducts, ByFactors};
use crate::groestl::spec::FACTORS;
use crate::groestl::vperm::{self, ByMultiples};
use crate::groestl::vperm58::{self, ByTable3};
use crate::vector::{Bits, Bytes, Products, SubBytes};
use core::array::from_fn;
use std::cell::Cell;

/// The factors of a_0 ... a_7, the S-box's values of a column, and of k_0 ... k_7, the constants to add.
type Factors = [u8; 16];

/// A vector: row i of a matrix in its lower half and, where a vector has two rows, row i + 4 in its upper half.
#[derive(Clone, Copy)]
struct Recorded([Factors; 2]);

/// The number of operations on vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// S-boxes, with any factor.
    s_boxes: usize,
    /// Sums of vectors that contain S-boxes; a sum of three counts twice.
    sums: usize,
    /// Sums of vectors that contain S-boxes, where a machine adds three in one instruction.
    with_threes: usize,
    /// Sums that add constants and do not fit into a sum of three.
    constants: usize,
    /// Doublings, and products with other constants.
    products: usize,
    /// Shuffles.
    shuffles: usize,
}

std::thread_local! {
    static COUNTS: Cell<Counts> = Cell::default();
}

fn not_needed() -> ! {
    panic!("no form uses this")
}

fn count(change: impl Fn(&mut Counts)) {
    let mut counts = COUNTS.get();
    change(&mut counts);
    COUNTS.set(counts);
}

impl Recorded {
    /// Whether it contains only constants.
    fn is_constant(self) -> bool {
        self.0.iter().all(|half| half[..8] == [0; 8])
    }

    fn plus(self, b: Self) -> Self {
        Self(from_fn(|half| from_fn(|n| self.0[half][n] ^ b.0[half][n])))
    }

    fn multiplied(self, factor: u8) -> Self {
        Self(self.0.map(|half| half.map(|x| mul(factor, x))))
    }
}

impl Bits for Recorded {
    type Tier = Portable;

    fn tier(self) -> Portable {
        Portable::PROOF
    }
    fn zero(_: Portable) -> Self {
        Self([[0; 16]; 2])
    }
    fn xor(self, b: Self) -> Self {
        count(|counts| match self.is_constant() || b.is_constant() {
            true => counts.constants += 1,
            false => (counts.sums, counts.with_threes) = (counts.sums + 1, counts.with_threes + 1),
        });
        self.plus(b)
    }
    fn eor3(self, b: Self, c: Self) -> Self {
        let constants = [self, b, c].into_iter().filter(|x| x.is_constant()).count();
        count(|counts| (counts.sums, counts.with_threes) = (counts.sums + 2 - constants, counts.with_threes + 1));
        self.plus(b).plus(c)
    }
    fn and(self, _: Self) -> Self {
        not_needed()
    }
    fn or(self, _: Self) -> Self {
        not_needed()
    }
    fn not(self) -> Self {
        not_needed()
    }
}

impl Bytes for Recorded {
    const GROUPS: usize = 1;

    fn shuffle(self, indices: [u8; 16]) -> Self {
        assert_eq!(indices, super::layout::HALVES_SWAPPED);
        count(|counts| counts.shuffles += 1);
        Self([self.0[1], self.0[0]])
    }
    fn xtime(self) -> Self {
        count(|counts| counts.products += 1);
        self.multiplied(2)
    }
    fn broadcast(_: Portable, _: [u8; 16]) -> Self {
        not_needed()
    }
    fn load(_: Portable, _: &[[u8; 16]]) -> Self {
        not_needed()
    }
    fn gather(_: Portable, _: impl Fn(usize) -> [u8; 16]) -> Self {
        not_needed()
    }
    fn alternate(_: Portable, _: [[u8; 16]; 2]) -> Self {
        not_needed()
    }
    fn store(self, _: &mut [[u8; 16]]) {
        not_needed()
    }
    fn transpose_groups(_: [Self; 4]) -> [Self; 4] {
        not_needed()
    }
    fn shuffle_by(self, _: Self) -> Self {
        not_needed()
    }
    fn interleave2(self, _: Self) -> (Self, Self) {
        not_needed()
    }
    fn interleave4(self, _: Self) -> (Self, Self) {
        not_needed()
    }
    fn interleave8(self, _: Self) -> (Self, Self) {
        not_needed()
    }
    fn swap_groups(self) -> Self {
        not_needed()
    }
    fn look_up(self, _: [u8; 16]) -> Self {
        not_needed()
    }
    fn nibbles(self) -> (Self, Self) {
        not_needed()
    }
}

/// The vector already represents the S-box's value.
impl SubBytes for Recorded {
    const DEFERRED: u8 = 0;

    fn sub_bytes(self) -> Self {
        self.sub_bytes_times_plus::<1, 0>()
    }
    fn sub_bytes_shuffled(self, k: Self) -> Self {
        self.sub_bytes().plus(k)
    }
    fn sub_bytes_doubled(self) -> (Self, Self) {
        not_needed()
    }
}

impl Products for Recorded {
    fn times<const FACTOR: u8>(self) -> Self {
        count(|counts| counts.products += 1);
        self.multiplied(FACTOR)
    }
    fn sub_bytes_times_plus<const FACTOR: u8, const SUMMAND: i32>(self) -> Self {
        count(|counts| counts.s_boxes += 1);
        self.multiplied(FACTOR)
    }
    fn times_bytes(self, _: Self) -> Self {
        not_needed()
    }
    fn sub_bytes_times_each<const LOW: u8, const HIGH: u8>(self) -> Self {
        not_needed()
    }
}

/// Columns of constants: the part that all rows have in common, and the numbers of P and of Q.
const IN_ALL_ROWS: [u8; 8] = [1; 8];
const IN_ROW_0: [u8; 8] = [1, 0, 0, 0, 0, 0, 0, 0];
const IN_ROW_7: [u8; 8] = [0, 0, 0, 0, 0, 0, 0, 1];
const OF_P_AND_Q: &[[u8; 8]] = &[IN_ALL_ROWS, IN_ROW_0, IN_ROW_7];

/// Runs a form, compares the result with the matrix and with these columns of constants, and returns the operations it
/// took.
fn record<const VECTORS: usize>(
    rows_6_and_7_first: bool,
    (placement, columns): (ConstantPlacement, &[[u8; 8]]),
    sub_and_mix: impl Fn([Recorded; VECTORS], [Recorded; VECTORS]) -> [Recorded; VECTORS],
) -> Counts {
    let two_rows = VECTORS == 4;
    let vector = |first: usize| {
        from_fn(|i| {
            let unit = |n: usize| from_fn(|at| u8::from(at == first + n));
            Recorded([unit(i), if two_rows { unit(i + 4) } else { [0; 16] }])
        })
    };
    COUNTS.set(Counts::default());
    let result = sub_and_mix(vector(0), vector(8));
    let counts = COUNTS.get();
    let row = |i: usize| {
        let Recorded(halves) = result[i % VECTORS];
        halves[if rows_6_and_7_first && i % 4 >= 2 { 1 - i / 4 } else { i / VECTORS }]
    };

    for i in 0..8 {
        for j in 0..8 {
            assert_eq!(row(i)[j], FACTORS[(8 + j - i) % 8], "a_{j} in row {i}");
        }
    }
    for &column in columns {
        let k = placement.column(column);
        let added = from_fn(|i| (0..8).fold(0, |sum, n| sum ^ mul(row(i)[8 + n], k[n])));
        assert_eq!(column, added, "constants");
    }
    counts
}

/// [`record`] for a form that takes the S-boxes' inputs.
fn record_form<M: Mixing<Recorded, VECTORS>, const VECTORS: usize>() -> Counts {
    record(M::ROWS_6_AND_7_FIRST, (M::CONSTANTS, OF_P_AND_Q), M::sub_and_mix)
}

#[test]
fn one_row_in_a_vector() {
    let doubling = record_form::<ByDoubling, 8>();
    assert_eq!(doubling, Counts { s_boxes: 8, sums: 48, with_threes: 40, products: 16, ..Counts::default() });
    let products = record_form::<ByProducts, 8>();
    assert_eq!(products, Counts { s_boxes: 8, sums: 48, with_threes: 32, products: 16, ..Counts::default() });
    let factors = record_form::<ByFactors, 8>();
    assert_eq!((factors.sums, factors.products, factors.constants), (54, 24, 0));
    let factors = record_form::<ByFactorProducts, 8>();
    assert_eq!((factors.sums, factors.products, factors.constants), (54, 16, 8));
}

/// P and Q are in separate vectors, and the S-box adds the part that all rows have in common.
#[test]
fn sums_of_three() {
    let placement = <ByThrees as Mixing<Recorded, 8>>::CONSTANTS;
    for counts in [
        record(false, (placement, &[IN_ROW_0]), <ByThrees as Mixing<Recorded, 8>>::sub_and_mix),
        record(false, (placement, &[IN_ROW_7]), <ByThrees as Mixing<Recorded, 8>>::sub_and_mix_of_q),
    ] {
        assert_eq!(counts, Counts { s_boxes: 24, sums: 48, with_threes: 24, constants: 1, ..Counts::default() });
    }
}

/// The look-ups of the S-box return the multiples, so the sums begin with these.
#[test]
fn sums_of_multiples() {
    let multiples = |x: [Recorded; 8]| x.map(|a| [a, a.multiplied(2), a.multiplied(4)]);
    let placement = <ByMultiples as Mixing<Recorded, 8>>::CONSTANTS;
    let counts = record(false, (placement, OF_P_AND_Q), |x, k| vperm::mix(multiples(x), k));
    assert_eq!((counts.sums, counts.constants), (48, 6));
    let placement = <ByTable3 as Mixing<Recorded, 8>>::CONSTANTS;
    let by_factor = |x: [Recorded; 8]| [1, 2, 4].map(|factor| x.map(|a| a.multiplied(factor)));
    let counts = record(false, (placement, OF_P_AND_Q), |x, k| vperm58::mix(by_factor(x), k));
    assert_eq!(counts.sums, 58);
}

/// Vectors of two rows take half as many operations as vectors of one row.
#[test]
fn two_rows_in_a_vector() {
    let doubling = record_form::<ByDoubling, 4>();
    assert_eq!((doubling.s_boxes, doubling.sums, doubling.products, doubling.shuffles), (4, 24, 8, 8));
    let products = record_form::<ByProducts, 4>();
    assert_eq!((products.s_boxes, products.with_threes, products.products, products.shuffles), (4, 16, 8, 8));
    let affine_maps = record_form::<ByAffineMaps, 4>();
    assert_eq!((affine_maps.s_boxes, affine_maps.with_threes, affine_maps.shuffles), (12, 24, 4));
}
