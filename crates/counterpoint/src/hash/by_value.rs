//! Hash functions with a digest of fixed length where the caller keeps a message in memory of its own: ended and read
//! in place, and saved as bytes.

use super::saved::LittleEndian;
use super::{Digester, Plain, hash_in_this_thread, hash_one};
use crate::kernel::Compression;
use crate::messages::Messages;

impl<F: Plain> Digester<F>
where
    <F::Primitive as Compression>::State: LittleEndian,
{
    /// Writes the digest of a message.
    ///
    /// # Panics
    ///
    /// If `digest` is longer than a digest.
    #[inline]
    pub fn digest_into(message: &[u8], digest: &mut [u8]) {
        assert!(digest.len() <= Self::DIGEST_BYTES, "no more than a digest");
        hash_one(&F::PLAIN, None, message, digest);
    }

    /// Writes the digests of many messages.
    ///
    /// # Panics
    ///
    /// If `digests` can't be divided into equal pieces, one for each message, or if they are longer than a digest.
    pub fn digest_all_into(messages: &dyn Messages, digests: &mut [u8]) {
        if messages.count() > 0 {
            assert!(digests.len() / messages.count() <= Self::DIGEST_BYTES, "no more than a digest");
            hash_in_this_thread(&F::PLAIN, None, messages, digests);
        }
    }

    /// Ends the message where it is. After that, [`Self::read_in_place`] is the only call that makes sense.
    pub fn finalize_in_place(&mut self) {
        self.0.end(0, 0);
    }

    /// Reads the next bytes of the digest, of which there are [`Self::DIGEST_BYTES`].
    pub fn read_in_place(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }

    /// The length of a saved message.
    pub const SAVED_BYTES: usize =
        size_of::<<F::Primitive as Compression>::State>() + super::buffer_bytes::<F>() + size_of::<u64>();

    /// Writes the state of a message that has not ended, in the form of the trait `SerializableState` of the crate
    /// `digest`, and returns its length. `None` if there is no room.
    pub fn save(&self, out: &mut [u8]) -> Option<usize> {
        let out = out.get_mut(..Self::SAVED_BYTES)?;
        out.fill(0);
        self.0.save(out);
        Some(Self::SAVED_BYTES)
    }

    /// Returns the message that [`Self::save`] wrote. `None` if it can't have written it.
    #[must_use]
    pub fn load(saved: &[u8]) -> Option<Self> {
        let mut message = Self::new();
        (saved.len() == Self::SAVED_BYTES).then_some(())?;
        message.0.load(saved)?;
        Some(message)
    }
}
