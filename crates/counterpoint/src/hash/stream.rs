//! One message: at once, in pieces, and read out in pieces.

use super::{Bytes, Ending, Extendable, Function, Plain, buffer_bytes, masked, run};
use crate::kernel::{Compression, Input, zeros};
use crate::list::{Entry, ImplementationError, Implemented};
use crate::wipe::Wiped;
use core::slice::from_mut;

type State<F> = <<F as Function>::Primitive as Compression>::State;

/// The state of one message, and after the message's end its output.
pub(crate) struct Output<F: Function> {
    implementation: &'static Entry<F::Primitive>,
    state: Wiped<State<F>>,
    /// Bytes of the state's part of the output that have been read.
    read: usize,
}

impl<F: Function> Clone for Output<F> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

impl<F: Function> Output<F> {
    fn new(function: &F, implementation: &'static Entry<F::Primitive>) -> Self {
        Self { implementation, state: Wiped(function.initial()), read: 0 }
    }

    /// The first `out.len()` bytes of the output of a message that lies in one piece: one run of the primitive does it all, but for
    /// further parts of the output.
    #[inline]
    pub(crate) fn whole(function: &F, implementation: &'static Entry<F::Primitive>, message: &[u8], out: &mut [u8]) {
        let (blocks, rest) = message.split_at(message.len() - message.len() % buffer_bytes::<F>());
        let ending = Ending { used: rest.len(), bits: 0, last: 0, message_bytes: message.len() as u64 };
        let mut output = Self::new(function, implementation);
        let tail = Tail::new(function, rest, ending);
        let output_bytes = (out.len() <= F::OUTPUT_BLOCK_BYTES).then_some(out.len());
        let input = Input { blocks: &[blocks], tails: &[tail.as_ref()], finalize: F::FINALIZE_BEFORE_OUTPUT };
        run::<F>(implementation, from_mut(&mut output.state), input, output_bytes);
        output.read(out);
    }

    /// Takes in what is left of a message, padded; then the output can be read.
    #[inline]
    fn end(&mut self, function: &F, rest: &[u8], ending: Ending) {
        let tail = Tail::new(function, rest, ending);
        self.run(Input { tails: &[tail.as_ref()], finalize: F::FINALIZE_BEFORE_OUTPUT, ..Input::default() });
    }

    fn run(&mut self, input: Input<'_>) {
        run::<F>(self.implementation, from_mut(&mut self.state), input, None);
    }

    /// The next `out.len()` bytes of the output.
    #[inline]
    pub(crate) fn read(&mut self, mut out: &mut [u8]) {
        while !out.is_empty() {
            if self.read == F::OUTPUT_BLOCK_BYTES {
                self.run(Input::FINALIZE);
                self.read = 0;
            }
            let end = F::OUTPUT_BLOCK_BYTES.min(self.read + out.len());
            let (now, later) = out.split_at_mut(end - self.read);
            if self.read == 0 {
                F::extract(&self.state, now);
            } else {
                let mut part = Wiped(F::Buffer::ZERO);
                F::extract(&self.state, &mut part.as_mut()[..end]);
                now.copy_from_slice(&part.as_ref()[self.read..end]);
            }
            self.read = end;
            out = later;
        }
    }
}

/// The last, incomplete block of a message, padded.
struct Tail<F: Function> {
    bytes: Wiped<F::Tail>,
    length: usize,
}

impl<F: Function> Tail<F> {
    #[inline]
    fn new(function: &F, rest: &[u8], ending: Ending) -> Self {
        let mut bytes = Wiped(<F::Tail as Bytes>::ZERO);
        bytes.as_mut()[..rest.len()].copy_from_slice(rest);
        let length = function.pad(bytes.as_mut(), ending);
        Self { bytes, length }
    }

    fn as_ref(&self) -> &[u8] {
        &self.bytes.as_ref()[..self.length]
    }
}

/// A message on its way through, piece by piece: the state, what waits to be absorbed, the length; after its end, the output.
pub(crate) struct Message<F: Function> {
    function: F,
    output: Output<F>,
    buffer: Wiped<F::Buffer>,
    used: usize,
    message_bytes: u64,
}

impl<F: Function> Clone for Message<F> {
    fn clone(&self) -> Self {
        Self {
            function: self.function.clone(),
            output: self.output.clone(),
            buffer: self.buffer.clone(),
            used: self.used,
            message_bytes: self.message_bytes,
        }
    }
}

impl<F: Function> Message<F> {
    pub(crate) fn new(function: F, implementation: &'static Entry<F::Primitive>) -> Self {
        let output = Output::new(&function, implementation);
        Self { function, output, buffer: Wiped(Bytes::ZERO), used: 0, message_bytes: 0 }
    }

