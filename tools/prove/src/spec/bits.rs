//! The vocabulary of the specifications: bytes, sums and constants of bits, and entries of tables.

use crate::logic::Logic;
use crate::sums::Bit;

/// A byte, its lowest bit first.
pub(super) type Byte = [Bit; 8];

/// Returns the sum, bit by bit.
pub(super) fn add<const N: usize>(logic: &mut Logic, a: [Bit; N], b: [Bit; N]) -> [Bit; N] {
    std::array::from_fn(|n| logic.xor(a[n], b[n]))
}

/// Returns the bits of a number, the lowest first.
pub(super) fn constant<const N: usize>(value: u64) -> [Bit; N] {
    std::array::from_fn(|n| Bit::constant(value >> n & 1 == 1))
}

/// Replaces bits by the entry of a table that has an entry of the same length for each of their values.
pub(super) fn substitute<const N: usize>(logic: &mut Logic, bits: [Bit; N], table: &[u8]) -> [Bit; N] {
    logic.sbox(&bits, N, table).try_into().expect("as many outputs as inputs")
}
