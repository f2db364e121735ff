//! Compares every implementation of every primitive with `spec`, at all edges; and every algorithm's own parts, its
//! initial state, padding and output, with its default implementations.
//!
//! Algorithms on the same primitive share its implementations. Where a kernel cannot distinguish two of them, one
//! represents both and is tested with every implementation, the other only with its defaults.

mod common;

use common::{
    Numbers, Subject, defaults, digests, edges, fast, one_of_each_primitive, painted, spec, stride, subjects,
};
use counterpoint::Algorithm;
use counterpoint::aead::AeadError;
use counterpoint::registry::{self, Hash};
use counterpoint::tag::WrongTag;

#[test]
fn every_length_up_to_some_blocks() {
    for Subject { name, hash, implementations, .. } in subjects() {
        let each = hash.digest_bytes();
        for length in (0..=2 * hash.block_bytes() + 9).step_by(stride()).chain(edges(hash.block_bytes())) {
            let message = painted(length);
            let expected = digests(hash, spec(), &[&message], each);
            for (implementation, _) in &implementations {
                let digest = digests(hash, implementation, &[&message], each);
                assert!(digest == expected, "{name} by {implementation}: {length} bytes");
            }
        }
    }
}

#[test]
fn batches_of_mixed_lengths() {
    let mut numbers = Numbers(1);
    for Subject { name, hash, implementations, .. } in subjects() {
        let each = hash.digest_bytes();
        let mut messages: Vec<Vec<u8>> = edges(hash.block_bytes()).into_iter().map(painted).collect();
        numbers.shuffle(&mut messages);
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let expected = digests(hash, spec(), &messages, each);
        for (implementation, states) in implementations {
            for count in 1..=(2 * states + 1).min(messages.len()) {
                for first in (0..=messages.len() - count).step_by(stride()) {
                    let got = digests(hash, implementation, &messages[first..first + count], each);
                    assert!(
                        got == expected[first * each..(first + count) * each],
                        "{name} by {implementation}: {count} messages from number {first}"
                    );
                }
            }
        }
    }
}

