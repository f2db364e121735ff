//! Algorithms behind one face: what a program that chooses at run time calls.

use super::{ImplementationError, Listed};
use crate::aead::AeadError;

/// A hash function chosen at run time, of fixed or chosen output length.
pub trait Hash: Send + Sync {
    /// Bytes of the digest; for an extendable output, the default: twice the security strength.
    fn digest_bytes(&self) -> usize;
    /// Whether the output is as long as the caller asks.
    fn extendable(&self) -> bool;
    /// Bytes that one run of the primitive takes in.
    fn block_bytes(&self) -> usize;
    /// Which bits of an incomplete last byte count.
    fn bit_order(&self) -> crate::hash::BitOrder;
    /// Whether messages end with whole bytes only, so that [`Hasher::finalize`] takes no more bits.
    fn whole_bytes(&self) -> bool {
        false
    }
    /// Whether what is hashed is a tuple of strings: each update of a hasher is an element, and a message is a tuple of one.
    fn tuple(&self) -> bool {
        false
    }
    /// The n-th implementation, in the list's order.
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed>;
    /// The name of the implementation that is chosen for so many messages.
    fn best(&self, messages: usize) -> &'static str;

    /// Outputs for many messages: `outputs` is cut into equal pieces, one a message. An implementation is chosen if
    /// none is named.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If `outputs` can't be cut so, or if a piece is not [`Self::digest_bytes`] long and the output not extendable.
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &[&[u8]],
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError>;

    /// [`Self::digest_many`] with the implementation looked up once, for callers that hash again and again. It panics
    /// like that one.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    #[cfg(feature = "alloc")]
    fn prepare(&self, implementation: Option<&str>) -> Result<alloc::boxed::Box<DigestMany>, ImplementationError>;

    /// A message in pieces. An implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    #[cfg(feature = "alloc")]
    fn hasher(&self, implementation: Option<&str>) -> Result<alloc::boxed::Box<dyn Hasher>, ImplementationError>;

    /// The same function once more.
    #[cfg(feature = "alloc")]
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hash>;
}

/// Outputs for many messages, one behind the other: what [`Hash::prepare`] gives.
#[cfg(feature = "alloc")]
pub type DigestMany = dyn Fn(&[&[u8]], &mut [u8]) + Send + Sync;

/// A message on its way in.
#[cfg(feature = "alloc")]
pub trait Hasher: Send + Sync {
    /// Appends to the message; of a tuple, appends an element.
    fn update(&mut self, data: &[u8]);
    /// Begins an element of `bytes` bytes of a tuple; [`Self::extend_element`] appends it in pieces, so that it need
    /// not be in memory.
    ///
    /// # Panics
    ///
    /// If the function [hashes no tuples](Hash::tuple), the element before is not complete, or `bytes` is 2^61 or
    /// more. An element that is not complete lets [`Self::update`] and [`Self::finalize`] panic too.
    fn begin_element(&mut self, _bytes: u64) {
        hashes_no_tuples()
    }
    /// Appends a piece of the element that [`Self::begin_element`] began.
    ///
    /// # Panics
    ///
    /// If the piece is longer than what the element still lacks.
    fn extend_element(&mut self, _piece: &[u8]) {
        hashes_no_tuples()
    }
    /// Back to the empty message.
    fn reset(&mut self);
    /// A copy that goes its own way.
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hasher>;
    /// The output, from its first byte, for the message followed by `bits` (0 to 7) bits of `last`.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7, or is not 0 and the function takes [whole bytes](Hash::whole_bytes) only.
    fn finalize(self: alloc::boxed::Box<Self>, last: u8, bits: u32) -> alloc::boxed::Box<dyn Reader>;
}

/// Panics: the function hashes messages, and was given an element of a tuple.
#[cfg(feature = "alloc")]
pub(crate) fn hashes_no_tuples() -> ! {
    panic!("this function hashes messages, not tuples of elements: Hash::tuple tells which one does")
}

