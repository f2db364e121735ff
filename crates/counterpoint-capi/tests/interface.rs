//! The C interface, called from Rust: every function of the library by it, and every mistake that a caller can make.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each block calls the interface with pointers to what is alive, null, or what it must refuse"
)]

use core::ffi::{CStr, c_int, c_void};
use core::ptr::{null, null_mut};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options};
use counterpoint_capi::cpt_algorithm::*;
use counterpoint_capi::cpt_status::*;
use counterpoint_capi::*;

fn void<T: ?Sized + AsRef<[u8]>>(bytes: &T) -> *const c_void {
    bytes.as_ref().as_ptr().cast()
}

fn text(text: *const core::ffi::c_char) -> &'static str {
    assert!(!text.is_null());
    unsafe { CStr::from_ptr(text) }.to_str().unwrap()
}

fn no_options() -> cpt_options {
    // C programs write `= {0}`.
    unsafe { core::mem::zeroed() }
}

/// Returns these options as C has them.
fn c_options(options: &Options<'static>) -> cpt_options {
    let mut all = no_options();
    if let Some(key) = options.key {
        (all.key, all.key_bytes) = (void(key), key.len());
    }
    if let Some(customization) = options.customization {
        (all.customization, all.customization_bytes) = (void(customization), customization.len());
    }
    if let Some(name) = options.function_name {
        (all.function_name, all.function_name_bytes) = (void(name), name.len());
    }
    all.domain = options.domain.unwrap_or(0);
    all.block_bytes = options.block_bytes.unwrap_or(0);
    all
}

/// Every hash function with options: its number, as C has it, as Rust has it.
fn functions() -> Vec<(c_int, *mut cpt_function, Box<dyn Hash>)> {
    let mut functions = Vec::new();
    for number in 1..=cpt_algorithm_count() {
        let algorithm = Algorithm::by_name(text(cpt_algorithm_name(number))).unwrap();
        if algorithm.as_aead().is_some() {
            continue;
        }
        let options = Options::sample(algorithm.takes());
        let mut function = null_mut();
        assert_eq!(unsafe { cpt_function_new(&mut function, number, &c_options(&options)) }, CPT_OK, "{algorithm:?}");
        functions.push((number, function, algorithm.hash(&options).unwrap()));
    }
    assert_eq!(functions.len(), Algorithm::all().filter(|algorithm| algorithm.hashes()).count());
    functions
}

fn message(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|i| (i * 7 + bytes) as u8).collect()
}

fn digest(hash: &dyn Hash, message: &[u8]) -> Vec<u8> {
    let mut digest = vec![0; hash.digest_bytes()];
    hash.digest_many(None, &[message], &mut digest).unwrap();
    digest
}

#[test]
fn every_function_gives_the_digests_of_the_library() {
    for (number, function, hash) in functions() {
        let name = text(cpt_algorithm_name(number));
        let bytes = unsafe { cpt_function_digest_bytes(function) };
        assert_eq!(bytes, hash.digest_bytes(), "{name}");
        assert_eq!(cpt_algorithm_output_bytes(number), bytes, "{name}");
        assert_eq!(cpt_algorithm_block_bytes(number), hash.block_bytes(), "{name}");
        assert_eq!(cpt_algorithm_is_extendable(number), c_int::from(hash.extendable()), "{name}");
        let messages: Vec<Vec<u8>> = (0..300).step_by(13).map(message).collect();
        for message in &messages {
            let expected = digest(&*hash, message);
            let mut out = vec![0; bytes];
            let status = unsafe { cpt_hash(function, void(message), message.len(), out.as_mut_ptr(), bytes) };
            assert_eq!((status, &out), (CPT_OK, &expected), "{name}, {} bytes", message.len());
        }
        let expected: Vec<u8> = messages.iter().flat_map(|message| digest(&*hash, message)).collect();
        let pointers: Vec<*const c_void> = messages.iter().map(void).collect();
        let lengths: Vec<usize> = messages.iter().map(Vec::len).collect();
        for threads in 0..3 {
            let mut out = vec![0; bytes * messages.len()];
            let (pointers, lengths) = (pointers.as_ptr(), lengths.as_ptr());
            let count = messages.len();
            let status = unsafe { cpt_hash_many(function, pointers, lengths, count, out.as_mut_ptr(), bytes, threads) };
            assert_eq!((status, &out), (CPT_OK, &expected), "{name}, {threads} threads");
        }
        unsafe { cpt_function_free(function) };
    }
}

