//! The modes of the standard, whose permutations are programs on the emulator: Ascon-Hash256, Ascon-XOF128 and
//! Ascon-AEAD128.
//!
//! The programs work on whole blocks. This module does what happens once per message: padding, the key and the nonce,
//! and the last block of an encrypted message, after which there is no permutation.

use super::run;
use super::spec::State;
use crate::kernels::{Kernel, Task};
use crate::machine::Fault;

/// A mode, and what it does with each block of a long message.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Its name.
    pub name: &'static str,
    /// The work on a block.
    pub(super) task: Task,
    /// The lanes of a block.
    pub(super) block: &'static [usize],
    /// The number of rounds of the permutation after it.
    pub(super) rounds: usize,
}

/// The modes whose instructions are counted. Ascon-XOF128 takes as many as Ascon-Hash256.
pub const MODES: [Mode; 3] = [
    Mode { name: "hash256", task: Task::Absorb, block: &[0], rounds: LONG },
    Mode { name: "encrypt", task: Task::Encrypt, block: &[0, 1], rounds: SHORT },
    Mode { name: "decrypt", task: Task::Decrypt, block: &[0, 1], rounds: SHORT },
];

/// The number of rounds when the state is initialized or finalized, and in the hash functions.
pub const LONG: usize = 12;
/// The number of rounds between two blocks of Ascon-AEAD128.
pub const SHORT: usize = 8;

/// The number of bytes of a key, a nonce and a tag.
pub const KEY: usize = 16;

/// The first lanes of the states. \[SP800-232\] B
const HASH256: u64 = 0x0000_0801_00cc_0002;
const XOF128: u64 = 0x0000_0800_00cc_0003;
const AEAD128: u64 = 0x0000_1000_808c_0001;

/// The tag does not match the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forged;

/// Returns the Ascon-Hash256 digest of a message.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn hash256(kernel: &Kernel, message: &[u8]) -> Result<Vec<u8>, Fault> {
    sponge(kernel, HASH256, message, 32)
}

/// Returns the first bytes of the output of Ascon-XOF128.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn xof128(kernel: &Kernel, message: &[u8], length: usize) -> Result<Vec<u8>, Fault> {
    sponge(kernel, XOF128, message, length)
}

fn sponge(kernel: &Kernel, first: u64, message: &[u8], length: usize) -> Result<Vec<u8>, Fault> {
    let mut cipher = Duplex { kernel, state: [first, 0, 0, 0, 0] };
    cipher.permute(LONG)?;
    cipher.blocks(Task::Absorb, &[0], LONG, &padded(message, 8))?;
    // For a program that squeezes, the input only sets the number of blocks.
    let mut output = cipher.blocks(Task::Squeeze, &[0], LONG, &vec![0; length.next_multiple_of(8)])?;
    output.truncate(length);
    Ok(output)
}

/// Returns the encrypted message and the tag.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn encrypt(
    kernel: &Kernel,
    key: &[u8; KEY],
    nonce: &[u8; KEY],
    associated: &[u8],
    message: &[u8],
) -> Result<(Vec<u8>, [u8; KEY]), Fault> {
    let mut cipher = Duplex::keyed(kernel, key, nonce, associated)?;
    let (whole, rest) = message.split_at(message.len() / RATE * RATE);
    let mut output = cipher.blocks(Task::Encrypt, &[0, 1], SHORT, whole)?;
    cipher.add(0, &lanes(&padded(rest, RATE)));
    output.extend(&bytes(&cipher.state[..2])[..rest.len()]);
    Ok((output, cipher.tag(key)?))
}

