//! Proof of the assembly for 8-bit AVR: runs on variables the programs that the harness in `studies/avr/` links and
//! simulates, and compares them with the same specification as the kernels.
//!
//! ```text
//!   builds      every program, the functions to call, and the expected answers
//!     |
//!   machine     instruction by instruction                    (program, instruction, arithmetic, flags, data_space)
//!     |
//!   logic       shared with the other machines
//! ```
//!
//! A call of a function is proved if every bit of its results is the specification's function of the inputs, and if the
//! function
//!
//! * wrote only to its own stack and to memory that it was given to write, and read only memory that it was given;
//! * did not touch the stack below its pointer, where an interrupt handler may write at any time;
//! * preserved r2 to r17, r28, r29, the stack pointer and the interrupt flag, and left zero in r1;
//! * made no branch that depends on a variable, except the one that skips a single instruction of one cycle (a branch
//!   takes two cycles if it jumps and one if it does not, so both ways take the same time).
//!
//! Addresses may depend on variables in table look-ups, because these cores have no cache.

mod arithmetic;
mod builds;
mod cases;
mod contexts;
mod data_space;
mod flags;
mod instruction;
mod machine;
mod mutants;
mod program;
mod report;
mod session;
mod simulator;
#[cfg(test)]
mod tests;
mod validation;

pub use builds::Build;
pub use mutants::mutants;
pub use report::prove;
pub use validation::validate;
