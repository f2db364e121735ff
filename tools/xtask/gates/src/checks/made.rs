//! What some checks make and others use, as paths from the root.

use crate::job::Outcome;
use crate::world::World;
use std::path::PathBuf;

/// The program `counterpoint`, as it ships.
pub(super) const COMMAND: &str = "target/release/counterpoint";
/// The same with the feature `column`, kept separate from what ships.
pub(super) const COLUMN_COMMAND: &str = "target/column/counterpoint";
/// The same with all techniques.
pub(super) const ALL_COMMAND: &str = "target/all/release/counterpoint";
/// The task runner.
pub(super) const XTASK: &str = "target/release/xtask";
/// The program that reads machine code.
pub(super) const CODE: &str = "target/release/xtask-code";
/// The study of instructions.
pub(super) const ISA: &str = "target/isa/release/counterpoint-isa";

/// The file with the lists of implementations of a build.
pub(super) fn lists_of(world: &World, folder: &str) -> PathBuf {
    world.memory.join(format!("lists-{}", folder.replace('/', "-")))
}

/// Whether this run has compiled the shipped library with optimisation at most once.
pub(super) fn is_built_once(world: &World) -> Outcome {
    let folder = world.root.join("target/release/deps");
    let libraries = xtask_remarks::libraries(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let is_new = |path: &&PathBuf| {
        let time = path.metadata().and_then(|metadata| metadata.modified());
        time.is_ok_and(|time| time >= world.since)
    };
    let builds = libraries.iter().filter(is_new).count();
    if builds > 1 {
        return Err(
            format!("the library was compiled {builds} times, since some packages have other features of it").into()
        );
    }
    Ok(())
}
