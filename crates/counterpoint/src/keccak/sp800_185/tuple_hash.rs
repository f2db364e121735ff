//! TupleHash: a hash of a sequence of strings, each with its length. \[SP800-185\] 5.

use super::super::modes::ModeError;
#[cfg(feature = "alloc")]
use super::super::modes::each_bytes;
use super::super::tree::{Chosen, message};
use super::{CShake, bits, left_encode, right_encode};
use crate::hash::{Message, OutputReader};
#[cfg(feature = "alloc")]
use crate::hash::{digest_many_with, erased::Erasable};
#[cfg(feature = "alloc")]
use crate::wipe::Wiped;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// TupleHash: `RATE` bytes of rate, `DIGEST` bytes of output by default, extendable or not. \[SP800-185\] 5.
#[derive(Clone)]
pub struct TupleHash<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> {
    message: Message<CShake<RATE, DIGEST>>,
    implementation: Chosen<CShake<RATE, DIGEST>>,
    /// The output's length in bits, unless it is extendable.
    output_bits: u64,
    /// Bytes that the element in progress still lacks; 0 between two elements.
    lacking: u64,
}

/// TupleHash128: a hash of a sequence of strings, in which `("ab", "c")` and `("a", "bc")` differ. \[SP800-185\] 5.
///
/// ```
/// use counterpoint::TupleHash128;
///
/// let mut hasher = TupleHash128::new(b"which use it is for");
/// hasher.element(b"ab");
/// hasher.element(b"c");
/// let mut digest = [0; 32];
/// hasher.finalize_into(&mut digest)?;
///
/// let mut other = [0; 32];
/// TupleHash128::new(b"which use it is for").digest_into(&["a", "bc"], &mut other)?;
/// assert_ne!(digest, other);
/// # Ok::<(), counterpoint::keccak::ModeError>(())
/// ```
///
/// Strings of any length, any number of them, and a digest of any length but 0, which goes into the computation: a short digest is
/// not the beginning of a longer one ([`TupleHashXof128`] has that). Security strength: 128 bits for 32 bytes or more.
pub type TupleHash128 = TupleHash<168, 32, false>;

/// TupleHash256: as [`TupleHash128`], with a security strength of 256 bits for a digest of 64 bytes or more. \[SP800-185\] 5.
pub type TupleHash256 = TupleHash<136, 64, false>;

/// TupleHashXOF128: [`TupleHash128`] with an output of any length, of which a longer one begins with a shorter one.
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
pub type TupleHashXof128 = TupleHash<168, 32, true>;

/// TupleHashXOF256: as [`TupleHashXof128`], with a security strength of 256 bits. \[SP800-185\] 5.3.1.
pub type TupleHashXof256 = TupleHash<136, 64, true>;

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> TupleHash<RATE, DIGEST, EXTENDABLE> {
    /// The algorithm's canonical name.
    pub const NAME: &'static str = match (RATE, EXTENDABLE) {
        (168, false) => "tuplehash128",
        (168, true) => "tuplehashxof128",
        (_, false) => "tuplehash256",
        (_, true) => "tuplehashxof256",
    };

    /// An empty tuple under a customization string.
    pub fn new(customization: impl AsRef<[u8]>) -> Self {
        Self::with(CShake::with(b"TupleHash", customization.as_ref()), None, 8 * DIGEST as u64)
    }

    /// An empty tuple for a function that has its name and customization string.
    fn with(function: CShake<RATE, DIGEST>, implementation: Chosen<CShake<RATE, DIGEST>>, output_bits: u64) -> Self {
        Self { message: message(function, implementation), implementation, output_bits, lacking: 0 }
    }

    /// For a digest of so many bits.
    #[cfg(feature = "alloc")]
    pub(in crate::keccak) fn with_output_bits(self, output_bits: u64) -> Self {
        Self { output_bits, ..self }
    }

    /// Appends an element to the tuple.
    ///
    /// # Panics
    ///
    /// If an element that was begun by [`Self::begin_element`] is not complete.
    pub fn element(&mut self, element: impl AsRef<[u8]>) {
        let element = element.as_ref();
        self.begin_element(element.len() as u64);
        self.extend_element(element);
    }

    /// Begins an element of `bytes` bytes, which [`Self::extend_element`] appends in pieces. An element's length is
    /// hashed before the element, so it has to be known first; the element itself need not be in memory.
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
    /// If the element before is not complete, or if `bytes` is 2^61 or more, whose number of bits does not fit into
    /// 64 bits.
    pub fn begin_element(&mut self, bytes: u64) {
        self.assert_complete();
        let bits = bytes.checked_mul(8).expect("an element has fewer than 2^61 bytes");
        self.message.update(left_encode(bits).as_ref());
        self.lacking = bytes;
    }

    /// Appends a piece of the element that [`Self::begin_element`] began.
    ///
    /// # Panics
    ///
    /// If the piece is longer than what the element still lacks.
    pub fn extend_element(&mut self, piece: impl AsRef<[u8]>) {
        let piece = piece.as_ref();
        let rest = self.lacking.checked_sub(piece.len() as u64);
        self.lacking = rest.expect("an element is no longer than it was said to be");
        self.message.update(piece);
    }

    /// An element that was begun is complete before anything else happens to the tuple.
    fn assert_complete(&self) {
        assert!(self.lacking == 0, "an element of the tuple lacks {} bytes", self.lacking);
    }

    /// Back to the empty tuple.
    pub fn reset(&mut self) {
        self.message.reset();
        self.lacking = 0;
    }

    /// Ends the tuple, for an output of so many bits; 0 where it is extendable.
    fn end(&mut self, output_bits: u64) {
        self.assert_complete();
        self.message.update(right_encode(output_bits).as_ref());
        self.message.end(0, 0);
    }

    /// The outputs for tuples that `encode` appends one by one.
    #[cfg(feature = "alloc")]
    fn many(&self, count: usize, encode: impl Fn(usize, &mut dyn FnMut(&[u8])), outputs: &mut [u8], output_bits: u64) {
        // Encoded one behind the other, in as much memory as they need: a copy made by growing would not be wiped.
        let mut length = 0;
        let mut ends = Vec::with_capacity(count);
        let end = right_encode(output_bits);
        for tuple in 0..count {
            encode(tuple, &mut |element| length += left_encode(bits(element)).as_ref().len() + element.len());
            length += end.as_ref().len();
            ends.push(length);
        }
        let mut encoded = Wiped(Vec::with_capacity(length));
        for tuple in 0..count {
            encode(tuple, &mut |element| {
                encoded.extend_from_slice(left_encode(bits(element)).as_ref());
                encoded.extend_from_slice(element);
            });
            encoded.extend_from_slice(end.as_ref());
        }
        let begins = core::iter::once(0).chain(ends.iter().copied());
        let tuples: Vec<&[u8]> = begins.zip(&ends).map(|(begin, &end)| &encoded[begin..end]).collect();
        digest_many_with(self.message.function(), self.implementation, &tuples, outputs);
    }
}

