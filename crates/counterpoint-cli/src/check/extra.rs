//! `check --extra`: files in folders that no list names.

use super::base::Base;
use super::report::Report;
use crate::checksum_line::file_name;
use crate::console::{is_output, reason, same_file, shown};
use crate::exit::Error;
use crate::streams;
use crate::unlisted::Unlisted;
use crate::walk::{Exclusion, Walk, WalkItem};
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The contents of the folders, and the files among them that no list has named so far.
pub(super) struct Extra {
    items: Vec<WalkItem>,
    unlisted: Unlisted,
    /// The lists, which do not name themselves.
    lists: Vec<Metadata>,
}

impl Extra {
    /// Walks over folders. Their names are relative to `base`, like names in lists.
    ///
    /// # Errors
    ///
    /// Returns an error for a folder that does not exist or is not a folder.
    pub(super) fn find(
        folders: &[OsString],
        exclusions: Vec<Exclusion>,
        lists: &[OsString],
        base: &Base,
    ) -> Result<Self, Error> {
        // `DIR/.` has the same components as `DIR`.
        let path = |folder: &OsString| Path::new(&base.path(folder)).components().collect::<PathBuf>().into_os_string();
        let folders: Vec<OsString> = folders.iter().map(path).collect();
        for folder in folders.iter().map(OsString::as_os_str).chain(base.folder()) {
            let why = match fs::metadata(folder) {
                Ok(metadata) if metadata.is_dir() => continue,
                Ok(_) => "is not a folder".to_owned(),
                Err(error) => reason(&error),
            };
            return Err(Error::Failed(format!("{}: {why}", shown(folder))));
        }
        let metadata = |list: &OsString| if list == "-" { streams::input()?.metadata() } else { fs::metadata(list) };
        let lists = lists.iter().filter_map(|list| metadata(list).ok()).collect();
        let items: Vec<WalkItem> = Walk::new(folders, true, false).excluding(exclusions).collect();
        let unlisted = Unlisted::new(items.iter().filter_map(WalkItem::file));
        Ok(Self { items, unlisted, lists })
    }

    /// Records a name found in a list. The name in a tuple's line consists of several names.
    pub(super) fn found(&mut self, name: &[u8], base: &Base) {
        if !self.items.is_empty() {
            self.unlisted.found(&base.path(&file_name(name)));
            for element in name.split(|&c| c == b'\n').filter(|element| element.len() < name.len()) {
                self.unlisted.found(&base.path(&file_name(element)));
            }
        }
    }

    /// Reports the files that no list has named, and everything that could not be visited.
    pub(super) fn report(self, report: &mut Report, base: &Base) -> io::Result<()> {
        for item in &self.items {
            match item {
                WalkItem::File(path) if self.unlisted.contains(path) && !self.belongs_to_the_run(path) => {
                    report.extra(base.name(path))?;
                }
                WalkItem::File(_) => {}
                WalkItem::Unreadable(path, why) => report.unvisited(path, Some(why)),
                WalkItem::Special(path) => report.unvisited(path, None),
                WalkItem::UnfollowedLinks(number) => report.unfollowed(*number),
            }
        }
        Ok(())
    }

    /// Returns whether a file is one of the lists or receives the results.
    fn belongs_to_the_run(&self, path: &OsStr) -> bool {
        let is_known = |file: Metadata| is_output(&file) || self.lists.iter().any(|list| same_file(list, &file));
        fs::metadata(path).is_ok_and(is_known)
    }
}
