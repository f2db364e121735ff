//! The Rust interface, as a user meets it.

use counterpoint::{Keccak256, Sha3_256, Shake128};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn known_digests() {
    assert_eq!(hex(&Sha3_256::digest(b"abc")), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
    assert_eq!(hex(&Keccak256::digest(b"")), "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    let mut out = [0; 32];
    Shake128::digest_into(b"abc", &mut out);
    assert_eq!(hex(&out), "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8");
}
