//! ParallelHash: a message divided into blocks, several of which are hashed at once. \[SP800-185\] 6.

use super::super::mode_error::{ModeError, each_bytes};
use super::super::tree::Tree;
use super::cshake::CShake;
use super::encode::{bits, left_encode, right_encode};
#[cfg(feature = "std")]
use crate::algorithm::RunTasks;
#[cfg(feature = "rayon")]
use crate::algorithm::in_pool;
#[cfg(feature = "alloc")]
use crate::hash::erased::Erasable;
use crate::hash::{ByteArray, Chosen, Function, HashType, Output, hash_in_this_thread, in_threads, named};
use crate::messages::{Messages, Part, by_short_parts};
use crate::wipe::Wiped;

/// ParallelHash: `RATE` bytes of rate, `DIGEST` bytes of output by default, extendable or not. \[SP800-185\] 6.
#[derive(Clone)]
#[doc(hidden)]
pub struct ParallelHash<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> {
    tree: Tree<CShake<RATE, DIGEST>>,
    /// The digest's length in bits, if set by the registry; callers of the type choose it in each call. It is part of
    /// the computation unless the output is extendable.
    output_bits: u64,
}

/// Number of short messages whose blocks are hashed at once.
const SHORT: usize = 16;

/// The maximum length of the final node's input for one block: the block's length, its digest, the number 1, the
/// output's length.
const ONE_BLOCK: usize = 9 + 64 + 2 + 9;

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> ParallelHash<RATE, DIGEST, EXTENDABLE> {
    pub(crate) const NAME: &'static str = match (RATE, EXTENDABLE) {
        // names: begin, by `cargo xtask generate` from functions.toml
        (168, false) => "parallelhash128",
        (136, false) => "parallelhash256",
        (168, true) => "parallelhashxof128",
        (136, true) => "parallelhashxof256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };

    /// Returns an empty message, to be divided into blocks of `block_bytes` bytes, with a customization string.
    pub(in crate::keccak) fn new(block_bytes: usize, customization: &[u8]) -> Result<Self, ModeError> {
        Self::start(None, block_bytes, customization)
    }

    /// Like [`Self::new`], with the named implementation.
    fn with_implementation(name: &str, block_bytes: usize, customization: &[u8]) -> Result<Self, ModeError> {
        Self::start(named::<CShake<RATE, DIGEST>>(name)?, block_bytes, customization)
    }

    fn start(
        implementation: Chosen<CShake<RATE, DIGEST>>,
        block_bytes: usize,
        customization: &[u8],
    ) -> Result<Self, ModeError> {
        if block_bytes == 0 {
            return Err(ModeError::BlockEmpty);
        }
        let final_node = CShake::with(b"ParallelHash", customization);
        Ok(Self::with(final_node, implementation, block_bytes))
    }

    /// Returns an empty message for a final node that has absorbed its name and customization string.
    fn with(
        final_node: CShake<RATE, DIGEST>,
        implementation: Chosen<CShake<RATE, DIGEST>>,
        block_bytes: usize,
    ) -> Self {
        let mut tree = Tree::new(implementation, final_node, CShake::SHAKE, block_bytes);
        begin(&mut tree);
        Self { tree, output_bits: 0 }
    }

    /// Returns the same function with an empty message.
    fn empty(&self, implementation: Chosen<CShake<RATE, DIGEST>>) -> Self {
        let function = self.tree.final_node.function().clone();
        Self { output_bits: self.output_bits, ..Self::with(function, implementation, self.tree.leaf_bytes()) }
    }

    /// Sets the length of the digest in bits.
    #[cfg(feature = "alloc")]
    pub(in crate::keccak) fn with_output_bits(self, output_bits: u64) -> Self {
        Self { output_bits, ..self }
    }

    fn update(&mut self, data: &[u8]) {
        self.tree.update(data);
    }

    fn reset(&mut self) {
        *self = self.empty(self.tree.implementation());
    }

    /// Ends the message with `bits` bits of `last`. `output_bits` is the output's length, or 0 if it is extendable.
    fn end(&mut self, last: u8, bits: u32, output_bits: u64) {
        end(&mut self.tree, last, bits, output_bits);
    }

    /// Writes the output for one message.
    fn one_of(&self, message: &[u8], out: &mut [u8], output_bits: u64) {
        let mut hasher = self.empty(self.tree.implementation());
        hasher.update(message);
        hasher.end(0, 0, output_bits);
        hasher.tree.final_node.read(out);
    }

    /// Writes the outputs for many messages.
    fn many_of(&self, messages: &dyn Messages, outputs: &mut [u8], output_bits: u64) {
        in_threads(messages, outputs, RATE, |messages, outputs| self.in_this_thread(messages, outputs, output_bits));
    }

    /// Writes the outputs for many messages: messages of at most one block are hashed together, longer ones one after
    /// the other.
    fn in_this_thread(&self, messages: &dyn Messages, outputs: &mut [u8], output_bits: u64) {
        let each = outputs.len().checked_div(messages.count()).unwrap_or(0);
        let is_short = |message: &[u8]| message.len() <= self.tree.leaf_bytes();
        by_short_parts(messages, is_short, |mut part, _| {
            let outputs = &mut outputs[part.start * each..part.end * each];
            if part.len() == 1 {
                self.one_of(messages.message(part.start), outputs, output_bits);
            } else if each > 0 {
                for outputs in outputs.chunks_mut(SHORT * each) {
                    let end = part.end.min(part.start + SHORT);
                    self.short(&Part::new(messages, part.start..end), outputs, output_bits);
                    part.start = end;
                }
            }
        });
    }

    /// Writes the outputs for up to [`SHORT`] messages of at most one block.
    fn short(&self, messages: &Part<'_>, outputs: &mut [u8], output_bits: u64) {
        let implementation = self.tree.implementation();
        let mut digests = Wiped([[0; DIGEST]; SHORT]);
        let digests = &mut digests[..messages.count()];
        hash_in_this_thread(self.tree.leaf(), implementation, messages, ByteArray::flatten(digests));
        let mut inputs = Wiped([[0; ONE_BLOCK]; SHORT]);
        let mut lengths = [0; SHORT];
        for (n, ((input, length), digest)) in inputs.iter_mut().zip(&mut lengths).zip(&*digests).enumerate() {
            // An empty message has no block.
            let blocks = usize::from(!messages.message(n).is_empty());
            let size = left_encode(self.tree.leaf_bytes() as u64);
            let (count, output) = (right_encode(blocks as u64), right_encode(output_bits));
            for part in [size.as_ref(), &digest[..blocks * DIGEST], count.as_ref(), output.as_ref()] {
                input[*length..*length + part.len()].copy_from_slice(part);
                *length += part.len();
            }
        }
        let mut slices: [&[u8]; SHORT] = [&[]; SHORT];
        for ((slice, input), length) in slices.iter_mut().zip(inputs.iter()).zip(lengths) {
            *slice = &input[..length];
        }
        hash_in_this_thread(self.tree.final_node.function(), implementation, &&slices[..messages.count()], outputs);
    }
}

