//! What is more than one [`Function`] on one message, a tree or a tuple, behind the face of [`registry::Hash`](crate::registry::Hash).

use super::runtime::{assert_length, cut_each, read_what_is_left};
use super::{BitOrder, Function, list, named};
use crate::registry::{
    DigestMany, Hash, Hasher, Implementation, ImplementationError, Listed, Reader, hashes_no_tuples,
};
use alloc::boxed::Box;

/// A hash function that is more than one [`Function`] on one message: of a tree, of a tuple.
pub(crate) trait Composed: Clone + Send + Sync + 'static {
    /// What the output comes from.
    type Last: Function;
    /// The algorithm's canonical name.
    const NAME: &'static str;
    /// Whether the output is as long as the caller asks.
    const EXTENDABLE: bool;
    /// Whether each update is an element of a tuple.
    const TUPLE: bool;
    /// Whether messages end with whole bytes only.
    const WHOLE_BYTES: bool;

    /// The same function for an empty message, by one implementation or by those that are right.
    fn restarted(&self, implementation: Option<&'static Implementation<<Self::Last as Function>::Primitive>>) -> Self;
    /// Bits of the digest, or the default.
    fn digest_bits(&self) -> u64;
    /// Appends.
    fn update(&mut self, data: &[u8]);
    /// Begins an element of a tuple.
    fn begin_element(&mut self, _bytes: u64) {
        hashes_no_tuples()
    }
    /// Appends a piece of an element of a tuple.
    fn extend_element(&mut self, _piece: &[u8]) {
        hashes_no_tuples()
    }
    /// Ends the message with `bits` bits of `last`, in its place: what is moved leaves a copy behind.
    fn end(&mut self, last: u8, bits: u32);
    /// The next bytes of the output.
    fn read(&mut self, out: &mut [u8]);
    /// The outputs for many messages.
    fn digest_many(&self, messages: &[&[u8]], outputs: &mut [u8]);
}

/// The face of a composed function: the function without a message.
pub(crate) struct ComposedFace<C>(pub(crate) C);

impl<C: Composed> ComposedFace<C> {
    /// The function by the implementation of this name.
    fn by(&self, implementation: Option<&str>) -> Result<C, ImplementationError> {
        Ok(self.0.restarted(implementation.map(named::<C::Last>).transpose()?))
    }

    fn digest_all(function: &C, messages: &[&[u8]], outputs: &mut [u8]) {
        let bits = function.digest_bits();
        assert_length(C::NAME, C::EXTENDABLE, bits, messages, outputs);
        function.digest_many(messages, outputs);
        if !C::EXTENDABLE {
            cut_each(outputs, bits);
        }
    }
}

impl<C: Composed> Hash for ComposedFace<C> {
    fn digest_bytes(&self) -> usize {
        self.0.digest_bits().div_ceil(8) as usize
    }
    fn extendable(&self) -> bool {
        C::EXTENDABLE
    }
    fn block_bytes(&self) -> usize {
        C::Last::BLOCK_BYTES
    }
    fn bit_order(&self) -> BitOrder {
        C::Last::BIT_ORDER
    }
    fn whole_bytes(&self) -> bool {
        C::WHOLE_BYTES
    }
    fn tuple(&self) -> bool {
        C::TUPLE
    }
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed> {
        list::<C::Last>().all().get(n).map(|i| i as &dyn Listed)
    }
    fn best(&self, messages: usize) -> &'static str {
        list::<C::Last>().best(messages).card().name
    }
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &[&[u8]],
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError> {
        Self::digest_all(&self.by(implementation)?, messages, outputs);
        Ok(())
    }
    fn prepare(&self, implementation: Option<&str>) -> Result<Box<DigestMany>, ImplementationError> {
        let function = self.by(implementation)?;
        Ok(Box::new(move |messages, outputs| Self::digest_all(&function, messages, outputs)))
    }
    fn hasher(&self, implementation: Option<&str>) -> Result<Box<dyn Hasher>, ImplementationError> {
        let implementation = implementation.map(named::<C::Last>).transpose()?;
        let left = if C::EXTENDABLE { None } else { Some(self.0.digest_bits()) };
        Ok(Box::new(ComposedStream { message: self.0.restarted(implementation), implementation, left }))
    }
    fn boxed_clone(&self) -> Box<dyn Hash> {
        Box::new(Self(self.0.clone()))
    }
}

/// A message of a composed function on its way through, always in its box.
struct ComposedStream<C: Composed> {
    message: C,
    implementation: Option<&'static Implementation<<C::Last as Function>::Primitive>>,
    /// Bits that are left of a digest of fixed length.
    left: Option<u64>,
}

impl<C: Composed> Hasher for ComposedStream<C> {
    fn update(&mut self, data: &[u8]) {
        self.message.update(data);
    }
    fn begin_element(&mut self, bytes: u64) {
        self.message.begin_element(bytes);
    }
    fn extend_element(&mut self, piece: &[u8]) {
        self.message.extend_element(piece);
    }
    fn reset(&mut self) {
        self.message = self.message.restarted(self.implementation);
    }
    fn boxed_clone(&self) -> Box<dyn Hasher> {
        Box::new(Self { message: self.message.clone(), ..*self })
    }
    fn finalize(mut self: Box<Self>, last: u8, bits: u32) -> Box<dyn Reader> {
        assert!(bits == 0 || !C::WHOLE_BYTES, "{} is defined for whole bytes only", C::NAME);
        self.message.end(last, bits);
        self
    }
}

impl<C: Composed> Reader for ComposedStream<C> {
    fn read(&mut self, out: &mut [u8]) {
        read_what_is_left(&mut self.left, out, |out| self.message.read(out));
    }
    fn left_bits(&self) -> Option<u64> {
        self.left
    }
}
