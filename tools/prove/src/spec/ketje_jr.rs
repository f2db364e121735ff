//! Ketje Jr v2. Sections 2 and 3 of its specification; the functions and variables have its names.

use super::{Parameters, Primitive};
use crate::logic::Logic;
use crate::memory::bits_of;
use crate::sums::Bit;

/// The length of a block in bits.
const RHO: usize = 16;
const N_START: usize = 12;
const N_STEP: usize = 1;
const N_STRIDE: usize = 6;

/// A session of MonkeyWrap: the state of its MonkeyDuplex.
pub(crate) struct KetjeJr {
    s: Vec<Bit>,
}

impl KetjeJr {
    /// MonkeyWrap.initialize: D.start(keypack(K, |K| + 16) || N).
    pub(crate) fn initialize(logic: &mut Logic, key: &[Bit], nonce: &[Bit]) -> Self {
        let length = (key.len() + 16) / 8;
        let mut s = [&bits_of(&[length as u8]), key, &bits_of(&[1]), nonce].concat();
        pad(&mut s, 200);
        let mut session = Self { s };
        session.permute(logic, N_START);
        session
    }

    /// MonkeyWrap.wrap: encrypts a text. Returns the encrypted text and a tag of `tag` bits.
    pub(crate) fn wrap(&mut self, logic: &mut Logic, data: &[Bit], text: &[Bit], tag: usize) -> (Vec<Bit>, Vec<Bit>) {
        let (last, others) = blocks(data);
        for block in others {
            self.duplex(logic, block, [false, false], N_STEP);
        }
        self.duplex(logic, last, [false, true], N_STEP);
        let (last, others) = blocks(text);
        let mut encrypted = Vec::new();
        for block in others {
            encrypted.extend(logic.xor_words(block, &self.s));
            self.duplex(logic, block, [true, true], N_STEP);
        }
        encrypted.extend(logic.xor_words(last, &self.s));
        self.duplex(logic, last, [true, false], N_STRIDE);
        let mut t = self.s[..RHO].to_vec();
        while t.len() < tag {
            self.add(logic, vec![Bit::ZERO]);
            self.permute(logic, N_STEP);
            t.extend_from_slice(&self.s[..RHO]);
        }
        t.truncate(tag);
        (encrypted, t)
    }

    /// D.step and D.stride of a block with two frame bits.
    fn duplex(&mut self, logic: &mut Logic, block: &[Bit], frame: [bool; 2], rounds: usize) {
        self.add(logic, [block, &frame.map(Bit::constant)].concat());
        self.permute(logic, rounds);
    }

    /// Adds a string, padded to four bits more than a block.
    fn add(&mut self, logic: &mut Logic, mut sigma: Vec<Bit>) {
        pad(&mut sigma, RHO + 4);
        for (bit, &added) in self.s.iter_mut().zip(&sigma) {
            *bit = logic.xor(*bit, added);
        }
    }

    /// Keccak-p*: Keccak-p with the inverse of pi before it and pi after it.
    fn permute(&mut self, logic: &mut Logic, rounds: usize) {
        let mut inner = vec![Bit::ZERO; 200];
        for n in 0..25 {
            inner[8 * pi(n)..][..8].copy_from_slice(&self.s[8 * n..][..8]);
        }
        Primitive::Keccak { width: 8 }.finalize(logic, &mut inner, Parameters { rate_bytes: 0, rounds });
        self.s = (0..25).flat_map(|n| inner[8 * pi(n)..][..8].to_vec()).collect();
    }
}

/// Returns the lane that pi moves to lane n = x + 5 y. FIPS 202 section 3.2.3.
fn pi(n: usize) -> usize {
    let (x, y) = (n % 5, n / 5);
    (x + 3 * y) % 5 + 5 * x
}

/// Returns the last block of a string, which is its only one if it is empty, and the others.
fn blocks(string: &[Bit]) -> (&[Bit], impl Iterator<Item = &[Bit]>) {
    let others = string.len().saturating_sub(1) / RHO * RHO;
    (&string[others..], string[..others].chunks(RHO))
}

/// pad10*1.
fn pad(string: &mut Vec<Bit>, bits: usize) {
    string.push(Bit::ONE);
    string.resize(bits - 1, Bit::ZERO);
    string.push(Bit::ONE);
}
