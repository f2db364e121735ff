//! Messages in pieces.

use crate::{digest, functions, message, text, void};
use core::ffi::c_int;
use core::ptr::{null, null_mut};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options};
use counterpoint_capi::cpt_algorithm::*;
use counterpoint_capi::cpt_status::*;
use counterpoint_capi::*;

/// The caller's memory, aligned for every hasher.
#[repr(align(64))]
struct Memory([u8; CPT_HASHER_BYTES]);

/// Begins a message on the heap, or in the caller's memory.
fn begin(function: *const cpt_function, memory: Option<&mut Memory>) -> *mut cpt_hasher {
    let mut hasher = null_mut();
    let status = unsafe {
        match memory {
            None => cpt_hasher_new(&mut hasher, function),
            Some(Memory(bytes)) => cpt_hasher_init(&mut hasher, bytes.as_mut_ptr().cast(), bytes.len(), function),
        }
    };
    assert_eq!(status, CPT_OK);
    hasher
}

/// Copies a hasher to the heap, or into the caller's memory.
fn copy(hasher: *const cpt_hasher, memory: Option<&mut Memory>) -> *mut cpt_hasher {
    let mut copy = null_mut();
    let status = unsafe {
        match memory {
            None => cpt_hasher_copy(hasher, &mut copy),
            Some(Memory(bytes)) => cpt_hasher_copy_init(hasher, &mut copy, bytes.as_mut_ptr().cast(), bytes.len()),
        }
    };
    assert_eq!(status, CPT_OK);
    copy
}

/// In pieces; again after a reset; copies in the middle; on the heap and in the caller's memory.
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
        let mut memories = [const { Memory([0; CPT_HASHER_BYTES]) }; 2];
        let [memory, memory_of_copy] = &mut memories;
        for heap in [true, false] {
            let hasher = begin(function, (!heap).then_some(&mut *memory));
            unsafe {
                for _ in 0..2 {
                    assert_eq!(cpt_hasher_update(hasher, void(&all), 200), CPT_OK);
                    let copy = copy(hasher, (!heap).then_some(&mut *memory_of_copy));
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
                // The same after the resets.
                assert_eq!(cpt_hasher_update(hasher, void(&all), 200), CPT_OK);
                assert_eq!(cpt_hasher_update(hasher, void(&all[200..]), 300), CPT_OK);
                assert_eq!(cpt_hasher_verify(hasher, void(&expected), bytes), CPT_OK);
                cpt_hasher_free(hasher);
            }
        }
        unsafe { cpt_function_free(function) };
    }
}

/// The contents of a hasher: a message, and the number of output bytes read since its end.
#[derive(Clone)]
struct Model {
    hash: &'static dyn Hash,
    message: Vec<u8>,
    read: Option<usize>,
}

impl Model {
    /// Returns the whole output.
    fn output(&self) -> [u8; 256] {
        let mut hasher = self.hash.hasher(None).unwrap();
        hasher.update(&self.message);
        let mut output = [0; 256];
        hasher.finalize(0, 0).read(&mut output);
        output
    }

    /// Applies an operation to a hasher and to its model, and compares the status and the output.
    fn call(&mut self, hasher: *mut cpt_hasher, operation: &str) -> Result<(), String> {
        let (output, mut written) = (self.output(), [0; 32]);
        let (tag, to) = (void(&output), written.as_mut_ptr());
        let status = unsafe {
            match operation {
                "update" => cpt_hasher_update(hasher, void(b"abc"), 3),
                "final" => cpt_hasher_final(hasher, to, 32),
                "squeeze" => cpt_hasher_squeeze(hasher, to, 32),
                "verify" => cpt_hasher_verify(hasher, tag, 32),
                "verify a wrong tag" => cpt_hasher_verify(hasher, void(&[0; 32]), 32),
                _ => cpt_hasher_reset(hasher),
            }
        };
        let expected = match (operation, self.read) {
            ("squeeze", _) if !self.hash.extendable() => CPT_ERROR_LENGTH,
            ("squeeze" | "reset", _) => CPT_OK,
            (_, Some(_)) => CPT_ERROR_STATE,
            ("verify a wrong tag", None) => CPT_ERROR_WRONG_TAG,
            (_, None) => CPT_OK,
        };
        let begin = self.read.unwrap_or(0);
        let writes = matches!(operation, "final" | "squeeze") && expected == CPT_OK;
        let right = if writes { &output[begin..][..32] } else { &[0; 32] };
        match (operation, expected) {
            ("update", CPT_OK) => self.message.extend_from_slice(b"abc"),
            ("reset", _) => (self.message, self.read) = (Vec::new(), None),
            (_, CPT_OK | CPT_ERROR_WRONG_TAG) => self.read = Some(begin + 32),
            _ => {}
        }
        if status != expected {
            return Err(format!("{status:?} instead of {expected:?}"));
        }
        if written == right { Ok(()) } else { Err("another output".to_owned()) }
    }
}

