//! The traits of the crate `aead` produce the same ciphertexts and tags as the sessions' own methods.

use aead::inout::InOutBuf;
use aead::{Aead, AeadInOut, Error, KeyInit, Nonce, Payload, Tag};
use counterpoint::keccak::{
    KetjeJrKey, KetjeMajorKey, KetjeMinorKey, KetjeSrKey, LakeKeyakKey, LunarKeyakKey, OceanKeyakKey, RiverKeyakKey,
    SeaKeyakKey,
};
use counterpoint::{KetjeJr, KetjeMajor, KetjeMinor, KetjeSr, LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak};

/// Checks a program that is generic over authenticated encryption. `session` encrypts with the session's own methods
/// and returns the tag.
fn generic<A: Aead + AeadInOut + KeyInit>(session: impl Fn(&[u8], &[u8], &[u8], &mut [u8]) -> Vec<u8>) {
    let bytes: Vec<u8> = (0..A::key_size() as u8).collect();
    let key = A::new_from_slice(&bytes).unwrap();
    let nonce: Nonce<A> = Nonce::<A>::from_fn(|i| 0x20 + i as u8);
    for (length, aad) in [(0, &b""[..]), (0, b"metadata"), (3, b"metadata"), (200, b""), (3000, &[7; 500])] {
        let message: Vec<u8> = (0..length as u32).map(|i| (i % 251) as u8).collect();
        let mut expected = message.clone();
        let tag = session(&bytes, &nonce, aad, &mut expected);

        // A detached tag, from one buffer to another.
        let mut ciphertext = vec![0xee; length];
        let buffer = InOutBuf::new(&message, &mut ciphertext).unwrap();
        assert_eq!(key.encrypt_inout_detached(&nonce, aad, buffer).unwrap().as_slice(), tag);
        assert_eq!(ciphertext, expected);
        let mut plaintext = vec![0xee; length];
        let buffer = InOutBuf::new(&ciphertext, &mut plaintext).unwrap();
        key.decrypt_inout_detached(&nonce, aad, buffer, &tag.as_slice().try_into().unwrap()).unwrap();
        assert_eq!(plaintext, message);

        // The tag appended to the message, in a vector.
        let sent = key.encrypt(&nonce, Payload { msg: &message, aad }).unwrap();
        assert_eq!(sent, [expected, tag.clone()].concat());
        assert_eq!(key.decrypt(&nonce, Payload { msg: &sent, aad }).unwrap(), message);

        // A change to any byte of the tag, or to the ciphertext, the associated data, the nonce or the key, is refused
        // and leaves no plaintext.
        let refused = |key: &A, nonce: &Nonce<A>, aad: &[u8], ciphertext: &[u8], tag: &[u8]| {
            let (tag, mut plaintext) = (Tag::<A>::try_from(tag).unwrap(), vec![0xee; ciphertext.len()]);
            let buffer = InOutBuf::new(ciphertext, &mut plaintext).unwrap();
            assert_eq!(key.decrypt_inout_detached(nonce, aad, buffer, &tag), Err(Error));
            assert_eq!(plaintext, vec![0; ciphertext.len()]);
            let mut in_place = ciphertext.to_vec();
            assert_eq!(key.decrypt_inout_detached(nonce, aad, in_place.as_mut_slice().into(), &tag), Err(Error));
            assert_eq!(in_place, vec![0; ciphertext.len()]);
        };
        for i in 0..tag.len() {
            let mut forged = tag.clone();
            forged[i] ^= 0x10;
            refused(&key, &nonce, aad, &ciphertext, &forged);
        }
        if let Some(last) = ciphertext.last_mut() {
            *last ^= 1;
            refused(&key, &nonce, aad, &ciphertext, &tag);
            ciphertext[length - 1] ^= 1;
        }
        refused(&key, &nonce, b"else", &ciphertext, &tag);
        refused(&key, &Nonce::<A>::default(), aad, &ciphertext, &tag);
        refused(&A::new(&aead::Key::<A>::default()), &nonce, aad, &ciphertext, &tag);

        // A truncated tag is refused, and so is a message shorter than a tag.
        assert_eq!(key.decrypt(&nonce, Payload { msg: &sent[..sent.len() - 1], aad }), Err(Error));
        assert_eq!(key.decrypt(&nonce, &sent[..tag.len() - 1]), Err(Error));
    }
    assert!(Tag::<A>::try_from(&[0; 17][..]).is_err());
    assert!(A::new_from_slice(&bytes[1..]).is_err());
    assert!(A::new_from_slice(&[&bytes[..], &[0]].concat()).is_err());
}

macro_rules! sessions {
    ($($test:ident $key:ident $session:ident;)+) => {$(
        #[test]
        fn $test() {
            generic::<$key>(|key, nonce, aad, buffer| $session::new(key, nonce).unwrap().encrypt(aad, buffer).unwrap().to_vec());
        }
    )+};
}

sessions! {
    river_keyak RiverKeyakKey RiverKeyak;
    lake_keyak LakeKeyakKey LakeKeyak;
    sea_keyak SeaKeyakKey SeaKeyak;
    ocean_keyak OceanKeyakKey OceanKeyak;
    lunar_keyak LunarKeyakKey LunarKeyak;
    ketje_jr KetjeJrKey KetjeJr;
    ketje_sr KetjeSrKey KetjeSr;
    ketje_minor KetjeMinorKey KetjeMinor;
    ketje_major KetjeMajorKey KetjeMajor;
}

/// Results of our independent program, written from the papers, for key 00, 01, ..., nonce 20, 21, ...
#[test]
fn known_answers() {
    fn known<A: Aead + KeyInit>(expected: &str) {
        let key = A::new(&aead::Key::<A>::from_fn(|i| i as u8));
        let nonce = Nonce::<A>::from_fn(|i| 0x20 + i as u8);
        let sent = key.encrypt(&nonce, Payload { msg: b"abc", aad: b"metadata" }).unwrap();
        assert_eq!(sent, counterpoint_vectors::hex(expected).unwrap());
    }
    known::<LakeKeyakKey>("71ee0a72110b862225a473b17e41ed88b7e717");
    known::<LunarKeyakKey>("18360663213b3444bfcf32eda5f424d1ed3a83");
    known::<KetjeJrKey>("31941d30ab45da97ffe69f3f0a0552");
    known::<KetjeMajorKey>("71bc6fcc24f9f7d967f8fe16e47f1be5b53928");
}

#[test]
fn debug_shows_no_key() {
    assert_eq!(format!("{:?}", LakeKeyakKey::new(&[0x42; 16].into())), "AeadKey { .. }");
}
