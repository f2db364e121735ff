//! Every implementation of every algorithm against `spec`, at all edges.

mod common;

use common::{Numbers, edges, fast, hashes, painted};
use counterpoint::Algorithm;
use counterpoint::aead::AeadError;
use counterpoint::registry::Hash;

/// Digests of `messages`, by the implementation of this name.
fn digests(hash: &dyn Hash, name: &str, messages: &[&[u8]], each: usize) -> Vec<u8> {
    let mut digests = vec![0; messages.len() * each];
    hash.digest_many(Some(name), messages, &mut digests).unwrap();
    digests
}

#[test]
fn every_length_up_to_some_blocks() {
    for (algorithm, hash) in hashes() {
        let each = hash.digest_bytes();
        for length in (0..=2 * hash.block_bytes() + 9).chain(edges(hash.block_bytes())) {
            let message = painted(length);
            let expected = digests(hash, "spec", &[&message], each);
            for implementation in fast(algorithm) {
                let name = implementation.card().name;
                let digest = digests(hash, name, &[&message], each);
                assert!(digest == expected, "{} by {name}: {length} bytes", algorithm.name);
            }
        }
    }
}

#[test]
fn batches_of_mixed_lengths() {
    let mut numbers = Numbers(1);
    for (algorithm, hash) in hashes() {
        let each = hash.digest_bytes();
        let mut messages: Vec<Vec<u8>> = edges(hash.block_bytes()).into_iter().map(painted).collect();
        numbers.shuffle(&mut messages);
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let expected = digests(hash, "spec", &messages, each);
        for implementation in fast(algorithm) {
            let card = implementation.card();
            for count in 1..=(2 * card.states + 1).min(messages.len()) {
                for first in 0..=messages.len() - count {
                    let got = digests(hash, card.name, &messages[first..first + count], each);
                    assert!(
                        got == expected[first * each..(first + count) * each],
                        "{} by {}: {count} messages from number {first}",
                        algorithm.name,
                        card.name
                    );
                }
            }
        }
    }
}

#[test]
fn outputs_of_any_length() {
    for (algorithm, hash) in hashes().filter(|(_, hash)| hash.extendable()) {
        let block = hash.block_bytes();
        let (message, longer) = (painted(block + 5), painted(3 * block));
        for each in [0, 1, 7, 8, block - 1, block, block + 1, 2 * block, 5 * block + 3] {
            for messages in [&[&message[..]][..], &[&message, &longer, &[]]] {
                let expected = digests(hash, "spec", messages, each);
                for implementation in fast(algorithm) {
                    let name = implementation.card().name;
                    let got = digests(hash, name, messages, each);
                    assert!(got == expected, "{} by {name}: {each} bytes of output", algorithm.name);
                }
            }
        }
    }
}

#[test]
fn messages_in_pieces_that_end_inside_a_byte() {
    let read = |hash: &dyn Hash, name: &str, message: &[u8], bits: u32| {
        let mut hasher = hash.hasher(Some(name)).unwrap();
        let (head, rest) = message.split_at(message.len() / 3);
        hasher.update(head);
        hasher.update(rest);
        let mut digest = vec![0; hash.digest_bytes()];
        hasher.finalize(0xa6, bits).read(&mut digest);
        digest
    };
    for (algorithm, hash) in hashes() {
        for length in edges(hash.block_bytes()) {
            let message = painted(length);
            for bits in 0..if hash.whole_bytes() { 1 } else { 8 } {
                let expected = read(hash, "spec", &message, bits);
                for implementation in fast(algorithm) {
                    let name = implementation.card().name;
                    let digest = read(hash, name, &message, bits);
                    assert!(digest == expected, "{} by {name}: {length} bytes and {bits} bits", algorithm.name);
                }
            }
        }
    }
}

#[test]
fn permutations_of_any_number_of_states_and_rounds() {
    let mut numbers = Numbers(2);
    for algorithm in Algorithm::all() {
        let Some(permutation) = algorithm.as_permutation() else { continue };
        let permute = |name: &str, states: &[u8], rounds| {
            let mut states = states.to_vec();
            permutation.permute(Some(name), &mut states, rounds).unwrap();
            states
        };
        for implementation in fast(algorithm) {
            let card = implementation.card();
            for count in 0..=2 * card.states + 1 {
                let states = numbers.bytes(count * permutation.state_bytes());
                for rounds in permutation.rounds() {
                    assert!(
                        permute(card.name, &states, rounds) == permute("spec", &states, rounds),
                        "{} by {}: {count} states, {rounds} rounds",
                        algorithm.name,
                        card.name
                    );
                }
            }
        }
    }
}

#[test]
fn block_ciphers_on_any_number_of_blocks() {
    let mut numbers = Numbers(3);
    for algorithm in Algorithm::all() {
        let Some(cipher) = algorithm.as_block_cipher() else { continue };
        let encrypt = |name: &str, key: &[u8], blocks: &[u8]| {
            let mut blocks = blocks.to_vec();
            cipher.encrypt(Some(name), key, &mut blocks).unwrap();
            blocks
        };
        for implementation in fast(algorithm) {
            let card = implementation.card();
            for count in 0..=4 * card.states + 3 {
                let (key, blocks) = (numbers.bytes(cipher.key_bytes()), numbers.bytes(count * cipher.block_bytes()));
                assert!(
                    encrypt(card.name, &key, &blocks) == encrypt("spec", &key, &blocks),
                    "{} by {}: {count} blocks",
                    algorithm.name,
                    card.name
                );
            }
        }
    }
}

#[test]
fn authenticated_encryption_there_and_back() {
    let mut numbers = Numbers(4);
    for algorithm in Algorithm::all() {
        let Some(aead) = algorithm.as_aead() else { continue };
        let tag_bytes = aead.tag_bytes();
        for length in edges(aead.block_bytes()) {
            let (key, nonce) = (numbers.bytes(aead.key_bytes()), numbers.bytes(length % (aead.nonce_bytes() + 1)));
            let (data, message) = (numbers.bytes(length * 7 % (3 * aead.block_bytes())), painted(length));
            let encrypt = |name: &str| {
                let mut sealed = message.clone();
                let mut tag = vec![0; tag_bytes];
                aead.encrypt(Some(name), &key, &nonce, &data, &mut sealed, &mut tag).unwrap();
                (sealed, tag)
            };
            let expected = encrypt("spec");
            for implementation in fast(algorithm) {
                let name = implementation.card().name;
                let (mut buffer, mut tag) = encrypt(name);
                assert!((&buffer, &tag) == (&expected.0, &expected.1), "{} by {name}: {length} bytes", algorithm.name);
                aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, &tag).unwrap();
                assert!(buffer == message, "{} by {name}: {length} bytes back", algorithm.name);

                tag[length % tag_bytes] ^= 0x80;
                let wrong = aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, &tag);
                assert_eq!(wrong, Err(AeadError::Mismatch), "{} by {name}", algorithm.name);
                assert!(buffer.iter().all(|&byte| byte == 0), "{} by {name}: something is released", algorithm.name);
                let mut buffer = message.clone();
                let short = aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, &tag[1..]);
                assert_eq!(short, Err(AeadError::Mismatch), "{} by {name}", algorithm.name);
                assert!(buffer.iter().all(|&byte| byte == 0), "{} by {name}: something is released", algorithm.name);
            }
        }
    }
}
