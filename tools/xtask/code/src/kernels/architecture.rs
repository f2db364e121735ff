//! The machines whose code is supported.

use super::function::Function;
use super::machine::{Entry, Instruction};
use super::wasm_module::Module;
use super::{aarch64, wasm32, x86_64};

/// A machine, with the symbols its functions refer to.
pub(crate) enum Architecture {
    X86_64,
    Aarch64,
    Wasm32(Module),
}

impl Architecture {
    /// Returns the machine of an object file other than WebAssembly.
    ///
    /// # Errors
    ///
    /// If it is not supported.
    pub(crate) fn of(machine: object::Architecture) -> Result<Self, String> {
        match machine {
            object::Architecture::X86_64 => Ok(Self::X86_64),
            object::Architecture::Aarch64 => Ok(Self::Aarch64),
            other => Err(format!("machine code for {other:?} is not supported")),
        }
    }

    /// Returns its name in the record and in the exceptions.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::X86_64 => "x86_64".into(),
            Self::Aarch64 => "aarch64".into(),
            Self::Wasm32(module) => module.architecture(),
        }
    }

    /// Returns the registers that a kernel starts with.
    pub(crate) fn entry(&self) -> Entry {
        match self {
            Self::X86_64 => x86_64::ENTRY,
            Self::Aarch64 => aarch64::ENTRY,
            Self::Wasm32(_) => wasm32::ENTRY,
        }
    }

    /// Returns the instructions of a kernel's shell.
    ///
    /// # Errors
    ///
    /// If it contains something unknown.
    pub(crate) fn decode(&self, function: &Function) -> Result<Vec<Instruction>, String> {
        match self {
            Self::X86_64 => Ok(x86_64::decode(function)),
            Self::Aarch64 => aarch64::decode(function),
            Self::Wasm32(module) => wasm32::decode(module, function),
        }
    }
}
