//! Prints programs for an assembler, for use with other tools.
//!
//! No assembler knows the instructions of the extension. One of ARM's for SHA-3 with the same operands replaces each,
//! which preserves the dependencies. So the text has the timing of the program but not its results.

use crate::instruction::{Encoding, File};
use crate::operation::{Compute, Operation};

impl Operation {
    /// Returns the instruction in the assembler's syntax; for one of the extension, a stand-in with the same operands.
    pub fn assembly(&self) -> String {
        match self {
            Self::Compute(compute) => match compute.definition.encoding {
                Encoding::Extension(_) => stand_in(compute),
                Encoding::Arm { file: File::General, .. } => compute.to_string(),
                Encoding::Arm { file: File::Vector, .. } => vector(compute),
            },
            // The target does not matter.
            Self::JumpUnlessZero { t, .. } => format!("cbnz x{t}, 0"),
            _ => self.to_string(),
        }
    }
}

fn vector(compute: &Compute) -> String {
    let Compute { d, immediate, sources: [n, m, a], .. } = compute;
    match (compute.definition.name, compute.definition.sources) {
        ("mov", _) => format!("mov v{d}.16b, v{n}.16b"),
        ("movi", _) => format!("movi v{d}.2d, #{immediate}"),
        ("ins", _) => format!("mov v{d}.d[1], v{n}.d[1]"),
        ("ext", 1) => format!("ext v{d}.8b, v{n}.8b, v{n}.8b, #{immediate}"),
        ("ext", _) => format!("ext v{d}.16b, v{n}.16b, v{m}.16b, #8"),
        (name @ ("shl" | "sri"), _) => format!("{name} v{d}.2d, v{n}.2d, #{immediate}"),
        (name, _) if name.contains('.') => {
            let (name, lanes) = name.split_once('.').unwrap_or_default();
            format!("{name} v{d}.{lanes}, v{n}.{lanes}, #{immediate}")
        }
        ("xar", _) => format!("xar v{d}.2d, v{n}.2d, v{m}.2d, #{immediate}"),
        (name @ ("rax1" | "zip1" | "zip2"), _) => format!("{name} v{d}.2d, v{n}.2d, v{m}.2d"),
        (name, 3) => format!("{name} v{d}.16b, v{n}.16b, v{m}.16b, v{a}.16b"),
        (name, _) => format!("{name} v{d}.16b, v{n}.16b, v{m}.16b"),
    }
}

/// Returns an instruction for SHA-3 with the same registers.
fn stand_in(compute: &Compute) -> String {
    let Compute { d, sources: [n, m, a], .. } = compute;
    match compute.definition.sources {
        3 => format!("eor3 v{d}.16b, v{n}.16b, v{m}.16b, v{a}.16b"),
        2 => format!("xar v{d}.2d, v{n}.2d, v{m}.2d, #1"),
        _ => format!("rax1 v{d}.2d, v{n}.2d, v{n}.2d"),
    }
}
