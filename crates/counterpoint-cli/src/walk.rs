//! The files that a user means: the operands, and with `--recursive` all files below those that are directories.
//!
//! The order is that of the operands, and below a directory that of the names' bytes, as if all paths were sorted:
//! a directory `a` counts as `a/`, so `a.c` comes before `a/b`. Only the entries of the directories on the way down are kept.

use crate::input::Unread;
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a walk comes across.
pub(crate) enum Found {
    /// A file to be hashed.
    File(OsString),
    /// A directory or link that can't be read.
    Unread(OsString, Unread),
    /// Neither file nor directory: a pipe, a socket, a device.
    Special(OsString),
    /// At the end: so many symbolic links that were not followed.
    Links(u64),
}

/// A walk over the operands.
pub(crate) struct Walk {
    /// What is still to be visited, the next one last.
    stack: Vec<Entry>,
    recursive: bool,
    follow: bool,
    links: u64,
}

struct Entry {
    path: PathBuf,
    /// `None` for an operand: it is what it points to.
    kind: Option<FileType>,
    parents: Option<Arc<Parents>>,
}

/// A directory that is being walked, and those that it lies in. Kept only when links are followed.
struct Parents {
    canonical: PathBuf,
    next: Option<Arc<Parents>>,
}

impl Walk {
    pub(crate) fn new(operands: Vec<OsString>, recursive: bool, follow: bool) -> Self {
        let entry = |path: OsString| Entry { path: path.into(), kind: None, parents: None };
        Self { stack: operands.into_iter().rev().map(entry).collect(), recursive, follow, links: 0 }
    }

    /// What an entry comes to; `None` if it adds entries to the stack or nothing at all.
    fn visit(&mut self, entry: Entry) -> Result<Option<Found>, Unread> {
        let Entry { path, kind, parents } = entry;
        if !self.recursive {
            return Ok(Some(Found::File(path.into())));
        }
        let operand = kind.is_none();
        let kind = match kind {
            // What can't be looked at now can't be opened later; that is told then.
            None => match fs::metadata(&path) {
                Ok(metadata) => metadata.file_type(),
                Err(_) => return Ok(Some(Found::File(path.into()))),
            },
            Some(kind) if kind.is_symlink() && !self.follow => {
                self.links += 1;
                return Ok(None);
            }
            Some(kind) if kind.is_symlink() => fs::metadata(&path)?.file_type(),
            Some(kind) => kind,
        };
        if kind.is_dir() {
            self.descend(&path, parents)?;
            return Ok(None);
        }
        Ok(Some(if kind.is_file() || operand { Found::File(path.into()) } else { Found::Special(path.into()) }))
    }

    /// Puts the entries of a directory on the stack; those that can be read even if others can't.
    fn descend(&mut self, path: &Path, parents: Option<Arc<Parents>>) -> Result<(), Unread> {
        let parents = if self.follow { Some(enter(path, parents)?) } else { None };
        let mut trouble = None;
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            match entry.and_then(|entry| Ok((entry.file_type()?, entry))) {
                Ok((kind, entry)) => entries.push((self.key(&entry, kind), entry.path(), kind)),
                Err(error) => trouble = Some(error),
            }
        }
        entries.sort_by(|(a, ..), (b, ..)| b.cmp(a));
        let entry = |(_, path, kind)| Entry { path, kind: Some(kind), parents: parents.clone() };
        self.stack.extend(entries.into_iter().map(entry));
        trouble.map_or(Ok(()), |error| Err(error.into()))
    }

    /// What an entry is sorted by.
    fn key(&self, entry: &fs::DirEntry, kind: FileType) -> Vec<u8> {
        let mut key = entry.file_name().into_encoded_bytes();
        if kind.is_dir() || kind.is_symlink() && self.follow && entry.path().is_dir() {
            key.push(b'/');
        }
        key
    }
}

/// A step down, unless it leads into a directory that is being walked already.
fn enter(path: &Path, parents: Option<Arc<Parents>>) -> Result<Arc<Parents>, Unread> {
    let canonical = fs::canonicalize(path)?;
    let mut above = &parents;
    while let Some(parent) = above {
        if parent.canonical == canonical {
            return Err(io::Error::other("symbolic links lead round in a circle here").into());
        }
        above = &parent.next;
    }
    Ok(Arc::new(Parents { canonical, next: parents }))
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        while let Some(entry) = self.stack.pop() {
            let name = entry.path.clone();
            match self.visit(entry) {
                Ok(None) => {}
                Ok(Some(found)) => return Some(found),
                Err(why) => return Some(Found::Unread(name.into(), why)),
            }
        }
        match std::mem::take(&mut self.links) {
            0 => None,
            links => Some(Found::Links(links)),
        }
    }
}
