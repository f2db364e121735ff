//! KMAC: a message authentication code with a secret key. \[SP800-185\] 4.

use super::super::mode_error::{ModeError, each_bytes};
use super::super::sha3::{SpongeFunction, append_bytes};
use super::cshake::{CShake, padded};
use super::encode::{CSHAKE, State, Tail, bits, right_encode};
use crate::hash::{Chosen, Digester, Ending, Extendable, Xof, hash_many, named, one_shot_methods};
use crate::list::ImplementationError;
use crate::messages::Messages;
use crate::tag::{WrongTag, verify};
use crate::wipe::Wiped;

/// KMAC with its key: `RATE` bytes of rate, `DIGEST` bytes of tag by default, extendable or not. \[SP800-185\] 4.
#[derive(Clone)]
pub struct Kmac<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool> {
    /// The state that has absorbed the name, the customization string and the key.
    start: Wiped<State>,
    /// The output's length L in bits, which is part of the computation; 0 if the output is extendable.
    output_bits: u64,
}

// functions: begin, by `cargo xtask generate` from functions.toml
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
/// Key, customization string and message can have any length. The tag's length is part of the computation: a short
/// tag is not a prefix of a longer one (for that, use [`KmacXof128`]). [`Digester::finalize`] returns 32 bytes.
///
/// Security strength: 128 bits if the key has at least 16 bytes. A tag of n bytes is guessed with probability 2^-8n;
/// NIST requires 8 bytes or more, and no shorter tag matches ([`MIN_TAG_BYTES`](crate::tag::MIN_TAG_BYTES)).
/// [`verify`](Digester::verify) compares tags in time independent of where they differ.
pub type Kmac128 = Digester<Kmac<168, 32, false>>;

/// KMAC256: like [`Kmac128`], with a security strength of 256 bits if the key has at least 32 bytes, and a tag of
/// 64 bytes by default. \[SP800-185\] 4.
pub type Kmac256 = Digester<Kmac<136, 64, false>>;

/// KMACXOF128: [`Kmac128`] with an output of any length; shorter outputs are prefixes of longer ones. \[SP800-185\]
/// 4.3.1.
///
/// ```
/// use counterpoint::KmacXof128;
///
/// let mut mac = KmacXof128::new(b"a key of 16 byte", b"");
/// mac.update(b"a message");
/// let mut keystream = [0; 1000];
/// mac.finalize().read(&mut keystream);
/// ```
pub type KmacXof128 = Xof<Kmac<168, 32, true>>;

/// KMACXOF256: like [`KmacXof128`], with a security strength of 256 bits. \[SP800-185\] 4.3.1.
pub type KmacXof256 = Xof<Kmac<136, 64, true>>;
// functions: end

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
    type Tail = Tail;
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

    fn start(&self) -> &State {
        &self.start
    }
    /// The output's length directly follows the message's last bit.
    #[inline]
    fn append(&self, tail: &mut [u8], ending: &mut Ending) {
        append_bytes(right_encode(self.output_bits).as_ref(), tail, ending);
    }
    #[inline]
    fn suffix(&self) -> u8 {
        CSHAKE
    }
    fn digest_bits(&self) -> u64 {
        if EXTENDABLE { 8 * DIGEST as u64 } else { self.output_bits }
    }
}

impl<const RATE: usize, const DIGEST: usize> Extendable for Kmac<RATE, DIGEST, true> {}

/// Constructors, which are the same for KMAC and KMACXOF.
macro_rules! constructors {
    ($type:ident, $extendable:literal) => {
        impl<const RATE: usize, const DIGEST: usize> $type<Kmac<RATE, DIGEST, $extendable>> {
            /// Returns an empty message with a key and a customization string.
            #[must_use]
            pub fn new(key: impl AsRef<[u8]>, customization: impl AsRef<[u8]>) -> Self {
                Self::start(None, key.as_ref(), customization.as_ref())
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
                let chosen = named::<Kmac<RATE, DIGEST, $extendable>>(name)?;
                Ok(Self::start(chosen, key.as_ref(), customization.as_ref()))
            }

            fn start(
                implementation: Chosen<Kmac<RATE, DIGEST, $extendable>>,
                key: &[u8],
                customization: &[u8],
            ) -> Self {
                Self::from_function(Kmac::with(key, bits(key), customization), implementation)
            }
        }
    };
}
constructors!(Digester, false);
constructors!(Xof, true);

impl<const RATE: usize, const DIGEST: usize> Digester<Kmac<RATE, DIGEST, false>> {
    /// Appends `data` and returns the message.
    #[must_use]
    pub fn chain(mut self, data: impl AsRef<[u8]>) -> Self {
        self.update(data);
        self
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

impl<const RATE: usize, const DIGEST: usize> Xof<Kmac<RATE, DIGEST, true>> {
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

one_shot_methods!([const RATE: usize, const DIGEST: usize] Kmac<RATE, DIGEST, true>);
