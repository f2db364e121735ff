//! Sessions of authenticated encryption.

use crate::algorithm::numbered;
use crate::slices::{self, bytes, object_mut, slice_mut};
use crate::status::cpt_status::{CPT_ERROR_ALGORITHM, CPT_ERROR_LENGTH};
use crate::status::{Failure, cpt_status, status};
use core::ffi::{c_char, c_int, c_void};
use counterpoint::registry::Session;

/// A session of Keyak or Ketje, which encrypts or decrypts a sequence of messages. Each tag authenticates all messages
/// up to that point.
pub struct cpt_session {
    session: Box<dyn Session>,
    tag_bytes: usize,
}

/// Starts a session for a key and a nonce, and writes it to `session`. Free it with `cpt_session_free`. **Never use a
/// nonce twice with the same key.** `implementation` is null or the name of an implementation.
///
/// Errors: `CPT_ERROR_ALGORITHM`; `CPT_ERROR_LENGTH` for the key or the nonce; `CPT_ERROR_IMPLEMENTATION`,
/// `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_session_new(
    session: *mut *mut cpt_session,
    algorithm: c_int,
    key: *const c_void,
    key_bytes: usize,
    nonce: *const c_void,
    nonce_bytes: usize,
    implementation: *const c_char,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (place, key, nonce, implementation) = unsafe {
            let place = object_mut("session", session)?;
            *place = core::ptr::null_mut();
            (
                place,
                bytes("key", key, key_bytes)?,
                bytes("nonce", nonce, nonce_bytes)?,
                slices::implementation(implementation)?,
            )
        };
        let found = numbered(algorithm)?;
        let aead = found.as_aead().ok_or_else(|| {
            let text = format!("{} is a hash function; choose an algorithm for authenticated encryption", found.name);
            Failure::new(CPT_ERROR_ALGORITHM, text)
        })?;
        let session = aead.session(implementation, key, nonce)?;
        *place = Box::into_raw(Box::new(cpt_session { session, tag_bytes: aead.tag_bytes() }));
        Ok(())
    })
}

/// Frees a session. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_session_free(session: *mut cpt_session) {
    if !session.is_null() {
        // SAFETY: it was created by `cpt_session_new`, and the caller no longer uses it.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// Returns an error unless the session's tags have this length.
fn check_tag(session: &cpt_session, bytes: usize) -> Result<(), Failure> {
    let expected = session.tag_bytes;
    if bytes != expected {
        return Err(Failure::new(
            CPT_ERROR_LENGTH,
            format!("wrong tag length: {bytes} bytes given, but tags have {expected}"),
        ));
    }
    Ok(())
}

/// Encrypts a message in place and writes its tag, whose length is returned by `cpt_algorithm_output_bytes`. The tag
/// also authenticates the associated data and all earlier messages.
///
/// Errors: `CPT_ERROR_LENGTH` for the tag; `CPT_ERROR_STATE` if an earlier tag was wrong; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_session_encrypt(
    session: *mut cpt_session,
    associated_data: *const c_void,
    associated_data_bytes: usize,
    buffer: *mut u8,
    buffer_bytes: usize,
    tag: *mut u8,
    tag_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (session, associated_data, buffer, tag) = unsafe {
            (
                object_mut("session", session)?,
                bytes("associated_data", associated_data, associated_data_bytes)?,
                slice_mut("buffer", buffer, buffer_bytes)?,
                slice_mut("tag", tag, tag_bytes)?,
            )
        };
        check_tag(session, tag.len())?;
        Ok(session.session.encrypt(associated_data, buffer, tag)?)
    })
}

/// Decrypts a message in place and verifies its tag in constant time. If the tag is wrong, the message is filled with
/// zeros, and the session can't be continued.
///
/// Errors: `CPT_ERROR_WRONG_TAG`; `CPT_ERROR_LENGTH` for the tag, which leaves everything unchanged; `CPT_ERROR_STATE`
/// if an earlier tag was wrong; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_session_decrypt(
    session: *mut cpt_session,
    associated_data: *const c_void,
    associated_data_bytes: usize,
    buffer: *mut u8,
    buffer_bytes: usize,
    tag: *const c_void,
    tag_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (session, associated_data, buffer, tag) = unsafe {
            (
                object_mut("session", session)?,
                bytes("associated_data", associated_data, associated_data_bytes)?,
                slice_mut("buffer", buffer, buffer_bytes)?,
                bytes("tag", tag, tag_bytes)?,
            )
        };
        check_tag(session, tag.len())?;
        Ok(session.session.decrypt(associated_data, buffer, tag)?)
    })
}
