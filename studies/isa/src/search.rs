//! Candidates: instruction sets that an architect could choose, each with a kernel.
//!
//! A candidate has vector logic, some of the instructions of the sets K and P and of ARM's for SHA-3, and 16 or 32
//! registers. Instructions that its kernel would not use are left out, so no two candidates are the same.
//!
//! * Theta: additions of three, the fold of column 4 (two instructions to choose from), the theta-effect (three).
//! * Rho, pi and chi of two lanes at a time: those of set K, with three sources; those of set P, with two; or none.
//! * One lane in each register: any of ARM's four.

use crate::count::{ROUNDS, each_byte};
use crate::functions::SHA3_512;
use crate::instruction::Definition;
use crate::kernels::Kernel;
use crate::machine::Fault;
use crate::operation::Operation;
use crate::sets::arm::{NEON, RAX1, SCALAR, SHA3};
use crate::sets::k::{KCHI, KCHIL, KCHIM, KEOR3, KFOLD, KRHOPI, KTHETA};
use crate::sets::p::{PCHI, PCHIL, PRHOPI, PRL1X, PSWAPX};
use crate::target::{Target, targets};
use std::collections::BTreeSet;

/// A set of instructions with its kernel.
pub struct Candidate {
    /// The kernel.
    pub kernel: Kernel,
    /// Its instructions beyond vector logic, for which hardware must be added.
    pub added: Vec<&'static Definition>,
}

/// The instructions that compute rho, pi and chi of two lanes at a time.
const ROWS: [&[&Definition]; 3] = [&[], &[&PRHOPI, &PCHI, &PCHIL], &[&KRHOPI, &KCHI, &KCHIM, &KCHIL]];

/// Returns all candidates, those with the fewest instructions to add first.
pub fn candidates() -> Vec<Candidate> {
    let mut chosen: Vec<(Vec<&'static Definition>, u16)> = Vec::new();
    for registers in [16, 32] {
        for rows in ROWS {
            for sum in [None, Some(&KEOR3)] {
                for fold in [None, Some(&KFOLD), Some(&PSWAPX)] {
                    for effect in [None, Some(&KTHETA), Some(&PRL1X), Some(&RAX1)] {
                        // Without the others, these are ARM's, which follow below.
                        if rows.is_empty() && (sum.is_some() || fold.is_some() || effect.is_some()) {
                            continue;
                        }
                        let theta = [sum, fold, effect].into_iter().flatten();
                        chosen.push((theta.chain(rows.iter().copied()).collect(), registers));
                    }
                }
            }
        }
    }
    for bits in 0..16 {
        let some = SHA3.instructions.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        chosen.push((some.map(|(_, &definition)| definition).collect(), 32));
    }
    let mut known = BTreeSet::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (added, registers) in chosen {
        let Some(candidate) = candidate(&added, registers) else { continue };
        // A candidate whose kernel does not use all its instructions equals another candidate.
        if candidate.added.len() == added.len() && known.insert(candidate.name()) {
            candidates.push(candidate);
        }
    }
    candidates.sort_by_key(|candidate| (candidate.added.len(), candidate.name()));
    candidates
}

fn candidate(added: &[&'static Definition], registers: u16) -> Option<Candidate> {
    let mut target: Target = targets().into_iter().find(|target| target.name == NEON.name)?;
    target.instructions.extend(added);
    target.registers.vector = registers;
    Candidate::new(&target)
}

impl Candidate {
    /// Returns the kernel of a target, and the instructions to add for it; `None` if it can't compute a round.
    pub fn new(target: &Target) -> Option<Self> {
        let kernel = Kernel::new(target)?;
        let used: Vec<&'static str> = kernel.permutation(2).operations.iter().map(Operation::name).collect();
        let plain = |definition: &Definition| {
            let sets = [&SCALAR, &NEON];
            sets.iter().any(|set| set.instructions.iter().any(|&known| std::ptr::eq(known, definition)))
        };
        let added = target.instructions.iter().copied();
        let added = added.filter(|definition| used.contains(&definition.name) && !plain(definition)).collect();
        Some(Self { kernel, added })
    }

    /// Returns the added instructions, and the number of registers if that is not 32.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.added.iter().map(|definition| definition.name).collect();
        let names = if names.is_empty() { NEON.name.to_owned() } else { names.join("+") };
        match self.kernel.target.registers.vector {
            32 => names,
            registers => format!("{names}, {registers} registers"),
        }
    }

    /// Returns the greatest number of registers that an added instruction reads in addition to the one that it writes.
    pub fn sources(&self) -> usize {
        self.added.iter().map(|definition| definition.named_sources()).max().unwrap_or(2)
    }

    /// Returns the number of instructions of a permutation.
    pub fn instructions(&self) -> usize {
        self.kernel.permutation(ROUNDS).operations.len()
    }

    /// Returns the number of instructions per byte of SHA3-512.
    ///
    /// # Errors
    ///
    /// If the kernel can't be run.
    pub fn each_byte(&self) -> Result<f64, Fault> {
        each_byte(&self.kernel, &SHA3_512)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::prove;

    #[test]
    fn candidates_differ_and_are_proved() {
        let candidates = candidates();
        assert!(candidates.len() > 60, "{}", candidates.len());
        assert!(candidates.iter().any(|candidate| candidate.instructions() == 948));
        for candidate in candidates {
            let proved = prove(&candidate.kernel.permutation(1), 64, 1, 1);
            assert!(proved.is_ok(), "{}: {proved:?}", candidate.name());
        }
    }
}
