//! Contents written next to a file, which they then replace in one step.
//!
//! An unfinished file must leave nothing behind, however the process ends. So on Linux the contents are written to a
//! file without a name: the system frees it when the process ends, even if it is killed. Only when the contents are on
//! the disk does the file get a name, and it is renamed to the target at once.
//!
//! Other systems, and file systems without this feature, use a file that has a name from the beginning. The cost:
//! there, two processes can't write the same target at the same time.
//!
//! A killed process may leave a named file, which the next process that writes the same target removes. So that this
//! process finds it, the file's name is derived from the target's. Each process locks its own file as a sign of life,
//! and removes a file only while holding its lock. No process waits for a lock, because anyone may hold one forever. A
//! file that gets its name at the end takes the next of a few names instead.

use crate::identity::same_file;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The number of names for a file that gets its name at the end, and so of processes that can replace the same target
/// at the same moment.
const NAMES: usize = 16;

/// A file with the contents so far.
#[derive(Debug)]
pub(super) struct Staged {
    file: File,
    /// Its path, if it has a name.
    path: Option<PathBuf>,
}

impl Staged {
    /// Creates an empty file in the folder of `target`, with the default mode under the user's mask.
    pub(super) fn beside(target: &Path) -> io::Result<Self> {
        match unnamed(&folder(target)) {
            Some(file) => Ok(Self { file: file?, path: None }),
            None => Self::named(target),
        }
    }

    /// Like [`Self::beside`], but with a named file, which works on every system.
    fn named(target: &Path) -> io::Result<Self> {
        let path = path_for(target, 0);
        remove_left(&path)?;
        let file = match File::options().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(busy()),
            file => file?,
        };
        Self::claim(file, path)
    }

    /// Locks a file just created at this path. Before that, another process may have taken it for the remains of a
    /// killed process and removed it; by now the path may even lead to that process's own file.
    fn claim(file: File, path: PathBuf) -> io::Result<Self> {
        if locked(&file) && is_at(&file, &path) { Ok(Self { file, path: Some(path) }) } else { Err(busy()) }
    }

    /// Returns the file, to change its mode and owner.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Replaces the target with this file, once the contents are on the disk.
    pub(super) fn replace(mut self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let path = match self.path.take() {
            Some(path) => path,
            None => self.name(target)?,
        };
        let renamed = fs::rename(&path, target);
        if renamed.is_err() {
            let _ = fs::remove_file(&path);
        }
        renamed?;
        // The new name is on the disk once the folder is synchronized. If this fails, the system does it later.
        let _ = File::open(folder(target)).map(|folder| folder.sync_all());
        Ok(())
    }

    /// Gives a nameless file one of the names for this target, and returns its path. Skips names in use by other
    /// processes.
    fn name(&self, target: &Path) -> io::Result<PathBuf> {
        if !locked(&self.file) {
            return Err(busy());
        }
        let paths: Vec<PathBuf> = (0..NAMES).map(|number| path_for(target, number)).collect();
        for path in &paths {
            // What can't be removed is in use, so its name is skipped below.
            let _ = remove_left(path);
        }
        for path in paths {
            match link(&self.file, &path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                linked => return linked.map(|()| path),
            }
        }
        Err(busy())
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

/// Returns the path of a file for this target. It contains FNV-1a of the target's name, because the name itself may
/// already have the maximum length.
fn path_for(target: &Path, number: usize) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let hash = name
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let suffix = if number == 0 { String::new() } else { format!("-{number}") };
    folder(target).join(format!(".counterpoint-{hash:016x}{suffix}"))
}

fn busy() -> io::Error {
    io::Error::other("another process is writing it")
}

/// Removes the file that a killed process has left at this path, if any. A link is removed, not followed.
///
/// # Errors
///
/// If the file belongs to a running process or can't be removed.
fn remove_left(path: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !found.is_file() {
        return fs::remove_file(path);
    }
    // What can't be opened can't be locked, so there is no sign that its process has ended.
    let file = open(path).map_err(|_| busy())?;
    // Between the two steps its process may have renamed it to the target, and the path may lead to another file.
    if !locked(&file) || !is_at(&file, path) {
        return Err(busy());
    }
    fs::remove_file(path)
}

