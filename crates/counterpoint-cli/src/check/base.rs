//! `check --directory`: where the listed files are.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The folder to which names in lists are relative, if it is not the current one.
#[derive(Clone)]
pub(super) struct Base(Option<PathBuf>);

impl Base {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// Returns the folder, if it is not the current one.
    pub(super) fn folder(&self) -> Option<&OsStr> {
        self.0.as_ref().map(|folder| folder.as_os_str())
    }

    /// Returns the path of a name in a list.
    pub(super) fn path(&self, name: &OsStr) -> OsString {
        match &self.0 {
            // Standard input is in no folder.
            Some(folder) if name != "-" => folder.join(name).into(),
            _ => name.to_owned(),
        }
    }

    /// Returns the name of a path as a list would have it.
    pub(super) fn name<'a>(&self, path: &'a OsStr) -> &'a OsStr {
        let inside = self.0.as_ref().and_then(|folder| Path::new(path).strip_prefix(folder).ok());
        inside.map_or(path, Path::as_os_str)
    }
}
