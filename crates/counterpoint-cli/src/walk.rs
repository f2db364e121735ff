//! The walk over the files to hash: the operands and, with `--recursive`, all files below directories among them.
//!
//! Operands keep their order. Files below a directory are sorted by the bytes of their paths, where a directory `a`
//! counts as `a/`, so `a.c` comes before `a/b`.
//!
//! A tree may have any depth, so the walk does not recurse. It keeps one path and, for each directory on it, the names
//! of the entries still to be visited. A directory is open only while its entries are read.

use crate::input::ReadError;
use crate::open::Opener;
use directory::{Entry, Identity, Kind, contents};
pub(crate) use exclude::Exclusion;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;

mod directory;
mod exclude;

/// What a walk returns.
pub(crate) enum WalkItem {
    /// A file to hash.
    File(OsString),
    /// A directory or link that can't be read.
    Unreadable(OsString, ReadError),
    /// A pipe, a socket or a device.
    Special(OsString),
    /// The number of symbolic links not followed. Always the last item.
    UnfollowedLinks(u64),
}

impl WalkItem {
    /// Returns the name of a file to hash.
    pub(crate) fn file(&self) -> Option<&OsStr> {
        if let Self::File(name) = self { Some(name) } else { None }
    }

    /// Estimates the memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::File(name) | Self::Unreadable(name, _) | Self::Special(name) => name.len(),
            Self::UnfollowedLinks(_) => 0,
        }
    }
}

/// A walk over the operands.
pub(crate) struct Walk {
    /// The operands still to be visited, the next one last.
    operands: Vec<OsString>,
    /// The current operand.
    operand: PathBuf,
    /// The directories on the path, the operand first.
    levels: Vec<Level>,
    /// The path to the innermost directory or, during a visit, to an entry in it.
    path: PathBuf,
    /// The identities of the directories on the path, if links are followed. Only links can lead back into one of them.
    above: HashSet<Identity>,
    opener: Opener,
    recursive: bool,
    follow: bool,
    exclusions: Vec<Exclusion>,
    links: u64,
}

/// A directory on the path.
struct Level {
    identity: Identity,
    /// The entries still to be visited, the next one last.
    entries: Vec<Entry>,
}

impl Walk {
    pub(crate) fn new(mut operands: Vec<OsString>, recursive: bool, follow: bool) -> Self {
        operands.reverse();
        Self {
            operands,
            operand: PathBuf::new(),
            levels: Vec::new(),
            path: PathBuf::new(),
            above: HashSet::new(),
            opener: Opener::default(),
            recursive,
            follow,
            exclusions: Vec::new(),
            links: 0,
        }
    }

    /// Skips these entries of directories, and does not enter them.
    pub(crate) fn excluding(mut self, exclusions: Vec<Exclusion>) -> Self {
        self.exclusions = exclusions;
        self
    }

    /// Returns whether the entry at the path is excluded.
    fn excludes(&self, directory: bool) -> bool {
        self.exclusions.iter().any(|exclusion| {
            let path = self.path.strip_prefix(&self.operand).unwrap_or(&self.path);
            exclusion.covers(path, directory)
        })
    }

    /// Visits an operand. Enters a directory and returns `None`.
    fn begin(&mut self, operand: OsString) -> Option<WalkItem> {
        self.operand = operand.into();
        self.path.clone_from(&self.operand);
        // If this fails, opening the operand fails later with the same message. A special file as an operand is read.
        if self.recursive && self.opener.is_directory(&self.path).unwrap_or(false) {
            return self.enter();
        }
        Some(WalkItem::File(self.name()))
    }

    /// Visits an entry of the innermost directory. Returns `None` for a directory, which it enters, and for a link or
    /// an excluded entry.
    fn visit(&mut self, entry: Entry) -> Option<WalkItem> {
        self.path.push(entry.name);
        if self.excludes(matches!(entry.kind, Ok(Kind::Directory))) {
            self.back();
            return None;
        }
        let item = match entry.kind {
            Ok(Kind::Directory) => return self.enter(),
            Ok(Kind::File) => Some(WalkItem::File(self.name())),
            Ok(Kind::Special) => Some(WalkItem::Special(self.name())),
            Ok(Kind::Link) => {
                self.links += 1;
                None
            }
            Err(why) => Some(WalkItem::Unreadable(self.name(), why.into())),
        };
        self.back();
        item
    }

    /// Enters the directory at the path. Returns an item if it can't be read completely.
    fn enter(&mut self) -> Option<WalkItem> {
        let contents = contents(&mut self.opener, &self.path, self.follow).and_then(|contents| {
            if self.follow && !self.above.insert(contents.identity.clone()) {
                return Err(io::Error::other("symbolic links form a loop here"));
            }
            Ok(contents)
        });
        match contents {
            Ok(mut contents) => {
                contents.entries.sort_by_cached_key(|entry| std::cmp::Reverse(key(entry)));
                self.levels.push(Level { identity: contents.identity, entries: contents.entries });
                contents.error.map(|why| WalkItem::Unreadable(self.name(), why.into()))
            }
            Err(why) => {
                let item = WalkItem::Unreadable(self.name(), why.into());
                self.back();
                Some(item)
            }
        }
    }

    /// Shortens the path from an entry to its directory.
    fn back(&mut self) {
        // The operand may end with separators, which `pop` would remove.
        if self.levels.len() > 1 {
            self.path.pop();
        } else {
            self.path.clone_from(&self.operand);
        }
    }

    /// Returns the path as a name.
    fn name(&self) -> OsString {
        self.path.clone().into()
    }
}

/// Returns the key by which entries are sorted.
fn key(entry: &Entry) -> Vec<u8> {
    let mut key = entry.name.as_encoded_bytes().to_vec();
    if matches!(entry.kind, Ok(Kind::Directory)) {
        key.push(b'/');
    }
    key
}

impl Iterator for Walk {
    type Item = WalkItem;

    fn next(&mut self) -> Option<WalkItem> {
        loop {
            let item = if let Some(level) = self.levels.last_mut() {
                if let Some(entry) = level.entries.pop() {
                    self.visit(entry)
                } else {
                    self.above.remove(&level.identity);
                    self.levels.pop();
                    self.back();
                    None
                }
            } else if let Some(operand) = self.operands.pop() {
                self.begin(operand)
            } else {
                return match std::mem::take(&mut self.links) {
                    0 => None,
                    links => Some(WalkItem::UnfollowedLinks(links)),
                };
            };
            if item.is_some() {
                return item;
            }
        }
    }
}
