//! Contents that are written beside a file before they replace it in one step.
//!
//! Nothing of an unfinished file may stay, however the process ends. On Linux the contents are therefore written to a
//! file that has no name in the folder: the system frees it when the process ends, even if it was killed. Only when the
//! contents are on the disk does the file get a name, and is renamed to its target at once.
//!
//! Other systems, and file systems without such files, get a file whose name follows from that of the target. A process
//! that is killed leaves it, and the next one that writes the same target removes it. A lock on the file says whether
//! its process still runs. The cost: two processes can't write the same target at the same time there.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file with the contents so far.
#[derive(Debug)]
pub(super) struct Staged {
    file: File,
    /// Its path, if it has a name.
    path: Option<PathBuf>,
}

impl Staged {
    /// Creates an empty file in the folder of `target`, with the mode that follows from the user's mask.
    pub(super) fn beside(target: &Path) -> io::Result<Self> {
        match unnamed(&folder(target)) {
            Some(file) => Ok(Self { file: file?, path: None }),
            None => Self::named(target),
        }
    }

    /// The same with a name, which every system has.
    fn named(target: &Path) -> io::Result<Self> {
        let path = path_for(target);
        let busy = || io::Error::other("another process is writing it");
        if let Ok(found) = fs::symlink_metadata(&path) {
            // A link that lies here is removed and not followed.
            if found.is_file() && File::open(&path).is_ok_and(|file| is_locked(&file)) {
                return Err(busy());
            }
            fs::remove_file(&path)?;
        }
        let file = match File::options().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(busy()),
            file => file?,
        };
        let staged = Self { file, path: Some(path) };
        if is_locked(&staged.file) { Err(busy()) } else { Ok(staged) }
    }

    /// Returns the file, so that its mode and owner can be changed.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Replaces the target by this file, once the contents are on the disk.
    pub(super) fn replace(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let folder = folder(target);
        let opened = File::open(&folder);
        if self.path.is_none() {
            // All processes give the same name to a file for this target, and one that was killed may have left it. The
            // lock keeps each from removing the name of another. A folder that can't be read has no lock; then the
            // files of two processes could meet in the moment between naming and renaming.
            let _ = opened.as_ref().map(File::lock);
            self.name(&path_for(target))?;
        }
        let path = self.path.take().expect("it has been named");
        let renamed = fs::rename(&path, target);
        if renamed.is_err() {
            let _ = fs::remove_file(&path);
        }
        renamed?;
        // The new name is on the disk after the folder is synchronized. If that is impossible, the system does it
        // later.
        let _ = opened.map(|folder| folder.sync_all());
        Ok(())
    }

    /// Gives a name to a file without one.
    fn name(&mut self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => link(&self.file, path)?,
        }
        self.path = Some(path.to_owned());
        Ok(())
    }
}

impl Write for Staged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the folder of a file.
pub(super) fn folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns the path of a file for this target. It contains a digest of the target's name, because the name itself may
/// already have the greatest length.
fn path_for(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let digest = counterpoint::Sha3_256::digest(name.as_encoded_bytes());
    let digits: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    folder(target).join(format!(".counterpoint-{digits}"))
}

/// Locks a file until it is closed, and returns whether another process has locked it already. Where files can't be
/// locked, none counts as locked.
fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// Creates a file without a name. Returns `None` if the system or the file system can't.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<io::Result<File>> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    use rustix::io::Errno;
    // The file gets its name through this folder.
    if !Path::new("/proc/self/fd").exists() {
        return None;
    }
    match openat(CWD, folder, OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o666)) {
        Ok(file) => Some(Ok(file.into())),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOSYS) => None,
        Err(error) => Some(Err(error.into())),
    }
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<io::Result<File>> {
    None
}

/// Gives a name to a file that [`unnamed`] created.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, open.as_str(), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be read");
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_named_file_replaces_its_target_and_stays_nowhere_else() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let target = place.path().join("page");
        let mut staged = Staged::named(&target).expect("it can be made");
        staged.write_all(b"one").expect("it is written");
        assert_eq!(names(place.path()).len(), 1);
        staged.replace(&target).expect("it is replaced");
        assert_eq!(fs::read(&target).expect("it is there"), b"one");
        drop(Staged::named(&target).expect("it can be made"));
        assert_eq!(names(place.path()), ["page"]);
    }

    #[test]
    fn what_a_killed_process_has_left_is_taken_over() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let target = place.path().join("page");
        for make in [Staged::named, Staged::beside] {
            fs::write(path_for(&target), "half a pa").expect("it is written");
            let mut staged = make(&target).expect("it can be made");
            staged.write_all(b"one").expect("it is written");
            staged.replace(&target).expect("it is replaced");
            assert_eq!(fs::read(&target).expect("it is there"), b"one");
            assert_eq!(names(place.path()), ["page"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_way_is_not_followed() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let (target, treasure) = (place.path().join("page"), place.path().join("treasure"));
        fs::write(&treasure, "gold").expect("it is written");
        for make in [Staged::named, Staged::beside] {
            std::os::unix::fs::symlink(&treasure, path_for(&target)).expect("it is made");
            let mut staged = make(&target).expect("it can be made");
            staged.write_all(b"one").expect("it is written");
            staged.replace(&target).expect("it is replaced");
            assert_eq!(fs::read(&treasure).expect("it is there"), b"gold");
            assert_eq!(names(place.path()).len(), 2);
        }
    }

    #[test]
    fn two_at_once_do_not_disturb_each_other() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let target = place.path().join("page");
        let first = Staged::named(&target).expect("it can be made");
        let error = Staged::named(&target).expect_err("it is locked").to_string();
        assert!(error.contains("another process"), "{error}");
        first.replace(&target).expect("it is replaced");
        Staged::named(&target).expect("it is free again");
    }
}