impl<const RATE: usize, const DIGEST: usize> TupleHash<RATE, DIGEST, false> {
    /// Writes a digest as long as `digest`.
    ///
    /// # Errors
    ///
    /// If that is empty.
    ///
    /// # Panics
    ///
    /// If an element that was begun by [`Self::begin_element`] is not complete.
    pub fn finalize_into(mut self, digest: &mut [u8]) -> Result<(), ModeError> {
        if digest.is_empty() {
            return Err(ModeError::OutputEmpty);
        }
        self.end(bits(digest));
        self.message.read(digest);
        Ok(())
    }

    /// The digest of another tuple: what was appended to this one has no part in it.
    ///
    /// # Errors
    ///
    /// If `digest` is empty.
    pub fn digest_into<E: AsRef<[u8]>>(&self, tuple: &[E], digest: &mut [u8]) -> Result<(), ModeError> {
        let mut hasher = Self::with(self.message.function().clone(), self.implementation, self.output_bits);
        tuple.iter().for_each(|element| hasher.element(element));
        hasher.finalize_into(digest)
    }

    /// The digests of many other tuples: `digests` is cut into as many equal pieces as there are tuples.
    ///
    /// # Errors
    ///
    /// If `digests` can't be cut so, or a piece would be empty.
    #[cfg(feature = "alloc")]
    pub fn digest_many_into<T, E>(&self, tuples: &[T], digests: &mut [u8]) -> Result<(), ModeError>
    where
        T: AsRef<[E]>,
        E: AsRef<[u8]>,
    {
        let each = each_bytes(tuples.len(), digests)?;
        let encode = |tuple: usize, append: &mut dyn FnMut(&[u8])| {
            tuples[tuple].as_ref().iter().for_each(|element| append(element.as_ref()));
        };
        self.many(tuples.len(), encode, digests, 8 * each as u64);
        Ok(())
    }
}

impl<const RATE: usize, const DIGEST: usize> TupleHash<RATE, DIGEST, true> {
    /// The output, from its first byte.
    ///
    /// # Panics
    ///
    /// If an element that was begun by [`Self::begin_element`] is not complete.
    pub fn finalize(mut self) -> OutputReader<CShake<RATE, DIGEST>> {
        self.end(0);
        OutputReader(self.message.into_output())
    }

    /// The first bytes of the output for another tuple: what was appended to this one has no part in it.
    pub fn digest_into<E: AsRef<[u8]>>(&self, tuple: &[E], out: &mut [u8]) {
        let mut hasher = Self::with(self.message.function().clone(), self.implementation, self.output_bits);
        tuple.iter().for_each(|element| hasher.element(element));
        hasher.end(0);
        hasher.message.read(out);
    }

    /// The first bytes of the output for each of many other tuples: `outputs` is cut into as many equal pieces as there are tuples.
    ///
    /// # Panics
    ///
    /// If the length of `outputs` is no multiple of the number of tuples.
    #[cfg(feature = "alloc")]
    pub fn digest_many_into<T: AsRef<[E]>, E: AsRef<[u8]>>(&self, tuples: &[T], outputs: &mut [u8]) {
        let encode = |tuple: usize, append: &mut dyn FnMut(&[u8])| {
            tuples[tuple].as_ref().iter().for_each(|element| append(element.as_ref()));
        };
        self.many(tuples.len(), encode, outputs, 0);
    }
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> core::fmt::Debug
    for TupleHash<RATE, DIGEST, EXTENDABLE>
{
    /// The algorithm's name only: a state may hold secrets.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct(Self::NAME).finish_non_exhaustive()
    }
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
        Self::with(self.message.function().clone(), implementation, self.output_bits)
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
    fn digest_many(&self, implementation: Chosen<Self::Base>, messages: &[&[u8]], outputs: &mut [u8]) {
        let output_bits = if EXTENDABLE { 0 } else { self.output_bits };
        Erasable::message(self, implementation).many(
            messages.len(),
            |message, append| append(messages[message]),
            outputs,
            output_bits,
        );
    }
}
