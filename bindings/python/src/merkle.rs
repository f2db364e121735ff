//! Merkle trees over any hash function.

use crate::buffer::Buffer;
use crate::constructors::Message;
use crate::function::ConfiguredHash;
use crate::many::{digest_long, fitting, implementation_error, threads, with_slices};
use crate::pace::{DETACH_BYTES, Pace, go_on};
use crate::turns::Turns;
use counterpoint::merkle;
use counterpoint::{EqualRows, Messages};
use counterpoint_columns::Part;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};
use std::sync::Arc;

/// Makes Merkle trees and verifies proofs.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Merkle(Shape);

/// A tree with all of its nodes, or nothing after an interrupted `append`, which can't be undone.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Tree(Shape, Turns<Option<merkle::Tree<Arc<merkle::Merkle>>>>);

/// A tree that only computes its root.
#[pyclass(frozen, module = "counterpoint.merkle")]
pub(crate) struct Appender(Shape, Turns<merkle::Appender<Arc<merkle::Merkle>>>);

/// How leaves and nodes are hashed: many at a time, and a long leaf in pieces.
#[derive(Clone)]
struct Shape {
    merkle: Arc<merkle::Merkle>,
    function: Arc<ConfiguredHash>,
}

impl Shape {
    /// Returns the hash of a leaf.
    fn leaf_hash(&self, leaf: &[u8], pace: &mut Pace) -> PyResult<Vec<u8>> {
        let mut hash = vec![0; self.merkle.digest_bytes()];
        digest_long(&self.function, self.merkle.leaf_prefix().as_slice(), leaf, &mut hash, pace)?;
        Ok(hash)
    }

    /// Returns whether a tree has these leaves.
    fn verify(
        &self,
        py: Python<'_>,
        leaves: &[(usize, &[u8])],
        size: usize,
        proof: &[u8],
        root: &[u8],
    ) -> PyResult<bool> {
        if leaves.iter().map(|(_, leaf)| leaf.len() + self.merkle.digest_bytes()).sum::<usize>() < DETACH_BYTES {
            return Ok(self.merkle.verify_inclusion_of_many(leaves, size, proof, root));
        }
        py.detach(|| {
            let mut pace = Pace::new();
            let hash = |&(index, leaf): &(usize, &[u8])| Ok((index, self.leaf_hash(leaf, &mut pace)?));
            let hashes = leaves.iter().map(hash).collect::<PyResult<_>>()?;
            pace.watch(|| self.merkle.verify_inclusion_of_hashes(hashes, size, proof, root))
        })
    }
}

/// Calls `body` with the leaves in an iterable, or with one buffer, divided into leaves of `leaf_size` bytes. Other
/// Python threads run meanwhile.
pub(crate) fn with_leaves<R: Send>(
    py: Python<'_>,
    leaves: &Bound<'_, PyAny>,
    leaf_size: Option<usize>,
    body: impl FnOnce(&dyn Messages) -> PyResult<R> + Send,
) -> PyResult<R> {
    let Some(leaf_size) = leaf_size else {
        return with_slices(leaves, |leaves| py.detach(|| body(&leaves)));
    };
    let data = Buffer::of(leaves)?;
    let rows = EqualRows::new(data.as_slice(), leaf_size).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.detach(|| body(&rows))
}

/// A piece that is appended to a tree at once.
enum Piece<'m> {
    Leaves(Part<'m>),
    /// The hash of a leaf longer than a piece.
    Hash(Vec<u8>),
}

/// Calls `append` with leaves, some at a time.
fn append_in_pieces(shape: &Shape, leaves: &dyn Messages, mut append: impl FnMut(Piece<'_>)) -> PyResult<()> {
    let (mut pace, mut first) = (Pace::new(), 0);
    while first < leaves.count() {
        let count = fitting(leaves, first, pace.next()?);
        append(match count {
            0 => Piece::Hash(shape.leaf_hash(leaves.message(first), &mut pace)?),
            _ => Piece::Leaves(Part { messages: leaves, range: first..first + count }),
        });
        first += count.max(1);
    }
    Ok(())
}

#[pymethods]
impl Merkle {
    #[new]
    #[pyo3(signature = (name, *, threads=Some(1), prefixes=true, **options))]
    #[pyo3(text_signature = "(name, *, threads=1, prefixes=True, **options)")]
    fn new(name: &str, threads: Option<isize>, prefixes: bool, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let function = ConfiguredHash::with_keywords(name, options)?;
        let (hash, implementation) = (&*function.hash, function.implementation.as_deref());
        let made = merkle::Merkle::with_implementation(hash, implementation, self::threads(threads)?);
        let made = made.map_err(implementation_error)?.hashing_while(go_on);
        let merkle = Arc::new(if prefixes { made } else { made.without_prefixes() });
        Ok(Self(Shape { merkle, function: Arc::new(function) }))
    }

    /// The length of a hash in bytes.
    #[getter]
    fn hash_size(&self) -> usize {
        self.0.merkle.digest_bytes()
    }

    /// Returns the root of a tree.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn root<'py>(
        &self,
        py: Python<'py>,
        leaves: &Bound<'py, PyAny>,
        leaf_size: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let appender = self.appender();
        appender.append(py, leaves, leaf_size)?;
        appender.root(py)
    }

    /// Returns a tree with all of its nodes, for proofs.
    #[pyo3(signature = (leaves=Message::Absent, *, leaf_size=None))]
    fn tree(&self, py: Python<'_>, leaves: Message<'_>, leaf_size: Option<usize>) -> PyResult<Tree> {
        let tree = Tree(self.0.clone(), Turns::new(Some(merkle::Tree::new(self.0.merkle.clone()))));
        if let Message::Given(leaves) = leaves {
            tree.append(py, &leaves, leaf_size)?;
        }
        Ok(tree)
    }

    /// Returns a tree without leaves that keeps only what is required for its root.
    fn appender(&self) -> Appender {
        Appender(self.0.clone(), Turns::new(merkle::Appender::new(self.0.merkle.clone())))
    }

    /// Returns whether a tree of `size` leaves with this root has this leaf.
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
        self.0.verify(py, &[(index, leaf.as_slice())], size, proof.as_slice(), root.as_slice())
    }

    /// Returns whether a tree of `size` leaves with this root has these leaves: pairs of an index and a leaf.
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
        self.0.verify(py_leaves.py(), &leaves, size, proof.as_slice(), root.as_slice())
    }

    /// Returns whether a tree extends another one.
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
        Ok(self.0.merkle.verify_consistency(old, new, proof.as_slice()))
    }
}

