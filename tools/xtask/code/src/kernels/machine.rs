//! Instructions of any machine, reduced to data flow and control flow.
//!
//! A decoder turns each instruction into operations on registers and memory. They happen simultaneously: each reads the
//! values from before the instruction.

/// A register, numbered by its machine's decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Register(pub(crate) u16);

/// Marks the lowest byte of a register.
const LOW: u16 = 1 << 15;

/// The condition flags, as one register.
pub(crate) const FLAGS: Register = Register(127);

impl Register {
    /// The lowest byte of a register, for machines that can write it and leave the rest unchanged.
    pub(crate) fn low(self) -> Self {
        Self(self.0 | LOW)
    }

    /// Returns the register that this is, or whose lowest byte it is.
    pub(crate) fn whole(self) -> Self {
        Self(self.0 & !LOW)
    }
}

/// The two registers that a kernel starts with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Holds the address of the operands.
    pub(crate) operands: Register,
    /// The stack pointer.
    pub(crate) stack: Register,
    /// The number of bytes in an address.
    pub(crate) pointer_bytes: i64,
}

/// Bytes in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Access {
    /// The registers whose sum, possibly scaled, is in the address.
    pub(crate) registers: Vec<Register>,
    /// The constant added to them.
    pub(crate) displacement: i64,
    /// Whether the address contains a symbol (a constant, a table).
    pub(crate) symbol: bool,
    /// Whether the address contains a global variable, which may hold secrets.
    pub(crate) variable: bool,
    /// The number of bytes.
    pub(crate) bytes: i64,
}

/// The source of a value for an operation.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Register(Register),
    Load(Access),
}

/// The destination of an operation's value.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Register(Register),
    Store(Access),
}

/// The effect of an instruction on registers and memory.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// The same value.
    Copy { to: Place, from: Source },
    /// The value and a constant: a pointer into the same object.
    Offset { to: Register, from: Register, by: i64 },
    /// The stack pointer rounded down. The compiler's frame layout counts from `at`, or from where it was.
    Align { to: Register, from: Register, at: Option<i64> },
    /// The address of a constant.
    Symbol { to: Register },
    /// The address of a global variable, which may hold secrets.
    Variable { to: Register },
    /// A number masked with a constant.
    Mask { to: Register, from: Register, bits: u32 },
    /// A number, or an address, with some bits set or inverted.
    SetBits { to: Register, from: Register, bits: u32 },
    /// A number, shifted left by a constant.
    Shift { to: Register, from: Register, by: u32 },
    /// The sum of an address and a number, in either order.
    Index { to: Register, from: [Register; 2] },
    /// Any function of the sources. `pointer`: it may point where one of them points (a sum, a choice).
    Combine { to: Vec<Place>, from: Vec<Source>, pointer: bool },
    /// Memory is named, but its value is not read.
    Touch(Access),
}

/// What comes after an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Next,
    Jump(u64),
    /// The next instruction or the target, depending on these registers.
    Branch {
        target: u64,
        on: Vec<Register>,
    },
    /// One of several instructions, depending on these registers.
    Switch {
        targets: Vec<u64>,
        on: Vec<Register>,
    },
    /// A call of, or a jump to, another function with this name.
    Leave(String),
    /// A jump to a computed address.
    Computed,
    Return,
    /// A trap.
    Stop,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// Bytes from the start of the function.
    pub(crate) at: u64,
    /// In assembly notation.
    pub(crate) text: String,
    pub(crate) operations: Vec<Operation>,
    pub(crate) flow: Flow,
    /// Whether its time depends on its operands.
    pub(crate) variable_time: bool,
    /// Whether it loads each lane from an address of its own.
    pub(crate) gather: bool,
    /// Whether it only fills bytes.
    pub(crate) padding: bool,
}

impl Flow {
    /// The instructions that it names, by their distance from the function's start.
    pub(crate) fn targets(&self) -> &[u64] {
        match self {
            Self::Jump(target) | Self::Branch { target, .. } => std::slice::from_ref(target),
            Self::Switch { targets, .. } => targets,
            _ => &[],
        }
    }
}

impl Access {
    /// This many bytes at a register and a displacement.
    pub(crate) fn at(register: Register, displacement: i64, bytes: i64) -> Self {
        Self { registers: vec![register], displacement, symbol: false, variable: false, bytes }
    }
}

impl Operation {
    /// Any function of the sources into a register.
    pub(crate) fn into_register(to: Register, from: Vec<Source>, pointer: bool) -> Self {
        Self::Combine { to: vec![Place::Register(to)], from, pointer }
    }

    /// The registers that it names.
    pub(crate) fn names(&self) -> Vec<Register> {
        let mut names = match self {
            Self::Offset { to, from, .. }
            | Self::Align { to, from, .. }
            | Self::Mask { to, from, .. }
            | Self::SetBits { to, from, .. }
            | Self::Shift { to, from, .. } => vec![*to, *from],
            Self::Index { to, from: [a, b] } => vec![*to, *a, *b],
            Self::Symbol { to } | Self::Variable { to } => vec![*to],
            _ => vec![],
        };
        let (places, sources) = self.places_and_sources();
        names.extend(places.iter().filter_map(|place| if let Place::Register(r) = place { Some(*r) } else { None }));
        names
            .extend(sources.iter().filter_map(|source| if let Source::Register(r) = source { Some(*r) } else { None }));
        names.extend(self.accesses().into_iter().flat_map(|access| access.registers.iter().copied()));
        names
    }

    /// The memory that it names.
    pub(crate) fn accesses(&self) -> Vec<&Access> {
        let mut accesses = Vec::new();
        if let Self::Touch(access) = self {
            accesses.push(access);
        }
        let (places, sources) = self.places_and_sources();
        accesses.extend(places.iter().filter_map(|place| if let Place::Store(a) = place { Some(a) } else { None }));
        accesses.extend(sources.iter().filter_map(|source| if let Source::Load(a) = source { Some(a) } else { None }));
        accesses
    }

    /// Where its value goes, and what it is made of.
    fn places_and_sources(&self) -> (&[Place], &[Source]) {
        match self {
            Self::Copy { to, from } => (std::slice::from_ref(to), std::slice::from_ref(from)),
            Self::Combine { to, from, .. } => (to, from),
            Self::Offset { .. }
            | Self::Align { .. }
            | Self::Symbol { .. }
            | Self::Variable { .. }
            | Self::Mask { .. }
            | Self::SetBits { .. }
            | Self::Shift { .. }
            | Self::Index { .. }
            | Self::Touch(_) => (&[], &[]),
        }
    }
}
