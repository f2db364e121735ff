//! The results of calls, and the texts that explain them.

use core::cell::RefCell;
use core::ffi::{CStr, c_char, c_int};
use counterpoint::RowsError;
use counterpoint::aead::AeadError;
use counterpoint::registry::{ImplementationError, OptionError, OptionFault};
use counterpoint::tag::TagLengthError;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call: 0, or the reason why it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum cpt_status {
    /// The call succeeded.
    CPT_OK = 0,
    /// A required pointer is null, or a pointer is misaligned.
    CPT_ERROR_NULL = 1,
    /// There is no such algorithm, or it is of the wrong kind for the function.
    CPT_ERROR_ALGORITHM = 2,
    /// The implementation is unknown, or this CPU can't run it.
    CPT_ERROR_IMPLEMENTATION = 3,
    /// An option is missing, not supported by this algorithm, or invalid.
    CPT_ERROR_OPTION = 4,
    /// An output, a key, a nonce or a tag has the wrong length.
    CPT_ERROR_LENGTH = 5,
    /// The rows of a column do not match its offsets, its row length or its bitmap.
    CPT_ERROR_ROWS = 6,
    /// The buffer for a hasher is too small or misaligned.
    CPT_ERROR_MEMORY = 7,
    /// The message has ended, or a tag of the session was wrong: start again.
    CPT_ERROR_STATE = 8,
    /// The tag is wrong: do not trust the message.
    CPT_ERROR_WRONG_TAG = 9,
    /// A bug in the library. Do not use the objects of this call again.
    CPT_ERROR_PANIC = 10,
    /// The proof does not belong to the leaves, the tree or its root.
    CPT_ERROR_WRONG_PROOF = 11,
    /// There is no such leaf, or no tree of this size.
    CPT_ERROR_INDEX = 12,
}

use cpt_status::*;

/// Returns the meaning of a status: a text that is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_strerror(status: c_int) -> *const c_char {
    let texts: [&CStr; 13] = [
        c"no error",
        c"a required pointer is null, or a pointer is misaligned",
        c"no such algorithm, or one of the wrong kind",
        c"unknown implementation, or one that this CPU can't run",
        c"an option is missing, not supported, or invalid",
        c"an output, a key, a nonce or a tag has the wrong length",
        c"the rows of a column do not match its offsets, row length or bitmap",
        c"the buffer for a hasher is too small or misaligned",
        c"the message has ended, or an earlier tag of the session was wrong: start again",
        c"the tag is wrong: do not trust the message",
        c"a bug in the library; do not use the objects of this call again",
        c"the proof does not belong to the leaves, the tree or its root",
        c"there is no such leaf, or no tree of this size",
    ];
    let text = usize::try_from(status).ok().and_then(|status| texts.get(status));
    text.copied().unwrap_or(c"not a status of this library").as_ptr()
}

thread_local! {
    /// The text of the last error.
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Returns the details of this thread's last error, such as "a tag of 3 bytes; choose 8 or more". The text is valid
/// until another call of this thread fails.
#[unsafe(no_mangle)]
pub extern "C" fn cpt_error_message() -> *const c_char {
    // The text does not move after the borrow until it is replaced.
    MESSAGE.try_with(|message| message.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Why a call failed.
pub(crate) struct Failure {
    status: cpt_status,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: cpt_status, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// Returns the text.
    pub(crate) fn into_message(self) -> String {
        self.message
    }
}

/// Runs the body of a call, keeps the text of its error, and returns its status.
pub(crate) fn status(body: impl FnOnce() -> Result<(), Failure>) -> cpt_status {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return CPT_OK,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no text");
            Failure::new(CPT_ERROR_PANIC, format!("a bug in the library: {text}"))
        }
    };
    let message = CString::new(failure.message.replace('\0', " ")).unwrap_or_default();
    // While the thread is ending, the text can no longer be stored.
    let _ = MESSAGE.try_with(|place| place.replace(message));
    failure.status
}

impl From<ImplementationError> for Failure {
    fn from(error: ImplementationError) -> Self {
        Self::new(CPT_ERROR_IMPLEMENTATION, error.to_string())
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        let status = if error.fault == OptionFault::NoHash { CPT_ERROR_ALGORITHM } else { CPT_ERROR_OPTION };
        Self::new(status, error.to_string())
    }
}

impl From<RowsError> for Failure {
    fn from(error: RowsError) -> Self {
        Self::new(CPT_ERROR_ROWS, error.to_string())
    }
}

impl From<TagLengthError> for Failure {
    fn from(error: TagLengthError) -> Self {
        Self::new(CPT_ERROR_LENGTH, error.to_string())
    }
}

impl From<AeadError> for Failure {
    fn from(error: AeadError) -> Self {
        let status = match error {
            AeadError::Key { .. } | AeadError::Nonce { .. } | AeadError::Tag { .. } => CPT_ERROR_LENGTH,
            AeadError::Implementation(_) => CPT_ERROR_IMPLEMENTATION,
            AeadError::WrongTag(_) => CPT_ERROR_WRONG_TAG,
            _ => CPT_ERROR_STATE,
        };
        Self::new(status, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::panic_any;

    #[test]
    fn a_panic_is_a_status_with_its_text() {
        fn check(body: impl FnOnce() -> Result<(), Failure>, text: &str) {
            assert_eq!(status(body), CPT_ERROR_PANIC);
            // SAFETY: no other call of this thread fails until the text is compared.
            let message = unsafe { CStr::from_ptr(cpt_error_message()) };
            assert_eq!(message.to_str(), Ok(text));
        }
        check(|| panic!("no\0room"), "a bug in the library: no room");
        check(|| panic_any("row 7".to_owned()), "a bug in the library: row 7");
        check(|| panic_any(7), "a bug in the library: no text");
    }
}
