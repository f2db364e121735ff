//! The kernel of plain vector logic: a rotation is two shifts, of which the second inserts.

use super::Kernel;
use super::lanes::{self, Steps, absorb, layout, load, store};
use crate::program::Program;
use crate::sets::arm::{BIC, EOR, NEON, SHL, SRI};

pub(super) static KERNEL: Kernel = Kernel { set: NEON.name, layout, load, round, absorb, store };

const STEPS: Steps = Steps {
    parity: |program, d, [first, others @ ..]| {
        let mut sum = first;
        for lane in others {
            program.vector(&EOR, 0, d, &[sum, lane]);
            sum = d;
        }
    },
    effect: |program, d, n, m| {
        rotated(program, d, m, 1);
        program.vector(&EOR, 0, d, &[d, n]);
    },
    moved: |program, d, lane, effect, places| {
        program.vector(&EOR, 0, lane, &[lane, effect]);
        rotated(program, d, lane, places);
    },
    chi: |program, d, n, m, a, free| {
        program.vector(&BIC, 0, free, &[m, a]);
        program.vector(&EOR, 0, d, &[n, free]);
    },
};

/// Writes a lane, rotated to the left, to another register.
fn rotated(program: &mut Program, d: u8, lane: u8, places: u32) {
    program.vector(&SHL, places, d, &[lane]);
    program.vector(&SRI, 64 - places, d, &[lane, d]);
}

fn round(program: &mut Program) {
    lanes::round(program, &STEPS);
}
