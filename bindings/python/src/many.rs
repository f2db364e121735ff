//! Many messages at once.

use crate::buffer::{Buffer, View, bytes};
use crate::function::ConfiguredHash;
use crate::pace::Pace;
use core::ops::Range;
use counterpoint::Messages;
use counterpoint_columns::Part;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyMemoryView, PyString, PyTuple};

/// Returns the requested number of threads.
///
/// # Errors
///
/// `ValueError` unless the number is positive.
pub(crate) fn threads(asked: Option<isize>) -> PyResult<usize> {
    match asked {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(asked) if asked > 0 => Ok(asked as usize),
        Some(asked) => {
            Err(PyValueError::new_err(format!("threads is {asked}; expected at least 1, or None for one per CPU")))
        }
    }
}

/// Returns the error for an unusable implementation.
pub(crate) fn implementation_error(error: counterpoint::registry::ImplementationError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Calls `body` with the bytes of each message in an iterable.
pub(crate) fn with_slices<R>(messages: &Bound<'_, PyAny>, body: impl FnOnce(&[&[u8]]) -> PyResult<R>) -> PyResult<R> {
    let messages = List::of(messages)?;
    messages.with_slices(0..messages.count(), body)
}

/// Rejects a single message passed instead of many: its elements would be numbers.
fn refuse_one_message(messages: &Bound<'_, PyAny>) -> PyResult<()> {
    let is_bytes = messages.is_instance_of::<PyBytes>() || messages.is_instance_of::<PyByteArray>();
    if is_bytes || messages.is_instance_of::<PyString>() || messages.is_instance_of::<PyMemoryView>() {
        let found = messages.get_type().name()?;
        let message = format!("{found} is one message: pass a list of messages, or for a Merkle tree also leaf_size");
        return Err(PyTypeError::new_err(message));
    }
    Ok(())
}

/// The number of messages processed between two checks for signals.
const MESSAGES_OF_A_PIECE: usize = 1 << 18;

/// A list or a tuple. Any other iterable is turned into a tuple.
enum List<'py> {
    /// Other threads may change it, so each access checks whether the message exists.
    List(Bound<'py, PyList>),
    Tuple(Bound<'py, PyTuple>),
}

impl<'py> List<'py> {
    fn of(messages: &Bound<'py, PyAny>) -> PyResult<Self> {
        refuse_one_message(messages)?;
        if let Ok(list) = messages.cast_exact::<PyList>() {
            return Ok(Self::List(list.clone()));
        }
        Ok(Self::Tuple(messages.py().get_type::<PyTuple>().call1((messages,))?.cast_into()?))
    }

    fn py(&self) -> Python<'py> {
        match self {
            Self::List(list) => list.py(),
            Self::Tuple(tuple) => tuple.py(),
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Tuple(tuple) => tuple.len(),
        }
    }

    fn message(&self, index: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::List(list) => list
                .get_item(index)
                .map_err(|_| PyRuntimeError::new_err("the list of messages became shorter while being hashed")),
            Self::Tuple(tuple) => tuple.get_item(index),
        }
    }

    /// Calls `body` with the bytes of some messages.
    fn with_slices<R>(&self, range: Range<usize>, body: impl FnOnce(&[&[u8]]) -> PyResult<R>) -> PyResult<R> {
        // This call owns the references, so no other thread can free the messages meanwhile.
        let object = |index: usize| {
            if index.is_multiple_of(MESSAGES_OF_A_PIECE) {
                self.py().check_signals()?;
            }
            self.message(index)
        };
        let objects = range.map(object).collect::<PyResult<Vec<_>>>()?;
        // Most lists consist of `bytes`, which need only be checked one by one.
        if let Some(slices) = objects.iter().map(|object| bytes(object.as_borrowed())).collect::<Option<Vec<_>>>() {
            return body(&slices);
        }
        let buffers = objects.iter().map(Buffer::of).collect::<PyResult<Vec<_>>>()?;
        body(&buffers.iter().map(Buffer::as_slice).collect::<Vec<_>>())
    }
}