/// Locks a file until it is closed. Returns whether no other process has locked it, which is assumed where files can't
/// be locked.
fn locked(file: &File) -> bool {
    !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// Returns whether this file is the one at this path, which is assumed where files have no identity.
fn is_at(file: &File, path: &Path) -> bool {
    cfg!(not(unix))
        || fs::symlink_metadata(path).is_ok_and(|found| file.metadata().is_ok_and(|file| same_file(&found, &file)))
}

/// Opens a file to lock it. Does not follow a link or wait for a FIFO that may be at this path by now.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = open(path, OFlags::RDONLY | flags, Mode::empty());
    Ok(file.or_else(|_| open(path, OFlags::WRONLY | flags, Mode::empty()))?.into())
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Creates a file without a name. Returns `None` if the system or the file system does not support this.
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

/// Gives a name to a file created by [`unnamed`].
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
        let last = if unnamed(place.path()).is_some() { NAMES - 1 } else { 0 };
        for (make, number) in [(Staged::named as fn(&Path) -> _, 0), (Staged::beside, 0), (Staged::beside, last)] {
            fs::write(path_for(&target, number), "unfinished").expect("it is written");
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
        let (target, other) = (place.path().join("page"), place.path().join("other"));
        fs::write(&other, "unchanged").expect("it is written");
        for make in [Staged::named, Staged::beside] {
            std::os::unix::fs::symlink(&other, path_for(&target, 0)).expect("it is made");
            let mut staged = make(&target).expect("it can be made");
            staged.write_all(b"one").expect("it is written");
            staged.replace(&target).expect("it is replaced");
            assert_eq!(fs::read(&other).expect("it is there"), b"unchanged");
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

    /// Anyone who can read a folder can lock it forever.
    #[test]
    fn a_lock_on_the_folder_is_not_waited_for() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let target = place.path().join("page");
        let folder = File::open(place.path()).expect("it can be opened");
        folder.lock().expect("it can be locked");
        let (done, outcome) = std::sync::mpsc::channel();
        let path = target.clone();
        std::thread::spawn(move || {
            for make in [Staged::named, Staged::beside] {
                let replaced = make(&path).and_then(|staged| staged.replace(&path));
                done.send(replaced).expect("the test waits");
            }
        });
        for _ in 0..2 {
            // Only a fault takes longer, even on a busy machine.
            let replaced = outcome.recv_timeout(std::time::Duration::from_secs(600)).expect("it does not wait");
            replaced.expect("it is replaced");
        }
        assert_eq!(names(place.path()), ["page"]);
    }

    /// A process that is about to replace the same target has locked its file.
    #[test]
    fn a_name_that_is_in_use_is_passed_over() {
        let place = tempfile::tempdir().expect("a folder can be made");
        if unnamed(place.path()).is_none() {
            println!("skipped: a name that is in use: here every file has a name from the beginning");
            return;
        }
        let target = place.path().join("page");
        let lock = |number| {
            let file = File::create(path_for(&target, number)).expect("it can be made");
            file.lock().expect("it can be locked");
            file
        };
        let mut others = vec![lock(0)];
        Staged::beside(&target).and_then(|staged| staged.replace(&target)).expect("it is replaced");
        assert_eq!(names(place.path()).len(), 2);
        others.extend((1..NAMES).map(lock));
        let error = Staged::beside(&target).and_then(|staged| staged.replace(&target)).expect_err("all are in use");
        assert!(error.to_string().contains("another process"), "{error}");
        assert_eq!(names(place.path()).len(), 1 + NAMES);
        drop(others);
        Staged::beside(&target).and_then(|staged| staged.replace(&target)).expect("it is replaced");
        assert_eq!(names(place.path()), ["page"]);
    }

    /// A file is not locked yet when another process checks whether it was abandoned.
    #[cfg(unix)]
    #[test]
    fn a_file_that_another_process_has_removed_is_given_up() {
        let place = tempfile::tempdir().expect("a folder can be made");
        let target = place.path().join("page");
        let path = path_for(&target, 0);
        let file = File::create_new(&path).expect("it can be made");
        let mut other = Staged::named(&target).expect("it can be made");
        let error = Staged::claim(file, path.clone()).expect_err("it is the file of the other").to_string();
        assert!(error.contains("another process"), "{error}");
        assert!(path.exists());
        other.write_all(b"of the other").expect("it is written");
        other.replace(&target).expect("it is replaced");
        assert_eq!(fs::read(&target).expect("it is there"), b"of the other");
    }
}
