//! Hash functions without their types, for programs that choose at run time: the one implementation of
//! [`algorithm::Hash`](crate::algorithm::Hash).
//!
//! A function that can be hidden behind that trait implements [`Erasable`]: a [`Function`] through [`Single`], and
//! whatever is built from several functions (trees, tuples) directly.

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
use core::borrow::Borrow;
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::mem::MaybeUninit;

/// A hash function that can be used without its type. A value is the function with its options, but without a
/// message.
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "messages in pieces need a box"))]
pub(crate) trait Erasable: Clone + Send + Sync + 'static {
    /// The function that computes the output.
    type Base: Function;
    /// A message while it is absorbed, and after its end its output.
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
    fn digest_many(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]);

    /// Returns the empty message.
    fn message(&self, implementation: Chosen<Self::Base>) -> Self::Message;
    /// Resets a message to the empty one and keeps its implementation.
    fn reset(message: &mut Self::Message, implementation: Chosen<Self::Base>);
    /// Appends to a message.
    fn update(message: &mut Self::Message, data: &[u8]);
    /// Appends to a message, of which tasks hash the full leaves.
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
    /// Ends a message with `bits` bits of `last`. It works in place, because moving a value leaves a copy of it.
    fn finalize(message: &mut Self::Message, last: u8, bits: u32);
    /// Reads the next bytes of the output.
    fn read(message: &mut Self::Message, out: &mut [u8]);
}

/// What contains a function: the function itself with its options, or a type that stands for a [`Plain`] function.
pub(crate) trait Source: Clone + Send + Sync + 'static {
    /// The function.
    type Function: Function;
    /// Returns the function.
    fn function(&self) -> impl Borrow<Self::Function>;
}

impl<F: Function> Source for F {
    type Function = F;

    fn function(&self) -> impl Borrow<F> {
        self
    }
}

/// A function without options, by its type. A value is empty, so a reference to it can be a constant.
type Constant<F> = PhantomData<fn() -> F>;

impl<F: Plain> Source for Constant<F> {
    type Function = F;

    fn function(&self) -> impl Borrow<F> {
        F::PLAIN
    }
}

/// A [`Function`], applied to one message: of fixed digest length, or with an extendable output.
#[derive(Clone)]
pub(crate) struct Single<S, const EXTENDABLE: bool>(pub(crate) S);

impl<S: Source, const EXTENDABLE: bool> Erasable for Single<S, EXTENDABLE> {
    type Base = S::Function;
    type Message = Message<S::Function>;
    const NAME: &'static str = S::Function::NAME;
    const EXTENDABLE: bool = EXTENDABLE;

    fn digest_bits(&self) -> u64 {
        self.0.function().borrow().digest_bits()
    }
    fn digest_many(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        if messages.count() > 0 {
            hash_in_this_thread(self.0.function().borrow(), implementation, messages, outputs);
        }
    }
    fn message(&self, implementation: Chosen<Self::Base>) -> Self::Message {
        Message::new(self.0.function().borrow().clone(), implementation)
    }
    fn reset(message: &mut Self::Message, _: Chosen<Self::Base>) {
        message.reset();
    }
    fn update(message: &mut Self::Message, data: &[u8]) {
        message.update(data);
    }
    fn finalize(message: &mut Self::Message, last: u8, bits: u32) {
        message.end(last, bits);
    }
    fn read(message: &mut Self::Message, out: &mut [u8]) {
        message.read(out);
    }
}

impl HashAlgorithm {
    /// The description of a function without any input besides the message.
    const fn plain<F: Plain, const EXTENDABLE: bool>() -> Self {
        Self {
            takes: &[],
            needs: &[],
            extendable: EXTENDABLE,
            function: Some(&Erased(Single::<Constant<F>, EXTENDABLE>(PhantomData))),
            #[cfg(feature = "alloc")]
            build: |_| Ok(Box::new(Erased(Single::<Constant<F>, EXTENDABLE>(PhantomData)))),
        }
    }
}

