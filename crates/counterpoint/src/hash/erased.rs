//! Type-erased hash functions, for programs that choose one at run time.
//!
//! The registry hands out a `&dyn Hash` or, with options, a `Box<dyn Hash>`, and `Hash::hasher` returns a `Box<dyn
//! Hasher>` ([`crate::algorithm`]). Both wrap a type that implements [`Erasable`], whose methods are the function's
//! operations on messages, without type parameters. Every [`Function`] implements it with a [`Message`]; trees and
//! tuples implement it themselves. `Hash`, `Hasher` and `Reader` are implemented here, once for all of them: their
//! methods look up implementations by name, check lengths, and clear the bits past a digest.
//!
//! ```text
//!   Luffa<3, 32>: Function  -->  Erasable  -->  Hash                  the function, without a message
//!   KangarooTwelve                         -->  Hasher, then Reader   one message: Stream
//! ```

#[cfg(feature = "std")]
use super::Threads;
use super::stream::Message;
use super::{BitOrder, Chosen, Function, Plain, hash_in_this_thread, in_threads, named};
#[cfg(feature = "std")]
use crate::algorithm::RunTasks;
use crate::algorithm::{Algorithm, Hash, HashAlgorithm, Kind, Sealed, hashes_no_tuples};
#[cfg(feature = "alloc")]
use crate::algorithm::{DigestMany, Hasher, Reader};
#[cfg(feature = "alloc")]
use crate::in_place::InPlace;
use crate::list::{ImplementationError, any_list};
use crate::messages::Messages;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use core::alloc::Layout;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

/// A hash function whose type can be erased. A value holds the function's options, but no message.
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "messages in pieces need a box"))]
pub(crate) trait Erasable: Clone + Send + Sync + 'static {
    /// The function that computes the output.
    type Base: Function;
    /// A message being absorbed or, once finalized, its output.
    type Message: Clone + Send + Sync;
    /// The algorithm's canonical name.
    const NAME: &'static str;
    /// Whether the caller chooses the length of the output.
    const EXTENDABLE: bool;
    /// Whether a message is a tuple, and each update appends an element to it.
    const TUPLE: bool = false;
    /// Whether a message must consist of whole bytes.
    const WHOLE_BYTES: bool = false;

    /// Returns the length of the digest or of the default output, in bits.
    fn digest_bits(&self) -> u64;
    /// Returns the length of a leaf in bytes, if the function is a tree.
    fn leaf_bytes(&self) -> Option<usize> {
        None
    }
    /// Writes the outputs for many messages, in this thread.
    fn hash(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]);

    /// Returns the empty message.
    fn message(&self, implementation: Chosen<Self::Base>) -> Self::Message;
    /// Resets a message to empty, keeping its implementation.
    fn reset(message: &mut Self::Message, implementation: Chosen<Self::Base>);
    /// Appends to a message.
    fn update(message: &mut Self::Message, data: &[u8]);
    /// Appends to a message whose full leaves are hashed by tasks.
    #[cfg(feature = "std")]
    fn update_in_tasks(message: &mut Self::Message, data: &[u8], _run: &RunTasks<'_>) {
        Self::update(message, data);
    }
    /// Begins an element of a tuple.
    fn begin_element(_message: &mut Self::Message, _bytes: u64) {
        hashes_no_tuples()
    }
    /// Appends a piece of an element of a tuple.
    fn extend_element(_message: &mut Self::Message, _piece: &[u8]) {
        hashes_no_tuples()
    }
    /// Ends a message with `bits` bits of `last`. Works in place, because a move would leave a copy behind.
    fn finalize(message: &mut Self::Message, last: u8, bits: u32);
    /// Reads the next bytes of the output.
    fn read(message: &mut Self::Message, out: &mut [u8]);
}

impl<F: Function> Erasable for F {
    type Base = F;
    type Message = Message<F>;
    const NAME: &'static str = F::NAME;
    const EXTENDABLE: bool = F::EXTENDABLE;

    fn digest_bits(&self) -> u64 {
        Function::digest_bits(self)
    }
    fn hash(&self, implementation: Chosen<F>, messages: &dyn Messages, outputs: &mut [u8]) {
        if messages.count() > 0 {
            hash_in_this_thread(self, implementation, messages, outputs);
        }
    }
    fn message(&self, implementation: Chosen<F>) -> Message<F> {
        Message::new(self.clone(), implementation)
    }
    fn reset(message: &mut Message<F>, _: Chosen<F>) {
        message.reset();
    }
    fn update(message: &mut Message<F>, data: &[u8]) {
        message.update(data);
    }
    fn finalize(message: &mut Message<F>, last: u8, bits: u32) {
        message.end(last, bits);
    }
    fn read(message: &mut Message<F>, out: &mut [u8]) {
        message.read(out);
    }
}

