//! Programs for Keccak-p, of any width, from the instructions that a target has.
//!
//! There are three ways to keep a state in registers, and each is a module: one lane in each vector register
//! (`lanes`, which can compute two states at a time), two lanes in each (`pairs`), and one lane in each general
//! register (`scalar`). A kernel is one of these ways; where a target lacks an instruction, the way computes the same
//! from others. Where more than one is possible, the one with the fewest instructions is taken.
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
