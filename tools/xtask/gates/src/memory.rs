//! Remembers that checks passed, and on which inputs.
//!
//! The results are in the target folder, one file per check: the hash of all its inputs, and how many tests it counted.

use crate::check::{Check, Input};
use crate::count::Tally;
use crate::job::Part;
use crate::program;
use crate::source::{Comments, without_comments};
use crate::world::World;
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Variables that change what checks do.
const VARIABLES: [&str; 12] = [
    "AR",
    "CC",
    "CFLAGS",
    "CXX",
    "CXXFLAGS",
    "LDFLAGS",
    "RUSTC",
    "RUSTC_WRAPPER",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "PYTHON",
];

/// The inputs common to all checks, determined once per run.
#[derive(Default)]
pub(crate) struct Memory {
    common: OnceLock<Option<Common>>,
}

struct Common {
    /// The driver, the compiler, the environment.
    hash: [u8; 32],
    /// The files in the tree, sorted by name.
    tree: Vec<String>,
}

/// The hash of all inputs of a check.
pub(crate) type Key = [u8; 32];

impl Memory {
    /// Returns the hash of all inputs of a check; `None` if it runs each time, or if not all inputs can be found.
    pub(crate) fn key(&self, world: &World, check: &Check, part: Option<&Part>) -> Option<Key> {
        let inputs = check.inputs?;
        let common = self.common.get_or_init(|| common(world)).as_ref()?;
        let mut hash = Sha256::new();
        hash.update(common.hash);
        text(&mut hash, check.name);
        for need in check.needs {
            text(&mut hash, &need.version(world));
        }
        for input in inputs {
            text(&mut hash, &format!("{input:?}"));
            match *input {
                Input::Tree(place) => files(&mut hash, world, common, |name| is_in(name, place), None).ok()?,
                Input::Code(place) => {
                    files(&mut hash, world, common, |name| is_in(name, place), Some(Comments::None)).ok()?;
                }
                Input::Documented(place) => {
                    files(&mut hash, world, common, |name| is_in(name, place), Some(Comments::Documentation)).ok()?;
                }
                Input::Ending(ending) => files(&mut hash, world, common, |name| name.ends_with(ending), None).ok()?,
                Input::Made(path) => made(&mut hash, &world.root.join(path)).ok()?,
                Input::Vectors => vectors(&mut hash, world),
            }
        }
        if let Some(part) = part {
            text(&mut hash, &part.name);
            program::feed(&mut hash, &part.program).ok()?;
            for place in &part.reads {
                text(&mut hash, place);
                files(&mut hash, world, common, |name| is_in(name, place), None).ok()?;
            }
        }
        Some(hash.finalize().into())
    }

    /// Returns how many tests the check counted when it passed on these inputs.
    pub(crate) fn recall(&self, world: &World, check: &Check, name: &str, key: &Key) -> Option<Tally> {
        if !check.makes.iter().all(|path| world.root.join(path).exists()) {
            return None;
        }
        let text = std::fs::read_to_string(place(world, name)).ok()?;
        let (remembered, passed) = text.trim_end().split_once(' ')?;
        let passed = passed.parse().ok()?;
        (remembered == hexadecimal(key)).then_some(Tally { passed, failed: 0 })
    }

    /// Remembers that a check passed. If this can't be written, the check runs again.
    pub(crate) fn remember(&self, world: &World, name: &str, key: &Key, tally: Tally) {
        let _ = std::fs::create_dir_all(&world.memory);
        let _ = std::fs::write(place(world, name), format!("{} {}\n", hexadecimal(key), tally.passed));
    }

    /// Forgets that a check has passed.
    pub(crate) fn forget(&self, world: &World, name: &str) {
        let _ = std::fs::remove_file(place(world, name));
    }
}

fn place(world: &World, name: &str) -> PathBuf {
    world.memory.join(format!("{}.passed", name.replace(['/', ' '], "-")))
}

