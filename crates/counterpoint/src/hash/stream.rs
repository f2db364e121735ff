//! One message: hashed at once or absorbed in pieces, and its output read in pieces.

use super::output::Output;
use super::{ByteArray, Chosen, Function, HashType, Tail, hash_many, hash_one, in_buffers, masked, named};
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

impl<F: Function> HashType for Message<F> {
    type Function = F;
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

#[cfg(feature = "zeroize")]
impl<F: Function> zeroize::ZeroizeOnDrop for Message<F> {}

impl<F: Function> Message<F> {
    /// Returns an empty message for a function.
    pub(crate) fn new(function: F, chosen: Chosen<F>) -> Self {
        let output = Output::new(&function, chosen.unwrap_or_else(|| F::Primitive::list().best(1)));
        Self { function, chosen, output, buffer: Wiped(ByteArray::ZERO), used: 0, message_bytes: 0 }
    }

    /// Returns the implementation that the caller chose.
    #[cfg_attr(
        not(feature = "keccak"),
        allow(dead_code, reason = "only functions with other inputs hash another message")
    )]
    pub(crate) fn chosen(&self) -> Chosen<F> {
        self.chosen
    }

    /// Returns the function.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "only used by keyed and parameterised functions"))]
    pub(crate) fn function(&self) -> &F {
        &self.function
    }

    /// Returns the function for changes before the message ends, such as the length of its output.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family changes its functions"))]
    pub(crate) fn function_mut(&mut self) -> &mut F {
        &mut self.function
    }

    /// Pads the message with zeros to a whole block, and returns the state that has absorbed it.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family's functions start with a prefix"))]
    pub(crate) fn filled_up(&mut self) -> &State<F> {
        if self.used > 0 {
            const { assert!(<F::Buffer as ByteArray>::LEN <= MOST_BLOCK_BYTES, "there are zeros for a block") };
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
            self.output
                .run(self.function.parameters(), Input { blocks: &[full], more_blocks: &[blocks], finalize: false });
        }
        self.buffer.as_mut()[..rest.len()].copy_from_slice(rest);
        self.used = rest.len();
    }

    /// Appends `bits` bits of `last`, pads and absorbs the end of the message; after that, the output can be read.
    pub(crate) fn end(&mut self, last: u8, bits: u32) {
        assert!(bits < 8, "a last, incomplete byte has 0 to 7 bits, not {bits}");
        let tail =
            Tail { used: self.used, bits, last: masked(F::BIT_ORDER, last, bits), message_bytes: self.message_bytes };
        self.output.end(&self.function, &self.buffer.as_ref()[..self.used], tail);
    }

    /// Reads the next `out.len()` bytes of the output.
    pub(crate) fn read(&mut self, out: &mut [u8]) {
        self.output.read(self.function.parameters(), self.function.output_block_bytes(), out);
    }

    /// Returns the output of a message that has ended.
    pub(crate) fn into_output(self) -> Output<F> {
        self.output
    }

    /// Empties the message and keeps the implementation. This works in place, because moving a value leaves a copy of
    /// it behind.
    pub(crate) fn reset(&mut self) {
        self.output.reset(&self.function);
        *self.buffer = ByteArray::ZERO;
        (self.used, self.message_bytes) = (0, 0);
    }
}

impl<F: Function> Message<F> {
    /// The algorithm's canonical name.
    pub(crate) const NAME: &'static str = F::NAME;
    /// Length of a block in bytes.
    pub(crate) const BLOCK_BYTES: usize = F::BLOCK_BYTES;
    /// Length of the digest in bytes.
    pub(crate) const DIGEST_BYTES: usize = <F::Digest as ByteArray>::LEN;

    /// Returns an empty message for a function, hashed by the implementation with this name.
    pub(crate) fn with_implementation(function: F, name: &str) -> Result<Self, ImplementationError> {
        Ok(Self::new(function, named::<F>(name)?))
    }

    /// Ends the message with `bits` bits of `last`, and returns the digest. Afterwards, it can only be reset.
    pub(crate) fn digest(&mut self, last: u8, bits: u32) -> F::Digest {
        let mut digest = <F::Digest as ByteArray>::ZERO;
        self.end(last, bits);
        self.read(digest.as_mut());
        digest
    }

    /// Ends the message, and returns its output.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family has an extendable output"))]
    pub(crate) fn ended(mut self) -> Output<F> {
        self.end(0, 0);
        self.into_output()
    }

    /// Like [`Self::ended`], for a message that is reset afterwards.
    #[cfg(all(feature = "digest", feature = "keccak"))]
    pub(crate) fn end_in_place(&mut self) -> &Output<F> {
        self.end(0, 0);
        &self.output
    }

    /// Returns the output of a message that has ended.
    #[cfg(all(feature = "digest", feature = "keccak"))]
    pub(crate) fn output(&self) -> &Output<F> {
        &self.output
    }

    /// Writes the first bytes of the output for another message of the same function.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family has functions with inputs"))]
    #[inline]
    pub(crate) fn one(&self, message: &[u8], output: &mut [u8]) {
        hash_one(&self.function, self.chosen, message, output);
    }

    /// Writes the first bytes of the output for each of many other messages of the same function.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family has functions with inputs"))]
    #[inline]
    pub(crate) fn many(&self, messages: &dyn Messages, outputs: &mut [u8]) {
        hash_many(&self.function, self.chosen, messages, outputs);
    }
}

/// The output of an extendable function, which can be read in any number of pieces.
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
pub struct OutputReader<H: HashType>(pub(crate) Output<H::Function>);

impl<H: HashType> Clone for OutputReader<H> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

#[cfg(feature = "zeroize")]
impl<H: HashType> zeroize::ZeroizeOnDrop for OutputReader<H> {}

impl<H: HashType> core::fmt::Debug for OutputReader<H> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct(H::Function::NAME).finish_non_exhaustive()
    }
}

impl<H: HashType> OutputReader<H> {
    /// Reads the next `out.len()` bytes.
    pub fn read(&mut self, out: &mut [u8]) {
        let (parameters, part_bytes) = (H::Function::PARAMETERS, H::Function::OUTPUT_BLOCK_BYTES);
        self.0.read(parameters, part_bytes, out);
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
impl<H: HashType> std::io::Read for OutputReader<H> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        OutputReader::read(self, out);
        Ok(out.len())
    }
}