/// The number of messages that one thread hashes at a time: few enough that the messages and their digests stay in a
/// cache while the interpreter's objects are read and created, and enough to fill every kernel.
const WINDOW: usize = 1 << 10;

/// The number of messages that several threads hash at a time. They are started for each window.
const WINDOW_OF_THREADS: usize = 1 << 16;

/// The size of the outputs in bytes at which a window ends, if it has the minimum number of messages.
const WINDOW_BYTES: usize = 1 << 22;

/// The minimum number of messages per thread in a window, however long their outputs are, unless there are fewer.
const LEAST: usize = 32;

/// A call that hashes many messages.
struct Batch<'py> {
    function: ConfiguredHash,
    messages: List<'py>,
    /// The number of messages.
    count: usize,
    /// The length of an output in bytes.
    each: usize,
    threads: usize,
}

impl<'py> Batch<'py> {
    fn new(
        name: &str,
        messages: &Bound<'py, PyAny>,
        threads: Option<isize>,
        length: Option<usize>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let function = ConfiguredHash::with_keywords(name, options)?;
        let (threads, each) = (self::threads(threads)?, function.output_bytes(length)?);
        let messages = List::of(messages)?;
        Ok(Self { function, count: messages.count(), messages, each, threads })
    }

    /// Returns the total size of the outputs in bytes.
    fn all_bytes(&self) -> PyResult<usize> {
        let Self { count, each, .. } = self;
        all_bytes(*count, *each)
            .ok_or_else(|| PyValueError::new_err(format!("{count} outputs of {each} bytes do not fit in memory")))
    }

    /// Returns the indices of the messages, window by window. Without messages there is one empty window, because an
    /// unusable implementation is an error even then.
    fn windows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let most = if self.threads == 1 { WINDOW } else { WINDOW_OF_THREADS };
        let window = most.min(WINDOW_BYTES / self.each.max(1)).max(LEAST.saturating_mul(self.threads));
        let count = self.count;
        (0..count.max(1)).step_by(window).map(move |begin| begin..count.min(begin + window))
    }

    /// Writes the outputs of some messages, while other Python threads run. `check` inspects the messages first.
    fn digest(
        &self,
        py: Python<'_>,
        window: Range<usize>,
        out: &mut [u8],
        check: impl FnOnce(&[&[u8]], usize) -> PyResult<()>,
        pace: &mut Pace,
    ) -> PyResult<()> {
        let Self { function, threads, .. } = self;
        let first = window.start;
        self.messages.with_slices(window, |messages| {
            check(messages, first)?;
            py.detach(|| digest_in_pieces(function, &messages, out, *threads, pace))
        })
    }
}

/// The cost of a message besides its bytes, in bytes: about one block.
const MESSAGE_BYTES: usize = 128;

/// Returns how many messages, starting at `first`, fit into `bytes` bytes.
pub(crate) fn fitting(messages: &dyn Messages, first: usize, bytes: usize) -> usize {
    let mut left = bytes;
    let fits = |message: &usize| {
        let bytes = messages.message(*message).len().saturating_add(MESSAGE_BYTES);
        left.checked_sub(bytes).map(|rest| left = rest).is_some()
    };
    (first..messages.count()).take_while(fits).count()
}

/// Writes the outputs of messages, as many at a time as the pace allows; a longer message is hashed in pieces.
pub(crate) fn digest_in_pieces(
    function: &ConfiguredHash,
    messages: &dyn Messages,
    mut out: &mut [u8],
    threads: usize,
    pace: &mut Pace,
) -> PyResult<()> {
    let implementation = function.implementation.as_deref();
    let each = out.len().checked_div(messages.count()).unwrap_or(0);
    let mut first = 0;
    loop {
        let fitting = fitting(messages, first, pace.next()?);
        let range = first..messages.count().min(first + fitting.max(1));
        let (outputs, rest) = out.split_at_mut(range.len() * each);
        if fitting == 0 && !range.is_empty() {
            digest_long(function, &[], messages.message(first), outputs, pace)?;
        } else {
            let messages = Part { messages, range: range.clone() };
            let done = function.hash.digest_many_in_threads(implementation, &messages, outputs, threads);
            done.map_err(implementation_error)?;
        }
        (first, out) = (range.end, rest);
        if first == messages.count() {
            return Ok(());
        }
    }
}

