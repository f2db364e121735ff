//! Merkle trees over any hash function.

use crate::buffer::Buffer;
use crate::constructors::Message;
use crate::function::Function;
use crate::hash::DETACH_BYTES;
use crate::many::{implementation_error, threads, with_slices};
use counterpoint::merkle;
use counterpoint::{EqualRows, Messages};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyInt};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How leaves and nodes of trees are hashed.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Merkle(Arc<merkle::Merkle>);

/// A tree with all of its nodes.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Tree(Mutex<merkle::Tree<Arc<merkle::Merkle>>>);

/// A tree of which only the root is asked for.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Appender(Mutex<merkle::Appender<Arc<merkle::Merkle>>>);

/// Calls `body` with leaves, while other threads of Python run: with those of an iterable object, or with one buffer
/// that is divided into leaves of `leaf_size` bytes.
pub(crate) fn with_leaves<R: Send>(
    py: Python<'_>,
    leaves: &Bound<'_, PyAny>,
    leaf_size: Option<usize>,
    body: impl FnOnce(&dyn Messages) -> R + Send,
) -> PyResult<R> {
    let Some(leaf_size) = leaf_size else {
        return with_slices(leaves, |leaves| Ok(py.detach(|| body(&leaves))));
    };
    let data = Buffer::of(leaves)?;
    let rows = EqualRows::new(data.as_slice(), leaf_size).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(py.detach(|| body(&rows)))
}

#[pymethods]
impl Merkle {
    #[new]
    #[pyo3(signature = (name, *, threads=Some(1), prefixes=true, **options))]
    fn new(name: &str, threads: Option<isize>, prefixes: bool, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let function = Function::with_keywords(name, options)?;
        let (hash, implementation) = (&*function.hash, function.implementation.as_deref());
        let made = merkle::Merkle::with_implementation(hash, implementation, self::threads(threads)?);
        let made = made.map_err(implementation_error)?;
        Ok(Self(Arc::new(if prefixes { made } else { made.without_prefixes() })))
    }

    /// The length of a hash in bytes.
    #[getter]
    fn hash_size(&self) -> usize {
        self.0.digest_bytes()
    }

    /// Returns the root of a tree.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn root<'py>(
        &self,
        py: Python<'py>,
        leaves: &Bound<'py, PyAny>,
        leaf_size: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let root = with_leaves(py, leaves, leaf_size, |leaves| self.0.root(&leaves))?;
        Ok(PyBytes::new(py, &root))
    }

    /// Returns a tree with all of its nodes, for proofs.
    #[pyo3(signature = (leaves=Message::Absent, *, leaf_size=None))]
    fn tree(&self, py: Python<'_>, leaves: Message<'_>, leaf_size: Option<usize>) -> PyResult<Tree> {
        let tree = Tree(Mutex::new(merkle::Tree::new(self.0.clone())));
        if let Message::Given(leaves) = leaves {
            tree.append(py, &leaves, leaf_size)?;
        }
        Ok(tree)
    }

    /// Returns a tree without leaves that keeps only what its root needs.
    fn appender(&self) -> Appender {
        Appender(Mutex::new(merkle::Appender::new(self.0.clone())))
    }

    /// Whether a tree of `size` leaves with this root has this leaf.
    fn verify_inclusion(
        &self,
        leaf: &Bound<'_, PyAny>,
        index: usize,
        size: usize,
        proof: &Bound<'_, PyAny>,
        root: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (py, leaf) = (leaf.py(), Buffer::of(leaf)?);
        let (proof, root) = (Buffer::of(proof)?, Buffer::of(root)?);
        let (leaf, proof, root) = (leaf.as_slice(), proof.as_slice(), root.as_slice());
        let verify = || self.0.verify_inclusion(leaf, index, size, proof, root);
        Ok(if leaf.len() < DETACH_BYTES { verify() } else { py.detach(verify) })
    }

    /// Whether a tree of `size` leaves with this root has these leaves: pairs of an index and a leaf.
    fn verify_inclusion_of_many(
        &self,
        leaves: &Bound<'_, PyAny>,
        size: usize,
        proof: &Bound<'_, PyAny>,
        root: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (py_leaves, proof, root) = (leaves, Buffer::of(proof)?, Buffer::of(root)?);
        let mut buffers = Vec::new();
        for leaf in py_leaves.try_iter()? {
            let (index, leaf): (usize, Bound<'_, PyAny>) = leaf?.extract()?;
            buffers.push((index, Buffer::of(&leaf)?));
        }
        let leaves: Vec<(usize, &[u8])> = buffers.iter().map(|(index, leaf)| (*index, leaf.as_slice())).collect();
        let (py, proof, root) = (py_leaves.py(), proof.as_slice(), root.as_slice());
        Ok(py.detach(|| self.0.verify_inclusion_of_many(&leaves, size, proof, root)))
    }

    /// Whether a tree continues another one.
    fn verify_consistency(
        &self,
        old_size: usize,
        old_root: &Bound<'_, PyAny>,
        new_size: usize,
        new_root: &Bound<'_, PyAny>,
        proof: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (old_root, new_root, proof) = (Buffer::of(old_root)?, Buffer::of(new_root)?, Buffer::of(proof)?);
        let (old, new) = ((old_size, old_root.as_slice()), (new_size, new_root.as_slice()));
        Ok(self.0.verify_consistency(old, new, proof.as_slice()))
    }
}

