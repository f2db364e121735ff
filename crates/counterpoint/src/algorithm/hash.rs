//! Hash functions that are chosen at run time, behind traits that hide their types.

use super::sealed::Sealed;
#[cfg(feature = "alloc")]
use crate::in_place::InPlace;
use crate::list::ImplementationError;
use crate::messages::Messages;
#[cfg(feature = "alloc")]
use core::alloc::Layout;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

/// Which bits of the last byte are used where a message ends inside a byte.
#[allow(clippy::exhaustive_enums, reason = "there is no third order, so a `match` may name both")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// The most significant ones: Grøstl, Fugue, Luffa.
    MsbFirst,
    /// The least significant ones: FIPS 202 and all of Keccak.
    LsbFirst,
}

/// A hash function that is chosen at run time, with an output of fixed length or of any length.
///
/// The trait is sealed: only the library implements it.
pub trait Hash: Sealed + Send + Sync {
    /// Returns the length of the digest in bytes; for an extendable output, its default, twice the security strength.
    #[must_use]
    fn digest_bytes(&self) -> usize;
    /// Whether the caller chooses the length of the output.
    #[must_use]
    fn extendable(&self) -> bool;
    /// Returns how many bytes are absorbed between two applications of the primitive.
    #[must_use]
    fn block_bytes(&self) -> usize;
    /// Returns which bits of an incomplete last byte are used.
    #[must_use]
    fn bit_order(&self) -> BitOrder;
    /// Whether messages must consist of whole bytes, so that [`Hasher::finalize`] accepts no further bits.
    #[must_use]
    fn whole_bytes(&self) -> bool {
        false
    }
    /// Whether the function hashes tuples of strings: each update of a hasher appends an element, and each message of a
    /// batch is the tuple of its [elements](Messages::elements), by default a single one.
    #[must_use]
    fn tuple(&self) -> bool {
        false
    }

    /// Returns the length in bytes of the leaves that a message is divided into, if the function is a tree. The
    /// leaves are hashed independently of each other, which allows several threads to hash one message.
    #[must_use]
    fn leaf_bytes(&self) -> Option<usize> {
        None
    }

    /// Writes the outputs for many messages: `outputs` is divided into equal pieces, one for each message. If no
    /// implementation is named, the best one is chosen. With the feature `rayon`, a large batch is hashed by all
    /// threads of the current pool.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If `outputs` can't be divided like this, or if a piece is not [`Self::digest_bytes`] long and the output is
    /// not extendable.
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &dyn Messages,
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError>;

    /// Like [`Self::digest_many`], with up to `threads` threads, which end with the call; with this thread alone if
    /// `threads` is 1, or if the batch is too small to be divided.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// As for [`Self::digest_many`].
    #[cfg(feature = "std")]
    fn digest_many_in_threads(
        &self,
        implementation: Option<&str>,
        messages: &dyn Messages,
        outputs: &mut [u8],
        threads: usize,
    ) -> Result<(), ImplementationError>;
    /// Returns [`Self::digest_many`] as a closure that contains the implementation, so that callers who hash
    /// repeatedly look it up only once. The closure panics under the same conditions.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    #[cfg(feature = "alloc")]
    fn prepare(&self, implementation: Option<&str>) -> Result<alloc::boxed::Box<DigestMany>, ImplementationError>;

    /// Returns a hasher, which absorbs a message in pieces. If no implementation is named, the best one is chosen.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    #[cfg(feature = "alloc")]
    fn hasher(&self, implementation: Option<&str>) -> Result<alloc::boxed::Box<dyn Hasher>, ImplementationError>;
    /// Returns the size and the alignment of a hasher, for [`Self::hasher_in`].
    #[cfg(feature = "alloc")]
    #[must_use]
    fn hasher_layout(&self) -> Layout;
    /// Like [`Self::hasher`], but in the caller's memory instead of on the heap.
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use counterpoint::Algorithm;
    ///
    /// let hash = Algorithm::by_name("sha3-256")?.as_hash().unwrap();
    /// let mut memory = [MaybeUninit::uninit(); 1024];
    /// assert!(hash.hasher_layout().size() + hash.hasher_layout().align() <= memory.len());
    ///
    /// let mut hasher = hash.hasher_in(None, &mut memory)?;
    /// hasher.update(b"a message");
    /// let mut digest = [0; 32];
    /// hasher.finalize_in_place(0, 0);
    /// hasher.output().read(&mut digest);
    /// # assert_eq!(digest, counterpoint::Sha3_256::digest("a message"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run on this machine.
    ///
    /// # Panics
    ///
    /// If the memory, from the first byte that has the [alignment](Self::hasher_layout) of a hasher, is smaller than a
    /// hasher.
    #[cfg(feature = "alloc")]
    fn hasher_in<'p>(
        &self,
        implementation: Option<&str>,
        memory: &'p mut [MaybeUninit<u8>],
    ) -> Result<InPlace<'p, dyn Hasher>, ImplementationError>;

    /// Returns a copy of the function.
    #[cfg(feature = "alloc")]
    #[must_use]
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hash>;
}

/// Writes the outputs for many messages, one after the other; returned by [`Hash::prepare`].
#[cfg(feature = "alloc")]
pub type DigestMany = dyn Fn(&dyn Messages, &mut [u8]) + Send + Sync;

