//! The files that a user means: the operands, and with `--recursive` all files below those that are directories.
//!
//! The order is that of the operands, and below a directory that of the names' bytes, as if all paths were sorted:
//! a directory `a` counts as `a/`, so `a.c` comes before `a/b`.
//!
//! A tree may be of any depth. There is no recursion; what is kept are the entries of the directories on the way down,
//! by their names only, and one path. A directory is open only while its entries are read.

use crate::input::Unread;
use crate::open::Opener;
use directory::{Entry, Identity, Kind, contents};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

mod directory;

/// What a walk finds.
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

impl Found {
    /// Bytes of memory, about.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::File(name) | Self::Unread(name, _) | Self::Special(name) => name.len(),
            Self::Links(_) => 0,
        }
    }
}

/// A walk over the operands.
pub(crate) struct Walk {
    /// Those that are still to be visited, the next one last.
    operands: Vec<OsString>,
    /// The operand that is being walked.
    operand: PathBuf,
    /// The directories on the way down, the operand first.
    levels: Vec<Level>,
    /// The path to the last of them, and during a visit to an entry of it.
    path: PathBuf,
    /// The directories on the way down again, if links are followed: only links lead back into one of them.
    above: HashSet<Identity>,
    opener: Opener,
    recursive: bool,
    follow: bool,
    links: u64,
}

/// A directory on the way down.
struct Level {
    identity: Identity,
    /// What is still to be visited in it, the next one last.
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
            links: 0,
        }
    }

    /// What an operand is; `None` if it is a directory that has been entered.
    fn begin(&mut self, operand: OsString) -> Option<Found> {
        self.operand = operand.into();
        self.path.clone_from(&self.operand);
        // An operand that can't be looked at can't be opened either; the message comes then. One that is special is
        // read.
        if self.recursive && self.opener.is_directory(&self.path).unwrap_or(false) {
            return self.enter();
        }
        Some(Found::File(self.name()))
    }

    /// What an entry of the last directory is; `None` if it is a directory that has been entered, or a link.
    fn visit(&mut self, entry: Entry) -> Option<Found> {
        self.path.push(entry.name);
        let found = match entry.kind {
            Ok(Kind::Directory) => return self.enter(),
            Ok(Kind::File) => Some(Found::File(self.name())),
            Ok(Kind::Special) => Some(Found::Special(self.name())),
            Ok(Kind::Link) => {
                self.links += 1;
                None
            }
            Err(why) => Some(Found::Unread(self.name(), why.into())),
        };
        self.back();
        found
    }

    /// Goes down into the directory that the path leads to; returns what went wrong.
    fn enter(&mut self) -> Option<Found> {
        let contents = contents(&mut self.opener, &self.path, self.follow).and_then(|contents| {
            if self.follow && !self.above.insert(contents.identity.clone()) {
                return Err(io::Error::other("symbolic links lead round in a circle here"));
            }
            Ok(contents)
        });
        match contents {
            Ok(mut contents) => {
                contents.entries.sort_by_cached_key(|entry| std::cmp::Reverse(key(entry)));
                self.levels.push(Level { identity: contents.identity, entries: contents.entries });
                contents.trouble.map(|why| Found::Unread(self.name(), why.into()))
            }
            Err(why) => {
                let found = Found::Unread(self.name(), why.into());
                self.back();
                Some(found)
            }
        }
    }

    /// Sets the path back from an entry to its directory.
    fn back(&mut self) {
        // The operand may end with separators, which a path that is cut would lose.
        if self.levels.len() > 1 {
            self.path.pop();
        } else {
            self.path.clone_from(&self.operand);
        }
    }

    /// The path as a name.
    fn name(&self) -> OsString {
        self.path.clone().into()
    }
}

/// What an entry is sorted by.
fn key(entry: &Entry) -> Vec<u8> {
    let mut key = entry.name.as_encoded_bytes().to_vec();
    if matches!(entry.kind, Ok(Kind::Directory)) {
        key.push(b'/');
    }
    key
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let found = if let Some(level) = self.levels.last_mut() {
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
                    links => Some(Found::Links(links)),
                };
            };
            if found.is_some() {
                return found;
            }
        }
    }
}
