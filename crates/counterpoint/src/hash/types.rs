//! The public types of the hash functions, and the trait for code that is generic over them.
//!
//! Each function has a struct of its own, so that errors and documentation name `Sha3_256` instead of its contents: a
//! [`Message`] of its function, or a tree or tuple built on messages. Many structs share methods, which these macros
//! write:
//!
//! ```text
//! hash_types!    Clone, Debug, NAME, and the `impl` blocks that follow the list of types
//!   hashers!     update, update_reader, update_file, reset, io::Write: all but tuples
//!     fixed!       the traits of the crate `digest` for a digest of fixed length
//!       digesters!   new, finalize, digest, digest_many, ...: no input besides the message
//!     extendable!  finalize, digest_into, digest_many_into: an output of any length, inputs besides the message
//!       xofs!        in addition finalize_bits, for those that contain a message: it may end inside a byte
//! ```
//!
//! The `impl` blocks in these macros name no type, because each is written for every type of the list: `impl { .. }`
//! contains methods, and `impl Trait { .. }` implements a trait.

use super::output::Output;
use super::stream::Message;
use super::{HashType, Plain, hash_many};
use crate::list::{ImplementationError, Implemented};
use crate::messages::Messages;

/// The message that a public type of a sponge or compression function contains.
pub(crate) type MessageOf<H> = Message<<H as HashType>::Function>;

/// A hash function that takes a message and nothing else, for code that works with any of them.
///
/// ```
/// use counterpoint::{HashFunction, Keccak256, Sha3_512};
///
/// /// Returns the root of a binary tree over one or more leaves.
/// fn root<H: HashFunction>(leaves: &[&[u8]]) -> H::Digest {
///     let mut nodes = H::digest_many(leaves);
///     while nodes.len() > 1 {
///         let pair = |pair: &[H::Digest]| {
///             let mut hasher = H::new();
///             pair.iter().for_each(|node| hasher.update(node));
///             hasher.finalize()
///         };
///         nodes = nodes.chunks(2).map(pair).collect();
///     }
///     nodes[0]
/// }
///
/// assert_eq!(root::<Keccak256>(&[b"a leaf"]), Keccak256::digest(b"a leaf"));
/// assert_ne!(root::<Sha3_512>(&[b"ab", b"c"]), root::<Sha3_512>(&[b"a", b"bc"]));
/// ```
///
/// Only types of this crate implement it. Each also has these methods without the trait, so only generic code needs it.
/// The digest of an extendable function (SHAKE) is the beginning of its output, twice as long as its security strength.
/// To choose a function at run time, use [`Algorithm`](crate::Algorithm).
pub trait HashFunction: HashType + Clone + Default + core::fmt::Debug + Send + Sync + 'static {
    /// The digest: `[u8; N]`.
    type Digest: AsRef<[u8]> + AsMut<[u8]> + Copy + Ord + core::hash::Hash + core::fmt::Debug + Send + Sync + 'static;
    /// The algorithm's canonical name.
    const NAME: &'static str;
    /// Length of the digest in bytes.
    const DIGEST_BYTES: usize;

    /// Returns an empty message, hashed by the best implementation for this machine.
    #[must_use]
    fn new() -> Self {
        Self::default()
    }
    /// Appends data to the message.
    fn update(&mut self, data: impl AsRef<[u8]>);
    /// Returns the digest of the message.
    #[must_use]
    fn finalize(self) -> Self::Digest;
    /// Returns the digest of one message.
    #[must_use]
    fn digest(message: impl AsRef<[u8]>) -> Self::Digest;
    /// Returns the digests of many messages, in their order.
    #[cfg(feature = "alloc")]
    #[must_use]
    fn digest_many<M: Messages + ?Sized>(messages: &M) -> alloc::vec::Vec<Self::Digest>;
}

/// A message of a function without any other input.
impl<F: Plain> Message<F> {
    /// Returns an empty message.
    pub(crate) fn empty() -> Self {
        Self::new(F::PLAIN.clone(), None)
    }

    /// Returns an empty message, hashed by the implementation with this name.
    pub(crate) fn empty_with_implementation(name: &str) -> Result<Self, ImplementationError> {
        Self::with_implementation(F::PLAIN.clone(), name)
    }

    /// Writes the first bytes of the output for one message.
    #[inline]
    pub(crate) fn digest_one(message: &[u8], output: &mut [u8]) {
        Output::whole(F::PLAIN, F::Primitive::list().best(1), message, output);
    }

