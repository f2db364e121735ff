//! Keyak v2: authenticated encryption of sessions on Keccak-p with 12 rounds. [Keyak]
//!
//! A key and a nonce start a session. It then encrypts any number of messages one after the other, and each tag
//! authenticates all messages so far. The parts, from the lowest level up:
//!
//! * a *piston* is one state; it encrypts a part of a message and absorbs associated data (`piston.rs`);
//! * the *engine* has 1, 2, 4 or 8 pistons that share the input and are permuted together (`engine.rs`);
//! * the *motorist* wraps messages: it is the session, [`Keyak`].

use super::primitive::Word;
use super::state_bytes::Direction;
use crate::aead::AeadError;
use crate::algorithm::PIECE_BYTES;
use crate::tag::verify;
use crate::wipe::Wiped;

mod by_name;
mod engine;
mod piston;
#[cfg(all(test, feature = "std"))]
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;

pub(super) use by_name::ALGORITHMS;

use engine::Engine;

/// Length of a tag of [`Keyak`] in bytes.
pub const KEYAK_TAG_BYTES: usize = 16;

// keyak: begin, by `cargo xtask generate` from functions.toml
/// River Keyak: one piston of 800 bits, for 32-bit processors. See [`Keyak`].
pub type RiverKeyak = Keyak<u32, 1>;
/// Lake Keyak: one piston of 1600 bits, the primary recommendation. See [`Keyak`].
pub type LakeKeyak = Keyak<u64, 1>;
/// Sea Keyak: two pistons of 1600 bits. See [`Keyak`].
pub type SeaKeyak = Keyak<u64, 2>;
/// Ocean Keyak: four pistons of 1600 bits. See [`Keyak`].
pub type OceanKeyak = Keyak<u64, 4>;
/// Lunar Keyak: eight pistons of 1600 bits. See [`Keyak`].
pub type LunarKeyak = Keyak<u64, 8>;
// keyak: end

/// A session of Keyak v2 (Motorist) over `PISTONS` states with lanes of type `W`.
///
/// ```
/// use counterpoint::LakeKeyak;
///
/// let (key, nonce) = ([0x42; 16], b"used once with this key");
/// let mut alice = LakeKeyak::new(&key, nonce)?;
/// let mut message = *b"attack at dawn";
/// let tag = alice.encrypt(b"to Bob", &mut message)?;
///
/// let mut bob = LakeKeyak::new(&key, nonce)?;
/// bob.decrypt(b"to Bob", &mut message, &tag)?;
/// assert_eq!(&message, b"attack at dawn");
///
/// // The session continues; this tag also authenticates the first message.
/// let mut message = *b"no, at noon";
/// let tag = bob.encrypt(b"", &mut message)?;
/// alice.decrypt(b"", &mut message, &tag)?;
/// # Ok::<(), counterpoint::aead::AeadError>(())
/// ```
///
/// | type | pistons | bits of each | bytes encrypted by one run of the permutation |
/// |---|---|---|---|
/// | [`RiverKeyak`] | 1 | 800 | 68 |
/// | [`LakeKeyak`] | 1 | 1600 | 168 |
/// | [`SeaKeyak`] | 2 | 1600 | 336 |
/// | [`OceanKeyak`] | 4 | 1600 | 672 |
/// | [`LunarKeyak`] | 8 | 1600 | 1344 |
///
/// # Lengths
///
/// The key has 1 to 38 bytes (34 for River); 16 bytes or more provide the strength of 128 bits that Keyak claims. The
/// nonce may have any length; up to 150 bytes (58 for River), starting a session costs one run of the permutation.
/// The tag has 16 bytes. Messages and associated data may have any length, including 0.
///
/// # Guarantees
///
/// Never use a nonce twice with the same key: two sessions with the same beginning reveal where their messages begin
/// to differ, and the difference at that point. No plaintext is released before its tag is verified, and tags are
/// compared in constant time.
///
/// # Errors
///
/// Calls fail for a key of the wrong length, an unknown implementation, a tag that does not match, and any use of the
/// session after that: see [`AeadError`]. A session whose tag did not match can't be continued: its state is erased.
///
/// Source: [Keyak], version 2. Unlike in the CAESAR API, ciphertext and tag are separate, so messages can be processed
/// in place.
pub struct Keyak<W: Word, const PISTONS: usize> {
    engine: Engine<W, PISTONS>,
    failed: bool,
}

