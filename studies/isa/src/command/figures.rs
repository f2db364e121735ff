//! Our figures: the instructions per byte in the rows of the table and of the record.

use crate::console::{Error, failed};
use crate::count::{each_byte, permutation};
use crate::functions::{FUNCTIONS, Function, LAKE_KEYAK};
use crate::kernels::Kernel;

/// The row of Lake Keyak with the functions that code of the paper's time had around a permutation.
pub(super) const APART: &str = "lake-keyak, apart";

/// The number of instructions of those functions for a block of Lake Keyak: 219 to output the sum of the state and a
/// block, and 217 to add a block to the state. They are those of NEON code for 32-bit ARM in the eXtended Keccak Code
/// Package; `studies/isa/count_armv7.py public` counts them.
const APART_INSTRUCTIONS: u64 = 219 + 217;

/// Returns the names of the rows.
pub(super) fn rows() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name).chain([APART])
}

/// Returns our figure for a row.
pub(super) fn ours(kernel: &Kernel, row: &str) -> Result<f64, Error> {
    if let Some(function) = Function::by_name(row) {
        return each_byte(kernel, function).map_err(failed);
    }
    let all: u64 = permutation(kernel, LAKE_KEYAK.blocks.rounds).map_err(failed)?.values().sum();
    let block = all as f64 / kernel.target.states() as f64 + APART_INSTRUCTIONS as f64;
    Ok(block / LAKE_KEYAK.block_bytes() as f64)
}

/// Returns whether a kernel computes a function: a packed kernel has lanes of only one width.
pub(super) fn computes(kernel: &Kernel, function: &Function) -> bool {
    kernel.target.packed.is_none_or(|width| width == function.blocks.width)
}
