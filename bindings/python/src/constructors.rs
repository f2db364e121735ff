//! A constructor for each hash function, with the interface of `hashlib`.
//!
//! All functions of a kind have the same parameters. As in `hashlib`, `string` is another name for `data`;
//! `usedforsecurity` has no effect.

use crate::function::{ConfiguredHash, Given};
use crate::hash::Hash;
use Message::Absent;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

type Any<'py> = Bound<'py, PyAny>;

/// An optional message. `None` is not a message.
pub(crate) enum Message<'py> {
    Absent,
    Given(Any<'py>),
}

impl<'py> FromPyObject<'_, 'py> for Message<'py> {
    type Error = core::convert::Infallible;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> Result<Self, Self::Error> {
        Ok(Self::Given(object.to_owned()))
    }
}

/// Returns the message, which has two possible names.
fn one<'py>(data: Message<'py>, string: Message<'py>) -> PyResult<Option<Any<'py>>> {
    match (data, string) {
        (Message::Given(_), Message::Given(_)) => {
            Err(PyTypeError::new_err("'data' and 'string' are two names of the message; pass only one"))
        }
        (Message::Given(message), _) | (_, Message::Given(message)) => Ok(Some(message)),
        (Message::Absent, Message::Absent) => Ok(None),
    }
}

macro_rules! plain {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, usedforsecurity=true))]
        fn $name(py: Python<'_>, data: Message<'_>, string: Message<'_>, usedforsecurity: bool) -> PyResult<Hash> {
            static FUNCTION: PyOnceLock<ConfiguredHash> = PyOnceLock::new();
            let _ = usedforsecurity;
            Hash::of(
                FUNCTION.get_or_try_init(py, || ConfiguredHash::plain(stringify!($name)))?,
                one(data, string)?.as_ref(),
            )
        }
    };
}

macro_rules! cshake {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, customization=None, function_name=None, usedforsecurity=true))]
        fn $name<'py>(
            data: Message<'py>,
            string: Message<'py>,
            customization: Option<Any<'py>>,
            function_name: Option<Any<'py>>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            given(stringify!($name), one(data, string)?, Given { customization, function_name, ..Given::default() })
        }
    };
}

macro_rules! kmac {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (key, data=Absent, *, string=Absent, customization=None, digest_size=None, usedforsecurity=true))]
        fn $name<'py>(
            key: Any<'py>,
            data: Message<'py>,
            string: Message<'py>,
            customization: Option<Any<'py>>,
            digest_size: Option<u32>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            let options = Given { key: Some(key), customization, digest_size, ..Given::default() };
            given(stringify!($name), one(data, string)?, options)
        }
    };
}

macro_rules! kmacxof {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (key, data=Absent, *, string=Absent, customization=None, usedforsecurity=true))]
        fn $name<'py>(
            key: Any<'py>,
            data: Message<'py>,
            string: Message<'py>,
            customization: Option<Any<'py>>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            given(stringify!($name), one(data, string)?, Given { key: Some(key), customization, ..Given::default() })
        }
    };
}

/// The elements of a tuple are an iterable, because a message is a single element.
macro_rules! tuplehash {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (elements=Absent, *, customization=None, digest_size=None, usedforsecurity=true))]
        fn $name<'py>(
            py: Python<'py>,
            elements: Message<'py>,
            customization: Option<Any<'py>>,
            digest_size: Option<u32>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            tuple(py, stringify!($name), elements, Given { customization, digest_size, ..Given::default() })
        }
    };
}

macro_rules! tuplehashxof {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (elements=Absent, *, customization=None, usedforsecurity=true))]
        fn $name<'py>(
            py: Python<'py>,
            elements: Message<'py>,
            customization: Option<Any<'py>>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            tuple(py, stringify!($name), elements, Given { customization, ..Given::default() })
        }
    };
}

