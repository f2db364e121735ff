//! The traits of the crate `digest`, for programs that are generic over hash functions.
//!
//! `Digester` is a fixed-output hash there, `Xof` an extendable one. Lengths are types in that crate: those of our byte
//! arrays are found by the trait that turns `[u8; N]` into a type for N.

use super::{BlockBuffered, Digester, Extendable, Function, Reader, Xof};
use digest::array::AssocArraySize;
use digest::{
    ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset,
    Update, XofReader, common::BlockSizeUser,
};

/// The way in, the same for both.
macro_rules! absorbing {
    ($type:ident, $bound:path) => {
        impl<F: $bound> HashMarker for $type<F> {}

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

impl<F: Extendable> ExtendableOutput for Xof<F> {
    type Reader = Reader<F>;

    fn finalize_xof(self) -> Reader<F> {
        self.finalize()
    }
}

impl<F: Extendable> ExtendableOutputReset for Xof<F> {
    fn finalize_xof_reset(&mut self) -> Reader<F> {
        let reader = self.clone().finalize();
        self.0.reset();
        reader
    }
}

impl<F: Extendable> XofReader for Reader<F> {
    fn read(&mut self, out: &mut [u8]) {
        Self::read(self, out);
    }
}