/// In pieces; again after a reset; copies in the middle; on the heap and in memory of the caller.
#[test]
fn hashers_give_the_same_digests() {
    for (number, function, hash) in functions() {
        let name = text(cpt_algorithm_name(number));
        let bytes = hash.digest_bytes();
        let all = message(500);
        // Each update of a tuple appends an element.
        let mut hasher = hash.hasher(None).unwrap();
        hasher.update(&all[..200]);
        hasher.update(&all[200..]);
        let mut expected = vec![0; bytes];
        hasher.finalize(0, 0).read(&mut expected);

        let (size, alignment) = unsafe { (cpt_hasher_size(function), cpt_hasher_alignment(function)) };
        assert!(size + alignment <= CPT_HASHER_BYTES, "{name}: {size} bytes, aligned to {alignment}");
        let mut memories = vec![vec![0u8; CPT_HASHER_BYTES]; 2];
        let [memory, memory_of_copy] = &mut memories[..] else { unreachable!() };
        for heap in [true, false] {
            let (mut hasher, mut copy) = (null_mut(), null_mut());
            unsafe {
                if heap {
                    assert_eq!(cpt_hasher_new(&mut hasher, function), CPT_OK);
                } else {
                    let memory = memory.as_mut_ptr().cast();
                    assert_eq!(cpt_hasher_init(&mut hasher, memory, CPT_HASHER_BYTES, function), CPT_OK);
                }
                for _ in 0..2 {
                    assert_eq!(cpt_hasher_update(hasher, void(&all), 200), CPT_OK);
                    if heap {
                        assert_eq!(cpt_hasher_copy(hasher, &mut copy), CPT_OK);
                    } else {
                        let memory = memory_of_copy.as_mut_ptr().cast();
                        assert_eq!(cpt_hasher_copy_init(hasher, &mut copy, memory, CPT_HASHER_BYTES), CPT_OK);
                    }
                    for hasher in [hasher, copy] {
                        assert_eq!(cpt_hasher_update(hasher, void(&all[200..]), 300), CPT_OK);
                        let mut out = vec![0; bytes];
                        assert_eq!(cpt_hasher_final(hasher, out.as_mut_ptr(), bytes), CPT_OK);
                        assert_eq!(out, expected, "{name}");
                        assert_eq!(cpt_hasher_update(hasher, void(&all), 1), CPT_ERROR_STATE);
                        assert_eq!(cpt_hasher_final(hasher, out.as_mut_ptr(), bytes), CPT_ERROR_STATE);
                    }
                    cpt_hasher_free(copy);
                    assert_eq!(cpt_hasher_reset(hasher), CPT_OK);
                }
                // After the resets, too.
                assert_eq!(cpt_hasher_update(hasher, void(&all), 200), CPT_OK);
                assert_eq!(cpt_hasher_update(hasher, void(&all[200..]), 300), CPT_OK);
                assert_eq!(cpt_hasher_verify(hasher, void(&expected), bytes), CPT_OK);
                cpt_hasher_free(hasher);
            }
        }
        unsafe { cpt_function_free(function) };
    }
}

