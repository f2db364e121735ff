//! With the feature `zeroize`, hashers leave nothing of a message or state in freed memory: not on the heap, where an
//! allocator inspects freed blocks, and not on the stack, which is searched after a call.

mod common;

use common::hashes;
use common::stack::{self, Remains};
use counterpoint::Algorithm;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts, for threads that enable it, the nonzero bytes in freed memory.
struct Watching;

thread_local! {
    static NOT_ZERO: Cell<Option<usize>> = const { Cell::new(None) };
}

// SAFETY: every call goes to the system's allocator; freed memory is read before that, within its layout.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if let Ok(Some(most)) = NOT_ZERO.try_with(Cell::get) {
            // Volatile: a plain read of dead memory could be optimised away.
            // SAFETY: the block is alive until the call below.
            let count = (0..layout.size()).filter(|&i| unsafe { memory.add(i).read_volatile() } != 0).count();
            NOT_ZERO.set(Some(most.max(count)));
        }
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// Returns the largest number of nonzero bytes in any block of memory that `work` freed.
fn left_on_the_heap(work: impl FnOnce()) -> usize {
    NOT_ZERO.set(Some(0));
    work();
    NOT_ZERO.replace(None).unwrap()
}

/// Bytes of pointers (a tree has three), a few counters and flags; the smallest state here has 96 bytes.
const HARMLESS: usize = 40;

/// Returns a message without zeros, in which the same eight bytes seldom recur.
fn secret(length: usize) -> Vec<u8> {
    (0..length as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 | 1).collect()
}

#[test]
fn the_allocator_sees_what_is_left() {
    let left = left_on_the_heap(|| drop(std::hint::black_box(Box::new([1u8; 100]))));
    assert_eq!(left, 100);
}

#[test]
fn dropped_hashers_leave_nothing_on_the_heap() {
    for (algorithm, hash) in hashes() {
        let message = secret(3 * hash.block_bytes() + hash.block_bytes() / 2);
        let mut digest = vec![0; 10];
        let left = left_on_the_heap(|| {
            let mut hasher = hash.hasher(None).unwrap();
            hasher.update(&message);
            let copy = hasher.boxed_clone();
            drop(hasher);
            copy.finalize(0, 0).read(&mut digest);
        });
        assert!(left <= HARMLESS, "{}: {left} bytes are left", algorithm.name);
    }
}

/// The memory of a hasher that is reset may be read before it is dropped.
#[test]
fn reset_hashers_keep_no_end_of_a_message() {
    for (algorithm, hash) in hashes() {
        // Fewer than 12 bytes could be there by chance.
        if hash.block_bytes() < 16 {
            continue;
        }
        let message = secret(hash.block_bytes() + 14);
        let mut hasher = hash.hasher(None).unwrap();
        hasher.update(&message);
        hasher.finalize_in_place(0, 0);
        hasher.reset();
        let kept = stack::image(&*hasher);
        assert!(!kept.windows(12).any(|window| message.ends_with(window)), "{}: a reset hasher", algorithm.name);
    }
}

/// Tuples and leaves are joined in separate memory before they are hashed. The lengths of messages and the hashes of
/// leaves are not secret, and together they have fewer bytes than one message.
#[cfg(feature = "std")]
#[test]
fn batches_leave_no_message_on_the_heap() {
    use counterpoint::merkle::Merkle;
    use counterpoint::registry::{Column, digest_table};
    const COUNT: usize = 8;
    let messages = vec![secret(COUNT * 64 + HARMLESS); COUNT];
    let columns = [Column::new(&messages, None), Column::new(&messages, None)];
    for (algorithm, hash) in hashes() {
        let mut digests = vec![0; COUNT * hash.digest_bytes()];
        let left = left_on_the_heap(|| {
            hash.digest_many(None, &messages, &mut digests).unwrap();
            let _ = Merkle::in_threads(hash, 1).root(&messages);
            if hash.tuple() {
                digest_table(hash, None, COUNT, &columns, &mut digests, 1).unwrap();
            }
        });
        assert!(left < messages[0].len(), "{}: {left} bytes of a batch are left", algorithm.name);
    }
}

#[cfg(all(feature = "keccak", feature = "std"))]
#[test]
fn what_was_read_is_not_left_on_the_heap() {
    let message = secret(1000);
    let mut hasher = counterpoint::Sha3_256::new();
    let left = left_on_the_heap(|| assert_eq!(hasher.update_reader(&message[..]).unwrap(), 1000));
    assert!(left <= HARMLESS, "{left} bytes that were read are left");
}

#[test]
fn a_digest_value_is_wiped() {
    let mut digest = counterpoint::DigestValue::from([0xff; 32]);
    zeroize::Zeroize::zeroize(&mut digest);
    assert_eq!(digest, [0; 32], "a digest that was wiped");
}

