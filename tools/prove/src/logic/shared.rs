//! Functions that two S-boxes have in common.
//!
//! Where a message meets a constant state, two S-boxes may have sums of inputs in common, say s and t. Then s t is a
//! function of both, and with an atom in each group it would be two sums. So the basis of the newer group contains its
//! sum from the older one.

use super::search::Member;
use super::table::{TruthTable, add, input_table};
use super::{Logic, MOST_KNOWN};
use crate::sums::Bit;
use std::collections::BTreeMap;

impl Logic {
    /// Returns functions of the inputs of a new S-box that already are sums: the products of sums of the inputs that
    /// are also functions of the inputs of an older group. `span` contains the fingerprints of all sums of the inputs.
    pub(super) fn shared(&mut self, inputs: &[Bit], span: &[u64]) -> Vec<(TruthTable, Bit)> {
        let mut common: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (combination, &sum) in span.iter().enumerate().skip(1) {
            for (group, _) in self.combinations.get(sum) {
                common.entry(group).or_default().push(combination);
            }
        }
        let mut shared = Vec::new();
        for (group, combinations) in common {
            let factors: Option<Vec<Factor>> =
                independent(&combinations).into_iter().map(|chosen| self.factor(inputs, chosen, group)).collect();
            let Some(factors) = factors else { continue };
            for product in (0..1usize << factors.len()).filter(|product| product.count_ones() > 1) {
                let (mut here, mut there) = ([!0; 4], [!0; 4]);
                for (_, factor) in factors.iter().enumerate().filter(|(n, _)| product >> n & 1 == 1) {
                    (here, there) = (and(here, factor.here), and(there, factor.there));
                }
                if inputs.len() + shared.len() < MOST_KNOWN {
                    shared.push((here, self.function(group as usize, &there)));
                }
            }
        }
        shared
    }

    /// Returns a sum of inputs as a function of these, and of the inputs of an older group.
    fn factor(&mut self, inputs: &[Bit], chosen: usize, group: u32) -> Option<Factor> {
        let (mut sum, mut here) = (Bit::ZERO, [0; 4]);
        for (n, &input) in inputs.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1) {
            sum = self.sums.xor(sum, input);
            add(&mut here, &input_table(n));
        }
        let atoms = self.sums.atoms_of(sum).to_vec();
        let members = self.sums_of_inputs(self.sums.fingerprint(sum), &atoms, Some(sum.without_constant()));
        let Member { mut table, .. } = members.into_iter().find(|member| member.group == group)?;
        if sum.complemented() {
            add(&mut table, &[!0; 4]);
        }
        Some(Factor { here, there: table })
    }
}

/// A sum of inputs of a new S-box, as a function of these and of the inputs of an older group.
struct Factor {
    here: TruthTable,
    there: TruthTable,
}

/// Returns the sums that are not sums of the ones before them.
fn independent(combinations: &[usize]) -> Vec<usize> {
    let (mut chosen, mut spanned) = (Vec::new(), vec![0]);
    for &combination in combinations {
        if !spanned.contains(&combination) {
            chosen.push(combination);
            spanned.extend(spanned.clone().iter().map(|sum| sum ^ combination));
        }
    }
    chosen
}

fn and(a: TruthTable, b: TruthTable) -> TruthTable {
    std::array::from_fn(|n| a[n] & b[n])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The S-box of Luffa, each of whose outputs depends on all inputs.
    const SBOX: [u8; 16] = [13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4];

    #[test]
    fn a_function_of_two_s_boxes_has_one_form() {
        let mut logic = Logic::new();
        let [s, t, u, v, w] = std::array::from_fn(|_| logic.variable());
        let (su, tu) = (logic.xor(s, u), logic.xor(t, u));
        logic.sbox(&[s, t, u, v], 4, &SBOX);
        // All but w are sums of inputs of both.
        let inputs = [!su, w, tu, v];
        let outputs = logic.sbox(&inputs, 4, &SBOX);
        for (n, output) in outputs.into_iter().enumerate() {
            // The output as a polynomial that multiplies the common inputs first in each term.
            let mut polynomial = Bit::ZERO;
            for term in 0..16 {
                let points = (0..16).filter(|point| point & !term == 0);
                if points.fold(0, |sum, point: usize| sum ^ SBOX[point] >> n & 1) == 1 {
                    let factors = [0, 2, 3, 1].into_iter().filter(|n| term >> n & 1 == 1);
                    let product = factors.fold(Bit::ONE, |product, n: usize| logic.and(product, inputs[n]));
                    polynomial = logic.xor(polynomial, product);
                }
            }
            assert_eq!(polynomial, output, "output {n}");
        }
    }
}