#[test]
fn memory_that_is_too_small_is_an_error() {
    let function = cpt_function_of(CPT_GROESTL512 as c_int);
    let (size, alignment) = unsafe { (cpt_hasher_size(function), cpt_hasher_alignment(function)) };
    let mut memory = vec![0u8; size + alignment];
    let unused = memory.as_ptr().align_offset(alignment);
    let mut hasher = null_mut();
    let begin = memory[unused..].as_mut_ptr();
    unsafe {
        assert_eq!(cpt_hasher_init(&mut hasher, begin.cast(), size - 1, function), CPT_ERROR_MEMORY);
        assert!(hasher.is_null());
        assert_eq!(cpt_hasher_init(&mut hasher, begin.cast(), size, function), CPT_OK);
        cpt_hasher_free(hasher);
        assert_eq!(cpt_hasher_init(&mut hasher, null_mut(), 0, function), CPT_ERROR_MEMORY);
        assert_eq!(cpt_hasher_init(&mut hasher, null_mut(), 10_000, function), CPT_ERROR_NULL);
    }
    assert!(text(cpt_error_message()).contains("`memory`"));
}

#[test]
fn outputs_of_any_length_are_read_in_pieces() {
    let mut all = [0; 1000];
    Algorithm::by_name("shake128").unwrap().as_hash().unwrap().digest_many(None, &[b"abc"], &mut all).unwrap();
    let function = cpt_function_of(CPT_SHAKE128 as c_int);
    let mut hasher = null_mut();
    let (mut first, mut second, mut whole) = ([0; 300], [0; 700], [0; 1000]);
    unsafe {
        assert_eq!(cpt_hasher_new(&mut hasher, function), CPT_OK);
        assert_eq!(cpt_hasher_update(hasher, void(b"abc"), 3), CPT_OK);
        assert_eq!(cpt_hasher_squeeze(hasher, first.as_mut_ptr(), 300), CPT_OK);
        assert_eq!(cpt_hasher_squeeze(hasher, second.as_mut_ptr(), 700), CPT_OK);
        assert_eq!(cpt_hasher_update(hasher, void(b"abc"), 3), CPT_ERROR_STATE);
        cpt_hasher_free(hasher);
        assert_eq!(cpt_hash(function, void(b"abc"), 3, whole.as_mut_ptr(), 1000), CPT_OK);
    }
    assert_eq!([&first[..], &second].concat(), all);
    assert_eq!(whole, all);
}

/// Nulls, empty messages; slices of a column, whose first offset and whose first bit lie inside of their buffers.
#[test]
fn columns_are_hashed_row_by_row() {
    let function = cpt_function_of(CPT_SHA3_256 as c_int);
    let data = message(2000);
    let offsets: Vec<i32> = (0..=100).map(|i| i * i / 6).collect();
    let wide: Vec<i64> = offsets.iter().map(|&offset| offset.into()).collect();
    let bitmap = [0b1011_0101_u8; 20];
    for (count, first) in [(0, 0), (0, 50), (1, 3), (1, 99), (100, 0), (93, 7), (40, 60)] {
        let row = |row: usize| &data[offsets[row] as usize..offsets[row + 1] as usize];
        let equal_row = |row: usize| &data[row * 19..][..19];
        for validity in [null(), void(&bitmap)] {
            let has_value = |row: usize| validity.is_null() || bitmap[0] >> (row % 8) & 1 == 1;
            let expected = |digest: &dyn Fn(usize) -> Vec<u8>| -> Vec<u8> {
                (first..first + count).flat_map(|row| if has_value(row) { digest(row) } else { vec![0; 32] }).collect()
            };
            let rows = expected(&|index| counterpoint::Sha3_256::digest(row(index)).to_vec());
            let equal = expected(&|index| counterpoint::Sha3_256::digest(equal_row(index)).to_vec());
            let empty = expected(&|_| counterpoint::Sha3_256::digest([]).to_vec());
            // Arrow's slices keep the beginning of the data, and their offsets count from there.
            let (at, narrow, wide) = (void(&data), offsets[first..].as_ptr(), wide[first..].as_ptr());
            let equal_at = void(&data[first * 19..]);
            let mut out = vec![0xff; 32 * count];
            let to = out.as_mut_ptr();
            unsafe {
                assert_eq!(cpt_hash_rows32(function, at, narrow, count, validity, first, to, 32, 1), CPT_OK);
                assert_eq!(out, rows);
                assert_eq!(cpt_hash_rows64(function, at, wide, count, validity, first, to, 32, 0), CPT_OK);
                assert_eq!(out, rows);
                assert_eq!(cpt_hash_equal_rows(function, equal_at, 19, count, validity, first, to, 32, 2), CPT_OK);
                assert_eq!(out, equal);
                assert_eq!(cpt_hash_equal_rows(function, null(), 0, count, validity, first, to, 32, 1), CPT_OK);
                assert_eq!(out, empty);
            }
        }
    }
}

