//! Padding and output as the specifications define them, written a second time: in bits, and without regard to speed.
//!
//! A message is a list of bits. The model appends the padding, divides the whole into blocks, absorbs one after another
//! with [`absorb`], and takes the output from the state. It shares with the tested code only the state before the first
//! block, which known answers check, and what a counting kernel does with a block.

use super::counting::{State, Subject, absorb, finalize};
use crate::hash::{Function, HashType};
use crate::*;
use std::vec::Vec;

/// What the specification of a function defines apart from its primitive.
pub(super) trait Specified: Subject {
    /// Whether the first bit of a byte is its least significant one.
    const LEAST_SIGNIFICANT_FIRST: bool;
    /// Whether a message may end inside a byte.
    const ANY_BITS: bool = true;
    /// Whether a final step lies between the last block and the first part of the output.
    const FINAL_STEP: bool;
    /// Length of a block in bits.
    const BLOCK_BITS: usize;

    /// Returns the bits that are appended to a message with this number of bits, which may be 2^64 or more.
    fn padding_bits(&self, message_bits: u128) -> Vec<bool>;
    /// Returns the part of the output that a state contains.
    fn part(state: &State<Self>) -> Vec<u8>;
}

/// Returns the bits of bytes, in the order of the function's specification.
pub(super) fn bits<F: Specified>(bytes: &[u8]) -> Vec<bool> {
    let bit = |byte: u8, n: u32| byte >> (if F::LEAST_SIGNIFICANT_FIRST { n } else { 7 - n }) & 1 == 1;
    bytes.iter().flat_map(|&byte| (0..8).map(move |n| bit(byte, n))).collect()
}

/// Returns the bytes that consist of these bits. Missing bits at the end are 0.
pub(super) fn bytes<F: Specified>(bits: &[bool]) -> Vec<u8> {
    let place = |n: usize| if F::LEAST_SIGNIFICANT_FIRST { n } else { 7 - n };
    let byte = |bits: &[bool]| bits.iter().enumerate().fold(0, |byte, (n, &bit)| byte | u8::from(bit) << place(n));
    bits.chunks(8).map(byte).collect()
}

/// Returns the first `length` bytes of the output for a message and `more` more bits, the first ones of `last`.
pub(super) fn output<F: Specified>(function: &F, message: &[u8], last: u8, more: usize, length: usize) -> Vec<u8> {
    output_after(function, 0, message, last, more, length)
}

/// Does the same for the end of a message, assuming that the `before` bytes before it left the state as it is before
/// the first block. This covers messages that are too long for any memory.
///
/// Padding only follows a message, so the blocks that the message fills by itself are absorbed as they are. Without
/// optimisation, a list of all their bits would take most of the tests' time.
pub(super) fn output_after<F: Specified>(
    function: &F,
    before: u64,
    message: &[u8],
    last: u8,
    more: usize,
    length: usize,
) -> Vec<u8> {
    const { assert!(F::BLOCK_BITS.is_multiple_of(8), "a block is whole bytes") };
    let block_bytes = F::BLOCK_BITS / 8;
    let (whole, rest) = message.split_at(message.len() / block_bytes * block_bytes);
    let mut padded = bits::<F>(rest);
    padded.extend(&bits::<F>(&[last])[..more]);
    padded.extend(function.padding_bits(8 * (u128::from(before) + message.len() as u128) + more as u128));
    assert_eq!(padded.len() % F::BLOCK_BITS, 0, "the model pads to whole blocks");
    let mut state = *function.initial();
    for blocks in [whole, &bytes::<F>(&padded)] {
        blocks.chunks(block_bytes).for_each(|block| absorb(&mut state, block));
    }
    squeezed::<F>(state, length)
}

/// Returns the first `length` bytes of the output of a state that has absorbed its message.
fn squeezed<F: Specified>(mut state: State<F>, length: usize) -> Vec<u8> {
    let mut output = Vec::new();
    if F::FINAL_STEP {
        finalize(&mut state);
    }
    output.extend(F::part(&state));
    while output.len() < length {
        finalize(&mut state);
        output.extend(F::part(&state));
    }
    output.truncate(length);
    output
}

/// Returns the last `count` bits of a number, the most significant one first.
fn number(number: u64, count: u32) -> impl Iterator<Item = bool> {
    (0..count).rev().map(move |n| number >> n & 1 == 1)
}

/// Grøstl: the bit 1, w = -N - 65 mod l bits 0, and the number of blocks (N + w + 65) / l in 64 bits. [Groestl] 3.6.
macro_rules! groestl {
    ($($type:ident: $block_bits:literal;)+) => {$(
        impl Specified for <$type as HashType>::Function {
            const LEAST_SIGNIFICANT_FIRST: bool = false;
            const FINAL_STEP: bool = true;
            const BLOCK_BITS: usize = $block_bits;

            fn padding_bits(&self, n: u128) -> Vec<bool> {
                let (n, l) = (n as i128, $block_bits);
                let w = (-n - 65).rem_euclid(l);
                let mut padding = std::vec![true];
                padding.resize(1 + w as usize, false);
                padding.extend(number(((n + w + 65) / l) as u64, 64));
                padding
            }

            /// The last bits of the matrix, whose bytes are in columns.
            fn part(state: &State<Self>) -> Vec<u8> {
                let bytes = state.map(u64::to_le_bytes);
                let bytes = bytes.as_flattened();
                bytes[bytes.len() - $type::DIGEST_BYTES..].to_vec()
            }
        }
    )+};
}
groestl! {
    // groestl: begin, by `cargo xtask generate` from functions.toml
    Groestl224: 512;
    Groestl256: 512;
    Groestl384: 1024;
    Groestl512: 1024;
    // groestl: end
}