impl<F: Plain> Message<F> {
    /// Returns the registry's entry for a function without any input besides the message.
    pub(crate) const fn algorithm(family: &'static str, aliases: &'static [&'static str]) -> Algorithm {
        Algorithm {
            name: F::NAME,
            aliases,
            family,
            kind: Kind::Hash(
                const {
                    &HashAlgorithm {
                        takes: &[],
                        needs: &[],
                        extendable: F::EXTENDABLE,
                        function: Some(F::PLAIN),
                        #[cfg(feature = "alloc")]
                        build: |_| Ok(Box::new(F::PLAIN.clone())),
                    }
                },
            ),
            list: any_list::<F::Primitive>,
        }
    }
}

/// Looks up the named implementation; without a name, the best one is used for each call.
fn chosen<E: Erasable>(implementation: Option<&str>) -> Result<Chosen<E::Base>, ImplementationError> {
    implementation.map_or(Ok(None), named::<E::Base>)
}

/// Hashes many messages, in several threads if that is faster (feature `rayon`).
fn hash_all<E: Erasable>(function: &E, chosen: Chosen<E::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
    check_length_of(function, messages, outputs);
    in_threads(messages, outputs, E::Base::BLOCK_BYTES, |messages, outputs| {
        hash_part(function, chosen, messages, outputs);
    });
}

/// Hashes some of the messages of a call, in this thread.
fn hash_part<E: Erasable>(function: &E, chosen: Chosen<E::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
    let bits = function.digest_bits();
    function.hash(chosen, messages, outputs);
    if !E::EXTENDABLE && !bits.is_multiple_of(8) {
        clear_unused_bits_of_all(outputs, bits);
    }
}

/// Panics if the outputs can't be divided into one for each message.
fn check_length_of<E: Erasable>(function: &E, messages: &dyn Messages, outputs: &[u8]) {
    let bytes = (!E::EXTENDABLE).then(|| function.digest_bits().div_ceil(8));
    check_length(E::NAME, bytes, messages.count(), outputs.len());
}

/// Panics unless `outputs` bytes divide evenly among `count` messages, with `bytes` bytes each if that is given.
#[inline(never)]
fn check_length(name: &str, bytes: Option<u64>, count: usize, outputs: usize) {
    match bytes {
        None => assert!(outputs.checked_rem(count).unwrap_or(0) == 0, "outputs are of equal length"),
        Some(bytes) => assert!(outputs as u64 == count as u64 * bytes, "{name} has digests of {bytes} bytes"),
    }
}

/// In the last byte of each digest, clears the bits beyond `bits`.
#[inline(never)]
fn clear_unused_bits_of_all(digests: &mut [u8], bits: u64) {
    for digest in digests.chunks_mut(bits.div_ceil(8) as usize) {
        clear_unused_bits(digest, bits);
    }
}

impl<E: Erasable> Sealed for E {}

impl<E: Erasable> Hash for E {
    fn digest_bytes(&self) -> usize {
        Erasable::digest_bits(self).div_ceil(8) as usize
    }
    fn extendable(&self) -> bool {
        E::EXTENDABLE
    }
    fn block_bytes(&self) -> usize {
        E::Base::BLOCK_BYTES
    }
    fn bit_order(&self) -> BitOrder {
        E::Base::BIT_ORDER
    }
    fn whole_bytes(&self) -> bool {
        E::WHOLE_BYTES
    }
    fn tuple(&self) -> bool {
        E::TUPLE
    }
    fn leaf_bytes(&self) -> Option<usize> {
        Erasable::leaf_bytes(self)
    }
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &dyn Messages,
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError> {
        hash_all(self, chosen::<E>(implementation)?, messages, outputs);
        Ok(())
    }
    #[cfg(feature = "std")]
    fn digest_many_in_threads(
        &self,
        implementation: Option<&str>,
        messages: &dyn Messages,
        outputs: &mut [u8],
        threads: usize,
    ) -> Result<(), ImplementationError> {
        check_length_of(self, messages, outputs);
        let chosen = chosen::<E>(implementation)?;
        Threads::Scoped(threads).hash(messages, outputs, E::Base::BLOCK_BYTES, &|messages, outputs| {
            hash_part(self, chosen, messages, outputs);
        });
        Ok(())
    }
    #[cfg(feature = "alloc")]
    fn prepare(&self, implementation: Option<&str>) -> Result<Box<DigestMany>, ImplementationError> {
        let (function, chosen) = (self.clone(), chosen::<E>(implementation)?);
        Ok(Box::new(move |messages, outputs| hash_all(&function, chosen, messages, outputs)))
    }
    #[cfg(feature = "alloc")]
    fn hasher(&self, implementation: Option<&str>) -> Result<Box<dyn Hasher>, ImplementationError> {
        Ok(Box::new(Stream::new(self, chosen::<E>(implementation)?)))
    }
    #[cfg(feature = "alloc")]
    fn hasher_layout(&self) -> Layout {
        Layout::new::<Stream<E>>()
    }
    #[cfg(feature = "alloc")]
    fn hasher_in<'p>(
        &self,
        implementation: Option<&str>,
        memory: &'p mut [MaybeUninit<u8>],
    ) -> Result<InPlace<'p, dyn Hasher>, ImplementationError> {
        let hasher = Stream::new(self, chosen::<E>(implementation)?);
        Ok(InPlace::new(memory, hasher).erased(|hasher| hasher))
    }
    #[cfg(feature = "alloc")]
    fn boxed_clone(&self) -> Box<dyn Hash> {
        Box::new(self.clone())
    }
}

