//! Which files of a folder tree are files of known answers.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The files of known answers at a path: the file itself, or all in a folder and its folders, sorted.
///
/// In a folder, these are the regular files `*.json`, `*.rsp` and `*.txt` that are not called README or MANIFEST.
///
/// # Errors
///
/// If the path or a folder under it can't be read; the error names it.
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
        // Links to files are followed; links to folders could lead in circles.
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

/// Whether a path leads to a pipe, a socket or a device, which may never end. A file that is missing is not special:
/// the error is shown when it is read.
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

/// The folder of known answers that lies beside the project (`../shared/vectors`), or that the environment variable
/// `COUNTERPOINT_VECTORS` names; nothing where it is missing.
///
/// A test that needs it says so, and what it would have tested is then counted as skipped.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    let folder = std::env::var_os("COUNTERPOINT_VECTORS").map_or_else(beside, PathBuf::from);
    folder.is_dir().then_some(folder)
}