/// Begins a message: the final node, whose start contains the name and the customization string, absorbs the length of
/// a block.
pub(in crate::keccak) fn begin<F: Function>(tree: &mut Tree<F>) {
    tree.final_node.update(left_encode(tree.leaf_bytes() as u64).as_ref());
}

/// Ends the message with `bits` bits of `last`. `output_bits` is the length of the output, or 0 if it is extendable.
pub(in crate::keccak) fn end<F: Function>(tree: &mut Tree<F>, last: u8, bits: u32, output_bits: u64) {
    let blocks = tree.end(last, bits);
    tree.final_node.update(right_encode(blocks).as_ref());
    tree.final_node.update(right_encode(output_bits).as_ref());
    tree.final_node.end(0, 0);
}

/// The methods for an output of any length.
impl<const RATE: usize, const DIGEST: usize> ParallelHash<RATE, DIGEST, true> {
    /// Ends the message, and returns its output.
    fn ended(mut self) -> Output<CShake<RATE, DIGEST>> {
        self.end(0, 0, 0);
        self.tree.final_node.into_output()
    }

    /// Like [`Self::ended`], for a message that is reset afterwards.
    #[cfg(feature = "digest")]
    fn end_in_place(&mut self) -> &Output<CShake<RATE, DIGEST>> {
        self.end(0, 0, 0);
        self.tree.final_node.output()
    }

