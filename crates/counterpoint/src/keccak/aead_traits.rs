//! The traits of the crate `aead`, for programs that are generic over authenticated encryption.
//!
//! In that crate, a key is a long-lived value and each message has its own nonce; here, a key and a nonce start a
//! session. The traits are therefore implemented by a key type that starts a session for each message. Since the crate
//! expresses lengths as types, each key type has one length of key, nonce and tag.

use super::session::{ByName, TypedSession};
use super::{Ketje, KetjeJr, KetjeMajor, KetjeMinor, KetjeSr};
use super::{Keyak, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak, Word};
use crate::algorithm::Aead;
use crate::wipe::{Wipe, Wiped};
use aead::array::{ArraySize, AssocArraySize};
use aead::consts::{U10, U12, U16};
use aead::inout::InOutBuf;
use aead::{AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition};
use core::marker::PhantomData;

/// A key for the session type `S`, with the traits of the crate `aead`: each message is a separate session.
///
/// ```
/// use aead::{AeadInOut, KeyInit};
/// use counterpoint::keccak::LakeKeyakKey;
///
/// let key = LakeKeyakKey::new(&[0x42; 16].into());
/// let nonce = (*b"used once only..").into();
/// let mut message = *b"attack at dawn";
/// let tag = key.encrypt_inout_detached(&nonce, b"to Bob", message.as_mut_slice().into())?;
///
/// key.decrypt_inout_detached(&nonce, b"to Bob", message.as_mut_slice().into(), &tag)?;
/// assert_eq!(&message, b"attack at dawn");
/// # Ok::<(), aead::Error>(())
/// ```
///
/// With the feature `alloc`, `encrypt` and `decrypt` of the trait `aead::Aead` return a `Vec`; the tag follows the
/// ciphertext.
///
/// # Lengths
///
/// | type | session | key | nonce | tag |
/// |---|---|---|---|---|
/// | [`RiverKeyakKey`] | [`RiverKeyak`] | 16 | 16 | 16 |
/// | [`LakeKeyakKey`] | [`LakeKeyak`] | 16 | 16 | 16 |
/// | [`SeaKeyakKey`] | [`SeaKeyak`] | 16 | 16 | 16 |
/// | [`OceanKeyakKey`] | [`OceanKeyak`] | 16 | 16 | 16 |
/// | [`LunarKeyakKey`] | [`LunarKeyak`] | 16 | 16 | 16 |
/// | [`KetjeJrKey`] | [`KetjeJr`] | 12 | 10 | 12 |
/// | [`KetjeSrKey`] | [`KetjeSr`] | 16 | 16 | 16 |
/// | [`KetjeMinorKey`] | [`KetjeMinor`] | 16 | 16 | 16 |
/// | [`KetjeMajorKey`] | [`KetjeMajor`] | 16 | 16 | 16 |
///
/// Key and tag have the length that the claimed strength requires; Ketje Jr has no room for a longer nonce next to the
/// key. Messages and associated data may have any length, including 0.
///
/// # Guarantees
///
/// Ciphertext and tag are those of the session's first message. As in a session, a nonce must not be used twice with
/// the same key, and tags are compared in constant time. If a tag does not match, no plaintext is released: the output
/// is filled with zeros. Random nonces repeat sooner than you might expect; for the 10 bytes of Ketje Jr, use a counter
/// instead. With the feature `zeroize`, the key is wiped when it is dropped.
///
/// # Errors
///
/// [`Error`], if the tag does not match, or if a buffer is too short for a tag or can't be extended by one.
///
/// # What the traits do not support
///
/// Sessions of several messages, tags at their start, the choice to forget, other lengths of keys, nonces and tags,
/// and the choice of an implementation: for these, use the session's type.
#[derive(Clone)]
pub struct AeadKey<S: OneMessageSession>(Wiped<S::Key>);

/// A session type with the lengths of key, nonce and tag that [`AeadKey`] uses. Code outside the library can't name
/// this trait.
pub trait OneMessageSession: TypedSession {
    /// A key: an array of bytes.
    type Key: AsRef<[u8]> + AsMut<[u8]> + AssocArraySize + Clone + Default + Wipe;
    /// Length of a nonce in bytes.
    type NonceSize: ArraySize;
    /// Length of a tag in bytes.
    type TagSize: ArraySize;
}

