//! Merkle trees over any hash function.

use crate::function::{cpt_function, function_behind};
use crate::many::{Pointers, threads, with_equal_rows};
use crate::slices::{bytes, object, object_mut, slice, slice_mut};
use crate::status::cpt_status::{CPT_ERROR_INDEX, CPT_ERROR_LENGTH, CPT_ERROR_ROWS, CPT_ERROR_WRONG_PROOF};
use crate::status::{Failure, cpt_status, status};
use core::ffi::{c_uint, c_void};
use counterpoint::Messages;
use counterpoint::merkle::{Appender, Merkle, Tree};
use std::sync::Arc;

/// Makes Merkle trees and verifies proofs, with a hash function, a number of threads, and the prefixes of RFC 9162 (a
/// leaf is hashed after the byte `00`, a node's two children after the byte `01`). It is immutable, so several threads
/// may use it.
pub struct cpt_merkle(Arc<Merkle>);

/// A tree with all of its nodes, for proofs: about two hashes per leaf.
pub struct cpt_merkle_tree(Tree<Arc<Merkle>>);

/// A tree to which leaves are appended and that only computes its root. It keeps at most one hash for each bit of the
/// number of leaves.
pub struct cpt_merkle_appender(Appender<Arc<Merkle>>);

/// The name of the parameter for leaves, and the word for a leaf in errors.
const LEAVES: (&str, &str) = ("leaves", "leaf");

/// Returns an error if the hashes of a tree with `more` leaves and the nodes above them would not fit in memory.
fn check_size(tree: &Tree<Arc<Merkle>>, more: usize) -> Result<(), Failure> {
    let hash_bytes = tree.root().len();
    let bytes = tree.size().checked_add(more).and_then(|leaves| leaves.checked_mul(2 * hash_bytes));
    match bytes.filter(|&bytes| bytes <= isize::MAX as usize) {
        Some(_) => Ok(()),
        None => Err(Failure::new(CPT_ERROR_ROWS, format!("the hashes of {more} more leaves do not fit in memory"))),
    }
}

/// Moves an object to the heap, and writes the pointer.
fn put<T>(place: &mut *mut T, object: T) {
    *place = Box::into_raw(Box::new(object));
}

/// Frees an object. Null is allowed.
///
/// # Safety
///
/// The object was created by [`put`], and the caller no longer uses it.
unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Creates a `cpt_merkle` for trees over a function, and writes it to `merkle`. Free it with `cpt_merkle_free`; the
/// function may be freed earlier. A node has the length of the function's digest. `threads` is the maximum number of
/// threads: 1 for the calling thread alone, 0 for one per CPU.
///
/// ```c
/// cpt_merkle *merkle;
/// cpt_merkle_new(&merkle, cpt_function_of(CPT_SHA3_256), 1);
///
/// const void *leaves[3] = {"block 0", "block 1", "block 2"};
/// const size_t lengths[3] = {7, 7, 7};
/// uint8_t root[32];
/// cpt_merkle_root(merkle, leaves, lengths, 3, root, sizeof root);
/// cpt_merkle_free(merkle);
/// ```
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_new(
    merkle: *mut *mut cpt_merkle,
    function: *const cpt_function,
    threads: c_uint,
) -> cpt_status {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    status(|| unsafe { new(merkle, function, threads, |merkle| merkle) })
}

/// Like `cpt_merkle_new`, but without the prefixes, for trees of other programs that have none. **A node of these trees
/// is also the hash of a leaf** that consists of two hashes: use them only if all leaves have the same length, but not
/// the length of two hashes, or if the number of leaves is known.
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_new_without_prefixes(
    merkle: *mut *mut cpt_merkle,
    function: *const cpt_function,
    threads: c_uint,
) -> cpt_status {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    status(|| unsafe { new(merkle, function, threads, Merkle::without_prefixes) })
}

/// Creates a `cpt_merkle`.
///
/// # Safety
///
/// Each pointer must be null or point to its object.
unsafe fn new(
    merkle: *mut *mut cpt_merkle,
    function: *const cpt_function,
    asked: c_uint,
    form: impl FnOnce(Merkle) -> Merkle,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let (place, function) = unsafe {
        let place = object_mut("merkle", merkle)?;
        *place = core::ptr::null_mut();
        (place, function_behind(function)?)
    };
    let made = Merkle::with_implementation(&*function.hash, function.implementation(), threads(asked))?;
    put(place, cpt_merkle(Arc::new(form(made))));
    Ok(())
}

