//! The traits of the crate `digest`, for programs that are generic over hash functions.
//!
//! In that crate, `Digester` is a fixed-output hash and `Xof` an extendable one. Lengths are types there; the trait
//! that maps `[u8; N]` to a type for N provides those of our byte arrays.
//!
//! That crate also has traits for the core of a hash, which absorbs whole blocks and leaves the buffer to a wrapper;
//! the crate `hmac` builds its `Hmac` on such a core. A hasher serves as its own core: if it receives whole blocks
//! only, it absorbs them directly from the caller's slice, and its buffer stays empty. The cost is the memory for
//! that unused buffer, one block.

use super::stream::Message;
use super::{BlockBuffered, Digester, Extendable, Function, OutputReader, Plain, Unkeyed, Xof};
use core::ops::Div;
use digest::array::{Array, AssocArraySize};
use digest::block_api::{Block, Buffer, BufferKindUser, Eager, EagerHash, FixedOutputCore, UpdateCore};
use digest::block_buffer::BlockSizes;
use digest::consts::U2;
use digest::typenum::{Quot, Unsigned};
use digest::{
    CollisionResistance, ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, Output,
    OutputSizeUser, Reset, Update, XofReader,
    common::hazmat::{DeserializeStateError, SerializableState, SerializedState},
    common::{AlgorithmName, BlockSizeUser},
};

/// The traits for absorbing and for the state, which are the same for both types.
macro_rules! absorbing {
    ($type:ident, $bound:path) => {
        impl<F: $bound + Unkeyed> HashMarker for $type<F> {}

        /// Half the digest, as the designers claim; for an extendable output, of the default length.
        impl<F: $bound + Unkeyed> CollisionResistance for $type<F>
        where
            F::Digest: AssocArraySize<Size: Div<U2, Output: Unsigned>>,
        {
            type CollisionResistance = Quot<<F::Digest as AssocArraySize>::Size, U2>;
        }

        impl<F: $bound> AlgorithmName for $type<F> {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(F::NAME)
            }
        }

        impl<F: $bound> Update for $type<F> {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
        }

        impl<F: $bound> Reset for $type<F> {
            fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<F: $bound> SerializableState for $type<F>
        where
            Message<F>: SerializableState,
        {
            type SerializedStateSize = <Message<F> as SerializableState>::SerializedStateSize;

            fn serialize(&self) -> SerializedState<Self> {
                self.0.serialize()
            }
            fn deserialize(serialized: &SerializedState<Self>) -> Result<Self, DeserializeStateError> {
                Message::deserialize(serialized).map(Self)
            }
        }

        impl<F: $bound + BlockBuffered> BlockSizeUser for $type<F>
        where
            F::Buffer: AssocArraySize,
        {
            type BlockSize = <F::Buffer as AssocArraySize>::Size;
        }
    };
}

absorbing!(Digester, Function);
absorbing!(Xof, Extendable);

impl<F: Function> OutputSizeUser for Digester<F>
where
    F::Digest: AssocArraySize,
{
    type OutputSize = <F::Digest as AssocArraySize>::Size;
}

impl<F: Function> FixedOutput for Digester<F>
where
    F::Digest: AssocArraySize,
{
    fn finalize_into(mut self, out: &mut Output<Self>) {
        self.0.end(0, 0);
        self.0.read(out);
    }
}

impl<F: Function> FixedOutputReset for Digester<F>
where
    F::Digest: AssocArraySize,
{
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        self.0.end(0, 0);
        self.0.read(out);
        self.0.reset();
    }
}

impl<F: BlockBuffered> UpdateCore for Digester<F>
where
    F::Buffer: AssocArraySize,
{
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.0.update(Array::slice_as_flattened(blocks));
    }
}

impl<F: BlockBuffered> BufferKindUser for Digester<F>
where
    F::Buffer: AssocArraySize<Size: BlockSizes>,
{
    type BufferKind = Eager;
}

impl<F: BlockBuffered> FixedOutputCore for Digester<F>
where
    F::Buffer: AssocArraySize<Size: BlockSizes>,
    F::Digest: AssocArraySize,
{
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        self.0.update(buffer.get_data());
        self.finalize_into_reset(out);
        buffer.reset();
    }
}

impl<F: BlockBuffered + Plain> EagerHash for Digester<F>
where
    F::Buffer: AssocArraySize<Size: BlockSizes>,
    F::Digest: AssocArraySize,
{
    type Core = Self;
}

impl<F: Extendable> ExtendableOutput for Xof<F> {
    type Reader = OutputReader<F>;

    fn finalize_xof(self) -> OutputReader<F> {
        self.finalize()
    }
}

impl<F: Extendable> ExtendableOutputReset for Xof<F> {
    fn finalize_xof_reset(&mut self) -> OutputReader<F> {
        let reader = self.clone().finalize();
        self.0.reset();
        reader
    }
}

impl<F: Extendable> XofReader for OutputReader<F> {
    fn read(&mut self, out: &mut [u8]) {
        Self::read(self, out);
    }
}