impl<W: Word, const PISTONS: usize> OneMessageSession for Keyak<W, PISTONS> {
    type Key = [u8; 16];
    type NonceSize = U16;
    type TagSize = U16;
}

impl<W: Word, const LANES: usize> OneMessageSession for Ketje<W, LANES, 16> {
    type Key = [u8; 16];
    type NonceSize = U16;
    type TagSize = U16;
}

impl OneMessageSession for KetjeJr {
    type Key = [u8; 12];
    type NonceSize = U10;
    type TagSize = U12;
}

/// A key of [`RiverKeyak`] with the traits of the crate `aead`. See [`AeadKey`].
pub type RiverKeyakKey = AeadKey<RiverKeyak>;
/// A key of [`LakeKeyak`] with the traits of the crate `aead`. See [`AeadKey`].
pub type LakeKeyakKey = AeadKey<LakeKeyak>;
/// A key of [`SeaKeyak`] with the traits of the crate `aead`. See [`AeadKey`].
pub type SeaKeyakKey = AeadKey<SeaKeyak>;
/// A key of [`OceanKeyak`] with the traits of the crate `aead`. See [`AeadKey`].
pub type OceanKeyakKey = AeadKey<OceanKeyak>;
/// A key of [`LunarKeyak`] with the traits of the crate `aead`. See [`AeadKey`].
pub type LunarKeyakKey = AeadKey<LunarKeyak>;
/// A key of [`KetjeJr`] with the traits of the crate `aead`. See [`AeadKey`].
pub type KetjeJrKey = AeadKey<KetjeJr>;
/// A key of [`KetjeSr`] with the traits of the crate `aead`. See [`AeadKey`].
pub type KetjeSrKey = AeadKey<KetjeSr>;
/// A key of [`KetjeMinor`] with the traits of the crate `aead`. See [`AeadKey`].
pub type KetjeMinorKey = AeadKey<KetjeMinor>;
/// A key of [`KetjeMajor`] with the traits of the crate `aead`. See [`AeadKey`].
pub type KetjeMajorKey = AeadKey<KetjeMajor>;

impl<S: OneMessageSession> AeadKey<S> {
    /// A session of type `S` with one message.
    const SESSION: ByName<S> = ByName(PhantomData);
}

impl<S: OneMessageSession> KeySizeUser for AeadKey<S> {
    type KeySize = <S::Key as AssocArraySize>::Size;
}

impl<S: OneMessageSession> KeyInit for AeadKey<S> {
    fn new(key: &Key<Self>) -> Self {
        let mut own = Self(Wiped(S::Key::default()));
        own.0.as_mut().copy_from_slice(key);
        own
    }
}

impl<S: OneMessageSession> AeadCore for AeadKey<S> {
    type NonceSize = S::NonceSize;
    type TagSize = S::TagSize;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}

impl<S: OneMessageSession> AeadInOut for AeadKey<S> {
    fn encrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
    ) -> Result<Tag<Self>, Error> {
        let (buffer, mut tag) = (buffer.into_out_with_copied_in(), Tag::<Self>::default());
        let encrypted = Self::SESSION.encrypt(None, (*self.0).as_ref(), nonce, associated_data, buffer, &mut tag);
        encrypted.map(|()| tag).map_err(|_| Error)
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Tag<Self>,
    ) -> Result<(), Error> {
        let buffer = buffer.into_out_with_copied_in();
        let decrypted = Self::SESSION.decrypt(None, (*self.0).as_ref(), nonce, associated_data, buffer, tag);
        decrypted.map_err(|_| Error)
    }
}

#[cfg(feature = "zeroize")]
impl<S: OneMessageSession> zeroize::ZeroizeOnDrop for AeadKey<S> {}

impl<S: OneMessageSession> core::fmt::Debug for AeadKey<S> {
    /// Does not write the key, which is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AeadKey").finish_non_exhaustive()
    }
}