/// Returns the decrypted message, if the tag matches it.
///
/// # Errors
///
/// If the kernel can't be run.
pub fn decrypt(
    kernel: &Kernel,
    key: &[u8; KEY],
    nonce: &[u8; KEY],
    associated: &[u8],
    encrypted: &[u8],
    tag: &[u8; KEY],
) -> Result<Result<Vec<u8>, Forged>, Fault> {
    let mut cipher = Duplex::keyed(kernel, key, nonce, associated)?;
    let (whole, rest) = encrypted.split_at(encrypted.len() / RATE * RATE);
    let mut output = cipher.blocks(Task::Decrypt, &[0, 1], SHORT, whole)?;
    let stream = bytes(&cipher.state[..2]);
    let message: Vec<u8> = rest.iter().zip(stream).map(|(byte, key)| byte ^ key).collect();
    cipher.add(0, &lanes(&padded(&message, RATE)));
    output.extend(message);
    Ok(if cipher.tag(key)? == *tag { Ok(output) } else { Err(Forged) })
}

/// The number of bytes of a block of Ascon-AEAD128.
const RATE: usize = 16;

/// A state, and the kernel that permutes it.
struct Duplex<'a> {
    kernel: &'a Kernel,
    state: State<u64>,
}

impl<'a> Duplex<'a> {
    /// Returns the state of Ascon-AEAD128 before the message.
    fn keyed(kernel: &'a Kernel, key: &[u8; KEY], nonce: &[u8; KEY], associated: &[u8]) -> Result<Self, Fault> {
        let start = [&[AEAD128], &lanes(key)[..], &lanes(nonce)].concat();
        let mut cipher = Self { kernel, state: core::array::from_fn(|lane| start[lane]) };
        cipher.permute(LONG)?;
        cipher.add(3, &lanes(key));
        if !associated.is_empty() {
            cipher.blocks(Task::Absorb, &[0, 1], SHORT, &padded(associated, RATE))?;
        }
        // The last bit of the state separates the message from the data before it.
        cipher.add(4, &[1 << 63]);
        Ok(cipher)
    }

    fn tag(&mut self, key: &[u8; KEY]) -> Result<[u8; KEY], Fault> {
        self.add(2, &lanes(key));
        self.permute(LONG)?;
        self.add(3, &lanes(key));
        let tag = bytes(&self.state[3..]);
        Ok(core::array::from_fn(|index| tag[index]))
    }

    fn add(&mut self, first: usize, lanes: &[u64]) {
        self.state[first..].iter_mut().zip(lanes).for_each(|(lane, added)| *lane ^= added);
    }

    fn permute(&mut self, rounds: usize) -> Result<(), Fault> {
        let states = vec![self.state; self.kernel.target.states()];
        self.state = run::permutation(self.kernel, rounds, &states)?.states[0];
        Ok(())
    }

    /// Works on whole blocks. A kernel of two states gets the same blocks for both.
    fn blocks(&mut self, task: Task, block: &[usize], rounds: usize, input: &[u8]) -> Result<Vec<u8>, Fault> {
        let (bytes, states) = (8 * block.len(), self.kernel.target.states());
        let number = input.len() / bytes;
        if number == 0 {
            return Ok(Vec::new());
        }
        let input: Vec<u8> = input.chunks(bytes).flat_map(|block| block.repeat(states)).collect();
        let outcome = run::blocks(self.kernel, (task, block, rounds), number, &vec![self.state; states], &input)?;
        self.state = outcome.states[0];
        Ok(outcome.output.chunks(bytes).step_by(states).flatten().copied().collect())
    }
}

/// Returns a message, padded to whole blocks with a one and zeros.
fn padded(message: &[u8], rate: usize) -> Vec<u8> {
    let mut padded = message.to_vec();
    padded.push(1);
    padded.resize(padded.len().next_multiple_of(rate), 0);
    padded
}

/// Returns bytes as lanes, the least significant byte first.
fn lanes(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(|lane| lane.iter().rev().fold(0, |lane, &byte| lane << 8 | u64::from(byte))).collect()
}

