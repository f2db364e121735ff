//! Messages of functions with a digest of fixed length, for callers that keep them in their own memory: saved as bytes,
//! and batches in this thread.

use super::saved::LittleEndian;
use super::stream::Message;
use super::{Plain, hash_in_this_thread};
use crate::kernel::Compression;
use crate::messages::Messages;

impl<F: Plain> Message<F>
where
    <F::Primitive as Compression>::State: LittleEndian,
{
    /// The length of a saved message in bytes.
    pub(crate) const SAVED_BYTES: usize =
        size_of::<<F::Primitive as Compression>::State>() + super::buffer_bytes::<F>() + size_of::<u64>();

    /// Writes the digests of many messages, or only the first bytes of each.
    ///
    /// # Panics
    ///
    /// If `digests` can't be divided into equal pieces, one for each message, or if a piece is longer than a digest.
    pub(crate) fn digest_all_here(messages: &dyn Messages, digests: &mut [u8]) {
        if messages.count() > 0 {
            assert!(digests.len() / messages.count() <= Self::DIGEST_BYTES, "no more than a digest");
            hash_in_this_thread(F::PLAIN, None, messages, digests);
        }
    }

    /// Writes the state of a message that has not ended, in the form of the trait `SerializableState` of the crate
    /// `digest`, and returns its length. Returns `None` if `out` is too short.
    pub(crate) fn save_whole(&self, out: &mut [u8]) -> Option<usize> {
        let out = out.get_mut(..Self::SAVED_BYTES)?;
        out.fill(0);
        self.save(out);
        Some(Self::SAVED_BYTES)
    }

    /// Returns the message written by [`Self::save_whole`], or `None` if `saved` is malformed.
    pub(crate) fn load_whole(saved: &[u8]) -> Option<Self> {
        let mut message = Self::empty();
        (saved.len() == Self::SAVED_BYTES).then_some(())?;
        message.load(saved)?;
        Some(message)
    }
}
