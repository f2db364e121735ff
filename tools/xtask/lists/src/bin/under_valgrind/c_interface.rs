//! The C interface, called as a C program would, with secret messages, keys and leaves. Its calls return a status, and
//! a wrong tag sets an error text, so a call branches on whether a tag is right, which is public.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block calls the interface with pointers to what is alive, and with the lengths that it has"
)]

use crate::secrets::{Verdicts, secret};
use crate::types::{Case, Outcome, compare, messages};
use crate::valgrind;
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use counterpoint_capi::cpt_algorithm::{CPT_KMAC256, CPT_KMACXOF128, CPT_LAKE_KEYAK, CPT_SHA3_256};
use counterpoint_capi::cpt_status::{CPT_ERROR_WRONG_PROOF, CPT_ERROR_WRONG_TAG, CPT_OK};
use counterpoint_capi::*;

pub(crate) const CASES: &[Case] = &[
    Case::new("C: cpt_hash, cpt_hasher, cpt_hash_many", hashes),
    Case { branches: 2, ..Case::new("C: cpt_hasher_verify", tags) },
    Case { branches: 2, ..Case::new("C: cpt_session", sessions) },
    Case { branches: 2, ..Case::new("C: cpt_merkle", trees) },
];

fn void(bytes: &[u8]) -> *const c_void {
    bytes.as_ptr().cast()
}

/// Returns an error if a call failed.
fn ok(status: cpt_status) -> Outcome {
    if status == CPT_OK { Ok(()) } else { Err(format!("{status:?}").into()) }
}

/// Whether a call's verification succeeded; `wrong` is its status otherwise.
fn verdict(status: cpt_status, wrong: cpt_status) -> bool {
    assert!(status == CPT_OK || status == wrong, "{status:?}");
    status == CPT_OK
}

/// Makes a function with a secret key, and with digests of this length if one is given.
fn keyed(algorithm: cpt_algorithm, key: &[u8], digest_bytes: usize) -> Result<*mut cpt_function, String> {
    // C programs write `= {0}`.
    let mut options: cpt_options = unsafe { core::mem::zeroed() };
    (options.key, options.key_bytes, options.digest_bytes) = (void(key), key.len(), digest_bytes);
    let mut function = null_mut();
    ok(unsafe { cpt_function_new(&mut function, algorithm as c_int, &options) }).map_err(|error| error.to_string())?;
    Ok(function)
}

fn hashes(_: &mut Verdicts) -> Outcome {
    let (key, message, messages) = (secret(40), secret(500), messages(136));
    let function = keyed(CPT_KMAC256, &key, 0)?;
    let mut digest = vec![0; unsafe { cpt_function_digest_bytes(function) }];
    let mut memory = vec![MaybeUninit::<u8>::uninit(); 4096];
    let (mut hasher, mut copy) = (null_mut(), null_mut());
    let pointers: Vec<*const c_void> = messages.iter().map(|message| void(message)).collect();
    let lengths: Vec<usize> = messages.iter().map(Vec::len).collect();
    let mut digests = vec![0; 32 * messages.len()];
    let offsets = [0, 3, 3, 300, 500];
    unsafe {
        ok(cpt_hash(function, void(&message), message.len(), digest.as_mut_ptr(), digest.len()))?;
        ok(cpt_hasher_init(&mut hasher, memory.as_mut_ptr().cast(), memory.len(), function))?;
        ok(cpt_hasher_update(hasher, void(&message), 7))?;
        ok(cpt_hasher_update(hasher, void(&message[7..]), message.len() - 7))?;
        ok(cpt_hasher_copy(hasher, &mut copy))?;
        ok(cpt_hasher_final(hasher, digest.as_mut_ptr(), digest.len()))?;
        ok(cpt_hasher_reset(hasher))?;
        ok(cpt_hasher_final(copy, digest.as_mut_ptr(), digest.len()))?;
        cpt_hasher_free(copy);
        cpt_hasher_free(hasher);
        cpt_function_free(function);

        let function = keyed(CPT_KMACXOF128, &key, 0)?;
        ok(cpt_hasher_new(&mut hasher, function))?;
        ok(cpt_hasher_update(hasher, void(&message), message.len()))?;
        ok(cpt_hasher_squeeze(hasher, digest.as_mut_ptr(), 3))?;
        ok(cpt_hasher_squeeze(hasher, digest.as_mut_ptr(), digest.len()))?;
        cpt_hasher_free(hasher);
        cpt_function_free(function);

        let function = cpt_function_of(CPT_SHA3_256 as c_int);
        let outputs = digests.as_mut_ptr();
        ok(cpt_hash_many(function, pointers.as_ptr(), lengths.as_ptr(), lengths.len(), outputs, 32, 1))?;
        ok(cpt_hash_rows32(function, void(&message), offsets.as_ptr(), 4, null(), 0, outputs, 32, 1))?;
        ok(cpt_hash_equal_rows(function, void(&message), 50, 10, void(&[0x2d, 1]), 0, outputs, 32, 1))?;
    }
    Ok(())
}

