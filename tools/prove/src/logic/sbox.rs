//! An S-box, and the basis of all functions of its input.

use super::table::{TableHasher, TruthTable, add, holds, ones, table_of};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A nonlinear function of at most 8 bits in the specification, and the basis that it makes.
pub(super) struct Sbox {
    pub(super) inputs: usize,
    /// Which of the functions that already are sums belong to the basis.
    pub(super) shared: Vec<usize>,
    /// The truth tables of the basis, in the order of the coefficients.
    pub(super) basis: Vec<TruthTable>,
    /// The coefficients in the basis of the function that is 1 only at this input. In a coefficient vector, bit 0 is
    /// the constant, the next bits are the inputs and the functions that already are sums, and the others are the atoms
    /// of the group.
    columns: Vec<TruthTable>,
    /// A cache of coefficients, since the same circuit computes every S-box of a state.
    known: HashMap<TruthTable, TruthTable, BuildHasherDefault<TableHasher>>,
}

impl Sbox {
    pub(super) fn new(inputs: usize, shared: Vec<TruthTable>, outputs: Vec<TruthTable>) -> Self {
        let points = 1 << inputs;
        let mut accepted = Vec::new();
        let candidates = 1 + inputs..1 + inputs + shared.len();
        let mut reduced: Vec<(usize, TruthTable, TruthTable)> = Vec::new();
        let mut taken = 0;
        let mut functions = Vec::new();
        let ones = table_of(points, |_| true);
        let linear = (0..inputs).map(|n| table_of(points, |point| point >> n & 1 == 1));
        let monomials = (0..points).map(|factors| table_of(points, |point| point & factors == factors));
        let functions_in_order = [ones].into_iter().chain(linear).chain(shared).chain(outputs).chain(monomials);
        for (place, function) in functions_in_order.enumerate() {
            let (mut rest, mut combination) = (function, [0; 4]);
            combination[taken / 64] |= u64::from(taken < points) << (taken % 64);
            for (pivot, row, of) in &reduced {
                if holds(&rest, *pivot) {
                    add(&mut rest, row);
                    add(&mut combination, of);
                }
            }
            let Some(pivot) = (0..points).find(|&point| holds(&rest, point)) else { continue };
            for (_, row, of) in &mut reduced {
                if holds(row, pivot) {
                    add(row, &rest);
                    add(of, &combination);
                }
            }
            reduced.push((pivot, rest, combination));
            functions.push(function);
            if candidates.contains(&place) {
                accepted.push(place - candidates.start);
            }
            taken += 1;
            if taken == points {
                break;
            }
        }
        reduced.sort_by_key(|(pivot, ..)| *pivot);
        let columns = reduced.into_iter().map(|(_, _, combination)| combination).collect();
        Self { inputs, shared: accepted, basis: functions, columns, known: HashMap::default() }
    }

    /// Returns the coefficient of the first atom.
    pub(super) fn first(&self) -> usize {
        1 + self.inputs + self.shared.len()
    }

    /// Returns the number of atoms.
    pub(super) fn atoms(&self) -> u32 {
        ((1 << self.inputs) - self.first()) as u32
    }

    /// Returns the coefficients of a function in the basis.
    pub(super) fn coefficients(&mut self, table: &TruthTable) -> TruthTable {
        *self.known.entry(*table).or_insert_with(|| {
            let mut sum = [0; 4];
            for column in ones(*table).filter_map(|point| self.columns.get(point)) {
                add(&mut sum, column);
            }
            sum
        })
    }
}
