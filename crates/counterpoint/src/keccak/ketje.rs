//! Ketje v2: authenticated encryption of sessions on small states, with one round of Keccak-p for each block. [Ketje]
//!
//! A key and a nonce start a session. It then encrypts any number of messages one after the other, and each tag
//! authenticates all messages so far. The parts, from the lowest level up:
//!
//! * *MonkeyDuplex* is a state that absorbs blocks with few rounds between them (`monkey_duplex.rs`);
//! * *MonkeyWrap* divides messages into blocks: it is the session, [`Ketje`].

use super::primitive::Word;
use super::state_bytes::Direction;
use crate::aead::AeadError;
use crate::algorithm::PIECE_BYTES;
use crate::tag::{MIN_TAG_BYTES, verify};
use crate::wipe::Wiped;

mod by_name;
mod monkey_duplex;
#[cfg(all(test, feature = "std"))]
mod spec;
#[cfg(all(test, feature = "std"))]
mod tests;

pub(super) use by_name::ALGORITHMS;

use monkey_duplex::{Frame, MonkeyDuplex};

// ketje: begin, by `cargo xtask generate` from functions.toml
/// Ketje Jr: a state of 200 bits. See [`Ketje`].
pub type KetjeJr = Ketje<u8, 2, 12>;
/// Ketje Sr: a state of 400 bits, the primary recommendation. See [`Ketje`].
pub type KetjeSr = Ketje<u16, 2, 16>;
/// Ketje Minor: a state of 800 bits. See [`Ketje`].
pub type KetjeMinor = Ketje<u32, 4, 16>;
/// Ketje Major: a state of 1600 bits. See [`Ketje`].
pub type KetjeMajor = Ketje<u64, 4, 16>;
// ketje: end

/// A session of Ketje v2 (MonkeyWrap) with lanes of type `W`, blocks of `LANES` lanes and tags of `TAG` bytes.
///
/// ```
/// use counterpoint::KetjeSr;
///
/// let (key, nonce) = ([0x42; 16], b"used once with this key");
/// let mut alice = KetjeSr::new(&key, nonce)?;
/// let mut message = *b"attack at dawn";
/// let tag = alice.encrypt(b"to Bob", &mut message)?;
///
/// let mut bob = KetjeSr::new(&key, nonce)?;
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
/// | type | bits of state | bytes of a block | key and nonce together | tag |
/// |---|---|---|---|---|
/// | [`KetjeJr`] | 200 | 2 | 22 | 12 |
/// | [`KetjeSr`] | 400 | 4 | 47 | 16 |
/// | [`KetjeMinor`] | 800 | 16 | 97 | 16 |
/// | [`KetjeMajor`] | 1600 | 32 | 197 | 16 |
///
/// # Lengths
///
/// The key has at least 1 byte; 12 bytes or more provide the strength that Ketje Jr claims, and the others need 16 or
/// more for theirs. Key and nonce together have at most the number of bytes in the table. [`Self::wrap`] writes tags of
/// any length from [`MIN_TAG_BYTES`] on. Messages and associated data may have any length, including 0. To send a long
/// message in parts with a tag only on the last one, use [`Self::encrypt_without_tag`].
///
/// # Guarantees
///
/// Never use a nonce twice with the same key: an attacker could recover the state, and from it the key. Except by
/// [`Self::decrypt_unverified`], no plaintext is released before its tag is verified. Tags are compared in constant
/// time.
///
/// # Errors
///
/// Calls fail for a key, nonce or tag of the wrong length, an unknown implementation, a tag that does not match, and
/// any use of the session after that: see [`AeadError`]. A session whose tag did not match can't be continued: its
/// state is erased.
///
/// Source: [Ketje], version 2. Keys, nonces and data consist of whole bytes.
pub struct Ketje<W: Word, const LANES: usize, const TAG: usize> {
    duplex: MonkeyDuplex<W, LANES>,
    failed: bool,
}

impl<W: Word, const LANES: usize, const TAG: usize> Ketje<W, LANES, TAG> {
    /// The maximum length of key and nonce together, in bytes: the state less the two other bytes of the key pack and
    /// one byte of padding.
    pub const MOST_KEY_AND_NONCE_BYTES: usize = {
        assert!(
            matches!((W::BYTES, LANES, TAG), (1, 2, 12) | (2, 2, 16) | (4 | 8, 4, 16)),
            "there are Ketje Jr, Sr, Minor and Major"
        );
        25 * W::BYTES - 3
    };
    const BLOCK_BYTES: usize = MonkeyDuplex::<W, LANES>::BLOCK_BYTES;

