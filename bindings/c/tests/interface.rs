//! The C interface, called from Rust: every function of the library, and every mistake of a caller.

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

#[path = "interface/hashers.rs"]
mod hashers;
#[path = "interface/merkle.rs"]
mod merkle;
#[path = "interface/sessions.rs"]
mod sessions;

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

/// Returns these options in C's form.
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

/// Every hash function with options: its number, in C's form, in Rust's form.
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

/// Nulls, empty messages, and slices of a column, whose first offset and first bit are inside their buffers.
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
        let status = cpt_hash_many(function, [null()].as_ptr(), [0].as_ptr(), 1, to, 32, 1);
        assert_eq!(status, CPT_OK, "a message of no bytes may be null");
        assert_eq!(digest, counterpoint::Sha3_256::digest([]));
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
    for number in [-1, 0, 1000, c_int::MIN, c_int::MAX] {
        assert!(cpt_function_of(number).is_null() && cpt_algorithm_name(number).is_null());
        assert_eq!(cpt_implementation_count(number) + cpt_algorithm_output_bytes(number), 0);
        assert!(cpt_implementation_name(number, 0).is_null() && cpt_best_implementation(number, 1).is_null());
    }
}

#[test]
fn a_function_that_is_missing_says_why() {
    let hash = |function| unsafe {
        let mut digest = [0; 32];
        assert_eq!(cpt_hash(function, null(), 0, digest.as_mut_ptr(), 32), CPT_ERROR_NULL);
        let message = text(cpt_error_message()).to_owned();
        let mut hasher = null_mut();
        assert_eq!(cpt_hasher_new(&mut hasher, function), CPT_ERROR_NULL);
        assert_eq!(text(cpt_error_message()), message);
        message
    };
    let returned = "`function` is a null pointer: cpt_function_of";
    for (number, why) in [
        (1000, "(1000) returned it, because there is no algorithm with number 1000"),
        (
            CPT_KMAC128 as c_int,
            "(13) returned it, because kmac128 needs a key; give it one; cpt_function_new takes options",
        ),
    ] {
        let function = cpt_function_of(number);
        assert!(function.is_null());
        assert_eq!(hash(function), format!("{returned}{why}"));
    }
    let keyak = hash(cpt_function_of(CPT_LAKE_KEYAK as c_int));
    assert!(keyak.contains("lake-keyak") && !keyak.contains("cpt_function_new"), "{keyak}");
    // A null from elsewhere.
    assert!(!cpt_function_of(CPT_SHA3_256 as c_int).is_null());
    assert_eq!(hash(null()), "`function` is a null pointer");
}

/// Each thread has its own text, which a successful call does not change.
#[test]
fn each_thread_keeps_the_text_of_its_last_error() {
    fn make(number: c_int) -> (cpt_status, String) {
        let mut function = null_mut();
        unsafe {
            let status = cpt_function_new(&mut function, number, null());
            cpt_function_free(function);
            (status, text(cpt_error_message()).to_owned())
        }
    }
    let first = "there is no algorithm with number 0".to_owned();
    assert_eq!(make(0), (CPT_ERROR_ALGORITHM, first.clone()));
    let texts = std::thread::spawn(|| (text(cpt_error_message()).to_owned(), make(-1).1)).join().unwrap();
    assert_eq!(texts, (String::new(), "there is no algorithm with number -1".to_owned()));
    let sha3 = make(CPT_SHA3_256 as c_int);
    assert_eq!(sha3, (CPT_OK, first), "another thread has failed, and a call has succeeded");
}

/// An empty key is a key. The length of the digest is an option.
#[test]
fn an_empty_key_and_the_length_of_a_digest_are_options() {
    let options = Options { key: Some(b""), output_bits: Some(160), ..Options::default() };
    let expected = digest(&*Algorithm::by_name("kmac128").unwrap().hash(&options).unwrap(), b"abc");
    let all = cpt_options { digest_bytes: 20, ..c_options(&options) };
    let (mut function, mut out) = (null_mut(), [0; 20]);
    unsafe {
        assert_eq!(cpt_function_new(&mut function, CPT_KMAC128 as c_int, &all), CPT_OK, "a key of no bytes");
        assert_eq!(cpt_function_digest_bytes(function), 20);
        assert_eq!(cpt_hash(function, void(b"abc"), 3, out.as_mut_ptr(), 20), CPT_OK);
        cpt_function_free(function);
    }
    assert_eq!(out, expected[..]);
}

