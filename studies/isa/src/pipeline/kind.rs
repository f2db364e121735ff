//! The kinds of instructions that the tables of the models distinguish.

use crate::instruction::{Encoding, File};
use crate::operation::{Operation, Transfer, Transferred};

/// A kind of instructions, which share an entry in the table of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Logic on general registers, and copies.
    Logic,
    /// Logic on general registers whose last operand is shifted or rotated.
    ShiftedLogic,
    /// A rotation of a general register.
    Rotation,
    /// A sum of a general register and a number.
    Addition,
    /// A jump, and the return.
    Jump,
    /// Logic on vector registers, and copies.
    VectorLogic,
    /// A shift of the lanes of a vector register.
    VectorShift,
    /// A shift whose other bits stay.
    VectorInsertion,
    /// Lanes of two vector registers, and constants.
    VectorLanes,
    /// Bytes of the lower half of a vector register.
    VectorBytes,
    /// An instruction for SHA-3 that the architecture has.
    Sha3,
    /// An instruction of the extension.
    Extension,
    /// A load of a vector register.
    VectorLoad,
    /// A load of a vector register that changes the address.
    VectorLoadNext,
    /// A load of two vector registers.
    VectorLoadPair,
    /// A load of a lane that is repeated, which changes the address.
    VectorLoadRepeated,
    /// A store of one or two vector registers.
    VectorStore,
    /// A store of a lane, which changes the address.
    VectorStoreLane,
    /// A load of a general register.
    Load,
    /// A load of a general register that changes the address.
    LoadNext,
    /// A store of a general register.
    Store,
    /// A store of a general register that changes the address.
    StoreNext,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 22] = [
        Self::Logic,
        Self::ShiftedLogic,
        Self::Rotation,
        Self::Addition,
        Self::Jump,
        Self::VectorLogic,
        Self::VectorShift,
        Self::VectorInsertion,
        Self::VectorLanes,
        Self::VectorBytes,
        Self::Sha3,
        Self::Extension,
        Self::VectorLoad,
        Self::VectorLoadNext,
        Self::VectorLoadPair,
        Self::VectorLoadRepeated,
        Self::VectorStore,
        Self::VectorStoreLane,
        Self::Load,
        Self::LoadNext,
        Self::Store,
        Self::StoreNext,
    ];

    /// Returns the kind of an instruction. An unknown one counts as the slowest kind for its registers.
    pub fn of(operation: &Operation) -> Self {
        match operation {
            Operation::Compute(compute) => match (compute.definition.encoding, compute.definition.name) {
                (Encoding::Extension(_), _) => Self::Extension,
                (Encoding::Arm { file: File::General, .. }, name) => match (name, compute.immediate) {
                    ("eor" | "bic" | "orn" | "mov", 0) => Self::Logic,
                    ("eor" | "bic" | "orn", _) => Self::ShiftedLogic,
                    _ => Self::Rotation,
                },
                (Encoding::Arm { file: File::Vector, .. }, name) => match name.split('.').next().unwrap_or(name) {
                    "eor" | "bic" | "orn" | "mov" => Self::VectorLogic,
                    "shl" => Self::VectorShift,
                    "ext" if compute.definition.sources == 1 => Self::VectorBytes,
                    "ext" | "zip1" | "zip2" | "ins" | "movi" => Self::VectorLanes,
                    "eor3" | "bcax" | "rax1" | "xar" => Self::Sha3,
                    _ => Self::VectorInsertion,
                },
            },
            Operation::Transfer(Transfer { load, what, after, .. }) => match (load, what, after) {
                (true, Transferred::General(_), false) => Self::Load,
                (true, Transferred::General(_), true) => Self::LoadNext,
                (true, Transferred::LowPair(_), _) => Self::VectorLoadPair,
                (true, Transferred::Repeated { .. } | Transferred::LaneInto { .. }, _) => Self::VectorLoadRepeated,
                (true, _, false) => Self::VectorLoad,
                (true, _, true) => Self::VectorLoadNext,
                (false, Transferred::General(_), false) => Self::Store,
                (false, Transferred::General(_), true) => Self::StoreNext,
                (false, Transferred::Lane { .. }, _) => Self::VectorStoreLane,
                (false, _, _) => Self::VectorStore,
            },
            Operation::Add { .. } => Self::Addition,
            Operation::JumpUnlessZero { .. } | Operation::Return => Self::Jump,
        }
    }
}
