//! TurboSHAKE: SHAKE with 12 rounds and a domain byte chosen by the caller. \[RFC9861\] 2.

use super::mode_error::ModeError;
use super::sha3::SpongeFunction;
use crate::hash::Message;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::BufferSize;
use crate::hash::types::unkeyed;

/// TurboSHAKE with its domain byte: `RATE` bytes of rate, `DIGEST` bytes of output by default. \[RFC9861\] 2.
#[derive(Clone)]
#[doc(hidden)]
pub struct TurboShake<const RATE: usize, const DIGEST: usize> {
    /// The suffix: the domain bits, and the first 1 of the padding.
    pub(super) domain: u8,
}

impl<const RATE: usize, const DIGEST: usize> TurboShake<RATE, DIGEST> {
    /// Returns the function with this domain byte.
    pub(super) fn with(domain: u8) -> Result<Self, ModeError> {
        if (0x01..=0x7f).contains(&domain) { Ok(Self { domain }) } else { Err(ModeError::Domain(domain)) }
    }
}

impl<const RATE: usize, const DIGEST: usize> SpongeFunction for TurboShake<RATE, DIGEST> {
    type Block = [u8; RATE];
    type PaddedTail = [u8; 2 * 168];
    type Digest = [u8; DIGEST];
    const NAME: &'static str = match RATE {
        // names: begin, by `cargo xtask generate` from functions.toml
        168 => "turboshake128",
        136 => "turboshake256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };
    const EXTENDABLE: bool = true;
    const ROUNDS: usize = 12;

    #[inline]
    fn suffix(&self) -> u8 {
        self.domain
    }
}

unkeyed! { xofs!
    {
        // turboshake: begin, by `cargo xtask generate` from functions.toml
        /// TurboSHAKE128: output of any length at twice SHAKE128's speed. \[RFC9861\] 2.
        ///
        /// ```
        /// use counterpoint::TurboShake128;
        ///
        /// let mut hasher = TurboShake128::new(0x1f)?;
        /// hasher.update(b"abc");
        /// let mut output = [0; 32];
        /// hasher.finalize().read(&mut output);
        /// assert_eq!(output[..4], [0xdc, 0xf1, 0x64, 0x6d]);
        ///
        /// TurboShake128::new(0x2a)?.digest_into(b"abc", &mut output);
        /// assert_ne!(output[..4], [0xdc, 0xf1, 0x64, 0x6d]);
        /// # Ok::<(), counterpoint::keccak::ModeError>(())
        /// ```
        ///
        /// The domain byte, 01 to 7F, separates different uses; if there is only one, choose 1F. Message and output can
        /// have any length; shorter outputs are prefixes of longer ones. Security strength: 128 bits for an output of
        /// 32 bytes or more.
        TurboShake128 = Message<TurboShake<168, 32>>;
        /// TurboSHAKE256: like [`TurboShake128`], with a security strength of 256 bits for an output of 64 bytes or
        /// more. \[RFC9861\] 2.
        TurboShake256 = Message<TurboShake<136, 64>>;
        // turboshake: end
    }
    impl {
        /// Returns an empty message with a domain byte.
        ///
        /// # Errors
        ///
        /// If the byte is not one of 01 to 7F.
        #[inline]
        pub fn new(domain: u8) -> Result<Self, ModeError> {
            Ok(Self(Message::new(TurboShake::with(domain)?, None)))
        }

        /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
        ///
        /// # Errors
        ///
        /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
        #[inline]
        pub fn with_implementation(name: &str, domain: u8) -> Result<Self, ModeError> {
            Ok(Self(Message::with_implementation(TurboShake::with(domain)?, name)?))
        }
    }
    #[cfg(feature = "digest")]
    impl digest::common::BlockSizeUser {
        type BlockSize = BufferSize<Self>;
    }
}
