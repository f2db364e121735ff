//! Compares every function of Keccak with its plain form: messages of every length up to two blocks, with every
//! implementation, at once, in pieces and in batches.

#![cfg(feature = "keccak")]

mod common;

use common::{digests, fast, hashes, painted, plain, stride};

#[test]
fn messages_of_every_length_up_to_two_blocks() {
    for (algorithm, hash) in hashes() {
        let (name, each) = (algorithm.name, hash.digest_bytes());
        let all = painted(2 * hash.block_bytes() + 1);
        let messages: Vec<&[u8]> = (0..=all.len()).step_by(stride()).map(|length| &all[..length]).collect();
        let plain = |message: &&[u8]| plain::by_name(name, message, each);
        let Some(expected) = messages.iter().map(plain).collect::<Option<Vec<_>>>() else { continue };
        for implementation in fast(algorithm) {
            let (by, states) = (implementation.name(), implementation.states());
            for (message, expected) in messages.iter().zip(&expected) {
                let length = message.len();
                assert!(digests(hash, by, &[message], each) == *expected, "{name} by {by}: {length} bytes");
                // Each update would be an element of a tuple.
                let (head, rest) = message.split_at(if hash.tuple() { 0 } else { length / 3 });
                let mut hasher = hash.hasher(Some(by)).unwrap();
                if !head.is_empty() {
                    hasher.update(head);
                }
                hasher.update(rest);
                let mut digest = vec![0; each];
                hasher.finalize(0, 0).read(&mut digest);
                assert!(digest == *expected, "{name} by {by}: {} and {} bytes", head.len(), rest.len());
            }
            for (messages, expected) in messages.chunks(states + 1).zip(expected.chunks(states + 1)) {
                let batch = digests(hash, by, messages, each);
                assert!(batch == expected.concat(), "{name} by {by}: {} bytes and more", messages[0].len());
            }
        }
    }
}

#[test]
fn outputs_of_every_length_up_to_two_blocks() {
    for (algorithm, hash) in hashes().filter(|(_, hash)| hash.extendable()) {
        let name = algorithm.name;
        let message = painted(hash.block_bytes() + 5);
        let most = 2 * hash.block_bytes() + 1;
        let Some(expected) = plain::by_name(name, &message, most) else { continue };
        for implementation in fast(algorithm) {
            let by = implementation.name();
            for each in (1..=most).step_by(stride()) {
                let messages = [&message[..], &message];
                assert!(digests(hash, by, &messages[..1], each) == expected[..each], "{name} by {by}: {each} bytes");
                let both = digests(hash, by, &messages, each);
                assert!(both == [&expected[..each]; 2].concat(), "two of {name} by {by}: {each} bytes");
            }
        }
    }
}
