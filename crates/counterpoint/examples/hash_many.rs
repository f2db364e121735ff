//! Hashes many messages of different lengths in one call, which hashes several of them side by side in one vector.
//! This takes less time than a call for each message, the more so the shorter the messages are.

use counterpoint::{Groestl256, Shake128};

pub(crate) fn main() {
    let messages: Vec<String> = (0..1000).map(|i| format!("record {i}: {}", "x".repeat(i % 50))).collect();

    let digests = Groestl256::digest_many(&messages);
    assert_eq!(digests[7], Groestl256::digest(&messages[7]));

    // Into a buffer of the caller, without an allocation.
    let mut again = vec![[0; 32]; messages.len()];
    Groestl256::digest_many_into(&messages, &mut again);
    assert_eq!(again, digests);

    // A function with an output of any length divides the buffer by the number of messages: here each gets 20 bytes.
    let mut outputs = vec![0; 20 * messages.len()];
    Shake128::digest_many_into(&messages, &mut outputs);
    let mut output = [0; 20];
    Shake128::digest_into(&messages[7], &mut output);
    assert_eq!(outputs[7 * 20..][..20], output);
    println!("{} digests, the last of them {:02x?}", digests.len(), digests[999]);
}