/// Runs tasks: calls its second argument with each number below the first, in any order and on any threads, and returns
/// after all of these calls.
#[cfg(feature = "std")]
pub type RunTasks<'r> = dyn Fn(usize, &(dyn Fn(usize) + Sync)) + 'r;

/// Runs tasks in the current `rayon` pool.
#[cfg(feature = "rayon")]
pub(crate) fn in_pool(tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    (0..tasks).into_par_iter().for_each(task);
}

/// Absorbs a message in pieces.
///
/// The trait is sealed: only the library implements it.
#[cfg(feature = "alloc")]
pub trait Hasher: Sealed + Send + Sync {
    /// Appends data to the message; for a tuple, appends one element.
    fn update(&mut self, data: &[u8]);
    /// Like [`Self::update`]. If the function is a tree, the full [leaves](Hash::leaf_bytes) in `data` are hashed by
    /// all threads of the current `rayon` pool.
    #[cfg(feature = "rayon")]
    fn update_in_threads(&mut self, data: &[u8]) {
        self.update_in_tasks(data, &in_pool);
    }
    /// Like [`Self::update`]. If the function is a tree, the full [leaves](Hash::leaf_bytes) in `data` are hashed by
    /// tasks, which `run` distributes to the caller's threads.
    ///
    /// ```
    /// use counterpoint::Algorithm;
    /// use counterpoint::registry::Options;
    ///
    /// let kt128 = Algorithm::by_name("kt128")?.hash(&Options::default())?;
    /// let mut hasher = kt128.hasher(None)?;
    /// hasher.update_in_tasks(&vec![0; 1_000_000], &|tasks, task| {
    ///     std::thread::scope(|scope| {
    ///         let _ = scope.spawn(|| (0..tasks / 2).for_each(task));
    ///         (tasks / 2..tasks).for_each(task);
    ///     });
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    fn update_in_tasks(&mut self, data: &[u8], _run: &RunTasks<'_>) {
        self.update(data);
    }
    /// Begins an element of a tuple with a length of `bytes` bytes. [`Self::extend_element`] appends its content in
    /// pieces, so that the whole element need not be in memory.
    ///
    /// # Panics
    ///
    /// If the function does not [hash tuples](Hash::tuple), if the previous element is not complete, or if `bytes` is
    /// 2^61 or more. While an element is not complete, [`Self::update`] and [`Self::finalize`] panic too.
    fn begin_element(&mut self, _bytes: u64) {
        hashes_no_tuples()
    }
    /// Appends a piece of the element that [`Self::begin_element`] began.
    ///
    /// # Panics
    ///
    /// If the piece is longer than the missing part of the element.
    fn extend_element(&mut self, _piece: &[u8]) {
        hashes_no_tuples()
    }
    /// Resets the hasher to the empty message.
    fn reset(&mut self);
    /// Returns a copy, which continues independently.
    #[must_use]
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hasher>;
    /// Returns a copy in the caller's memory, which continues independently.
    ///
    /// # Panics
    ///
    /// If the memory is too small, as for [`Hash::hasher_in`].
    #[must_use]
    fn clone_in<'p>(&self, memory: &'p mut [MaybeUninit<u8>]) -> InPlace<'p, dyn Hasher>;
    /// Returns the output, from its first byte, for the message followed by `bits` (0 to 7) bits of `last`.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7, or if it is not 0 and the function requires [whole bytes](Hash::whole_bytes).
    #[must_use]
    fn finalize(self: alloc::boxed::Box<Self>, last: u8, bits: u32) -> alloc::boxed::Box<dyn Reader>;
    /// Like [`Self::finalize`], for a hasher that the caller keeps: [`Self::output`] returns the output, and
    /// [`Self::reset`] begins another message. Until then, no other method has a defined result.
    ///
    /// # Panics
    ///
    /// As for [`Self::finalize`].
    fn finalize_in_place(&mut self, last: u8, bits: u32);
    /// Returns the output of a message that [`Self::finalize_in_place`] has ended, starting where the last read
    /// stopped.
    #[must_use]
    fn output(&mut self) -> &mut dyn Reader;
}

#[cfg(all(feature = "alloc", feature = "zeroize"))]
impl zeroize::ZeroizeOnDrop for dyn Hasher {}

/// Panics, because an element of a tuple was passed to a function that hashes messages.
pub(crate) fn hashes_no_tuples() -> ! {
    panic!("this function hashes messages, not tuples of elements: Hash::tuple tells which one does")
}

/// An output that is read in pieces.
///
/// The trait is sealed: only the library implements it.
#[cfg(feature = "alloc")]
pub trait Reader: Sealed + Send + Sync {
    /// Reads the next bytes; after the end of a digest of fixed length, reads zeros.
    fn read(&mut self, out: &mut [u8]);
    /// Returns how many bits of a digest of fixed length have not been read, or `None` if the output is extendable.
    #[must_use]
    fn left_bits(&self) -> Option<u64>;
    /// Whether the next bytes are equal to this tag. Returns false for a tag of fewer than
    /// [`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES) bytes, or of more bytes than are left. All bytes are compared, so
    /// the time does not show where the tags differ.
    #[must_use]
    fn matches(&mut self, tag: &[u8]) -> bool {
        crate::tag::matches(tag, self.left_bits(), |part| self.read(part))
    }
}

#[cfg(all(feature = "alloc", feature = "zeroize"))]
impl zeroize::ZeroizeOnDrop for dyn Reader {}