    /// The function.
    #[cfg_attr(
        not(feature = "keccak"),
        allow(dead_code, reason = "only functions that were given something are asked for")
    )]
    pub(crate) fn function(&self) -> &F {
        &self.function
    }

    /// The function, which may be told more before the message ends: its output's length, what the message is the end of.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family's functions are told more"))]
    pub(crate) fn function_mut(&mut self) -> &mut F {
        &mut self.function
    }

    /// Whole blocks, by zeros behind what is there, and the state that has absorbed them.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family's functions start with a prefix"))]
    pub(crate) fn filled_up(mut self) -> Wiped<State<F>> {
        if self.used > 0 {
            self.update(zeros(buffer_bytes::<F>() - self.used));
        }
        self.output.state
    }

    pub(crate) fn update(&mut self, mut data: &[u8]) {
        self.message_bytes = self.message_bytes.wrapping_add(data.len() as u64);
        let mut full: &[u8] = &[];
        if self.used > 0 {
            let take = data.len().min(buffer_bytes::<F>() - self.used);
            let (head, rest) = data.split_at(take);
            self.buffer.as_mut()[self.used..self.used + take].copy_from_slice(head);
            self.used += take;
            data = rest;
            if self.used < buffer_bytes::<F>() {
                return;
            }
            full = self.buffer.as_ref();
        }
        let (blocks, rest) = data.split_at(data.len() - data.len() % buffer_bytes::<F>());
        if full.len() + blocks.len() > 0 {
            self.output.run(Input { blocks: &[full], tails: &[blocks], finalize: false });
        }
        self.buffer.as_mut()[..rest.len()].copy_from_slice(rest);
        self.used = rest.len();
    }

    /// Pads and absorbs the end, which are `bits` bits of `last`; then the output can be read.
    pub(crate) fn end(&mut self, last: u8, bits: u32) {
        assert!(bits < 8, "a last, incomplete byte has 0 to 7 bits, not {bits}");
        let ending =
            Ending { used: self.used, bits, last: masked(F::BIT_ORDER, last, bits), message_bytes: self.message_bytes };
        self.output.end(&self.function, &self.buffer.as_ref()[..self.used], ending);
    }

    /// The next `out.len()` bytes of the output.
    pub(crate) fn read(&mut self, out: &mut [u8]) {
        self.output.read(out);
    }

    /// The output, once the message has ended.
    pub(crate) fn into_output(self) -> Output<F> {
        self.output
    }

    /// Back to the empty message, with the same implementation.
    pub(crate) fn reset(&mut self) {
        *self = Self::new(self.function.clone(), self.output.implementation);
    }
}

