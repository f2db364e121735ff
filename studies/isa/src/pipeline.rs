//! How many cycles a program takes: models of processors as data, and one scoreboard for each kind of processor.
//!
//! A model has a table that says of each kind of instruction which ports it occupies and for how long, after how many
//! cycles its result can be read, and how many of the slots of a cycle it needs. The scoreboard goes through the
//! instructions in the order in which they are run and finds the cycle in which each begins ([`in_order`],
//! [`out_of_order`]). So another processor is another table ([`models`]), and what an instruction of the extension
//! costs is a parameter ([`Model::with`]).
//!
//! Caches, wrong predictions and the fetch of instructions are not modelled. Programs for Keccak need few bytes of data
//! and have one jump for each block, so they depend on these the least.

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