/// Every operation in every state, on the heap and in the caller's memory, on a hasher and on its copies. A rejected
/// operation changes nothing, and operations on a copy do not change the original.
#[test]
fn every_operation_in_every_state() {
    const OPERATIONS: [&str; 6] = ["update", "final", "squeeze", "verify", "verify a wrong tag", "reset"];
    const PLACES: [&str; 2] = ["on the heap", "in memory of the caller"];
    let mut wrong = Vec::new();
    let mut check = |name: &str, model: &mut Model, hasher, operations: [&str; 3]| {
        for operation in operations {
            if let Err(found) = model.call(hasher, operation) {
                wrong.push(format!("{name}, then {}: {operation}: {found}", operations.join(", ")));
            }
        }
    };
    let mut attempt = |(name, number): (&str, cpt_algorithm), before, operation, place, of_copy: Option<&str>| {
        let mut memories = [const { Memory([0; CPT_HASHER_BYTES]) }; 2];
        let [memory, memory_of_copy] = &mut memories;
        let hash = Algorithm::by_name(name).unwrap().as_hash().unwrap();
        let mut model = Model { hash, message: Vec::new(), read: None };
        let hasher = begin(cpt_function_of(number as c_int), (place == PLACES[1]).then_some(memory));
        // Faults here are found below, where this is the operation under test.
        let _ = model.call(hasher, "update").and_then(|()| model.call(hasher, before));
        let name = format!("{name} {place} after {before}");
        if let Some(of_copy) = of_copy {
            let copy = copy(hasher, (of_copy == PLACES[1]).then_some(memory_of_copy));
            let name_of_copy = format!("a copy {of_copy} of {name}");
            check(&name_of_copy, &mut model.clone(), copy, [operation, "squeeze", "final"]);
            check(&format!("{name}, copied"), &mut model, hasher, ["squeeze", "final", "reset"]);
            unsafe { cpt_hasher_free(copy) };
        } else {
            check(&name, &mut model, hasher, [operation, "squeeze", "final"]);
        }
        unsafe { cpt_hasher_free(hasher) };
    };
    for function in [("sha3-256", CPT_SHA3_256), ("shake128", CPT_SHAKE128)] {
        for before in OPERATIONS {
            for operation in OPERATIONS {
                for place in PLACES {
                    for of_copy in [None, Some(PLACES[0]), Some(PLACES[1])] {
                        attempt(function, before, operation, place, of_copy);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An empty piece is an element of a tuple, but adds nothing to a message.
#[test]
fn pieces_of_no_bytes() {
    for name in ["tuplehash128", "sha3-256"] {
        let algorithm = Algorithm::by_name(name).unwrap();
        let hash = algorithm.hash(&Options::default()).unwrap();
        let mut library = hash.hasher(None).unwrap();
        let number = (1..=cpt_algorithm_count()).find(|&number| text(cpt_algorithm_name(number)) == name).unwrap();
        let hasher = begin(cpt_function_of(number), None);
        for piece in [&b"ab"[..], b"", b"c"] {
            library.update(piece);
            let data = if piece.is_empty() { null() } else { void(piece) };
            assert_eq!(unsafe { cpt_hasher_update(hasher, data, piece.len()) }, CPT_OK);
        }
        let (mut expected, mut out) = (vec![0; hash.digest_bytes()], vec![0; hash.digest_bytes()]);
        library.finalize(0, 0).read(&mut expected);
        assert_eq!(unsafe { cpt_hasher_final(hasher, out.as_mut_ptr(), out.len()) }, CPT_OK);
        assert_eq!(out, expected, "{name}");
        unsafe { cpt_hasher_free(hasher) };
    }
}

#[test]
fn memory_that_is_too_small_is_an_error() {
    let function = cpt_function_of(CPT_GROESTL512 as c_int);
    let (size, alignment) = unsafe { (cpt_hasher_size(function), cpt_hasher_alignment(function)) };
    let mut memory = vec![0u8; size + alignment];
    let unused = memory.as_ptr().align_offset(alignment);
    let (mut hasher, mut copy) = (null_mut(), null_mut());
    let begin = memory[unused..].as_mut_ptr();
    unsafe {
        assert_eq!(cpt_hasher_init(&mut hasher, begin.cast(), size - 1, function), CPT_ERROR_MEMORY);
        assert!(hasher.is_null());
        assert_eq!(cpt_hasher_init(&mut hasher, begin.cast(), size, function), CPT_OK);
        assert_eq!(cpt_hasher_copy_init(hasher, &mut copy, null_mut(), 0), CPT_ERROR_MEMORY);
        cpt_hasher_free(hasher);
        assert_eq!(cpt_hasher_init(&mut hasher, null_mut(), 0, function), CPT_ERROR_MEMORY);
        assert_eq!(cpt_hasher_init(&mut hasher, null_mut(), 10_000, function), CPT_ERROR_NULL);
    }
    assert!(text(cpt_error_message()).contains("`memory`"));
}

/// A hasher is at the first aligned address, wherever its memory begins.
#[test]
fn memory_may_begin_at_any_address() {
    for (number, function, hash) in functions() {
        let name = text(cpt_algorithm_name(number));
        let expected = digest(&*hash, b"abc");
        let (size, alignment) = unsafe { (cpt_hasher_size(function), cpt_hasher_alignment(function)) };
        let enough = size + alignment - 1;
        let mut memories = [(); 2].map(|()| vec![0u8; enough + 15]);
        for unused in 0..16 {
            let [memory, memory_of_copy] = memories.each_mut().map(|memory| memory[unused..].as_mut_ptr().cast());
            let (mut hasher, mut copy) = (null_mut(), null_mut());
            unsafe {
                assert_eq!(cpt_hasher_init(&mut hasher, memory, enough, function), CPT_OK, "{name}");
                assert_eq!(hasher.addr() % alignment, 0, "{name}: a hasher that is not aligned");
                assert_eq!(cpt_hasher_update(hasher, void(b"abc"), 3), CPT_OK);
                assert_eq!(cpt_hasher_copy_init(hasher, &mut copy, memory_of_copy, enough), CPT_OK, "{name}");
                for hasher in [hasher, copy] {
                    let mut out = vec![0; expected.len()];
                    assert_eq!(cpt_hasher_final(hasher, out.as_mut_ptr(), out.len()), CPT_OK);
                    assert_eq!(out, expected, "{name}");
                    cpt_hasher_free(hasher);
                }
            }
        }
        unsafe { cpt_function_free(function) };
    }
}

/// Pointers, lengths, flags and padding; the smallest state has 96 bytes.
const HARMLESS: usize = 80;

#[test]
fn memory_of_the_caller_is_wiped() {
    for (number, function, hash) in functions() {
        let all = message(3 * hash.block_bytes() + hash.block_bytes() / 2);
        let mut memories = [const { Memory([0; CPT_HASHER_BYTES]) }; 2];
        let [memory, memory_of_copy] = &mut memories;
        let hasher = begin(function, Some(memory));
        unsafe {
            assert_eq!(cpt_hasher_update(hasher, void(&all), all.len()), CPT_OK);
            let copy = copy(hasher, Some(memory_of_copy));
            cpt_hasher_free(hasher);
            cpt_hasher_free(copy);
            cpt_function_free(function);
        }
        for Memory(memory) in &memories {
            // Volatile, because padding may be anything.
            let left = memory.iter().filter(|&byte| unsafe { core::ptr::from_ref(byte).read_volatile() } != 0).count();
            assert!(left <= HARMLESS, "{}: {left} bytes of a hasher are left", text(cpt_algorithm_name(number)));
        }
    }
}

#[test]
fn outputs_of_any_length_are_read_in_pieces() {
    let mut all = [0; 1000];
    Algorithm::by_name("shake128").unwrap().as_hash().unwrap().digest_many(None, &[b"abc"], &mut all).unwrap();
    let function = cpt_function_of(CPT_SHAKE128 as c_int);
    let hasher = begin(function, None);
    let (mut first, mut second) = ([0; 300], [0; 700]);
    unsafe {
        assert_eq!(cpt_hasher_update(hasher, void(b"abc"), 3), CPT_OK);
        assert_eq!(cpt_hasher_squeeze(hasher, null_mut(), 0), CPT_OK);
        assert_eq!(cpt_hasher_squeeze(hasher, first.as_mut_ptr(), 300), CPT_OK);
        assert_eq!(cpt_hasher_squeeze(hasher, second.as_mut_ptr(), 700), CPT_OK);
        assert_eq!(cpt_hasher_update(hasher, void(b"abc"), 3), CPT_ERROR_STATE);
        cpt_hasher_free(hasher);
    }
    assert_eq!([&first[..], &second].concat(), all);
    for each in [0, 1, 1000] {
        let (messages, lengths) = ([void(b"abc"); 3], [3; 3]);
        let mut outputs = vec![0; 3 * each];
        let to = outputs.as_mut_ptr();
        unsafe {
            assert_eq!(cpt_hash(function, void(b"abc"), 3, to, each), CPT_OK, "{each} bytes of output");
            assert_eq!(outputs[..each], all[..each]);
            assert_eq!(cpt_hash_many(function, messages.as_ptr(), lengths.as_ptr(), 3, to, each, 1), CPT_OK);
            assert_eq!(outputs, all[..each].repeat(3));
            assert_eq!(cpt_hash_equal_rows(function, void(b"abcabcabc"), 3, 3, void(&[5]), 0, to, each, 1), CPT_OK);
            assert_eq!(outputs[2 * each..], all[..each]);
        }
    }
}
