//! Hash functions with options, and the hash of one message.

use crate::algorithm::{algorithm, numbered, numbers};
use crate::options::cpt_options;
use crate::slices::{bytes, object, object_mut, slice_mut};
use crate::status::cpt_status::{CPT_ERROR_LENGTH, CPT_ERROR_NULL};
use crate::status::{Failure, cpt_status, status};
use core::cell::Cell;
use core::ffi::{c_int, c_void};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options};
use std::sync::LazyLock;

/// A hash function with its options and its implementation. It is immutable, so several threads may use it.
pub struct cpt_function {
    pub(crate) hash: Box<dyn Hash>,
    implementation: Option<String>,
}

impl cpt_function {
    /// Returns the name of the caller's implementation.
    pub(crate) fn implementation(&self) -> Option<&str> {
        self.implementation.as_deref()
    }

    /// Returns an error unless the function can write outputs of this length.
    pub(crate) fn check_output(&self, bytes: usize) -> Result<(), Failure> {
        check_output(self.hash.extendable(), self.hash.digest_bytes(), bytes)
    }
}

/// Returns an error unless a function with digests of `digest_bytes` bytes can write outputs of `bytes` bytes.
pub(crate) fn check_output(extendable: bool, digest_bytes: usize, bytes: usize) -> Result<(), Failure> {
    if extendable || bytes == digest_bytes {
        return Ok(());
    }
    Err(Failure::new(
        CPT_ERROR_LENGTH,
        format!("wrong output length: {bytes} bytes given, but the digest has {digest_bytes}"),
    ))
}

/// The functions without options in the order of their algorithms' numbers, starting at 1.
static FUNCTIONS: LazyLock<Vec<Option<cpt_function>>> = LazyLock::new(|| {
    let function = |algorithm: &Algorithm| algorithm.hash(&Options::default()).ok();
    numbers().map(|number| Some(cpt_function { hash: function(algorithm(number)?)?, implementation: None })).collect()
});

thread_local! {
    /// The number for which this thread's last call of `cpt_function_of` returned null.
    static WITHOUT_FUNCTION: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// Returns the function that a pointer refers to. If the pointer is null, the error says why `cpt_function_of` failed.
///
/// # Safety
///
/// If `function` is not null, it must point to a function.
pub(crate) unsafe fn function_behind<'a>(function: *const cpt_function) -> Result<&'a cpt_function, Failure> {
    match WITHOUT_FUNCTION.get().filter(|_| function.is_null()) {
        Some(number) => {
            let why = without_function(number);
            let text = format!("`function` is a null pointer: cpt_function_of({number}) returned it, because {why}");
            Err(Failure::new(CPT_ERROR_NULL, text))
        }
        // SAFETY: the caller's promise.
        None => unsafe { object("function", function) },
    }
}

/// Returns why an algorithm has no function without options.
fn without_function(number: c_int) -> String {
    let function = numbered(number).and_then(|algorithm| Ok(algorithm.hash(&Options::default())?));
    let why = function.err().map_or_else(String::new, Failure::into_message);
    let takes_options = algorithm(number).is_some_and(Algorithm::hashes);
    if takes_options { format!("{why}; cpt_function_new takes options") } else { why }
}

/// Returns the function of an algorithm without options, with its fastest constant-time implementation. It is never
/// freed. Returns null if there is no such algorithm, if it requires an option (a key, a block length), or if it is not
/// a hash function; the error of the call that receives the null explains which.
///
/// ```c
/// uint8_t digest[32];
/// cpt_hash(cpt_function_of(CPT_SHA3_256), "abc", 3, digest, sizeof digest);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn cpt_function_of(algorithm: c_int) -> *const cpt_function {
    let index = usize::try_from(algorithm).ok().and_then(|number| number.checked_sub(1));
    let function = index.and_then(|index| FUNCTIONS.get(index)?.as_ref());
    WITHOUT_FUNCTION.set(function.is_none().then_some(algorithm));
    function.map_or(core::ptr::null(), core::ptr::from_ref)
}

/// Creates a function from an algorithm and its options, and writes it to `function`. `options` may be null. Free it
/// with `cpt_function_free`.
///
/// Errors: `CPT_ERROR_ALGORITHM`, `CPT_ERROR_OPTION`, `CPT_ERROR_IMPLEMENTATION`, `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_function_new(
    function: *mut *mut cpt_function,
    algorithm: c_int,
    options: *const cpt_options,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("function", function)? };
        *place = core::ptr::null_mut();
        let (options, implementation) = if options.is_null() {
            Default::default()
        } else {
            // SAFETY: as above.
            unsafe { object("options", options)?.read()? }
        };
        let hash = numbered(algorithm)?.hash(&options)?;
        if let Some(name) = implementation {
            // Fails for an unknown name, or an implementation that this CPU can't run.
            drop(hash.prepare(Some(name))?);
        }
        let implementation = implementation.map(str::to_owned);
        *place = Box::into_raw(Box::new(cpt_function { hash, implementation }));
        Ok(())
    })
}

/// Frees a function from `cpt_function_new`. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_function_free(function: *mut cpt_function) {
    if !function.is_null() {
        // SAFETY: it was created by `cpt_function_new`, and the caller no longer uses it.
        drop(unsafe { Box::from_raw(function) });
    }
}

/// Returns the length of the digest in bytes; for an extendable output, the default length; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_function_digest_bytes(function: *const cpt_function) -> usize {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { function.as_ref() }.map_or(0, |function| function.hash.digest_bytes())
}

/// Writes the hash of one message. The output has the length of the digest, or any length if it is extendable.
///
/// Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_hash(
    function: *const cpt_function,
    message: *const c_void,
    message_bytes: usize,
    output: *mut u8,
    output_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (function, message, output) = unsafe {
            (
                function_behind(function)?,
                bytes("message", message, message_bytes)?,
                slice_mut("output", output, output_bytes)?,
            )
        };
        function.check_output(output_bytes)?;
        function.hash.digest_many_in_threads(function.implementation(), &[message], output, 1)?;
        Ok(())
    })
}
