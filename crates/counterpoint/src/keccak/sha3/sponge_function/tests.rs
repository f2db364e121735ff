//! Compares functions of every rate with the definition of the sponge, for every implementation: kernels must be
//! correct even for rates that no function has today.

use super::super::super::primitive::{Parameters, SealedWord, Word};
use super::super::super::spec;
use super::SpongeFunction;
use crate::hash::{hash_many, hash_one};
use std::vec;
use std::vec::Vec;

const LONGEST_RATE: usize = 192;
const LONGEST_DIGEST: usize = 64;
const SUFFIX: u8 = 0x06;

/// A function whose rate is part of the value.
#[derive(Clone, Copy)]
struct OfRate(Parameters);

impl OfRate {
    fn new(rate_bytes: usize) -> Self {
        Self(Parameters::new::<u64>(rate_bytes, u64::FULL_ROUNDS).expect("whole lanes"))
    }
}

impl SpongeFunction for OfRate {
    type Block = [u8; LONGEST_RATE];
    type PaddedTail = [u8; 2 * LONGEST_RATE];
    type Digest = [u8; LONGEST_DIGEST];
    const NAME: &'static str = "of-any-rate";

    fn rate_bytes(&self) -> usize {
        self.0.rate_and_rounds().0
    }
    fn permutation(&self) -> Parameters {
        self.0
    }
    fn suffix(&self) -> u8 {
        SUFFIX
    }
}

/// Returns the first `rate` bytes of the output, by definition: \[FIPS202\] 4 and 5.1.
fn defined(rate: usize, message: &[u8]) -> Vec<u8> {
    let mut padded = message.to_vec();
    padded.push(SUFFIX);
    padded.resize(padded.len().next_multiple_of(rate), 0);
    *padded.last_mut().expect("a block") ^= 0x80;
    let mut state = [0u64; 25];
    for block in padded.chunks(rate) {
        for (lane, bytes) in state.iter_mut().zip(block.as_chunks().0) {
            *lane ^= u64::from_le_bytes(*bytes);
        }
        spec::keccak_p(&mut state, u64::FULL_ROUNDS);
    }
    state.iter().flat_map(|lane| lane.to_le_bytes()).take(rate).collect()
}

/// The definition above agrees with FIPS 202 for the rates of SHA3-256 and SHA3-512.
#[test]
fn the_definition_is_that_of_sha3() {
    for length in [0, 1, 71, 72, 135, 136, 137, 300] {
        let message = vec![0xa5; length];
        assert_eq!(defined(136, &message)[..32], crate::Sha3_256::digest(&message), "{length} bytes");
        assert_eq!(defined(72, &message)[..64], crate::Sha3_512::digest(&message), "{length} bytes");
    }
}

/// Hashes messages of all edge lengths, 1 to 17 at once, of equal and of different lengths, to digests of one byte, of
/// some bytes, and of as many as rate and digest allow. Without optimisation this would take minutes, so each number of
/// messages and each length of digests is tried with some rates only.
#[test]
fn functions_of_every_rate() {
    for rate in (8..=LONGEST_RATE).step_by(8) {
        let function = OfRate::new(rate);
        let longest = rate.min(LONGEST_DIGEST);
        let lengths = [0, 1, rate - 2, rate - 1, rate, rate + 1, 2 * rate - 1, 2 * rate, 2 * rate + 1, 7, 8, 9];
        let messages: Vec<Vec<u8>> = (0..17)
            .map(|n| {
                let byte = |i: usize| (31 * n + 7 * i + rate) as u8;
                (0..lengths[n % lengths.len()]).map(byte).collect()
            })
            .collect();
        let outputs: Vec<Vec<u8>> = messages.iter().map(|message| defined(rate, message)).collect();
        for entry in u64::list().available() {
            let name = entry.implementation().name();
            let width = entry.implementation().states();
            for (message, output) in messages.iter().zip(&outputs).take(lengths.len()) {
                let mut digest = vec![0; longest];
                hash_one(&function, Some(entry), message, &mut digest);
                assert!(digest == output[..longest], "rate {rate} by {name}: one message of {} bytes", message.len());
            }
            for count in 1..=17 {
                let turn = (count + rate / 8) % 4 == 0;
                if cfg!(unoptimised) && !turn && ![2, width, width + 1].contains(&count) {
                    continue;
                }
                let each = [1, rate.min(32), longest, longest - 1][(count + rate / 8) % 4];
                // Copies of one message, and messages of different lengths.
                let alike = [messages[count % lengths.len()].as_slice()].repeat(count);
                let different: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
                let first = &outputs[count % lengths.len()];
                for (given, expected) in [(&alike, vec![first; count]), (&different, outputs.iter().collect())] {
                    let mut digests = vec![0; count * each];
                    hash_many(&function, Some(entry), &given.as_slice(), &mut digests);
                    for ((digest, expected), message) in digests.chunks(each).zip(expected).zip(given) {
                        let length = message.len();
                        assert!(
                            digest == &expected[..each],
                            "rate {rate} by {name}: {length} bytes of {count} messages"
                        );
                    }
                }
            }
        }
    }
}