/// A call that creates nothing writes null, which can be freed, over the old pointer.
#[test]
fn a_place_gets_null_where_nothing_is_made() {
    #[track_caller]
    fn fails<T>(status: cpt_status, make: impl FnOnce(*mut *mut T) -> cpt_status) {
        let mut place = core::ptr::dangling_mut();
        assert_eq!(make(&mut place), status);
        assert!(place.is_null(), "what was there before stays in the place");
    }
    let (none, merkle) = (null(), null());
    unsafe {
        fails(CPT_ERROR_ALGORITHM, |place| cpt_function_new(place, 0, null()));
        fails(CPT_ERROR_NULL, |place| cpt_hasher_new(place, none));
        fails(CPT_ERROR_NULL, |place| cpt_hasher_init(place, null_mut(), 0, none));
        fails(CPT_ERROR_NULL, |place| cpt_hasher_copy(null(), place));
        fails(CPT_ERROR_NULL, |place| cpt_hasher_copy_init(null(), place, null_mut(), 0));
        fails(CPT_ERROR_NULL, |place| cpt_merkle_new(place, none, 1));
        fails(CPT_ERROR_NULL, |place| cpt_merkle_new_without_prefixes(place, none, 1));
        fails(CPT_ERROR_NULL, |place| cpt_merkle_tree_new(place, merkle));
        fails(CPT_ERROR_NULL, |place| cpt_merkle_appender_new(place, merkle));
        fails(CPT_ERROR_ALGORITHM, |place| cpt_session_new(place, 0, null(), 0, null(), 0, null()));
    }
}

/// A pointer to anything but bytes must be aligned.
#[test]
fn a_pointer_that_is_not_aligned_is_an_error() {
    fn odd<T>(items: &mut [T; 2]) -> *mut T {
        items.as_mut_ptr().wrapping_byte_add(1)
    }
    #[track_caller]
    fn refused(status: cpt_status, name: &str) {
        assert_eq!(status, CPT_ERROR_NULL, "`{name}` is not aligned");
        assert!(text(cpt_error_message()).starts_with(&format!("`{name}` is not aligned to ")), "{name}");
    }
    let function = cpt_function_of(CPT_SHA3_256 as c_int);
    let (messages, mut numbers, mut digest) = ([void(b""); 2], [0; 2], [0; 32]);
    let (numbers, to) = (odd(&mut numbers), digest.as_mut_ptr());
    unsafe {
        refused(cpt_hash_many(function, messages.as_ptr(), numbers, 1, to, 32, 1), "lengths");
        refused(cpt_hash_many(function, odd(&mut { messages }), [0].as_ptr(), 1, to, 32, 1), "messages");
        refused(cpt_hash_rows32(function, null(), odd(&mut [0; 2]), 1, null(), 0, to, 32, 1), "offsets");
        refused(cpt_hash_rows64(function, null(), odd(&mut [0; 2]), 1, null(), 0, to, 32, 1), "offsets");
        refused(cpt_hasher_new(odd(&mut [null_mut(); 2]), function), "hasher");
        refused(cpt_hasher_new(&mut null_mut(), function.wrapping_byte_add(1)), "function");
        refused(cpt_function_new(&mut null_mut(), 1, odd(&mut [no_options(); 2])), "options");

        let (mut merkle, mut tree, mut bytes) = (null_mut(), null_mut(), 0);
        assert_eq!(cpt_merkle_new(&mut merkle, function, 1), CPT_OK);
        assert_eq!(cpt_merkle_tree_new(&mut tree, merkle), CPT_OK);
        refused(cpt_merkle_tree_inclusion_proof(tree, numbers, 1, null_mut(), &mut bytes), "indices");
        refused(cpt_merkle_tree_inclusion_proof(tree, null(), 0, null_mut(), numbers), "proof_bytes");
        cpt_merkle_tree_free(tree);
        cpt_merkle_free(merkle);
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
