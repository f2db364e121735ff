//! The common part of validating an instruction model, for all machines.
//!
//! A proof is worth as much as its model of the CPU. Each *form* of an instruction in the kernels (the operation, the
//! kinds of its operands, and its immediates) runs on a CPU with chosen register contents, and everything it leaves is
//! compared with the model twice: with the contents as constants, and with variables that get these values afterwards.

use crate::image::Image;
use crate::{aarch64, x86_64};
use object::Architecture;
use std::error::Error;

mod contents;
mod findings;

pub(crate) use contents::{Contents, Random};
pub use findings::{Mismatch, Validation};

/// Compares the model of every instruction in the kernels of an archive with this CPU, or with `qemu-aarch64` if they
/// are for AArch64.
///
/// # Errors
///
/// If the archive can't be read or is for another CPU, or if no program can be compiled and run here.
pub fn validate(archive: &[u8]) -> Result<Validation, Box<dyn Error>> {
    let image = Image::load(archive)?;
    match image.architecture {
        Architecture::X86_64 => x86_64::validation::validate(&image),
        Architecture::Aarch64 => aarch64::validation::validate(&image),
        other => Err(format!("there is no model of {other:?}").into()),
    }
}