/// Fugue: zeros up to a multiple of 32 bits, and the message's length in 64 bits. [Fugue].
macro_rules! fugue {
    ($($type:ident: $($column:literal)+;)+) => {$(
        impl Specified for <$type as HashType>::Function {
            const LEAST_SIGNIFICANT_FIRST: bool = false;
            const FINAL_STEP: bool = true;
            const BLOCK_BITS: usize = 32;

            fn padding_bits(&self, n: u128) -> Vec<bool> {
                let mut padding = std::vec![false; (-(n as i128)).rem_euclid(32) as usize];
                padding.extend(number(n as u64, 64));
                padding
            }

            fn part(state: &State<Self>) -> Vec<u8> {
                [$(state[$column]),+].concat()
            }
        }
    )+};
}
fugue! {
    Fugue224: 1 2 3 4 15 16 17;
    Fugue256: 1 2 3 4 15 16 17 18;
    Fugue384: 1 2 3 4 12 13 14 15 24 25 26 27;
    Fugue512: 1 2 3 4 9 10 11 12 18 19 20 21 27 28 29 30;
}

/// Luffa: the bit 1, and zeros up to a multiple of 256 bits. The output is the sum of all chains, 256 bits at a time.
/// [Luffa].
macro_rules! luffa {
    ($($type:ident)+) => {$(
        impl Specified for <$type as HashType>::Function {
            const LEAST_SIGNIFICANT_FIRST: bool = false;
            const FINAL_STEP: bool = true;
            const BLOCK_BITS: usize = 256;

            fn padding_bits(&self, n: u128) -> Vec<bool> {
                let mut padding = std::vec![true];
                padding.resize(1 + (-(n as i128) - 1).rem_euclid(256) as usize, false);
                padding
            }

            fn part(state: &State<Self>) -> Vec<u8> {
                let sum = |word: usize| state.iter().map(|chain| chain[word]).fold(0, |sum, word| sum ^ word);
                (0..8).flat_map(|word| u32::to_be_bytes(sum(word))).collect()
            }
        }
    )+};
}
luffa!(
    // luffa: begin, by `cargo xtask generate` from functions.toml
    Luffa224 Luffa256 Luffa384 Luffa512
    // luffa: end
);

/// Functions on Keccak: what follows the message, such as the domain bits; then 1, zeros, and 1. The output is the part
/// of the state that blocks are added to. \[FIPS202\] 4 and 5.1.
macro_rules! keccak {
    ($($type:ident: $capacity:literal, $append:expr;)+) => {$(
        impl Specified for <$type as HashType>::Function {
            const LEAST_SIGNIFICANT_FIRST: bool = true;
            const FINAL_STEP: bool = false;
            const BLOCK_BITS: usize = 1600 - $capacity;

            fn padding_bits(&self, n: u128) -> Vec<bool> {
                let append: fn(u64) -> Vec<bool> = $append;
                let mut padding = append(self.digest_bits());
                let m = n as i128 + padding.len() as i128;
                padding.push(true);
                padding.resize(padding.len() + (-m - 2).rem_euclid(1600 - $capacity) as usize, false);
                padding.push(true);
                padding
            }

            fn part(state: &State<Self>) -> Vec<u8> {
                let lanes = state.map(u64::to_le_bytes);
                lanes.as_flattened()[..(1600 - $capacity) / 8].to_vec()
            }
        }
    )+};
}

/// Returns the bits that are written as digits.
fn digits(digits: &str) -> Vec<bool> {
    digits.chars().map(|digit| digit == '1').collect()
}

/// What each mode appends to a message before the padding.
mod appended {
    use super::{Vec, digits};

    /// \[FIPS202\] 6.1.
    pub(super) fn sha3(_: u64) -> Vec<bool> {
        digits("01")
    }

    /// \[FIPS202\] 6.2.
    pub(super) fn shake(_: u64) -> Vec<bool> {
        digits("1111")
    }

    /// Keccak as it was before SHA-3.
    pub(super) fn keccak(_: u64) -> Vec<bool> {
        digits("")
    }

    /// \[SP800-185\] 3.3.
    pub(super) fn cshake(_: u64) -> Vec<bool> {
        digits("00")
    }

    /// `right_encode(L)`, the number L and its length in bytes, and the bits 00. \[SP800-185\] 4.3.
    pub(super) fn kmac(output_bits: u64) -> Vec<bool> {
        let length = (1..8).find(|&n| output_bits < 256u64.pow(n)).expect("a length in 7 bytes");
        let big_endian = (0..length).rev().map(|n| (output_bits / 256u64.pow(n) % 256) as u8);
        let encoded = big_endian.chain([length as u8]);
        // The first bit of a byte is the least significant one.
        let bits = encoded.flat_map(|byte| (0..8).map(move |n| byte >> n & 1 == 1));
        bits.chain([false, false]).collect()
    }

