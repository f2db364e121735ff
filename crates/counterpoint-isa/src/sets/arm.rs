//! Instructions that the architecture has: vector logic, and those for SHA-3 (FEAT_SHA3).

use crate::formula::{Formula, a, m, n};
use crate::instruction::{Definition, Encoding, Set};

/// Vector logic, which every AArch64 processor has.
pub static NEON: Set =
    Set { name: "neon", about: "vector logic of every AArch64 processor", instructions: &[&EOR, &BIC, &SHL, &SRI] };

/// What FEAT_SHA3 adds, for two states at a time.
pub static SHA3: Set = Set {
    name: "armsha3",
    about: "ARM's instructions for SHA-3 (FEAT_SHA3), meant for two states at a time",
    instructions: &[&EOR3, &BCAX, &RAX1, &XAR],
};

/// Returns the same formula for both lanes.
fn both(formula: impl Fn(usize) -> Formula) -> Vec<Formula> {
    (0..2).map(formula).collect()
}

/// The sum of two registers.
pub static EOR: Definition = Definition {
    name: "eor",
    about: "Adds two registers modulo 2.",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| both(|i| n(i) ^ m(i)),
    encoding: Encoding::Arm(0x6e20_1c00),
};

/// A register without the bits of another.
pub static BIC: Definition = Definition {
    name: "bic",
    about: "Clears the bits of n that are set in m.",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| both(|i| n(i).and_not(m(i))),
    encoding: Encoding::Arm(0x4e60_1c00),
};

/// Shift left.
pub static SHL: Definition = Definition {
    name: "shl",
    about: "Shifts each lane to the left by the immediate operand.",
    sources: 1,
    reads_destination: false,
    immediates: 0..64,
    widths: &[64],
    formulas: |_, places| both(|i| n(i).rotate_left(places).and_not(Formula::Constant((1 << places) - 1))),
    encoding: Encoding::ArmShift { word: 0x4f00_5400, right: false },
};

/// Shift right and insert.
pub static SRI: Definition = Definition {
    name: "sri",
    about: "Shifts each lane of n to the right by the immediate operand, and leaves the bits of the written register \
            (m) above it. After a shift to the left, this makes a rotation.",
    sources: 2,
    reads_destination: true,
    immediates: 1..64,
    widths: &[64],
    formulas: |_, places| {
        let kept = Formula::Constant(u64::MAX << (64 - places));
        let others = Formula::Constant(u64::MAX >> places);
        both(|i| n(i).rotate_left(64 - places).and_not(kept.clone()) ^ m(i).and_not(others.clone()))
    },
    encoding: Encoding::ArmShift { word: 0x6f00_4400, right: true },
};

/// The sum of three registers.
pub static EOR3: Definition = Definition {
    name: "eor3",
    about: "Adds three registers modulo 2.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| both(|i| n(i) ^ m(i) ^ a(i)),
    encoding: Encoding::Arm(0xce00_0000),
};

/// Chi of a lane.
pub static BCAX: Definition = Definition {
    name: "bcax",
    about: "Computes chi of a lane: adds m, without the bits that are set in a, to n.",
    sources: 3,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| both(|i| n(i) ^ m(i).and_not(a(i))),
    encoding: Encoding::Arm(0xce20_0000),
};

/// The theta-effect of a column.
pub static RAX1: Definition = Definition {
    name: "rax1",
    about: "Computes the theta-effect of a column: adds m, rotated by one place, to n.",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| both(|i| n(i) ^ m(i).rotate_left(1)),
    encoding: Encoding::Arm(0xce60_8c00),
};

/// The sum of two registers, rotated.
pub static XAR: Definition = Definition {
    name: "xar",
    about: "Adds the theta-effect to a lane, and rotates it to the right by the immediate operand.",
    sources: 2,
    reads_destination: false,
    immediates: 0..64,
    widths: &[64],
    formulas: |_, places| both(|i| (n(i) ^ m(i)).rotate_left((64 - places) % 64)),
    encoding: Encoding::Arm(0xce80_0000),
};