/// Frees an object from `cpt_merkle_new` or `cpt_merkle_new_without_prefixes`. Trees made with it remain valid. Null is
/// allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_free(merkle: *mut cpt_merkle) {
    // SAFETY: it was created by `cpt_merkle_new`, and the caller no longer uses it.
    unsafe { free(merkle) }
}

/// Returns the length of a hash in bytes; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_hash_bytes(merkle: *const cpt_merkle) -> usize {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { merkle.as_ref() }.map_or(0, |merkle| merkle.0.digest_bytes())
}

/// Writes the root of a tree of many leaves, passed like the messages of `cpt_hash_many`. The root of a tree without
/// leaves is the hash of an empty message.
///
/// Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_root(
    merkle: *const cpt_merkle,
    leaves: *const *const c_void,
    lengths: *const usize,
    count: usize,
    root: *mut u8,
    root_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (merkle, leaves, root) = unsafe {
            let leaves = Pointers::new(LEAVES, leaves, lengths, count)?;
            (object("merkle", merkle)?, leaves, slice_mut("root", root, root_bytes)?)
        };
        write_hash(&merkle.0.root(&leaves), root)
    })
}

/// Like `cpt_merkle_root`, for concatenated leaves of `leaf_bytes` bytes each.
///
/// Errors: those of `cpt_merkle_root`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_root_of_equal_rows(
    merkle: *const cpt_merkle,
    data: *const c_void,
    leaf_bytes: usize,
    count: usize,
    root: *mut u8,
    root_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (merkle, root) = unsafe { (object("merkle", merkle)?, slice_mut("root", root, root_bytes)?) };
        // SAFETY: as above.
        let found = unsafe { with_equal_rows(data, leaf_bytes, count, |leaves| Ok(merkle.0.root(&leaves)))? };
        write_hash(&found, root)
    })
}

/// Writes a hash to memory of the same length.
fn write_hash(hash: &[u8], place: &mut [u8]) -> Result<(), Failure> {
    if hash.len() != place.len() {
        let message =
            format!("wrong output length: {} bytes given, but a hash of the tree has {}", place.len(), hash.len());
        return Err(Failure::new(CPT_ERROR_LENGTH, message));
    }
    place.copy_from_slice(hash);
    Ok(())
}

/// Creates a tree without leaves that keeps its nodes, and writes it to `tree`. Free it with `cpt_merkle_tree_free`;
/// `merkle` may be freed earlier.
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_new(tree: *mut *mut cpt_merkle_tree, merkle: *const cpt_merkle) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("tree", tree)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        put(place, cpt_merkle_tree(Tree::new(unsafe { object("merkle", merkle)? }.0.clone())));
        Ok(())
    })
}

/// Frees a tree. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_free(tree: *mut cpt_merkle_tree) {
    // SAFETY: it was created by `cpt_merkle_tree_new`, and the caller no longer uses it.
    unsafe { free(tree) }
}

/// Appends leaves to a tree. Only nodes on the right edge are hashed again.
///
/// Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_append(
    tree: *mut cpt_merkle_tree,
    leaves: *const *const c_void,
    lengths: *const usize,
    count: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (tree, leaves) = unsafe { (object_mut("tree", tree)?, Pointers::new(LEAVES, leaves, lengths, count)?) };
        tree.0.append(&leaves);
        Ok(())
    })
}

/// Like `cpt_merkle_tree_append`, for concatenated leaves of `leaf_bytes` bytes each.
///
/// Errors: `CPT_ERROR_NULL`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_append_equal_rows(
    tree: *mut cpt_merkle_tree,
    data: *const c_void,
    leaf_bytes: usize,
    count: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let tree = unsafe { object_mut("tree", tree)? };
        check_size(&tree.0, count)?;
        // SAFETY: as above.
        unsafe {
            with_equal_rows(data, leaf_bytes, count, |leaves| {
                tree.0.append(&leaves);
                Ok(())
            })
        }
    })
}

/// Returns the number of leaves; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_size(tree: *const cpt_merkle_tree) -> usize {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { tree.as_ref() }.map_or(0, |tree| tree.0.size())
}

/// Writes the root of a tree.
///
/// Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_root(
    tree: *const cpt_merkle_tree,
    root: *mut u8,
    root_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (tree, root) = unsafe { (object("tree", tree)?, slice_mut("root", root, root_bytes)?) };
        write_hash(tree.0.root(), root)
    })
}