    /// Starts a session.
    ///
    /// # Errors
    ///
    /// If the key is empty, or if key and nonce together are longer than [`Self::MOST_KEY_AND_NONCE_BYTES`].
    pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::start(None, key, nonce)
    }

    /// [`Self::new`] with the named implementation of Keccak-p.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`], and if there is no such implementation, or if this machine can't run it.
    pub fn with_implementation(name: &str, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        Self::start(Some(name), key, nonce)
    }

    fn start(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        let mut session = Self::initial(implementation, key, nonce)?;
        session.begin(key, nonce);
        Ok(session)
    }

    /// Checks the lengths of key and nonce, and returns a session that has not absorbed them yet.
    fn initial(implementation: Option<&str>, key: &[u8], nonce: &[u8]) -> Result<Self, AeadError> {
        let (bytes, most) = (key.len(), Self::MOST_KEY_AND_NONCE_BYTES);
        if !(1..=most).contains(&bytes) {
            return Err(AeadError::Key { bytes, most });
        }
        let (bytes, most) = (nonce.len(), most - bytes);
        if bytes > most {
            return Err(AeadError::Nonce { bytes, most });
        }
        let implementation = match implementation {
            Some(name) => W::list().named(name)?,
            None => W::list().best(1),
        };
        Ok(Self { duplex: MonkeyDuplex::new(implementation), failed: false })
    }

    /// Absorbs key and nonce, whose lengths are valid.
    fn begin(&mut self, key: &[u8], nonce: &[u8]) {
        // The key pack, the nonce, and the padding: a 1, zeros, and a 1 in the state's last bit.
        let mut state = Wiped([0; 200]);
        let state = &mut state[..25 * W::BYTES];
        state[0] = key.len() as u8 + 2;
        state[1..][..key.len()].copy_from_slice(key);
        state[1 + key.len()] = 1;
        let rest = &mut state[2 + key.len()..];
        rest[..nonce.len()].copy_from_slice(nonce);
        rest[nonce.len()] = 1;
        state[25 * W::BYTES - 1] ^= 0x80;
        self.duplex.start(state);
    }

    /// Encrypts a message in place and returns its tag, which also authenticates the associated data and all earlier
    /// messages.
    ///
    /// # Errors
    ///
    /// If an earlier tag did not match. In that case, `buffer` is unchanged.
    pub fn encrypt(&mut self, associated_data: &[u8], buffer: &mut [u8]) -> Result<[u8; TAG], AeadError> {
        let mut tag = [0; TAG];
        self.wrap(associated_data, buffer, &mut tag)?;
        Ok(tag)
    }

    /// Decrypts a message in place.
    ///
    /// # Errors
    ///
    /// If the tag does not match, or if an earlier one did not. In that case, `buffer` is filled with zeros.
    pub fn decrypt(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8; TAG]) -> Result<(), AeadError> {
        self.unwrap(associated_data, buffer, tag)
    }

    /// [`Self::encrypt`] with a tag of any length from [`MIN_TAG_BYTES`] on. Shorter tags are easier to guess.
    ///
    /// # Errors
    ///
    /// As for [`Self::encrypt`], and if the tag has fewer than [`MIN_TAG_BYTES`] bytes. In all cases, `buffer` is
    /// unchanged.
    pub fn wrap(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &mut [u8]) -> Result<(), AeadError> {
        self.wrap_while(associated_data, buffer, tag, &mut || true)
    }

    fn wrap_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        self.can_go_on()?;
        long_enough(tag)?;
        self.wrap_with_any_tag(associated_data, buffer, tag, go_on)
    }

    /// [`Self::decrypt`] with a tag of any length from [`MIN_TAG_BYTES`] on.
    ///
    /// # Errors
    ///
    /// As for [`Self::decrypt`], and if the tag has fewer than [`MIN_TAG_BYTES`] bytes; after that error, the session
    /// can be continued. In all cases, `buffer` is filled with zeros.
    pub fn unwrap(&mut self, associated_data: &[u8], buffer: &mut [u8], tag: &[u8]) -> Result<(), AeadError> {
        self.unwrap_while(associated_data, buffer, tag, &mut || true)
    }

    fn unwrap_while(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &[u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        self.can_go_on().and_then(|()| long_enough(tag)).inspect_err(|_| buffer.fill(0))?;
        self.run(associated_data, buffer, Direction::Decrypt, go_on)?;
        let mut begun = false;
        if let Err(error) = verify(tag, None, |part| self.read_tag(&mut begun, part)) {
            self.erase(buffer);
            return Err(error.into());
        }
        Ok(())
    }

    /// Encrypts a part of a longer message without a tag. Nothing authenticates the part until a later message in this
    /// session has a tag, which then covers both.
    ///
    /// ```
    /// use counterpoint::KetjeSr;
    ///
    /// let (key, nonce) = ([0x42; 16], b"used once with this key");
    /// let (mut first, mut last) = (*b"attack", *b" at dawn");
    /// let mut alice = KetjeSr::new(&key, nonce)?;
    /// alice.encrypt_without_tag(b"", &mut first)?;
    /// let tag = alice.encrypt(b"", &mut last)?;
    ///
    /// let mut bob = KetjeSr::new(&key, nonce)?;
    /// bob.decrypt_unverified(b"", &mut first)?; // Not authentic yet: don't use it.
    /// bob.decrypt(b"", &mut last, &tag)?; // Now both parts are authentic.
    /// assert_eq!((&first, &last), (b"attack", b" at dawn"));
    /// # Ok::<(), counterpoint::aead::AeadError>(())
    /// ```
    ///
    /// In the specification, this is an empty tag, for intermediate messages of a session.
    ///
    /// # Errors
    ///
    /// As for [`Self::encrypt`].
    pub fn encrypt_without_tag(&mut self, associated_data: &[u8], buffer: &mut [u8]) -> Result<(), AeadError> {
        self.can_go_on()?;
        self.wrap_with_any_tag(associated_data, buffer, &mut [], &mut || true)
    }

    /// Decrypts what [`Self::encrypt_without_tag`] encrypted. **`buffer` is not authentic**: anyone may have changed
    /// it. Don't use it until the tag of a later message in this session matches. If that tag does not match, discard
    /// all parts since the previous tag.
    ///
    /// # Errors
    ///
    /// If an earlier tag did not match. In that case, `buffer` is filled with zeros.
    pub fn decrypt_unverified(&mut self, associated_data: &[u8], buffer: &mut [u8]) -> Result<(), AeadError> {
        self.can_go_on().inspect_err(|_| buffer.fill(0))?;
        self.run(associated_data, buffer, Direction::Decrypt, &mut || true)
    }

    fn can_go_on(&self) -> Result<(), AeadError> {
        if self.failed { Err(AeadError::Failed) } else { Ok(()) }
    }

    /// Encrypts a message and writes its tag, which may have any length, as in the specification.
    fn wrap_with_any_tag(
        &mut self,
        associated_data: &[u8],
        buffer: &mut [u8],
        tag: &mut [u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        self.run(associated_data, buffer, Direction::Encrypt, go_on)?;
        self.read_tag(&mut false, tag);
        Ok(())
    }

    /// Absorbs and encrypts or decrypts a message. If `go_on` stops it, the message and the state are erased.
    fn run(
        &mut self,
        associated_data: &[u8],
        data: &mut [u8],
        direction: Direction,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), AeadError> {
        let piece_bytes = PIECE_BYTES / Self::BLOCK_BYTES * Self::BLOCK_BYTES;
        let (whole, last) = associated_data.split_at(Self::before_last(associated_data.len()));
        for piece in whole.chunks(piece_bytes) {
            if !go_on() {
                self.erase(data);
                return Err(AeadError::Stopped);
            }
            for block in piece.chunks_exact(Self::BLOCK_BYTES) {
                self.duplex.add(block);
                self.duplex.step(Self::BLOCK_BYTES, Frame::AssociatedData);
            }
        }
        self.duplex.add(last);
        self.duplex.step(last.len(), Frame::LastAssociatedData);

        let before_last = Self::before_last(data.len());
        for begin in (0..before_last).step_by(piece_bytes) {
            if !go_on() {
                self.erase(data);
                return Err(AeadError::Stopped);
            }
            let piece = &mut data[begin..before_last.min(begin + piece_bytes)];
            for block in piece.chunks_exact_mut(Self::BLOCK_BYTES) {
                self.duplex.crypt(block, direction);
                self.duplex.step(Self::BLOCK_BYTES, Frame::Message);
            }
        }
        let last = &mut data[before_last..];
        self.duplex.crypt(last, direction);
        self.duplex.step(last.len(), Frame::LastMessage);
        Ok(())
    }

    /// Erases a message and the state; the session can't be continued.
    fn erase(&mut self, buffer: &mut [u8]) {
        self.failed = true;
        self.duplex.clear();
        buffer.fill(0);
    }

    /// Returns the number of bytes before the last block. That block may be full, and is empty only if the string is
    /// empty.
    const fn before_last(bytes: usize) -> usize {
        bytes.saturating_sub(1) / Self::BLOCK_BYTES * Self::BLOCK_BYTES
    }

    /// Writes the next part of the tag. Each part except the last consists of whole blocks. `begun` is true if there
    /// was an earlier part.
    fn read_tag(&mut self, begun: &mut bool, part: &mut [u8]) {
        for block in part.chunks_mut(Self::BLOCK_BYTES) {
            if core::mem::replace(begun, true) {
                self.duplex.step(0, Frame::Tag);
            }
            self.duplex.copy(block);
        }
    }
}

/// Returns an error for a tag that is too short to match.
fn long_enough(tag: &[u8]) -> Result<(), AeadError> {
    if tag.len() < MIN_TAG_BYTES { Err(AeadError::Tag { bytes: tag.len() }) } else { Ok(()) }
}

#[cfg(feature = "zeroize")]
impl<W: Word, const LANES: usize, const TAG: usize> zeroize::ZeroizeOnDrop for Ketje<W, LANES, TAG> {}

impl<W: Word, const LANES: usize, const TAG: usize> core::fmt::Debug for Ketje<W, LANES, TAG> {
    /// Writes only what is public.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ketje")
            .field("width", &(25 * W::WIDTH))
            .field("implementation", &self.duplex.implementation.implementation().name())
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
