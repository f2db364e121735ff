//! One message: at once, in every division into two pieces, byte by byte; and its output in the same ways.
//!
//! A hasher keeps the state, the bytes in its buffer and the message's length. Two pieces lead from every number of
//! bytes in the buffer to every other, with pieces of every tested length. So more pieces reach no situation that two
//! do not reach.

use super::counting::{Counted, absorb};
use super::model::{Specified, bits, bytes, for_every_extendable_function, for_every_function, output};
use super::{EVERYTHING, Numbers, every_length, kernels, lengths, message, up_to};
use crate::hash::output::Output;
use crate::hash::stream::Message;
use crate::hash::{ByteArray, Function, Tail, buffer_bytes, masked};
use std::vec::Vec;

/// The last byte of a message that ends inside it: all bits 0, all bits 1, and both kinds at both ends.
const LAST: [u8; 3] = [0x00, 0xff, 0xa5];

/// Returns how many bytes of an output are compared: a whole digest, or the default length of an extendable output.
fn digest_bytes<F: Function>(function: &F) -> usize {
    (function.digest_bits() / 8) as usize
}

/// Returns the digest of a message in pieces, followed by some bits of `last`.
fn in_pieces<F: Specified>(function: &F, pieces: &[&[u8]], last: u8, bits: usize) -> Vec<u8> {
    let mut message = Message::new(Counted::<F>(function.clone()), None);
    pieces.iter().for_each(|piece| message.update(piece));
    message.end(last, bits as u32);
    let mut digest = std::vec![0; digest_bytes(function)];
    message.read(&mut digest);
    digest
}

#[test]
fn messages_of_every_length_at_once() {
    fn by_list<F: Specified, const LIST: usize>(function: &F, message: &[u8], expected: &[u8]) {
        for (width, entry) in kernels::<F, LIST>() {
            let mut digest = std::vec![0; digest_bytes(function)];
            Output::whole(&Counted::<F, LIST>(function.clone()), entry, message, &mut digest);
            let length = message.len();
            assert!(digest == expected, "{}: {length} bytes at once, by {width} lanes of list {LIST}", F::NAME);
        }
    }
    fn check<F: Specified>(function: &F) {
        for length in every_length::<F>() {
            let message = message(0, length);
            let expected = output(function, &message, 0, 0, digest_bytes(function));
            by_list::<F, 0>(function, &message, &expected);
            by_list::<F, 1>(function, &message, &expected);
        }
    }
    for_every_function!(check);
}

#[test]
fn messages_of_every_length_in_bits() {
    fn check<F: Specified>(function: &F) {
        for length in lengths::<F>() {
            let message = message(0, length);
            for bits in 0..if F::ANY_BITS { 8 } else { 1 } {
                for last in LAST {
                    let expected = output(function, &message, last, bits, digest_bytes(function));
                    let digest = in_pieces(function, &[&message], last, bits);
                    assert!(digest == expected, "{}: {length} bytes and {bits} bits of {last:#04x}", F::NAME);
                }
            }
        }
    }
    for_every_function!(check);
}

#[test]
fn messages_of_every_length_in_every_two_pieces() {
    fn check<F: Specified>(function: &F) {
        for length in lengths::<F>() {
            let message = message(0, length);
            let expected = output(function, &message, 0, 0, digest_bytes(function));
            for cut in up_to(length, buffer_bytes::<F>()) {
                let (first, second) = message.split_at(cut);
                let digest = in_pieces(function, &[first, second], 0, 0);
                assert!(digest == expected, "{}: pieces of {cut} and {} bytes", F::NAME, second.len());
            }
            let single_bytes: Vec<&[u8]> = message.chunks(1).collect();
            assert!(in_pieces(function, &single_bytes, 0, 0) == expected, "{}: {length} single bytes", F::NAME);
        }
    }
    for_every_function!(check);
}

/// A hasher continues after it is copied, and the copy, once reset, works like a new hasher.
#[test]
fn hashers_that_are_reset_or_copied() {
    fn check<F: Specified>(function: &F) {
        let digest = |mut message: Message<Counted<F>>| {
            message.end(0, 0);
            let mut digest = std::vec![0; digest_bytes(function)];
            message.read(&mut digest);
            digest
        };
        let message = message(0, 2 * buffer_bytes::<F>());
        for length in up_to(buffer_bytes::<F>() + 1, buffer_bytes::<F>()) {
            let (first, second) = message.split_at(length);
            let mut hasher = Message::new(Counted::<F>(function.clone()), None);
            hasher.update(first);
            let mut copy = hasher.clone();
            hasher.update(second);
            copy.reset();
            copy.update(second);
            let expected = |message| output(function, message, 0, 0, digest_bytes(function));
            assert!(digest(hasher) == expected(&message), "{}: copied after {length} bytes", F::NAME);
            assert!(digest(copy) == expected(second), "{}: reset after {length} bytes", F::NAME);
        }
    }
    for_every_function!(check);
}

