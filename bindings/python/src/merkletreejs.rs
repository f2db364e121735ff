//! The trees of merkletreejs.

use crate::buffer::Buffer;
use crate::function::ConfiguredHash;
use crate::many::{implementation_error, threads};
use crate::merkle::with_leaves;
use crate::openzeppelin::{Leaves, joined, leaf, leaves_error, list, no_leaf, rows};
use crate::pace::{Pace, go_on};
use counterpoint::Messages;
use counterpoint::merkle::{Merkle, merkletreejs};
use merkletreejs::{Options, Proof};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Makes trees and verifies proofs.
#[pyclass(frozen, module = "counterpoint.merkletreejs")]
pub(crate) struct Merkletreejs {
    /// The trees over leaves that are hashes.
    trees: merkletreejs::Merkletreejs,
    /// How to hash leaves, unless they are hashes.
    leaves: Option<Leaves>,
    digest_bytes: usize,
    sort_pairs: bool,
}

/// A tree with all of its nodes.
#[pyclass(frozen, module = "counterpoint.merkletreejs")]
pub(crate) struct MerkleTree {
    tree: merkletreejs::MerkleTree,
    digest_bytes: usize,
}

impl Merkletreejs {
    /// Calls `body` with the hashes of leaves.
    fn with_hashes<R>(&self, leaves: &dyn Messages, body: impl FnOnce(&dyn Messages) -> PyResult<R>) -> PyResult<R> {
        match &self.leaves {
            Some(hashed) => body(&rows(&hashed.hashes(leaves)?, self.digest_bytes)?),
            None => body(leaves),
        }
    }
}

#[pymethods]
impl Merkletreejs {
    #[new]
    #[pyo3(signature = (
        name, *, hash_leaves=false, sort_leaves=false, sort_pairs=false, threads=Some(1), **options
    ))]
    #[pyo3(text_signature = "(name, *, hash_leaves=False, sort_leaves=False, sort_pairs=False, threads=1, **options)")]
    fn new(
        name: &str,
        hash_leaves: bool,
        sort_leaves: bool,
        sort_pairs: bool,
        threads: Option<isize>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (function, threads) = (ConfiguredHash::with_keywords(name, options)?, self::threads(threads)?);
        let (hash, implementation) = (&*function.hash, function.implementation.as_deref());
        let merkle = Merkle::with_implementation(hash, implementation, threads);
        let merkle = merkle.map_err(implementation_error)?.hashing_while(go_on);
        let digest_bytes = merkle.digest_bytes();
        let options = Options { hash_leaves: false, sort_leaves, sort_pairs };
        let trees = merkletreejs::Merkletreejs::new(merkle, options);
        Ok(Self { trees, leaves: hash_leaves.then_some(Leaves { function, threads }), digest_bytes, sort_pairs })
    }

    /// Returns a tree with all of its nodes.
    #[pyo3(signature = (leaves, *, leaf_size=None))]
    fn tree(&self, py: Python<'_>, leaves: &Bound<'_, PyAny>, leaf_size: Option<usize>) -> PyResult<MerkleTree> {
        let tree = with_leaves(py, leaves, leaf_size, |leaves| {
            self.with_hashes(leaves, |hashes| Pace::new().watch(|| self.trees.tree(&hashes))?.map_err(leaves_error))
        })?;
        Ok(MerkleTree { tree, digest_bytes: self.digest_bytes })
    }

    /// Returns whether a tree with this root has this leaf.
    #[pyo3(signature = (leaf, hashes, root, *, is_left=None))]
    fn verify(
        &self,
        py: Python<'_>,
        leaf: &Bound<'_, PyAny>,
        hashes: &Bound<'_, PyAny>,
        root: &Bound<'_, PyAny>,
        is_left: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let (leaf, root) = (Buffer::of(leaf)?, Buffer::of(root)?);
        let is_left = match is_left {
            Some(sides) => sides.try_iter()?.map(|side| side?.extract()).collect::<PyResult<Vec<bool>>>()?,
            None if self.sort_pairs => Vec::new(),
            None => return Err(PyTypeError::new_err("is_left is missing: also pass the sides returned by `proof`")),
        };
        let Some(hashes) = joined(hashes, self.digest_bytes)? else { return Ok(false) };
        let (leaf, root, proof) = (leaf.as_slice(), root.as_slice(), Proof { hashes, is_left });
        py.detach(|| {
            self.with_hashes(&[leaf], |hashes| Pace::new().watch(|| self.trees.verify(hashes.message(0), &proof, root)))
        })
    }
}

#[pymethods]
impl MerkleTree {
    fn __len__(&self) -> usize {
        self.tree.size()
    }

    /// The root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.tree.root())
    }

    /// Returns the index of a leaf in the tree, in which leaves may be sorted.
    fn leaf_index(&self, index: isize) -> PyResult<usize> {
        self.tree.leaf_index(leaf(index, self.tree.size())?).ok_or_else(|| no_leaf(index, self.tree.size()))
    }

    /// Returns the proof that the tree has a leaf: hashes, and flags for those on the left.
    #[allow(clippy::type_complexity, reason = "a tuple in Python")]
    fn proof<'py>(&self, py: Python<'py>, index: isize) -> PyResult<(Vec<Bound<'py, PyBytes>>, Vec<bool>)> {
        let size = self.tree.size();
        let proof = self.tree.proof(leaf(index, size)?).ok_or_else(|| no_leaf(index, size))?;
        Ok((list(py, &proof.hashes, self.digest_bytes), proof.is_left))
    }
}
