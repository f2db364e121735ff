//! Exceptions for columns that can't be hashed.

use counterpoint_columns::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};

/// Returns the exception for a column that can't be hashed.
pub(super) fn column_error(error: Error) -> PyErr {
    let message = error.to_string();
    exception(&error, message)
}

/// Returns the exception that corresponds to an error.
pub(super) fn exception(error: &Error, message: String) -> PyErr {
    match error {
        Error::Type(_) => PyTypeError::new_err(message),
        Error::Memory(_) => PyMemoryError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}