/// Returns the indices of leaves: a single one, or those of an iterable.
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
    /// Calls `body` with the tree.
    fn with<R>(
        &self,
        py: Python<'_>,
        body: impl FnOnce(&merkle::Tree<Arc<merkle::Merkle>>) -> PyResult<R>,
    ) -> PyResult<R> {
        let tree = self.1.take(py)?;
        body(tree.as_ref().ok_or_else(closed)?)
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("an append to the tree was interrupted, and the tree is closed; create it again")
}

#[pymethods]
impl Tree {
    /// Appends leaves. An interrupted call (KeyboardInterrupt) closes the tree: all later calls raise ValueError.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn append(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, leaf_size: Option<usize>) -> PyResult<()> {
        with_leaves(py, leaves, leaf_size, |leaves| {
            let mut place = Python::attach(|py| self.1.take(py))?;
            let tree = place.as_mut().ok_or_else(closed)?;
            let done = append_in_pieces(&self.0, leaves, |piece| match piece {
                Piece::Leaves(leaves) => tree.append(&leaves),
                Piece::Hash(hash) => tree.append_hashes(&hash),
            });
            done.inspect_err(|_| *place = None)
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |tree| Ok(tree.size()))
    }

    /// The root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.with(py, |tree| Ok(PyBytes::new(py, tree.root())))
    }

    /// Returns the hash of a leaf.
    fn leaf_hash<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyBytes>> {
        self.with(py, |tree| {
            let hash = usize::try_from(index).ok().and_then(|index| tree.leaf_hash(index));
            let hash = hash.ok_or_else(|| no_leaf(index, tree.size()))?;
            Ok(PyBytes::new(py, hash))
        })
    }

    /// Returns the proof that the tree has a leaf, or several.
    fn inclusion_proof<'py>(&self, indices: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = indices.py();
        // Reading an object may run its own code, so the tree is not locked meanwhile.
        let indices = self::indices(indices, self.__len__(py)?)?;
        self.with(py, |tree| {
            let proof = tree.inclusion_proof_of_many(&indices);
            let last = indices.iter().max().copied().unwrap_or(0);
            Ok(PyBytes::new(py, &proof.ok_or_else(|| no_leaf(last, tree.size()))?))
        })
    }

    /// Returns the proof that the tree extends the tree of its first `size` leaves.
    fn consistency_proof<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.with(py, |tree| {
            let proof = tree.consistency_proof(size).ok_or_else(|| {
                PyValueError::new_err(format!("no proof for the first {size} leaves: the tree has {}", tree.size()))
            })?;
            Ok(PyBytes::new(py, &proof))
        })
    }
}

fn no_leaf(index: impl core::fmt::Display, size: usize) -> PyErr {
    PyIndexError::new_err(format!("no leaf {index}: the tree has {size} leaves"))
}

#[pymethods]
impl Appender {
    /// Appends leaves. An interrupted call (KeyboardInterrupt) leaves the appender as it was.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn append(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, leaf_size: Option<usize>) -> PyResult<()> {
        with_leaves(py, leaves, leaf_size, |leaves| {
            let mut appender = Python::attach(|py| self.1.take(py))?;
            let before = appender.clone();
            let done = append_in_pieces(&self.0, leaves, |piece| match piece {
                Piece::Leaves(leaves) => appender.append(&leaves),
                Piece::Hash(hash) => appender.append_hashes(&hash),
            });
            done.inspect_err(|_| *appender = before)
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(usize::try_from(self.1.take(py)?.size()).unwrap_or(usize::MAX))
    }

    /// The root of the leaves so far.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.1.take(py)?.root()))
    }
}