/// Writes the output of one message, which has a prefix and a rest.
pub(crate) fn digest_long(
    function: &ConfiguredHash,
    prefix: &[u8],
    message: &[u8],
    out: &mut [u8],
    pace: &mut Pace,
) -> PyResult<()> {
    let mut hasher = function.hash.hasher(function.implementation.as_deref()).map_err(implementation_error)?;
    pace.absorb(&mut *hasher, function.facts.tuple, prefix, message)?;
    pace.read(&mut *hasher.finalize(0, 0), out)
}

/// Returns the digests of many messages.
#[pyfunction]
#[pyo3(signature = (name, messages, *, threads=Some(1), length=None, **options))]
#[pyo3(text_signature = "(name, messages, *, threads=1, length=None, **options)")]
pub(crate) fn hash_many<'py>(
    py: Python<'py>,
    name: &str,
    messages: &Bound<'py, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let batch = Batch::new(name, messages, threads, length, options)?;
    batch.all_bytes()?;
    let each = batch.each;
    let (mut digests, mut outputs) = (Vec::with_capacity(batch.count), Vec::new());
    let mut pace = Pace::new();
    for window in batch.windows() {
        let count = window.len();
        if outputs.len() < count * each {
            outputs = zeros(count * each)?;
        }
        let outputs = &mut outputs[..count * each];
        batch.digest(py, window, outputs, |_, _| Ok(()), &mut pace)?;
        digests.extend((0..count).map(|index| PyBytes::new(py, &outputs[index * each..(index + 1) * each])));
    }
    PyList::new(py, digests)
}

/// Writes the concatenated digests of many messages into a writable buffer. After an error in a message, the buffer may
/// contain the digests of earlier messages.
#[pyfunction]
#[pyo3(signature = (name, messages, out, *, threads=Some(1), length=None, **options))]
#[pyo3(text_signature = "(name, messages, out, *, threads=1, length=None, **options)")]
pub(crate) fn hash_many_into<'py>(
    py: Python<'py>,
    name: &str,
    messages: &Bound<'py, PyAny>,
    out: &Bound<'py, PyAny>,
    threads: Option<isize>,
    length: Option<usize>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<()> {
    let batch = Batch::new(name, messages, threads, length, options)?;
    let mut out = View::writable(out)?;
    let (count, each) = (batch.count, batch.each);
    let (expected, found) = (batch.all_bytes()?, out.as_slice().len());
    if expected != found {
        let message = format!("out has {found} bytes; {count} outputs of {each} bytes require {expected}");
        return Err(PyValueError::new_err(message));
    }
    let place = out.as_slice().as_ptr_range();
    let check = |messages: &[&[u8]], first: usize| {
        let overlaps = |message: &&[u8]| {
            let message = message.as_ptr_range();
            message.start < place.end && place.start < message.end
        };
        match messages.iter().position(overlaps) {
            Some(index) => Err(PyValueError::new_err(format!("message {} overlaps out", first + index))),
            None => Ok(()),
        }
    };
    let mut pace = Pace::new();
    for window in batch.windows() {
        let outputs = &mut out.as_mut_slice()[window.start * each..window.end * each];
        batch.digest(py, window, outputs, check, &mut pace)?;
    }
    Ok(())
}

/// Returns the size of `count` outputs of `each` bytes, or `None` if no memory is that large.
pub(crate) fn all_bytes(count: usize, each: usize) -> Option<usize> {
    count.checked_mul(each).filter(|&bytes| bytes <= isize::MAX as usize)
}

/// Returns zeros to overwrite.
///
/// # Errors
///
/// `MemoryError` if there is not enough memory.
pub(crate) fn zeros(bytes: usize) -> PyResult<Vec<u8>> {
    counterpoint_columns::zeros(bytes).map_err(|error| PyMemoryError::new_err(error.to_string()))
}
