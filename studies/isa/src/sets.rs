//! The instruction sets from which kernels are made.

use crate::instruction::{Definition, Set};

pub mod arm;
pub mod ascon;
pub mod k;
pub mod p;

/// All sets.
pub static SETS: [&Set; 9] =
    [&arm::SCALAR, &arm::NEON, &arm::SHORT, &arm::SHA3, &p::P, &p::SHORT, &k::K, &k::SHORT, &ascon::A];

/// Returns the instructions of the hardware unit for a set. The unit of set A extends that of set K, so it computes the
/// instructions of both.
pub fn of_unit(set: &Set) -> Vec<&'static Definition> {
    let before: &[&Definition] = if set.name == ascon::A.name { k::K.instructions } else { &[] };
    [before, set.instructions].concat()
}

/// Returns each instruction of all sets, once.
pub fn instructions() -> impl Iterator<Item = &'static Definition> {
    SETS.iter().flat_map(|set| set.instructions.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;
    use crate::instruction::Encoding;
    use std::collections::BTreeMap;

    #[test]
    fn each_form_has_a_formula_for_each_lane_and_reads_what_it_says() {
        for definition in instructions() {
            let mut sources = 0;
            for (width, immediate) in definition.forms() {
                let formulas = (definition.formulas)(width, immediate);
                assert_eq!(formulas.len(), definition.lanes(width), "{} #{immediate}", definition.name);
                sources = formulas.iter().map(Formula::operands).fold(sources, usize::max);
            }
            assert_eq!(sources, definition.sources, "{}", definition.name);
        }
    }

    #[test]
    fn no_two_forms_have_one_code() {
        let mut codes = BTreeMap::new();
        for definition in instructions() {
            let Encoding::Extension(first) = definition.encoding else { continue };
            for (width, immediate) in definition.forms() {
                assert!(first + immediate < 64, "{} #{immediate}", definition.name);
                let other = codes.insert((width, first + immediate), definition.name);
                assert_eq!(other, None, "{} #{immediate} of {width} bits", definition.name);
            }
        }
    }
}
