//! Messages from readers and files, in pieces of any size, with interruptions and errors.

#![cfg(all(feature = "std", feature = "keccak"))]

mod common;

use common::painted;
use counterpoint::{Kmac128, Kt128, ParallelHash128, Sha3_256, Shake128};
use std::io::{Error, ErrorKind, Read};

/// A reader that returns its bytes in pieces of `piece` bytes, is interrupted before each of them, and if `fails` is
/// set, fails after the last one.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
    fails: bool,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.bytes.is_empty() && self.fails {
            return Err(Error::other("the disk is on fire"));
        }
        let count = self.piece.min(out.len());
        self.bytes.read(&mut out[..count])
    }
}

fn pieces(bytes: &[u8], piece: usize) -> Pieces<'_> {
    Pieces { bytes, piece, fails: false, interrupted: false }
}

/// The length of the library's buffer in bytes.
const BUFFER: usize = 128 * 1024;

#[test]
fn any_reader_to_its_end() {
    for length in [0, 1, BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER + 77] {
        let message = painted(length);
        let expected = Sha3_256::digest(&message);
        for piece in [1000, 8192, BUFFER, usize::MAX] {
            let mut hasher = Sha3_256::new();
            assert_eq!(hasher.update_reader(pieces(&message, piece)).unwrap(), length as u64);
            assert_eq!(hasher.finalize(), expected, "{length} bytes in pieces of {piece}");
        }
    }
}

/// Bytes from a reader come after those appended earlier and before those appended later.
#[test]
fn every_hasher_reads() {
    let message = painted(2 * BUFFER + 5);
    let (head, rest) = message.split_at(100);
    let (middle, end) = rest.split_at(BUFFER + 1);
    macro_rules! check {
        ($hasher:expr, |$ended:ident, $out:ident| $output:expr) => {{
            let (mut read, mut appended) = ($hasher, $hasher);
            read.update(head);
            assert_eq!(read.update_reader(middle).unwrap(), middle.len() as u64);
            assert_eq!(read.update_reader(pieces(end, 4096)).unwrap(), end.len() as u64);
            appended.update(&message);
            let [one, other] = [read, appended].map(|$ended| {
                let mut bytes = [0; 64];
                let $out = &mut bytes;
                $output;
                bytes
            });
            assert_eq!(one, other, "{}", stringify!($hasher));
        }};
    }
    check!(Sha3_256::new(), |hasher, out| out[..32].copy_from_slice(&hasher.finalize()));
    check!(Shake128::new(), |hasher, out| hasher.finalize().read(out));
    check!(Kmac128::new(b"key", b""), |hasher, out| hasher.finalize_into(out).unwrap());
    check!(Kt128::new(b"use"), |hasher, out| hasher.finalize().read(out));
    check!(ParallelHash128::new(1000, b"use").unwrap(), |hasher, out| hasher.finalize_into(out).unwrap());
}

/// An error is returned, and the hasher contains exactly the bytes read before it.
#[test]
fn an_error_comes_after_what_was_read() {
    for length in [0, 5, BUFFER, BUFFER + 5] {
        let message = painted(length);
        let mut hasher = Sha3_256::new();
        let error = hasher.update_reader(Pieces { fails: true, ..pieces(&message, 1000) }).unwrap_err();
        assert_eq!(error.to_string(), "the disk is on fire");
        assert_eq!(hasher.finalize(), Sha3_256::digest(&message), "{length} bytes before the error");
    }
}

#[test]
fn a_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
    let content = std::fs::read(path).unwrap();
    let mut hasher = Kt128::new(b"");
    assert_eq!(hasher.update_file(path).unwrap(), content.len() as u64);
    let mut digests = [[0; 32]; 2];
    hasher.finalize().read(&mut digests[0]);
    Kt128::new(b"").digest_into(&content, &mut digests[1]);
    assert_eq!(digests[0], digests[1]);

    let missing = Sha3_256::new().update_file("no/such/file").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert!(missing.to_string().starts_with("no/such/file: "), "{missing}");
}
