//! Hashes files. Small ones are read ahead, so that one call of the library hashes many of them at once; long ones are
//! hashed piece by piece, by all threads if the function is a tree.
//!
//! A file that may make its reader wait is never behind files that are kept back: those are hashed first.

use crate::console::Progress;
use crate::hash_functions;
use crate::input::{CHUNK, Input, ReadError};
use crate::long_file::Threads;
use crate::open::may_wait;
use counterpoint::Algorithm;
use counterpoint::registry::{DigestMany, Hash, Hasher};
use std::ffi::OsStr;
use std::sync::Arc;

/// The longest file that is kept in memory.
const LONGEST_KEPT: u64 = 1 << 16;

/// The number of files that are hashed by one call: several times as many as any kernel hashes at once.
const MOST_KEPT: usize = 64;

/// The number of bytes that are kept of these files and of their digests. They stay in the second-level cache between
/// reading and hashing.
const MOST_KEPT_BYTES: u64 = 1 << 19;

/// A hash function with its parameters and the length of its digests, ready for files.
pub(crate) struct PreparedHash {
    digest_many: Box<DigestMany>,
    /// The hasher of the empty message.
    pub(crate) empty: Box<dyn Hasher>,
    pub(crate) digest_bytes: usize,
    pub(crate) tuple: bool,
    leaf_bytes: Option<usize>,
}

impl PreparedHash {
    /// Prepares a hash function, with the best implementation if none is named.
    ///
    /// # Errors
    ///
    /// Returns a message that says why the implementation can't run and which ones can.
    pub(crate) fn new(
        algorithm: &Algorithm,
        hash: &dyn Hash,
        implementation: Option<&str>,
        digest_bytes: usize,
    ) -> Result<Self, String> {
        let empty = hash_functions::hasher(algorithm, hash, implementation)?;
        let digest_many = hash.prepare(implementation).map_err(|error| error.to_string())?;
        Ok(Self { digest_many, empty, digest_bytes, tuple: hash.tuple(), leaf_bytes: hash.leaf_bytes() })
    }

    /// Returns the digest of the message that a hasher has absorbed.
    pub(crate) fn digest(&self, hasher: Box<dyn Hasher>) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        hasher.finalize(0, 0).read(&mut digest);
        digest
    }
}

/// Hashes one file after the other, and passes the digest of each to `done`, now or later, together with the value that
/// belongs to the file.
pub(crate) struct FileHasher<K, D> {
    done: D,
    progress: Arc<Progress>,
    threads: Arc<Threads>,
    chunk: Vec<u8>,
    /// The function of the files that are kept.
    function: Option<Arc<PreparedHash>>,
    /// The contents of these files, one after the other.
    contents: Vec<u8>,
    /// Where the content of each of them ends, and the value that belongs to it.
    kept: Vec<(usize, K)>,
}

impl<K, D: Fn(K, Result<&[u8], ReadError>)> FileHasher<K, D> {
    pub(crate) fn new(progress: Arc<Progress>, threads: Arc<Threads>, done: D) -> Self {
        let (contents, kept) = (Vec::new(), Vec::new());
        Self { done, progress, threads, chunk: vec![0; CHUNK], function: None, contents, kept }
    }

    /// Hashes a file, or keeps it until [`Self::finish`]. `-` is standard input.
    pub(crate) fn hash(&mut self, function: &Arc<PreparedHash>, name: &OsStr, value: K) {
        match self.take(function, name) {
            Ok(None) => {
                self.function.get_or_insert_with(|| Arc::clone(function));
                self.kept.push((self.contents.len(), value));
            }
            Ok(Some(hasher)) => (self.done)(value, Ok(&function.digest(hasher))),
            Err(why) => (self.done)(value, Err(why)),
        }
    }

    /// Takes the content of a file: into memory, or into the hasher that is returned.
    fn take(&mut self, function: &Arc<PreparedHash>, name: &OsStr) -> Result<Option<Box<dyn Hasher>>, ReadError> {
        if !self.kept.is_empty() && may_wait(name) {
            self.finish();
        }
        let input = Input::open(name)?;
        let length = input.length();
        // A file without a length may be one that the system makes up, of any length.
        let keeps = length.is_some_and(|length| (1..=LONGEST_KEPT).contains(&length));
        if !keeps || !self.has_room(function, length) {
            self.finish();
        }
        let start = self.contents.len();
        let mut long = (!keeps).then(|| function.empty.boxed_clone());
        let threads = if keeps { None } else { self.threads.lent(length, function.leaf_bytes) };
        let read = match (&mut long, threads) {
            (Some(hasher), Some(mut threads)) => threads.read_into(input, &mut **hasher, &self.progress),
            _ => {
                let contents = &mut self.contents;
                let mut sink = |bytes: &[u8]| {
                    if long.is_none() && contents.len() - start + bytes.len() <= LONGEST_KEPT as usize {
                        contents.extend_from_slice(bytes);
                        return Ok(());
                    }
                    let hasher = long.get_or_insert_with(|| {
                        // It is longer than it said.
                        let mut hasher = function.empty.boxed_clone();
                        hasher.update(&contents[start..]);
                        hasher
                    });
                    hasher.update(bytes);
                    Ok(())
                };
                input.read(&mut self.chunk, &mut sink, &self.progress)
            }
        };
        if read.is_err() || long.is_some() {
            self.contents.truncate(start);
        }
        read.map(|()| long)
    }

    /// Whether a file of this length can be kept together with those that are.
    fn has_room(&self, function: &Arc<PreparedHash>, length: Option<u64>) -> bool {
        let digests = (self.kept.len() + 1).saturating_mul(function.digest_bytes);
        let bytes = (self.contents.len() as u64).saturating_add(length.unwrap_or(u64::MAX));
        self.kept.len() < MOST_KEPT
            && bytes.saturating_add(digests as u64) <= MOST_KEPT_BYTES
            && self.function.as_ref().is_none_or(|kept| Arc::ptr_eq(kept, function))
    }

    /// Hashes all files that are kept.
    pub(crate) fn finish(&mut self) {
        let Some(function) = self.function.take() else { return };
        let mut start = 0;
        let message = |(end, _): &(usize, K)| {
            let message = &self.contents[start..*end];
            start = *end;
            message
        };
        let messages: Vec<&[u8]> = self.kept.iter().map(message).collect();
        let mut digests = vec![0; messages.len() * function.digest_bytes];
        (function.digest_many)(&messages, &mut digests);
        for ((_, value), digest) in self.kept.drain(..).zip(digests.chunks_exact(function.digest_bytes)) {
            (self.done)(value, Ok(digest));
        }
        self.contents.clear();
    }
}