/// Dropping a value of any public type that holds secrets leaves nothing of them, and no public type is omitted here.
#[cfg(all(feature = "aead", feature = "aes", feature = "by-value", feature = "keccak"))]
#[test]
fn every_type_that_keeps_secrets_is_wiped() {
    use counterpoint::keccak::by_value::{ByValue, Inputs};
    use counterpoint::keccak::{Duplex, LakeKeyakKey, Sponge};
    use counterpoint::registry::{Hasher, Reader};
    use counterpoint::{Aes128, KetjeSr, Kmac128, KmacXof128, Kt128, LakeKeyak, ParallelHash128, TupleHash128};
    use std::any::type_name;
    use zeroize::ZeroizeOnDrop;

    /// Drops a value, and returns the name of its type without parameters.
    fn dropped<T: ZeroizeOnDrop>(value: T) -> &'static str {
        let left = left_on_the_heap(|| drop(std::hint::black_box(Box::new(value))));
        assert!(left <= HARMLESS, "{}: {left} bytes are left", type_name::<T>());
        let path = type_name::<T>().split('<').next().unwrap();
        path.rsplit("::").next().unwrap()
    }
    fn behind_a_trait<T: ZeroizeOnDrop + ?Sized>() {}
    behind_a_trait::<dyn Hasher>();
    behind_a_trait::<dyn Reader>();

    // Otherwise remains of earlier calls on the stack would be found in the padding of values.
    stack::clear();
    let (key, message) = (secret(16), secret(10_000));
    let array = key.first_chunk().unwrap();
    let mut xof = KmacXof128::new(&key, b"use");
    xof.update(&message);
    let mut reader = xof.clone().finalize();
    reader.read(&mut [0; 10]);
    stack::clear();
    let mut kt = Kt128::new(b"use");
    kt.update(&message);
    stack::clear();
    let mut parallel = ParallelHash128::new(100, b"use").unwrap();
    parallel.update(&message);
    let mut tuple = TupleHash128::new(b"use");
    tuple.element(&message);
    let mut sponge = Sponge::<u64>::new(1088, 24).unwrap();
    sponge.absorb(&message);
    let mut duplex = Duplex::<u64>::new(1088, 24).unwrap();
    duplex.duplexing(&message[..100], &mut []).unwrap();
    let mut by_value = ByValue::new(0).unwrap().begin(&Inputs::default()).unwrap();
    by_value.update(&message);
    dropped(Kmac128::new(&key, b"use").chain(&message));
    dropped(xof);
    dropped(kt);
    dropped(parallel);
    dropped(tuple);
    let mut names = vec![
        // The contents of the last three types above. The first two contain a `Message`.
        "KangarooTwelve",
        "ParallelHash",
        "TupleHash",
        dropped(reader),
        dropped(sponge.clone().finalize()),
        dropped(sponge),
        dropped(duplex),
        dropped(by_value),
        dropped(LakeKeyak::new(&key, b"nonce").unwrap()),
        dropped(KetjeSr::new(&key, b"nonce").unwrap()),
        dropped(<LakeKeyakKey as aead::KeyInit>::new(array.into())),
        dropped(Aes128::new(array)),
    ];
    names.extend(KEEP_NO_SECRETS);
    names.sort_unstable();
    assert_eq!(public_structs(), names, "does the new type hold secrets? Drop a value of it, or add it to the others");
}

/// The other public types: they hold no message, key or state, or callers never own a value. The nodes of Merkle trees
/// are digests, and an `InPlace` drops its contents. (A `DigestValue` is `Copy`, so it can't be wiped when dropped; its
/// owner wipes it.)
#[cfg(all(feature = "aead", feature = "aes", feature = "by-value", feature = "keccak"))]
const KEEP_NO_SECRETS: [&str; 45] = [
    "Algorithm",
    "Appender",
    "ByValue",
    "CShake",
    "Call",
    "Column",
    "CompressionFunction",
    "DigestValue",
    "Division",
    "Entry",
    "EqualRows",
    "HashAlgorithm",
    "Implementation",
    "InPlace",
    "Input",
    "Inputs",
    "KeccakP",
    "Kmac",
    "Lengths",
    "List",
    "Merkle",
    "MerkleTree",
    "Merkletreejs",
    "Message",
    "MultiProof",
    "OpenZeppelin",
    "Operands",
    "OptionError",
    "Options",
    "Options",
    "Padding",
    "Parameters",
    "Portable",
    "Proof",
    "Rows",
    "Smix",
    "StandardMerkleTree",
    "TagLengthError",
    "Tail",
    "Tree",
    "TurboShake",
    "Unpadded",
    "Validity",
    "Value",
    "Width",
];