/// Nothing is remembered if git does not list the project's files, or the compiler does not report its version.
fn common(world: &World) -> Option<Common> {
    let mut hash = Sha256::new();
    program::feed(&mut hash, &std::env::current_exe().ok()?).ok()?;
    text(&mut hash, &world.ask("rustc", &["-vV"])?);
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let configures = ["CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_TARGET_", "COUNTERPOINT_"];
        if !["CARGO_BUILD_JOBS", "CARGO_TARGET_DIR"].contains(&&*name)
            && (VARIABLES.contains(&&*name) || configures.iter().any(|c| name.starts_with(c)))
        {
            text(&mut hash, &format!("{name}={}", value.to_string_lossy()));
        }
    }
    Some(Common { hash: hash.finalize().into(), tree: world.files()? })
}

/// Whether a file is at a place: the file itself, a folder, or a folder's files with an ending (`folder/*.toml`).
fn is_in(name: &str, place: &str) -> bool {
    match place.split_once('*') {
        Some((folder, ending)) => name.starts_with(folder) && name.ends_with(ending),
        None => name == place || (place.ends_with('/') && name.starts_with(place)),
    }
}

/// Feeds the selected files in the tree to the hash, Rust sources with only the given comments.
fn files(
    hash: &mut Sha256,
    world: &World,
    common: &Common,
    wanted: impl Fn(&str) -> bool,
    comments: Option<Comments>,
) -> io::Result<()> {
    for name in common.tree.iter().filter(|name| wanted(name)) {
        let path = world.root.join(name);
        text(hash, name);
        match path.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => text(hash, &path.read_link()?.to_string_lossy()),
            Ok(_) => {
                use std::os::unix::fs::PermissionsExt;
                let mut bytes = std::fs::read(&path)?;
                if let (Some(comments), true, Ok(text)) = (comments, name.ends_with(".rs"), std::str::from_utf8(&bytes))
                {
                    bytes = without_comments(text, comments).into_bytes();
                }
                text(hash, &format!("{:o} {}", path.metadata()?.permissions().mode(), bytes.len()));
                hash.update(bytes);
            }
            // It is deleted but still tracked.
            Err(_) => text(hash, "is not there"),
        }
    }
    Ok(())
}

/// A file, or all files in a folder, but not in its subfolders.
fn made(hash: &mut Sha256, path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        return program::feed(hash, path);
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    for file in files {
        text(hash, &file.to_string_lossy());
        program::feed(hash, &file)?;
    }
    Ok(())
}

/// The folder with all known answers.
pub(crate) fn vectors_folder(world: &World) -> PathBuf {
    let given = std::env::var_os("COUNTERPOINT_VECTORS").map(PathBuf::from);
    world.root.join(given.unwrap_or_else(|| PathBuf::from("../shared/vectors")))
}

/// The known answers are too long to read each time: their names, lengths and times must do.
fn vectors(hash: &mut Sha256, world: &World) {
    let folder = vectors_folder(world);
    let mut found = Vec::new();
    list(&folder, &mut found);
    found.sort();
    for line in found {
        text(hash, &line);
    }
}

fn list(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(metadata) = path.metadata() else { continue };
        if metadata.is_dir() {
            list(&path, found);
        } else {
            found.push(format!("{} {} {:?}", path.display(), metadata.len(), metadata.modified().ok()));
        }
    }
}

/// Feeds a text with its length, so that two texts can't be mistaken for two others.
fn text(hash: &mut Sha256, text: &str) {
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text);
}

fn hexadecimal(key: &Key) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert!(is_in("crates/a/src/lib.rs", "crates/a/"));
        assert!(!is_in("crates/ab/src/lib.rs", "crates/a"));
        assert!(is_in("Cargo.lock", "Cargo.lock"));
        assert!(is_in("crates/a/Cargo.toml", "crates/*.toml"));
        assert!(!is_in("crates/a/lib.rs", "crates/*.toml"));
    }
}
