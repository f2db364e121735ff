//! An instruction-set extension for Keccak: a study for architects to repeat and change.
//!
//! \[Keccak-ISE\] proposes 128-bit SIMD instructions for Keccak. Only its abstract is public, so the instructions here
//! are not the paper's. Each is data ([`instruction`], [`sets`]): its lanes are formulas over the lanes of its operands
//! ([`formula`]). The emulator ([`machine`]), the proof ([`prove`]) and the documentation follow from them.
//!
//! * Values: [`value`], [`polynomial`]. The specification: [`spec`].
//! * Instructions: [`formula`], [`instruction`], [`sets`], [`operation`], [`encoding`]; those a kernel may use:
//!   [`target`], or a file ([`set_file`]).
//! * Programs: [`kernels`] makes them with a [`builder`] and [`transfer`], [`allocate`] finds registers, [`program`] is
//!   the result, [`assembly`] reads programs from text. [`run`] runs them on a [`machine`], and [`count`] counts their
//!   instructions.
//! * Hardware: [`verilog`].
//! * Cycles: [`pipeline`] has models of processors, [`schedule`] orders programs for them, [`tune`] leaves out
//!   instructions that slow them down, and [`stand_in`] writes programs for other tools.
//! * Complete functions, from SHA-3 to Ketje: [`functions`] lists them, [`modes`] computes them.
//! * Sets that an architect could choose: [`search`] makes them, [`frontier`] draws their costs.
//! * Ascon on the same unit: [`ascon`], with the forms of [`sets::ascon`].
//!
//! [`documents`] writes the generated files in studies/isa/. [`command`] is the program `counterpoint-isa`; `console`
//! prints its messages and writes its files.

pub mod allocate;
pub mod ascon;
pub mod assembly;
pub mod builder;
pub mod command;
mod console;
pub mod count;
pub mod documents;
pub mod encoding;
pub mod formula;
pub mod frontier;
pub mod functions;
pub mod instruction;
pub mod kernels;
pub mod line_error;
pub mod machine;
pub mod modes;
pub mod operation;
pub mod pipeline;
pub mod polynomial;
pub mod program;
pub mod prove;
pub mod run;
pub mod schedule;
pub mod search;
pub mod set_file;
pub mod sets;
pub mod spec;
pub mod stand_in;
pub mod target;
pub mod transfer;
pub mod tune;
pub mod value;
pub mod verilog;
