//! Result files, replaced as a whole or not at all.

use crate::console::{reason, shown};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A place for results. A regular or new file is replaced as a whole or not at all; a device or pipe is written to.
#[derive(Debug)]
pub(crate) struct Output {
    /// The user's name for it, for messages.
    name: PathBuf,
    /// The file to replace, with links followed; none for a device or pipe.
    target: Option<PathBuf>,
}

impl Output {
    /// Determines what is at this path and whether it can be written, so that an error is known before hours of
    /// measuring. Changes nothing.
    pub(crate) fn at(path: &Path) -> Result<Self, String> {
        let target = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() || path.starts_with("/dev") || path.starts_with("/proc") => Ok(None),
            // A link stays, and its target is replaced if it may be written.
            Ok(_) => OpenOptions::new().append(true).open(path).and_then(|_| path.canonicalize().map(Some)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(path.to_owned())),
            Err(error) => Err(error),
        };
        let output = Self { name: path.to_owned(), target: target.map_err(|error| message(path, path, &error))? };
        output.begun()?;
        Ok(output)
    }

    /// Returns whether writing again replaces what was written before.
    pub(crate) fn is_replaced(&self) -> bool {
        self.target.is_some()
    }

    /// Writes the contents.
    pub(crate) fn write(&self, contents: &[u8]) -> Result<(), String> {
        let written = match self.begun()? {
            Some((mut new, target)) => new
                .write_all(contents)
                .and_then(|()| new.as_file().sync_all())
                .and_then(|()| new.persist(target).map_err(|error| error.error))
                .map(drop),
            None => {
                let file = fs::metadata(&self.name).is_ok_and(|found| found.is_file());
                let opened = OpenOptions::new().write(true).append(file).open(&self.name);
                opened.and_then(|mut opened| opened.write_all(contents))
            }
        };
        written.map_err(|error| message(&self.name, &self.name, &error))
    }

    /// Returns a new file next to the one that it will replace, with the same mode.
    fn begun(&self) -> Result<Option<(NamedTempFile, &Path)>, String> {
        let Some(target) = &self.target else { return Ok(None) };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut options = tempfile::Builder::new();
        #[cfg(unix)]
        options.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let begun = options.tempfile_in(folder).map_err(|error| message(&self.name, folder, &error))?;
        if let Ok(old) = fs::metadata(target) {
            let kept = begun.as_file().set_permissions(old.permissions());
            kept.map_err(|error| message(&self.name, target, &error))?;
        }
        Ok(Some((begun, target)))
    }
}

/// Writes contents to a path: [`Output::at`], then [`Output::write`].
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    Output::at(path)?.write(contents)
}

/// Returns the message for an error with the output `name` at a path: the output or its folder.
fn message(name: &Path, at: &Path, error: &io::Error) -> String {
    let place = if at == name { String::new() } else { format!("{}: ", shown(at.as_os_str())) };
    let remedy = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "create the folder first, or name a file elsewhere",
        ErrorKind::PermissionDenied => "allow writing there, or name a file elsewhere",
        ErrorKind::StorageFull => "free some space, or name a file elsewhere",
        ErrorKind::IsADirectory => "name a file in it",
        _ => "name a file elsewhere",
    };
    format!("{}: {place}{}; {remedy}", shown(name.as_os_str()), reason(error))
}