impl<F: Plain> Message<F> {
    /// Returns the registry's entry for a function without any input besides the message.
    pub(crate) const fn algorithm<const EXTENDABLE: bool>(
        family: &'static str,
        aliases: &'static [&'static str],
    ) -> Algorithm {
        Algorithm {
            name: F::NAME,
            aliases,
            family,
            kind: Kind::Hash(const { &HashAlgorithm::plain::<F, EXTENDABLE>() }),
            list: any_list::<F::Primitive>,
        }
    }
}

/// A function behind the trait [`Hash`].
pub(crate) struct Erased<S>(pub(crate) S);

impl<S: Erasable> Erased<S> {
    /// Returns the choice of the implementation with this name, if there is a name.
    fn chosen(implementation: Option<&str>) -> Result<Chosen<S::Base>, ImplementationError> {
        implementation.map_or(Ok(None), named::<S::Base>)
    }

    /// Hashes many messages, in several threads if that is faster (feature `rayon`).
    fn digest_all(function: &S, implementation: Chosen<S::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        Self::check_length(function, messages, outputs);
        in_threads(messages, outputs, S::Base::BLOCK_BYTES, |messages, outputs| {
            Self::digest_part(function, implementation, messages, outputs);
        });
    }

    /// Panics if the outputs can't be divided into one for each message.
    fn check_length(function: &S, messages: &dyn Messages, outputs: &[u8]) {
        let bytes = (!S::EXTENDABLE).then(|| function.digest_bits().div_ceil(8));
        check_length(S::NAME, bytes, messages.count(), outputs.len());
    }

    fn digest_part(function: &S, implementation: Chosen<S::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        let bits = function.digest_bits();
        function.digest_many(implementation, messages, outputs);
        if !S::EXTENDABLE && !bits.is_multiple_of(8) {
            clear_unused_bits_of_all(outputs, bits);
        }
    }
}

/// Panics if outputs of this length in all are not one for each of `count` messages, of `bytes` bytes if that is fixed.
#[inline(never)]
fn check_length(name: &str, bytes: Option<u64>, count: usize, outputs: usize) {
    match bytes {
        None => assert!(outputs.checked_rem(count).unwrap_or(0) == 0, "outputs are of equal length"),
        Some(bytes) => assert!(outputs as u64 == count as u64 * bytes, "{name} has digests of {bytes} bytes"),
    }
}

/// Clears the high bits of the last byte of each digest that are not part of a digest of `bits` bits.
#[inline(never)]
fn clear_unused_bits_of_all(digests: &mut [u8], bits: u64) {
    for digest in digests.chunks_mut(bits.div_ceil(8) as usize) {
        clear_unused_bits(digest, bits);
    }
}

impl<S: Erasable> Sealed for Erased<S> {}

impl<S: Erasable> Hash for Erased<S> {
    fn digest_bytes(&self) -> usize {
        self.0.digest_bits().div_ceil(8) as usize
    }
    fn extendable(&self) -> bool {
        S::EXTENDABLE
    }
    fn block_bytes(&self) -> usize {
        S::Base::BLOCK_BYTES
    }
    fn bit_order(&self) -> BitOrder {
        S::Base::BIT_ORDER
    }
    fn whole_bytes(&self) -> bool {
        S::WHOLE_BYTES
    }
    fn tuple(&self) -> bool {
        S::TUPLE
    }
    fn leaf_bytes(&self) -> Option<usize> {
        self.0.leaf_bytes()
    }
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &dyn Messages,
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError> {
        Self::digest_all(&self.0, Self::chosen(implementation)?, messages, outputs);
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
        Self::check_length(&self.0, messages, outputs);
        let implementation = Self::chosen(implementation)?;
        Threads::Scoped(threads).hash(messages, outputs, S::Base::BLOCK_BYTES, &|messages, outputs| {
            Self::digest_part(&self.0, implementation, messages, outputs);
        });
        Ok(())
    }
    #[cfg(feature = "alloc")]
    fn prepare(&self, implementation: Option<&str>) -> Result<Box<DigestMany>, ImplementationError> {
        let (function, implementation) = (self.0.clone(), Self::chosen(implementation)?);
        Ok(Box::new(move |messages, outputs| Self::digest_all(&function, implementation, messages, outputs)))
    }
    #[cfg(feature = "alloc")]
    fn hasher(&self, implementation: Option<&str>) -> Result<Box<dyn Hasher>, ImplementationError> {
        Ok(Box::new(Stream::new(&self.0, Self::chosen(implementation)?)))
    }
    #[cfg(feature = "alloc")]
    fn hasher_layout(&self) -> Layout {
        Layout::new::<Stream<S>>()
    }
    #[cfg(feature = "alloc")]
    fn hasher_in<'p>(
        &self,
        implementation: Option<&str>,
        memory: &'p mut [MaybeUninit<u8>],
    ) -> Result<InPlace<'p, dyn Hasher>, ImplementationError> {
        let hasher = Stream::new(&self.0, Self::chosen(implementation)?);
        Ok(InPlace::new(memory, hasher).erased(|hasher| hasher))
    }
    #[cfg(feature = "alloc")]
    fn boxed_clone(&self) -> Box<dyn Hash> {
        Box::new(Self(self.0.clone()))
    }
}

