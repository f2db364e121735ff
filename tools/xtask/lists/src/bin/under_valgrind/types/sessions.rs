//! Sessions of authenticated encryption: complete ones with encryption and decryption, and ones with wrong tags. Keys,
//! plaintexts and associated data are secret; nonces, ciphertexts and tags are not.

use super::digests::{MOST_BYTES, compare};
use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use crate::valgrind;
use counterpoint::registry::Aead;
use counterpoint::{Algorithm, KetjeJr, KetjeMajor, KetjeMinor, KetjeSr};
use counterpoint::{LakeKeyak, LunarKeyak, OceanKeyak, RiverKeyak, SeaKeyak};

pub(super) const CASES: &[Case] = &[
    Case { branches: 1, ..Case::new("Keyak: start_verified", verified_starts) },
    Case { branches: 2, ..Case::new("Keyak", keyak) },
    Case { branches: 2, ..Case::new("Ketje", ketje) },
    Case { branches: 2, ..Case::new("Aead, Session", by_name) },
];

const NONCE: &[u8] = b"a nonce";

/// Lengths of messages: 0, and from part of a block to several blocks of any instance.
const LENGTHS: [usize; 4] = [0, 5, 200, 1500];

/// Calls a macro with all types of Keyak.
macro_rules! each_keyak {
    ($do:ident) => {
        $do!(RiverKeyak LakeKeyak SeaKeyak OceanKeyak LunarKeyak)
    };
}

fn verified_starts(verdicts: &mut Verdicts) -> Outcome {
    macro_rules! start {
        ($($type:ident)+) => {$({
            let key = secret(16);
            for forget in [false, true] {
                let mut found = Ok(());
                let right = |tag: &mut [u8]| match $type::start_with_tag(&key, NONCE, forget) {
                    Ok((_, made)) => tag.copy_from_slice(&made),
                    Err(error) => found = Err(error),
                };
                compare(verdicts, [16], right, |tag| match tag.try_into() {
                    Ok(tag) => $type::start_verified(&key, NONCE, forget, tag).is_ok(),
                    Err(_) => false,
                });
                found?;
            }
        })+};
    }
    each_keyak!(start);
    Ok(())
}

fn keyak(verdicts: &mut Verdicts) -> Outcome {
    macro_rules! session {
        ($($type:ident)+) => {$({
            let key = secret(16);
            let (mut alice, mut bob) = ($type::new(&key, NONCE)?, $type::new(&key, NONCE)?);
            for length in LENGTHS {
                for forget in [false, true] {
                    let (associated_data, mut buffer) = (secret(length / 2), secret(length));
                    let tag = Box::new(alice.wrap(&associated_data, &mut buffer, forget)?);
                    valgrind::make_public(&*tag);
                    valgrind::make_public(&buffer);
                    verdicts.tell(true, || bob.unwrap(&associated_data, &mut buffer, &tag, forget).is_ok());
                }
            }
            for wrong in [0, 8, 15] {
                let mut buffer = secret(100);
                let mut tag = Box::new($type::new(&key, NONCE)?.encrypt(b"", &mut buffer)?);
                valgrind::make_public(&*tag);
                valgrind::make_public(&buffer);
                tag[wrong] ^= 1;
                let mut bob = $type::new(&key, NONCE)?;
                verdicts.tell(false, || bob.decrypt(b"", &mut buffer, &tag).is_ok());
                assert!(bob.decrypt(b"", &mut buffer, &tag).is_err(), "the session has ended");
            }
        })+};
    }
    each_keyak!(session);
    Ok(())
}

fn ketje(verdicts: &mut Verdicts) -> Outcome {
    macro_rules! session {
        ($($type:ident)+) => {$({
            let key = secret(12);
            let (mut alice, mut bob) = ($type::new(&key, NONCE)?, $type::new(&key, NONCE)?);
            for length in LENGTHS {
                let (associated_data, mut buffer) = (secret(length / 2), secret(length));
                alice.encrypt_without_tag(&associated_data, &mut buffer)?;
                valgrind::make_public(&buffer);
                bob.decrypt_unverified(&associated_data, &mut buffer)?;
                let mut buffer = secret(length);
                let tag = Box::new(alice.encrypt(&associated_data, &mut buffer)?);
                valgrind::make_public(&*tag);
                valgrind::make_public(&buffer);
                verdicts.tell(true, || bob.decrypt(&associated_data, &mut buffer, &tag).is_ok());
            }
            // Tags of any length, of the same ciphertext.
            let mut ciphertext = secret(100);
            $type::new(&key, NONCE)?.encrypt(b"", &mut ciphertext)?;
            valgrind::make_public(&ciphertext);
            let mut found = Ok(());
            let right = |tag: &mut [u8]| {
                let session = $type::new(&key, NONCE);
                let written = session.and_then(|mut session| session.wrap(b"", &mut secret(100), tag));
                if tag.len() >= counterpoint::tag::MIN_TAG_BYTES {
                    found = written;
                }
            };
            compare(verdicts, 1..=MOST_BYTES, right, |tag| {
                let session = $type::new(&key, NONCE);
                session.and_then(|mut session| session.unwrap(b"", &mut ciphertext.clone(), tag)).is_ok()
            });
            found?;
        })+};
    }
    session!(KetjeJr KetjeSr KetjeMinor KetjeMajor);
    Ok(())
}

fn by_name(verdicts: &mut Verdicts) -> Outcome {
    for aead in Algorithm::all().filter_map(Algorithm::as_aead) {
        by_its_name(verdicts, aead)?;
    }
    Ok(())
}

fn by_its_name(verdicts: &mut Verdicts, aead: &dyn Aead) -> Outcome {
    let key = secret(aead.key_bytes());
    let mut tag = vec![0; aead.tag_bytes()];
    let (mut alice, mut bob) = (aead.session(None, &key, NONCE)?, aead.session(None, &key, NONCE)?);
    for (length, wrong) in [(0, None), (5, None), (1500, None), (100, Some(0)), (100, Some(tag.len() - 1))] {
        let (associated_data, mut buffer) = (secret(length / 2), secret(length));
        if wrong.is_some() {
            (alice, bob) = (aead.session(None, &key, NONCE)?, aead.session(None, &key, NONCE)?);
        }
        alice.encrypt(&associated_data, &mut buffer, &mut tag)?;
        valgrind::make_public(&tag);
        valgrind::make_public(&buffer);
        if let Some(wrong) = wrong {
            tag[wrong] ^= 1;
        }
        verdicts.tell(wrong.is_none(), || bob.decrypt(&associated_data, &mut buffer, &tag).is_ok());
    }
    Ok(())
}
