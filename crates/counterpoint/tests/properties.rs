//! Properties that hold for any message, however it is cut, and any order of a batch, for every algorithm and every
//! implementation.

mod common;

use common::hash;
use counterpoint::Algorithm;
use counterpoint::registry::BitOrder;
use counterpoint::registry::{Hash, Hasher};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// An algorithm of some kind, and one of its implementations that can run here.
struct Subject<F> {
    algorithm: &'static Algorithm,
    implementation: &'static str,
    interface: F,
}

impl<F: Copy> Subject<F> {
    /// Chooses a subject by two numbers; `None` if no algorithm of this kind was built.
    fn choose((algorithm, implementation): (Index, Index), kind: fn(&'static Algorithm) -> Option<F>) -> Option<Self> {
        let algorithms: Vec<_> = Algorithm::all().filter_map(|algorithm| Some((algorithm, kind(algorithm)?))).collect();
        if algorithms.is_empty() {
            return None;
        }
        let &(algorithm, interface) = algorithm.get(&algorithms);
        let names: Vec<_> = algorithm
            .implementations()
            .filter(|i| i.available())
            .map(counterpoint::registry::Implementation::name)
            .collect();
        Some(Self { algorithm, implementation: names[implementation.index(names.len())], interface })
    }
}

impl<F> std::fmt::Display for Subject<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by {}", self.algorithm.name, self.implementation)
    }
}

impl Subject<&'static dyn Hash> {
    /// Returns the first `length` bytes of output for a message in pieces that ends with `bits` bits of `last`.
    fn in_pieces(&self, pieces: &[&[u8]], last: u8, bits: u32, length: usize) -> Vec<u8> {
        let mut hasher = self.interface.hasher(Some(self.implementation)).unwrap();
        for piece in pieces {
            hasher.update(piece);
        }
        let mut output = vec![0; length];
        hasher.finalize(last, bits).read(&mut output);
        output
    }

    fn at_once(&self, messages: &[&[u8]], each: usize) -> Vec<u8> {
        let mut outputs = vec![0; messages.len() * each];
        self.interface.digest_many(Some(self.implementation), &messages, &mut outputs).unwrap();
        outputs
    }

    /// Returns the wanted length of output, or the only possible one.
    fn length(&self, wanted: usize) -> usize {
        if self.interface.extendable() { wanted } else { self.interface.digest_bytes() }
    }
}

/// Hash functions of one string; for tuples, pieces would be elements.
fn string_hash(algorithm: &'static Algorithm) -> Option<&'static dyn Hash> {
    hash(algorithm).filter(|hash| !hash.tuple())
}

/// Hash functions whose messages may end inside a byte.
fn bit_hash(algorithm: &'static Algorithm) -> Option<&'static dyn Hash> {
    hash(algorithm).filter(|hash| !hash.whole_bytes())
}

/// A message of up to a few blocks, with short ones as likely as long ones.
fn message() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(any::<u8>(), 0..40), vec(any::<u8>(), 0..700)]
}

