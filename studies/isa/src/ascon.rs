//! Ascon-p\[320\] and its modes (\[SP800-232\]) with the same instructions: a hash function, an extendable-output
//! function and authenticated encryption.

use crate::instruction::Set;
use crate::kernels::Kernel;
use crate::sets::arm::NEON;
use crate::sets::ascon::A;
use crate::sets::k::K;
use crate::target::{self, Target};

mod count;
pub mod modes;
mod prove;
mod run;
pub mod spec;
mod ways;

pub use count::{each_byte, permutation};
pub use prove::prove;
pub(crate) use run::{before_blocks, machine};

/// Returns the targets of the study, and one that also has the forms for Ascon.
pub fn targets() -> Vec<Target> {
    let mut targets = target::targets();
    targets.push(Target::new(A.name, "set K and its forms for Ascon", &[&NEON as &Set, &K, &A], 32, 1));
    targets
}

/// Returns the kernel with the fewest instructions for a target, or `None` if the target can't compute a round.
pub fn kernel(target: &Target) -> Option<Kernel> {
    Kernel::among(target, &ways::WAYS, spec::LANES)
}