/// Returns the indices of leaves: a single one, or those of an iterable object.
fn indices(object: &Bound<'_, PyAny>, size: usize) -> PyResult<Vec<usize>> {
    let index = |object: &Bound<'_, PyAny>| {
        let index: isize = object.extract()?;
        usize::try_from(index)
            .map_err(|_| PyIndexError::new_err(format!("no leaf {index}: the tree has {size} leaves")))
    };
    if object.is_instance_of::<PyInt>() {
        return Ok(vec![index(object)?]);
    }
    object.try_iter()?.map(|object| index(&object?)).collect()
}

impl Tree {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, merkle::Tree<Arc<merkle::Merkle>>> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Tree {
    /// Appends leaves.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn append(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, leaf_size: Option<usize>) -> PyResult<()> {
        with_leaves(py, leaves, leaf_size, |leaves| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).append(&leaves);
        })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.lock(py).size()
    }

    /// The root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.lock(py).root())
    }

    /// Returns the hash of a leaf.
    fn leaf_hash<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        let tree = self.lock(py);
        let hash = tree.leaf_hash(index).ok_or_else(|| no_leaf(index, tree.size()))?;
        Ok(PyBytes::new(py, hash))
    }

    /// Returns the proof that the tree has a leaf, or several.
    fn inclusion_proof<'py>(&self, indices: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = indices.py();
        // An object may run code of its own while it is read, so the tree is not locked.
        let size = self.lock(py).size();
        let indices = self::indices(indices, size)?;
        let tree = self.lock(py);
        let proof = tree.inclusion_proof_of_many(&indices);
        let last = indices.iter().max().copied().unwrap_or(0);
        Ok(PyBytes::new(py, &proof.ok_or_else(|| no_leaf(last, tree.size()))?))
    }

    /// Returns the proof that the tree continues the one of its first `size` leaves.
    fn consistency_proof<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyBytes>> {
        let tree = self.lock(py);
        let proof = tree.consistency_proof(size).ok_or_else(|| {
            PyValueError::new_err(format!("no proof for the first {size} leaves: the tree has {}", tree.size()))
        })?;
        Ok(PyBytes::new(py, &proof))
    }
}

fn no_leaf(index: usize, size: usize) -> PyErr {
    PyIndexError::new_err(format!("no leaf {index}: the tree has {size} leaves"))
}

impl Appender {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, merkle::Appender<Arc<merkle::Merkle>>> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Appender {
    /// Appends leaves.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn append(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, leaf_size: Option<usize>) -> PyResult<()> {
        with_leaves(py, leaves, leaf_size, |leaves| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).append(&leaves);
        })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        usize::try_from(self.lock(py).size()).unwrap_or(usize::MAX)
    }

    /// The root of the leaves so far.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock(py).root())
    }
}
