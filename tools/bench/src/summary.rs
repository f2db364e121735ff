//! Summary of a record: one figure for each family, technique and tier, and the fastest implementation of each
//! algorithm.
//!
//! `tables` computes it, also for the HTML page, and [`markdown`] writes it as the tables in docs/performance.

mod markdown;
mod tables;

pub(crate) use markdown::markdown;
pub(crate) use tables::*;
