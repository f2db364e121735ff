//! Sessions of authenticated encryption.

use crate::buffer::{Buffer, new_bytes};
use crate::function::by_name;
use crate::pace::{DETACH_BYTES, Pace};
use crate::turns::Turns;
use counterpoint::aead::AeadError;
use counterpoint::registry;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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

/// A session of Keyak or Ketje, which encrypts or decrypts a sequence of messages.
#[pyclass(frozen, module = "counterpoint")]
pub(crate) struct Session {
    name: &'static str,
    tag_bytes: usize,
    /// `None` after an interruption.
    session: Turns<Option<Box<dyn registry::Session>>>,
}

impl Session {
    /// Returns a message processed with `process`. Other Python threads run meanwhile if there is much to do.
    fn process<'py>(
        &self,
        py: Python<'py>,
        message: &[u8],
        data_bytes: usize,
        process: impl FnOnce(&mut dyn registry::Session, &mut [u8], &mut dyn FnMut() -> bool) -> Result<(), AeadError>
        + Send,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut place = self.session.take(py)?;
        let session = &mut **place.as_mut().ok_or_else(|| error(AeadError::Failed))?;
        if message.len() + data_bytes < DETACH_BYTES {
            return PyBytes::new_with(py, message.len(), |buffer| {
                buffer.copy_from_slice(message);
                process(session, buffer, &mut || true).map_err(error)
            });
        }
        let copy = |range, piece: &mut [u8]| {
            piece.copy_from_slice(&message[range]);
            Ok(())
        };
        let mut done = Ok(());
        let output = new_bytes(py, message.len(), copy, |buffer| {
            done = py.detach(|| {
                let mut pace = Pace::new();
                let done = process(session, buffer, &mut || pace.next_or_end().is_some());
                done.map_err(|failure| pace.interruption().unwrap_or_else(|| error(failure)))
            });
            Ok(())
        });
        // An interruption has the same effect during the copy and during the encryption.
        let output = output.inspect_err(|error| {
            if !error.is_instance_of::<PyMemoryError>(py) {
                *place = None;
            }
        })?;
        done.map(|()| output)
    }
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
        Ok(Self { name, tag_bytes: aead.tag_bytes(), session: Turns::new(Some(session)) })
    }

    /// Encrypts a message. Returns the ciphertext and its tag, which also authenticates the associated data and all
    /// earlier messages. An interrupted call (KeyboardInterrupt) ends the session.
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
        let ciphertext = self.process(py, plaintext.as_slice(), data.len(), |session, buffer, go_on| {
            session.encrypt_while(data, buffer, &mut tag, go_on)
        })?;
        Ok((ciphertext, PyBytes::new(py, &tag)))
    }

    /// Decrypts a message if its tag is correct. A wrong tag or an interrupted call (KeyboardInterrupt) ends the
    /// session.
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
        let tag = tag.as_slice();
        self.process(py, ciphertext.as_slice(), data.len(), |session, buffer, go_on| {
            session.decrypt_while(data, buffer, tag, go_on)
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
