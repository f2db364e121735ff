//! Instructions of the architecture: logic on general and on vector registers, and those for SHA-3 (FEAT_SHA3).

use crate::formula::{Formula, a, m, n};
use crate::instruction::{Definition, Encoding, File, Immediate, Place, Set, Widths};

/// Logic on registers of 64 bits, whose last operand may be rotated or shifted.
pub static SCALAR: Set = Set {
    name: "scalar",
    about: "logic on the general registers of every AArch64 processor",
    instructions: &[&EOR_ROTATED, &BIC_ROTATED, &ORN_ROTATED, &EOR_SHIFTED, &ROR, &MOV],
};

/// Vector logic, which every AArch64 processor has.
pub static NEON: Set = Set {
    name: "neon",
    about: "vector logic of every AArch64 processor",
    instructions: &[&EOR, &BIC, &ORN, &SHL, &SRI, &EXT, &EXT_LOW, &ZIP1, &ZIP2, &INS, &COPY, &MOVI],
};

/// The shifts of NEON on short lanes.
pub static SHORT: Set = Set {
    name: "neon-short",
    about: "vector shifts of lanes of 32, 16 and 8 bits, which every AArch64 processor has",
    instructions: &[&SHL_32, &SHL_16, &SHL_8, &SRI_32, &SRI_16, &SRI_8],
};

/// The instructions of FEAT_SHA3, for two states at a time.
pub static SHA3: Set = Set {
    name: "armsha3",
    about: "ARM's instructions for SHA-3 (FEAT_SHA3), meant for two states at a time",
    instructions: &[&EOR3, &BCAX, &RAX1, &XAR],
};

/// Returns the same formula for both lanes.
fn both(formula: impl Fn(usize) -> Formula) -> Vec<Formula> {
    (0..2).map(formula).collect()
}

/// Returns the encoding of an instruction on vector registers.
const fn vector(word: u32, sources: &'static [Place], immediate: Immediate) -> Encoding {
    Encoding::Arm { file: File::Vector, word, sources, immediate }
}

/// Returns the encoding of an instruction on general registers.
const fn general(word: u32, sources: &'static [Place], immediate: Immediate) -> Encoding {
    Encoding::Arm { file: File::General, word, sources, immediate }
}

/// The common part of most instructions: one form, for lanes of 64 bits.
const COMMON: Definition = Definition {
    name: "",
    about: "",
    sources: 2,
    reads_destination: false,
    immediates: 0..1,
    widths: &[64],
    formulas: |_, _| Vec::new(),
    encoding: Encoding::Extension(0),
};

/// The sum of a register and another, rotated.
pub static EOR_ROTATED: Definition = Definition {
    name: "eor",
    about: "Adds m, rotated to the right by the immediate operand, to n.",
    immediates: 0..64,
    formulas: |_, places| vec![n(0) ^ m(0).rotate_left((64 - places) % 64)],
    encoding: general(0xcac0_0000, &[Place::N, Place::M], Immediate::Bits),
    ..COMMON
};

/// A register without the bits of another, rotated.
pub static BIC_ROTATED: Definition = Definition {
    name: "bic",
    about: "Clears the bits of n that are set in m, which is rotated to the right by the immediate operand.",
    immediates: 0..64,
    formulas: |_, places| vec![n(0).and_not(m(0).rotate_left((64 - places) % 64))],
    encoding: general(0x8ae0_0000, &[Place::N, Place::M], Immediate::Bits),
    ..COMMON
};

/// A register and the complement of another, rotated.
pub static ORN_ROTATED: Definition = Definition {
    name: "orn",
    about: "Sets the bits of n that are not set in m, which is rotated to the right by the immediate operand.",
    immediates: 0..64,
    formulas: |_, places| vec![Formula::Constant(u64::MAX) ^ m(0).rotate_left((64 - places) % 64).and_not(n(0))],
    encoding: general(0xaae0_0000, &[Place::N, Place::M], Immediate::Bits),
    ..COMMON
};

/// The sum of a register and another, shifted. It repeats a short lane.
pub static EOR_SHIFTED: Definition = Definition {
    name: "eor",
    about: "Adds m, shifted to the left by the immediate operand, to n.",
    immediates: 0..64,
    formulas: |_, places| vec![n(0) ^ m(0).rotate_left(places).and_not(Formula::Constant((1 << places) - 1))],
    encoding: general(0xca00_0000, &[Place::N, Place::M], Immediate::Bits),
    ..COMMON
};

