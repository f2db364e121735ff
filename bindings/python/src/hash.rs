//! One message in pieces: the class returned by all constructors.

use crate::buffer::{Buffer, new_bytes};
use crate::function::{ConfiguredHash, Facts};
use crate::many::zeros;
use crate::pace::{DETACH_BYTES, FIRST, Pace};
use crate::turns::Turns;
use core::mem::MaybeUninit;
use counterpoint::registry::{Hasher, Reader};
use counterpoint::tag::check_length;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Enough bytes for a hasher of any function, as checked in the constructor.
const HASHER_BYTES: usize = 2048;

/// A message hashed in pieces.
#[pyclass(frozen, module = "counterpoint")]
pub(crate) struct Hash {
    facts: Facts,
    state: Turns<State>,
}

struct State {
    hasher: Box<dyn Hasher>,
    /// The output, once `squeeze` has been called.
    output: Option<Box<dyn Reader>>,
    /// Whether `squeeze` was interrupted.
    is_closed: bool,
}

impl Hash {
    /// Returns a hasher that has absorbed this message.
    pub(crate) fn of(function: &ConfiguredHash, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let layout = function.hash.hasher_layout();
        assert!(layout.size() + layout.align() <= HASHER_BYTES, "a hasher of {} bytes", layout.size());
        let hasher = function.hash.hasher(function.implementation.as_deref());
        let hasher = hasher.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let hash = Self { facts: function.facts, state: Turns::new(State { hasher, output: None, is_closed: false }) };
        if let Some(data) = data {
            hash.update(data.py(), data)?;
        }
        Ok(hash)
    }

    /// Calls `read` with the output of the message so far, which may continue.
    fn with_output<R>(&self, py: Python<'_>, read: impl FnOnce(&mut dyn Reader) -> PyResult<R>) -> PyResult<R> {
        // A copy on the stack is faster than one on the heap.
        let mut memory = [MaybeUninit::uninit(); HASHER_BYTES];
        let mut copy = self.state.take(py)?.hasher.clone_in(&mut memory);
        copy.finalize_in_place(0, 0);
        read(copy.output())
    }

    /// Writes the output of the message so far. Other Python threads run meanwhile if it is long.
    fn read(&self, py: Python<'_>, bytes: &mut [u8]) -> PyResult<()> {
        self.with_output(py, |output| {
            if bytes.len() < DETACH_BYTES {
                output.read(bytes);
                return Ok(());
            }
            py.detach(|| Pace::new().read(output, bytes))
        })
    }
}