/// The constructors and the way in, the same for every function.
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

        impl<F: $bound> core::fmt::Debug for $type<F> {
            /// The algorithm's name only: a state may hold secrets.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(F::NAME).finish_non_exhaustive()
            }
        }

        impl<F: $bound> $type<F> {
            /// The algorithm's canonical name.
            pub const NAME: &'static str = F::NAME;
            /// Bytes that one run of the primitive takes in: the block length, or the rate of a sponge.
            pub const BLOCK_BYTES: usize = F::BLOCK_BYTES;

            /// An empty message for a function that was given what it needs, hashed by the implementation that is right for this
            /// machine.
            pub fn of(function: F) -> Self {
                Self(Message::new(function, F::Primitive::list().best(1)))
            }

            /// Appends to the message.
            pub fn update(&mut self, data: impl AsRef<[u8]>) {
                self.0.update(data.as_ref());
            }

            /// Back to the empty message, with the same implementation.
            pub fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<F: $bound + Plain> $type<F> {
            /// An empty message, hashed by the implementation that is right for this machine.
            pub fn new() -> Self {
                Self::of(F::PLAIN)
            }

            /// An empty message, hashed by the implementation of this name.
            ///
            /// # Errors
            ///
            /// If there is no such implementation, or this machine can't run it.
            pub fn with_implementation(name: &str) -> Result<Self, ImplementationError> {
                Ok(Self(Message::new(F::PLAIN, F::Primitive::list().named(name)?)))
            }
        }

        #[cfg(feature = "std")]
        impl<F: $bound> std::io::Write for $type<F> {
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.0.update(data);
                Ok(data.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
}

/// A hash function whose digest has one length.
///
/// ```
/// use counterpoint::Groestl256;
///
/// let mut hasher = Groestl256::new();
/// hasher.update(b"ab");
/// hasher.update(b"c");
/// assert_eq!(hasher.finalize(), Groestl256::digest(b"abc"));
/// ```
pub struct Digester<F: Function>(pub(crate) Message<F>);

absorbing!(Digester, Function);

impl<F: Function> Digester<F> {
    /// The digest's length.
    pub const DIGEST_BYTES: usize = <F::Digest as Bytes>::LEN;

    /// The digest of the message.
    pub fn finalize(self) -> F::Digest {
        self.finalize_bits(0, 0)
    }

    /// The digest, and back to the empty message.
    pub fn finalize_reset(&mut self) -> F::Digest {
        let digest = self.end(0, 0);
        self.reset();
        digest
    }

    /// The digest of the message followed by `bits` more bits (0 to 7): those of `last` that come first in the
    /// family's bit order, the most significant ones in Grøstl, Fugue and Luffa, the least significant ones in
    /// SHA-3 and Keccak.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7.
    pub fn finalize_bits(mut self, last: u8, bits: u32) -> F::Digest {
        self.end(last, bits)
    }

    /// The digest; what is left is of no use but to be reset.
    fn end(&mut self, last: u8, bits: u32) -> F::Digest {
        let mut digest = <F::Digest as Bytes>::ZERO;
        self.0.end(last, bits);
        self.0.read(digest.as_mut());
        digest
    }
}

impl<F: Plain> Digester<F> {
    /// The digest of one message.
    pub fn digest(message: impl AsRef<[u8]>) -> F::Digest {
        let mut digest = <F::Digest as Bytes>::ZERO;
        Output::whole(&F::PLAIN, F::Primitive::list().best(1), message.as_ref(), digest.as_mut());
        digest
    }

    /// The digests of many messages, in their order.
    ///
    /// ```
    /// use counterpoint::Groestl256;
    ///
    /// let digests = Groestl256::digest_many(&[b"a".as_slice(), b"bc", b""]);
    /// assert_eq!(digests[1], Groestl256::digest(b"bc"));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn digest_many<M: AsRef<[u8]>>(messages: &[M]) -> alloc::vec::Vec<F::Digest> {
        super::digest_many(&F::PLAIN, messages)
    }

    /// The digests of many messages, in their order, into the caller's buffer.
    ///
    /// # Panics
    ///
    /// If `digests` and `messages` differ in length.
    pub fn digest_many_into<M: AsRef<[u8]>>(messages: &[M], digests: &mut [F::Digest]) {
        super::digest_many_into(&F::PLAIN, messages, digests);
    }
}

/// A hash function whose output is as long as the caller asks.
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
    /// The output, from its first byte.
    pub fn finalize(self) -> OutputReader<F> {
        self.finalize_bits(0, 0)
    }

    /// The output for the message followed by `bits` more bits (0 to 7), the least significant ones of `last`.
    ///
    /// # Panics
    ///
    /// If `bits` is more than 7.
    pub fn finalize_bits(mut self, last: u8, bits: u32) -> OutputReader<F> {
        self.0.end(last, bits);
        OutputReader(self.0.into_output())
    }
}

impl<F: Extendable + Plain> Xof<F> {
    /// The first `out.len()` bytes of the output for one message.
    pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
        Output::whole(&F::PLAIN, F::Primitive::list().best(1), message.as_ref(), out);
    }

    /// The first bytes of the output for each of many messages, in their order: `outputs` is cut into as many equal
    /// pieces as there are messages.
    ///
    /// # Panics
    ///
    /// If the length of `outputs` is no multiple of the number of messages.
    pub fn digest_many_into<M: AsRef<[u8]>>(messages: &[M], outputs: &mut [u8]) {
        super::digest_many_with(&F::PLAIN, None, messages, outputs);
    }
}

/// One message and many at once for an extendable function that was given something, so that it is a value.
#[cfg(feature = "keccak")]
macro_rules! given {
    ([$($parameters:tt)*] $function:ty) => {
        impl<$($parameters)*> crate::hash::Xof<$function> {
            /// The first `out.len()` bytes of the output for another message: what was appended to this one has no part in it.
            pub fn digest_into(&self, message: impl AsRef<[u8]>, out: &mut [u8]) {
                crate::hash::digest_many_with(self.0.function(), None, &[message.as_ref()], out);
            }

            /// The first bytes of the output for each of many messages, in their order: `outputs` is cut into as many
            /// equal pieces as there are messages. What was appended to this one has no part in it.
            ///
            /// # Panics
            ///
            /// If the length of `outputs` is no multiple of the number of messages.
            pub fn digest_many_into<M: AsRef<[u8]>>(&self, messages: &[M], outputs: &mut [u8]) {
                crate::hash::digest_many_with(self.0.function(), None, messages, outputs);
            }
        }
    };
}
#[cfg(feature = "keccak")]
pub(crate) use given;

/// The output of an extendable function, read any number of times.
pub struct OutputReader<F: Extendable>(pub(crate) Output<F>);

impl<F: Extendable> Clone for OutputReader<F> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<F: Extendable> core::fmt::Debug for OutputReader<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct(F::NAME).finish_non_exhaustive()
    }
}

impl<F: Extendable> OutputReader<F> {
    /// The next `out.len()` bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.read(out);
    }

    /// The next `bits` bits: whole bytes, and in a last byte the low bits, the others 0. Reading goes on with the
    /// byte after it.
    ///
    /// # Panics
    ///
    /// If `out` is not ceil(bits / 8) bytes long.
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
