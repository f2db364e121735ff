//! Removes or rejects what packages add to a column that is not a value of a row.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

/// Returns an object that exports only the values of rows.
///
/// The index of a pandas frame is not part of a row, but the frame would export it as another column.
///
/// # Errors
///
/// `TypeError` for a polars column of type `Object`, which polars exports as pointers to the objects.
pub(super) fn with_rows_alone<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_instance(object, "pandas", "DataFrame")? {
        let options = [("drop", true)].into_py_dict(object.py())?;
        return object.call_method("reset_index", (), Some(&options));
    }
    if is_instance(object, "polars", "Series")? {
        refuse_objects(&object.getattr("name")?, &object.getattr("dtype")?)?;
    } else if is_instance(object, "polars", "DataFrame")? {
        for column in object.getattr("schema")?.call_method0("items")?.try_iter()? {
            let (name, data_type): (Bound<'_, PyAny>, Bound<'_, PyAny>) = column?.extract()?;
            refuse_objects(&name, &data_type)?;
        }
    }
    Ok(object.clone())
}

/// Returns whether an object is an instance of a package's class. It is not if the package has not been imported.
fn is_instance(object: &Bound<'_, PyAny>, package: &str, class: &str) -> PyResult<bool> {
    let modules = object.py().import("sys")?.getattr("modules")?;
    match modules.cast::<PyDict>()?.get_item(package)?.and_then(|module| module.getattr(class).ok()) {
        Some(class) => object.is_instance(&class),
        None => Ok(false),
    }
}

/// Rejects `Object`, also inside lists and structs.
fn refuse_objects(name: &Bound<'_, PyAny>, data_type: &Bound<'_, PyAny>) -> PyResult<()> {
    if data_type.call_method0("is_object").is_ok_and(|is_object| is_object.is_truthy().unwrap_or(false)) {
        let message = format!("polars column {name} has the type Object, whose values have no bytes; cast it");
        return Err(PyTypeError::new_err(message));
    }
    if let Ok(inner) = data_type.getattr("inner") {
        return refuse_objects(name, &inner);
    }
    let Ok(fields) = data_type.getattr("fields") else { return Ok(()) };
    fields.try_iter()?.try_for_each(|field| refuse_objects(name, &field?.getattr("dtype")?))
}
