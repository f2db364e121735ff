//! Programs for Keccak-p, of any width, built from the instructions of a target.
//!
//! There are three ways to keep a state in registers, and each is a module: one lane in each vector register (`lanes`,
//! which can compute two states at a time), two lanes in each (`pairs`), and one lane in each general register
//! (`scalar`). A kernel is one of these ways; if a target lacks an instruction, the way builds it from others. If
//! several ways are possible, the kernel takes the one with the fewest instructions.
//!
//! A program gets its addresses in the registers that [`crate::program`] names.

mod blocks;
mod kernel;
pub(crate) mod lanes;
mod pairs;
mod scalar;
mod way;

pub use blocks::{Blocks, Task};
pub use kernel::Kernel;
pub(crate) use way::{Way, cuts};
