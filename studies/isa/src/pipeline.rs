//! Counts the cycles of a program: models of processors as data, and one scoreboard for each kind of processor.
//!
//! A model has a table with, for each kind of instruction, the ports that it occupies and for how long, its latency,
//! and the number of a cycle's slots that it takes. The scoreboard goes through the instructions in the order in which
//! they run and finds the cycle in which each begins ([`in_order`], [`out_of_order`]). So another processor is just
//! another table ([`models`]), and the cost of the extension's instructions is a parameter ([`Model::with`]).
//!
//! Caches, mispredictions and instruction fetch are not modelled. Programs for Keccak touch few bytes of data and have
//! one jump per block, so they hardly depend on these.

mod action;
pub mod in_order;
mod kernels;
mod kind;
mod model;
pub mod models;
pub mod out_of_order;
#[cfg(test)]
mod tests;
mod trace;

pub(crate) use action::{Action, Place};
pub use kernels::{block, permutation};
pub use kind::Kind;
pub use model::{Model, Order, Ports, Timing, Use};
pub use trace::{cycles, trace};
