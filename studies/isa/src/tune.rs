//! Leaves out instructions that make a processor slower.
//!
//! If only one of two vector ports has the instructions for SHA-3, that port is always busy and the other is not. Some
//! of these instructions equal two of plain logic, which both ports have. So a program with more instructions can take
//! fewer cycles, because both ports share the work. Which instructions to replace depends on the model, so each subset
//! of the replaceable ones is tried. To compare two sets, tune both; otherwise the comparison is one of kernels, not of
//! sets.

use crate::count::ROUNDS;
use crate::instruction::Definition;
use crate::kernels::Kernel;
use crate::pipeline::{Model, permutation};
use crate::sets::arm::{BCAX, EOR3};
use crate::sets::k::{KEOR3, KFOLD};
use crate::target::Target;

/// The instructions that plain logic can replace.
static REPLACEABLE: [&Definition; 4] = [&EOR3, &BCAX, &KEOR3, &KFOLD];

/// Returns the kernel of a target with the fewest cycles, and the names of the instructions that it leaves out.
pub fn tuned(target: &Target, model: &Model) -> Option<(Kernel, Vec<&'static str>)> {
    let present: Vec<&'static Definition> = REPLACEABLE.into_iter().filter(|&known| target.has(known)).collect();
    let subsets = 0..1_usize << present.len();
    let kernels = subsets.filter_map(|subset| {
        let left_out: Vec<&Definition> =
            present.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1).map(|(_, &known)| known).collect();
        let mut target = target.clone();
        target.instructions.retain(|&known| !left_out.iter().any(|&other| std::ptr::eq(known, other)));
        let kernel = Kernel::new(&target)?.scheduled(model);
        Some((kernel, left_out.iter().map(|definition| definition.name).collect()))
    });
    kernels.min_by_key(|(kernel, left_out): &(Kernel, Vec<_>)| (permutation(kernel, ROUNDS, model), left_out.len()))
}
