//! The standard streams: whether the process was started with them, and standard output as it is.
//!
//! Rust's runtime opens `/dev/null` in place of a standard stream that is closed when the process starts (`>&-` in a
//! shell), and takes an output that may not be written to (`1<file`) for one that wants nothing. What is written then
//! vanishes without an error. So this module looks at the three descriptors before the runtime does, in a function
//! that the loader calls before `main`, and writes to standard output through a descriptor of its own, which hides no
//! error.

use std::fs::File;
use std::io;

/// A standard stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard input.
    Input = 0,
    /// Standard output.
    Output = 1,
    /// Standard error.
    Error = 2,
}

/// Whether the stream was closed when this process started. Its place has been taken by `/dev/null` since.
pub fn closed_at_start(stream: Stream) -> bool {
    #[cfg(unix)]
    {
        at_start::CLOSED.load(std::sync::atomic::Ordering::Relaxed) & 1 << stream as u8 != 0
    }
    #[cfg(not(unix))]
    {
        let _ = stream;
        false
    }
}

/// The error of a stream that was closed when this process started: "Bad file descriptor".
///
/// # Errors
///
/// That one.
pub fn open_at_start(stream: Stream) -> io::Result<()> {
    #[cfg(unix)]
    if closed_at_start(stream) {
        return Err(rustix::io::Errno::BADF.into());
    }
    let _ = stream;
    Ok(())
}

/// Standard output as a file: unbuffered, and every error of writing is returned.
///
/// # Errors
///
/// If it was closed when this process started, or can't be duplicated.
pub fn output() -> io::Result<File> {
    duplicate(Stream::Output)
}

/// Standard input as a file: unbuffered, and every error of reading is returned.
///
/// # Errors
///
/// If it was closed when this process started, or can't be duplicated.
pub fn input() -> io::Result<File> {
    duplicate(Stream::Input)
}

/// A standard stream as a file, with the same position.
pub(crate) fn duplicate(stream: Stream) -> io::Result<File> {
    open_at_start(stream)?;
    match stream {
        Stream::Input => owned(&io::stdin()),
        Stream::Output => owned(&io::stdout()),
        Stream::Error => owned(&io::stderr()),
    }
}

#[cfg(unix)]
fn owned(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn owned(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

#[cfg(unix)]
mod at_start {
    use rustix::stdio::{stderr, stdin, stdout};
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// One bit for each stream that was closed.
    pub(super) static CLOSED: AtomicU8 = AtomicU8::new(0);

    /// Runs before Rust's runtime, so it uses nothing of it: three calls of the system and an atomic store.
    // The attribute says `unsafe` since most code must not run so early.
    #[ctor::ctor(unsafe)]
    fn look() {
        let closed = [stdin(), stdout(), stderr()].map(|stream| rustix::io::fcntl_getfd(stream).is_err());
        let bits = closed.iter().enumerate().map(|(place, &closed)| u8::from(closed) << place).sum();
        CLOSED.store(bits, Relaxed);
    }
}
