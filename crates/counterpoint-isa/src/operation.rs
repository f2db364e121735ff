//! What the programs consist of: vector instructions, loads and stores, and what a loop needs.

use crate::instruction::Definition;
use std::fmt;

/// An instruction of a program, decoded. Registers are numbers.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// A vector instruction without memory operands.
    Vector(Vector),
    /// A load or a store of a vector register.
    Transfer(Transfer),
    /// Zeros in a vector register.
    Zero {
        /// The register that is written.
        d: u8,
    },
    /// The sum of a register and a number, which may be negative.
    Add {
        /// The register that is written.
        d: u8,
        /// The register that is read.
        n: u8,
        /// The number: -4095 to 4095.
        number: i16,
    },
    /// A copy of a register.
    Move {
        /// The register that is written.
        d: u8,
        /// The register that is read.
        n: u8,
    },
    /// A jump, unless a register is zero.
    JumpUnlessZero {
        /// The register.
        t: u8,
        /// The distance to the target in instructions.
        distance: i32,
    },
    /// The end of the program.
    Return,
}

/// A vector instruction with its operands.
#[derive(Clone, Copy)]
pub struct Vector {
    /// The instruction.
    pub definition: &'static Definition,
    /// The width of its lanes in bits.
    pub width: u32,
    /// Its immediate operand, or 0.
    pub immediate: u32,
    /// The register that is written.
    pub d: u8,
    /// The registers that are read; those that it does not have are 0.
    pub sources: [u8; 3],
}

/// A load or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Whether it loads.
    pub load: bool,
    /// What is loaded or stored.
    pub what: Transferred,
    /// The vector register.
    pub t: u8,
    /// The register that contains the address.
    pub base: u8,
    /// The distance from that address in bytes.
    pub offset: i16,
    /// Whether the access is at the address itself, which then becomes greater by the distance.
    pub after: bool,
}

/// What is loaded or stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transferred {
    /// A whole register.
    Whole,
    /// The lower 64 bits; a load writes zeros into the upper ones.
    Low,
    /// The lower 64 bits of two registers; the other one has this number.
    LowPair(u8),
    /// One lane of 64 bits; a load does not change the other one.
    Lane(u8),
    /// The same 64 bits in both lanes, by a load.
    Replicated,
}

impl Operation {
    /// Returns the vector register that the instruction writes.
    #[must_use]
    pub fn written(&self) -> Option<u8> {
        match self {
            Self::Vector(vector) => Some(vector.d),
            Self::Transfer(Transfer { load: true, t, .. }) => Some(*t),
            Self::Zero { d } => Some(*d),
            _ => None,
        }
    }

    /// Returns whether the program ends with the instruction.
    #[must_use]
    pub fn ends(&self) -> bool {
        matches!(self, Self::Return)
    }

    /// Returns the name under which the instruction is counted.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Vector(vector) => vector.definition.name,
            Self::Transfer(Transfer { load: true, what, .. }) => match what {
                Transferred::Whole | Transferred::Low => "ldr",
                Transferred::LowPair(_) => "ldp",
                Transferred::Lane(_) => "ld1",
                Transferred::Replicated => "ld1r",
            },
            Self::Transfer(Transfer { what, .. }) => match what {
                Transferred::Whole | Transferred::Low => "str",
                Transferred::LowPair(_) => "stp",
                Transferred::Lane(_) | Transferred::Replicated => "st1",
            },
            Self::Zero { .. } => "movi",
            Self::Add { number, .. } if *number < 0 => "sub",
            Self::Add { .. } => "add",
            Self::Move { .. } => "mov",
            Self::JumpUnlessZero { .. } => "cbnz",
            Self::Return => "ret",
        }
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v{}", self.definition.name, self.d)?;
        let named = self.definition.sources - usize::from(self.definition.reads_destination);
        for source in &self.sources[..named] {
            write!(f, ", v{source}")?;
        }
        if self.definition.has_immediate() { write!(f, ", #{}", self.immediate) } else { Ok(()) }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Self::Vector(vector) => vector.fmt(f),
            Self::Transfer(Transfer { what, t, base, offset, after, .. }) => {
                match what {
                    Transferred::Whole => write!(f, "{name} q{t}, ")?,
                    Transferred::Low => write!(f, "{name} d{t}, ")?,
                    Transferred::LowPair(other) => write!(f, "{name} d{t}, d{other}, ")?,
                    Transferred::Lane(lane) => write!(f, "{name} {{v{t}.d}}[{lane}], ")?,
                    Transferred::Replicated => write!(f, "{name} {{v{t}.2d}}, ")?,
                }
                match (after, offset) {
                    (true, _) => write!(f, "[x{base}], #{offset}"),
                    (false, 0) => write!(f, "[x{base}]"),
                    (false, _) => write!(f, "[x{base}, #{offset}]"),
                }
            }
            Self::Zero { d } => write!(f, "{name} v{d}.2d, #0"),
            Self::Add { d, n, number } => write!(f, "{name} x{d}, x{n}, #{}", number.unsigned_abs()),
            Self::Move { d, n } => write!(f, "{name} x{d}, x{n}"),
            Self::JumpUnlessZero { t, distance } => write!(f, "{name} x{t}, {:+}", 4 * distance),
            Self::Return => f.write_str(name),
        }
    }
}
