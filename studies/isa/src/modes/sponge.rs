//! Sponges: SHA-3, KMAC, keystreams, and Keccak of any width. \[FIPS202\] 4, \[SP800-185\] 4

use super::{Error, Processor, States, Strings, parts};
use crate::functions::Function;
use crate::kernels::{Blocks, Task};

/// The byte of the first bit of the padding, without domain bits.
const UNMARKED: u8 = 0x01;
/// The byte of the domain bits of cSHAKE and the first bit of the padding.
const CSHAKE: u8 = 0x04;

/// Returns the digests of messages. The suffix contains the domain bits and the first bit of the padding.
///
/// # Errors
///
/// If there is not one message for each state of the kernel, if the lengths differ, or if a program can't be run.
pub fn digest(
    processor: &mut Processor,
    function: &Function,
    suffix: u8,
    messages: &[&[u8]],
    length: usize,
) -> Result<Strings, Error> {
    processor.length(messages, processor.states())?;
    let rate = function.block_bytes();
    let padded = messages.iter().map(|message| {
        let mut padded = [message, &[suffix][..]].concat();
        padded.resize(padded.len().next_multiple_of(rate), 0);
        if let Some(last) = padded.last_mut() {
            *last ^= 0x80;
        }
        padded
    });
    let padded: Strings = padded.collect();
    let mut states = States::new(processor, messages.len());
    let absorb = Blocks { task: Task::Absorb, ..function.blocks };
    states.run(&absorb, padded[0].len() / rate, &padded, &[])?;
    let squeeze = Blocks { task: Task::Squeeze, ..function.blocks };
    // There is no permutation after the last block.
    let mut outputs = states.run(&squeeze, length.div_ceil(rate).saturating_sub(1), &[], &[])?;
    let last = states.output(&squeeze, &[])?;
    outputs.iter_mut().zip(last).for_each(|(output, last)| output.extend(last));
    Ok(parts(&outputs, 0..length))
}

/// Returns the KMACs of messages. The customization string is the same for all.
///
/// # Errors
///
/// If there is not one key and one message for each state of the kernel, if their lengths differ, or if a program can't
/// be run.
pub fn mac(
    processor: &mut Processor,
    function: &Function,
    keys: &[&[u8]],
    messages: &[&[u8]],
    customization: &[u8],
    length: usize,
) -> Result<Strings, Error> {
    kmac(processor, function, keys, messages, customization, 8 * length as u64, length)
}

/// Returns keystreams: the output of KMACXOF for keys and nonces.
///
/// # Errors
///
/// If there is not one key and one nonce for each state of the kernel, if their lengths differ, or if a program can't
/// be run.
pub fn keystream(
    processor: &mut Processor,
    function: &Function,
    keys: &[&[u8]],
    nonces: &[&[u8]],
    length: usize,
) -> Result<Strings, Error> {
    kmac(processor, function, keys, nonces, b"", 0, length)
}

/// Returns streams: the output of a sponge for keys and nonces.
///
/// # Errors
///
/// As [`keystream`].
pub fn stream(
    processor: &mut Processor,
    function: &Function,
    keys: &[&[u8]],
    nonces: &[&[u8]],
    length: usize,
) -> Result<Strings, Error> {
    processor.length(keys, processor.states())?;
    processor.length(nonces, processor.states())?;
    let all: Strings = keys.iter().zip(nonces).map(|(key, nonce)| [*key, *nonce].concat()).collect();
    digest(processor, function, UNMARKED, &all.iter().map(Vec::as_slice).collect::<Vec<_>>(), length)
}

/// Computes KMAC, with `bits` as the length of the output in the padded message. For KMACXOF that is 0.
fn kmac(
    processor: &mut Processor,
    function: &Function,
    keys: &[&[u8]],
    messages: &[&[u8]],
    customization: &[u8],
    bits: u64,
    length: usize,
) -> Result<Strings, Error> {
    processor.length(keys, processor.states())?;
    processor.length(messages, processor.states())?;
    let rate = function.block_bytes();
    let prefix = byte_padded([encoded_string(b"KMAC"), encoded_string(customization)].concat(), rate);
    let all = keys.iter().zip(messages).map(|(key, message)| {
        [&prefix, &byte_padded(encoded_string(key), rate)[..], message, &right_encoded(bits)].concat()
    });
    let all: Strings = all.collect();
    digest(processor, function, CSHAKE, &all.iter().map(Vec::as_slice).collect::<Vec<_>>(), length)
}

/// Returns the bytes of a number, at least one, the most significant first.
fn number(number: u64) -> Vec<u8> {
    let zeros = (number.leading_zeros() / 8).min(7) as usize;
    number.to_be_bytes()[zeros..].to_vec()
}

/// \[SP800-185\] 2.3.1
fn left_encoded(value: u64) -> Vec<u8> {
    let number = number(value);
    [&[number.len() as u8][..], &number].concat()
}

/// \[SP800-185\] 2.3.1
fn right_encoded(value: u64) -> Vec<u8> {
    let number = number(value);
    [&number[..], &[number.len() as u8]].concat()
}

/// \[SP800-185\] 2.3.2
fn encoded_string(string: &[u8]) -> Vec<u8> {
    [&left_encoded(8 * string.len() as u64), string].concat()
}

/// \[SP800-185\] 2.3.3
fn byte_padded(string: Vec<u8>, rate: usize) -> Vec<u8> {
    let mut padded = [left_encoded(rate as u64), string].concat();
    padded.resize(padded.len().next_multiple_of(rate), 0);
    padded
}
