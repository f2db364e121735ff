//! Hashes many messages of different lengths in one call. The call hashes several messages side by side in vector
//! registers, which is faster than one call per message, especially for short messages.

use counterpoint::{Groestl256, Shake128};

pub(crate) fn main() {
    let messages: Vec<String> = (0..1000).map(|i| format!("record {i}: {}", "x".repeat(i % 50))).collect();

    let digests = Groestl256::digest_many(&messages);
    assert_eq!(digests[7], Groestl256::digest(&messages[7]));

    // Into the caller's buffer, without allocating.
    let mut again = vec![[0; 32]; messages.len()];
    Groestl256::digest_many_into(&messages, &mut again);
    assert_eq!(again, digests);

    // A function with output of any length divides the buffer equally among the messages: 20 bytes each here.
    let mut outputs = vec![0; 20 * messages.len()];
    Shake128::digest_many_into(&messages, &mut outputs);
    let mut output = [0; 20];
    Shake128::digest_into(&messages[7], &mut output);
    assert_eq!(outputs[7 * 20..][..20], output);
    println!("{} digests, the last of them {:02x?}", digests.len(), digests[999]);
}