/// A message of a function. It is not moved from its first byte to the last byte of its output, so that no copy of a
/// secret remains elsewhere in memory.
#[cfg(feature = "alloc")]
struct Stream<E: Erasable> {
    implementation: Chosen<E::Base>,
    message: E::Message,
    /// Number of bits of a digest of fixed length; 0 for an extendable output. Not an `Option`: the unused bytes of
    /// `None` would hold whatever was on the stack, perhaps a secret.
    digest_bits: u64,
    /// Number of these bits that have not been read yet.
    left: u64,
}

#[cfg(feature = "alloc")]
impl<E: Erasable> Stream<E> {
    /// Returns the empty message.
    fn new(function: &E, implementation: Chosen<E::Base>) -> Self {
        let digest_bits = if E::EXTENDABLE { 0 } else { function.digest_bits() };
        Self { implementation, message: function.message(implementation), digest_bits, left: digest_bits }
    }

    /// Returns a copy.
    fn copy(&self) -> Self {
        Self { message: self.message.clone(), ..*self }
    }
}

#[cfg(feature = "alloc")]
impl<E: Erasable> Sealed for Stream<E> {}

#[cfg(feature = "alloc")]
impl<E: Erasable> Hasher for Stream<E> {
    fn update(&mut self, data: &[u8]) {
        E::update(&mut self.message, data);
    }
    #[cfg(feature = "std")]
    fn update_in_tasks(&mut self, data: &[u8], run: &RunTasks<'_>) {
        E::update_in_tasks(&mut self.message, data, run);
    }
    fn begin_element(&mut self, bytes: u64) {
        E::begin_element(&mut self.message, bytes);
    }
    fn extend_element(&mut self, piece: &[u8]) {
        E::extend_element(&mut self.message, piece);
    }
    fn reset(&mut self) {
        E::reset(&mut self.message, self.implementation);
        self.left = self.digest_bits;
    }
    fn boxed_clone(&self) -> Box<dyn Hasher> {
        Box::new(self.copy())
    }
    fn clone_in<'p>(&self, memory: &'p mut [MaybeUninit<u8>]) -> InPlace<'p, dyn Hasher> {
        InPlace::new(memory, self.copy()).erased(|hasher| hasher)
    }
    fn finalize(mut self: Box<Self>, last: u8, bits: u32) -> Box<dyn Reader> {
        self.finalize_in_place(last, bits);
        self
    }
    fn finalize_in_place(&mut self, last: u8, bits: u32) {
        assert!(bits == 0 || !E::WHOLE_BYTES, "{} is defined for whole bytes only", E::NAME);
        E::finalize(&mut self.message, last, bits);
    }
    fn output(&mut self) -> &mut dyn Reader {
        self
    }
}

#[cfg(feature = "alloc")]
impl<E: Erasable> Reader for Stream<E> {
    /// For a digest of fixed length, reads at most the remaining bits and fills the rest with zeros.
    fn read(&mut self, out: &mut [u8]) {
        if E::EXTENDABLE {
            return E::read(&mut self.message, out);
        }
        let bits = &mut self.left;
        let count = bits.div_ceil(8).min(out.len() as u64);
        let (digest, after) = out.split_at_mut(count as usize);
        E::read(&mut self.message, digest);
        after.fill(0);
        if *bits <= 8 * count {
            clear_unused_bits(digest, *bits);
        }
        *bits = bits.saturating_sub(8 * count);
    }
    fn left_bits(&self) -> Option<u64> {
        (!E::EXTENDABLE).then_some(self.left)
    }
}

/// Clears the bits of the last byte beyond a digest of `bits` bits.
fn clear_unused_bits(digest: &mut [u8], bits: u64) {
    if let (Some(last), 1..) = (digest.last_mut(), bits % 8) {
        *last &= (1 << (bits % 8)) - 1;
    }
}
