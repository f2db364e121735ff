//! KMAC: a message authentication code with a secret key. \[SP800-185\] 4.

use super::super::mode_error::{ModeError, each_bytes};
use super::super::sha3::{SpongeFunction, append_bytes};
use super::cshake::{CShake, padded};
use super::encode::{CSHAKE, PaddedTail, State, bits, right_encode};
#[cfg(feature = "digest")]
use crate::hash::digest_traits::DigestSize;
use crate::hash::types::MessageOf;
use crate::hash::{Message, Tail, hash_many};
use crate::list::ImplementationError;
use crate::messages::Messages;
use crate::tag::{WrongTag, verify};
use crate::wipe::Wiped;

/// KMAC with its key: `RATE` bytes of rate, `DIGEST` bytes of tag by default, extendable or not. \[SP800-185\] 4.
#[derive(Clone)]
#[doc(hidden)]
pub struct Kmac<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> {
    /// The state that has absorbed the name, the customization string and the key.
    start: Wiped<State>,
    /// The output's length L in bits, which is part of the computation; 0 if the output is extendable.
    output_bits: u64,
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> Kmac<RATE, DIGEST, EXTENDABLE> {
    /// Returns KMAC for the first `key_bits` bits of the key: whole bytes, and the low bits of the last one.
    pub(in crate::keccak) fn with(key: &[u8], key_bits: u64, customization: &[u8]) -> Self {
        let named = CShake::<RATE, DIGEST>::with(b"KMAC", customization);
        let start = padded(named, &[(key, key_bits)]);
        Self { start, output_bits: if EXTENDABLE { 0 } else { 8 * DIGEST as u64 } }
    }

    /// Returns the same function with another length of the output.
    pub(in crate::keccak) fn with_output_bits(&self, output_bits: u64) -> Self {
        // Changed in place: moving the key's state would leave a copy behind.
        let mut function = self.clone();
        function.output_bits = output_bits;
        function
    }
}

impl<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> SpongeFunction for Kmac<RATE, DIGEST, EXTENDABLE> {
    type Block = [u8; RATE];
    type PaddedTail = PaddedTail;
    type Digest = [u8; DIGEST];
    const NAME: &'static str = match (RATE, EXTENDABLE) {
        // names: begin, by `cargo xtask generate` from functions.toml
        (168, false) => "kmac128",
        (136, false) => "kmac256",
        (168, true) => "kmacxof128",
        (136, true) => "kmacxof256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };
    const EXTENDABLE: bool = EXTENDABLE;

