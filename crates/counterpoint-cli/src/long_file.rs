//! Long files, read and hashed by all threads if the function is a tree.
//!
//! All threads read parts of the next piece, then all hash its leaves, in turns. So no thread waits for another to
//! read, and a piece is hashed while it is in the cache. Only one file at a time is hashed like this. Other workers
//! hash other files meanwhile, each with one thread: otherwise memory would grow with the square of the number of
//! threads.

use crate::console::Progress;
use crate::input::{Input, ReadError};
use counterpoint::registry::Hasher;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::{Mutex, MutexGuard};

/// The number of bytes that each read requests: a part.
const PART: usize = 1 << 18;

/// The number of parts per thread.
const PARTS: usize = 2;

/// The longest piece in bytes.
const LONGEST_PIECE: usize = 1 << 25;

/// The length in bytes from which a file is worth starting threads for.
const SHORTEST: u64 = 1 << 22;

/// The threads, started for the first file that is worth it.
pub(crate) struct Threads {
    count: usize,
    started: Mutex<Option<Started>>,
}

struct Started {
    pool: ThreadPool,
    piece: Vec<u8>,
}

impl Threads {
    pub(crate) fn new(count: usize) -> Self {
        Self { count, started: Mutex::new(None) }
    }

    /// Returns the threads for a file of this length, if they would speed it up and are free.
    pub(crate) fn lent(&self, length: Option<u64>, leaf_bytes: Option<usize>) -> Option<Lent<'_>> {
        let pays = cfg!(unix) && self.count > 1 && length? >= SHORTEST && leaf_bytes? <= PART;
        let mut started = self.started.try_lock().ok().filter(|_| pays)?;
        if started.is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(self.count).build().ok()?;
            let bytes = (self.count * PARTS * PART).min(LONGEST_PIECE);
            *started = Some(Started { pool, piece: vec![0; bytes] });
        }
        Some(Lent(started))
    }
}

/// The threads while they work on one file.
pub(crate) struct Lent<'t>(MutexGuard<'t, Option<Started>>);

impl Lent<'_> {
    /// Passes the bytes of a regular file to a hasher.
    pub(crate) fn read_into(
        &mut self,
        input: Input,
        hasher: &mut dyn Hasher,
        progress: &Progress,
    ) -> Result<(), ReadError> {
        let Some(Started { pool, piece }) = &mut *self.0 else { return Ok(()) };
        let mut sink = |bytes: &[u8]| {
            hasher.update_in_tasks(bytes, &|tasks, task| (0..tasks).into_par_iter().for_each(task));
            Ok(())
        };
        pool.install(|| input.read_by(read_piece, piece, &mut sink, progress))
    }
}

/// Reads the next piece. Returns the number of contiguous bytes read, up to the end of the first incomplete part.
fn read_piece(file: &File, piece: &mut [u8], position: u64) -> io::Result<usize> {
    let parts = piece.par_chunks_mut(PART).enumerate();
    let reads: Vec<_> = parts.map(|(n, part)| read_part(file, part, position + (n * PART) as u64)).collect();
    let mut bytes = 0;
    for read in reads {
        let read = read?;
        bytes += read;
        if read < PART {
            break;
        }
    }
    Ok(bytes)
}

/// Reads a part of a piece, up to its end or the end of the file.
fn read_part(file: &File, part: &mut [u8], position: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < part.len() {
        match read_at(file, &mut part[done..], position + done as u64) {
            Ok(0) => break,
            Ok(n) => done += n,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Reads some bytes of a file at a position, without the file's own position, which threads would share.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], position: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, position)
}

/// Other systems have no such read; there, [`Threads::lent`] lends nothing.
#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(ErrorKind::Unsupported.into())
}