#[test]
fn outputs_of_any_length() {
    for Subject { name, hash, implementations, .. } in
        subjects().into_iter().filter(|subject| subject.hash.extendable())
    {
        let block = hash.block_bytes();
        let (message, longer) = (painted(block + 5), painted(3 * block));
        for each in [0, 1, 7, 8, block - 1, block, block + 1, 2 * block, 5 * block + 3] {
            for messages in [&[&message[..]][..], &[&message, &longer, &[]]] {
                let expected = digests(hash, spec(), messages, each);
                for (implementation, _) in &implementations {
                    let got = digests(hash, implementation, messages, each);
                    assert!(got == expected, "{name} by {implementation}: {each} bytes of output");
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
    for Subject { name, hash, implementations, .. } in subjects() {
        for length in edges(hash.block_bytes()) {
            let message = painted(length);
            for bits in (0..if hash.whole_bytes() { 1 } else { 8 }).step_by(stride()) {
                let expected = read(hash, spec(), &message, bits);
                for (implementation, _) in &implementations {
                    let digest = read(hash, implementation, &message, bits);
                    assert!(digest == expected, "{name} by {implementation}: {length} bytes and {bits} bits");
                }
            }
        }
    }
}

#[test]
fn permutations_of_any_number_of_states_and_rounds() {
    let mut numbers = Numbers(2);
    // Names with the fewest rounds come last, so every implementation is tested with all rounds of its primitive.
    let mut all: Vec<_> = Algorithm::all().filter_map(|a| Some((a, a.as_permutation()?))).collect();
    all.sort_by_key(|(_, permutation)| usize::MAX - permutation.rounds().count());
    let representatives = one_of_each_primitive(all.iter().map(|(algorithm, _)| (*algorithm, ())));
    for (algorithm, permutation) in all {
        let permute = |name: Option<&str>, states: &[u8], rounds| {
            let mut states = states.to_vec();
            permutation.permute(name, &mut states, rounds).unwrap();
            states
        };
        let every = representatives.contains(&algorithm.name);
        for implementation in if every { fast(algorithm).collect() } else { defaults(algorithm) } {
            for count in 0..=2 * implementation.states() + 1 {
                let states = numbers.bytes(count * permutation.state_bytes());
                for rounds in permutation.rounds() {
                    let expected = permute(Some(spec()), &states, rounds);
                    for name in [Some(implementation.name()), None] {
                        assert!(
                            permute(name, &states, rounds) == expected,
                            "{} by {name:?}: {count} states, {rounds} rounds",
                            algorithm.name
                        );
                    }
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
        let encrypt = |name: Option<&str>, key: &[u8], blocks: &[u8]| {
            let mut blocks = blocks.to_vec();
            cipher.encrypt(name, key, &mut blocks).unwrap();
            blocks
        };
        for implementation in fast(algorithm) {
            for count in 0..=4 * implementation.states() + 3 {
                let (key, blocks) = (numbers.bytes(cipher.key_bytes()), numbers.bytes(count * cipher.block_bytes()));
                let expected = encrypt(Some(spec()), &key, &blocks);
                for name in [Some(implementation.name()), None] {
                    assert!(encrypt(name, &key, &blocks) == expected, "{} by {name:?}: {count} blocks", algorithm.name);
                }
            }
        }
    }
}

#[test]
fn authenticated_encryption_there_and_back() {
    let mut numbers = Numbers(4);
    let all: Vec<_> = Algorithm::all().filter_map(|a| Some((a, a.as_aead()?))).collect();
    let representatives = one_of_each_primitive(all.iter().map(|(algorithm, aead)| (*algorithm, aead.states())));
    for (algorithm, aead) in all {
        let every = representatives.contains(&algorithm.name);
        let implementations = if every { fast(algorithm).collect() } else { defaults(algorithm) };
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
            let expected = encrypt(spec());
            for implementation in &implementations {
                let name = implementation.name();
                let (mut buffer, mut tag) = encrypt(name);
                assert!((&buffer, &tag) == (&expected.0, &expected.1), "{} by {name}: {length} bytes", algorithm.name);
                aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, &tag).unwrap();
                assert!(buffer == message, "{} by {name}: {length} bytes back", algorithm.name);

                for other in [&[&tag[..], &[0]].concat()[..], &tag[1..]] {
                    let mut buffer = expected.0.clone();
                    let wrong = aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, other);
                    assert_eq!(wrong, Err(AeadError::WrongTag(WrongTag)), "{} by {name}: length", algorithm.name);
                    assert!(
                        buffer.iter().all(|&byte| byte == 0),
                        "{} by {name}: plaintext is released",
                        algorithm.name
                    );
                }
                tag[length % tag_bytes] ^= 0x80;
                let wrong = aead.decrypt(Some(name), &key, &nonce, &data, &mut buffer, &tag);
                assert_eq!(wrong, Err(AeadError::WrongTag(WrongTag)), "{} by {name}", algorithm.name);
                assert!(buffer.iter().all(|&byte| byte == 0), "{} by {name}: plaintext is released", algorithm.name);
            }
        }
    }
}

/// A caller can stop in the middle of a long message; then nothing of it is left, and the session can't continue.
#[test]
fn a_session_is_ended_by_its_caller() {
    for (algorithm, aead) in Algorithm::all().filter_map(|a| Some((a, a.as_aead()?))) {
        let name = algorithm.name;
        let (key, message) = (vec![1; aead.key_bytes()], painted(3 * registry::PIECE_BYTES + 5));
        let new = || (aead.session(None, &key, &[]).unwrap(), vec![0; aead.tag_bytes()]);
        let (mut session, mut tag) = new();
        let mut sealed = message.clone();
        session.encrypt(&[], &mut sealed, &mut tag).unwrap();

        let (mut other, mut other_tag) = new();
        let (mut buffer, mut asked) = (message.clone(), 0);
        let mut count = || {
            asked += 1;
            true
        };
        other.encrypt_while(&[], &mut buffer, &mut other_tag, &mut count).unwrap();
        assert!(buffer == sealed && tag == other_tag && asked > 2, "{name} in pieces, asked {asked} times");
        let (mut other, _) = new();
        other.decrypt_while(&[], &mut buffer, &tag, &mut || true).unwrap();
        assert!(buffer == message, "{name} back in pieces");

        for (data, mut buffer) in [(&[][..], message.clone()), (&message[..], Vec::new()), (&message[..], vec![1])] {
            for decrypts in [false, true] {
                let (mut session, mut tag) = new();
                let mut left = 2;
                let mut go_on = || {
                    left -= 1;
                    left > 0
                };
                let done = if decrypts {
                    session.decrypt_while(data, &mut buffer, &tag, &mut go_on)
                } else {
                    session.encrypt_while(data, &mut buffer, &mut tag, &mut go_on)
                };
                assert_eq!(done, Err(AeadError::Stopped), "{name}");
                assert!(buffer.iter().all(|&byte| byte == 0), "{name}: a part of the message is left");
                assert_eq!(session.encrypt(&[], &mut [], &mut tag), Err(AeadError::Failed), "{name}");
            }
        }
    }
}
