//! Opens files by paths of any length.
//!
//! A system call accepts paths of at most `PATH_MAX` bytes, 4096 on Linux. A longer path is cut at a directory. This
//! directory is opened, and the rest of the path is resolved relative to it. The cost: one more system call per piece,
//! less than printing the name takes, and one open directory at a time.

#[cfg(not(unix))]
pub(crate) use anywhere::Opener;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
#[cfg(unix)]
pub(crate) use unix::Opener;

/// Opens a file for reading.
pub(crate) fn open(path: &OsStr) -> io::Result<File> {
    Opener::default().file(path)
}

/// Returns whether opening this path may block, as it does for a pipe until another process opens it.
pub(crate) fn may_wait(path: &OsStr) -> bool {
    !Opener::default().is_regular(path.as_ref()).unwrap_or(true)
}

#[cfg(unix)]
mod unix {
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    /// The longest path in bytes passed to the system. `PATH_MAX` is 1024 on some systems, including the NUL.
    const LONGEST: usize = 1023;

    /// Opens a directory only to continue from there. On Linux this does not require permission to read it.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const STEP: OFlags = OFlags::PATH;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const STEP: OFlags = OFlags::RDONLY;

    /// Opens one path after another. Keeps the last directory at which a long path was cut, because the next path is
    /// often below it.
    #[derive(Default)]
    pub(crate) struct Opener {
        /// The directory, and the path to it including its final separators.
        kept: Option<(OwnedFd, Vec<u8>)>,
    }

    impl Opener {
        /// Opens a file for reading.
        pub(crate) fn file(&mut self, path: &OsStr) -> io::Result<File> {
            if path.len() <= LONGEST {
                return File::open(path);
            }
            Ok(self.open(path.as_bytes(), OFlags::RDONLY)?.into())
        }

        /// Opens a directory for reading its entries.
        pub(crate) fn directory(&mut self, path: &Path) -> io::Result<OwnedFd> {
            self.open(path.as_os_str().as_bytes(), OFlags::RDONLY | OFlags::DIRECTORY)
        }

        /// Returns whether a path leads to a directory.
        pub(crate) fn is_directory(&mut self, path: &Path) -> io::Result<bool> {
            Ok(self.file_type(path)? == FileType::Directory)
        }

        /// Returns whether a path leads to a regular file.
        pub(crate) fn is_regular(&mut self, path: &Path) -> io::Result<bool> {
            Ok(self.file_type(path)? == FileType::RegularFile)
        }

        fn file_type(&mut self, path: &Path) -> io::Result<FileType> {
            let (base, rest) = self.reach(path.as_os_str().as_bytes())?;
            Ok(FileType::from_raw_mode(statat(base, rest, AtFlags::empty())?.st_mode))
        }

        fn open(&mut self, path: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
            let (base, rest) = self.reach(path)?;
            Ok(rustix::io::retry_on_intr(|| openat(base, rest, flags | OFlags::CLOEXEC, Mode::empty()))?)
        }

        /// Returns a directory, and the rest of the path from there, short enough for one call.
        fn reach<'p>(&mut self, path: &'p [u8]) -> io::Result<(BorrowedFd<'_>, &'p [u8])> {
            self.kept.take_if(|(_, prefix)| !path.starts_with(prefix));
            let mut rest = self.kept.as_ref().map_or(path, |(_, prefix)| &path[prefix.len()..]);
            while rest.len() > LONGEST {
                let Some(cut) = rest[..=LONGEST].iter().rposition(|&c| c == b'/').filter(|&cut| cut > 0) else { break };
                let base = self.kept.as_ref().map_or(CWD, |(directory, _)| directory.as_fd());
                let flags = STEP | OFlags::DIRECTORY | OFlags::CLOEXEC;
                let directory = openat(base, &rest[..cut], flags, Mode::empty())?;
                let separators = rest[cut..].iter().take_while(|&&c| c == b'/').count();
                rest = &rest[cut + separators..];
                self.kept = Some((directory, path[..path.len() - rest.len()].to_vec()));
            }
            let base = self.kept.as_ref().map_or(CWD, |(directory, _)| directory.as_fd());
            // After the separators at the end of `a/b/`, the rest is empty and means `a/b` itself.
            Ok((base, if rest.is_empty() && !path.is_empty() { b"." } else { rest }))
        }
    }
}

#[cfg(not(unix))]
mod anywhere {
    use std::ffi::OsStr;
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    /// Passes all paths to the system as they are.
    #[derive(Default)]
    pub(crate) struct Opener;

    impl Opener {
        /// Opens a file for reading.
        pub(crate) fn file(&mut self, path: &OsStr) -> io::Result<File> {
            File::open(path)
        }

        /// Returns whether a path leads to a directory.
        pub(crate) fn is_directory(&mut self, path: &Path) -> io::Result<bool> {
            Ok(fs::metadata(path)?.is_dir())
        }

        /// Returns whether a path leads to a regular file.
        pub(crate) fn is_regular(&mut self, path: &Path) -> io::Result<bool> {
            Ok(fs::metadata(path)?.is_file())
        }
    }
}