fn bytes(lanes: &[u64]) -> Vec<u8> {
    lanes.iter().flat_map(|lane| lane.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascon::{kernel, targets};
    use ascon_aead::AsconAead128;
    use ascon_aead::aead::{Aead, KeyInit, Payload};
    use ascon_hash::{AsconHash256, AsconXof128, Digest, ExtendableOutput, Update, XofReader};

    /// Lengths on both sides of one, two and three blocks of 8 and of 16 bytes.
    const LENGTHS: [usize; 11] = [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 50];

    fn text(length: usize, first: u8) -> Vec<u8> {
        (0..length).map(|index| (index as u8).wrapping_mul(29).wrapping_add(first)).collect()
    }

    fn hexadecimal(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02X}")).collect()
    }

    /// Known answers from the designers' implementation of the standard, for the bytes 0, 1, 2 and so on.
    #[test]
    fn answers_are_known() {
        let kernel = kernel(&targets().pop().unwrap()).unwrap();
        let bytes: Vec<u8> = (0..17).collect();
        let digest = "0B3BE5850F2F6B98CAF29F8FDEA89B64A1FA70AA249B8F839BD53BAA304D92B2";
        assert_eq!(hexadecimal(&hash256(&kernel, &[]).unwrap()), digest);
        let digest = "3158C1940A2FBADBD68AB661777859B94A689E4EFC375911467ADDD641835C38";
        assert_eq!(hexadecimal(&hash256(&kernel, &bytes[..16]).unwrap()), digest);
        let output = "10BFEDC5F6442D3E1D8C324878CE1DDF73B01CAFC365589283AC4CBB98E48DE3";
        assert_eq!(hexadecimal(&xof128(&kernel, &bytes[..16], 32).unwrap()), output);
        let key = bytes[..16].try_into().unwrap();
        let (encrypted, tag) = encrypt(&kernel, &key, &key, &[], &bytes).unwrap();
        assert_eq!(hexadecimal(&encrypted), "E770D289D2A44AEE7CD0A48ECE5274E381");
        assert_eq!(hexadecimal(&tag), "A6132E1D1B072B1F103817B2D454700D");
    }

    #[test]
    fn digests_are_those_of_another_implementation() {
        for target in targets() {
            let kernel = kernel(&target).unwrap();
            for length in LENGTHS {
                let message = text(length, 5);
                let expected = AsconHash256::digest(&message);
                assert_eq!(hash256(&kernel, &message).unwrap()[..], expected[..], "{}, {length} bytes", target.name);
                let mut expected = [0; 43];
                AsconXof128::default().chain(&message).finalize_xof().read(&mut expected);
                assert_eq!(xof128(&kernel, &message, 43).unwrap(), expected, "{}, {length} bytes", target.name);
            }
        }
    }

    #[test]
    fn messages_are_encrypted_as_by_another_implementation() {
        for target in targets() {
            let kernel = kernel(&target).unwrap();
            for (index, length) in LENGTHS.into_iter().enumerate() {
                let (key, nonce) = (text(KEY, 1), text(KEY, 2));
                let (message, associated) = (text(length, 3), text(LENGTHS[LENGTHS.len() - 1 - index], 4));
                let cipher = AsconAead128::new_from_slice(&key).unwrap();
                let expected =
                    cipher.encrypt(nonce[..].try_into().unwrap(), Payload { msg: &message, aad: &associated }).unwrap();
                let (key, nonce) = (key.try_into().unwrap(), nonce.try_into().unwrap());
                let (encrypted, mut tag) = encrypt(&kernel, &key, &nonce, &associated, &message).unwrap();
                assert_eq!([&encrypted[..], &tag].concat(), expected, "{}, {length} bytes", target.name);
                let decrypted = decrypt(&kernel, &key, &nonce, &associated, &encrypted, &tag).unwrap();
                assert_eq!(decrypted, Ok(message), "{}, {length} bytes", target.name);
                tag[index] ^= 0x10;
                let decrypted = decrypt(&kernel, &key, &nonce, &associated, &encrypted, &tag).unwrap();
                assert_eq!(decrypted, Err(Forged), "{}, {length} bytes", target.name);
            }
        }
    }
}