/// A message of a function. It stays in the same box from its first byte to the last byte of the output, so that no
/// copy of a secret remains elsewhere in memory.
#[cfg(feature = "alloc")]
struct Stream<S: Erasable> {
    implementation: Chosen<S::Base>,
    message: S::Message,
    /// Number of bits of a digest of fixed length; 0 for an extendable output. It is not an `Option`: where one has no
    /// value, it contains what was on the stack before, which may have been a secret.
    digest_bits: u64,
    /// Number of those that have not been read yet.
    left: u64,
}

#[cfg(feature = "alloc")]
impl<S: Erasable> Stream<S> {
    /// Returns the empty message.
    fn new(function: &S, implementation: Chosen<S::Base>) -> Self {
        let digest_bits = if S::EXTENDABLE { 0 } else { function.digest_bits() };
        Self { implementation, message: function.message(implementation), digest_bits, left: digest_bits }
    }

    /// Returns a copy.
    fn copy(&self) -> Self {
        Self { message: self.message.clone(), ..*self }
    }
}

#[cfg(feature = "alloc")]
impl<S: Erasable> Sealed for Stream<S> {}

#[cfg(feature = "alloc")]
impl<S: Erasable> Hasher for Stream<S> {
    fn update(&mut self, data: &[u8]) {
        S::update(&mut self.message, data);
    }
    #[cfg(feature = "std")]
    fn update_in_tasks(&mut self, data: &[u8], run: &RunTasks<'_>) {
        S::update_in_tasks(&mut self.message, data, run);
    }
    fn begin_element(&mut self, bytes: u64) {
        S::begin_element(&mut self.message, bytes);
    }
    fn extend_element(&mut self, piece: &[u8]) {
        S::extend_element(&mut self.message, piece);
    }
    fn reset(&mut self) {
        S::reset(&mut self.message, self.implementation);
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
        assert!(bits == 0 || !S::WHOLE_BYTES, "{} is defined for whole bytes only", S::NAME);
        S::finalize(&mut self.message, last, bits);
    }
    fn output(&mut self) -> &mut dyn Reader {
        self
    }
}

#[cfg(feature = "alloc")]
impl<S: Erasable> Reader for Stream<S> {
    /// For a digest of fixed length, reads at most the remaining bits and fills the rest with zeros.
    fn read(&mut self, out: &mut [u8]) {
        if S::EXTENDABLE {
            return S::read(&mut self.message, out);
        }
        let bits = &mut self.left;
        let count = bits.div_ceil(8).min(out.len() as u64);
        let (digest, behind) = out.split_at_mut(count as usize);
        S::read(&mut self.message, digest);
        behind.fill(0);
        if *bits <= 8 * count {
            clear_unused_bits(digest, *bits);
        }
        *bits = bits.saturating_sub(8 * count);
    }
    fn left_bits(&self) -> Option<u64> {
        (!S::EXTENDABLE).then_some(self.left)
    }
}

/// Clears the high bits of the last byte that are not part of a digest of `bits` bits.
fn clear_unused_bits(digest: &mut [u8], bits: u64) {
    if let (Some(last), 1..) = (digest.last_mut(), bits % 8) {
        *last &= (1 << (bits % 8)) - 1;
    }
}
