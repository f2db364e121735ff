//! The examples run to their end, and what they assert is true.

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
