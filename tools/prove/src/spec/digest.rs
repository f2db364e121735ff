//! Whole hash functions: start state, padding and output around the primitives.
//!
//! Kernels do not contain these parts, so only the programs for AVR are compared with them.

use super::bits::constant;
use super::{Form, Parameters, Primitive};
use crate::logic::Logic;
use crate::memory::bits_of;
use crate::sums::Bit;

/// A hash function with a digest of `bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HashFunction {
    Groestl { bits: usize, form: Form },
    Fugue { bits: usize },
    Luffa { bits: usize },
    Sha3 { bits: usize },
}

impl HashFunction {
    /// Returns the primitive, and its parameters.
    fn primitive(self) -> (Primitive, Parameters) {
        let none = Parameters::default();
        match self {
            Self::Groestl { bits, form } => {
                (Primitive::Groestl { columns: if bits <= 256 { 8 } else { 16 }, form }, none)
            }
            Self::Fugue { bits } => (Primitive::Fugue { sub_rounds: (bits / 128).max(2) }, none),
            Self::Luffa { bits } => (Primitive::Luffa { chains: (bits / 128 + 1).max(3) }, none),
            Self::Sha3 { bits } => {
                (Primitive::Keccak { width: 64 }, Parameters { rate_bytes: 200 - bits / 4, rounds: 24 })
            }
        }
    }

    /// Returns the length of the blocks to which a message is padded.
    pub(crate) fn block_bytes(self) -> usize {
        let (primitive, parameters) = self.primitive();
        primitive.block_bytes(parameters)
    }

    /// Returns the length of a state.
    pub(crate) fn state_bytes(self) -> usize {
        self.primitive().0.state_bytes()
    }

    /// Returns the digest of a message of whole bytes.
    pub(crate) fn digest(self, logic: &mut Logic, message: &[Bit]) -> Vec<Bit> {
        let mut state = self.start(logic);
        self.finish(logic, &mut state, message, 0)
    }

    /// Returns the digest of a message, of which `blocks` blocks have been absorbed into the state and `rest` has not.
    pub(crate) fn finish(self, logic: &mut Logic, state: &mut [Bit], rest: &[Bit], blocks: usize) -> Vec<Bit> {
        self.absorb(logic, state, &self.padded(rest, blocks));
        self.output(logic, state)
    }

    /// Returns the state before the first block.
    pub(crate) fn start(self, logic: &mut Logic) -> Vec<Bit> {
        let mut start = vec![Bit::ZERO; 8 * self.primitive().0.state_bytes()];
        match self {
            // The length of the digest as a big-endian number in the last bytes. Section 3.5 of its specification.
            Self::Groestl { bits, .. } => *start.last_chunk_mut().expect("a state is longer") = big_endian(bits as u64),
            // The digest of its own length, without padding, after columns of zeros.
            Self::Fugue { bits } => {
                let mut state = start.clone();
                self.absorb(logic, &mut state, &bits_of(&(bits as u32).to_be_bytes()));
                let value = self.output(logic, &mut state);
                let place = start.len() - value.len();
                start[place..].copy_from_slice(&value);
            }
            Self::Luffa { .. } => {
                let words = INITIAL_VALUES_OF_LUFFA.iter().flat_map(|&word| constant::<32>(word.into()));
                start.iter_mut().zip(words).for_each(|(bit, value)| *bit = value);
            }
            Self::Sha3 { .. } => {}
        }
        start
    }

    /// Returns the padded rest of a message after some blocks.
    fn padded(self, rest: &[Bit], blocks: usize) -> Vec<Bit> {
        let block = 8 * self.block_bytes();
        let mut padded = rest.to_vec();
        match self {
            // A one, zeros, and the number of blocks.
            Self::Groestl { .. } => {
                padded.extend(bits_of(&[0x80]));
                padded.resize((padded.len() + 64).next_multiple_of(block), Bit::ZERO);
                let blocks = blocks + padded.len() / block;
                *padded.last_chunk_mut().expect("it has a block") = big_endian(blocks as u64);
            }
            // Zeros up to a whole word, then the length in bits.
            Self::Fugue { .. } => {
                padded.resize(rest.len().next_multiple_of(block), Bit::ZERO);
                padded.extend(big_endian((blocks * block + rest.len()) as u64));
            }
            // A one and zeros.
            Self::Luffa { .. } => {
                padded.extend(bits_of(&[0x80]));
                padded.resize(padded.len().next_multiple_of(block), Bit::ZERO);
            }
            // The suffix 01, then pad10*1. FIPS 202 sections 5.1 and 6.1.
            Self::Sha3 { .. } => {
                padded.extend([Bit::ZERO, Bit::ONE, Bit::ONE]);
                padded.resize((padded.len() + 1).next_multiple_of(block), Bit::ZERO);
                *padded.last_mut().expect("it has a block") = Bit::ONE;
            }
        }
        padded
    }

    /// Absorbs whole blocks.
    pub(crate) fn absorb(self, logic: &mut Logic, state: &mut [Bit], blocks: &[Bit]) {
        let (primitive, parameters) = self.primitive();
        for block in blocks.chunks(8 * self.block_bytes()) {
            primitive.absorb(logic, state, block, parameters);
        }
    }

    /// Returns the digest after the last block.
    fn output(self, logic: &mut Logic, state: &mut [Bit]) -> Vec<Bit> {
        let (primitive, parameters) = self.primitive();
        match self {
            Self::Groestl { bits, .. } => {
                primitive.finalize(logic, state, parameters);
                state[state.len() - bits..].to_vec()
            }
            Self::Fugue { bits } => {
                primitive.finalize(logic, state, parameters);
                let bytes = primitive.defined_bytes(true, None);
                bytes[..bits / 8].iter().flat_map(|byte| state[8 * byte..8 * byte + 8].to_vec()).collect()
            }
            Self::Luffa { bits } => {
                primitive.finalize(logic, state, parameters);
                primitive.output(logic, state, bits / 8, parameters)
            }
            Self::Sha3 { bits } => state[..bits].to_vec(),
        }
    }
}

/// Returns a number as eight bytes, the highest first.
fn big_endian(number: u64) -> [Bit; 64] {
    bits_of(&number.to_be_bytes()).try_into().expect("eight bytes")
}

/// The words a0 to a7 of each chain.
const INITIAL_VALUES_OF_LUFFA: [u32; 40] = [
    0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb, 0xc3b44b95,
    0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581, 0xf7efc89d, 0x5dba5781,
    0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7, 0x858075d5, 0x36d79cce, 0xe571f7d7,
    0x204b1f67, 0x35870c6a, 0x57e9e923, 0x14bcb808, 0x7cde72ce, 0x6c68e9be, 0x5ec41e22, 0xc825b7c7, 0xaffb4363,
    0xf5df3999, 0x0fc688f1, 0xb07224cc, 0x03e86cea,
];
