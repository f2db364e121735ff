//! What some checks make and others use, by paths from the root.

use crate::world::World;
use std::path::PathBuf;

/// The program `counterpoint`, as it ships.
pub(super) const COMMAND: &str = "target/release/counterpoint";
/// The same with all techniques.
pub(super) const ALL_COMMAND: &str = "target/all/release/counterpoint";
/// The task runner.
pub(super) const XTASK: &str = "target/release/xtask";
/// What reads machine code.
pub(super) const CODE: &str = "target/release/xtask-code";
/// The study of instructions.
pub(super) const ISA: &str = "target/all/release/counterpoint-isa";

/// The file with the lists of implementations of a build.
pub(super) fn lists_of(world: &World, folder: &str) -> PathBuf {
    world.memory.join(format!("lists-{}", folder.replace('/', "-")))
}
