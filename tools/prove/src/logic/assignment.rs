//! The values of bits under an assignment of all variables.

use super::Logic;
use super::table::holds;
use crate::sums::Bit;

/// Values of all variables.
pub(crate) struct Assignment {
    /// By the number of the atom. Entries for atoms of S-boxes are not used.
    variables: Vec<bool>,
    /// The inputs of the groups needed so far, as an index in truth tables.
    points: Vec<Option<usize>>,
}

impl Assignment {
    /// Returns the assignment in which all existing variables are 0.
    pub(crate) fn new(logic: &Logic) -> Self {
        Self { variables: vec![false; logic.sums.atom_count() as usize], points: vec![None; logic.groups.len()] }
    }

    /// Gives a variable a value.
    pub(crate) fn set(&mut self, logic: &Logic, variable: Bit, value: bool) {
        let &[atom] = logic.sums.atoms_of(variable) else { panic!("a bit that is not a variable") };
        self.variables[atom as usize] = value ^ variable.complemented();
    }

    /// Returns the value of a bit, unless it is unknown or opaque.
    pub(crate) fn value(&mut self, logic: &Logic, bit: Bit) -> Option<bool> {
        if logic.sums.is_opaque(bit) {
            return None;
        }
        let mut sum = bit.complemented();
        for &atom in logic.sums.atoms_of(bit) {
            sum ^= self.atom(logic, atom)?;
        }
        Some(sum)
    }

    fn atom(&mut self, logic: &Logic, atom: u32) -> Option<bool> {
        let owner = logic.groups.partition_point(|group| group.first_atom <= atom).checked_sub(1);
        let Some(owner) = owner else { return Some(self.variables[atom as usize]) };
        let group = &logic.groups[owner];
        let sbox = &logic.sboxes[group.sbox];
        let place = sbox.first() + (atom - group.first_atom) as usize;
        if place >= 1 << sbox.inputs {
            return Some(self.variables[atom as usize]);
        }
        let point = match self.points[owner] {
            Some(point) => point,
            None => {
                let mut point = 0;
                for (n, &input) in group.known[..sbox.inputs].iter().enumerate() {
                    point |= usize::from(self.value(logic, input)?) << n;
                }
                self.points[owner] = Some(point);
                point
            }
        };
        Some(holds(&sbox.basis[place], point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_s_box_has_its_values() {
        let mut logic = Logic::new();
        let inputs: Vec<Bit> = (0..4).map(|_| logic.variable()).collect();
        let table: Vec<u8> = (0..16).map(|x: u8| x.wrapping_mul(7).wrapping_add(x >> 2 & x) ^ 5 & 15).collect();
        let outputs = logic.sbox(&inputs, 4, &table);
        let both = logic.and(inputs[0], outputs[2]);
        let opaque = logic.sums.opaque();
        for (x, y) in table.iter().enumerate() {
            let mut assignment = Assignment::new(&logic);
            for (n, &input) in inputs.iter().enumerate() {
                assignment.set(&logic, input, x >> n & 1 == 1);
            }
            for (n, &output) in outputs.iter().enumerate() {
                assert_eq!(assignment.value(&logic, !output), Some(y >> n & 1 == 0));
            }
            assert_eq!(assignment.value(&logic, both), Some(x & 1 == 1 && y >> 2 & 1 == 1));
            assert_eq!(assignment.value(&logic, opaque), None);
        }
    }
}
