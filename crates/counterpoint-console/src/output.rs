//! Output files: a file is replaced as a whole or not at all; anything else is written into.
//!
//! A regular file, or a name that has no file yet, gets the new contents by way of a temporary file in the same
//! folder. When all is written and on the disk, the temporary file takes the name over in one step (`rename`).
//! Whoever opens the file sees the old contents or the new, never a part, and an error leaves the old contents as
//! they were. The cost is that the folder has to be writable, and that other hard links of the file keep the old
//! contents.
//!
//! Links are followed first, so a link stays and the file that it leads to is replaced. What is no regular file (a
//! device, a FIFO, `/dev/stdout`) cannot be replaced: the contents are written into it, from its current position on.

use crate::streams::{Stream, duplicate};
use crate::words::{reason, shown};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Links that are followed before a name counts as a loop, as many as Linux follows.
const MOST_LINKS: usize = 40;

/// Where the contents go, found out once.
#[derive(Debug)]
pub struct Output {
    /// The name as the user gave it, for messages.
    name: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A regular file or none, behind all links.
    File(PathBuf),
    /// A standard stream of this process.
    Standard(Stream),
    /// A device, a FIFO, or a descriptor of this process under its name in `/proc`.
    Stream,
}

impl Output {
    /// Looks at what stands at this path, and whether it can be written: better known before long work than after.
    /// Nothing there is changed.
    ///
    /// # Errors
    ///
    /// A message that names the path and the remedy.
    pub fn at(path: &Path) -> Result<Self, String> {
        let output = Self { name: path.to_owned(), place: place(path).map_err(|e| message(path, path, &e))? };
        match &output.place {
            Place::File(target) => drop(output.temporary(target)?),
            Place::Standard(stream) => drop(duplicate(*stream).map_err(|e| output.message(path, &e))?),
            // A FIFO is not opened before there is something to write, since its reader would take that for the whole.
            Place::Stream => may_write(path).map_err(|e| output.message(path, &e))?,
        }
        Ok(output)
    }

    /// Whether writing again replaces what was written before. It does not where the contents go to a device or a
    /// stream.
    pub fn is_replaced(&self) -> bool {
        matches!(self.place, Place::File(_))
    }

    /// Writes the contents: a file as a whole or not at all.
    ///
    /// # Errors
    ///
    /// A message that names the path and the remedy.
    pub fn write(&self, contents: &[u8]) -> Result<(), String> {
        let into = |file: io::Result<File>| file.and_then(|mut file| file.write_all(contents));
        match &self.place {
            Place::File(target) => self.replace(target, contents),
            Place::Standard(stream) => into(duplicate(*stream)).map_err(|e| self.message(&self.name, &e)),
            Place::Stream => into(open(&self.name)).map_err(|e| self.message(&self.name, &e)),
        }
    }