    /// Writes the first bytes of the output for each of many messages.
    #[inline]
    pub(crate) fn digest_all(messages: &dyn Messages, outputs: &mut [u8]) {
        hash_many(F::PLAIN, None, messages, outputs);
    }
}

/// Declares types with the same `impl` blocks.
///
/// ```text
/// hash_types! {
///     {
///         /// Documentation.
///         TupleHash128 = TupleHash<168, 32, false>;
///     }
///     impl {
///         pub fn reset(&mut self) { .. }
///     }
///     impl Trait { .. }
/// }
/// ```
///
/// The contents of a type have a constant `NAME` and implement [`HashType`]. A type may have one parameter.
macro_rules! hash_types {
    (@declare {
        $($(#[$doc:meta])* $type:ident $(<$parameter:ident = $default:ty>)? = $contained:ty;)+
    } $impls:tt) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $type$(<$parameter = $default>)?(pub(crate) $contained);

        $crate::hash::types::hash_types! { @implement [$type $($parameter)?] $impls }
        $crate::hash::types::hash_types! { @implement [$type $($parameter)?] {
            impl {
                /// The algorithm's canonical name.
                pub const NAME: &'static str = <$contained>::NAME;
            }
            impl $crate::hash::HashType {
                type Function = <$contained as $crate::hash::HashType>::Function;
            }
            impl core::fmt::Debug {
                /// Writes only the algorithm's name: a state may contain secrets.
                #[inline]
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.debug_struct(Self::NAME).finish_non_exhaustive()
                }
            }
            #[cfg(feature = "zeroize")]
            impl zeroize::ZeroizeOnDrop {}
        } }
    )+};
    (@implement $type:tt { $($(#[$attribute:meta])* impl $($trait:path)? { $($body:tt)* })* }) => {
        $($crate::hash::types::hash_types! { @one $type [$(#[$attribute])*] [$($trait)?] { $($body)* } })*
    };
    (@one [$type:ident $($parameter:ident)?] [$(#[$attribute:meta])*] [$($trait:path)?] $body:tt) => {
        $(#[$attribute])*
        impl$(<$parameter: AsRef<[u8]>>)? $($trait for)? $type$(<$parameter>)? $body
    };
    ($types:tt $($impls:tt)*) => {
        $crate::hash::types::hash_types! { @declare $types { $($impls)* } }
    };
}
pub(crate) use hash_types;

/// [`hash_types!`] that absorb a message in pieces. Their contents have the methods `update` and `reset`.
macro_rules! hashers {
    ($types:tt $($impls:tt)*) => {
        $crate::hash::types::hash_types! {
            $types
            $($impls)*
            impl {
                /// Appends data to the message.
                #[inline]
                pub fn update(&mut self, data: impl AsRef<[u8]>) {
                    self.0.update(data.as_ref());
                }

                /// Appends all bytes of a reader to the message, up to its end, and returns their number.
                ///
                /// ```
                /// use counterpoint::Sha3_256;
                ///
                /// let mut hasher = Sha3_256::new();
                /// let bytes = hasher.update_reader(&b"abc"[..])?;
                /// assert_eq!(bytes, 3);
                /// assert_eq!(hasher.finalize(), Sha3_256::digest(b"abc"));
                /// # Ok::<(), std::io::Error>(())
                /// ```
                ///
                /// The reader is read in pieces of up to 128 KiB, so it requires no buffer of its own. An interrupted
                /// read ([`Interrupted`](std::io::ErrorKind::Interrupted)) is repeated.
                ///
                /// # Errors
                ///
                /// Any other error of the reader. The bytes read before the error have been appended to the message, so
                /// reset the hasher before reading the same message again.
                #[cfg(feature = "std")]
                pub fn update_reader(&mut self, reader: impl std::io::Read) -> std::io::Result<u64> {
                    $crate::hash::reader::absorb(reader, |data| self.update(data))
                }

                /// Appends the content of a file to the message, and returns its number of bytes.
                ///
                /// ```no_run
                /// use counterpoint::Sha3_256;
                ///
                /// let mut hasher = Sha3_256::new();
                /// hasher.update_file("disk.img")?;
                /// println!("{:02x?}", hasher.finalize());
                /// # Ok::<(), std::io::Error>(())
                /// ```
                ///
                /// The file is read like a reader in [`Self::update_reader`], not mapped into memory, and may be larger
                /// than the memory. If it changes while it is read, the digest may match neither version.
                ///
                /// # Errors
                ///
                /// If the file can't be opened or read; the error names it. The bytes read before the error have been
                /// appended to the message.
                #[cfg(feature = "std")]
                pub fn update_file(&mut self, path: impl AsRef<std::path::Path>) -> std::io::Result<u64> {
                    $crate::hash::reader::absorb_file(path.as_ref(), |data| self.update(data))
                }

                /// Resets the hasher to the empty message and keeps the implementation.
                #[inline]
                pub fn reset(&mut self) {
                    self.0.reset();
                }
            }
            #[cfg(feature = "std")]
            impl std::io::Write {
                #[inline]
                fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                    self.update(data);
                    Ok(data.len())
                }
                #[inline]
                fn flush(&mut self) -> std::io::Result<()> {
                    Ok(())
                }
            }
            #[cfg(feature = "digest")]
            impl digest::common::AlgorithmName {
                #[inline]
                fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(Self::NAME)
                }
            }
            #[cfg(feature = "digest")]
            impl digest::Update {
                #[inline]
                fn update(&mut self, data: &[u8]) {
                    self.0.update(data);
                }
            }
            #[cfg(feature = "digest")]
            impl digest::Reset {
                #[inline]
                fn reset(&mut self) {
                    self.0.reset();
                }
            }
        }
    };
}
pub(crate) use hashers;

/// Types of a kind (`hashers!`, `fixed!`, `xofs!`) that contain a [`Message`] without a secret key.
macro_rules! unkeyed {
    ($kind:ident! $types:tt $($impls:tt)*) => {
        $crate::hash::types::$kind! {
            $types
            $($impls)*
            #[cfg(feature = "digest")]
            impl digest::HashMarker {}
            #[cfg(feature = "digest")]
            impl digest::CollisionResistance {
                type CollisionResistance = $crate::hash::digest_traits::HalfDigest<Self>;
            }
            #[cfg(feature = "digest")]
            impl digest::common::hazmat::SerializableState {
                type SerializedStateSize = $crate::hash::digest_traits::SerializedSize<Self>;

                #[inline]
                fn serialize(&self) -> digest::common::hazmat::SerializedState<Self> {
                    digest::common::hazmat::SerializableState::serialize(&self.0)
                }
                #[inline]
                fn deserialize(
                    serialized: &digest::common::hazmat::SerializedState<Self>,
                ) -> Result<Self, digest::common::hazmat::DeserializeStateError> {
                    digest::common::hazmat::SerializableState::deserialize(serialized).map(Self)
                }
            }
        }
    };
}
pub(crate) use unkeyed;

/// [`hashers!`] that contain a [`Message`] with a digest of fixed length.
macro_rules! fixed {
    ($types:tt $($impls:tt)*) => {
        $crate::hash::types::hashers! {
            $types
            $($impls)*
            #[cfg(feature = "digest")]
            impl digest::OutputSizeUser {
                type OutputSize = $crate::hash::digest_traits::DigestSize<Self>;
            }
            #[cfg(feature = "digest")]
            impl digest::FixedOutput {
                #[inline]
                fn finalize_into(mut self, out: &mut digest::Output<Self>) {
                    self.0.end(0, 0);
                    self.0.read(out);
                }
            }
            #[cfg(feature = "digest")]
            impl digest::FixedOutputReset {
                #[inline]
                fn finalize_into_reset(&mut self, out: &mut digest::Output<Self>) {
                    self.0.end(0, 0);
                    self.0.read(out);
                    self.0.reset();
                }
            }
        }
    };
}
pub(crate) use fixed;

/// Types with a digest of fixed length, and without any input besides the message. They contain a [`Message`] of a
/// [`Plain`](super::Plain) function.
macro_rules! digesters {
    ($($types:tt)*) => {
        $crate::hash::types::unkeyed! { fixed!
            { $($types)* }
            impl {
                /// Length of the digest in bytes.
                pub const DIGEST_BYTES: usize = $crate::hash::types::MessageOf::<Self>::DIGEST_BYTES;
                /// Length of a block in bytes: for a sponge, its rate.
                pub const BLOCK_BYTES: usize = $crate::hash::types::MessageOf::<Self>::BLOCK_BYTES;

                /// Returns the registry's entry for this function.
                pub(crate) const fn algorithm(
                    family: &'static str,
                    aliases: &'static [&'static str],
                ) -> $crate::algorithm::Algorithm {
                    $crate::hash::types::MessageOf::<Self>::algorithm(family, aliases)
                }

                /// Returns an empty message, hashed by the best implementation for this machine.
                #[inline]
                #[must_use]
                pub fn new() -> Self {
                    Self($crate::hash::types::MessageOf::<Self>::empty())
                }

                /// Returns an empty message, hashed by the implementation with this name.
                ///
                /// # Errors
                ///
                /// If there is no such implementation, or if this machine can't run it.
                #[inline]
                pub fn with_implementation(name: &str) -> Result<Self, $crate::list::ImplementationError> {
                    $crate::hash::types::MessageOf::<Self>::empty_with_implementation(name).map(Self)
                }

                /// Returns the digest of the message.
                #[inline]
                #[must_use]
                pub fn finalize(self) -> [u8; Self::DIGEST_BYTES] {
                    self.finalize_bits(0, 0)
                }

                /// Returns the digest of the message and resets the hasher to the empty message.
                #[inline]
                #[must_use]
                pub fn finalize_reset(&mut self) -> [u8; Self::DIGEST_BYTES] {
                    let digest = self.0.digest(0, 0);
                    self.0.reset();
                    digest
                }

                /// Returns the digest of the message followed by `bits` more bits (0 to 7). They are the first bits of
                /// `last` in the family's bit order: the most significant ones in Grøstl, Fugue and Luffa, the least
                /// significant ones in SHA-3 and Keccak.
                ///
                /// # Panics
                ///
                /// If `bits` is more than 7.
                #[inline]
                #[must_use]
                pub fn finalize_bits(mut self, last: u8, bits: u32) -> [u8; Self::DIGEST_BYTES] {
                    self.0.digest(last, bits)
                }

                /// Returns the digest of one message.
                #[inline]
                #[must_use]
                pub fn digest(message: impl AsRef<[u8]>) -> [u8; Self::DIGEST_BYTES] {
                    let mut digest = [0; Self::DIGEST_BYTES];
                    $crate::hash::types::MessageOf::<Self>::digest_one(message.as_ref(), &mut digest);
                    digest
                }

                /// Returns the digests of many messages, in their order. With the feature `rayon`, a large batch is
                /// hashed by all threads of the current pool.
                ///
                /// ```
                /// use counterpoint::Sha3_256;
                ///
                /// let digests = Sha3_256::digest_many(&[b"a".as_slice(), b"bc", b""]);
                /// assert_eq!(digests[1], Sha3_256::digest(b"bc"));
                /// ```
                #[cfg(feature = "alloc")]
                #[must_use]
                pub fn digest_many<M: $crate::Messages + ?Sized>(
                    messages: &M,
                ) -> alloc::vec::Vec<[u8; Self::DIGEST_BYTES]> {
                    let mut digests = alloc::vec![[0; Self::DIGEST_BYTES]; messages.count()];
                    Self::digest_many_into(messages, &mut digests);
                    digests
                }

                /// Writes the digests of many messages, in their order, into the caller's buffer.
                ///
                /// # Panics
                ///
                /// If `digests` and `messages` differ in length.
                pub fn digest_many_into<M: $crate::Messages + ?Sized>(
                    messages: &M,
                    digests: &mut [[u8; Self::DIGEST_BYTES]],
                ) {
                    assert_eq!(messages.count(), digests.len(), "one digest a message");
                    $crate::hash::types::MessageOf::<Self>::digest_all(&messages, digests.as_flattened_mut());
                }
            }
            impl Default {
                #[inline]
                fn default() -> Self {
                    Self::new()
                }
            }
            impl $crate::HashFunction {
                type Digest = [u8; Self::DIGEST_BYTES];
                const NAME: &'static str = Self::NAME;
                const DIGEST_BYTES: usize = Self::DIGEST_BYTES;

                #[inline]
                fn update(&mut self, data: impl AsRef<[u8]>) {
                    self.update(data);
                }
                #[inline]
                fn finalize(self) -> Self::Digest {
                    self.finalize()
                }
                #[inline]
                fn digest(message: impl AsRef<[u8]>) -> Self::Digest {
                    Self::digest(message)
                }
                #[cfg(feature = "alloc")]
                fn digest_many<M: $crate::Messages + ?Sized>(messages: &M) -> alloc::vec::Vec<Self::Digest> {
                    Self::digest_many(messages)
                }
            }
            #[cfg(feature = "by-value")]
            impl {
                /// The length of a saved message in bytes.
                pub const SAVED_BYTES: usize = $crate::hash::types::MessageOf::<Self>::SAVED_BYTES;

                /// Writes the digest of a message, or only its first bytes.
                #[inline]
                pub fn digest_into(message: &[u8], digest: &mut [u8]) {
                    assert!(digest.len() <= Self::DIGEST_BYTES, "no more than a digest");
                    $crate::hash::types::MessageOf::<Self>::digest_one(message, digest);
                }
                /// Writes the digests of many messages, or only the first bytes of each, in this thread.
                #[inline]
                pub fn digest_all_into(messages: &dyn $crate::Messages, digests: &mut [u8]) {
                    $crate::hash::types::MessageOf::<Self>::digest_all_here(messages, digests);
                }
                /// Ends the message in place. Afterwards, call only [`Self::read_in_place`].
                #[inline]
                pub fn finalize_in_place(&mut self) {
                    self.0.end(0, 0);
                }
                /// Reads the next bytes of the digest, of which there are [`Self::DIGEST_BYTES`].
                #[inline]
                pub fn read_in_place(&mut self, out: &mut [u8]) {
                    self.0.read(out);
                }
                /// Writes the state of a message that has not ended, in the form of the trait `SerializableState` of
                /// the crate `digest`, and returns its length, or `None` if `out` is too short.
                #[inline]
                pub fn save(&self, out: &mut [u8]) -> Option<usize> {
                    self.0.save_whole(out)
                }
                /// Returns the message written by [`Self::save`], or `None` if `saved` is malformed.
                #[inline]
                #[must_use]
                pub fn load(saved: &[u8]) -> Option<Self> {
                    $crate::hash::types::MessageOf::<Self>::load_whole(saved).map(Self)
                }
            }
        }
    };
}
pub(crate) use digesters;

/// Types with an output of any length, and inputs besides the message. Their contents hash other messages with the same
/// inputs (`one`, `many`), and end their own (`ended`, `end_in_place`).
#[cfg(feature = "keccak")]
macro_rules! extendable {
    ($types:tt $($impls:tt)*) => {
        $crate::hash::types::hashers! {
            $types
            $($impls)*
            impl {
                /// Returns a reader of the output, from its first byte.
                #[inline]
                #[must_use]
                pub fn finalize(self) -> $crate::OutputReader<Self> {
                    $crate::OutputReader(self.0.ended())
                }

                /// Writes the first `out.len()` bytes of the output for another message. Data appended to this one has
                /// no effect.
                #[inline]
                pub fn digest_into(&self, message: impl AsRef<[u8]>, out: &mut [u8]) {
                    self.0.one(message.as_ref(), out);
                }

                /// Writes the first bytes of the output for each of many messages, in their order: `outputs` is divided
                /// into equal pieces, one for each message. What was appended to this one has no effect on them.
                ///
                /// # Panics
                ///
                /// If the length of `outputs` is not a multiple of the number of messages.
                #[inline]
                pub fn digest_many_into<M: $crate::Messages + ?Sized>(&self, messages: &M, outputs: &mut [u8]) {
                    self.0.many(&messages, outputs);
                }
            }
            #[cfg(feature = "digest")]
            impl digest::ExtendableOutput {
                type Reader = $crate::OutputReader<Self>;

                #[inline]
                fn finalize_xof(self) -> Self::Reader {
                    self.finalize()
                }
            }
            #[cfg(feature = "digest")]
            impl digest::ExtendableOutputReset {
                #[inline]
                fn finalize_xof_reset(&mut self) -> Self::Reader {
                    let output = self.0.end_in_place().clone();
                    self.0.reset();
                    $crate::OutputReader(output)
                }
            }
        }
    };
}
#[cfg(feature = "keccak")]
pub(crate) use extendable;

/// [`extendable!`] types that contain a [`Message`].
#[cfg(feature = "keccak")]
macro_rules! xofs {
    ($types:tt $($impls:tt)*) => {
        $crate::hash::types::extendable! {
            $types
            $($impls)*
            impl {
                /// Length of a block in bytes: for a sponge, its rate.
                pub const BLOCK_BYTES: usize = $crate::hash::types::MessageOf::<Self>::BLOCK_BYTES;

                /// Returns a reader of the output for the message followed by `bits` more bits (0 to 7), the least
                /// significant ones of `last`.
                ///
                /// # Panics
                ///
                /// If `bits` is more than 7.
                #[inline]
                #[must_use]
                pub fn finalize_bits(mut self, last: u8, bits: u32) -> $crate::OutputReader<Self> {
                    self.0.end(last, bits);
                    $crate::OutputReader(self.0.into_output())
                }
            }
        }
    };
}
#[cfg(feature = "keccak")]
pub(crate) use xofs;
