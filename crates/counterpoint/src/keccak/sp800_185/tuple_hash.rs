//! TupleHash: a hash of a sequence of strings, each hashed with its length. \[SP800-185\] 5.

use super::super::mode_error::ModeError;
#[cfg(feature = "alloc")]
use super::super::mode_error::each_bytes;
use super::cshake::CShake;
use super::encode::{bits, left_encode, right_encode};
use crate::hash::types::hash_types;
use crate::hash::{Chosen, Function, HashType, Message, OutputReader, named};
#[cfg(feature = "alloc")]
use crate::hash::{erased::Erasable, hash_in_this_thread, in_threads};
use crate::list::ImplementationError;
#[cfg(feature = "alloc")]
use crate::messages::{Joined, Messages};
#[cfg(feature = "alloc")]
use core::marker::PhantomData;

/// TupleHash: `RATE` bytes of rate, `DIGEST` bytes of output by default, extendable or not. \[SP800-185\] 5.
#[derive(Clone)]
#[doc(hidden)]
pub struct TupleHash<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> {
    message: Message<CShake<RATE, DIGEST>>,
    /// The digest's length in bits, if set by the registry; callers of the type choose it in each call. It is part of
    /// the computation unless the output is extendable.
    output_bits: u64,
    /// Number of bytes missing from the current element; 0 between elements.
    lacking: u64,
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> TupleHash<RATE, DIGEST, EXTENDABLE> {
    pub(crate) const NAME: &'static str = match (RATE, EXTENDABLE) {
        // names: begin, by `cargo xtask generate` from functions.toml
        (168, false) => "tuplehash128",
        (136, false) => "tuplehash256",
        (168, true) => "tuplehashxof128",
        (136, true) => "tuplehashxof256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };

    /// Returns an empty tuple with a customization string.
    pub(in crate::keccak) fn new(customization: &[u8]) -> Self {
        Self::with(CShake::with(b"TupleHash", customization), None)
    }

    /// Like [`Self::new`], with the named implementation.
    fn with_implementation(name: &str, customization: &[u8]) -> Result<Self, ImplementationError> {
        let function = CShake::with(b"TupleHash", customization);
        Ok(Self::with(function, named::<CShake<RATE, DIGEST>>(name)?))
    }

    /// Returns an empty tuple for a function that has absorbed its name and customization string.
    fn with(function: CShake<RATE, DIGEST>, implementation: Chosen<CShake<RATE, DIGEST>>) -> Self {
        Self { message: Message::new(function, implementation), output_bits: 0, lacking: 0 }
    }

    /// Sets the length of the digest in bits.
    #[cfg(feature = "alloc")]
    pub(in crate::keccak) fn with_output_bits(self, output_bits: u64) -> Self {
        Self { output_bits, ..self }
    }

    /// Appends an element.
    fn element(&mut self, element: &[u8]) {
        self.begin_element(element.len() as u64);
        self.extend_element(element);
    }

    /// Begins an element of `bytes` bytes, to be appended in pieces.
    fn begin_element(&mut self, bytes: u64) {
        self.assert_complete();
        begin_element(&mut self.message, bytes);
        self.lacking = bytes;
    }

    /// Appends a piece of the element that [`Self::begin_element`] began.
    fn extend_element(&mut self, piece: &[u8]) {
        let rest = self.lacking.checked_sub(piece.len() as u64);
        self.lacking = rest.expect("a piece fits into the rest of its element");
        self.message.update(piece);
    }

    /// Asserts that the current element is complete, as it must be before anything else happens to the tuple.
    fn assert_complete(&self) {
        assert!(self.lacking == 0, "an element of the tuple lacks {} bytes", self.lacking);
    }

    fn reset(&mut self) {
        self.message.reset();
        self.lacking = 0;
    }

    /// Ends the tuple. `output_bits` is the length of the output, or 0 if it is extendable.
    fn end(&mut self, output_bits: u64) {
        self.assert_complete();
        end(&mut self.message, output_bits);
    }

    /// Writes the output of the same function for a tuple of these elements.
    fn one<E: AsRef<[u8]>>(&self, tuple: &[E], output: &mut [u8], output_bits: u64) {
        let mut hasher = Self::with(self.message.function().clone(), self.message.chosen());
        tuple.iter().for_each(|element| hasher.element(element.as_ref()));
        hasher.end(output_bits);
        hasher.message.read(output);
    }

    /// Writes the outputs for tuples, in several threads if that is faster (feature `rayon`).
    #[cfg(feature = "alloc")]
    fn many(&self, tuples: &dyn Messages, outputs: &mut [u8], output_bits: u64) {
        in_threads(tuples, outputs, RATE, |tuples, outputs| {
            self.in_this_thread(self.message.chosen(), tuples, outputs, output_bits);
        });
    }

    /// Writes the outputs for tuples, encoding and hashing some of them at a time.
    #[cfg(feature = "alloc")]
    fn in_this_thread(
        &self,
        implementation: Chosen<CShake<RATE, DIGEST>>,
        tuples: &dyn Messages,
        outputs: &mut [u8],
        output_bits: u64,
    ) {
        let count = tuples.count();
        let each = outputs.len().checked_div(count).unwrap_or(0);
        let end = right_encode(output_bits);
        let encode = |tuple: usize, append: &mut dyn FnMut(&[u8])| {
            tuples.elements(tuple, &mut |element| {
                append(left_encode(bits(element)).as_ref());
                append(element);
            });
            append(end.as_ref());
        };
        let mut first = 0;
        while first < count {
            let encoded = Joined::window(first, count, encode);
            let next = first + encoded.count();
            let outputs = &mut outputs[first * each..next * each];
            hash_in_this_thread(self.message.function(), implementation, &encoded, outputs);
            first = next;
        }
    }
}

/// Begins an element of `bytes` bytes, to be appended in pieces: appends its length.
pub(in crate::keccak) fn begin_element<F: Function>(tuple: &mut Message<F>, bytes: u64) {
    let bits = bytes.checked_mul(8).expect("an element has fewer than 2^61 bytes");
    tuple.update(left_encode(bits).as_ref());
}

/// Ends a tuple. `output_bits` is the length of the output, or 0 if it is extendable.
pub(in crate::keccak) fn end<F: Function>(tuple: &mut Message<F>, output_bits: u64) {
    tuple.update(right_encode(output_bits).as_ref());
    tuple.end(0, 0);
}

/// Tuples that are slices of elements.
#[cfg(feature = "alloc")]
struct Tuples<'t, T, E> {
    tuples: &'t [T],
    element: PhantomData<fn() -> E>,
}

