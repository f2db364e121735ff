//! Output files: a regular file is replaced completely or not at all; anything else is written to directly.
//!
//! The contents of a regular or new file are first written to a temporary file in the same folder. Once they are on the
//! disk, the temporary file is atomically renamed to the target. So a reader sees the old contents or the new, never a
//! part, and an error or an interruption leaves the old contents unchanged. The cost: the folder must be writable, and
//! other hard links of the file keep the old contents.
//!
//! Links are followed first: a link stays, and its target is replaced. A device, a FIFO or `/dev/stdout` can't be
//! replaced, so the contents are written to it from its current position on.

use crate::identity::same_file;
use crate::messages::{reason, shown};
use crate::streams::{Stream, duplicate};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

mod staged;

use staged::{Staged, folder};

/// The number of links followed before they count as a loop, as on Linux.
const MOST_LINKS: usize = 40;

/// An output of known kind.
#[derive(Debug)]
pub struct Output {
    /// The user's name for it, for messages.
    name: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// The path of a regular or new file, with all links followed.
    File(PathBuf),
    /// A standard stream of this process.
    Standard(Stream),
    /// A device, a FIFO, or a descriptor of this process under its name in `/proc`.
    Stream,
}

impl Output {
    /// Determines what is at this path and whether it can be written, to report an error before long work and not after
    /// it. Changes nothing.
    ///
    /// # Errors
    ///
    /// Returns a message that names the path and the remedy.
    pub fn at(path: &Path) -> Result<Self, String> {
        let output = Self { name: path.to_owned(), place: place(path).map_err(|e| message(path, path, &e))? };
        match &output.place {
            Place::File(target) => drop(output.staged(target)?),
            Place::Standard(stream) => drop(duplicate(*stream).map_err(|e| output.message(path, &e))?),
            // A FIFO is not opened yet: its reader would take the next close for the end of the contents.
            Place::Stream => may_write(path).map_err(|e| output.message(path, &e))?,
        }
        Ok(output)
    }

    /// Returns whether writing again replaces what was written before, unlike with a device or a stream.
    pub fn is_replaced(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// Returns whether this is the same file as `other`, by the system's identity and not by path, because links give a
    /// file several paths.
    pub fn is(&self, other: &Metadata) -> bool {
        let this = match &self.place {
            Place::File(target) => fs::metadata(target),
            Place::Standard(stream) => duplicate(*stream).and_then(|stream| stream.metadata()),
            Place::Stream => fs::metadata(&self.name),
        };
        this.is_ok_and(|this| same_file(&this, other))
    }

    /// Writes the contents. A regular file is replaced completely or not at all.
    ///
    /// # Errors
    ///
    /// Returns a message that names the path and the remedy.
    pub fn write(&self, contents: &[u8]) -> Result<(), String> {
        let mut writer = self.begin()?;
        writer.write_all(contents).map_err(|e| self.not_written(&e))?;
        writer.finish()
    }

    /// Begins to write contents piece by piece. A regular file is replaced only in [`Writer::finish`].
    ///
    /// # Errors
    ///
    /// Returns a message that names the path and the remedy.
    pub fn begin(&self) -> Result<Writer<'_>, String> {
        let to = match &self.place {
            Place::File(target) => To::Staged(self.staged(target)?),
            Place::Standard(stream) => To::Stream(duplicate(*stream).map_err(|e| self.not_written(&e))?),
            Place::Stream => To::Stream(open(&self.name).map_err(|e| self.not_written(&e))?),
        };
        Ok(Writer { output: self, to })
    }

    /// Returns the message for a write error.
    pub fn not_written(&self, error: &io::Error) -> String {
        match &self.place {
            Place::File(target) => self.message(target, error),
            Place::Standard(_) | Place::Stream => self.message(&self.name, error),
        }
    }

    /// Creates a temporary file for the target, with the target's mode and owner if it exists.
    fn staged(&self, target: &Path) -> Result<Staged, String> {
        let old = match fs::symlink_metadata(target) {
            // A file without write permission could also be replaced, but its owner does not want that.
            Ok(old) => may_write(target).map(|()| Some(old)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let old = old.map_err(|e| self.message(target, &e))?;
        let staged = Staged::beside(target).map_err(|e| self.message(&folder(target), &e))?;
        if let Some(old) = old {
            keep_owner_and_mode(staged.file(), &old).map_err(|e| self.message(target, &e))?;
        }
        Ok(staged)
    }

    fn message(&self, at: &Path, error: &io::Error) -> String {
        message(&self.name, at, error)
    }
}

/// An output being written.
#[derive(Debug)]
pub struct Writer<'o> {
    output: &'o Output,
    to: To,
}

#[derive(Debug)]
enum To {
    Staged(Staged),
    Stream(File),
}

impl Writer<'_> {
    /// Ends the contents, and replaces a regular file with them. Without this call they are dropped.
    ///
    /// # Errors
    ///
    /// Returns a message that names the path and the remedy.
    pub fn finish(self) -> Result<(), String> {
        match (self.to, &self.output.place) {
            (To::Staged(staged), Place::File(target)) => {
                staged.replace(target).map_err(|e| self.output.not_written(&e))
            }
            _ => Ok(()),
        }
    }
}

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::Staged(staged) => staged.write(bytes),
            To::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Staged(staged) => staged.flush(),
            To::Stream(stream) => stream.flush(),
        }
    }
}

