//! The traits of the crate `aead`, for programs that are generic over authenticated encryption.
//!
//! In that crate, a key is a value that is kept, and each message has its own nonce; in this one, key and nonce start
//! a session. Therefore the traits are implemented by a key, which starts a session for each message. Lengths are
//! types in that crate.

use super::{KetjeJr, KetjeMajor, KetjeMinor, KetjeSr, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak};
use crate::aead::AeadError;
use crate::wipe::{Wipe, Wiped};
use aead::array::{ArraySize, AssocArraySize};
use aead::consts::{U10, U12, U16};
use aead::inout::InOutBuf;
use aead::{AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Tag, TagPosition};

/// A key of the authenticated encryption `S` with the traits of the crate `aead`: each message is a separate session.
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
/// With the feature `alloc`, `encrypt` and `decrypt` of the trait `aead::Aead` return a `Vec`, in which the tag
/// follows the ciphertext.
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
/// Key and tag have the length that the claimed strength requires; in Ketje Jr there is no room for a longer nonce
/// beside the key. Messages and associated data may have any length, including 0.
///
/// # Guarantees
///
/// Ciphertext and tag are those of the session's first message. As in a session, a nonce must not be used twice with
/// a key, and tags are compared in constant time. If a tag does not match, nothing of the message is released: the
/// output is filled with zeros. Random nonces repeat sooner than one expects; for the 10 bytes of Ketje Jr use a
/// counter instead. With the feature `zeroize`, the key is wiped when it is dropped.
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

/// A session that can be started for one message, with a key and a nonce of these lengths. Nobody outside of the
/// library can name this trait.
pub trait OneMessageSession: Sized {
    /// A key: an array of bytes.
    type Key: AsRef<[u8]> + AsMut<[u8]> + AssocArraySize + Clone + Default + Wipe;
    /// Length of a nonce in bytes.
    type NonceSize: ArraySize;
    /// Length of a tag in bytes.
    type TagSize: ArraySize;

    /// Encrypts a session's first message in place and returns its tag.
    ///
    /// # Errors
    ///
    /// If key or nonce has a wrong length.
    fn encrypt_one(key: &[u8], nonce: &[u8], data: &[u8], buffer: &mut [u8]) -> Result<TagOf<Self>, AeadError>;

    /// Decrypts a session's first message in place.
    ///
    /// # Errors
    ///
    /// As [`Self::encrypt_one`], and if the tag does not match. In that case, `buffer` is filled with zeros.
    fn decrypt_one(
        key: &[u8],
        nonce: &[u8],
        data: &[u8],
        buffer: &mut [u8],
        tag: &TagOf<Self>,
    ) -> Result<(), AeadError>;
}

/// The tag of a session.
type TagOf<S> = aead::array::Array<u8, <S as OneMessageSession>::TagSize>;

macro_rules! keys {
    ($($key:ident of $session:ident: $key_bytes:literal, $nonce:ty, $tag:ty;)+) => {$(
        #[doc = concat!("A key of [`", stringify!($session), "`] with the traits of the crate `aead`. See [`AeadKey`].")]
        pub type $key = AeadKey<$session>;

        impl OneMessageSession for $session {
            type Key = [u8; $key_bytes];
            type NonceSize = $nonce;
            type TagSize = $tag;

            fn encrypt_one(key: &[u8], nonce: &[u8], data: &[u8], buffer: &mut [u8]) -> Result<TagOf<Self>, AeadError> {
                Ok(Self::new(key, nonce)?.encrypt(data, buffer)?.into())
            }

            fn decrypt_one(
                key: &[u8],
                nonce: &[u8],
                data: &[u8],
                buffer: &mut [u8],
                tag: &TagOf<Self>,
            ) -> Result<(), AeadError> {
                Self::new(key, nonce)?.decrypt(data, buffer, tag.as_ref())
            }
        }
    )+};
}

keys! {
    RiverKeyakKey of RiverKeyak: 16, U16, U16;
    LakeKeyakKey of LakeKeyak: 16, U16, U16;
    SeaKeyakKey of SeaKeyak: 16, U16, U16;
    OceanKeyakKey of OceanKeyak: 16, U16, U16;
    LunarKeyakKey of LunarKeyak: 16, U16, U16;
    KetjeJrKey of KetjeJr: 12, U10, U12;
    KetjeSrKey of KetjeSr: 16, U16, U16;
    KetjeMinorKey of KetjeMinor: 16, U16, U16;
    KetjeMajorKey of KetjeMajor: 16, U16, U16;
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
        let buffer = buffer.into_out_with_copied_in();
        S::encrypt_one((*self.0).as_ref(), nonce, associated_data, buffer).map_err(|_| Error)
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Tag<Self>,
    ) -> Result<(), Error> {
        let buffer = buffer.into_out_with_copied_in();
        S::decrypt_one((*self.0).as_ref(), nonce, associated_data, buffer, tag).map_err(|_| Error)
    }
}

#[cfg(feature = "zeroize")]
impl<S: OneMessageSession> zeroize::ZeroizeOnDrop for AeadKey<S> {}

impl<S: OneMessageSession> core::fmt::Debug for AeadKey<S> {
    /// Writes nothing of the key: it is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AeadKey").finish_non_exhaustive()
    }
}
