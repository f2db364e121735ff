//! cSHAKE: SHAKE with a function name and a customization string. \[SP800-185\] 3.

use super::super::sha3::SpongeFunction;
use super::encode::{CSHAKE, PaddedTail, SHAKE, State, bits, left_encode};
use crate::hash::Message;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::BufferSize;
use crate::hash::types::unkeyed;
use crate::list::ImplementationError;
use crate::wipe::Wiped;

/// cSHAKE with its strings: `RATE` bytes of rate, `DIGEST` bytes of output by default. \[SP800-185\] 3.
#[derive(Clone)]
#[doc(hidden)]
pub struct CShake<const RATE: usize, const DIGEST: usize> {
    /// The state that has absorbed the strings.
    start: Wiped<State>,
    suffix: u8,
}

impl<const RATE: usize, const DIGEST: usize> CShake<RATE, DIGEST> {
    /// The function without strings, which is SHAKE.
    pub(in crate::keccak) const SHAKE: Self = Self { start: Wiped([0; 25]), suffix: SHAKE };

    /// Returns the function with these strings.
    pub(in crate::keccak) fn with(function_name: &[u8], customization: &[u8]) -> Self {
        if function_name.is_empty() && customization.is_empty() {
            return Self::SHAKE;
        }
        Self { start: padded(Self::SHAKE, &names(function_name, customization)), suffix: CSHAKE }
    }

    /// Returns the state that has absorbed the strings, and the suffix.
    #[cfg(feature = "digest")]
    pub(in crate::keccak) fn parts(&self) -> (&State, u8) {
        (&self.start, self.suffix)
    }

    /// Returns the function from its [parts](Self::parts), or `None` if no function has this suffix.
    #[cfg(feature = "digest")]
    pub(in crate::keccak) fn from_parts(start: Wiped<State>, suffix: u8) -> Option<Self> {
        match suffix {
            CSHAKE => Some(Self { start, suffix }),
            SHAKE if *start == [0; 25] => Some(Self { start, suffix }),
            _ => None,
        }
    }
}

/// Returns cSHAKE's strings with their numbers of bits, for [`padded`].
pub(in crate::keccak) fn names<'s>(function_name: &'s [u8], customization: &'s [u8]) -> [(&'s [u8], u64); 2] {
    [(function_name, bits(function_name)), (customization, bits(customization))]
}

/// Returns the state of a function after it has absorbed `bytepad(encode_string(..) ..., rate)`, for strings with these
/// numbers of bits. Only the last string may end inside a byte, because the zeros of `bytepad` follow it.
pub(in crate::keccak) fn padded<S: SpongeFunction>(function: S, strings: &[(&[u8], u64)]) -> Wiped<State> {
    let rate = function.rate_bytes();
    let mut message = Message::new(function, None);
    message.update(left_encode(rate as u64).as_ref());
    for &(string, bits) in strings {
        message.update(left_encode(bits).as_ref());
        let (whole, rest) = string.split_at((bits / 8) as usize);
        message.update(whole);
        if let Some(last) = rest.first() {
            message.update(&*Wiped([last & ((1 << (bits % 8)) - 1)]));
        }
    }
    Wiped(*message.filled_up())
}

impl<const RATE: usize, const DIGEST: usize> SpongeFunction for CShake<RATE, DIGEST> {
    type Block = [u8; RATE];
    type PaddedTail = PaddedTail;
    type Digest = [u8; DIGEST];
    const NAME: &'static str = match RATE {
        // names: begin, by `cargo xtask generate` from functions.toml
        168 => "cshake128",
        136 => "cshake256",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };
    const EXTENDABLE: bool = true;

    fn start(&self) -> &State {
        &self.start
    }
    #[inline]
    fn suffix(&self) -> u8 {
        self.suffix
    }
}

unkeyed! { xofs!
    {
        // cshake: begin, by `cargo xtask generate` from functions.toml
        /// cSHAKE128: output of any length. A function name (reserved for functions defined by NIST, otherwise empty)
        /// and a customization string (of your choice) separate different uses. \[SP800-185\] 3.
        ///
        /// ```
        /// use counterpoint::{CShake128, Shake128};
        ///
        /// let mut hasher = CShake128::new(b"", b"Email Signature");
        /// hasher.update([0, 1, 2, 3]);
        /// let mut output = [0; 32];
        /// hasher.finalize().read(&mut output);
        /// assert_eq!(output[..4], [0xc1, 0xc3, 0x69, 0x25]);
        ///
        /// // Without strings, it is SHAKE128.
        /// let (mut cshake, mut shake) = ([0; 99], [0; 99]);
        /// CShake128::new(b"", b"").digest_into(b"abc", &mut cshake);
        /// Shake128::digest_into(b"abc", &mut shake);
        /// assert_eq!(cshake, shake);
        /// ```
        ///
        /// Both strings, the message and the output can have any length; shorter outputs are prefixes of longer ones.
        /// Security strength: 128 bits for an output of 32 bytes or more.
        CShake128 = Message<CShake<168, 32>>;
        /// cSHAKE256: like [`CShake128`], with a security strength of 256 bits for an output of 64 bytes or more.
        /// \[SP800-185\] 3.
        CShake256 = Message<CShake<136, 64>>;
        // cshake: end
    }
    impl {
        /// Returns an empty message with a function name and a customization string.
        #[must_use]
        pub fn new(function_name: impl AsRef<[u8]>, customization: impl AsRef<[u8]>) -> Self {
            Self(Message::new(CShake::with(function_name.as_ref(), customization.as_ref()), None))
        }

        /// [`Self::new`] with the named implementation of Keccak-p\[1600\].
        ///
        /// # Errors
        ///
        /// If there is no such implementation, or if this machine can't run it.
        pub fn with_implementation(
            name: &str,
            function_name: impl AsRef<[u8]>,
            customization: impl AsRef<[u8]>,
        ) -> Result<Self, ImplementationError> {
            let function = CShake::with(function_name.as_ref(), customization.as_ref());
            Message::with_implementation(function, name).map(Self)
        }
    }
    #[cfg(feature = "digest")]
    impl digest::common::BlockSizeUser {
        type BlockSize = BufferSize<Self>;
    }
    /// Uses an empty function name.
    #[cfg(feature = "digest")]
    impl digest::CustomizedInit {
        #[inline]
        fn new_customized(customization: &[u8]) -> Self {
            Self::new(b"", customization)
        }
    }
}