/// Writes contents to a path: [`Output::at`], then [`Output::write`].
///
/// # Errors
///
/// Returns a message that names the path and the remedy.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    Output::at(path)?.write(contents)
}

/// Returns the message for an error with the output `name`. `at` is the path where it occurred: the output, its folder,
/// or the target of a link.
fn message(name: &Path, at: &Path, error: &io::Error) -> String {
    let place = if at == name { String::new() } else { format!("{}: ", shown(at.as_os_str())) };
    let remedy = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "create the folder first, or name a file elsewhere",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "allow writing there (a new file replaces the old one in its folder), or name a file elsewhere"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space, or name a file elsewhere",
        ErrorKind::IsADirectory => "name a file in it",
        _ => "name a file elsewhere",
    };
    format!("{}: {place}{}; {remedy}", shown(name.as_os_str()), reason(error))
}

/// Opens a stream or device for writing. A regular file, which can only be a descriptor's name in `/proc`, is appended
/// to.
fn open(path: &Path) -> io::Result<File> {
    let file = fs::metadata(path)?.is_file();
    OpenOptions::new().write(true).append(file).open(path)
}

/// Determines what is at a path, following links. A link whose target does not exist leads to the file that opening it
/// would create.
fn place(path: &Path) -> io::Result<Place> {
    let mut target = path.to_owned();
    let found = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    for _ in 0..MOST_LINKS {
        if let Some(found) = &found
            && is_descriptor(&target)
        {
            return Ok(standard(found).map_or(Place::Stream, Place::Standard));
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder(&target).join(next),
            // A name that ends with a separator means a folder, which does not exist.
            Err(_) if found.is_none() && target.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return fs::symlink_metadata(&target).map(|_| Place::Stream);
            }
            Err(_) if found.as_ref().is_none_or(Metadata::is_file) => return Ok(Place::File(target)),
            Err(_) => return Ok(Place::Stream),
        }
    }
    Err(io::Error::other("too many links in a row"))
}

/// Returns whether a path names an open descriptor, such as the target of the link `/dev/stdout`.
fn is_descriptor(path: &Path) -> bool {
    fs::canonicalize(folder(path)).is_ok_and(|folder| folder.starts_with("/proc") || folder.starts_with("/dev/fd"))
}

/// Returns the standard stream of this process to which a file belongs.
fn standard(file: &Metadata) -> Option<Stream> {
    [Stream::Output, Stream::Error].into_iter().find(|&stream| {
        let open = duplicate(stream).and_then(|stream| stream.metadata());
        open.is_ok_and(|open| same_file(&open, file))
    })
}

/// Returns an error if this process is not allowed to write to a path.
#[cfg(unix)]
fn may_write(path: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn may_write(path: &Path) -> io::Result<()> {
    match fs::metadata(path)?.permissions().readonly() {
        true => Err(ErrorKind::PermissionDenied.into()),
        false => Ok(()),
    }
}

/// Gives the new file the mode of the old one and, if the system permits, its owner and group.
#[cfg(unix)]
fn keep_owner_and_mode(new: &File, old: &Metadata) -> io::Result<()> {
    use rustix::fs::{Gid, Uid, fchown};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    // In two calls, because users may often give a file to one of their groups, but hardly ever to another owner.
    let group = fchown(new, None, Some(Gid::from_raw(old.gid())));
    let owner = fchown(new, Some(Uid::from_raw(old.uid())), None);
    // The set-user-ID and set-group-ID bits are kept only if the file has its old owner and group.
    let bits = if group.is_ok() && owner.is_ok() { 0o7777 } else { 0o777 };
    new.set_permissions(fs::Permissions::from_mode(old.mode() & bits))
}

#[cfg(not(unix))]
fn keep_owner_and_mode(new: &File, old: &Metadata) -> io::Result<()> {
    new.set_permissions(old.permissions())
}
