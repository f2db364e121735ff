//! AWS-LC, through its package `aws-lc-rs`, which has three of the four SHA-3 hash functions and no SHAKE.

use super::peer::{Form, Peer, peers};
use aws_lc_rs::digest::{Algorithm, SHA3_256, SHA3_384, SHA3_512, digest};

fn hash(algorithm: &'static Algorithm, message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(digest(algorithm, message).as_ref());
}

peers! {
    PEERS:
    "aws-lc-rs" "sha3-256" "SHA3_256" 32 |m, o| hash(&SHA3_256, m, o);
    "aws-lc-rs" "sha3-384" "SHA3_384" 48 |m, o| hash(&SHA3_384, m, o);
    "aws-lc-rs" "sha3-512" "SHA3_512" 64 |m, o| hash(&SHA3_512, m, o);
}
