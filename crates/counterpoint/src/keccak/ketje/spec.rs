//! Ketje as its specification describes it, byte by byte, recording every step for the tests to compare with.

use super::super::primitive::Word;
use super::super::spec::{keccak_p, pi};
use super::super::tests::{state, to_bytes};
use core::marker::PhantomData;
use std::vec::Vec;

/// Keccak-p*\[b, rounds\]: pi^-1, the rounds, pi.
pub(super) fn twisted<W: Word>(bytes: &[u8], rounds: usize) -> Vec<u8> {
    let outside = state::<W>(bytes);
    let mut inside = outside;
    for x in 0..5 {
        for y in 0..5 {
            inside[(x + 3 * y) % 5 + 5 * x] = outside[x + 5 * y];
        }
    }
    keccak_p(&mut inside, rounds);
    pi(&mut inside);
    to_bytes(&inside)
}

/// One step or stride.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    pub(super) rounds: usize,
    pub(super) data: Vec<u8>,
    pub(super) frame: u8,
    pub(super) after: Vec<u8>,
}

/// MonkeyDuplex and MonkeyWrap.
pub(in crate::keccak) struct MonkeyWrap<W> {
    pub(super) s: Vec<u8>,
    /// The calls since they were last taken.
    pub(super) calls: Vec<Call>,
    lanes: PhantomData<W>,
}

impl<W: Word> MonkeyWrap<W> {
    /// The rate R.
    pub(super) const BLOCK: usize = match W::BYTES {
        1 => 2,
        2 => 4,
        4 => 16,
        _ => 32,
    };

    pub(super) fn initialize(key: &[u8], nonce: &[u8]) -> Self {
        let mut s = std::vec![key.len() as u8 + 2];
        s.extend([key, &[1], nonce, &[1]].concat());
        assert!(s.len() <= 25 * W::BYTES);
        s.resize(25 * W::BYTES, 0);
        *s.last_mut().expect("a state") ^= 0x80;
        Self { s: twisted::<W>(&s, 12), calls: Vec::new(), lanes: PhantomData }
    }

    fn step(&mut self, rounds: usize, data: &[u8], frame: u8) {
        for (byte, data) in self.s.iter_mut().zip(data) {
            *byte ^= data;
        }
        self.s[data.len()] ^= frame;
        self.s[Self::BLOCK] ^= 0x08;
        self.s = twisted::<W>(&self.s, rounds);
        self.calls.push(Call { rounds, data: data.to_vec(), frame, after: self.s.clone() });
    }

    fn blocks(data: &[u8]) -> Vec<&[u8]> {
        if data.is_empty() { std::vec![data] } else { data.chunks(Self::BLOCK).collect() }
    }

    /// Returns ciphertext and tag.
    pub(super) fn wrap(&mut self, a: &[u8], b: &[u8], tag_bytes: usize) -> (Vec<u8>, Vec<u8>) {
        let (a, b) = (Self::blocks(a), Self::blocks(b));
        for (i, block) in a.iter().enumerate() {
            self.step(1, block, if i + 1 < a.len() { 0x04 } else { 0x06 });
        }
        let mut c = Vec::new();
        for (i, block) in b.iter().enumerate() {
            c.extend(block.iter().zip(&self.s).map(|(byte, z)| byte ^ z));
            if i + 1 < b.len() {
                self.step(1, block, 0x07);
            } else {
                self.step(6, block, 0x05);
            }
        }
        let mut tag = self.s[..Self::BLOCK].to_vec();
        while tag.len() < tag_bytes {
            self.step(1, &[], 0x02);
            tag.extend_from_slice(&self.s[..Self::BLOCK]);
        }
        tag.truncate(tag_bytes);
        (c, tag)
    }
}