impl<W: Word, const PISTONS: usize> Keyak<W, PISTONS> {
    /// Length of the key pack in bytes: 36 for lanes of 32 bits, 40 for lanes of 64 bits.
    const KEY_PACK_BYTES: usize = {
        assert!(
            matches!((W::BYTES, PISTONS), (4, 1) | (8, 1 | 2 | 4 | 8)),
            "there are River, Lake, Sea, Ocean and Lunar Keyak"
        );
        32 + W::BYTES
    };
    /// Maximum length of the key in bytes.
    pub const MOST_KEY_BYTES: usize = Self::KEY_PACK_BYTES - 2;
    /// Length in bytes of the longest nonce that fits into one block with the key.
    pub const BLOCK_NONCE_BYTES: usize = piston::absorbing_rate::<W>() - Self::KEY_PACK_BYTES - 2;

    /// Starts a session.
    ///
    /// # Errors
    ///
    /// If the key is empty or longer than [`Self::MOST_KEY_BYTES`].
    pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::start(key, nonce, false)
    }

    /// [`Self::new`] with the named implementation of Keccak-p.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
    pub fn with_implementation(name: &str, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::start_with_implementation(name, key, nonce, false)
    }

    /// [`Self::new`] with the option to forget: a state stolen later then reveals nothing about the key, at the cost of
    /// one more run of the permutation, or two for [`LunarKeyak`].
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn start(key: &[u8], nonce: &[u8], forget: bool) -> Result<Self, AeadError> {
        Self::start_by(None, key, nonce, forget)
    }

    /// [`Self::start`] with the named implementation of Keccak-p.
    ///
    /// # Errors
    ///
    /// As for [`Self::with_implementation`].
    pub fn start_with_implementation(name: &str, key: &[u8], nonce: &[u8], forget: bool) -> Result<Self, AeadError> {
        Self::start_by(Some(name), key, nonce, forget)
    }

    /// [`Self::start`] with a tag that lets the receiver verify that both sides use the same key and nonce.
    ///
    /// ```
    /// use counterpoint::LakeKeyak;
    ///
    /// let (key, nonce) = ([0x42; 16], b"a nonce");
    /// let (alice, tag) = LakeKeyak::start_with_tag(&key, nonce, true)?;
    /// let bob = LakeKeyak::start_verified(&key, nonce, true, &tag)?;
    /// assert!(LakeKeyak::start_verified(&[0x41; 16], nonce, true, &tag).is_err());
    /// # Ok::<(), counterpoint::aead::AeadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Self::start`].
    pub fn start_with_tag(key: &[u8], nonce: &[u8], forget: bool) -> Result<(Self, [u8; KEYAK_TAG_BYTES]), AeadError> {
        Self::start_with_tag_by(None, key, nonce, forget)
    }

    /// [`Self::start_with_tag`] with the named implementation of Keccak-p.
    ///
    /// # Errors
    ///
    /// As for [`Self::with_implementation`].
    pub fn start_with_tag_with_implementation(
        name: &str,
        key: &[u8],
        nonce: &[u8],
        forget: bool,
    ) -> Result<(Self, [u8; KEYAK_TAG_BYTES]), AeadError> {
        Self::start_with_tag_by(Some(name), key, nonce, forget)
    }

    /// Starts the receiver's session for [`Self::start_with_tag`].
    ///
    /// # Errors
    ///
    /// As for [`Self::start`], and if the tag does not match.
    pub fn start_verified(
        key: &[u8],
        nonce: &[u8],
        forget: bool,
        tag: &[u8; KEYAK_TAG_BYTES],
    ) -> Result<Self, AeadError> {
        Self::start_verified_by(None, key, nonce, forget, tag)
    }

    /// [`Self::start_verified`] with the named implementation of Keccak-p.
    ///
    /// # Errors
    ///
    /// As for [`Self::with_implementation`], and if the tag does not match.
    pub fn start_verified_with_implementation(
        name: &str,
        key: &[u8],
        nonce: &[u8],
        forget: bool,
        tag: &[u8; KEYAK_TAG_BYTES],
    ) -> Result<Self, AeadError> {
        Self::start_verified_by(Some(name), key, nonce, forget, tag)
    }

    fn start_by(implementation: Option<&str>, key: &[u8], nonce: &[u8], forget: bool) -> Result<Self, AeadError> {
        let mut session = Self::initial(implementation, key)?;
        session.begin(key, nonce, forget);
        Ok(session)
    }

    /// Starts a session that has not absorbed a key yet, without a tag.
    fn begin(&mut self, key: &[u8], nonce: &[u8], forget: bool) {
        self.absorb_key_and_nonce(key, nonce, forget);
        self.engine.end_message([0; PISTONS]);
    }

    fn start_with_tag_by(
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        forget: bool,
    ) -> Result<(Self, [u8; KEYAK_TAG_BYTES]), AeadError> {
        let mut session = Self::initial(implementation, key)?;
        session.absorb_key_and_nonce(key, nonce, forget);
        let tag = session.tag();
        Ok((session, tag))
    }

    fn start_verified_by(
        implementation: Option<&str>,
        key: &[u8],
        nonce: &[u8],
        forget: bool,
        tag: &[u8; KEYAK_TAG_BYTES],
    ) -> Result<Self, AeadError> {
        let mut session = Self::initial(implementation, key)?;
        session.absorb_key_and_nonce(key, nonce, forget);
        session.verify(tag)?;
        Ok(session)
    }

    /// Checks the length of the key, and returns a session that has not absorbed it yet.
    fn initial(implementation: Option<&str>, key: &[u8]) -> Result<Self, AeadError> {
        let (bytes, most) = (key.len(), Self::MOST_KEY_BYTES);
        if !(1..=most).contains(&bytes) {
            return Err(AeadError::Key { bytes, most });
        }
        let implementation = match implementation {
            Some(name) => W::list().named(name)?,
            None => W::list().best(PISTONS),
        };
        Ok(Self { engine: Engine::new(implementation), failed: false })
    }

    /// Absorbs key and nonce. Until the next run of the permutation, the states contain the key in plain form and
    /// must not be moved.
    fn absorb_key_and_nonce(&mut self, key: &[u8], nonce: &[u8], forget: bool) {
        let mut key_pack = Wiped([0; 40]);
        let key_pack = &mut key_pack[..Self::KEY_PACK_BYTES];
        key_pack[0] = Self::KEY_PACK_BYTES as u8;
        key_pack[1..][..key.len()].copy_from_slice(key);
        key_pack[1 + key.len()] = 1;
        self.engine.inject_collective([key_pack, nonce], true);
        if forget {
            self.engine.make_knot();
        }
    }

    /// Encrypts a message in place and returns its tag, which also authenticates the associated data and all earlier
    /// messages.
    ///
    /// # Errors
    ///
    /// If an earlier tag did not match. In that case, `buffer` is unchanged.
    pub fn encrypt(&mut self, associated_data: &[u8], buffer: &mut [u8]) -> Result<[u8; KEYAK_TAG_BYTES], AeadError> {
        self.wrap(associated_data, buffer, false)
    }

    /// Decrypts a message in place.
    ///
    /// # Errors
    ///
    /// If the tag does not match, or if an earlier one did not. In that case, `buffer` is filled with zeros.
    pub fn decrypt(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8; KEYAK_TAG_BYTES],
    ) -> Result<(), AeadError> {
        self.unwrap(associated_data, buffer, tag, false)
    }

    /// [`Self::encrypt`] with the option to forget: a state stolen later then reveals nothing about this message. With
    /// several pistons, this is always the case.
    ///
    /// # Errors
    ///
    /// As for [`Self::encrypt`].
    pub fn wrap(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        forget: bool,
    ) -> Result<[u8; KEYAK_TAG_BYTES], AeadError> {
        self.wrap_while(associated_data, buffer, forget, &mut || true)
    }

    fn wrap_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        forget: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<[u8; KEYAK_TAG_BYTES], AeadError> {
        if self.failed {
            return Err(AeadError::Failed);
        }
        self.run(associated_data, buffer, Direction::Encrypt, forget, go_on)?;
        Ok(self.tag())
    }

    /// [`Self::decrypt`] for a message encrypted with this value of `forget`.
    ///
    /// # Errors
    ///
    /// As for [`Self::decrypt`].
    pub fn unwrap(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8; KEYAK_TAG_BYTES],
        forget: bool,
    ) -> Result<(), AeadError> {
        self.unwrap_while(associated_data, buffer, tag, forget, &mut || true)
    }

    fn unwrap_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8; KEYAK_TAG_BYTES],
        forget: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        if self.failed {
            buffer.fill(0);
            return Err(AeadError::Failed);
        }
        self.run(associated_data, buffer, Direction::Decrypt, forget, go_on)?;
        self.verify(tag).inspect_err(|_| buffer.fill(0))
    }

    /// Absorbs and encrypts or decrypts a message. If `go_on` stops it, the message and the state are erased.
    fn run(
        &mut self,
        associated_data: &[u8],
        data: &mut [u8],
        direction: Direction,
        forget: bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        // An empty message is absorbed as well.
        if data.is_empty() && associated_data.is_empty() {
            self.engine.inject(&[]);
        }
        let (mut injected, mut left) = (associated_data, &mut *data);
        let mut blocks = 0;
        while !left.is_empty() || !injected.is_empty() {
            if blocks == 0 && !go_on() {
                self.erase();
                data.fill(0);
                return Err(AeadError::Stopped);
            }
            blocks = (blocks + 1) % (PIECE_BYTES / (PISTONS * piston::squeezing_rate::<W>()));
            if !left.is_empty() {
                left = self.engine.crypt(left, direction);
            }
            injected = self.engine.inject(injected);
        }
        if PISTONS > 1 || forget {
            self.engine.make_knot();
        }
        Ok(())
    }

    /// Erases the state of a session that can't be continued.
    fn erase(&mut self) {
        self.failed = true;
        self.engine.clear();
    }

    /// Returns the tag of everything absorbed so far.
    fn tag(&mut self) -> [u8; KEYAK_TAG_BYTES] {
        self.end_with_tag();
        let mut tag = [0; KEYAK_TAG_BYTES];
        self.engine.copy_tag(&mut tag);
        tag
    }

    /// Ends a message, so that its tag can be copied.
    fn end_with_tag(&mut self) {
        let mut lengths = [0; PISTONS];
        lengths[0] = KEYAK_TAG_BYTES;
        self.engine.end_message(lengths);
    }

    fn verify(&mut self, tag: &[u8; KEYAK_TAG_BYTES]) -> Result<(), AeadError> {
        self.end_with_tag();
        // The whole tag is one piece.
        if let Err(error) = verify(tag, Some(8 * KEYAK_TAG_BYTES as u64), |right| self.engine.copy_tag(right)) {
            self.erase();
            return Err(error.into());
        }
        Ok(())
    }
}

#[cfg(feature = "zeroize")]
impl<W: Word, const PISTONS: usize> zeroize::ZeroizeOnDrop for Keyak<W, PISTONS> {}

impl<W: Word, const PISTONS: usize> core::fmt::Debug for Keyak<W, PISTONS> {
    /// Writes only what is public.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Keyak")
            .field("pistons", &PISTONS)
            .field("implementation", &self.engine.implementation.implementation().name())
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
