//! The standard streams, without lost errors.
//!
//! Rust's runtime opens `/dev/null` in place of a standard stream that is closed when the process starts (`>&-` in a
//! shell), and ignores the error if standard output is not open for writing (`1<file`). In both cases output is lost
//! silently. So this module checks the three descriptors before the runtime starts, in a function that the loader calls
//! before `main`, and writes to standard output through a duplicate of its descriptor, which returns every error.

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

/// Returns whether the stream was closed when this process started; by now `/dev/null` is open in its place.
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

/// Returns an error if the stream was closed when this process started.
///
/// # Errors
///
/// The error is "Bad file descriptor".
pub fn open_at_start(stream: Stream) -> io::Result<()> {
    #[cfg(unix)]
    if closed_at_start(stream) {
        return Err(rustix::io::Errno::BADF.into());
    }
    let _ = stream;
    Ok(())
}

/// Returns standard output as an unbuffered file that returns every write error.
///
/// # Errors
///
/// Returns an error if it was closed when this process started, or can't be duplicated.
pub fn output() -> io::Result<File> {
    duplicate(Stream::Output)
}

/// Returns standard input as an unbuffered file that returns every read error.
///
/// # Errors
///
/// Returns an error if it was closed when this process started, or can't be duplicated.
pub fn input() -> io::Result<File> {
    duplicate(Stream::Input)
}

/// Returns a standard stream as a file that shares its position.
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

    /// Runs before Rust's runtime and uses none of it: only three system calls and an atomic store.
    // The attribute requires `unsafe` because most code must not run before `main`.
    #[ctor::ctor(unsafe)]
    fn check_descriptors() {
        let closed = [stdin(), stdout(), stderr()].map(|stream| rustix::io::fcntl_getfd(stream).is_err());
        let bits = closed.iter().enumerate().map(|(place, &closed)| u8::from(closed) << place).sum();
        CLOSED.store(bits, Relaxed);
    }
}
