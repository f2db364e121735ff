//! The parts of programs: instructions that compute, loads and stores, and the instructions of a loop.
//!
//! Registers are numbers. Those of a processor are below 32; a program under construction has any number of registers,
//! from [`FIRST_VIRTUAL`] on, until [`crate::allocate`] has found a place for each.

use crate::instruction::{Definition, File};
use std::fmt;

/// The number of a register.
pub type Number = u16;

/// The first number of a virtual register.
pub const FIRST_VIRTUAL: Number = 32;

/// The number of the stack pointer, in operands that contain an address.
pub const STACK: Number = 31;

/// An instruction of a program.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// An instruction that computes.
    Compute(Compute),
    /// A load or a store.
    Transfer(Transfer),
    /// The sum of a general register and a number, which may be negative.
    Add {
        /// The register that is written.
        d: Number,
        /// The register that is read.
        n: Number,
        /// The number: -4095 to 4095.
        number: i16,
    },
    /// A jump, unless a general register is zero.
    JumpUnlessZero {
        /// The register.
        t: Number,
        /// The distance to the target in instructions.
        distance: i32,
    },
    /// The end of the program.
    Return,
}

/// An instruction that computes, with its operands.
#[derive(Clone, Copy)]
pub struct Compute {
    /// The instruction.
    pub definition: &'static Definition,
    /// The width of its lanes in bits.
    pub width: u32,
    /// Its immediate operand, or 0.
    pub immediate: u32,
    /// The register that is written.
    pub d: Number,
    /// The registers that are read; unused ones are 0.
    pub sources: [Number; 3],
}

/// A load or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Whether it loads.
    pub load: bool,
    /// The loaded or stored data.
    pub what: Transferred,
    /// The register.
    pub t: Number,
    /// The register that contains the address.
    pub base: Number,
    /// The distance from that address in bytes.
    pub offset: i16,
    /// Whether the access is at the address itself, to which the distance is added afterwards.
    pub after: bool,
}

/// The loaded or stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transferred {
    /// A whole vector register.
    Whole,
    /// The lower 64 bits of a vector register; a load writes zeros into the upper ones.
    Low,
    /// The lower 64 bits of two vector registers; the other one has this number.
    LowPair(Number),
    /// One lane of this width, loaded and repeated to fill the lower 64 bits of a vector register. The upper ones
    /// become the same, or zeros.
    Repeated {
        /// The width in bits.
        width: u32,
        /// Whether the upper 64 bits become the same.
        whole: bool,
    },
    /// One lane of a vector register, to be stored.
    Lane {
        /// The width in bits.
        width: u32,
        /// Which one; 0 is the least significant one.
        index: u32,
    },
    /// One lane, loaded into a register whose other lanes stay.
    LaneInto {
        /// The width in bits.
        width: u32,
        /// Which one; 0 is the least significant one.
        index: u32,
        /// The register before the load, which is also the one written.
        of: Number,
    },
    /// A general register, or its lowest bits; a load writes zeros into those above.
    General(u32),
}

impl Transferred {
    /// Returns the register file to which it belongs.
    pub fn file(self) -> File {
        match self {
            Self::General(_) => File::General,
            _ => File::Vector,
        }
    }

    /// Returns the number of bytes in memory, and the required alignment of the address.
    pub fn bytes(self) -> (usize, usize) {
        match self {
            Self::Whole | Self::LowPair(_) => (16, 8),
            Self::Low => (8, 8),
            Self::Repeated { width, .. }
            | Self::Lane { width, .. }
            | Self::LaneInto { width, .. }
            | Self::General(width) => (width as usize / 8, width as usize / 8),
        }
    }
}

/// A register: its file, and its number.
pub type Named = (File, Number);

impl Operation {
    /// Returns the registers that the instruction reads.
    pub fn reads(&self) -> Vec<Named> {
        match self {
            Self::Compute(compute) => {
                let file = compute.definition.file();
                compute.sources[..compute.definition.sources].iter().map(|&source| (file, source)).collect()
            }
            Self::Transfer(transfer) => {
                let mut read = vec![(File::General, transfer.base)];
                if !transfer.load {
                    read.extend(transfer.transferred());
                }
                if let Transferred::LaneInto { of, .. } = transfer.what {
                    read.push((File::Vector, of));
                }
                read
            }
            Self::Add { n, .. } => vec![(File::General, *n)],
            Self::JumpUnlessZero { t, .. } => vec![(File::General, *t)],
            Self::Return => Vec::new(),
        }
    }

    /// Returns the registers that the instruction writes.
    pub fn writes(&self) -> Vec<Named> {
        match self {
            Self::Compute(compute) => vec![(compute.definition.file(), compute.d)],
            Self::Transfer(transfer) => {
                let mut written = if transfer.load { transfer.transferred() } else { Vec::new() };
                if transfer.after {
                    written.push((File::General, transfer.base));
                }
                written
            }
            Self::Add { d, .. } => vec![(File::General, *d)],
            Self::JumpUnlessZero { .. } | Self::Return => Vec::new(),
        }
    }