/// An output that is read in pieces.
#[cfg(feature = "alloc")]
pub trait Reader: Send + Sync {
    /// The next bytes; of a digest of fixed length, 0 after its end.
    fn read(&mut self, out: &mut [u8]);
    /// Bits that are left of a digest of fixed length; none where the output has no end.
    fn left_bits(&self) -> Option<u64>;
    /// Whether the next bytes are this tag. It never is one if it has fewer than
    /// [`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES) bytes, or more than are left. Every byte is compared, so the time
    /// does not tell where they differ.
    fn matches(&mut self, tag: &[u8]) -> bool {
        crate::tag::matches(tag, self.left_bits(), |part| self.read(part))
    }
}

/// A permutation chosen at run time, on states as bytes.
pub trait Permutation: Sync {
    /// Bytes of the state.
    fn state_bytes(&self) -> usize;
    /// The numbers of rounds that it can be asked for: one where the permutation fixes it (Keccak-f), a range where the
    /// caller chooses (Keccak-p).
    fn rounds(&self) -> core::ops::RangeInclusive<usize>;
    /// The n-th implementation, in the list's order.
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed>;
    /// The name of the implementation that is chosen for so many states.
    fn best(&self, states: usize) -> &'static str;

    /// Permutes each state with the last `rounds` rounds; `states` is cut into pieces of [`Self::state_bytes`]. An
    /// implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If `states` can't be cut so, or `rounds` is not in [`Self::rounds`].
    fn permute(
        &self,
        implementation: Option<&str>,
        states: &mut [u8],
        rounds: usize,
    ) -> Result<(), ImplementationError>;
}

/// A block cipher chosen at run time, block by block.
pub trait BlockCipher: Sync {
    /// Bytes of the key.
    fn key_bytes(&self) -> usize;
    /// Bytes of a block.
    fn block_bytes(&self) -> usize;
    /// The n-th implementation, in the list's order.
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed>;
    /// The name of the implementation that is chosen for so many blocks.
    fn best(&self, blocks: usize) -> &'static str;

    /// Encrypts each block; `blocks` is cut into pieces of [`Self::block_bytes`].
    ///
    /// # Errors
    ///
    /// If the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If the key or `blocks` has a wrong length.
    fn encrypt(&self, implementation: Option<&str>, key: &[u8], blocks: &mut [u8]) -> Result<(), ImplementationError>;
}

/// Authenticated encryption chosen at run time: one message for a key and a nonce. Sessions of several messages are left to the
/// types, since what can be chosen there differs (`Keyak` and `Ketje` in `keccak`).
pub trait Aead: Sync {
    /// Bytes of the key that the designers recommend; others can be had.
    fn key_bytes(&self) -> usize;
    /// Bytes of the longest nonce that goes with such a key at no extra cost; shorter ones can be had.
    fn nonce_bytes(&self) -> usize;
    /// Bytes of the tag.
    fn tag_bytes(&self) -> usize;
    /// Bytes of a message that are encrypted between two runs of the primitive.
    fn block_bytes(&self) -> usize;
    /// How many states one message keeps at work.
    fn states(&self) -> usize;
    /// The n-th implementation of the primitive, in the list's order.
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed>;
    /// The name of the implementation that is chosen.
    fn best(&self) -> &'static str;

    /// Encrypts in place and writes the tag. An implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// If the key or nonce has a wrong length, or if the implementation is unknown or can't run here.
    ///
    /// # Panics
    ///
    /// If `tag` is not [`Self::tag_bytes`] long.
    fn encrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), AeadError>;

    /// Decrypts in place. An implementation is chosen if none is named.
    ///
    /// # Errors
    ///
    /// As [`Self::encrypt`], and if the tag does not match: `buffer` is all 0 then.
    fn decrypt(
        &self,
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
    ) -> Result<(), AeadError>;
}