macro_rules! parallelhash {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, block_size=8192, customization=None, digest_size=None, usedforsecurity=true))]
        fn $name<'py>(
            data: Message<'py>,
            string: Message<'py>,
            block_size: usize,
            customization: Option<Any<'py>>,
            digest_size: Option<u32>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            let block_size = Some(block_size);
            let options = Given { block_size, customization, digest_size, ..Given::default() };
            given(stringify!($name), one(data, string)?, options)
        }
    };
}

macro_rules! parallelhashxof {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, block_size=8192, customization=None, usedforsecurity=true))]
        fn $name<'py>(
            data: Message<'py>,
            string: Message<'py>,
            block_size: usize,
            customization: Option<Any<'py>>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            let block_size = Some(block_size);
            given(stringify!($name), one(data, string)?, Given { block_size, customization, ..Given::default() })
        }
    };
}

macro_rules! turboshake {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, domain=0x1f, usedforsecurity=true))]
        fn $name(data: Message<'_>, string: Message<'_>, domain: u8, usedforsecurity: bool) -> PyResult<Hash> {
            let _ = usedforsecurity;
            given(stringify!($name), one(data, string)?, Given { domain: Some(domain), ..Given::default() })
        }
    };
}

macro_rules! kangarootwelve {
    ($name:ident) => {
        #[pyfunction]
        #[pyo3(signature = (data=Absent, *, string=Absent, customization=None, usedforsecurity=true))]
        fn $name<'py>(
            data: Message<'py>,
            string: Message<'py>,
            customization: Option<Any<'py>>,
            usedforsecurity: bool,
        ) -> PyResult<Hash> {
            let _ = usedforsecurity;
            given(stringify!($name), one(data, string)?, Given { customization, ..Given::default() })
        }
    };
}

/// Returns a hasher for a function with options.
fn given(name: &str, data: Option<Any<'_>>, given: Given<'_>) -> PyResult<Hash> {
    Hash::of(&ConfiguredHash::given(name, given)?, data.as_ref())
}

/// Returns a hasher for a tuple.
fn tuple(py: Python<'_>, name: &str, elements: Message<'_>, given: Given<'_>) -> PyResult<Hash> {
    let hash = Hash::of(&ConfiguredHash::given(name, given)?, None)?;
    let Message::Given(elements) = elements else { return Ok(hash) };
    for element in elements.try_iter()? {
        hash.update(py, &element?)?;
    }
    Ok(hash)
}

/// Returns a hasher for the named algorithm; the options are keywords.
#[pyfunction]
#[pyo3(signature = (name, data=Absent, *, string=Absent, usedforsecurity=true, **options))]
fn new(
    name: &str,
    data: Message<'_>,
    string: Message<'_>,
    usedforsecurity: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Hash> {
    let _ = usedforsecurity;
    Hash::of(&ConfiguredHash::with_keywords(name, options)?, one(data, string)?.as_ref())
}

/// Declares constructors, each with the macro of its kind, and a function that adds all of them to the module.
macro_rules! constructors {
    ($($kind:ident: $($name:ident)+;)+) => {
        $($($kind!($name);)+)+

        /// Adds the constructors to the module.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $($(module.add_function(wrap_pyfunction!($name, module)?)?;)+)+
            module.add_function(wrap_pyfunction!(new, module)?)
        }
    };
}

constructors! {
    // functions: begin, by `cargo xtask generate` from functions.toml
    plain: sha3_224 sha3_256 sha3_384 sha3_512 shake128 shake256 keccak224 keccak256 keccak384 keccak512
        groestl224 groestl256 groestl384 groestl512 fugue224 fugue256 fugue384 fugue512 luffa224 luffa256
        luffa384 luffa512;
    cshake: cshake128 cshake256;
    kmac: kmac128 kmac256;
    kmacxof: kmacxof128 kmacxof256;
    tuplehash: tuplehash128 tuplehash256;
    tuplehashxof: tuplehashxof128 tuplehashxof256;
    parallelhash: parallelhash128 parallelhash256;
    parallelhashxof: parallelhashxof128 parallelhashxof256;
    turboshake: turboshake128 turboshake256;
    kangarootwelve: kt128 kt256;
    // functions: end
}
