//! One message: hashed at once or absorbed in pieces, and its output read in pieces.

use super::output::Output;
use super::{Bytes, Chosen, Ending, Extendable, Function, Plain, in_buffers, masked, named};
use crate::kernel::{Compression, Input, MOST_BLOCK_BYTES, zeros};
use crate::list::{ImplementationError, Implemented};
use crate::messages::Messages;
use crate::wipe::Wiped;

type State<F> = <<F as Function>::Primitive as Compression>::State;

/// A message that is absorbed piece by piece: the state, the bytes that are not absorbed yet, and the length; after
/// the end of the message, its output.
#[cfg_attr(not(feature = "digest"), allow(unreachable_pub, reason = "only the trait `SerializableState` shows it"))]
pub struct Message<F: Function> {
    pub(super) function: F,
    chosen: Chosen<F>,
    pub(super) output: Output<F>,
    pub(super) buffer: Wiped<F::Buffer>,
    pub(super) used: usize,
    pub(super) message_bytes: u64,
}

impl<F: Function> Clone for Message<F> {
    fn clone(&self) -> Self {
        Self {
            function: self.function.clone(),
            chosen: self.chosen,
            output: self.output.clone(),
            buffer: self.buffer.clone(),
            used: self.used,
            message_bytes: self.message_bytes,
        }
    }
}

impl<F: Function> Message<F> {
    /// Returns an empty message for a function.
    pub(crate) fn new(function: F, chosen: Chosen<F>) -> Self {
        let output = Output::new(&function, chosen.unwrap_or_else(|| F::Primitive::list().best(1)));
        Self { function, chosen, output, buffer: Wiped(Bytes::ZERO), used: 0, message_bytes: 0 }
    }

    /// Returns the implementation that the caller chose.
    #[cfg_attr(
        not(feature = "keccak"),
        allow(dead_code, reason = "only functions that were given something hash another message")
    )]
    pub(crate) fn chosen(&self) -> Chosen<F> {
        self.chosen
    }

    /// Returns the function.
    #[cfg_attr(
        not(feature = "keccak"),
        allow(dead_code, reason = "only functions that were given something are asked for")
    )]
    pub(crate) fn function(&self) -> &F {
        &self.function
    }

    /// Returns the function for changes before the message ends, such as the length of its output.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family's functions are told more"))]
    pub(crate) fn function_mut(&mut self) -> &mut F {
        &mut self.function
    }

    /// Pads the message with zeros to a whole block, and returns the state that has absorbed it.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family's functions start with a prefix"))]
    pub(crate) fn filled_up(&mut self) -> &State<F> {
        if self.used > 0 {
            const { assert!(<F::Buffer as Bytes>::LEN <= MOST_BLOCK_BYTES, "there are zeros for a block") };
            self.update(zeros(self.function.buffer_bytes() - self.used));
        }
        &self.output.state
    }

    pub(crate) fn update(&mut self, mut data: &[u8]) {
        self.message_bytes = self.message_bytes.wrapping_add(data.len() as u64);
        let mut full: &[u8] = &[];
        if self.used > 0 {
            let take = data.len().min(self.function.buffer_bytes() - self.used);
            let (head, rest) = data.split_at(take);
            self.buffer.as_mut()[self.used..self.used + take].copy_from_slice(head);
            self.used += take;
            data = rest;
            if self.used < self.function.buffer_bytes() {
                return;
            }
            full = &self.buffer.as_ref()[..self.function.buffer_bytes()];
        }
        let (blocks, rest) = in_buffers(&self.function, data);
        if full.len() + blocks.len() > 0 {
            self.output.run(self.function.parameters(), Input { blocks: &[full], tails: &[blocks], finalize: false });
        }
        self.buffer.as_mut()[..rest.len()].copy_from_slice(rest);
        self.used = rest.len();
    }

    /// Appends `bits` bits of `last`, pads and absorbs the end of the message; after that, the output can be read.
    pub(crate) fn end(&mut self, last: u8, bits: u32) {
        assert!(bits < 8, "a last, incomplete byte has 0 to 7 bits, not {bits}");
        let ending =
            Ending { used: self.used, bits, last: masked(F::BIT_ORDER, last, bits), message_bytes: self.message_bytes };
        self.output.end(&self.function, &self.buffer.as_ref()[..self.used], ending);
    }

    /// Reads the next `out.len()` bytes of the output.
    pub(crate) fn read(&mut self, out: &mut [u8]) {
        self.output.read(self.function.parameters(), self.function.output_block_bytes(), out);
    }

    /// Returns the output of a message that has ended.
    pub(crate) fn into_output(self) -> Output<F> {
        self.output
    }

    /// Resets the message to the empty one and keeps the implementation. It works in place, because moving a value
    /// leaves a copy of it.
    pub(crate) fn reset(&mut self) {
        self.output.reset(&self.function);
        *self.buffer = Bytes::ZERO;
        (self.used, self.message_bytes) = (0, 0);
    }
}