/// A rotated register.
pub static ROR: Definition = Definition {
    name: "ror",
    about: "Rotates n to the right by the immediate operand.",
    sources: 1,
    immediates: 0..64,
    formulas: |_, places| vec![n(0).rotate_left((64 - places) % 64)],
    encoding: general(0x93c0_0000, &[Place::NAndM], Immediate::Bits),
    ..COMMON
};

/// A copy of a general register.
pub static MOV: Definition = Definition {
    name: "mov",
    about: "Copies n.",
    sources: 1,
    formulas: |_, _| vec![n(0)],
    encoding: general(0xaa00_03e0, &[Place::M], Immediate::None),
    ..COMMON
};

/// The sum of two registers.
pub static EOR: Definition = Definition {
    name: "eor",
    about: "Adds two registers modulo 2.",
    formulas: |_, _| both(|i| n(i) ^ m(i)),
    encoding: vector(0x6e20_1c00, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// A register without the bits of another.
pub static BIC: Definition = Definition {
    name: "bic",
    about: "Clears the bits of n that are set in m.",
    formulas: |_, _| both(|i| n(i).and_not(m(i))),
    encoding: vector(0x4e60_1c00, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// A register and the complement of another.
pub static ORN: Definition = Definition {
    name: "orn",
    about: "Sets the bits of n that are not set in m.",
    formulas: |_, _| both(|i| Formula::Constant(u64::MAX) ^ m(i).and_not(n(i))),
    encoding: vector(0x4ee0_1c00, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// Shift left.
pub static SHL: Definition = Definition {
    name: "shl",
    about: "Shifts each lane to the left by the immediate operand.",
    sources: 1,
    immediates: 0..64,
    formulas: |_, places| both(|i| n(i).rotate_left(places).and_not(Formula::Constant((1 << places) - 1))),
    encoding: vector(0x4f00_5400, &[Place::N], Immediate::Left),
    ..COMMON
};

/// Shift right and insert.
pub static SRI: Definition = Definition {
    name: "sri",
    about: "Shifts each lane of n to the right by the immediate operand, and leaves the bits of the written register \
            (m) above it. After a shift to the left, this makes a rotation.",
    reads_destination: true,
    immediates: 1..64,
    formulas: |_, places| {
        let kept = Formula::Constant(u64::MAX << (64 - places));
        let others = Formula::Constant(u64::MAX >> places);
        both(|i| n(i).rotate_left(64 - places).and_not(kept.clone()) ^ m(i).and_not(others.clone()))
    },
    encoding: vector(0x6f00_4400, &[Place::N, Place::D], Immediate::Right),
    ..COMMON
};

/// Shifts left of each width.
pub static SHIFTS: Widths = Widths { long: &SHL, short: [&SHL_32, &SHL_16, &SHL_8] };
/// Shifts right and insertions of each width.
pub static INSERTIONS: Widths = Widths { long: &SRI, short: [&SRI_32, &SRI_16, &SRI_8] };

/// A shift left of lanes of 32 bits.
pub static SHL_32: Definition = Definition { name: "shl.4s", widths: &[32], immediates: 0..32, ..SHORT_SHL };
/// A shift left of lanes of 16 bits.
pub static SHL_16: Definition = Definition { name: "shl.8h", widths: &[16], immediates: 0..16, ..SHORT_SHL };
/// A shift left of lanes of 8 bits.
pub static SHL_8: Definition = Definition { name: "shl.16b", widths: &[8], immediates: 0..8, ..SHORT_SHL };
/// A shift right and insertion of lanes of 32 bits.
pub static SRI_32: Definition = Definition { name: "sri.4s", widths: &[32], immediates: 1..32, ..SHORT_SRI };
/// A shift right and insertion of lanes of 16 bits.
pub static SRI_16: Definition = Definition { name: "sri.8h", widths: &[16], immediates: 1..16, ..SHORT_SRI };
/// A shift right and insertion of lanes of 8 bits.
pub static SRI_8: Definition = Definition { name: "sri.16b", widths: &[8], immediates: 1..8, ..SHORT_SRI };

const SHORT_SHL: Definition = Definition {
    about: "Shifts each short lane to the left by the immediate operand.",
    sources: 1,
    formulas: |width, places| {
        let lane = |i| n(i).rotate_left(places).and_not(Formula::Constant((1 << places) - 1));
        (0..128 / width as usize).map(lane).collect()
    },
    encoding: vector(0x4f00_5400, &[Place::N], Immediate::Left),
    ..COMMON
};

const SHORT_SRI: Definition = Definition {
    about: "Shifts each short lane of n to the right by the immediate operand, and leaves the bits of the written \
            register (m) above it.",
    reads_destination: true,
    formulas: |width, places| {
        let others = Formula::Constant((1 << (width - places)) - 1);
        let kept = Formula::Constant(u64::MAX << (width - places));
        let lane = |i| n(i).rotate_left(width - places).and_not(kept.clone()) ^ m(i).and_not(others.clone());
        (0..128 / width as usize).map(lane).collect()
    },
    encoding: vector(0x6f00_4400, &[Place::N, Place::D], Immediate::Right),
    ..COMMON
};

/// Two neighbouring lanes of two registers.
pub static EXT: Definition = Definition {
    name: "ext",
    about: "Takes the upper lane of n and the lower lane of m.",
    formulas: |_, _| vec![n(1), m(0)],
    encoding: vector(0x6e00_4000, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// The lower lane, rotated by whole bytes.
pub static EXT_LOW: Definition = Definition {
    name: "ext",
    about: "Rotates the lower lane of n to the right by the immediate operand in bytes, and clears the upper lane.",
    sources: 1,
    immediates: 1..8,
    formulas: |_, bytes| vec![n(0).rotate_left(64 - 8 * bytes), Formula::Constant(0)],
    encoding: vector(0x2e00_0000, &[Place::NAndM], Immediate::Bytes),
    ..COMMON
};

/// The lower lanes of two registers.
pub static ZIP1: Definition = Definition {
    name: "zip1",
    about: "Takes the lower lanes of n and m.",
    formulas: |_, _| vec![n(0), m(0)],
    encoding: vector(0x4ec0_3800, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// The upper lanes of two registers.
pub static ZIP2: Definition = Definition {
    name: "zip2",
    about: "Takes the upper lanes of n and m.",
    formulas: |_, _| vec![n(1), m(1)],
    encoding: vector(0x4ec0_7800, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// The upper lane of another register.
pub static INS: Definition = Definition {
    name: "ins",
    about: "Copies the upper lane of n into the upper lane of the written register (m).",
    reads_destination: true,
    formulas: |_, _| vec![m(0), n(1)],
    encoding: vector(0x6e18_4400, &[Place::N, Place::D], Immediate::None),
    ..COMMON
};

/// A copy of a vector register.
pub static COPY: Definition = Definition {
    name: "mov",
    about: "Copies n.",
    sources: 1,
    formulas: |_, _| both(n),
    encoding: vector(0x4ea0_1c00, &[Place::NAndM], Immediate::None),
    ..COMMON
};

/// Zeros.
pub static MOVI: Definition = Definition {
    name: "movi",
    about: "Writes zeros.",
    sources: 0,
    formulas: |_, _| both(|_| Formula::Constant(0)),
    encoding: vector(0x6f00_e400, &[], Immediate::None),
    ..COMMON
};

/// The sum of three registers.
pub static EOR3: Definition = Definition {
    name: "eor3",
    about: "Adds three registers modulo 2.",
    sources: 3,
    formulas: |_, _| both(|i| n(i) ^ m(i) ^ a(i)),
    encoding: vector(0xce00_0000, &[Place::N, Place::M, Place::A], Immediate::None),
    ..COMMON
};

/// Chi of a lane.
pub static BCAX: Definition = Definition {
    name: "bcax",
    about: "Computes chi of a lane: adds m, without the bits that are set in a, to n.",
    sources: 3,
    formulas: |_, _| both(|i| n(i) ^ m(i).and_not(a(i))),
    encoding: vector(0xce20_0000, &[Place::N, Place::M, Place::A], Immediate::None),
    ..COMMON
};

/// The theta-effect of a column.
pub static RAX1: Definition = Definition {
    name: "rax1",
    about: "Computes the theta-effect of a column: adds m, rotated by one place, to n.",
    formulas: |_, _| both(|i| n(i) ^ m(i).rotate_left(1)),
    encoding: vector(0xce60_8c00, &[Place::N, Place::M], Immediate::None),
    ..COMMON
};

/// The sum of two registers, rotated.
pub static XAR: Definition = Definition {
    name: "xar",
    about: "Adds the theta-effect to a lane, and rotates it to the right by the immediate operand.",
    immediates: 0..64,
    formulas: |_, places| both(|i| (n(i) ^ m(i)).rotate_left((64 - places) % 64)),
    encoding: vector(0xce80_0000, &[Place::N, Place::M], Immediate::Bits),
    ..COMMON
};
