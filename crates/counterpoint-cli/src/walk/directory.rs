//! Reads the entries of a directory and their kinds.

use std::ffi::OsString;
use std::io;
use std::path::Path;

/// The kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    /// A symbolic link that is not followed.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// An entry of a directory.
pub(super) struct Entry {
    pub(super) name: OsString,
    /// The kind, or why it is unknown: for example, a link may lead nowhere.
    pub(super) kind: io::Result<Kind>,
}

/// The contents of a directory.
pub(super) struct Contents {
    /// Distinguishes this directory from all others, whatever path leads to it.
    pub(super) identity: Identity,
    pub(super) entries: Vec<Entry>,
    /// The error that stopped the reading, if any. The entries before it are valid.
    pub(super) error: Option<io::Error>,
}

#[cfg(unix)]
pub(super) use unix::{Identity, contents};

#[cfg(unix)]
mod unix {
    use super::{Contents, Entry, Kind, OsString, Path, io};
    use crate::open::Opener;
    use rustix::fs::{AtFlags, Dir, FileType, fstat, statat};
    use std::os::unix::ffi::OsStringExt;

    /// The number of the device, and the number of the file on it.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub(in crate::walk) struct Identity(u64, u64);

    /// Reads a directory. With `follow`, a link has the kind of its target.
    pub(in crate::walk) fn contents(opener: &mut Opener, path: &Path, follow: bool) -> io::Result<Contents> {
        let directory = opener.directory(path)?;
        let status = fstat(&directory)?;
        #[allow(clippy::unnecessary_cast, reason = "these integers have other types on some systems")]
        let identity = Identity(status.st_dev as u64, status.st_ino as u64);
        let (mut entries, mut error) = (Vec::new(), None);
        for entry in Dir::read_from(&directory)? {
            let entry = match entry {
                Ok(entry) => entry,
                Err(why) => {
                    error = Some(why.into());
                    break;
                }
            };
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let look = |flags| Ok(FileType::from_raw_mode(statat(&directory, name, flags)?.st_mode));
            // Some file systems don't return the kind together with the name.
            let kind = match entry.file_type() {
                FileType::Unknown => look(AtFlags::SYMLINK_NOFOLLOW),
                kind => Ok(kind),
            };
            let kind = match kind {
                Ok(FileType::Symlink) if follow => look(AtFlags::empty()),
                kind => kind,
            };
            entries.push(Entry { name: OsString::from_vec(name.to_bytes().to_vec()), kind: kind.map(Kind::from) });
        }
        Ok(Contents { identity, entries, error })
    }

    impl From<FileType> for Kind {
        fn from(kind: FileType) -> Self {
            match kind {
                FileType::RegularFile => Self::File,
                FileType::Directory => Self::Directory,
                FileType::Symlink => Self::Link,
                _ => Self::Special,
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) use anywhere::{Identity, contents};

#[cfg(not(unix))]
mod anywhere {
    use super::{Contents, Entry, Kind, Path, io};
    use crate::open::Opener;
    use std::fs::{self, FileType};
    use std::path::PathBuf;

    /// The path with all links resolved.
    pub(in crate::walk) type Identity = PathBuf;

    /// Reads a directory. With `follow`, a link has the kind of its target.
    pub(in crate::walk) fn contents(_: &mut Opener, path: &Path, follow: bool) -> io::Result<Contents> {
        let (mut entries, mut error) = (Vec::new(), None);
        for entry in fs::read_dir(path)? {
            match entry {
                Ok(entry) => {
                    let kind = match entry.file_type() {
                        Ok(kind) if kind.is_symlink() && follow => {
                            fs::metadata(entry.path()).map(|data| data.file_type())
                        }
                        kind => kind,
                    };
                    entries.push(Entry { name: entry.file_name(), kind: kind.map(Kind::from) });
                }
                Err(why) => error = Some(why),
            }
        }
        Ok(Contents { identity: fs::canonicalize(path)?, entries, error })
    }

    impl From<FileType> for Kind {
        fn from(kind: FileType) -> Self {
            match kind {
                kind if kind.is_file() => Self::File,
                kind if kind.is_dir() => Self::Directory,
                kind if kind.is_symlink() => Self::Link,
                _ => Self::Special,
            }
        }
    }
}