#[test]
fn wrong_columns_are_errors() {
    let function = cpt_function_of(CPT_SHA3_256 as c_int);
    let mut out = [0xee; 96];
    let to = out.as_mut_ptr();
    for offsets in [[0, 2, 1, 3], [-1, 0, 1, 2], [0, 1, 2, -1], [3, 3, 3, 2]] {
        let status = unsafe { cpt_hash_rows32(function, void(b"abc"), offsets.as_ptr(), 3, null(), 0, to, 32, 1) };
        assert_eq!(status, CPT_ERROR_ROWS, "{offsets:?}");
    }
    let offsets = [0, 1, 2, 3];
    let hash = |data, offsets, validity, first, to, bytes| unsafe {
        cpt_hash_rows32(function, data, offsets, 3, validity, first, to, bytes, 1)
    };
    let data = void(b"abc");
    assert_eq!(hash(null(), offsets.as_ptr(), null(), 0, to, 32), CPT_ERROR_NULL);
    assert_eq!(hash(data, null(), null(), 0, to, 32), CPT_ERROR_NULL);
    assert_eq!(hash(data, offsets.as_ptr(), null(), 0, null_mut(), 32), CPT_ERROR_NULL);
    assert_eq!(hash(data, offsets.as_ptr(), null(), 0, to, 31), CPT_ERROR_LENGTH);
    assert_eq!(hash(data, offsets.as_ptr(), data, usize::MAX, to, 32), CPT_ERROR_ROWS);
    unsafe {
        let (max, none) = (usize::MAX, null());
        assert_eq!(cpt_hash_equal_rows(function, data, 2, max, none, 0, to, 32, 1), CPT_ERROR_ROWS);
        assert_eq!(cpt_hash_equal_rows(function, data, 1, max / 2, none, 0, to, 32, 1), CPT_ERROR_LENGTH);
        assert_eq!(cpt_hash_rows32(function, data, offsets.as_ptr(), max, none, 0, to, 32, 1), CPT_ERROR_ROWS);
    }
    assert_eq!(out, [0xee; 96], "an error writes nothing");
}