/// Tests tags of functions with digests of each length, and of an extendable function.
fn tags(verdicts: &mut Verdicts) -> Outcome {
    let (key, message) = (secret(40), secret(100));
    for (algorithm, lengths) in [(CPT_KMAC256, [8, 64, 65, 200]), (CPT_KMACXOF128, [16, 63, 129, 200])] {
        for length in lengths {
            let function = keyed(algorithm, &key, if algorithm == CPT_KMAC256 { length } else { 0 })?;
            let mut hasher = null_mut();
            unsafe { ok(cpt_hasher_new(&mut hasher, function))? };
            let begin = || unsafe {
                ok(cpt_hasher_reset(hasher)).and_then(|()| ok(cpt_hasher_update(hasher, void(&message), message.len())))
            };
            let mut found = Ok(());
            let right = |tag: &mut [u8]| unsafe {
                found = begin().and_then(|()| {
                    let bytes = tag.len();
                    match algorithm {
                        CPT_KMAC256 => ok(cpt_hasher_final(hasher, tag.as_mut_ptr(), bytes)),
                        _ => ok(cpt_hasher_squeeze(hasher, tag.as_mut_ptr(), bytes)),
                    }
                });
            };
            compare(verdicts, [length], right, |tag| unsafe {
                begin().is_ok() && verdict(cpt_hasher_verify(hasher, void(tag), tag.len()), CPT_ERROR_WRONG_TAG)
            });
            found?;
            unsafe {
                cpt_hasher_free(hasher);
                cpt_function_free(function);
            }
        }
    }
    Ok(())
}

fn sessions(verdicts: &mut Verdicts) -> Outcome {
    let (key, nonce) = (secret(16), b"a nonce");
    for (length, wrong) in [(0, None), (500, None), (100, Some(0)), (100, Some(15))] {
        let (mut alice, mut bob) = (null_mut(), null_mut());
        let (data, mut buffer, mut tag) = (secret(length / 2), secret(length), vec![0; 16]);
        unsafe {
            for session in [&mut alice, &mut bob] {
                let algorithm = CPT_LAKE_KEYAK as c_int;
                ok(cpt_session_new(session, algorithm, void(&key), key.len(), void(nonce), nonce.len(), null()))?;
            }
            let (bytes, place) = (buffer.len(), buffer.as_mut_ptr());
            ok(cpt_session_encrypt(alice, void(&data), data.len(), place, bytes, tag.as_mut_ptr(), tag.len()))?;
            valgrind::make_public(&buffer);
            valgrind::make_public(&tag);
            if let Some(wrong) = wrong {
                tag[wrong] ^= 1;
            }
            let place = buffer.as_mut_ptr();
            verdicts.tell(wrong.is_none(), || {
                let status = cpt_session_decrypt(bob, void(&data), data.len(), place, bytes, void(&tag), tag.len());
                verdict(status, CPT_ERROR_WRONG_TAG)
            });
            cpt_session_free(alice);
            cpt_session_free(bob);
        }
    }
    Ok(())
}

fn trees(verdicts: &mut Verdicts) -> Outcome {
    let leaves = messages(136);
    let pointers: Vec<*const c_void> = leaves.iter().map(|leaf| void(leaf)).collect();
    let lengths: Vec<usize> = leaves.iter().map(Vec::len).collect();
    let (mut root, mut proof, mut proof_bytes) = (vec![0; 32], vec![0; 32 * 10], 32 * 10);
    let (mut merkle, mut tree) = (null_mut(), null_mut());
    unsafe {
        ok(cpt_merkle_new(&mut merkle, cpt_function_of(CPT_SHA3_256 as c_int), 1))?;
        ok(cpt_merkle_tree_new(&mut tree, merkle))?;
        ok(cpt_merkle_tree_append(tree, pointers.as_ptr(), lengths.as_ptr(), lengths.len()))?;
        ok(cpt_merkle_tree_root(tree, root.as_mut_ptr(), root.len()))?;
        ok(cpt_merkle_tree_inclusion_proof(tree, &7, 1, proof.as_mut_ptr(), &mut proof_bytes))?;
        for wrong in [None, Some(0), Some(31)] {
            if let Some(wrong) = wrong {
                root[wrong] ^= 1;
            }
            verdicts.tell(wrong.is_none(), || {
                let (leaf, length, size) = (&pointers[7], &lengths[7], leaves.len());
                let (proof, root) = (void(&proof), void(&root));
                let status =
                    cpt_merkle_verify_inclusion(merkle, &7, leaf, length, 1, size, proof, proof_bytes, root, 32);
                verdict(status, CPT_ERROR_WRONG_PROOF)
            });
            if let Some(wrong) = wrong {
                root[wrong] ^= 1;
            }
        }
        cpt_merkle_tree_free(tree);
        cpt_merkle_free(merkle);
    }
    Ok(())
}