/// The constructors and the methods that absorb, which are the same for every function.
macro_rules! absorbing {
    ($type:ident, $bound:path) => {
        impl<F: $bound> Clone for $type<F> {
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl<F: $bound + Plain> Default for $type<F> {
            fn default() -> Self {
                Self::new()
            }
        }

        #[cfg(feature = "zeroize")]
        impl<F: $bound> zeroize::ZeroizeOnDrop for $type<F> {}

        impl<F: $bound> core::fmt::Debug for $type<F> {
            /// Writes the algorithm's name only: a state may contain secrets.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(F::NAME).finish_non_exhaustive()
            }
        }

        impl<F: $bound> $type<F> {
            /// The algorithm's canonical name.
            pub const NAME: &'static str = F::NAME;
            /// Bytes that one run of the primitive absorbs: the block length, or the rate of a sponge.
            pub const BLOCK_BYTES: usize = F::BLOCK_BYTES;

            /// Returns an empty message for a function with its inputs.
            pub(crate) fn from_function(function: F, chosen: Chosen<F>) -> Self {
                Self(Message::new(function, chosen))
            }

            /// Appends data to the message.
            pub fn update(&mut self, data: impl AsRef<[u8]>) {
                self.0.update(data.as_ref());
            }

            #[cfg(feature = "std")]
            crate::hash::reader::reading!();

            /// Resets the message to the empty one and keeps the implementation.
            pub fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<F: $bound + Plain> $type<F> {
            /// Returns an empty message, hashed by the best implementation for this machine.
            #[must_use]
            pub fn new() -> Self {
                Self::from_function(F::PLAIN, None)
            }

            /// Returns an empty message, hashed by the implementation with this name.
            ///
            /// # Errors
            ///
            /// If there is no such implementation, or if this machine can't run it.
            pub fn with_implementation(name: &str) -> Result<Self, ImplementationError> {
                Ok(Self::from_function(F::PLAIN, named::<F>(name)?))
            }
        }

        #[cfg(feature = "std")]
        impl<F: $bound> std::io::Write for $type<F> {
            crate::hash::reader::writing!();
        }
    };
}

/// A hash function with a digest of fixed length.
///
/// ```
/// use counterpoint::Sha3_256;
///
/// let mut hasher = Sha3_256::new();
/// hasher.update(b"ab");
/// hasher.update(b"c");
/// assert_eq!(hasher.finalize(), Sha3_256::digest(b"abc"));
/// ```
pub struct Digester<F: Function>(pub(crate) Message<F>);

absorbing!(Digester, Function);

impl<F: Function> Digester<F> {
    /// Length of the digest in bytes.
    pub const DIGEST_BYTES: usize = <F::Digest as Bytes>::LEN;

    /// Returns the digest of the message.
    #[must_use]
    pub fn finalize(self) -> F::Digest {
        self.finalize_bits(0, 0)
    }

    /// Returns the digest of the message and resets the hasher to the empty message.
    #[must_use]
    pub fn finalize_reset(&mut self) -> F::Digest {
        let digest = self.end(0, 0);
        self.reset();
        digest
    }

    /// Returns the digest of the message followed by `bits` more bits (0 to 7). They are the first bits of `last` in
    /// the family's bit order: the most significant ones in Grøstl, Fugue and Luffa, the least significant ones in
    /// SHA-3 and Keccak.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7.
    #[must_use]
    pub fn finalize_bits(mut self, last: u8, bits: u32) -> F::Digest {
        self.end(last, bits)
    }

    /// Returns the digest. Afterwards, the hasher can only be reset.
    fn end(&mut self, last: u8, bits: u32) -> F::Digest {
        let mut digest = <F::Digest as Bytes>::ZERO;
        self.0.end(last, bits);
        self.0.read(digest.as_mut());
        digest
    }
}

impl<F: Plain> Digester<F> {
    /// Returns the digest of one message.
    #[must_use]
    pub fn digest(message: impl AsRef<[u8]>) -> F::Digest {
        let mut digest = <F::Digest as Bytes>::ZERO;
        Output::whole(&F::PLAIN, F::Primitive::list().best(1), message.as_ref(), digest.as_mut());
        digest
    }

    /// Returns the digests of many messages, in their order. With the feature `rayon`, a large batch is hashed by all
    /// threads of the current pool.
    ///
    /// ```
    /// use counterpoint::Sha3_256;
    ///
    /// let digests = Sha3_256::digest_many(&[b"a".as_slice(), b"bc", b""]);
    /// assert_eq!(digests[1], Sha3_256::digest(b"bc"));
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn digest_many<M: Messages + ?Sized>(messages: &M) -> alloc::vec::Vec<F::Digest> {
        let mut digests = alloc::vec![<F::Digest as Bytes>::ZERO; messages.count()];
        Self::digest_many_into(messages, &mut digests);
        digests
    }

    /// Writes the digests of many messages, in their order, into the caller's buffer.
    ///
    /// # Panics
    ///
    /// If `digests` and `messages` differ in length.
    pub fn digest_many_into<M: Messages + ?Sized>(messages: &M, digests: &mut [F::Digest]) {
        assert_eq!(messages.count(), digests.len(), "one digest a message");
        super::hash_many(&F::PLAIN, None, &messages, Bytes::flatten(digests));
    }
}

/// A hash function whose output can have any length.
///
/// ```
/// use counterpoint::Shake128;
///
/// let mut hasher = Shake128::new();
/// hasher.update(b"abc");
/// let mut reader = hasher.finalize();
/// let mut head = [0; 16];
/// let mut more = [0; 16];
/// reader.read(&mut head);
/// reader.read(&mut more);
/// let mut whole = [0; 32];
/// Shake128::digest_into(b"abc", &mut whole);
/// assert_eq!([head, more].concat(), whole);
/// ```
pub struct Xof<F: Extendable>(pub(crate) Message<F>);

absorbing!(Xof, Extendable);

impl<F: Extendable> Xof<F> {
    /// Returns a reader of the output, from its first byte.
    #[must_use]
    pub fn finalize(self) -> OutputReader<F> {
        self.finalize_bits(0, 0)
    }

    /// Returns a reader of the output for the message followed by `bits` more bits (0 to 7), the least significant
    /// ones of `last`.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7.
    #[must_use]
    pub fn finalize_bits(mut self, last: u8, bits: u32) -> OutputReader<F> {
        self.0.end(last, bits);
        OutputReader(self.0.into_output())
    }
}

impl<F: Extendable + Plain> Xof<F> {
    /// Writes the first `out.len()` bytes of the output for one message.
    pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
        Output::whole(&F::PLAIN, F::Primitive::list().best(1), message.as_ref(), out);
    }

    /// Writes the first bytes of the output for each of many messages, in their order: `outputs` is divided into
    /// equal pieces, one for each message.
    ///
    /// # Panics
    ///
    /// If the length of `outputs` is not a multiple of the number of messages.
    pub fn digest_many_into<M: Messages + ?Sized>(messages: &M, outputs: &mut [u8]) {
        super::hash_many(&F::PLAIN, None, &messages, outputs);
    }
}

