//! Merkle trees.

use crate::{message, text, void};
use core::ffi::c_int;
use core::ptr::{null, null_mut};
use counterpoint::Algorithm;
use counterpoint::registry::Options;
use counterpoint_capi::cpt_algorithm::*;
use counterpoint_capi::cpt_status::*;
use counterpoint_capi::*;

/// A tree, its proofs and its root, compared with the library's.
#[test]
fn merkle_trees_are_those_of_the_library() {
    let kt128 = Algorithm::by_name("kt128").unwrap().hash(&Options::default()).unwrap();
    let library = counterpoint::merkle::Merkle::new(&*kt128);
    let leaves: Vec<Vec<u8>> = (0..21).map(|leaf| message(3 * leaf)).collect();
    let (pointers, lengths): (Vec<_>, Vec<_>) = leaves.iter().map(|leaf| (void(leaf), leaf.len())).unzip();
    let expected = library.tree(&leaves);
    let (mut merkle, mut tree, mut appender) = (null_mut(), null_mut(), null_mut());
    let mut root = [0; 32];
    unsafe {
        assert_eq!(cpt_merkle_new(&mut merkle, cpt_function_of(CPT_KT128 as c_int), 2), CPT_OK);
        assert_eq!(cpt_merkle_hash_bytes(merkle), 32);
        assert_eq!(cpt_merkle_tree_new(&mut tree, merkle), CPT_OK);
        assert_eq!(cpt_merkle_appender_new(&mut appender, merkle), CPT_OK);
        for first in [0, 7, 14] {
            let (leaves, lengths) = (pointers[first..].as_ptr(), lengths[first..].as_ptr());
            assert_eq!(cpt_merkle_tree_append(tree, leaves, lengths, 7), CPT_OK);
            assert_eq!(cpt_merkle_appender_append(appender, leaves, lengths, 7), CPT_OK);
        }
        assert_eq!(cpt_merkle_tree_size(tree), 21);
        for write in [0, 1, 2] {
            root.fill(0);
            let status = match write {
                0 => cpt_merkle_tree_root(tree, root.as_mut_ptr(), 32),
                1 => cpt_merkle_appender_root(appender, root.as_mut_ptr(), 32),
                _ => cpt_merkle_root(merkle, pointers.as_ptr(), lengths.as_ptr(), 21, root.as_mut_ptr(), 32),
            };
            assert_eq!((status, &root[..]), (CPT_OK, expected.root()));
        }
        for indices in [&[20][..], &[3, 4, 11], &[]] {
            let mut proof_bytes = 0;
            let (at, count) = (indices.as_ptr(), indices.len());
            let asked = cpt_merkle_tree_inclusion_proof(tree, at, count, null_mut(), &mut proof_bytes);
            let mut proof = vec![0; proof_bytes];
            let written = cpt_merkle_tree_inclusion_proof(tree, at, count, proof.as_mut_ptr(), &mut proof_bytes);
            assert_eq!((asked, written), (CPT_OK, CPT_OK));
            assert_eq!(Some(&proof), expected.inclusion_proof_of_many(indices).as_ref());
            let (pointers, lengths): (Vec<_>, Vec<_>) = indices.iter().map(|&i| (pointers[i], lengths[i])).unzip();
            let verify = |size, root: &[u8; 32]| {
                let (leaves, lengths) = (pointers.as_ptr(), lengths.as_ptr());
                let (proof, root) = (void(&proof), void(root));
                cpt_merkle_verify_inclusion(merkle, at, leaves, lengths, count, size, proof, proof_bytes, root, 32)
            };
            assert_eq!(verify(21, &root), if count > 0 { CPT_OK } else { CPT_ERROR_WRONG_PROOF });
            assert_eq!(verify(21, &[0; 32]), CPT_ERROR_WRONG_PROOF);
        }
        let mut proof = [0; 32 * 8];
        let mut proof_bytes = proof.len();
        assert_eq!(cpt_merkle_tree_consistency_proof(tree, 6, proof.as_mut_ptr(), &mut proof_bytes), CPT_OK);
        assert_eq!(Some(proof[..proof_bytes].to_vec()), expected.consistency_proof(6));
        let old = library.root(&leaves[..6].to_vec());
        for (size, status) in [(6, CPT_OK), (7, CPT_ERROR_WRONG_PROOF)] {
            let (old, root, proof) = (void(&old), void(&root), void(&proof));
            let found = cpt_merkle_verify_consistency(merkle, size, old, 21, root, 32, proof, proof_bytes);
            assert_eq!(found, status);
        }
        cpt_merkle_appender_free(appender);
        cpt_merkle_tree_free(tree);
        cpt_merkle_free(merkle);
    }
}

