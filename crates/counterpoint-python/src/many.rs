//! Many messages at once.

use crate::buffer::{Buffer, View, bytes};
use crate::function::Function;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

/// Returns the number of threads that a caller asks for.
///
/// # Errors
///
/// `ValueError` for a negative number.
pub(crate) fn threads(asked: Option<isize>) -> PyResult<usize> {
    match asked {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(asked) if asked > 0 => Ok(asked as usize),
        Some(asked) => {
            Err(PyValueError::new_err(format!("threads is {asked}; give at least 1, or None for one a CPU")))
        }
    }
}

/// Returns the error for an implementation that can't be used.
pub(crate) fn implementation_error(error: counterpoint::registry::ImplementationError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Calls `body` with the bytes of each message, of any iterable object.
pub(crate) fn with_slices<R>(messages: &Bound<'_, PyAny>, body: impl FnOnce(&[&[u8]]) -> PyResult<R>) -> PyResult<R> {
    // The tuple belongs to this call, so no other thread can free the messages meanwhile.
    let objects = messages.py().get_type::<PyTuple>().call1((messages,))?.cast_into::<PyTuple>()?;
    // Most lists consist of `bytes`. Those need nothing but a look at each of them.
    if let Some(slices) = objects.iter_borrowed().map(bytes).collect::<Option<Vec<_>>>() {
        return body(&slices);
    }
    let buffers = objects.iter_borrowed().map(|object| Buffer::of(&object)).collect::<PyResult<Vec<_>>>()?;
    body(&buffers.iter().map(Buffer::as_slice).collect::<Vec<_>>())
}

/// Writes the outputs of all messages, while other threads of Python run.
fn digest(py: Python<'_>, function: &Function, messages: &[&[u8]], out: &mut [u8], threads: usize) -> PyResult<()> {
    let implementation = function.implementation.as_deref();
    py.detach(|| function.hash.digest_many_in_threads(implementation, &messages, out, threads))
        .map_err(implementation_error)
}

/// Returns the digests of many messages.
#[pyfunction]
#[pyo3(signature = (name, messages, *, threads=Some(1), length=None, **options))]
pub(crate) fn hash_many<'py>(
    py: Python<'py>,
    name: &str,
    messages: &Bound<'py, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let function = Function::with_keywords(name, options)?;
    let (threads, each) = (self::threads(threads)?, function.output_bytes(length)?);
    let outputs = with_slices(messages, |messages| {
        let mut outputs = zeros(all_bytes(messages.len(), each)?)?;
        digest(py, &function, messages, &mut outputs, threads)?;
        Ok((messages.len(), outputs))
    });
    let (count, outputs) = outputs?;
    PyList::new(py, (0..count).map(|index| PyBytes::new(py, &outputs[index * each..(index + 1) * each])))
}

/// Writes the digests of many messages, one after the other, into a writable buffer.
#[pyfunction]
#[pyo3(signature = (name, messages, out, *, threads=Some(1), length=None, **options))]
pub(crate) fn hash_many_into<'py>(
    py: Python<'py>,
    name: &str,
    messages: &Bound<'py, PyAny>,
    out: &Bound<'py, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<()> {
    let function = Function::with_keywords(name, options)?;
    let (threads, each) = (self::threads(threads)?, function.output_bytes(length)?);
    let mut out = View::writable(out)?;
    with_slices(messages, |messages| {
        let count = messages.len();
        let (expected, found) = (all_bytes(count, each)?, out.as_slice().len());
        if expected != found {
            let message = format!("out has {found} bytes; {count} outputs of {each} bytes need {expected}");
            return Err(PyValueError::new_err(message));
        }
        let place = out.as_slice().as_ptr_range();
        let overlaps = |message: &&[u8]| {
            let message = message.as_ptr_range();
            message.start < place.end && place.start < message.end
        };
        if let Some(index) = messages.iter().position(overlaps) {
            return Err(PyValueError::new_err(format!("message {index} lies in the memory of out")));
        }
        digest(py, &function, messages, out.as_mut_slice(), threads)
    })
}

/// Returns zeros, to be written over.
///
/// # Errors
///
/// `MemoryError`, where there is not enough memory.
pub(crate) fn zeros(bytes: usize) -> PyResult<Vec<u8>> {
    let mut zeros = Vec::new();
    let reserved = zeros.try_reserve_exact(bytes);
    reserved.map_err(|_| PyMemoryError::new_err(format!("no memory for {bytes} bytes of output")))?;
    zeros.resize(bytes, 0);
    Ok(zeros)
}

fn all_bytes(count: usize, each: usize) -> PyResult<usize> {
    let bytes = count.checked_mul(each).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or_else(|| PyValueError::new_err(format!("{count} outputs of {each} bytes do not fit in memory")))
}
