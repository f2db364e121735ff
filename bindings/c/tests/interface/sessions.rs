//! Sessions of authenticated encryption.

use crate::{message, text, void};
use core::ffi::{c_char, c_int};
use core::ptr::{null, null_mut};
use counterpoint::Algorithm;
use counterpoint_capi::cpt_algorithm::*;
use counterpoint_capi::cpt_status::*;
use counterpoint_capi::*;

/// The numbers of all authenticated encryption algorithms.
fn numbers() -> impl Iterator<Item = c_int> {
    (1..=cpt_algorithm_count()).filter(|&number| cpt_algorithm_is_aead(number) == 1)
}

/// Starts a session with an implementation, or with the best one for null.
fn start(number: c_int, key: &[u8], implementation: *const c_char) -> (cpt_status, *mut cpt_session) {
    let mut session = null_mut();
    let nonce = void(b"nonce");
    let status = unsafe { cpt_session_new(&mut session, number, void(key), key.len(), nonce, 5, implementation) };
    (status, session)
}

/// If both sides used the interface, they could agree while ignoring a nonce or associated data.
#[test]
fn sessions_are_those_of_the_library() {
    assert_eq!(numbers().count(), Algorithm::all().filter(|algorithm| algorithm.as_aead().is_some()).count());
    for number in numbers() {
        let name = text(cpt_algorithm_name(number));
        let aead = Algorithm::by_name(name).unwrap().as_aead().unwrap();
        let lengths = [aead.key_bytes(), aead.nonce_bytes(), aead.block_bytes(), aead.tag_bytes()];
        let of_number = [cpt_algorithm_key_bytes, cpt_algorithm_nonce_bytes, cpt_algorithm_block_bytes];
        assert_eq!(lengths[..3], of_number.map(|length| length(number)), "{name}");
        let key = message(lengths[0]);
        let mut library = aead.session(None, &key, b"nonce").unwrap();
        let (status, session) = start(number, &key, null());
        assert_eq!(status, CPT_OK);
        for bytes in [0, 100] {
            let (mut buffer, mut tag) = (message(bytes), vec![0; lengths[3]]);
            let (mut expected, mut right) = (buffer.clone(), tag.clone());
            library.encrypt(b"ad", &mut expected, &mut right).unwrap();
            let (at, to) = (buffer.as_mut_ptr(), tag.as_mut_ptr());
            let status = unsafe { cpt_session_encrypt(session, void(b"ad"), 2, at, bytes, to, tag.len()) };
            assert_eq!((status, buffer, tag), (CPT_OK, expected, right), "{name}");
        }
        unsafe { cpt_session_free(session) };
    }
}

#[test]
fn sessions_go_on_until_a_tag_is_wrong() {
    counterpoint::registry::lend_spec();
    for number in numbers() {
        let (key, tag_bytes) = (vec![0x42; cpt_algorithm_key_bytes(number)], cpt_algorithm_output_bytes(number));
        let ((ok, alice), (_, bob)) = (start(number, &key, null()), start(number, &key, c"spec".as_ptr()));
        assert_eq!(ok, CPT_OK, "{}", text(cpt_error_message()));
        assert_eq!(start(number, &key, c"no-such".as_ptr()), (CPT_ERROR_IMPLEMENTATION, null_mut()));
        let mut tag = vec![0; tag_bytes + 1];
        let to = tag.as_mut_ptr();
        for bytes in [0, 1, 100, 3000] {
            let (mut buffer, sent) = (message(bytes), message(bytes));
            unsafe {
                let at = buffer.as_mut_ptr();
                assert_eq!(cpt_session_encrypt(alice, void(b"ad"), 2, at, bytes, to, tag_bytes), CPT_OK);
                assert!(bytes < 8 || buffer != sent);
                assert_eq!(cpt_session_decrypt(bob, void(b"ad"), 2, at, bytes, to.cast(), tag_bytes), CPT_OK);
            }
            assert_eq!(buffer, sent);
        }
        let mut buffer = [1; 10];
        let at = buffer.as_mut_ptr();
        let encrypt = |bytes| unsafe { cpt_session_encrypt(alice, null(), 0, at, 10, to, bytes) };
        let decrypt = |bytes| unsafe { cpt_session_decrypt(bob, null(), 0, at, 10, to.cast(), bytes) };
        // A tag of the wrong length changes nothing.
        assert_eq!([tag_bytes - 1, tag_bytes + 1].map(encrypt), [CPT_ERROR_LENGTH; 2]);
        assert_eq!(encrypt(tag_bytes), CPT_OK);
        assert_eq!([8, tag_bytes - 1, tag_bytes + 1].map(decrypt), [CPT_ERROR_LENGTH; 3], "a tag of another length");
        assert_eq!(decrypt(tag_bytes), CPT_OK);
        assert_eq!(buffer, [1; 10]);
        assert_eq!(encrypt(tag_bytes), CPT_OK);
        buffer[0] ^= 1;
        assert_eq!(decrypt(tag_bytes), CPT_ERROR_WRONG_TAG);
        assert_eq!(buffer, [0; 10], "nothing of a wrong message is released");
        assert_eq!(decrypt(tag_bytes), CPT_ERROR_STATE);
        unsafe {
            assert_eq!(cpt_session_encrypt(bob, null(), 0, at, 10, to, tag_bytes), CPT_ERROR_STATE);
            assert_eq!(cpt_session_decrypt(null_mut(), null(), 0, at, 10, to.cast(), tag_bytes), CPT_ERROR_NULL);
            cpt_session_free(alice);
            cpt_session_free(bob);
        }
    }
    let mut session = null_mut();
    unsafe {
        let sha3 = CPT_SHA3_256 as c_int;
        let status = cpt_session_new(&mut session, sha3, void(b"key"), 3, null(), 0, null());
        assert_eq!(status, CPT_ERROR_ALGORITHM);
        let river = CPT_RIVER_KEYAK as c_int;
        assert_eq!(cpt_session_new(&mut session, river, null(), 0, null(), 0, null()), CPT_ERROR_LENGTH);
        assert_eq!(text(cpt_error_message()), "a key of 0 bytes; choose 1 to 34");
    }
}
