//! The Arrow PyCapsule interface: the methods `__arrow_c_array__` and `__arrow_c_stream__` return capsules that contain
//! structures of the Arrow C data interface.

use super::{import, objects};
use arrow_array::ArrayRef;
use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use core::ffi::CStr;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub(super) const SCHEMA: &CStr = c"arrow_schema";
pub(super) const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column: its type, and its rows in one or more chunks.
pub(super) struct Chunks {
    pub(super) data_type: DataType,
    pub(super) arrays: Vec<ArrayRef>,
}

/// Returns the column exported by an object.
///
/// # Errors
///
/// `TypeError` if the object does not export a column.
pub(super) fn chunks(object: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    let object = &objects::with_rows_alone(object)?;
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
        // SAFETY: the names of the capsules determine their contents.
        let (schema, array): (FFI_ArrowSchema, FFI_ArrowArray) =
            unsafe { (take(&schema, SCHEMA)?, take(&array, ARRAY)?) };
        if array.is_released() {
            return Err(PyValueError::new_err("the Arrow array has been released"));
        }
        let data_type = import::data_type(&schema)?;
        return Ok(Chunks { arrays: import::column(array, &data_type)?, data_type });
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        // SAFETY: as above.
        return stream(unsafe { take(&capsule, STREAM)? });
    }
    Err(PyTypeError::new_err(format!(
        "{} is not an Arrow array: it has neither __arrow_c_array__ nor __arrow_c_stream__",
        object.get_type().name()?
    )))
}

/// A structure that can be moved out of a capsule, leaving an empty one behind.
trait Empty {
    fn empty() -> Self;
}

impl Empty for FFI_ArrowSchema {
    fn empty() -> Self {
        Self::empty()
    }
}

impl Empty for FFI_ArrowArray {
    fn empty() -> Self {
        Self::empty()
    }
}

impl Empty for FFI_ArrowArrayStream {
    fn empty() -> Self {
        Self::empty()
    }
}

/// Moves the structure out of a capsule.
///
/// # Safety
///
/// A capsule of this name contains a `T`.
unsafe fn take<T: Empty>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<T> {
    let capsule = capsule.cast::<PyCapsule>()?;
    let place = capsule.pointer_checked(Some(name))?.cast::<T>();
    // SAFETY: the caller's promise. This is how consumers move structures in this interface.
    Ok(unsafe { core::ptr::replace(place.as_ptr(), T::empty()) })
}

/// Returns all arrays of a stream.
fn stream(mut stream: FFI_ArrowArrayStream) -> PyResult<Chunks> {
    // Whoever moves a stream sets only `release` to null; the other pointers are then dangling.
    if stream.release.is_none() {
        return Err(PyValueError::new_err("the Arrow stream has been released"));
    }
    let error = |stream: &mut FFI_ArrowArrayStream, code: i32| {
        // SAFETY: the stream is not released, and its functions take it as their parameter.
        let text = unsafe { stream.get_last_error.map(|get_last_error| get_last_error(stream)) };
        // SAFETY: a text of the stream is valid until the next call.
        let text = text.filter(|text| !text.is_null()).map(|text| unsafe { CStr::from_ptr(text) }.to_string_lossy());
        PyValueError::new_err(format!("the Arrow stream failed with {code}: {}", text.unwrap_or_default()))
    };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has been released"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: as above; the function writes a schema.
    let code = unsafe { get_schema(&mut stream, &mut schema) };
    if code != 0 {
        return Err(error(&mut stream, code));
    }
    let mut chunks = Chunks { data_type: import::data_type(&schema)?, arrays: Vec::new() };
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above; the function writes an array, or a released one at the end.
        let code = unsafe { get_next(&mut stream, &mut array) };
        if code != 0 {
            return Err(error(&mut stream, code));
        }
        if array.is_released() {
            return Ok(chunks);
        }
        chunks.arrays.extend(import::column(array, &chunks.data_type)?);
    }
}
