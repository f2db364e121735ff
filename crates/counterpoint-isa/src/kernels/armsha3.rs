//! The kernel of ARM's instructions for SHA-3. They work on two states at a time; here the upper lanes are not used,
//! since the comparison is about one state.

use super::Kernel;
use super::lanes::{self, Steps, absorb, layout, load, store};
use crate::program::Program;
use crate::sets::arm::{BCAX, EOR3, RAX1, SHA3, XAR};

pub(super) static KERNEL: Kernel = Kernel { set: SHA3.name, layout, load, round, absorb, store };

const STEPS: Steps = Steps {
    parity: |program, d, [first, second, third, fourth, fifth]| {
        program.vector(&EOR3, 0, d, &[first, second, third]);
        program.vector(&EOR3, 0, d, &[d, fourth, fifth]);
    },
    effect: |program, d, n, m| program.vector(&RAX1, 0, d, &[n, m]),
    moved: |program, d, lane, effect, places| program.vector(&XAR, 64 - places, d, &[lane, effect]),
    chi: |program, d, n, m, a, _| program.vector(&BCAX, 0, d, &[n, m, a]),
};

fn round(program: &mut Program) {
    lanes::round(program, &STEPS);
}
