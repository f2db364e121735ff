//! SHA-3, SHAKE and legacy Keccak: a sponge over Keccak-p\[1600\], with different rates and suffixes.
//!
//! \[FIPS202\] 4 to 6. The suffix byte contains the domain bits, lowest first, and the first 1 of the padding.

use crate::algorithm::Algorithm;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::{BufferSize, hmac};
use crate::hash::types::{HashFunction, MessageOf, digesters, unkeyed};
use crate::hash::{Message, OutputReader, Plain};
use crate::list::ImplementationError;
use crate::messages::Messages;

mod sponge_function;

pub(super) use sponge_function::{SpongeFunction, append_bytes};

/// A sponge over Keccak-f\[1600\] with `RATE` bytes of rate, the suffix byte `SUFFIX`, and `DIGEST` bytes of digest.
#[derive(Clone, Copy)]
#[doc(hidden)]
#[non_exhaustive]
pub struct Keccak<const RATE: usize, const SUFFIX: u8, const DIGEST: usize>;

/// Arguments: the macro that declares the types, and whether outputs may have any length; then each type with its rate,
/// suffix byte, digest bytes and name.
macro_rules! functions {
    ($declare:ident, $extendable:literal: $(
        $(#[$doc:meta])* $type:ident = $rate:literal, $suffix:literal, $digest:literal, $name:literal;
    )+) => {
        $(
            impl Plain for Keccak<$rate, $suffix, $digest> {
                const PLAIN: &'static Self = &Self;
            }

            impl SpongeFunction for Keccak<$rate, $suffix, $digest> {
                type Block = [u8; $rate];
                type PaddedTail = [u8; 2 * $rate];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const EXTENDABLE: bool = $extendable;

                #[inline]
                fn suffix(&self) -> u8 {
                    $suffix
                }
            }
        )+

        $declare! { $($(#[$doc])* $type = Message<Keccak<$rate, $suffix, $digest>>;)+ }
    };
}

/// Types with a digest of fixed length, for which HMAC is defined.
macro_rules! digests {
    ($($(#[$doc:meta])* $type:ident = $message:ty;)+) => {
        digesters! { $($(#[$doc])* $type = $message;)+ }
        #[cfg(feature = "digest")]
        hmac! { $($type)+ }
    };
}

/// Types with an output of any length.
macro_rules! shakes {
    ($($types:tt)+) => {
        unkeyed! { hashers!
            { $($types)+ }
            impl {
                /// Bytes that one run of the primitive absorbs: the rate.
                pub const BLOCK_BYTES: usize = MessageOf::<Self>::BLOCK_BYTES;

                /// The registry's entry for this function.
                pub(crate) const fn algorithm(family: &'static str, aliases: &'static [&'static str]) -> Algorithm {
                    MessageOf::<Self>::algorithm(family, aliases)
                }

                /// Returns an empty message, hashed by the best implementation for this machine.
                #[inline]
                #[must_use]
                pub fn new() -> Self {
                    Self(Message::empty())
                }

                /// Returns an empty message, hashed by the implementation with this name.
                ///
                /// # Errors
                ///
                /// If there is no such implementation, or if this machine can't run it.
                #[inline]
                pub fn with_implementation(name: &str) -> Result<Self, ImplementationError> {
                    Message::empty_with_implementation(name).map(Self)
                }

                /// Returns a reader of the output, from its first byte.
                #[inline]
                #[must_use]
                pub fn finalize(self) -> OutputReader<Self> {
                    self.finalize_bits(0, 0)
                }

                /// Returns a reader of the output for the message followed by `bits` more bits (0 to 7), the least
                /// significant ones of `last`.
                ///
                /// # Panics
                ///
                /// If `bits` is more than 7.
                #[inline]
                #[must_use]
                pub fn finalize_bits(mut self, last: u8, bits: u32) -> OutputReader<Self> {
                    self.0.end(last, bits);
                    OutputReader(self.0.into_output())
                }

                /// Writes the first `out.len()` bytes of the output for one message.
                #[inline]
                pub fn digest_into(message: impl AsRef<[u8]>, out: &mut [u8]) {
                    MessageOf::<Self>::digest_one(message.as_ref(), out);
                }

                /// Writes the first bytes of the output for each of many messages, in their order: `outputs` is divided
                /// into equal pieces, one for each message.
                ///
                /// # Panics
                ///
                /// If the length of `outputs` is not a multiple of the number of messages.
                #[inline]
                pub fn digest_many_into<M: Messages + ?Sized>(messages: &M, outputs: &mut [u8]) {
                    MessageOf::<Self>::digest_all(&messages, outputs);
                }
            }
            impl Default {
                #[inline]
                fn default() -> Self {
                    Self::new()
                }
            }
            impl HashFunction {
                type Digest = [u8; MessageOf::<Self>::DIGEST_BYTES];
                const NAME: &'static str = Self::NAME;
                const DIGEST_BYTES: usize = MessageOf::<Self>::DIGEST_BYTES;

                #[inline]
                fn update(&mut self, data: impl AsRef<[u8]>) {
                    self.update(data);
                }
                #[inline]
                fn finalize(mut self) -> Self::Digest {
                    self.0.digest(0, 0)
                }
                #[inline]
                fn digest(message: impl AsRef<[u8]>) -> Self::Digest {
                    let mut digest = [0; MessageOf::<Self>::DIGEST_BYTES];
                    Self::digest_into(message, &mut digest);
                    digest
                }
                #[cfg(feature = "alloc")]
                fn digest_many<M: Messages + ?Sized>(messages: &M) -> alloc::vec::Vec<Self::Digest> {
                    let mut digests = alloc::vec![[0; MessageOf::<Self>::DIGEST_BYTES]; messages.count()];
                    Self::digest_many_into(messages, digests.as_flattened_mut());
                    digests
                }
            }
            #[cfg(feature = "digest")]
            impl digest::common::BlockSizeUser {
                type BlockSize = BufferSize<Self>;
            }
            #[cfg(feature = "digest")]
            impl digest::ExtendableOutput {
                type Reader = OutputReader<Self>;

                #[inline]
                fn finalize_xof(self) -> Self::Reader {
                    self.finalize()
                }
            }
            #[cfg(feature = "digest")]
            impl digest::ExtendableOutputReset {
                #[inline]
                fn finalize_xof_reset(&mut self) -> Self::Reader {
                    let reader = self.clone().finalize();
                    self.0.reset();
                    reader
                }
            }
        }
    };
}

functions! { digests, false:
    // sha3: begin, by `cargo xtask generate` from functions.toml
    /// SHA3-224. \[FIPS202\] 6.1.
    Sha3_224 = 144, 0x06, 28, "sha3-224";
    /// SHA3-256. \[FIPS202\] 6.1.
    ///
    /// ```
    /// assert_eq!(counterpoint::Sha3_256::digest(b"abc")[..4], [0x3a, 0x98, 0x5d, 0xa7]);
    /// ```
    Sha3_256 = 136, 0x06, 32, "sha3-256";
    /// SHA3-384. \[FIPS202\] 6.1.
    Sha3_384 = 104, 0x06, 48, "sha3-384";
    /// SHA3-512. \[FIPS202\] 6.1.
    Sha3_512 = 72, 0x06, 64, "sha3-512";
    // sha3: end
}

functions! { shakes, true:
    // shake: begin, by `cargo xtask generate` from functions.toml
    /// SHAKE128: 128 bits of security, output of any length. \[FIPS202\] 6.2.
    Shake128 = 168, 0x1f, 32, "shake128";
    /// SHAKE256: 256 bits of security, output of any length. \[FIPS202\] 6.2.
    Shake256 = 136, 0x1f, 64, "shake256";
    // shake: end
}

functions! { digests, false:
    // keccak: begin, by `cargo xtask generate` from functions.toml
    /// Keccak-224 as it was before SHA-3; not SHA3-224.
    Keccak224 = 144, 0x01, 28, "keccak224";
    /// Keccak-256 as it was before SHA-3, and as Ethereum uses it; not SHA3-256.
    Keccak256 = 136, 0x01, 32, "keccak256";
    /// Keccak-384 as it was before SHA-3; not SHA3-384.
    Keccak384 = 104, 0x01, 48, "keccak384";
    /// Keccak-512 as it was before SHA-3; not SHA3-512.
    Keccak512 = 72, 0x01, 64, "keccak512";
    // keccak: end
}

/// SHA-3, SHAKE and legacy Keccak by name.
pub(super) const ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    Sha3_224::algorithm("keccak", &[]),
    Sha3_256::algorithm("keccak", &[]),
    Sha3_384::algorithm("keccak", &[]),
    Sha3_512::algorithm("keccak", &[]),
    Shake128::algorithm("keccak", &[]),
    Shake256::algorithm("keccak", &[]),
    Keccak224::algorithm("keccak", &[]),
    Keccak256::algorithm("keccak", &[]),
    Keccak384::algorithm("keccak", &[]),
    Keccak512::algorithm("keccak", &[]),
    // algorithms: end
];