    /// Like KMAC, with L = 0. \[SP800-185\] 4.3.1.
    pub(super) fn kmacxof(_: u64) -> Vec<bool> {
        kmac(0)
    }
}

keccak! {
    // sponges: begin, by `cargo xtask generate` from functions.toml
    Sha3_224: 448, appended::sha3;
    Sha3_256: 512, appended::sha3;
    Sha3_384: 768, appended::sha3;
    Sha3_512: 1024, appended::sha3;
    Shake128: 256, appended::shake;
    Shake256: 512, appended::shake;
    Keccak224: 448, appended::keccak;
    Keccak256: 512, appended::keccak;
    Keccak384: 768, appended::keccak;
    Keccak512: 1024, appended::keccak;
    CShake128: 256, appended::cshake;
    CShake256: 512, appended::cshake;
    Kmac128: 256, appended::kmac;
    Kmac256: 512, appended::kmac;
    KmacXof128: 256, appended::kmacxof;
    KmacXof256: 512, appended::kmacxof;
    // sponges: end
}

/// TurboSHAKE with this domain byte, which the tests use: the byte follows the message, then zeros up to a whole block,
/// whose last bit is inverted. \[RFC9861\] 2.
pub(super) const DOMAIN: u8 = 0x53;

macro_rules! turboshake {
    ($($type:ident: $rate:literal;)+) => {$(
        impl Specified for <$type as HashType>::Function {
            const LEAST_SIGNIFICANT_FIRST: bool = true;
            const ANY_BITS: bool = false;
            const FINAL_STEP: bool = false;
            const BLOCK_BITS: usize = 8 * $rate;

            fn padding_bits(&self, n: u128) -> Vec<bool> {
                let bytes = std::vec![0; (n / 8 % $rate) as usize];
                let mut padded = [&bytes[..], &[DOMAIN]].concat();
                padded.resize($rate, 0);
                padded[$rate - 1] ^= 0x80;
                bits::<Self>(&padded[bytes.len()..])
            }

            fn part(state: &State<Self>) -> Vec<u8> {
                let lanes = state.map(u64::to_le_bytes);
                lanes.as_flattened()[..$rate].to_vec()
            }
        }
    )+};
}
turboshake! {
    TurboShake128: 168;
    TurboShake256: 136;
}

/// Calls a generic function with each hash function whose output can have any length, or if not everything is tried,
/// with one of them.
macro_rules! for_every_extendable_function {
    ($check:ident) => {
        $check(crate::Shake128::new().0.function());
        crate::hash::tests::model::if_everything_is_tried!($check:
            // extendable: begin, by `cargo xtask generate` from functions.toml
            crate::Shake256::new(),
            // extendable: end
            crate::CShake128::new("name", "customization"), crate::CShake256::new("name", ""),
            crate::KmacXof128::new("key", "customization"), crate::KmacXof256::new("key", ""),
            crate::TurboShake128::new(crate::hash::tests::model::DOMAIN).expect("a domain byte"),
            crate::TurboShake256::new(crate::hash::tests::model::DOMAIN).expect("a domain byte")
        );
    };
}
pub(super) use for_every_extendable_function;

/// Calls a generic function with each hash function, or if not everything is tried, with one of each kind.
macro_rules! for_every_function {
    ($check:ident) => {
        $check(crate::Groestl256::new().0.function());
        $check(crate::Fugue512::new().0.function());
        $check(crate::Luffa512::new().0.function());
        $check(crate::Sha3_256::new().0.function());
        $check(crate::Kmac256::new("key", "customization").0.function());
        crate::hash::tests::model::if_everything_is_tried!($check:
            // fixed: begin, by `cargo xtask generate` from functions.toml
            crate::Sha3_224::new(), crate::Sha3_384::new(), crate::Sha3_512::new(), crate::Keccak224::new(),
            crate::Keccak256::new(), crate::Keccak384::new(), crate::Keccak512::new(), crate::Groestl224::new(),
            crate::Groestl384::new(), crate::Groestl512::new(), crate::Fugue224::new(), crate::Fugue256::new(),
            crate::Fugue384::new(), crate::Luffa224::new(), crate::Luffa256::new(), crate::Luffa384::new(),
            // fixed: end
            crate::Kmac128::new("key", "")
        );
        crate::hash::tests::model::for_every_extendable_function!($check);
    };
}
pub(super) use for_every_function;

/// Calls a generic function with further functions. Where not everything is tried, it is not even compiled for them,
/// because that would take longer than the tests. The condition is the same as for `EVERYTHING`.
macro_rules! if_everything_is_tried {
    ($check:ident: $($hasher:expr),+) => {
        #[cfg(all(not(unoptimised), detection))]
        {
            $($check($hasher.0.function());)+
        }
    };
}
pub(super) use if_everything_is_tried;
