//! The examples run to completion, and their assertions hold.

#[cfg(feature = "keccak")]
#[path = "../examples/choose_implementation.rs"]
mod choose_implementation;
#[cfg(all(feature = "std", feature = "keccak"))]
#[path = "../examples/hash_file.rs"]
#[allow(dead_code, reason = "its `main` reads the command line, which is the test program's here")]
mod hash_file;
#[cfg(all(feature = "alloc", feature = "groestl", feature = "keccak"))]
#[path = "../examples/hash_many.rs"]
mod hash_many;
#[cfg(feature = "keccak")]
#[path = "../examples/ketje.rs"]
mod ketje;
#[cfg(feature = "keccak")]
#[path = "../examples/keyak.rs"]
mod keyak;
#[cfg(feature = "keccak")]
#[path = "../examples/kmac.rs"]
mod kmac;
#[cfg(all(feature = "alloc", feature = "keccak"))]
#[path = "../examples/tree.rs"]
mod tree;
#[cfg(all(feature = "std", feature = "keccak"))]
#[path = "../examples/verified_blocks.rs"]
#[allow(dead_code, reason = "its `main` reads the command line, which is the test program's here")]
mod verified_blocks;

#[cfg(feature = "keccak")]
#[test]
fn sessions() {
    ketje::main().unwrap();
    keyak::main().unwrap();
}

#[cfg(all(feature = "alloc", feature = "keccak"))]
#[test]
fn modes() {
    kmac::main().unwrap();
    tree::main().unwrap();
}

#[cfg(all(feature = "std", feature = "keccak"))]
#[test]
fn a_file() {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs"));
    let digest = hash_file::digest_of_file(path).unwrap();
    assert_eq!(digest, counterpoint::Sha3_256::digest(std::fs::read(path).unwrap()));
    let missing = hash_file::digest_of_file(&path.join("missing"));
    assert!(missing.is_err());
    verified_blocks::run(path.as_os_str()).unwrap();
    assert!(verified_blocks::run(path.join("missing").as_os_str()).is_err());
}

#[cfg(all(feature = "alloc", feature = "groestl", feature = "keccak"))]
#[test]
fn many_messages() {
    hash_many::main();
}

#[cfg(feature = "keccak")]
#[test]
fn a_chosen_implementation() {
    choose_implementation::main().unwrap();
}