/// Cuts a message at any places, some of them equal.
fn cut<'a>(message: &'a [u8], places: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(message.len() + 1)).collect();
    places.sort_unstable();
    let mut pieces = Vec::new();
    let mut begin = 0;
    for end in places {
        pieces.push(&message[begin..end]);
        begin = end;
    }
    pieces.push(&message[begin..]);
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_do_not_matter(
        subject: (Index, Index), message in message(), places in vec(any::<Index>(), 0..6), length in 0..500usize,
    ) {
        if let Some(subject) = Subject::choose(subject, string_hash) {
            let length = subject.length(length);
            let whole = subject.at_once(&[&message], length);
            prop_assert_eq!(subject.in_pieces(&cut(&message, &places), 0, 0, length), whole, "{}", subject);
        }
    }

    #[test]
    fn output_in_pieces_is_the_output(
        subject: (Index, Index), message in message(), places in vec(any::<Index>(), 0..6), length in 0..900usize,
    ) {
        if let Some(subject) = Subject::choose(subject, hash) {
            let whole = subject.at_once(&[&message], subject.length(length));
            let mut hasher = subject.interface.hasher(Some(subject.implementation)).unwrap();
            hasher.update(&message);
            let mut reader = hasher.finalize(0, 0);
            let mut output = Vec::new();
            for piece in cut(&whole, &places) {
                let mut part = vec![0xff; piece.len()];
                reader.read(&mut part);
                output.extend(part);
            }
            prop_assert_eq!(output, whole, "{}", subject);
            if !subject.interface.extendable() {
                let mut past_end = [0xff; 100];
                reader.read(&mut past_end);
                prop_assert_eq!(past_end, [0; 100], "{}: nothing follows a digest", subject);
            }
        }
    }

    #[test]
    fn order_in_a_batch_does_not_matter(
        subject: (Index, Index), messages in vec(message(), 0..40), length in 0..300usize,
    ) {
        if let Some(subject) = Subject::choose(subject, hash) {
            let length = subject.length(length);
            let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let each: Vec<u8> = messages.iter().flat_map(|message| subject.at_once(&[message], length)).collect();
            prop_assert_eq!(subject.at_once(&messages, length), each, "{}", subject);
        }
    }

    #[test]
    fn only_the_bits_that_count_count(
        subject: (Index, Index), message in message(), last: u8, other: u8, bits in 0..8u32,
    ) {
        if let Some(subject) = Subject::choose(subject, bit_hash) {
            let used = match subject.interface.bit_order() {
                BitOrder::LsbFirst => !(0xff << bits),
                BitOrder::MsbFirst => !(0xff >> bits),
            };
            let digest = |last| subject.in_pieces(&[&message], last, bits, subject.interface.digest_bytes());
            let same_message = last & used == other & used;
            prop_assert_eq!(digest(last) == digest(other), same_message, "{}", subject);
            prop_assert_eq!(digest(last), digest(last & used | other & !used), "{}", subject);
        }
    }

    #[test]
    fn a_copy_goes_its_own_way(subject: (Index, Index), head in message(), rest in message(), other in message()) {
        if let Some(subject) = Subject::choose(subject, string_hash) {
            let length = subject.interface.digest_bytes();
            let digest = |hasher: Box<dyn Hasher>| {
                let mut digest = vec![0; length];
                hasher.finalize(0, 0).read(&mut digest);
                digest
            };
            let mut hasher = subject.interface.hasher(Some(subject.implementation)).unwrap();
            hasher.update(&head);
            let mut copy = hasher.boxed_clone();
            let mut reset = hasher.boxed_clone();
            hasher.update(&rest);
            copy.update(&other);
            reset.reset();
            reset.update(&rest);
            prop_assert_eq!(digest(hasher), subject.at_once(&[&[&head[..], &rest].concat()], length), "{}", subject);
            prop_assert_eq!(digest(copy), subject.at_once(&[&[&head[..], &other].concat()], length), "{}", subject);
            prop_assert_eq!(digest(reset), subject.at_once(&[&rest], length), "{}", subject);
        }
    }

    #[test]
    fn states_of_a_batch_are_permuted_apart(
        subject: (Index, Index), count in 0..40usize, seed: u8, rounds: Index,
    ) {
        if let Some(subject) = Subject::choose(subject, Algorithm::as_permutation) {
            let choices: Vec<usize> = subject.interface.rounds().collect();
            let rounds = *rounds.get(&choices);
            let bytes = subject.interface.state_bytes();
            let states: Vec<u8> = (0..count * bytes).map(|i| (i * i) as u8 ^ seed).collect();
            let permute = |states: &[u8]| {
                let mut states = states.to_vec();
                subject.interface.permute(Some(subject.implementation), &mut states, rounds).unwrap();
                states
            };
            let each: Vec<u8> = states.chunks(bytes).flat_map(permute).collect();
            prop_assert_eq!(permute(&states), each, "{}, {} rounds", subject, rounds);
        }
    }

    #[test]
    fn blocks_of_a_batch_are_encrypted_apart(
        subject: (Index, Index), key in vec(any::<u8>(), 32), count in 0..40usize, seed: u8,
    ) {
        if let Some(subject) = Subject::choose(subject, Algorithm::as_block_cipher) {
            let bytes = subject.interface.block_bytes();
            let blocks: Vec<u8> = (0..count * bytes).map(|i| (i * i) as u8 ^ seed).collect();
            let encrypt = |blocks: &[u8]| {
                let mut blocks = blocks.to_vec();
                let key = &key[..subject.interface.key_bytes()];
                subject.interface.encrypt(Some(subject.implementation), key, &mut blocks).unwrap();
                blocks
            };
            let each: Vec<u8> = blocks.chunks(bytes).flat_map(encrypt).collect();
            prop_assert_eq!(encrypt(&blocks), each, "{}", subject);
        }
    }
}
