//! `counterpoint column`: digests, what is kept of a table, mistakes, interrupted runs, memory.
#![cfg(target_os = "linux")]

#[path = "column/codecs.rs"]
mod codecs;
#[path = "column/corrupt.rs"]
mod corrupt;
#[path = "column/digests.rs"]
mod digests;
#[path = "column/interrupted.rs"]
mod interrupted;
#[path = "column/kept.rs"]
mod kept;
#[path = "column/memory.rs"]
mod memory;
#[path = "column/mistakes.rs"]
mod mistakes;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "command/place.rs"]
mod place;
#[path = "column/tables.rs"]
mod tables;