    /// Writes the first bytes of the output for another message.
    fn one(&self, message: &[u8], out: &mut [u8]) {
        self.one_of(message, out, 0);
    }

    /// Writes the first bytes of the output for each of many other messages.
    fn many(&self, messages: &dyn Messages, outputs: &mut [u8]) {
        assert!(outputs.len().checked_rem(messages.count()).unwrap_or(0) == 0, "outputs are of equal length");
        self.many_of(messages, outputs, 0);
    }
}

#[cfg(feature = "zeroize")]
impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> zeroize::ZeroizeOnDrop
    for ParallelHash<RATE, DIGEST, EXTENDABLE>
{
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> HashType
    for ParallelHash<RATE, DIGEST, EXTENDABLE>
{
    type Function = CShake<RATE, DIGEST>;
}

#[cfg(feature = "alloc")]
impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> Erasable
    for ParallelHash<RATE, DIGEST, EXTENDABLE>
{
    type Base = CShake<RATE, DIGEST>;
    type Message = Self;
    const NAME: &'static str = Self::NAME;
    const EXTENDABLE: bool = EXTENDABLE;

    fn message(&self, implementation: Chosen<Self::Base>) -> Self {
        self.empty(implementation)
    }
    fn digest_bits(&self) -> u64 {
        self.output_bits
    }
    fn leaf_bytes(&self) -> Option<usize> {
        Some(self.tree.leaf_bytes())
    }
    fn reset(message: &mut Self, implementation: Chosen<Self::Base>) {
        *message = Erasable::message(message, implementation);
    }
    fn update(message: &mut Self, data: &[u8]) {
        message.tree.update(data);
    }
    #[cfg(feature = "std")]
    fn update_in_tasks(message: &mut Self, data: &[u8], run: &RunTasks<'_>) {
        message.tree.update_in_tasks(data, run);
    }
    fn finalize(message: &mut Self, last: u8, bits: u32) {
        message.end(last, bits, if EXTENDABLE { 0 } else { message.output_bits });
    }
    fn read(message: &mut Self, out: &mut [u8]) {
        message.tree.final_node.read(out);
    }
    fn hash(&self, implementation: Chosen<Self::Base>, messages: &dyn Messages, outputs: &mut [u8]) {
        let output_bits = if EXTENDABLE { 0 } else { self.output_bits };
        Erasable::message(self, implementation).in_this_thread(messages, outputs, output_bits);
    }
}

/// Types of a kind (`hashers!`, `extendable!`) that hash several blocks of a message at once.
macro_rules! parallel {
    ($kind:ident! $types:tt $($impls:tt)*) => {
        crate::hash::types::$kind! {
            $types
            impl {
                /// Returns an empty message, to be divided into blocks of `block_bytes` bytes, with a customization
                /// string.
                ///
                /// # Errors
                ///
                /// If `block_bytes` is 0.
                pub fn new(block_bytes: usize, customization: impl AsRef<[u8]>) -> Result<Self, ModeError> {
                    ParallelHash::new(block_bytes, customization.as_ref()).map(Self)
                }

                /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
                ///
                /// # Errors
                ///
                /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
                pub fn with_implementation(
                    name: &str,
                    block_bytes: usize,
                    customization: impl AsRef<[u8]>,
                ) -> Result<Self, ModeError> {
                    ParallelHash::with_implementation(name, block_bytes, customization.as_ref()).map(Self)
                }

                /// [`Self::update`], with full blocks hashed by all threads of the current `rayon` pool.
                #[cfg(feature = "rayon")]
                pub fn update_in_threads(&mut self, data: impl AsRef<[u8]>) {
                    self.0.tree.update_in_tasks(data.as_ref(), &in_pool);
                }
            }
            #[cfg(feature = "digest")]
            impl digest::HashMarker {}
            $($impls)*
        }
    };
}

parallel! { hashers!
    {
        // parallelhash: begin, by `cargo xtask generate` from functions.toml
        /// ParallelHash128: hashes many blocks of a long message at once. \[SP800-185\] 6.
        ///
        /// ```
        /// use counterpoint::ParallelHash128;
        ///
        /// let message = vec![0x61; 1_000_000];
        /// let mut hasher = ParallelHash128::new(8192, b"my protocol")?;
        /// hasher.update(&message);
        /// let mut digest = [0; 32];
        /// hasher.finalize_into(&mut digest)?;
        ///
        /// // A different block size is a different function.
        /// let mut other = [0; 32];
        /// ParallelHash128::new(4096, b"my protocol")?.digest_into(&message, &mut other)?;
        /// assert_ne!(digest, other);
        /// # Ok::<(), counterpoint::keccak::ModeError>(())
        /// ```
        ///
        /// Blocks may have any length from 1 byte on; a few KiB are efficient. A long piece of a message is hashed
        /// directly from the caller's slice, with as many blocks at once as is best for this machine; with the feature
        /// `rayon`, `update_in_threads` also uses all threads.
        ///
        /// The digest may have any length except 0. Its length is part of the computation: a short digest is not a
        /// prefix of a longer one (for that, use [`ParallelHashXof128`]). Security strength: 128 bits for 32 bytes or
        /// more.
        ParallelHash128 = ParallelHash<168, 32, false>;
        /// ParallelHash256: like [`ParallelHash128`], with a security strength of 256 bits for a digest of 64 bytes or
        /// more. \[SP800-185\] 6.
        ParallelHash256 = ParallelHash<136, 64, false>;
        // parallelhash: end
    }
    impl {
        /// Writes a digest as long as `digest`.
        ///
        /// # Errors
        ///
        /// If `digest` is empty.
        pub fn finalize_into(mut self, digest: &mut [u8]) -> Result<(), ModeError> {
            if digest.is_empty() {
                return Err(ModeError::OutputEmpty);
            }
            self.0.end(0, 0, bits(digest));
            self.0.tree.final_node.read(digest);
            Ok(())
        }

        /// Writes the digest of another message. Data appended to this one has no effect.
        ///
        /// # Errors
        ///
        /// If `digest` is empty.
        pub fn digest_into(&self, message: impl AsRef<[u8]>, digest: &mut [u8]) -> Result<(), ModeError> {
            if digest.is_empty() {
                return Err(ModeError::OutputEmpty);
            }
            let output_bits = bits(digest);
            self.0.one_of(message.as_ref(), digest, output_bits);
            Ok(())
        }

        /// Writes the digests of many other messages: `digests` is divided into equal pieces, one for each message.
        ///
        /// # Errors
        ///
        /// If `digests` can't be divided equally, or if a piece would be empty.
        pub fn digest_many_into<M: Messages + ?Sized>(
            &self,
            messages: &M,
            digests: &mut [u8],
        ) -> Result<(), ModeError> {
            let each = each_bytes(messages.count(), digests)?;
            self.0.many_of(&messages, digests, 8 * each as u64);
            Ok(())
        }
    }
}

parallel! { extendable!
    {
        // parallelhashxof: begin, by `cargo xtask generate` from functions.toml
        /// ParallelHashXOF128: [`ParallelHash128`] with an output of any length; shorter outputs are prefixes of longer
        /// ones. \[SP800-185\] 6.3.1.
        ///
        /// ```
        /// use counterpoint::ParallelHashXof128;
        ///
        /// let mut hasher = ParallelHashXof128::new(8192, b"")?;
        /// hasher.update(b"a message");
        /// let mut output = [0; 100];
        /// hasher.finalize().read(&mut output);
        /// # Ok::<(), counterpoint::keccak::ModeError>(())
        /// ```
        ParallelHashXof128 = ParallelHash<168, 32, true>;
        /// ParallelHashXOF256: like [`ParallelHashXof128`], with a security strength of 256 bits. \[SP800-185\] 6.3.1.
        ParallelHashXof256 = ParallelHash<136, 64, true>;
        // parallelhashxof: end
    }
}