/// The padding of messages that are too long for any memory: lengths in bytes around every power of 2, up to the
/// largest one whose number of bits fits in 64 bits.
#[test]
fn padding_of_very_long_messages() {
    fn check<F: Specified>(function: &F) {
        let last = LAST[2];
        let buffer = buffer_bytes::<F>() as u64;
        for power in (8..61).step_by(if EVERYTHING { 1 } else { 8 }) {
            for used in up_to(buffer as usize - 1, buffer as usize) {
                for more in 0..if F::ANY_BITS { 8 } else { 1 } {
                    let blocks = (1u64 << power) / buffer;
                    let message_bytes = blocks * buffer + used as u64;
                    let rest = message(0, used);
                    let mut expected = bits::<F>(&rest);
                    expected.extend(&bits::<F>(&[last])[..more]);
                    expected.extend(function.padding_bits(u128::from(8 * message_bytes) + more as u128));

                    let mut padded = F::PaddedTail::ZERO;
                    padded.as_mut()[..used].copy_from_slice(&rest);
                    let last = masked(F::BIT_ORDER, last, more as u32);
                    let length = function.pad(padded.as_mut(), Tail { used, bits: more as u32, last, message_bytes });
                    let padded = &padded.as_ref()[..length];
                    assert!(padded == bytes::<F>(&expected), "{}: {message_bytes} bytes and {more} bits", F::NAME);
                }
            }
        }
    }
    for_every_function!(check);
}

/// TurboSHAKE with every domain byte: the byte follows the message, then zeros, and the last bit of the block is 1.
#[test]
fn padding_with_every_domain_byte() {
    fn check<F: Function>(function: &F, domain: u8) {
        for used in 0..F::BLOCK_BYTES {
            let rest = message(0, used);
            let mut expected = [&rest[..], &[domain]].concat();
            expected.resize(F::BLOCK_BYTES, 0);
            expected[F::BLOCK_BYTES - 1] ^= 0x80;

            let mut padded = F::PaddedTail::ZERO;
            padded.as_mut()[..used].copy_from_slice(&rest);
            let length = function.pad(padded.as_mut(), Tail { used, bits: 0, last: 0, message_bytes: used as u64 });
            assert!(padded.as_ref()[..length] == expected, "{}: {used} bytes, domain byte {domain:#04x}", F::NAME);
        }
    }
    for domain in 0x01..=0x7f {
        check(crate::TurboShake128::new(domain).expect("a domain byte").0.function(), domain);
        check(crate::TurboShake256::new(domain).expect("a domain byte").0.function(), domain);
    }
}

/// What cSHAKE and KMAC absorb before the message is filled up with zeros to whole blocks.
#[test]
fn prefixes_of_every_length() {
    fn check<F: Specified>(function: &F) {
        for length in lengths::<F>() {
            let mut filled_up = message(0, length);
            let mut prefix = Message::new(Counted::<F>(function.clone()), None);
            prefix.update(&filled_up);
            filled_up.resize(length.next_multiple_of(F::BLOCK_BITS / 8), 0);
            let mut expected = *function.initial();
            filled_up.chunks(F::BLOCK_BITS / 8).for_each(|block| absorb(&mut expected, block));
            let part = F::part(prefix.filled_up());
            assert!(part == F::part(&expected), "{}: a prefix of {length} bytes", F::NAME);
        }
    }
    for_every_extendable_function!(check);
}

#[test]
fn output_in_every_two_pieces() {
    fn check<F: Specified>(function: &F) {
        let extendable = F::OUTPUT_BLOCK_BYTES == buffer_bytes::<F>() && !F::FINAL_STEP;
        let most = if extendable { 3 * F::OUTPUT_BLOCK_BYTES + 1 } else { digest_bytes(function) };
        let input = message(0, 5);
        let expected = output(function, &input, 0, 0, most);
        let mut ended = Message::new(Counted::<F>(function.clone()), None);
        ended.update(&input);
        ended.end(0, 0);
        let mut numbers = Numbers(1);
        for first in up_to(most, F::OUTPUT_BLOCK_BYTES) {
            let mut begun = ended.clone();
            let mut got = std::vec![0xff; most];
            begun.read(&mut got[..first]);
            for second in up_to(most - first, F::OUTPUT_BLOCK_BYTES) {
                let mut message = begun.clone();
                message.read(&mut got[first..first + second]);
                assert!(got[..first + second] == expected[..first + second], "{}: {first} + {second} bytes", F::NAME);
            }
            let mut message = begun;
            let mut at = first;
            while at < most {
                let piece = numbers.below(most - at + 1).min(40);
                message.read(&mut got[at..at + piece]);
                at += piece;
            }
            assert!(got == expected, "{}: {first} bytes and then random pieces", F::NAME);
        }
        let mut single_bytes = std::vec![0; most];
        single_bytes.chunks_mut(1).for_each(|byte| ended.read(byte));
        assert!(single_bytes == expected, "{}: {most} single bytes", F::NAME);
    }
    for_every_function!(check);
}

/// A plan knows the length of a padded tail, and which tails fit in one block together with their padding.
#[test]
fn tails_have_the_lengths_that_plans_expect() {
    fn check<F: Specified>(function: &F) {
        let buffer = buffer_bytes::<F>();
        for used in 0..buffer {
            let mut padded = F::PaddedTail::ZERO;
            let length = function.pad(padded.as_mut(), Tail::of_bytes(used, 3 * buffer + used));
            assert_eq!(function.padded_tail_bytes(used), length, "{} with {used} bytes", F::NAME);
            if let Some(padding) = function.padding(3).filter(|_| F::BLOCK_BYTES == buffer) {
                assert_eq!(length == buffer, used <= padding.room, "{} with {used} bytes", F::NAME);
            }
        }
    }
    for_every_function!(check);
}
