//! The traits of the crate `digest`, for programs that are generic over its hash functions.
//!
//! The macros that declare types (`types.rs`) implement most of them. In these traits, lengths are types; a trait that
//! maps `[u8; N]` to a type for N provides those of our byte arrays.
//!
//! That crate also has traits for the core of a hash, which absorbs whole blocks and leaves the buffer to a wrapper;
//! the crate `hmac` builds its `Hmac` on such a core. A hasher is its own core: as long as it receives only whole
//! blocks, it absorbs them directly from the caller's slice, and its buffer stays empty. The cost is the memory for
//! that unused buffer, one block.

use super::stream::Message;
use super::{Function, HashType, OutputReader};
use digest::XofReader;
use digest::array::AssocArraySize;
use digest::common::hazmat::SerializableState;
use digest::consts::U2;
use digest::typenum::Quot;

/// The length of the digest; of an extendable output, the default length.
pub(crate) type DigestSize<H> = <<<H as HashType>::Function as Function>::Digest as AssocArraySize>::Size;

/// Half the digest: the collision resistance that the designers claim.
pub(crate) type HalfDigest<H> = Quot<DigestSize<H>, U2>;

/// The length of the buffer.
pub(crate) type BufferSize<H> = <<<H as HashType>::Function as Function>::Buffer as AssocArraySize>::Size;

/// The length of a saved message in bytes (`saved.rs`).
pub(crate) type SerializedSize<H> = <Message<<H as HashType>::Function> as SerializableState>::SerializedStateSize;

/// Implements the core of a hash for types whose buffer is one block, no shorter than the digest. HMAC pads its key to
/// that block; it is not defined where blocks are shorter (Fugue, Luffa-384, Luffa-512).
macro_rules! hmac {
    ($($type:ident)+) => {$(
        const _: () = assert!($type::DIGEST_BYTES <= $type::BLOCK_BYTES, "a block is no shorter than the digest");

        impl digest::common::BlockSizeUser for $type {
            type BlockSize = $crate::hash::digest_traits::BufferSize<Self>;
        }

        impl digest::block_api::UpdateCore for $type {
            #[inline]
            fn update_blocks(&mut self, blocks: &[digest::block_api::Block<Self>]) {
                self.0.update(digest::array::Array::slice_as_flattened(blocks));
            }
        }

        impl digest::block_api::BufferKindUser for $type {
            type BufferKind = digest::block_api::Eager;
        }

        impl digest::block_api::FixedOutputCore for $type {
            #[inline]
            fn finalize_fixed_core(
                &mut self,
                buffer: &mut digest::block_api::Buffer<Self>,
                out: &mut digest::Output<Self>,
            ) {
                self.0.update(buffer.get_data());
                digest::FixedOutputReset::finalize_into_reset(self, out);
                buffer.reset();
            }
        }

        impl digest::block_api::EagerHash for $type {
            type Core = Self;
        }
    )+};
}
pub(crate) use hmac;

impl<H: HashType> XofReader for OutputReader<H> {
    fn read(&mut self, out: &mut [u8]) {
        Self::read(self, out);
    }
}
