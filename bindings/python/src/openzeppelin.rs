//! OpenZeppelin's trees.

use crate::buffer::Buffer;
use crate::function::ConfiguredHash;
use crate::many::{digest_in_pieces, implementation_error, threads, with_slices, zeros};
use crate::merkle::with_leaves;
use crate::pace::{Pace, go_on};
use counterpoint::merkle::{LeavesError, Merkle, openzeppelin};
use counterpoint::{EqualRows, Messages};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Makes trees and verifies proofs.
#[pyclass(frozen, module = "counterpoint.openzeppelin")]
pub(crate) struct OpenZeppelin {
    /// The trees over leaves, which are hashes.
    trees: openzeppelin::OpenZeppelin,
    /// How to hash values to leaves, unless they are leaves.
    leaves: Option<Leaves>,
    digest_bytes: usize,
}

/// A tree with all of its nodes.
#[pyclass(frozen, module = "counterpoint.openzeppelin")]
pub(crate) struct StandardMerkleTree {
    tree: openzeppelin::StandardMerkleTree,
    digest_bytes: usize,
}

/// Hashes leaves in pieces, so Ctrl-C can stop it.
pub(crate) struct Leaves {
    pub(crate) function: ConfiguredHash,
    pub(crate) threads: usize,
}

impl Leaves {
    /// Returns the concatenated hashes of messages.
    pub(crate) fn hashes(&self, messages: &dyn Messages) -> PyResult<Vec<u8>> {
        let mut hashes = zeros(messages.count().saturating_mul(self.function.facts.digest_bytes))?;
        digest_in_pieces(&self.function, messages, &mut hashes, self.threads, &mut Pace::new())?;
        Ok(hashes)
    }
}

/// Returns hashes as messages.
pub(crate) fn rows(hashes: &[u8], each: usize) -> PyResult<EqualRows<'_>> {
    EqualRows::new(hashes, each).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the error for leaves from which no tree can be made.
pub(crate) fn leaves_error(error: LeavesError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the error for a leaf that does not exist.
pub(crate) fn no_leaf(index: isize, size: usize) -> PyErr {
    PyIndexError::new_err(format!("no leaf {index}: the tree has {size} leaves"))
}

/// Returns the index of a leaf, or an error if it does not exist.
pub(crate) fn leaf(index: isize, size: usize) -> PyResult<usize> {
    usize::try_from(index).ok().filter(|&index| index < size).ok_or_else(|| no_leaf(index, size))
}

/// Returns hashes as a list.
pub(crate) fn list<'py>(py: Python<'py>, hashes: &[u8], each: usize) -> Vec<Bound<'py, PyBytes>> {
    hashes.chunks_exact(each).map(|hash| PyBytes::new(py, hash)).collect()
}

/// Returns the concatenated hashes of an iterable, or `None` if one has the wrong length.
pub(crate) fn joined(hashes: &Bound<'_, PyAny>, each: usize) -> PyResult<Option<Vec<u8>>> {
    with_slices(hashes, |hashes| Ok(hashes.iter().all(|hash| hash.len() == each).then(|| hashes.concat())))
}

impl OpenZeppelin {
    /// Calls `body` with the leaves of values.
    fn with_leaves<R>(&self, values: &dyn Messages, body: impl FnOnce(&dyn Messages) -> PyResult<R>) -> PyResult<R> {
        let Some(leaves) = &self.leaves else { return body(values) };
        let once = leaves.hashes(values)?;
        let twice = leaves.hashes(&rows(&once, self.digest_bytes)?)?;
        body(&rows(&twice, self.digest_bytes)?)
    }
}

#[pymethods]
impl OpenZeppelin {
    #[new]
    #[pyo3(signature = (*, simple=false, sort_leaves=true, threads=Some(1), implementation=None))]
    #[pyo3(text_signature = "(*, simple=False, sort_leaves=True, threads=1, implementation=None)")]
    fn new(simple: bool, sort_leaves: bool, threads: Option<isize>, implementation: Option<&str>) -> PyResult<Self> {
        let (mut function, threads) = (ConfiguredHash::plain("keccak256")?, self::threads(threads)?);
        function.implementation = implementation.map(str::to_owned);
        let merkle = Merkle::with_implementation(&*function.hash, implementation, threads);
        let merkle = merkle.map_err(implementation_error)?.hashing_while(go_on);
        let digest_bytes = merkle.digest_bytes();
        let trees = openzeppelin::OpenZeppelin::simple_over(merkle);
        let trees = if sort_leaves { trees } else { trees.with_leaves_as_given() };
        Ok(Self { trees, leaves: (!simple).then_some(Leaves { function, threads }), digest_bytes })
    }

