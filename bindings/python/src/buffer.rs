//! The bytes of Python objects, without a copy: `bytes`, and anything with the buffer protocol (`bytearray`,
//! `memoryview`, `mmap`, arrays).

use crate::pace::Pace;
use core::ffi::CStr;
use core::ops::Range;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// The bytes of an object, which do not move as long as this exists.
pub(crate) enum Buffer<'py> {
    /// An immutable object.
    Bytes(Bound<'py, PyBytes>),
    /// Memory that its owner keeps until it is released.
    View(View),
}

impl<'py> Buffer<'py> {
    /// Returns the bytes of an object.
    ///
    /// # Errors
    ///
    /// As in `hashlib`: `TypeError` for a string, which has no bytes until it is encoded, and for objects without the
    /// buffer protocol; the object's `BufferError` or `ValueError` if its bytes are not contiguous.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        check_type(object)?;
        refuse_pointers(object)?;
        View::of(object, ffi::PyBUF_SIMPLE).map(Self::View)
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes.as_bytes(),
            Self::View(view) => view.as_slice(),
        }
    }
}

/// Returns the bytes of an object if it is exactly `bytes` and not a subclass, without a new reference to it.
pub(crate) fn bytes<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a [u8]> {
    let (mut data, mut count) = (core::ptr::null_mut(), 0);
    // SAFETY: the object is alive for 'a, and nobody changes `bytes`. This thread is attached to the interpreter. The
    // call can't fail for an object of this type.
    unsafe {
        if ffi::PyBytes_CheckExact(object.as_ptr()) == 0 {
            return None;
        }
        ffi::PyBytes_AsStringAndSize(object.as_ptr(), &mut data, &mut count);
        Some(core::slice::from_raw_parts(data.cast(), count as usize))
    }
}

/// Returns `bytes` of this length. `fill` writes them piece by piece, while other Python threads run and Ctrl-C can
/// stop it; then `finish` gets all of them. Zeroing everything first would take as long as hashing some of the bytes.
///
/// # Errors
///
/// `MemoryError`, exceptions of signal handlers, and the errors of `fill` and `finish`.
pub(crate) fn new_bytes<'py>(
    py: Python<'py>,
    length: usize,
    mut fill: impl FnMut(Range<usize>, &mut [u8]) -> PyResult<()> + Send,
    finish: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    let too_long = || PyOverflowError::new_err(format!("{length} bytes do not fit in memory"));
    let size = isize::try_from(length).map_err(|_| too_long())?;
    // SAFETY: this thread is attached to the interpreter; the call returns new `bytes`, or null with an exception.
    let bytes = unsafe {
        let object = ffi::PyBytes_FromStringAndSize(core::ptr::null(), size);
        Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<PyBytes>()
    };
    // SAFETY: the object is `bytes`.
    let place = AtomicPtr::new(unsafe { ffi::PyBytes_AsString(bytes.as_ptr()) }.cast::<u8>());
    // SAFETY: nobody else has the object before it is returned, and it has this many bytes, which are written here for
    // the first time.
    let piece = |range: &Range<usize>| unsafe {
        let first = place.load(Relaxed).add(range.start);
        first.write_bytes(0, range.len());
        core::slice::from_raw_parts_mut(first, range.len())
    };
    py.detach(|| Pace::new().each(length, |range| fill(range.clone(), piece(&range))))?;
    // SAFETY: as above; all bytes have been written, and no piece is in use any more.
    finish(unsafe { core::slice::from_raw_parts_mut(place.load(Relaxed), length) })?;
    Ok(bytes)
}

fn check_type(object: &Bound<'_, PyAny>) -> PyResult<()> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("Strings must be encoded before hashing"));
    }
    // SAFETY: the object is alive, and this thread is attached to the interpreter.
    if unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) } == 0 {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("object supporting the buffer API required, not {found}")));
    }
    Ok(())
}

/// Rejects memory that contains pointers to objects, such as an object array of numpy: their digest would differ
/// between processes.
fn refuse_pointers(object: &Bound<'_, PyAny>) -> PyResult<()> {
    if object.is_exact_instance_of::<PyByteArray>() {
        return Ok(());
    }
    // An object that can't describe its memory has no pointers: those require a format.
    let Ok(view) = View::of(object, ffi::PyBUF_FORMAT | ffi::PyBUF_STRIDES) else { return Ok(()) };
    if view.has_pointers() {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("the memory of {found} contains pointers to objects, not values")));
    }
    Ok(())
}

/// Contiguous memory of an object.
pub(crate) struct View(Box<ffi::Py_buffer>);

impl View {
    fn of(object: &Bound<'_, PyAny>, flags: core::ffi::c_int) -> PyResult<Self> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: the object is alive, and this thread is attached to the interpreter.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &mut *view, flags) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        Ok(Self(view))
    }

    /// Returns writable memory.
    ///
    /// # Errors
    ///
    /// `TypeError` for objects without the buffer protocol, and the object's own error if it is read-only.
    pub(crate) fn writable(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        check_type(object)?;
        Self::of(object, ffi::PyBUF_WRITABLE)
    }

    /// Returns whether the format of the elements (as in the module `struct`, with names between colons) has objects.
    fn has_pointers(&self) -> bool {
        if self.0.format.is_null() {
            return false;
        }
        // SAFETY: a format that is not null is a string until the release.
        let format = unsafe { CStr::from_ptr(self.0.format) }.to_bytes();
        format.split(|&byte| byte == b':').step_by(2).any(|types| types.contains(&b'O'))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        if self.0.len == 0 {
            return &[];
        }
        // SAFETY: the memory is ours to read until the release. A program that writes to it meanwhile, in another
        // thread, gets a wrong digest; this is its own data race, as with `hashlib`.
        unsafe { core::slice::from_raw_parts(self.0.buf.cast(), self.0.len as usize) }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.0.len == 0 || self.0.readonly != 0 {
            return &mut [];
        }
        // SAFETY: as above, and the memory may be written.
        unsafe { core::slice::from_raw_parts_mut(self.0.buf.cast(), self.0.len as usize) }
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: the view was filled by `PyObject_GetBuffer`, and is released once.
        Python::attach(|_| unsafe { ffi::PyBuffer_Release(&mut *self.0) });
    }
}
