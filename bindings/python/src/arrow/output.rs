//! The returned column of digests.

use super::capsules::{ARRAY, SCHEMA};
use arrow_array::ffi::{FFI_ArrowArray, to_ffi};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList};

/// A column of digests. Packages that support Apache Arrow accept it without a copy: `pyarrow.array(digests)`,
/// `polars.Series(digests)`.
#[pyclass(frozen, module = "counterpoint.arrow", sequence)]
pub(crate) struct FixedSizeBinaryArray {
    /// The length of a digest in bytes.
    each: i32,
    digests: Buffer,
    nulls: Option<NullBuffer>,
}

impl FixedSizeBinaryArray {
    pub(super) fn new(each: i32, digests: Buffer, nulls: Option<NullBuffer>) -> Self {
        Self { each, digests, nulls }
    }

    fn len(&self) -> usize {
        self.digests.len() / self.each as usize
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> Option<Bound<'py, PyBytes>> {
        let each = self.each as usize;
        let has_value = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        has_value.then(|| PyBytes::new(py, &self.digests[row * each..][..each]))
    }

    /// Returns the column as plain data, because an array of the crate `arrow-array` is limited to 2 GiB of digests.
    fn data(&self) -> PyResult<ArrayData> {
        let data = ArrayData::builder(DataType::FixedSizeBinary(self.each)).len(self.len()).nulls(self.nulls.clone());
        data.add_buffer(self.digests.clone()).build().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl FixedSizeBinaryArray {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&DataType::FixedSizeBinary(self.each));
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new(py, schema, Some(SCHEMA.to_owned()))
    }

    /// Returns the column as two capsules. The requested type is ignored: consumers can convert.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let (array, schema): (FFI_ArrowArray, FFI_ArrowSchema) =
            to_ffi(&self.data()?).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let schema = PyCapsule::new(py, schema, Some(SCHEMA.to_owned()))?;
        Ok((schema, PyCapsule::new(py, array, Some(ARRAY.to_owned()))?))
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let count = self.len() as isize;
        let row = if index < 0 { index + count } else { index };
        if !(0..count).contains(&row) {
            return Err(PyIndexError::new_err(format!("row {index} of {count}")));
        }
        Ok(self.row(py, row as usize))
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.nulls.as_ref().map_or(0, NullBuffer::null_count)
    }

    /// The length of a digest in bytes.
    #[getter]
    fn byte_width(&self) -> i32 {
        self.each
    }

    /// Returns the digests as `bytes`, and `None` for each null.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.len()).map(|row| self.row(py, row)))
    }

    fn __repr__(&self) -> String {
        let (rows, bytes) = (self.len(), self.each);
        format!("<counterpoint.arrow.FixedSizeBinaryArray of {rows} rows of {bytes} bytes>")
    }
}