/// Writes the hash of a leaf.
///
/// Errors: `CPT_ERROR_INDEX` if there is no such leaf; `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `hash_bytes` is the
/// length of a hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_leaf_hash(
    tree: *const cpt_merkle_tree,
    index: usize,
    hash: *mut u8,
    hash_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (tree, hash) = unsafe { (object("tree", tree)?, slice_mut("hash", hash, hash_bytes)?) };
        write_hash(tree.0.leaf_hash(index).ok_or_else(|| no_leaf(tree, index))?, hash)
    })
}

/// Returns the error for a leaf that does not exist.
fn no_leaf(tree: &cpt_merkle_tree, index: usize) -> Failure {
    Failure::new(CPT_ERROR_INDEX, format!("no leaf {index}: the tree has {} leaves", tree.0.size()))
}

/// Writes the proof that a tree contains the leaves with these indices, as concatenated hashes. One proof for several
/// leaves is shorter than one proof for each.
///
/// `proof` has room for `*proof_bytes` bytes, and `*proof_bytes` becomes the length of the proof. If the room is too
/// small, only this length is written: pass null and 0 to get it.
///
/// ```c
/// size_t leaf = 2, proof_bytes = 0;
/// cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, NULL, &proof_bytes);
/// uint8_t *proof = malloc(proof_bytes);
/// cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, proof, &proof_bytes);
/// ```
///
/// Errors: `CPT_ERROR_INDEX` if there is no such leaf; `CPT_ERROR_LENGTH` if the room is too small, unless `proof` is
/// null; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_inclusion_proof(
    tree: *const cpt_merkle_tree,
    indices: *const usize,
    count: usize,
    proof: *mut u8,
    proof_bytes: *mut usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (tree, indices) = unsafe { (object("tree", tree)?, slice("indices", indices, count)?) };
        let found = tree
            .0
            .inclusion_proof_of_many(indices)
            .ok_or_else(|| no_leaf(tree, indices.iter().max().copied().unwrap_or(0)))?;
        // SAFETY: as above.
        unsafe { write_proof(&found, proof, proof_bytes) }
    })
}

/// Writes the proof that a tree extends the tree of its first `size` leaves. `proof` and `proof_bytes` are as in
/// `cpt_merkle_tree_inclusion_proof`.
///
/// An empty proof suffices for the tree without leaves, which any tree extends.
///
/// Errors: `CPT_ERROR_INDEX` if `size` exceeds the number of leaves; `CPT_ERROR_LENGTH`, `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_tree_consistency_proof(
    tree: *const cpt_merkle_tree,
    size: usize,
    proof: *mut u8,
    proof_bytes: *mut usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let tree = unsafe { object("tree", tree)? };
        let found = tree.0.consistency_proof(size).ok_or_else(|| {
            let message = format!("no proof for the first {size} leaves: the tree has {}", tree.0.size());
            Failure::new(CPT_ERROR_INDEX, message)
        })?;
        // SAFETY: as above.
        unsafe { write_proof(&found, proof, proof_bytes) }
    })
}

/// Writes a proof, or only its length if `proof` is null.
///
/// # Safety
///
/// `proof_bytes` must be null or point to a number, and if `proof` is not null, it must point to that many bytes.
unsafe fn write_proof(found: &[u8], proof: *mut u8, proof_bytes: *mut usize) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let proof_bytes = unsafe { object_mut("proof_bytes", proof_bytes)? };
    let room = core::mem::replace(proof_bytes, found.len());
    if proof.is_null() {
        return Ok(());
    }
    if room < found.len() {
        let message = format!("the proof has {} bytes, but there is only room for {room}", found.len());
        return Err(Failure::new(CPT_ERROR_LENGTH, message));
    }
    // SAFETY: the caller's promise.
    unsafe { slice_mut("proof", proof, found.len())? }.copy_from_slice(found);
    Ok(())
}