    /// A new file of a random name beside the target.
    fn temporary(&self, target: &Path) -> Result<NamedTempFile, String> {
        let old = match fs::symlink_metadata(target) {
            // Without write permission a file could be replaced all the same, which its owner did not want.
            Ok(old) => may_write(target).map(|()| Some(old)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let old = old.map_err(|e| self.message(target, &e))?;
        let mut builder = Builder::new();
        builder.prefix(".counterpoint-");
        if old.is_none() {
            with_default_mode(&mut builder);
        }
        let folder = folder(target);
        let temporary = builder.tempfile_in(&folder).map_err(|e| self.message(&folder, &e))?;
        if let Some(old) = old {
            keep_owner_and_mode(temporary.as_file(), &old).map_err(|e| self.message(target, &e))?;
        }
        Ok(temporary)
    }

    fn replace(&self, target: &Path, contents: &[u8]) -> Result<(), String> {
        let mut temporary = self.temporary(target)?;
        let written = temporary.write_all(contents).and_then(|()| temporary.as_file().sync_all());
        written.map_err(|e| self.message(target, &e))?;
        temporary.persist(target).map_err(|e| self.message(target, &e.error))?;
        // The new name is on the disk when the folder is. Where a folder can't be synchronized, the system does it
        // later.
        if let Ok(folder) = File::open(folder(target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn message(&self, at: &Path, error: &io::Error) -> String {
        message(&self.name, at, error)
    }
}

/// Writes contents to a path: [`Output::at`] and [`Output::write`] in one.
///
/// # Errors
///
/// A message that names the path and the remedy.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    Output::at(path)?.write(contents)
}

/// What went wrong with the output `name`, at a path that may be its folder or the file behind a link.
fn message(name: &Path, at: &Path, error: &io::Error) -> String {
    let place = if at == name { String::new() } else { format!("{}: ", shown(at.as_os_str())) };
    let remedy = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "create the folder first, or name a file elsewhere",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "allow writing there (a file is replaced by a new one in its folder), or name a file elsewhere"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "free some space, or name a file elsewhere",
        ErrorKind::IsADirectory => "name a file in it",
        _ => "name a file elsewhere",
    };
    format!("{}: {place}{}; {remedy}", shown(name.as_os_str()), reason(error))
}

/// The folder that holds a file.
fn folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Opens what is no regular file; or one that is named by a descriptor in `/proc`, whose contents stay.
fn open(path: &Path) -> io::Result<File> {
    let file = fs::metadata(path)?.is_file();
    OpenOptions::new().write(true).append(file).open(path)
}

/// What stands at a path, links followed. A link to nothing leads to the file that opening it would create.
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
            // A name with a separator at its end is that of a folder, which is not there.
            Err(_) if found.is_none() && target.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return fs::symlink_metadata(&target).map(|_| Place::Stream);
            }
            Err(_) if found.as_ref().is_none_or(Metadata::is_file) => return Ok(Place::File(target)),
            Err(_) => return Ok(Place::Stream),
        }
    }
    Err(io::Error::other("too many links one behind the other"))
}

/// Whether a path names an open descriptor: the folder of `/dev/stdout`, behind the link that this is.
fn is_descriptor(path: &Path) -> bool {
    fs::canonicalize(folder(path)).is_ok_and(|folder| folder.starts_with("/proc") || folder.starts_with("/dev/fd"))
}

/// The standard stream of this process that a file is open as.
#[cfg(unix)]
fn standard(file: &Metadata) -> Option<Stream> {
    use std::os::unix::fs::MetadataExt;
    [Stream::Output, Stream::Error].into_iter().find(|&stream| {
        let open = duplicate(stream).and_then(|stream| stream.metadata());
        open.is_ok_and(|open| (open.dev(), open.ino()) == (file.dev(), file.ino()))
    })
}

#[cfg(not(unix))]
fn standard(_: &Metadata) -> Option<Stream> {
    None
}

/// Whether the system lets this process write what stands there.
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

/// Lets a new file have the mode that the user's mask gives it; temporary files are the user's alone without this.
fn with_default_mode(builder: &mut Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = builder;
}

/// Gives the new file the old one's owner and group, where the system permits, and its mode.
#[cfg(unix)]
fn keep_owner_and_mode(new: &File, old: &Metadata) -> io::Result<()> {
    use rustix::fs::{Gid, Uid, fchown};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    // One at a time: a user may often give a file to one of their groups, but hardly ever to another owner.
    let group = fchown(new, None, Some(Gid::from_raw(old.gid())));
    let owner = fchown(new, Some(Uid::from_raw(old.uid())), None);
    // The bits that lend the owner's or group's rights are for the old ones only.
    let bits = if group.is_ok() && owner.is_ok() { 0o7777 } else { 0o777 };
    new.set_permissions(fs::Permissions::from_mode(old.mode() & bits))
}

#[cfg(not(unix))]
fn keep_owner_and_mode(new: &File, old: &Metadata) -> io::Result<()> {
    new.set_permissions(old.permissions())
}