#[test]
fn null_is_an_error_where_data_is_needed() {
    let function = cpt_function_of(CPT_SHA3_256 as c_int);
    let mut digest = [0; 32];
    let to = digest.as_mut_ptr();
    let mut hasher = null_mut();
    unsafe {
        assert_eq!(cpt_hash(function, null(), 0, to, 32), CPT_OK);
        assert_eq!(digest, counterpoint::Sha3_256::digest([]));
        assert_eq!(cpt_hash(function, null(), 1, to, 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hash(null(), null(), 0, to, 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hash(function, null(), 0, null_mut(), 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hash(function, void(b"a"), usize::MAX, to, 32), CPT_ERROR_LENGTH);
        assert_eq!(cpt_hash_many(function, [null()].as_ptr(), [1].as_ptr(), 1, to, 32, 1), CPT_ERROR_NULL);
        assert_eq!(cpt_hash_many(function, null(), null(), 0, null_mut(), 32, 1), CPT_OK);
        assert_eq!(cpt_hash_many(function, null(), null(), 1, to, 32, 1), CPT_ERROR_NULL);
        assert_eq!(cpt_hash_many(function, [void(b"a")].as_ptr(), [!0].as_ptr(), 1, to, 32, 1), CPT_ERROR_LENGTH);

        assert_eq!(cpt_hasher_new(null_mut(), function), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_new(&mut hasher, null()), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_update(null_mut(), void(b"a"), 1), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_final(null_mut(), to, 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_squeeze(null_mut(), to, 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_verify(null_mut(), to.cast(), 32), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_reset(null_mut()), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_copy(null(), &mut hasher), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_copy_init(null(), &mut hasher, to.cast(), 32), CPT_ERROR_NULL);
        assert_eq!((cpt_hasher_size(null()), cpt_hasher_alignment(null())), (0, 0));
        cpt_hasher_free(null_mut());
        cpt_function_free(null_mut());
        cpt_session_free(null_mut());

        assert_eq!(cpt_hasher_new(&mut hasher, function), CPT_OK);
        assert_eq!(cpt_hasher_update(hasher, null(), 0), CPT_OK);
        assert_eq!(cpt_hasher_update(hasher, null(), 1), CPT_ERROR_NULL);
        assert_eq!(cpt_hasher_final(hasher, to, 31), CPT_ERROR_LENGTH);
        assert_eq!(cpt_hasher_squeeze(hasher, to, 32), CPT_ERROR_LENGTH);
        assert_eq!(cpt_hasher_verify(hasher, to.cast(), 7), CPT_ERROR_LENGTH);
        assert_eq!(cpt_hasher_verify(hasher, to.cast(), 33), CPT_ERROR_LENGTH);
        // None of these has ended the message.
        assert_eq!(cpt_hasher_final(hasher, to, 32), CPT_OK);
        cpt_hasher_free(hasher);
    }
}

#[test]
fn wrong_options_are_errors_with_a_text() {
    let mut function = null_mut();
    let mut new = |number: c_int, options: &cpt_options| unsafe {
        let status = cpt_function_new(&mut function, number, options);
        assert!(function.is_null());
        (status, text(cpt_error_message()))
    };
    let none = no_options();
    assert_eq!(new(0, &none), (CPT_ERROR_ALGORITHM, "there is no algorithm with number 0"));
    assert_eq!(new(-1, &none).0, CPT_ERROR_ALGORITHM);
    assert_eq!(new(1000, &none).0, CPT_ERROR_ALGORITHM);
    assert_eq!(new(CPT_LAKE_KEYAK as c_int, &none).0, CPT_ERROR_ALGORITHM);
    assert_eq!(new(CPT_KMAC128 as c_int, &none), (CPT_ERROR_OPTION, "kmac128 needs a key; give it one"));
    let key = cpt_options { key: void(b"key"), key_bytes: 3, ..none };
    assert_eq!(new(CPT_SHA3_256 as c_int, &key), (CPT_ERROR_OPTION, "sha3-256 takes no key; leave it out"));
    let lost = cpt_options { key: null(), key_bytes: 3, ..none };
    assert_eq!(new(CPT_KMAC128 as c_int, &lost), (CPT_ERROR_NULL, "`key` is a null pointer"));
    let domain = cpt_options { domain: 0x80, ..none };
    assert_eq!(new(CPT_TURBOSHAKE128 as c_int, &domain).0, CPT_ERROR_OPTION);
    for name in [c"no-such", c"\xff"] {
        let named = cpt_options { implementation: name.as_ptr(), ..none };
        assert_eq!(new(CPT_SHA3_256 as c_int, &named).0, CPT_ERROR_IMPLEMENTATION);
    }
    unsafe {
        assert_eq!(cpt_function_new(null_mut(), CPT_SHA3_256 as c_int, null()), CPT_ERROR_NULL);
        assert_eq!(cpt_function_new(&mut function, CPT_SHA3_256 as c_int, null()), CPT_OK);
        cpt_function_free(function);
    }
    assert!(cpt_function_of(CPT_KMAC128 as c_int).is_null(), "it needs a key");
    for number in [-1, 0, 1000, c_int::MIN, c_int::MAX] {
        assert!(cpt_function_of(number).is_null() && cpt_algorithm_name(number).is_null());
        assert_eq!(cpt_implementation_count(number) + cpt_algorithm_output_bytes(number), 0);
        assert!(cpt_implementation_name(number, 0).is_null() && cpt_best_implementation(number, 1).is_null());
    }
}

#[test]
fn implementations_are_listed_and_chosen() {
    for number in 1..=cpt_algorithm_count() {
        let name = text(cpt_algorithm_name(number));
        let algorithm = Algorithm::by_name(name).unwrap();
        let count = cpt_implementation_count(number);
        assert_eq!(count, algorithm.implementations().count());
        let best = text(cpt_best_implementation(number, 1));
        assert_eq!(best, algorithm.best(1).name());
        for (index, expected) in algorithm.implementations().enumerate() {
            let implementation = cpt_implementation_name(number, index);
            assert_eq!(text(implementation), expected.name());
            assert_eq!(cpt_implementation_is_available(number, index), c_int::from(expected.available()));
            assert_eq!(cpt_implementation_is_constant_time(number, index), c_int::from(expected.constant_time()));
            if algorithm.as_hash().is_none() {
                continue;
            }
            let options = cpt_options { implementation, ..no_options() };
            let (mut function, mut digest) = (null_mut(), vec![0; cpt_algorithm_output_bytes(number)]);
            unsafe {
                let status = cpt_function_new(&mut function, number, &options);
                if !expected.available() {
                    assert_eq!(status, CPT_ERROR_IMPLEMENTATION);
                    continue;
                }
                assert_eq!(cpt_hash(function, void(b"abc"), 3, digest.as_mut_ptr(), digest.len()), CPT_OK);
                cpt_function_free(function);
            }
            assert_eq!(digest, self::digest(algorithm.as_hash().unwrap(), b"abc"), "{name} by {}", expected.name());
        }
        assert!(cpt_implementation_name(number, count).is_null());
    }
}

#[test]
fn names_are_found() {
    for (name, number) in [
        (c"SHA3_256", CPT_SHA3_256),
        (c"keccak-256", CPT_KECCAK256),
        (c"aes128", CPT_NO_ALGORITHM),
        (c"\xff", CPT_NO_ALGORITHM),
    ] {
        assert_eq!(unsafe { cpt_algorithm_by_name(name.as_ptr()) }, number as c_int, "{name:?}");
    }
    assert_eq!(unsafe { cpt_algorithm_by_name(null()) }, 0);
    assert_eq!(text(cpt_version()), env!("CARGO_PKG_VERSION"));
    for number in 1..=cpt_algorithm_count() {
        let algorithm = Algorithm::by_name(text(cpt_algorithm_name(number))).unwrap();
        let plain = algorithm.needs().is_empty() && algorithm.as_aead().is_none();
        assert_eq!(!cpt_function_of(number).is_null(), plain, "{algorithm:?}");
    }
}

#[test]
fn every_status_has_a_text() {
    let texts: Vec<&str> = (CPT_OK as c_int..=CPT_ERROR_INDEX as c_int).map(|it| text(cpt_strerror(it))).collect();
    assert!(texts.iter().all(|text| texts.iter().filter(|other| *other == text).count() == 1));
    for status in [-1, CPT_ERROR_INDEX as c_int + 1, c_int::MAX, c_int::MIN] {
        assert_eq!(text(cpt_strerror(status)), "not a status of this library");
    }
}

#[test]
fn sessions_go_on_until_a_tag_is_wrong() {
    counterpoint::registry::lend_spec();
    for number in (1..=cpt_algorithm_count()).filter(|&number| cpt_algorithm_is_aead(number) == 1) {
        let (key, tag_bytes) = (vec![0x42; cpt_algorithm_key_bytes(number)], cpt_algorithm_output_bytes(number));
        assert!(cpt_algorithm_nonce_bytes(number) > 0 && cpt_algorithm_block_bytes(number) > 0);
        let start = |implementation| unsafe {
            let mut session = null_mut();
            let nonce = void(b"nonce");
            let status = cpt_session_new(&mut session, number, void(&key), key.len(), nonce, 5, implementation);
            (status, session)
        };
        let ((ok, alice), (_, bob)) = (start(null()), start(c"spec".as_ptr()));
        assert_eq!(ok, CPT_OK, "{}", text(cpt_error_message()));
        assert_eq!(start(c"no-such".as_ptr()), (CPT_ERROR_IMPLEMENTATION, null_mut()));
        let mut tag = vec![0; tag_bytes];
        let to = tag.as_mut_ptr();
        for bytes in [0, 1, 100, 3000] {
            let (mut buffer, sent) = (message(bytes), message(bytes));
            unsafe {
                let at = buffer.as_mut_ptr();
                assert_eq!(cpt_session_encrypt(alice, void(b"ad"), 2, at, bytes, to, tag_bytes), CPT_OK);
                assert!(bytes < 8 || buffer != sent);
                assert_eq!(cpt_session_decrypt(bob, void(b"ad"), 2, at, bytes, to.cast(), tag_bytes), CPT_OK);
            }
            assert_eq!(buffer, sent);
        }
        let mut buffer = [1; 10];
        let at = buffer.as_mut_ptr();
        unsafe {
            assert_eq!(cpt_session_encrypt(alice, null(), 0, at, 10, to, tag_bytes - 1), CPT_ERROR_LENGTH);
            assert_eq!(cpt_session_encrypt(alice, null(), 0, at, 10, to, tag_bytes), CPT_OK);
            *at ^= 1;
            assert_eq!(cpt_session_decrypt(bob, null(), 0, at, 10, to.cast(), tag_bytes), CPT_ERROR_WRONG_TAG);
            assert_eq!(cpt_session_decrypt(bob, null(), 0, at, 10, to.cast(), tag_bytes), CPT_ERROR_STATE);
            assert_eq!(cpt_session_decrypt(null_mut(), null(), 0, at, 10, to.cast(), tag_bytes), CPT_ERROR_NULL);
            cpt_session_free(alice);
            cpt_session_free(bob);
        }
        assert_eq!(buffer, [0; 10], "nothing of a wrong message is released");
    }
    let mut session = null_mut();
    unsafe {
        let sha3 = CPT_SHA3_256 as c_int;
        let status = cpt_session_new(&mut session, sha3, void(b"key"), 3, null(), 0, null());
        assert_eq!(status, CPT_ERROR_ALGORITHM);
        let river = CPT_RIVER_KEYAK as c_int;
        assert_eq!(cpt_session_new(&mut session, river, null(), 0, null(), 0, null()), CPT_ERROR_LENGTH);
        assert_eq!(text(cpt_error_message()), "a key of 0 bytes; choose 1 to 34");
    }
}

/// A tree, its proofs and its root through the interface, compared with the library's.
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
        for size in [0, 4] {
            assert_eq!(cpt_merkle_tree_consistency_proof(tree, size, place, &mut bytes), CPT_ERROR_INDEX);
        }
        assert_eq!((cpt_merkle_tree_size(null()), cpt_merkle_hash_bytes(null())), (0, 0));
        cpt_merkle_tree_free(null_mut());
        cpt_merkle_appender_free(null_mut());
        cpt_merkle_free(null_mut());
        cpt_merkle_tree_free(tree);
        cpt_merkle_free(merkle);
    }
}