/// Returns the names of all public types with fields, in alphabetical order.
#[cfg(all(feature = "aead", feature = "aes", feature = "by-value", feature = "keccak"))]
fn public_structs() -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let declared = text.lines().filter_map(|line| line.strip_prefix("pub struct "));
            let with_fields = declared.filter(|line| line.contains('(') || !line.ends_with(';'));
            names.extend(with_fields.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned()));
        }
    }
    names.sort_unstable();
    names
}

#[cfg(feature = "keccak")]
#[test]
fn dropped_sponges_leave_nothing_on_the_heap() {
    use counterpoint::keccak::{Duplex, Sponge};
    let message = secret(1000);
    let left = left_on_the_heap(|| {
        let mut sponge = Box::new(Sponge::<u64>::new(1088, 24).unwrap());
        sponge.absorb(&message);
        drop(sponge);
        let mut duplex = Box::new(Duplex::<u64>::new(1088, 24).unwrap());
        duplex.duplexing(&message[..100], &mut []).unwrap();
    });
    assert!(left <= HARMLESS, "{left} bytes are left");
}

#[cfg(feature = "keccak")]
#[test]
fn dropped_sessions_leave_nothing_on_the_heap() {
    use counterpoint::{KetjeMajor, LunarKeyak};
    let (key, mut buffer) = (secret(16), secret(5000));
    let left = left_on_the_heap(|| {
        let mut session = Box::new(LunarKeyak::new(&key, b"nonce").unwrap());
        session.encrypt(b"data", &mut buffer).unwrap();
        drop(session);
        let mut session = Box::new(KetjeMajor::new(&key, b"nonce").unwrap());
        session.encrypt(b"data", &mut buffer).unwrap();
    });
    assert!(left <= HARMLESS, "{left} bytes are left");
}

#[cfg(all(feature = "aead", feature = "keccak"))]
#[test]
fn dropped_keys_leave_nothing_on_the_heap() {
    use aead::KeyInit;
    use counterpoint::keccak::LakeKeyakKey;
    let key = secret(16);
    let left = left_on_the_heap(|| drop(std::hint::black_box(Box::new(LakeKeyakKey::new_from_slice(&key).unwrap()))));
    assert_eq!(left, 0);
}

/// The key waits in the key pack, and is readable in the state until the state is permuted.
#[test]
fn authenticated_encryption_leaves_no_key_on_the_stack() {
    for algorithm in Algorithm::all() {
        let Some(aead) = algorithm.as_aead() else { continue };
        let key: [u8; 12] = secret(12).try_into().unwrap();
        let (mut buffer, mut tag, mut remains) = (secret(100), vec![0; aead.tag_bytes()], Remains::new());
        stack::clear();
        aead.encrypt(None, &key, b"nonce", b"data", &mut buffer, &mut tag).unwrap();
        remains.take();
        assert!(!remains.contain(&key), "{}", algorithm.name);
    }
}

#[cfg(feature = "aes")]
#[test]
fn dropped_round_keys_leave_nothing_on_the_heap() {
    use counterpoint::Aes256;
    let key: [u8; 32] = secret(32).try_into().unwrap();
    let left = left_on_the_heap(|| drop(std::hint::black_box(Box::new(Aes256::new(&key)))));
    assert!(left <= HARMLESS, "{left} bytes are left");
}

#[test]
fn the_search_finds_what_is_left() {
    #[inline(never)]
    fn leave(needle: &[u8]) {
        let mut copy = [0; 4096];
        copy[2000..2000 + needle.len()].copy_from_slice(needle);
        std::hint::black_box(&copy);
    }
    let (needle, mut remains) = (secret(12), Remains::new());
    stack::clear();
    remains.take();
    assert!(!remains.contain(&needle));
    leave(&needle);
    remains.take();
    assert!(remains.contain(&needle));
}

/// The last, incomplete block waits in buffers and padded tails on the stack. (Earlier blocks go straight from the
/// caller's memory into registers, which a kernel may spill.)
#[test]
fn one_shot_calls_leave_no_message_on_the_stack() {
    let mut remains = Remains::new();
    for (algorithm, hash) in hashes() {
        // Fewer than 12 bytes could be there by chance.
        if hash.block_bytes() < 16 {
            continue;
        }
        let message = secret(hash.block_bytes() + 14);
        let needle = &message[hash.block_bytes() + 1..];
        let name = algorithm.best(1).name();
        for count in [1, 5] {
            let messages = vec![message.as_slice(); count];
            let mut digests = vec![0; count * hash.digest_bytes()];
            stack::clear();
            hash.digest_many(Some(name), &messages, &mut digests).unwrap();
            remains.take();
            assert!(!remains.contain(needle), "{} by {name}, {count} messages", algorithm.name);
        }
    }
}
