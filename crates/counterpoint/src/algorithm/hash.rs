//! Hash functions that are chosen at run time, behind traits that hide their types.

use crate::list::ImplementationError;

/// Where a message ends inside a byte: which bits of its last byte count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// The most significant ones: Grøstl, Fugue, Luffa.
    MsbFirst,
    /// The least significant ones: FIPS 202 and all of Keccak.
    LsbFirst,
}

/// A hash function chosen at run time, of fixed or chosen output length.
pub trait Hash: Send + Sync {
    /// Bytes of the digest; for an extendable output, the default: twice the security strength.
    fn digest_bytes(&self) -> usize;
    /// Whether the output is as long as the caller asks.
    fn extendable(&self) -> bool;
    /// Bytes that are absorbed between two applications of the primitive.
    fn block_bytes(&self) -> usize;
    /// Which bits of an incomplete last byte count.
    fn bit_order(&self) -> BitOrder;
    /// Whether messages end with whole bytes only, so that [`Hasher::finalize`] takes no more bits.
    fn whole_bytes(&self) -> bool {
        false
    }
    /// Whether what is hashed is a tuple of strings: each update of a hasher is an element, and a message is a tuple of one.
    fn tuple(&self) -> bool {
        false
    }

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

    /// A copy of the function.
    #[cfg(feature = "alloc")]
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hash>;
}

/// Writes the outputs for many messages one after the other; [`Hash::prepare`] returns it.
#[cfg(feature = "alloc")]
pub type DigestMany = dyn Fn(&[&[u8]], &mut [u8]) + Send + Sync;

/// Takes a message in pieces.
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
    /// Starts again with the empty message.
    fn reset(&mut self);
    /// A copy, which continues independently.
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn Hasher>;
    /// The output, from its first byte, for the message followed by `bits` (0 to 7) bits of `last`.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7, or is not 0 and the function takes [whole bytes](Hash::whole_bytes) only.
    fn finalize(self: alloc::boxed::Box<Self>, last: u8, bits: u32) -> alloc::boxed::Box<dyn Reader>;
}

/// Panics: the function hashes messages, and was given an element of a tuple.
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
