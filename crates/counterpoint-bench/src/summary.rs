//! A record in short: one figure for each family, technique and tier, and the fastest implementation of each algorithm.
//!
//! `tables` computes it, also for the HTML page, and [`markdown`] writes it as the table of the README.

mod markdown;
mod tables;

pub use markdown::markdown;
pub use tables::*;
