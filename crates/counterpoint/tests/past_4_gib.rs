//! One byte, then more than 2^32 bytes in a single update: every implementation except `spec`, which would take hours,
//! and the best one for every function that takes options.
//!
//! The message is a mapping of zeros that takes no memory. No length may wrap, in a kernel, a buffer or a padding. The
//! expected digests come from updates of 1 MiB, and for SHA3-256 from OpenSSL.

#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::{fast, hashes};
use counterpoint::Algorithm;
use counterpoint::registry::Hash;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Instant;

/// The length of the long update: with the byte before it, a little more than 2^32 bytes, not a whole number of blocks.
const LENGTH: usize = (1 << 32) + 12_345;

/// The first byte of the message; all others are 0.
const FIRST: &[u8] = &[0x5a];

fn zeros() -> &'static [u8] {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at a place of the kernel's choice, readable, zeros, never unmapped.
    unsafe {
        let mapping = libc::mmap(std::ptr::null_mut(), LENGTH, libc::PROT_READ, flags, -1, 0);
        assert_ne!(mapping, libc::MAP_FAILED, "no room for {LENGTH} bytes of zeros");
        std::slice::from_raw_parts(mapping.cast(), LENGTH)
    }
}

/// Returns the digest of `FIRST` and `pieces`.
fn digest<'a>(hash: &dyn Hash, implementation: Option<&str>, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut hasher = hash.hasher(implementation).unwrap();
    hasher.update(FIRST);
    pieces.for_each(|piece| hasher.update(piece));
    let mut digest = vec![0; hash.digest_bytes()];
    hasher.finalize(0, 0).read(&mut digest);
    digest
}

/// Returns every implementation once, with the first algorithm that uses it, and the best one for functions with
/// options.
fn implementations() -> Vec<(&'static Algorithm, &'static dyn Hash, &'static str)> {
    let mut seen = BTreeSet::new();
    hashes()
        // Each update is an element of a tuple, so one update and many are different tuples.
        .filter(|(_, hash)| !hash.tuple())
        .flat_map(|(algorithm, hash)| {
            let plain = algorithm.as_hash().is_some();
            let best = (!plain).then(|| algorithm.best(1).name());
            let named = fast(algorithm).filter(move |_| plain).map(|i| (i.kernel(), i.name()));
            named.chain(best.map(|best| (algorithm.name, best))).map(move |entry| (algorithm, hash, entry))
        })
        .filter(|(_, _, entry)| seen.insert(*entry))
        .map(|(algorithm, hash, (_, name))| (algorithm, hash, name))
        .collect()
}

#[test]
fn one_update_past_4_gib() {
    let zeros = zeros();
    let waiting = Mutex::new(implementations());
    let work = || {
        loop {
            let next = waiting.lock().unwrap().pop();
            let Some((algorithm, hash, name)) = next else { return };
            let start = Instant::now();
            let expected = digest(hash, None, zeros.chunks(1 << 20));
            let at_once = digest(hash, Some(name), std::iter::once(zeros));
            assert!(at_once == expected, "{} by {name}", algorithm.name);
            println!("ran {} by {name}: {} s", algorithm.name, start.elapsed().as_secs());
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}

/// `(printf Z; head -c 4294979641 /dev/zero) | openssl dgst -sha3-256`
#[test]
#[cfg(feature = "keccak")]
fn sha3_as_openssl_has_it() {
    let hash = Algorithm::by_name("sha3-256").unwrap().as_hash().unwrap();
    let expected =
        counterpoint_vectors::hex("a7e59a0b741c415dee5705df3b28b6aab65b8f71925bdde7bbaa29fa9d2de52c").unwrap();
    assert_eq!(digest(hash, None, std::iter::once(zeros())), expected);
}
