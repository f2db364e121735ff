//! Truth tables of functions of at most 8 bits.

use std::hash::Hasher;

/// The values of a function of at most 8 bits, one for each value of its input.
pub(super) type TruthTable = [u64; 4];

/// Hashes truth tables. Nobody chooses them to collide, so speed is all that matters.
#[derive(Default)]
pub(super) struct TableHasher(u64);

impl Hasher for TableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Returns the truth table of a function.
pub(super) fn table_of(points: usize, function: impl Fn(usize) -> bool) -> TruthTable {
    let mut table = [0; 4];
    for point in (0..points).filter(|&point| function(point)) {
        table[point / 64] |= 1 << (point % 64);
    }
    table
}

/// Returns the truth table of an input as a function of all inputs.
pub(super) fn input_table(n: usize) -> TruthTable {
    table_of(256, |point| point >> n & 1 == 1)
}

pub(super) fn holds(table: &TruthTable, point: usize) -> bool {
    table[point / 64] >> (point % 64) & 1 == 1
}

/// Returns the points at which a function is 1, in ascending order.
pub(super) fn ones(table: TruthTable) -> impl Iterator<Item = usize> {
    table.into_iter().enumerate().flat_map(|(n, mut word)| {
        std::iter::from_fn(move || {
            let place = word.trailing_zeros() as usize;
            word &= word.checked_sub(1)?;
            Some(64 * n + place)
        })
    })
}

pub(super) fn add(sum: &mut TruthTable, other: &TruthTable) {
    for (word, other) in sum.iter_mut().zip(other) {
        *word ^= other;
    }
}

/// Returns the truth tables of a composition: `outer` receives the values of the inner functions as the bits of a
/// number, and returns its outputs as bits.
pub(super) fn composed(inner: &[TruthTable], outputs: usize, outer: impl Fn(usize) -> u64) -> Vec<TruthTable> {
    let mut results = vec![[0; 4]; outputs];
    for values in 0..1 << inner.len() {
        // The points at which the inner functions have these values.
        let mut points = [!0; 4];
        for (n, table) in inner.iter().enumerate() {
            for (points, word) in points.iter_mut().zip(table) {
                *points &= if values >> n & 1 == 1 { *word } else { !word };
            }
        }
        if points == [0; 4] {
            continue;
        }
        let value = outer(values);
        for (_, result) in results.iter_mut().enumerate().filter(|(output, _)| value >> output & 1 == 1) {
            for (result, points) in result.iter_mut().zip(points) {
                *result |= points;
            }
        }
    }
    results
}

/// If every output of the table is a sum of variables and a constant, returns which outputs each variable flips.
pub(super) fn affine(variables: usize, table: &impl Fn(usize) -> u64) -> Option<Vec<u64>> {
    let constant = table(0);
    let factors: Vec<u64> = (0..variables).map(|n| table(1 << n) ^ constant).collect();
    (0..1usize << variables)
        .all(|index| {
            let chosen = factors.iter().enumerate().filter(|(n, _)| index >> n & 1 == 1);
            chosen.fold(constant, |sum, (_, factor)| sum ^ factor) == table(index)
        })
        .then_some(factors)
}
