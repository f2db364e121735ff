//! Calls of the kernels of AES.
//!
//! The operands are the number of the task and two slices: a key and the round keys made from it, or round keys and the
//! blocks to encrypt with them. The round keys of an encryption are also variables: they need not come from a key.

use super::{Call, Expected, Length, Values, append};
use crate::logic::Logic;
use crate::memory::Memory;
use crate::spec;
use crate::sums::Bit;
use crate::words::Word;
use std::collections::HashMap;

/// The arguments of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AesCase {
    /// Expands a key of this many bytes: 16, 24 or 32.
    ExpandKey { key_bytes: usize },
    /// Encrypts blocks in 10, 12 or 14 rounds.
    Encrypt { rounds: usize, blocks: usize },
}

impl std::fmt::Display for AesCase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ExpandKey { key_bytes } => write!(f, "a key of {key_bytes} bytes"),
            Self::Encrypt { rounds, blocks } => write!(f, "{blocks} blocks, {rounds} rounds"),
        }
    }
}

/// The variables, and the specification's results for them.
pub(crate) struct AesReference {
    values: Values,
    keys: HashMap<usize, (Word, Word)>,
    round_keys: HashMap<usize, Word>,
    blocks: Vec<Word>,
    encrypted: HashMap<(usize, usize), Word>,
}

impl AesReference {
    pub(crate) fn new(values: Values) -> Self {
        let (keys, round_keys, encrypted) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { values, keys, round_keys, blocks: Vec::new(), encrypted }
    }

    /// Returns a call of a kernel.
    pub(crate) fn call(&mut self, logic: &mut Logic, case: &AesCase) -> Call {
        let mut memory = Memory::new();
        let mut operands = Word::new();
        match *case {
            AesCase::ExpandKey { key_bytes } => {
                let (key, expected) = self.key(logic, key_bytes).clone();
                let blocks = key_bytes as u64 / 4 + 7;
                append(&mut operands, 0);
                append(&mut operands, memory.add("the key", key, false, 1));
                append(&mut operands, key_bytes as u64);
                let unknown = vec![Bit::UNKNOWN; expected.len()];
                append(&mut operands, memory.add("the round keys", unknown, true, 1));
                append(&mut operands, blocks);
                Call::new(
                    memory,
                    operands,
                    vec![Expected { region: 1, part: ("round key", 128), bits: every(expected) }],
                )
            }
            AesCase::Encrypt { rounds, blocks } => {
                let round_keys = self.round_keys(logic, rounds);
                let mut plain = Word::new();
                let mut expected = Word::new();
                for n in 0..blocks {
                    plain.extend(self.block(logic, n));
                    expected.extend(self.encrypted(logic, rounds, n));
                }
                append(&mut operands, 1);
                append(&mut operands, memory.add("the round keys", round_keys, false, 1));
                append(&mut operands, rounds as u64 + 1);
                append(&mut operands, memory.add_in_place("the blocks", plain, 1));
                let count =
                    Length { region: memory.regions().len(), first: operands.len(), of_block: 1, block_bytes: 16 };
                append(&mut operands, blocks as u64);
                let expected = Expected { region: 1, part: ("block", 128), bits: every(expected) };
                Call { lengths: vec![count], ..Call::new(memory, operands, vec![expected]) }
            }
        }
    }

    /// Returns the successor of each variable, given by its atom, after further blocks have been encrypted: a bit of a
    /// block becomes the same bit of the block that lies so many blocks later, and round keys do not change.
    pub(crate) fn moved_on(&mut self, logic: &mut Logic, case: &AesCase, blocks: usize) -> HashMap<u32, Bit> {
        let AesCase::Encrypt { rounds, blocks: all } = *case else { return HashMap::new() };
        let mut pairs: Vec<(Bit, Bit)> = logic.callers().iter().map(|&bit| (bit, bit)).collect();
        pairs.extend(self.round_keys(logic, rounds).into_iter().map(|bit| (bit, bit)));
        for n in 0..all.saturating_sub(blocks) {
            pairs.extend(self.block(logic, n).into_iter().zip(self.block(logic, n + blocks)));
        }
        pairs.into_iter().filter_map(|(before, after)| Some((*logic.sums.atoms_of(before).first()?, after))).collect()
    }

    /// Returns the contents of all blocks after the first ones have been encrypted.
    pub(crate) fn in_place(&mut self, logic: &mut Logic, case: &AesCase, blocks: usize) -> Option<Word> {
        let AesCase::Encrypt { rounds, blocks: all } = *case else { return None };
        let block = |n| if n < blocks { self.encrypted(logic, rounds, n) } else { self.block(logic, n) };
        Some((0..all).flat_map(block).collect())
    }

    /// Returns a key and its round keys.
    fn key(&mut self, logic: &mut Logic, bytes: usize) -> &(Word, Word) {
        self.keys.entry(bytes).or_insert_with(|| {
            let key = self.values.bytes(logic, bytes);
            let round_keys = spec::aes::expand_key(logic, &key);
            (key, round_keys)
        })
    }

    fn round_keys(&mut self, logic: &mut Logic, rounds: usize) -> Word {
        self.round_keys.entry(rounds).or_insert_with(|| self.values.bytes(logic, 16 * (rounds + 1))).clone()
    }

    fn block(&mut self, logic: &mut Logic, n: usize) -> Word {
        while self.blocks.len() <= n {
            self.blocks.push(self.values.bytes(logic, 16));
        }
        self.blocks[n].clone()
    }

    fn encrypted(&mut self, logic: &mut Logic, rounds: usize, n: usize) -> Word {
        if let Some(encrypted) = self.encrypted.get(&(rounds, n)) {
            return encrypted.clone();
        }
        let (round_keys, block) = (self.round_keys(logic, rounds), self.block(logic, n));
        let encrypted = spec::aes::encrypt(logic, &round_keys, &block);
        self.encrypted.insert((rounds, n), encrypted.clone());
        encrypted
    }
}

fn every(bits: Word) -> Vec<Option<Bit>> {
    bits.into_iter().map(Some).collect()
}