#[pymethods]
impl Hash {
    /// Appends data to the message. For TupleHash, appends an element to the tuple. An interrupted call
    /// (KeyboardInterrupt) leaves the object as it was.
    #[pyo3(signature = (data, /))]
    pub(crate) fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Buffer::of(data)?;
        let data = data.as_slice();
        let absorb = |state: &mut State| {
            if state.output.is_some() {
                return Err(PyValueError::new_err("the output has been squeezed; the message can't be extended"));
            }
            if data.len() <= FIRST {
                state.hasher.update(data);
                return Ok(());
            }
            let before = state.hasher.boxed_clone();
            let done = Pace::new().absorb(&mut *state.hasher, self.facts.tuple, &[], data);
            done.inspect_err(|_| state.hasher = before)
        };
        let mut state = self.state.take(py)?;
        if data.len() < DETACH_BYTES { absorb(&mut state) } else { py.detach(|| absorb(&mut state)) }
    }

    /// Returns the digest of the message so far. An output of variable length starts at its first byte in each call.
    #[pyo3(signature = (length=None))]
    fn digest<'py>(&self, py: Python<'py>, length: Option<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.facts.output_bytes(length)?;
        if length < DETACH_BYTES {
            return PyBytes::new_with(py, length, |bytes| self.read(py, bytes));
        }
        self.with_output(py, |output| {
            let read = |_, piece: &mut [u8]| {
                output.read(piece);
                Ok(())
            };
            new_bytes(py, length, read, |_| Ok(()))
        })
    }

    /// Returns `digest` as hexadecimal digits.
    #[pyo3(signature = (length=None))]
    fn hexdigest(&self, py: Python<'_>, length: Option<usize>) -> PyResult<String> {
        let mut bytes = zeros(self.facts.output_bytes(length)?)?;
        self.read(py, &mut bytes)?;
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        Ok(digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect())
    }

    /// Returns the next `length` bytes of an output of variable length. After the first call, the message can't be
    /// extended. After an interrupted call (KeyboardInterrupt), later calls raise ValueError: they would skip bytes
    /// that were never returned.
    #[pyo3(signature = (length, /))]
    fn squeeze<'py>(&self, py: Python<'py>, length: usize) -> PyResult<Bound<'py, PyBytes>> {
        let Facts { name, digest_bytes, extendable, .. } = self.facts;
        if !extendable {
            return Err(PyTypeError::new_err(format!(
                "{name} has a fixed digest of {digest_bytes} bytes: use digest()"
            )));
        }
        let mut state = self.state.take(py)?;
        let State { hasher, output, is_closed } = &mut *state;
        if *is_closed {
            return Err(PyValueError::new_err("squeeze was interrupted: the next bytes are lost; use digest"));
        }
        let output = &mut **output.get_or_insert_with(|| hasher.boxed_clone().finalize(0, 0));
        let read = |_, piece: &mut [u8]| {
            output.read(piece);
            *is_closed = true;
            Ok(())
        };
        let bytes = new_bytes(py, length, read, |_| Ok(()))?;
        *is_closed = false;
        Ok(bytes)
    }

    /// Compares the digest with a tag in constant time. Returns nothing if they are equal.
    #[pyo3(signature = (tag, /))]
    fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<()> {
        let tag = Buffer::of(tag)?;
        let tag = tag.as_slice();
        let output_bits = (!self.facts.extendable).then_some(8 * self.facts.digest_bytes as u64);
        check_length(tag.len(), output_bits).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let matches = self.with_output(py, |output| {
            if tag.len() < DETACH_BYTES {
                return Ok(output.matches(tag));
            }
            py.detach(|| Pace::new().matches(output, tag))
        })?;
        if matches { Ok(()) } else { Err(crate::session::wrong_tag()) }
    }

    /// Returns an independent copy.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let state = self.state.take(py)?;
        if state.output.is_some() {
            return Err(PyValueError::new_err("the output has been squeezed; the object can't be copied"));
        }
        Ok(Self {
            facts: self.facts,
            state: Turns::new(State { hasher: state.hasher.boxed_clone(), output: None, is_closed: false }),
        })
    }

    /// The name of the algorithm.
    #[getter]
    fn name(&self) -> &'static str {
        self.facts.name
    }

    /// The length of the digest in bytes, or 0 if it is variable.
    #[getter]
    fn digest_size(&self) -> usize {
        if self.facts.extendable { 0 } else { self.facts.digest_bytes }
    }

    /// The number of bytes absorbed between two runs of the primitive.
    ///
    /// This exists for HMAC, which is undefined if a block is shorter than the digest. Without the attribute, `hmac`
    /// would assume 64, so in this case it raises ValueError, which makes `hmac.new` and `hmac.digest` fail.
    #[getter]
    fn block_size(&self) -> PyResult<usize> {
        let Facts { name, digest_bytes, block_bytes, extendable, .. } = self.facts;
        if !extendable && block_bytes < digest_bytes {
            return Err(PyValueError::new_err(format!(
                "{name} has no block_size for HMAC, which is undefined if a block ({block_bytes} bytes) is shorter \
                 than the digest ({digest_bytes} bytes); use kmac128 or kmac256 for a key"
            )));
        }
        Ok(block_bytes)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        format!("<{} counterpoint.Hash object at {:p}>", slf.get().facts.name, slf.as_ptr())
    }
}
