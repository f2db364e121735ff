//! A copy of the project's files in which some are edited.

use crate::world::World;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

/// Makes a folder a copy of the project's files. `edits` has the texts of some of them, by path from the root. A file
/// that already has the right contents stays untouched, so that Cargo builds only what has changed.
///
/// # Errors
///
/// If git does not list the project's files, or if a file can't be copied.
pub(crate) fn renew(project: &World, folder: &Path, edits: &BTreeMap<String, String>) -> Result<(), String> {
    let files = project.files().ok_or("git does not list the project's files")?;
    let mut kept = BTreeSet::new();
    for name in &files {
        let (from, to) = (project.root.join(name), folder.join(name));
        // A file that is deleted but still tracked is not copied.
        if from.symlink_metadata().is_ok() {
            renew_file(&from, &to, edits.get(name)).map_err(|error| format!("{name}: {error}"))?;
            kept.insert(to);
        }
    }
    remove_others(folder, &|path| kept.contains(path)).map_err(|error| format!("{}: {error}", folder.display()))
}

fn renew_file(from: &Path, to: &Path, edit: Option<&String>) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let metadata = from.symlink_metadata()?;
    if metadata.is_symlink() {
        let target = from.read_link()?;
        if to.read_link().is_ok_and(|found| found == target) {
            return Ok(());
        }
        let _ = fs::remove_file(to);
        return std::os::unix::fs::symlink(target, to);
    }
    let bytes = edit.map_or_else(|| fs::read(from), |text| Ok(text.as_bytes().to_vec()))?;
    if to.is_symlink() {
        fs::remove_file(to)?;
    }
    if fs::read(to).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    fs::write(to, bytes)?;
    fs::set_permissions(to, metadata.permissions())
}

/// Removes files left by an earlier copy, but not what was built or installed.
fn remove_others(folder: &Path, keeps: &impl Fn(&Path) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            if !path.ends_with("target") && !path.ends_with("node_modules") {
                remove_others(&path, keeps)?;
            }
        } else if !keeps(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Makes a folder or file another name for an existing one, file by file, which takes no time and no space.
///
/// # Errors
///
/// If it can't be read or linked.
pub(crate) fn link(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = from.symlink_metadata()?;
    if metadata.is_symlink() {
        return std::os::unix::fs::symlink(from.read_link()?, to);
    }
    if !metadata.is_dir() {
        return fs::hard_link(from, to);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        link(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Settings;

    #[test]
    fn only_what_has_changed_is_written() {
        let project = tempfile::tempdir().expect("a folder");
        let root = project.path();
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().expect("a folder")).expect("a folder");
            fs::write(root.join(name), text).expect("a file");
        };
        write("a/one", "one");
        write("a/two", "two");
        write(".gitignore", "target\n");
        std::os::unix::fs::symlink("two", root.join("a/link")).expect("a link");
        let git = std::process::Command::new("git").args(["init", "--quiet"]).current_dir(root).status();
        assert!(git.expect("git").success());
        let world = World::new(root, &root.join("target"), Settings::OF_TESTS);
        let copy = root.join("target/copy");
        let edits = BTreeMap::from([("a/one".to_owned(), "wrong".to_owned())]);
        renew(&world, &copy, &edits).expect("a copy");
        let text = |name: &str| fs::read_to_string(copy.join(name)).expect(name);
        assert_eq!((text("a/one").as_str(), text("a/link").as_str()), ("wrong", "two"));
        let time = |name: &str| copy.join(name).metadata().and_then(|file| file.modified()).expect(name);
        let (before, other) = (time("a/one"), time("a/two"));
        fs::write(copy.join("a/new"), "left over").expect("a file");
        fs::create_dir_all(copy.join("target")).expect("a folder");
        fs::write(copy.join("target/built"), "built").expect("a file");
        renew(&world, &copy, &edits).expect("a copy");
        assert!(!copy.join("a/new").exists() && copy.join("target/built").exists());
        assert_eq!(time("a/one"), before);
        renew(&world, &copy, &BTreeMap::new()).expect("a copy");
        assert_eq!((text("a/one").as_str(), time("a/two")), ("one", other));
    }

    #[test]
    fn a_folder_is_linked_file_by_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("inner")).expect("a folder");
        fs::write(from.join("inner/file"), "text").expect("a file");
        std::os::unix::fs::symlink("inner/file", from.join("link")).expect("a link");
        link(&from, &to).expect("links");
        assert_eq!(fs::read_to_string(to.join("link")).expect("a file"), "text");
        fs::remove_file(to.join("inner/file")).expect("a file");
        assert!(from.join("inner/file").exists());
    }
}
