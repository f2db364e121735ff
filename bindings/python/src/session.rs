//! Sessions of authenticated encryption.

use crate::buffer::Buffer;
use crate::function::by_name;
use counterpoint::aead::AeadError;
use counterpoint::registry;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

pyo3::create_exception!(counterpoint, WrongTag, PyValueError, "A tag is wrong: do not trust the message.");

pub(crate) fn wrong_tag() -> PyErr {
    WrongTag::new_err("the tag does not match: do not trust the message")
}

fn error(error: AeadError) -> PyErr {
    match error {
        AeadError::WrongTag(_) => wrong_tag(),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A session of Keyak or Ketje: messages that are encrypted, or decrypted, one after the other.
#[pyclass(frozen, module = "counterpoint")]
pub(crate) struct Session {
    name: &'static str,
    tag_bytes: usize,
    session: Mutex<Box<dyn registry::Session>>,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (name, key, nonce, *, implementation=None))]
    fn new(
        name: &str,
        key: &Bound<'_, PyAny>,
        nonce: &Bound<'_, PyAny>,
        implementation: Option<&str>,
    ) -> PyResult<Self> {
        let (name, algorithm) = by_name(name)?;
        let aead = algorithm.as_aead();
        let aead = aead.ok_or_else(|| PyValueError::new_err(format!("{name} is not authenticated encryption")))?;
        let (key, nonce) = (Buffer::of(key)?, Buffer::of(nonce)?);
        let session = aead.session(implementation, key.as_slice(), nonce.as_slice()).map_err(error)?;
        Ok(Self { name, tag_bytes: aead.tag_bytes(), session: Mutex::new(session) })
    }

    /// Encrypts a message. Returns the ciphertext and its tag, which also authenticates the associated data and all
    /// earlier messages.
    #[pyo3(signature = (plaintext, associated_data=None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        plaintext: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (plaintext, data) = (Buffer::of(plaintext)?, associated_data.map(Buffer::of).transpose()?);
        let data = data.as_ref().map_or(&[][..], Buffer::as_slice);
        let mut tag = vec![0; self.tag_bytes];
        let ciphertext = PyBytes::new_with(py, plaintext.as_slice().len(), |buffer| {
            buffer.copy_from_slice(plaintext.as_slice());
            let mut session = self.session.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            session.encrypt(data, buffer, &mut tag).map_err(error)
        })?;
        Ok((ciphertext, PyBytes::new(py, &tag)))
    }

    /// Decrypts a message, if its tag is right. After a wrong tag, the session can't go on.
    #[pyo3(signature = (ciphertext, tag, associated_data=None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        ciphertext: &Bound<'py, PyAny>,
        tag: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (ciphertext, tag) = (Buffer::of(ciphertext)?, Buffer::of(tag)?);
        let data = associated_data.map(Buffer::of).transpose()?;
        let data = data.as_ref().map_or(&[][..], Buffer::as_slice);
        PyBytes::new_with(py, ciphertext.as_slice().len(), |buffer| {
            buffer.copy_from_slice(ciphertext.as_slice());
            let mut session = self.session.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            session.decrypt(data, buffer, tag.as_slice()).map_err(error)
        })
    }

    /// The name of the algorithm.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The length of a tag in bytes.
    #[getter]
    fn tag_size(&self) -> usize {
        self.tag_bytes
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<{} counterpoint.Session object at {:p}>", slf.get().name, slf.as_ptr())
    }
}