#[test]
fn merkle_trees_of_equal_rows_and_without_prefixes() {
    let data = message(5 * 12);
    let rows = counterpoint::EqualRows::new(&data, 12).unwrap();
    let library = counterpoint::merkle::Merkle::new(Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap());
    let expected = [library.root(&rows), library.without_prefixes().root(&rows)];
    let function = cpt_function_of(CPT_SHA3_256 as c_int);
    for (form, expected) in [cpt_merkle_new, cpt_merkle_new_without_prefixes].into_iter().zip(expected) {
        let (mut merkle, mut tree, mut appender) = (null_mut(), null_mut(), null_mut());
        let (mut roots, mut leaf) = ([[0; 32]; 3], [0; 32]);
        unsafe {
            assert_eq!(form(&mut merkle, function, 0), CPT_OK);
            assert_eq!(cpt_merkle_tree_new(&mut tree, merkle), CPT_OK);
            assert_eq!(cpt_merkle_tree_append_equal_rows(tree, void(&data), 12, 5), CPT_OK);
            assert_eq!(cpt_merkle_tree_root(tree, roots[0].as_mut_ptr(), 32), CPT_OK);
            let root = roots[1].as_mut_ptr();
            assert_eq!(cpt_merkle_root_of_equal_rows(merkle, void(&data), 12, 5, root, 32), CPT_OK);
            assert_eq!(roots[1], &expected[..]);
            assert_eq!(cpt_merkle_appender_new(&mut appender, merkle), CPT_OK);
            assert_eq!(cpt_merkle_appender_append_equal_rows(appender, void(&data), 12, 5), CPT_OK);
            assert_eq!((cpt_merkle_appender_size(appender), cpt_merkle_appender_size(null())), (5, 0));
            assert_eq!(cpt_merkle_appender_root(appender, roots[2].as_mut_ptr(), 32), CPT_OK);
            assert_eq!(cpt_merkle_tree_leaf_hash(tree, 4, leaf.as_mut_ptr(), 32), CPT_OK);
            assert_eq!(cpt_merkle_root_of_equal_rows(merkle, void(&data[48..]), 12, 1, root, 32), CPT_OK);
            assert_eq!(cpt_merkle_tree_leaf_hash(tree, 5, leaf.as_mut_ptr(), 32), CPT_ERROR_INDEX);
            cpt_merkle_appender_free(appender);
            cpt_merkle_tree_free(tree);
            cpt_merkle_free(merkle);
        }
        assert_eq!(roots[1], leaf, "the root of one leaf is its hash");
        assert_eq!([roots[0], roots[2]], [&expected[..]; 2]);
    }
}

#[test]
fn mistakes_with_merkle_trees_are_errors() {
    let (mut merkle, mut tree) = (null_mut(), null_mut());
    let mut place = [0; 64];
    let place = place.as_mut_ptr();
    unsafe {
        assert_eq!(cpt_merkle_new(&mut merkle, null(), 1), CPT_ERROR_NULL);
        assert!(merkle.is_null());
        assert_eq!(cpt_merkle_new(&mut merkle, cpt_function_of(CPT_SHA3_256 as c_int), 1), CPT_OK);
        assert_eq!(cpt_merkle_tree_new(&mut tree, null()), CPT_ERROR_NULL);
        assert_eq!(cpt_merkle_tree_new(&mut tree, merkle), CPT_OK);
        assert_eq!(cpt_merkle_tree_append_equal_rows(tree, null(), 0, 3), CPT_OK, "leaves of no bytes");
        assert_eq!(cpt_merkle_tree_append_equal_rows(tree, null(), 1, 3), CPT_ERROR_NULL);
        assert_eq!(cpt_merkle_tree_append_equal_rows(tree, void(b"a"), usize::MAX, 3), CPT_ERROR_ROWS);
        assert_eq!(cpt_merkle_tree_append_equal_rows(tree, null(), 0, usize::MAX), CPT_ERROR_ROWS);
        assert_eq!(cpt_merkle_tree_append(tree, null(), null(), 1), CPT_ERROR_NULL);
        assert_eq!(cpt_merkle_root(merkle, &null(), &0, 1, place, 32), CPT_OK, "a leaf of no bytes may be null");
        assert_eq!(cpt_merkle_tree_append(tree, &null(), &1, 1), CPT_ERROR_NULL);
        assert_eq!(text(cpt_error_message()), "leaf 0 is a null pointer");
        assert_eq!(cpt_merkle_tree_root(tree, place, 33), CPT_ERROR_LENGTH);
        assert_eq!(cpt_merkle_tree_root(null(), place, 32), CPT_ERROR_NULL);
        let mut bytes = 31;
        assert_eq!(cpt_merkle_tree_inclusion_proof(tree, &3, 1, place, &mut bytes), CPT_ERROR_INDEX);
        assert_eq!(text(cpt_error_message()), "no leaf 3: the tree has 3 leaves");
        assert_eq!(cpt_merkle_tree_inclusion_proof(tree, &2, 1, place, &mut bytes), CPT_ERROR_LENGTH);
        assert_eq!(bytes, 32, "the length of the proof");
        assert_eq!(cpt_merkle_tree_inclusion_proof(tree, &2, 1, place, null_mut()), CPT_ERROR_NULL);
        assert_eq!(cpt_merkle_tree_consistency_proof(tree, 4, place, &mut bytes), CPT_ERROR_INDEX);
        assert_eq!(cpt_merkle_tree_consistency_proof(tree, 0, place, &mut bytes), CPT_OK);
        assert_eq!(bytes, 0, "any tree extends the one without leaves");
        assert_eq!((cpt_merkle_tree_size(null()), cpt_merkle_hash_bytes(null())), (0, 0));
        cpt_merkle_tree_free(null_mut());
        cpt_merkle_appender_free(null_mut());
        cpt_merkle_free(null_mut());
        cpt_merkle_tree_free(tree);
        cpt_merkle_free(merkle);
    }
}
