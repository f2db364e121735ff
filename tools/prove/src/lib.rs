//! Proof that compiled kernels equal their specification, for all inputs.
//!
//! An interpreter runs a kernel's machine code on bits that are not 0 and 1 but sums of variables: every bit of every
//! state, message and key is a variable of its own. The specification runs on the same variables. A kernel is proved in
//! a case (a number of states, blocks and rounds) if every bit of its results is the same sum, and if it wrote nowhere
//! else, read only what it was given, branched on no variable, and restored all registers of its caller.
//!
//! ```text
//!   call        memory with operands, and the specification's results               (spec, subject)
//!     |
//!   machine     instruction by instruction: x86_64, aarch64                         (image, memory)
//!     |
//!   logic       sums of atoms, and functions of the inputs of S-boxes               (sums, words)
//! ```
//!
//! There is no solver: two equal functions become the same sum by construction, see `logic.rs`. docs/proof.md explains
//! this with an example, and lists what you have to trust. This crate shares no code with the library, and reads only
//! its object files.

mod aarch64;
mod affine;
pub mod avr;
mod block_code;
mod call;
mod cases;
mod execution;
mod extent;
mod fingerprint;
mod image;
mod induction;
mod kernels;
mod lengths;
mod lines;
mod logic;
mod machine;
mod memory;
mod mutants;
mod prover;
mod random;
mod remembered;
mod report;
mod spec;
mod subject;
mod sums;
mod threads;
mod unreached;
mod validation;
mod verdicts;
mod watch;
mod words;
mod x86_64;

pub use block_code::{BlockCode, block_code};
pub use extent::Extent;
pub use fingerprint::{Archive, Fingerprint};
pub use kernels::{Kernel, shell};
pub use mutants::mutants;
pub use remembered::{Memory, Remembered};
pub use unreached::Reasons;
pub use validation::{Mismatch, Validation, validate};
pub use verdicts::{Options, prove};
