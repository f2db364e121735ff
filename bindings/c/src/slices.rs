//! Converts C's parameters to Rust: pointers and lengths to slices, C strings to strings, pointers to references.

use crate::status::Failure;
use crate::status::cpt_status::{CPT_ERROR_IMPLEMENTATION, CPT_ERROR_LENGTH, CPT_ERROR_NULL};
use core::ffi::{CStr, c_char, c_void};

/// Returns a slice of `count` items. Null is an empty slice if `count` is 0. `name` is the name of the parameter.
///
/// # Safety
///
/// If `items` is not null, it must point to `count` items, which are not written during 'a.
pub(crate) unsafe fn slice<'a, T>(name: &str, items: *const T, count: usize) -> Result<&'a [T], Failure> {
    if items.is_null() {
        return if count == 0 { Ok(&[]) } else { Err(null(name)) };
    }
    check_size::<T>(name, count)?;
    check_alignment(name, items)?;
    // SAFETY: the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts(items, count) })
}

/// Returns a mutable slice of `count` items. Null is an empty slice if `count` is 0.
///
/// # Safety
///
/// If `items` is not null, it must point to `count` items, which nothing else reads or writes during 'a.
pub(crate) unsafe fn slice_mut<'a, T>(name: &str, items: *mut T, count: usize) -> Result<&'a mut [T], Failure> {
    if items.is_null() {
        return if count == 0 { Ok(&mut []) } else { Err(null(name)) };
    }
    check_size::<T>(name, count)?;
    check_alignment(name, items)?;
    // SAFETY: the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts_mut(items, count) })
}

/// Returns the bytes at an address. Null means no bytes if `count` is 0.
///
/// # Safety
///
/// As [`slice`].
pub(crate) unsafe fn bytes<'a>(name: &str, bytes: *const c_void, count: usize) -> Result<&'a [u8], Failure> {
    // SAFETY: the caller's promise.
    unsafe { slice(name, bytes.cast(), count) }
}

/// Returns the bytes at an address, or `None` for null.
///
/// # Safety
///
/// As [`slice`].
pub(crate) unsafe fn optional<'a>(name: &str, at: *const c_void, count: usize) -> Result<Option<&'a [u8]>, Failure> {
    if at.is_null() && count == 0 {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    unsafe { bytes(name, at, count) }.map(Some)
}

/// Returns a C string, or `None` for null.
///
/// # Safety
///
/// If `text` is not null, it must point to bytes that end with a zero byte.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// Returns the name of an implementation, or `None` for null.
///
/// # Safety
///
/// As [`text`].
pub(crate) unsafe fn implementation<'a>(name: *const c_char) -> Result<Option<&'a str>, Failure> {
    // SAFETY: the caller's promise.
    let name = unsafe { text(name) }.map(CStr::to_str).transpose();
    name.map_err(|_| Failure::new(CPT_ERROR_IMPLEMENTATION, "the name of the implementation is not UTF-8"))
}

/// Returns a reference to the object that a pointer refers to.
///
/// # Safety
///
/// If `object` is not null, it must point to a `T`, which is not written during 'a.
pub(crate) unsafe fn object<'a, T>(name: &str, object: *const T) -> Result<&'a T, Failure> {
    check_alignment(name, object)?;
    // SAFETY: the caller's promise.
    unsafe { object.as_ref() }.ok_or_else(|| null(name))
}

/// Returns a mutable reference to the object that a pointer refers to.
///
/// # Safety
///
/// If `object` is not null, it must point to a `T`, which nothing else reads or writes during 'a.
pub(crate) unsafe fn object_mut<'a, T>(name: &str, object: *mut T) -> Result<&'a mut T, Failure> {
    check_alignment(name, object)?;
    // SAFETY: the caller's promise.
    unsafe { object.as_mut() }.ok_or_else(|| null(name))
}

fn null(name: &str) -> Failure {
    Failure::new(CPT_ERROR_NULL, format!("`{name}` is a null pointer"))
}

/// Returns an error for an address that no object of this type can have.
fn check_alignment<T>(name: &str, items: *const T) -> Result<(), Failure> {
    if !items.is_aligned() {
        let bytes = align_of::<T>();
        return Err(Failure::new(CPT_ERROR_NULL, format!("`{name}` is not aligned to {bytes} bytes")));
    }
    Ok(())
}

/// Returns an error for more bytes than the maximum size of a slice.
fn check_size<T>(name: &str, count: usize) -> Result<(), Failure> {
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Failure::new(CPT_ERROR_LENGTH, format!("`{name}` can't have {count} items")));
    }
    Ok(())
}