#[cfg(feature = "alloc")]
impl<'t, T, E> Tuples<'t, T, E> {
    fn new(tuples: &'t [T]) -> Self {
        Self { tuples, element: PhantomData }
    }
}

#[cfg(feature = "alloc")]
impl<T: AsRef<[E]> + Sync, E: AsRef<[u8]>> Messages for Tuples<'_, T, E> {
    fn count(&self) -> usize {
        self.tuples.len()
    }
    /// Returns the first element. TupleHash calls only [`Self::elements`].
    fn message(&self, index: usize) -> &[u8] {
        self.tuples[index].as_ref().first().map_or(&[], AsRef::as_ref)
    }
    fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
        self.tuples[index].as_ref().iter().for_each(|element| append(element.as_ref()));
    }
}

#[cfg(feature = "zeroize")]
impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> zeroize::ZeroizeOnDrop
    for TupleHash<RATE, DIGEST, EXTENDABLE>
{
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> HashType for TupleHash<RATE, DIGEST, EXTENDABLE> {
    type Function = CShake<RATE, DIGEST>;
}

#[cfg(feature = "alloc")]
impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> Erasable for TupleHash<RATE, DIGEST, EXTENDABLE> {
    type Base = CShake<RATE, DIGEST>;
    type Message = Self;
    const NAME: &'static str = Self::NAME;
    const EXTENDABLE: bool = EXTENDABLE;
    const TUPLE: bool = true;
    const WHOLE_BYTES: bool = true;

    fn message(&self, implementation: Chosen<Self::Base>) -> Self {
        Self { output_bits: self.output_bits, ..Self::with(self.message.function().clone(), implementation) }
    }
    fn digest_bits(&self) -> u64 {
        self.output_bits
    }
    fn reset(message: &mut Self, implementation: Chosen<Self::Base>) {
        *message = Erasable::message(message, implementation);
    }
    fn update(message: &mut Self, data: &[u8]) {
        message.element(data);
    }
    fn begin_element(message: &mut Self, bytes: u64) {
        message.begin_element(bytes);
    }
    fn extend_element(message: &mut Self, piece: &[u8]) {
        message.extend_element(piece);
    }
    fn finalize(message: &mut Self, _: u8, _: u32) {
        message.end(if EXTENDABLE { 0 } else { message.output_bits });
    }
    fn read(message: &mut Self, out: &mut [u8]) {
        message.message.read(out);
    }
    fn hash(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        self.in_this_thread(implementation, messages, outputs, if EXTENDABLE { 0 } else { self.output_bits });
    }
}

/// Types that hash tuples, with the methods that do not depend on whether the output is extendable.
macro_rules! tuples {
    ($types:tt $($impls:tt)*) => {
        hash_types! {
            $types
            impl {
                /// Returns an empty tuple with a customization string.
                #[must_use]
                pub fn new(customization: impl AsRef<[u8]>) -> Self {
                    Self(TupleHash::new(customization.as_ref()))
                }

                /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
                ///
                /// # Errors
                ///
                /// If there is no such implementation, or if this machine can't run it.
                pub fn with_implementation(
                    name: &str,
                    customization: impl AsRef<[u8]>,
                ) -> Result<Self, ImplementationError> {
                    TupleHash::with_implementation(name, customization.as_ref()).map(Self)
                }

                /// Appends an element to the tuple.
                ///
                /// # Panics
                ///
                /// If the current element, begun by [`Self::begin_element`], is not complete.
                #[inline]
                pub fn element(&mut self, element: impl AsRef<[u8]>) {
                    self.0.element(element.as_ref());
                }

                /// Begins an element of `bytes` bytes, to be appended in pieces by [`Self::extend_element`]. An
                /// element's length is hashed before the element, so it must be known in advance; the element itself
                /// need not be in memory.
                ///
                /// ```
                /// use counterpoint::TupleHash128;
                ///
                /// let (mut whole, mut pieces) = (TupleHash128::new(b""), TupleHash128::new(b""));
                /// whole.element(b"an element");
                /// pieces.begin_element(10);
                /// pieces.extend_element(b"an ");
                /// pieces.extend_element(b"element");
                ///
                /// let mut digests = [[0; 32]; 2];
                /// whole.finalize_into(&mut digests[0])?;
                /// pieces.finalize_into(&mut digests[1])?;
                /// assert_eq!(digests[0], digests[1]);
                /// # Ok::<(), counterpoint::keccak::ModeError>(())
                /// ```
                ///
                /// # Panics
                ///
                /// If the previous element is not complete, or if `bytes` is 2^61 or more, because the number of bits
                /// would not fit into 64 bits.
                #[inline]
                pub fn begin_element(&mut self, bytes: u64) {
                    self.0.begin_element(bytes);
                }

                /// Appends a piece of the element that [`Self::begin_element`] began.
                ///
                /// # Panics
                ///
                /// If the piece is longer than the missing part of the element.
                #[inline]
                pub fn extend_element(&mut self, piece: impl AsRef<[u8]>) {
                    self.0.extend_element(piece.as_ref());
                }

                /// Resets the hasher to the empty tuple.
                #[inline]
                pub fn reset(&mut self) {
                    self.0.reset();
                }
            }
            $($impls)*
        }
    };
}

tuples! {
    {
        // tuplehash: begin, by `cargo xtask generate` from functions.toml
        /// TupleHash128: hashes a sequence of strings, and distinguishes `("ab", "c")` from `("a", "bc")`.
        /// \[SP800-185\] 5.
        ///
        /// ```
        /// use counterpoint::TupleHash128;
        ///
        /// let mut hasher = TupleHash128::new(b"my protocol");
        /// hasher.element(b"ab");
        /// hasher.element(b"c");
        /// let mut digest = [0; 32];
        /// hasher.finalize_into(&mut digest)?;
        ///
        /// let mut other = [0; 32];
        /// TupleHash128::new(b"my protocol").digest_into(&["a", "bc"], &mut other)?;
        /// assert_ne!(digest, other);
        /// # Ok::<(), counterpoint::keccak::ModeError>(())
        /// ```
        ///
        /// A tuple may have any number of strings of any length, and the digest any length except 0. The digest's
        /// length is part of the computation: a short digest is not a prefix of a longer one (for that, use
        /// [`TupleHashXof128`]). Security strength: 128 bits for 32 bytes or more.
        TupleHash128 = TupleHash<168, 32, false>;
        /// TupleHash256: like [`TupleHash128`], with a security strength of 256 bits for a digest of 64 bytes or more.
        /// \[SP800-185\] 5.
        TupleHash256 = TupleHash<136, 64, false>;
        // tuplehash: end
    }
    impl {
        /// Writes a digest as long as `digest`.
        ///
        /// # Errors
        ///
        /// If `digest` is empty.
        ///
        /// # Panics
        ///
        /// If the current element, begun by [`Self::begin_element`], is not complete.
        pub fn finalize_into(mut self, digest: &mut [u8]) -> Result<(), ModeError> {
            if digest.is_empty() {
                return Err(ModeError::OutputEmpty);
            }
            self.0.end(bits(digest));
            self.0.message.read(digest);
            Ok(())
        }

        /// Writes the digest of another tuple. Data appended to this one has no effect.
        ///
        /// # Errors
        ///
        /// If `digest` is empty.
        pub fn digest_into<E: AsRef<[u8]>>(&self, tuple: &[E], digest: &mut [u8]) -> Result<(), ModeError> {
            if digest.is_empty() {
                return Err(ModeError::OutputEmpty);
            }
            let output_bits = bits(digest);
            self.0.one(tuple, digest, output_bits);
            Ok(())
        }

        /// Writes the digests of many other tuples: `digests` is divided into equal pieces, one for each tuple.
        ///
        /// # Errors
        ///
        /// If `digests` can't be divided equally, or if a piece would be empty.
        #[cfg(feature = "alloc")]
        pub fn digest_many_into<T, E>(&self, tuples: &[T], digests: &mut [u8]) -> Result<(), ModeError>
        where
            T: AsRef<[E]> + Sync,
            E: AsRef<[u8]>,
        {
            let each = each_bytes(tuples.len(), digests)?;
            self.0.many(&Tuples::new(tuples), digests, 8 * each as u64);
            Ok(())
        }
    }
}

tuples! {
    {
        // tuplehashxof: begin, by `cargo xtask generate` from functions.toml
        /// TupleHashXOF128: [`TupleHash128`] with an output of any length; shorter outputs are prefixes of longer ones.
        /// \[SP800-185\] 5.3.1.
        ///
        /// ```
        /// use counterpoint::TupleHashXof128;
        ///
        /// let mut hasher = TupleHashXof128::new(b"");
        /// hasher.element(b"one");
        /// hasher.element(b"two");
        /// let mut output = [0; 100];
        /// hasher.finalize().read(&mut output);
        /// ```
        TupleHashXof128 = TupleHash<168, 32, true>;
        /// TupleHashXOF256: like [`TupleHashXof128`], with a security strength of 256 bits. \[SP800-185\] 5.3.1.
        TupleHashXof256 = TupleHash<136, 64, true>;
        // tuplehashxof: end
    }
    impl {
        /// Returns a reader of the output, from its first byte.
        ///
        /// # Panics
        ///
        /// If the current element, begun by [`Self::begin_element`], is not complete.
        #[must_use]
        pub fn finalize(mut self) -> OutputReader<Self> {
            self.0.end(0);
            OutputReader(self.0.message.into_output())
        }

        /// Writes the first bytes of the output for another tuple. Data appended to this one has no effect.
        pub fn digest_into<E: AsRef<[u8]>>(&self, tuple: &[E], out: &mut [u8]) {
            self.0.one(tuple, out, 0);
        }

        /// Writes the first bytes of the output for each of many other tuples: `outputs` is divided into equal pieces,
        /// one for each tuple.
        ///
        /// # Panics
        ///
        /// If the length of `outputs` is not a multiple of the number of tuples.
        #[cfg(feature = "alloc")]
        pub fn digest_many_into<T: AsRef<[E]> + Sync, E: AsRef<[u8]>>(&self, tuples: &[T], outputs: &mut [u8]) {
            assert_eq!(outputs.len().checked_rem(tuples.len()).unwrap_or(0), 0, "outputs are of equal length");
            self.0.many(&Tuples::new(tuples), outputs, 0);
        }
    }
}
