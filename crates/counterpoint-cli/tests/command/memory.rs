//! The contents of files and lists never decide how much memory is used: runs with little memory.

use crate::place::{Place, expect};
use std::process::Output;

/// Runs a shell line with a limit on its memory; `$0` is the command.
fn limited(place: &Place, mebibytes: u32, line: &str) -> Output {
    place.shell(&format!("ulimit -v {} && {line}", mebibytes << 10))
}

#[test]
fn an_element_without_an_end_is_refused() {
    let place = Place::new();
    place.write("list", b"TUPLEHASH128 (/dev/zero) = 00\n");
    let why = "is not a regular file and is longer than 1048576 bytes; a tuple hashes the length of an element first, \
               so copy it to a file";
    let check = limited(&place, 200, "\"$0\" check -j 1 list");
    let words = format!(
        "counterpoint: /dev/zero: {why}\ncounterpoint: list: WARNING: 1 listed file could not be read\n\
         counterpoint: 1 failed:\n  /dev/zero: {why}\n"
    );
    expect(&check, 1, "/dev/zero: FAILED open or read\n", &words);
    let sum = limited(&place, 200, "\"$0\" sum -a tuplehash128 /dev/zero");
    expect(&sum, 1, "", &format!("counterpoint: /dev/zero: {why}\n"));
}

#[test]
fn a_long_element_is_streamed() {
    let place = Place::new();
    place.write("long", b"");
    let bytes = 400 << 20;
    std::fs::File::options().write(true).open(place.path("long")).unwrap().set_len(bytes).unwrap();
    place.write("short", b"abc");
    let sum = limited(&place, 200, "\"$0\" sum -a tuplehash128 --tag short long");
    // The right digest, from the library: [SP800-185] 5.3.1.
    assert_eq!(String::from_utf8_lossy(&sum.stderr), "");
    let mut hasher = counterpoint::TupleHash128::new(b"");
    hasher.element(b"abc");
    hasher.begin_element(bytes);
    let zeros = vec![0; 1 << 20];
    for _ in 0..bytes >> 20 {
        hasher.extend_element(&zeros);
    }
    let mut digest = [0; 32];
    hasher.finalize_into(&mut digest).unwrap();
    expect(&sum, 0, &format!("\\TUPLEHASH128 (short\\nlong) = {}\n", const_hex::encode(digest)), "");
    place.write("list", &sum.stdout);
    expect(&limited(&place, 200, "\"$0\" check -j 1 list"), 0, "\\short\\nlong: OK\n", "");
}

#[test]
fn a_key_without_an_end_is_refused() {
    let place = Place::new();
    place.write("file", b"abc");
    let sum = limited(&place, 200, "\"$0\" sum -a kmac128 --key-file /dev/zero file");
    expect(&sum, 2, "", "error: --key-file: /dev/zero: a key has at most 1048576 bytes; is this the right file?\n");
}

#[test]
fn many_elements_without_an_end_do_not_add_up() {
    let place = Place::new();
    place.write("list", "TUPLEHASH128 (/dev/zero) = 00\n".repeat(100).as_bytes());
    // Each thread may need 8 MiB of address space for its stack, and more for its allocations.
    let check = limited(&place, 3000, "/usr/bin/env MALLOC_ARENA_MAX=2 \"$0\" check --status -j 64 list 2>/dev/null");
    assert_eq!(check.status.code(), Some(1));
}

#[test]
fn an_element_that_no_tuple_can_have_is_refused() {
    let place = Place::new();
    // Not every file system can contain a file of this length.
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
    let path = folder.path().join("file");
    let file = std::fs::File::create(&path).unwrap();
    if file.set_len(3 << 60).is_err() {
        return;
    }
    let path = path.to_str().unwrap();
    let sum = place.shell(&format!("\"$0\" sum -a tuplehash128 {path}"));
    let words =
        format!("counterpoint: {path}: is longer than the longest element of a tuple, 2305843009213693951 bytes\n");
    expect(&sum, 1, "", &words);
}

#[test]
fn long_settings_in_a_list_do_not_pile_up() {
    let place = Place::new();
    place.write("key", b"key");
    let line = format!("KMAC128[customization={}] (f) = {}\n", "é".repeat(1_000_000), "0".repeat(64));
    place.write("list", line.repeat(100).as_bytes());
    let check = limited(&place, 300, "\"$0\" check --key-file key -j 2 list");
    assert_eq!((check.status.code(), check.stdout.len()), (Some(1), 0));
    assert!(check.stderr.len() < 100_000, "{} bytes", check.stderr.len());
    let sum = limited(
        &place,
        300,
        "\"$0\" sum -a kmac128 --key-file key --tag --customization \"$(yes | head -c 5000)\" key",
    );
    expect(
        &sum,
        2,
        "",
        "error: --customization: a tag holds at most 4096 bytes of it; omit --tag, or choose a shorter text\n",
    );
}

#[test]
fn long_names_in_a_list_do_not_pile_up() {
    let place = Place::new();
    // Each line has nearly the maximum length, and names a file that does not exist.
    let line = format!("SHA3-256 ({}) = {}\n", "n".repeat(2_000_000), "0".repeat(64));
    place.write("list", line.repeat(300).as_bytes());
    let check = limited(&place, 300, "\"$0\" check --status -j 2 list 2>/dev/null");
    assert_eq!(check.status.code(), Some(1));
}