    /// Returns the instruction with other registers.
    pub fn with(mut self, mut register: impl FnMut(Named) -> Number) -> Self {
        match &mut self {
            Self::Compute(compute) => {
                let file = compute.definition.file();
                for source in &mut compute.sources[..compute.definition.sources] {
                    *source = register((file, *source));
                }
                compute.d = register((file, compute.d));
            }
            Self::Transfer(transfer) => {
                transfer.base = register((File::General, transfer.base));
                transfer.t = register((transfer.what.file(), transfer.t));
                if let Transferred::LowPair(other) | Transferred::LaneInto { of: other, .. } = &mut transfer.what {
                    *other = register((File::Vector, *other));
                }
            }
            Self::Add { d, n, .. } => {
                *n = register((File::General, *n));
                *d = register((File::General, *d));
            }
            Self::JumpUnlessZero { t, .. } => *t = register((File::General, *t)),
            Self::Return => {}
        }
        self
    }

    /// Returns the register that the instruction reads and writes, under the name it is read by.
    pub fn overwritten(&self) -> Option<Named> {
        match self {
            Self::Compute(compute) if compute.definition.reads_destination => {
                Some((compute.definition.file(), compute.sources[compute.definition.sources - 1]))
            }
            Self::Transfer(Transfer { what: Transferred::LaneInto { of, .. }, .. }) => Some((File::Vector, *of)),
            _ => None,
        }
    }

    /// Returns whether the instruction ends the program.
    pub fn ends(&self) -> bool {
        matches!(self, Self::Return)
    }

    /// Returns the name under which the instruction is counted.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Compute(compute) => compute.definition.name,
            Self::Transfer(Transfer { load, what, .. }) => match (load, what) {
                (true, Transferred::Whole | Transferred::Low | Transferred::General(32 | 64)) => "ldr",
                (true, Transferred::General(8)) => "ldrb",
                (true, Transferred::General(_)) => "ldrh",
                (true, Transferred::LowPair(_)) => "ldp",
                (true, Transferred::LaneInto { .. }) => "ld1",
                (true, Transferred::Repeated { .. } | Transferred::Lane { .. }) => "ld1r",
                (false, Transferred::Whole | Transferred::Low | Transferred::General(32 | 64)) => "str",
                (false, Transferred::General(8)) => "strb",
                (false, Transferred::General(_)) => "strh",
                (false, Transferred::LowPair(_)) => "stp",
                (false, _) => "st1",
            },
            Self::Add { number, .. } if *number < 0 => "sub",
            Self::Add { .. } => "add",
            Self::JumpUnlessZero { .. } => "cbnz",
            Self::Return => "ret",
        }
    }
}

impl Transfer {
    /// Returns the registers that are loaded or stored.
    fn transferred(&self) -> Vec<Named> {
        let mut registers = vec![(self.what.file(), self.t)];
        if let Transferred::LowPair(other) = self.what {
            registers.push((File::Vector, other));
        }
        registers
    }
}

impl fmt::Debug for Compute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Compute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.definition.file() {
            File::General => 'x',
            File::Vector => 'v',
        };
        write!(f, "{} {letter}{}", self.definition.name, self.d)?;
        for source in &self.sources[..self.definition.named_sources()] {
            write!(f, ", {letter}{source}")?;
        }
        match self.definition.shifted() {
            Some(_) if self.immediate == 0 => Ok(()),
            Some(shift) => write!(f, ", {shift} #{}", self.immediate),
            None if self.definition.has_immediate() => write!(f, ", #{}", self.immediate),
            None => Ok(()),
        }
    }
}

/// Returns the name of the general register that contains an address.
fn address(base: Number) -> String {
    if base == STACK { "sp".to_owned() } else { format!("x{base}") }
}

/// Returns the name for lanes of a width, in one half of a register or in all of it.
fn arrangement(width: u32, whole: bool) -> String {
    let letter = ["b", "h", "s", "d"][width.ilog2() as usize - 3];
    format!("{}{letter}", (if whole { 128 } else { 64 }) / width)
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Compute(compute) => compute.fmt(f),
            Self::Transfer(Transfer { what, t, base, offset, after, .. }) => {
                match what {
                    Transferred::Whole => write!(f, "{name} q{t}, ")?,
                    Transferred::Low => write!(f, "{name} d{t}, ")?,
                    Transferred::LowPair(other) => write!(f, "{name} d{t}, d{other}, ")?,
                    Transferred::Repeated { width, whole } => {
                        write!(f, "{name} {{v{t}.{}}}, ", arrangement(*width, *whole))?;
                    }
                    Transferred::Lane { width, index } | Transferred::LaneInto { width, index, .. } => {
                        let letter = &arrangement(*width, true)[(128 / width).to_string().len()..];
                        write!(f, "{name} {{v{t}.{letter}}}[{index}], ")?;
                    }
                    Transferred::General(64) => write!(f, "{name} x{t}, ")?,
                    Transferred::General(_) => write!(f, "{name} w{t}, ")?,
                }
                let base = address(*base);
                match (after, offset) {
                    (true, _) => write!(f, "[{base}], #{offset}"),
                    (false, 0) => write!(f, "[{base}]"),
                    (false, _) => write!(f, "[{base}, #{offset}]"),
                }
            }
            Self::Add { d, n, number } => write!(f, "{name} x{d}, x{n}, #{}", number.unsigned_abs()),
            Self::JumpUnlessZero { t, distance } => write!(f, "{name} x{t}, {:+}", 4 * distance),
            Self::Return => f.write_str(name),
        }
    }
}
