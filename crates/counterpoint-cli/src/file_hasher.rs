//! Hashes files. Small files are held back, so that one call of the library hashes many of them; long files are hashed
//! piece by piece, with all threads if the function is a tree.
//!
//! Files held back are hashed before opening one that may block, so they never wait for it.

use crate::console::Progress;
use crate::hash_functions;
use crate::input::{CHUNK, Input, ReadError};
use crate::long_file::Threads;
use crate::open::may_wait;
use counterpoint::Algorithm;
use counterpoint::registry::{DigestMany, Hash, Hasher};
use std::ffi::OsStr;
use std::sync::Arc;

/// The longest file held in memory, in bytes.
const LONGEST_KEPT: u64 = 1 << 16;

/// The most files hashed with one call: several times as many as any kernel hashes at once.
const MOST_KEPT: usize = 64;

/// The most bytes of these files and their digests together, so that they stay in the second-level cache from reading
/// to hashing.
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
    /// Prepares a hash function with the named implementation, or with the best one.
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

    /// Returns the digest of the message absorbed by a hasher.
    pub(crate) fn digest(&self, hasher: Box<dyn Hasher>) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        hasher.finalize(0, 0).read(&mut digest);
        digest
    }
}

/// Hashes one file after another, and passes each digest to `done`, at once or later, with the value given for the
/// file.
pub(crate) struct FileHasher<K, D> {
    done: D,
    progress: Arc<Progress>,
    threads: Arc<Threads>,
    chunk: Vec<u8>,
    /// The function for the files held back.
    function: Option<Arc<PreparedHash>>,
    /// The contents of these files, concatenated.
    contents: Vec<u8>,
    /// The end of each file in `contents`, and its value.
    kept: Vec<(usize, K)>,
}

impl<K, D: Fn(K, Result<&[u8], ReadError>)> FileHasher<K, D> {
    pub(crate) fn new(progress: Arc<Progress>, threads: Arc<Threads>, done: D) -> Self {
        let (contents, kept) = (Vec::new(), Vec::new());
        Self { done, progress, threads, chunk: vec![0; CHUNK], function: None, contents, kept }
    }

    /// Hashes a file, or holds it back until [`Self::finish`]. `-` is standard input.
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

    /// Reads a file into memory, or into the returned hasher.
    fn take(&mut self, function: &Arc<PreparedHash>, name: &OsStr) -> Result<Option<Box<dyn Hasher>>, ReadError> {
        if !self.kept.is_empty() && may_wait(name) {
            self.finish();
        }
        let input = Input::open(name)?;
        let length = input.length();
        // A file that reports length 0 may be virtual, as in `/proc`, and contain any number of bytes.
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
                        // The file is longer than its metadata said.
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

    /// Returns whether a file of this length can be held back together with the others.
    fn has_room(&self, function: &Arc<PreparedHash>, length: Option<u64>) -> bool {
        let digests = (self.kept.len() + 1).saturating_mul(function.digest_bytes);
        let bytes = (self.contents.len() as u64).saturating_add(length.unwrap_or(u64::MAX));
        self.kept.len() < MOST_KEPT
            && bytes.saturating_add(digests as u64) <= MOST_KEPT_BYTES
            && self.function.as_ref().is_none_or(|kept| Arc::ptr_eq(kept, function))
    }

    /// Hashes all files held back.
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