    /// Returns a tree of encoded values.
    #[pyo3(signature = (values, *, value_size=None))]
    fn tree(
        &self,
        py: Python<'_>,
        values: &Bound<'_, PyAny>,
        value_size: Option<usize>,
    ) -> PyResult<StandardMerkleTree> {
        let tree = with_leaves(py, values, value_size, |values| {
            self.with_leaves(values, |leaves| Pace::new().watch(|| self.trees.tree(&leaves))?.map_err(leaves_error))
        })?;
        Ok(StandardMerkleTree { tree, digest_bytes: self.digest_bytes })
    }

    /// Returns whether a tree with this root has this value.
    fn verify(
        &self,
        py: Python<'_>,
        value: &Bound<'_, PyAny>,
        proof: &Bound<'_, PyAny>,
        root: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let (value, root) = (Buffer::of(value)?, Buffer::of(root)?);
        let Some(proof) = joined(proof, self.digest_bytes)? else { return Ok(false) };
        let (value, root) = (value.as_slice(), root.as_slice());
        py.detach(|| {
            self.with_leaves(&[value], |leaves| {
                Pace::new().watch(|| self.trees.verify(leaves.message(0), &proof, root))
            })
        })
    }

    /// Returns whether a tree with this root has these values.
    fn verify_multi_proof(
        &self,
        values: &Bound<'_, PyAny>,
        hashes: &Bound<'_, PyAny>,
        flags: &Bound<'_, PyAny>,
        root: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let root = Buffer::of(root)?;
        let flags = flags.try_iter()?.map(|flag| flag?.extract()).collect::<PyResult<Vec<bool>>>()?;
        let Some(hashes) = joined(hashes, self.digest_bytes)? else { return Ok(false) };
        let (root, py) = (root.as_slice(), values.py());
        with_slices(values, |values| {
            py.detach(|| {
                self.with_leaves(&values, |leaves| {
                    Pace::new().watch(|| self.trees.verify_multi_proof(&leaves, &hashes, &flags, root))
                })
            })
        })
    }
}

#[pymethods]
impl StandardMerkleTree {
    fn __len__(&self) -> usize {
        self.tree.size()
    }

    /// The root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.tree.root())
    }

    /// All nodes, concatenated.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.tree.nodes())
    }

    /// Returns the index of a value's leaf among the nodes.
    fn tree_index(&self, index: isize) -> PyResult<usize> {
        self.tree.tree_index(leaf(index, self.tree.size())?).ok_or_else(|| no_leaf(index, self.tree.size()))
    }

    /// Returns the proof that the tree has a value.
    fn proof<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let size = self.tree.size();
        let proof = self.tree.proof(leaf(index, size)?).ok_or_else(|| no_leaf(index, size))?;
        Ok(list(py, &proof, self.digest_bytes))
    }

    /// Returns one proof for several values.
    #[allow(clippy::type_complexity, reason = "a tuple in Python")]
    fn multi_proof<'py>(
        &self,
        indices: &Bound<'py, PyAny>,
    ) -> PyResult<(Vec<usize>, Vec<Bound<'py, PyBytes>>, Vec<bool>)> {
        let (py, size) = (indices.py(), self.tree.size());
        let indices =
            indices.try_iter()?.map(|index| leaf(index?.extract()?, size)).collect::<PyResult<Vec<usize>>>()?;
        let twice = || PyValueError::new_err("an index is listed twice; list each only once");
        let proof = self.tree.multi_proof(&indices).ok_or_else(twice)?;
        let hashes = list(py, &proof.hashes, self.digest_bytes);
        Ok((proof.indices, hashes, proof.flags))
    }
}