    fn start(&self) -> &State {
        &self.start
    }
    /// The output's length directly follows the message's last bit.
    #[inline]
    fn append(&self, padded: &mut [u8], tail: &mut Tail) {
        append_bytes(right_encode(self.output_bits).as_ref(), padded, tail);
    }
    #[inline]
    fn suffix(&self) -> u8 {
        CSHAKE
    }
    fn digest_bits(&self) -> u64 {
        if EXTENDABLE { 8 * DIGEST as u64 } else { self.output_bits }
    }
}

/// Types of a kind (`fixed!`, `xofs!`) with a key, and their constructors.
macro_rules! keyed {
    ($kind:ident! $types:tt $($impls:tt)*) => {
        crate::hash::types::$kind! {
            $types
            $($impls)*
            impl {
                /// Returns an empty message with a key and a customization string.
                #[must_use]
                pub fn new(key: impl AsRef<[u8]>, customization: impl AsRef<[u8]>) -> Self {
                    let key = key.as_ref();
                    Self(Message::new(Kmac::with(key, bits(key), customization.as_ref()), None))
                }

                /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
                ///
                /// # Errors
                ///
                /// If there is no such implementation, or if this machine can't run it.
                pub fn with_implementation(
                    name: &str,
                    key: impl AsRef<[u8]>,
                    customization: impl AsRef<[u8]>,
                ) -> Result<Self, ImplementationError> {
                    let key = key.as_ref();
                    Message::with_implementation(Kmac::with(key, bits(key), customization.as_ref()), name).map(Self)
                }
            }
            /// A key as long as the default output. `new_from_slice` accepts keys of any length.
            #[cfg(feature = "digest")]
            impl digest::common::KeySizeUser {
                type KeySize = DigestSize<Self>;
            }
            /// Uses an empty customization string.
            #[cfg(feature = "digest")]
            impl digest::KeyInit {
                #[inline]
                fn new(key: &digest::Key<Self>) -> Self {
                    Self::new(key, b"")
                }
                #[inline]
                fn new_from_slice(key: &[u8]) -> Result<Self, digest::InvalidLength> {
                    Ok(Self::new(key, b""))
                }
            }
        }
    };
}

keyed! { fixed!
    {
        // kmac: begin, by `cargo xtask generate` from functions.toml
        /// KMAC128: a tag for a message and a secret key. \[SP800-185\] 4.
        ///
        /// ```
        /// use counterpoint::Kmac128;
        ///
        /// let mac = Kmac128::new(b"a key of 16 byte", b"my protocol");
        /// let mut tag = [0; 16];
        /// mac.clone().chain(b"a message").finalize_into(&mut tag)?;
        /// assert!(mac.clone().chain(b"a message").verify(&tag).is_ok());
        /// assert!(mac.clone().chain(b"another").verify(&tag).is_err());
        ///
        /// let mut tags = [0; 3 * 16];
        /// mac.digest_many_into(&["many", "messages", "under one key"], &mut tags)?;
        /// # Ok::<(), counterpoint::keccak::ModeError>(())
        /// ```
        ///
        /// Key, customization string and message can have any length. The tag's length is part of the computation: a
        /// short tag is not a prefix of a longer one (for that, use [`KmacXof128`]). [`Kmac128::finalize`] returns 32
        /// bytes.
        ///
        /// Security strength: 128 bits if the key has at least 16 bytes. A tag of n bytes is guessed with probability
        /// 2^-8n. NIST permits fewer than 8 bytes only after a risk analysis, and here no shorter tag matches
        /// ([`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES)). [`verify`](Kmac128::verify) compares tags in time
        /// independent of where they differ.
        Kmac128 = Message<Kmac<168, 32, false>>;
        /// KMAC256: like [`Kmac128`], with a security strength of 256 bits if the key has at least 32 bytes, and a tag
        /// of 64 bytes by default. \[SP800-185\] 4.
        Kmac256 = Message<Kmac<136, 64, false>>;
        // kmac: end
    }
    impl {
        /// Length of the default tag in bytes.
        pub const DIGEST_BYTES: usize = MessageOf::<Self>::DIGEST_BYTES;
        /// Bytes that one run of the primitive absorbs: the rate of the sponge.
        pub const BLOCK_BYTES: usize = MessageOf::<Self>::BLOCK_BYTES;

        /// Appends `data` and returns the message.
        #[inline]
        #[must_use]
        pub fn chain(mut self, data: impl AsRef<[u8]>) -> Self {
            self.update(data);
            self
        }

        /// Returns the tag of the message, of the default length.
        #[inline]
        #[must_use]
        pub fn finalize(self) -> [u8; Self::DIGEST_BYTES] {
            self.finalize_bits(0, 0)
        }

        /// Returns the tag of the message, of the default length, and resets the hasher to the empty message.
        #[inline]
        #[must_use]
        pub fn finalize_reset(&mut self) -> [u8; Self::DIGEST_BYTES] {
            let tag = self.0.digest(0, 0);
            self.0.reset();
            tag
        }

        /// Returns the tag of the message followed by `bits` more bits (0 to 7), the least significant ones of `last`.
        ///
        /// # Panics
        ///
        /// If `bits` is more than 7.
        #[inline]
        #[must_use]
        pub fn finalize_bits(mut self, last: u8, bits: u32) -> [u8; Self::DIGEST_BYTES] {
            self.0.digest(last, bits)
        }

        /// Writes a tag as long as `tag`.
        ///
        /// # Errors
        ///
        /// If `tag` is empty.
        pub fn finalize_into(mut self, tag: &mut [u8]) -> Result<(), ModeError> {
            if tag.is_empty() {
                return Err(ModeError::OutputEmpty);
            }
            self.0.function_mut().output_bits = bits(tag);
            self.0.end(0, 0);
            self.0.read(tag);
            Ok(())
        }

        /// Compares the message's tag with `tag`, in time independent of where they differ.
        ///
        /// # Errors
        ///
        /// If the tags differ, or if `tag` has fewer than [`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES) bytes.
        pub fn verify(mut self, tag: &[u8]) -> Result<(), WrongTag> {
            self.0.function_mut().output_bits = bits(tag);
            self.0.end(0, 0);
            verify(tag, Some(bits(tag)), |part| self.0.read(part))
        }

        /// Writes the tags of many other messages for the same key: `tags` is divided into equal pieces, one for each
        /// message.
        ///
        /// # Errors
        ///
        /// If `tags` can't be divided equally, or if a piece would be empty.
        pub fn digest_many_into<M: Messages + ?Sized>(&self, messages: &M, tags: &mut [u8]) -> Result<(), ModeError> {
            let function = self.0.function().with_output_bits(8 * each_bytes(messages.count(), tags)? as u64);
            hash_many(&function, self.0.chosen(), &messages, tags);
            Ok(())
        }
    }
    #[cfg(feature = "digest")]
    impl digest::MacMarker {}
}

keyed! { xofs!
    {
        // kmacxof: begin, by `cargo xtask generate` from functions.toml
        /// KMACXOF128: [`Kmac128`] with an output of any length; shorter outputs are prefixes of longer ones.
        /// \[SP800-185\] 4.3.1.
        ///
        /// ```
        /// use counterpoint::KmacXof128;
        ///
        /// let mut mac = KmacXof128::new(b"a key of 16 byte", b"");
        /// mac.update(b"a message");
        /// let mut keystream = [0; 1000];
        /// mac.finalize().read(&mut keystream);
        /// ```
        KmacXof128 = Message<Kmac<168, 32, true>>;
        /// KMACXOF256: like [`KmacXof128`], with a security strength of 256 bits. \[SP800-185\] 4.3.1.
        KmacXof256 = Message<Kmac<136, 64, true>>;
        // kmacxof: end
    }
    impl {
        /// Compares the beginning of the message's output with `tag`, in time independent of where they differ.
        ///
        /// # Errors
        ///
        /// If they differ, or if `tag` has fewer than [`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES) bytes.
        pub fn verify(self, tag: &[u8]) -> Result<(), WrongTag> {
            let mut reader = self.finalize();
            verify(tag, None, |part| reader.read(part))
        }
    }
}