/// Methods for one message and for many, for an extendable function with further inputs, which is therefore a value.
#[cfg(feature = "keccak")]
macro_rules! one_shot_methods {
    ([$($parameters:tt)*] $function:ty) => {
        impl<$($parameters)*> crate::hash::Xof<$function> {
            /// Writes the first `out.len()` bytes of the output for another message. What was appended to this one
            /// has no effect on it.
            pub fn digest_into(&self, message: impl AsRef<[u8]>, out: &mut [u8]) {
                crate::hash::hash_one(self.0.function(), self.0.chosen(), message.as_ref(), out);
            }

            /// Writes the first bytes of the output for each of many messages, in their order: `outputs` is divided
            /// into equal pieces, one for each message. What was appended to this one has no effect on them.
            ///
            /// # Panics
            ///
            /// If the length of `outputs` is not a multiple of the number of messages.
            pub fn digest_many_into<M: crate::messages::Messages + ?Sized>(&self, messages: &M, outputs: &mut [u8]) {
                crate::hash::hash_many(self.0.function(), self.0.chosen(), &messages, outputs);
            }
        }
    };
}
#[cfg(feature = "keccak")]
pub(crate) use one_shot_methods;

/// The output of an extendable function, which can be read in any number of pieces.
pub struct OutputReader<F: Extendable>(pub(crate) Output<F>);

impl<F: Extendable> Clone for OutputReader<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

#[cfg(feature = "zeroize")]
impl<F: Extendable> zeroize::ZeroizeOnDrop for OutputReader<F> {}

impl<F: Extendable> core::fmt::Debug for OutputReader<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct(F::NAME).finish_non_exhaustive()
    }
}

impl<F: Extendable> OutputReader<F> {
    /// Reads the next `out.len()` bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.read(F::PARAMETERS, F::OUTPUT_BLOCK_BYTES, out);
    }

    /// Reads the next `bits` bits: whole bytes, then the low bits of a last byte, whose other bits are 0. The next
    /// read continues with the byte after it.
    ///
    /// # Panics
    ///
    /// If the length of `out` is not ceil(bits / 8) bytes.
    pub fn read_bits(&mut self, out: &mut [u8], bits: u64) {
        assert_eq!(out.len() as u64, bits.div_ceil(8), "{bits} bits need {} bytes", bits.div_ceil(8));
        self.read(out);
        if let (Some(last), 1..) = (out.last_mut(), bits % 8) {
            *last &= (1 << (bits % 8)) - 1;
        }
    }
}

#[cfg(feature = "std")]
impl<F: Extendable> std::io::Read for OutputReader<F> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        OutputReader::read(self, out);
        Ok(out.len())
    }
}
