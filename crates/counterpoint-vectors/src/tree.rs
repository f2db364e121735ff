//! Finds the files of known answers in a folder tree.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the files of known answers at a path: the file itself, or all files in a folder tree, sorted.
///
/// In a folder, these are the regular files `*.json`, `*.rsp` and `*.txt` whose names are not README or MANIFEST.
///
/// # Errors
///
/// Returns an error that names the path or folder if it can't be read.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if std::fs::metadata(path).map_err(|error| naming(path, &error))?.is_dir() {
        let mut folders = vec![path.to_owned()];
        while let Some(folder) = folders.pop() {
            list(&folder, &mut folders, &mut found)?;
        }
        found.sort();
    } else {
        found.push(path.to_owned());
    }
    Ok(found)
}

/// Appends the folders in a folder to `folders`, and the files of known answers to `found`.
fn list(folder: &Path, folders: &mut Vec<PathBuf>, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder).map_err(|error| naming(folder, &error))? {
        let path = entry.map_err(|error| naming(folder, &error))?.path();
        // Links to files are followed, but links to folders are not, since they could form a loop.
        if path.is_dir() {
            if !path.is_symlink() {
                folders.push(path);
            }
        } else if is_known_answers(&path) && !is_special(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns whether a path leads to a pipe, a socket or a device, which may never end. A missing file is not special;
/// reading it will report the error.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

fn is_known_answers(path: &Path) -> bool {
    let lower = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    matches!(lower(path.extension()).as_str(), "json" | "rsp" | "txt")
        && !matches!(lower(path.file_stem()).as_str(), "readme" | "manifest")
}

fn naming(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns the folder of known answers beside the project (`../shared/vectors`), or the one named by the environment
/// variable `COUNTERPOINT_VECTORS`; `None` if it is missing.
///
/// Without the folder, tests that use it report this and count as skipped.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    let folder = std::env::var_os("COUNTERPOINT_VECTORS").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}
