//! Hash functions by name and options.

use crate::buffer::Buffer;
use counterpoint::Algorithm;
use counterpoint::registry::{self, Kind, Options, Parameter};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet};
use std::sync::LazyLock;

/// The properties of a function that do not depend on the message.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    /// The name in Python: `sha3_256`.
    pub(crate) name: &'static str,
    pub(crate) digest_bytes: usize,
    pub(crate) block_bytes: usize,
    pub(crate) extendable: bool,
    /// Whether a message is an element of a tuple.
    pub(crate) tuple: bool,
}

/// The Python names of all hash functions and authenticated encryption algorithms.
static NAMES: LazyLock<Vec<(&'static str, &'static Algorithm)>> = LazyLock::new(|| {
    let used = |algorithm: &&Algorithm| matches!(algorithm.kind, Kind::Hash(_) | Kind::Aead(_));
    // The names are created once and never change.
    let name = |algorithm: &Algorithm| &*algorithm.name.replace('-', "_").leak();
    Algorithm::all().filter(used).map(|algorithm| (name(algorithm), algorithm)).collect()
});

/// A hash function with its options.
pub(crate) struct ConfiguredHash {
    pub(crate) hash: Box<dyn registry::Hash>,
    pub(crate) implementation: Option<String>,
    pub(crate) facts: Facts,
}

/// The caller's options.
#[derive(Default)]
pub(crate) struct Given<'py> {
    pub(crate) key: Option<Bound<'py, PyAny>>,
    pub(crate) customization: Option<Bound<'py, PyAny>>,
    pub(crate) function_name: Option<Bound<'py, PyAny>>,
    pub(crate) domain: Option<u8>,
    pub(crate) block_size: Option<usize>,
    pub(crate) digest_size: Option<u32>,
    pub(crate) implementation: Option<String>,
}

/// Returns the algorithm with this name, and its name in Python.
pub(crate) fn by_name(name: &str) -> PyResult<(&'static str, &'static Algorithm)> {
    let found = Algorithm::by_name(name).ok();
    let found = found.and_then(|found| NAMES.iter().find(|(_, algorithm)| algorithm.name == found.name));
    found.copied().ok_or_else(|| PyValueError::new_err(format!("unsupported hash type {name}")))
}

fn buffer<'py>(value: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Buffer<'py>>> {
    value.map(Buffer::of).transpose()
}

impl ConfiguredHash {
    /// Returns a function without options.
    pub(crate) fn plain(name: &str) -> PyResult<Self> {
        let (name, algorithm) = by_name(name)?;
        Self::new(name, algorithm, &Options::default(), None)
    }

    /// Returns a function with options from Python keywords.
    pub(crate) fn with_keywords(name: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut given = Given::default();
        for (keyword, value) in keywords.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            if value.is_none() {
                continue;
            }
            match &*keyword {
                "key" => given.key = Some(value),
                "customization" => given.customization = Some(value),
                "function_name" => given.function_name = Some(value),
                "domain" => given.domain = Some(value.extract()?),
                "block_size" => given.block_size = Some(value.extract()?),
                "digest_size" => given.digest_size = Some(value.extract()?),
                "implementation" => given.implementation = Some(value.extract()?),
                _ => {
                    return Err(PyTypeError::new_err(format!("{name} got an unexpected keyword argument '{keyword}'")));
                }
            }
        }
        Self::given(name, given)
    }

    /// Returns a function with the caller's options.
    pub(crate) fn given(name: &str, given: Given<'_>) -> PyResult<Self> {
        let (name, algorithm) = by_name(name)?;
        let key = buffer(given.key.as_ref())?;
        let customization = buffer(given.customization.as_ref())?;
        let function_name = buffer(given.function_name.as_ref())?;
        let options = Options {
            key: key.as_ref().map(Buffer::as_slice),
            customization: customization.as_ref().map(Buffer::as_slice),
            function_name: function_name.as_ref().map(Buffer::as_slice),
            domain: given.domain,
            block_bytes: given.block_size,
            output_bits: given.digest_size.map(|bytes| 8 * u64::from(bytes)),
            ..Options::default()
        };
        Self::new(name, algorithm, &options, given.implementation)
    }

    fn new(
        name: &'static str,
        algorithm: &Algorithm,
        options: &Options<'_>,
        implementation: Option<String>,
    ) -> PyResult<Self> {
        let hash = algorithm.hash(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (digest_bytes, block_bytes, extendable) = (hash.digest_bytes(), hash.block_bytes(), hash.extendable());
        let facts = Facts { name, digest_bytes, block_bytes, extendable, tuple: hash.tuple() };
        Ok(Self { hash, implementation, facts })
    }

    /// Returns the length of an output for the caller's `length`.
    pub(crate) fn output_bytes(&self, length: Option<usize>) -> PyResult<usize> {
        self.facts.output_bytes(length)
    }
}

impl Facts {
    /// Returns the length of an output for the caller's `length`.
    ///
    /// # Errors
    ///
    /// `TypeError` if a length is missing for a variable output length, or given for a fixed one.
    pub(crate) fn output_bytes(&self, length: Option<usize>) -> PyResult<usize> {
        match (self.extendable, length) {
            (true, Some(length)) => Ok(length),
            (true, None) => Err(PyTypeError::new_err(format!(
                "{} has a variable output length: 'length' is a required argument",
                self.name
            ))),
            (false, None) => Ok(self.digest_bytes),
            (false, Some(_)) => Err(PyTypeError::new_err(format!(
                "{} has a fixed digest of {} bytes and takes no length",
                self.name, self.digest_bytes
            ))),
        }
    }
}

/// Adds the names of the algorithms to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let hashes = NAMES.iter().filter(|(_, algorithm)| algorithm.hashes());
    let names = PyFrozenSet::new(module.py(), hashes.map(|(name, _)| name))?;
    module.add("algorithms_available", names)?;
    module.add("implementations", pyo3::wrap_pyfunction!(implementations, module)?)?;
    module.add("options", pyo3::wrap_pyfunction!(options, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

/// Returns the implementations of an algorithm, from the slowest to the fastest: the name, whether this CPU can run it,
/// and whether it is constant time. Only constant-time implementations are chosen automatically.
#[pyfunction]
fn implementations(name: &str) -> PyResult<Vec<(&'static str, bool, bool)>> {
    let (_, algorithm) = by_name(name)?;
    Ok(algorithm.implementations().map(|it| (it.name(), it.available(), it.constant_time())).collect())
}

/// Returns the keywords of a hash function for `new` and `hash_many`, besides `implementation`.
#[pyfunction]
fn options(name: &str) -> PyResult<Vec<&'static str>> {
    let (_, algorithm) = by_name(name)?;
    let keyword = |parameter: &Parameter| match parameter {
        Parameter::Key => Some("key"),
        Parameter::Customization => Some("customization"),
        Parameter::FunctionName => Some("function_name"),
        Parameter::Domain => Some("domain"),
        Parameter::BlockBytes => Some("block_size"),
        Parameter::OutputBits => Some("digest_size"),
        _ => None,
    };
    Ok(algorithm.takes().iter().filter_map(keyword).collect())
}