/// Verifies with a proof from `cpt_merkle_tree_inclusion_proof` that a tree of `size` leaves with this root contains
/// these leaves at these indices. The tree itself is not required. `leaves` and `lengths` are as in `cpt_hash_many`.
/// Get `size` from the source of the root, not from the sender of the proof.
///
/// Errors: `CPT_ERROR_WRONG_PROOF`; `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_verify_inclusion(
    merkle: *const cpt_merkle,
    indices: *const usize,
    leaves: *const *const c_void,
    lengths: *const usize,
    count: usize,
    size: usize,
    proof: *const c_void,
    proof_bytes: usize,
    root: *const c_void,
    root_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (merkle, indices, leaves, proof, root) = unsafe {
            (
                object("merkle", merkle)?,
                slice("indices", indices, count)?,
                Pointers::new(LEAVES, leaves, lengths, count)?,
                bytes("proof", proof, proof_bytes)?,
                bytes("root", root, root_bytes)?,
            )
        };
        let leaves: Vec<(usize, &[u8])> =
            indices.iter().enumerate().map(|(place, &index)| (index, leaves.message(place))).collect();
        verified(merkle.0.verify_inclusion_of_many(&leaves, size, proof, root))
    })
}

/// Verifies with a proof from `cpt_merkle_tree_consistency_proof` that the tree with the root `new_root` extends the
/// tree with the root `old_root`. Both roots have `root_bytes` bytes.
///
/// Errors: `CPT_ERROR_WRONG_PROOF`; `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_verify_consistency(
    merkle: *const cpt_merkle,
    old_size: usize,
    old_root: *const c_void,
    new_size: usize,
    new_root: *const c_void,
    root_bytes: usize,
    proof: *const c_void,
    proof_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (merkle, old_root, new_root, proof) = unsafe {
            (
                object("merkle", merkle)?,
                bytes("old_root", old_root, root_bytes)?,
                bytes("new_root", new_root, root_bytes)?,
                bytes("proof", proof, proof_bytes)?,
            )
        };
        verified(merkle.0.verify_consistency((old_size, old_root), (new_size, new_root), proof))
    })
}

fn verified(right: bool) -> Result<(), Failure> {
    let message = "the proof does not belong to the leaves, the tree or its root";
    if right { Ok(()) } else { Err(Failure::new(CPT_ERROR_WRONG_PROOF, message)) }
}

/// Creates a tree without leaves that keeps only what is required for its root, for more leaves than fit in memory, and
/// writes it to `appender`. Free it with `cpt_merkle_appender_free`; `merkle` may be freed earlier.
///
/// Errors: `CPT_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_new(
    appender: *mut *mut cpt_merkle_appender,
    merkle: *const cpt_merkle,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let place = unsafe { object_mut("appender", appender)? };
        *place = core::ptr::null_mut();
        // SAFETY: as above.
        put(place, cpt_merkle_appender(Appender::new(unsafe { object("merkle", merkle)? }.0.clone())));
        Ok(())
    })
}

/// Frees an appender. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_free(appender: *mut cpt_merkle_appender) {
    // SAFETY: it was created by `cpt_merkle_appender_new`, and the caller no longer uses it.
    unsafe { free(appender) }
}

/// Appends leaves.
///
/// Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_append(
    appender: *mut cpt_merkle_appender,
    leaves: *const *const c_void,
    lengths: *const usize,
    count: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (appender, leaves) =
            unsafe { (object_mut("appender", appender)?, Pointers::new(LEAVES, leaves, lengths, count)?) };
        appender.0.append(&leaves);
        Ok(())
    })
}

/// Like `cpt_merkle_appender_append`, for concatenated leaves of `leaf_bytes` bytes each.
///
/// Errors: `CPT_ERROR_NULL`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_append_equal_rows(
    appender: *mut cpt_merkle_appender,
    data: *const c_void,
    leaf_bytes: usize,
    count: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let appender = unsafe { object_mut("appender", appender)? };
        // SAFETY: as above.
        unsafe {
            with_equal_rows(data, leaf_bytes, count, |leaves| {
                appender.0.append(&leaves);
                Ok(())
            })
        }
    })
}

/// Returns the number of leaves; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_size(appender: *const cpt_merkle_appender) -> u64 {
    // SAFETY: the requirements for all pointers in the documentation of the crate.
    unsafe { appender.as_ref() }.map_or(0, |appender| appender.0.size())
}

/// Writes the root of the leaves so far.
///
/// Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cpt_merkle_appender_root(
    appender: *const cpt_merkle_appender,
    root: *mut u8,
    root_bytes: usize,
) -> cpt_status {
    status(|| {
        // SAFETY: the requirements for all pointers in the documentation of the crate.
        let (appender, root) = unsafe { (object("appender", appender)?, slice_mut("root", root, root_bytes)?) };
        write_hash(&appender.0.root(), root)
    })
}
