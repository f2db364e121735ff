//! Keyak as its specification describes it, byte by byte, recording every spark for the tests to compare with.

use super::super::keyak::engine::ROUNDS;
use super::super::primitive::Word;
use super::super::spec::keccak_p;
use super::super::tests::{state, to_bytes};
use core::marker::PhantomData;
use std::vec::Vec;

/// A stream of bytes, consumed from its beginning.
pub(super) type Stream<'a> = &'a [u8];

fn next(stream: &mut Stream<'_>) -> u8 {
    let (&byte, rest) = stream.split_first().expect("callers look first");
    *stream = rest;
    byte
}

/// Piston.
pub(super) struct Piston<W> {
    pub(super) s: Vec<u8>,
    lanes: PhantomData<W>,
}

impl<W: Word> Piston<W> {
    const WIDTH_BYTES: usize = 25 * W::BYTES;
    pub(super) const RS: usize = Self::WIDTH_BYTES - 32;
    pub(super) const RA: usize = Self::WIDTH_BYTES - if W::BYTES > 4 { W::BYTES } else { 4 };

    pub(super) fn new(s: Vec<u8>) -> Self {
        Self { s, lanes: PhantomData }
    }

    pub(super) fn crypt(&mut self, input: &mut Stream<'_>, mut omega: usize, unwrap: bool) -> Vec<u8> {
        let mut output = Vec::new();
        while !input.is_empty() && omega < Self::RS {
            let x = next(input);
            output.push(self.s[omega] ^ x);
            self.s[omega] = if unwrap { x } else { self.s[omega] ^ x };
            omega += 1;
        }
        self.s[Self::RA + 1] ^= omega as u8;
        output
    }

    pub(super) fn inject(&mut self, x: &mut Stream<'_>, crypting: bool) {
        let mut omega = if crypting { Self::RS } else { 0 };
        self.s[Self::RA + 2] ^= omega as u8;
        while !x.is_empty() && omega < Self::RA {
            self.s[omega] ^= next(x);
            omega += 1;
        }
        self.s[Self::RA + 3] ^= omega as u8;
    }

    pub(super) fn spark(&mut self, eom: bool, length: usize) {
        if eom {
            self.s[Self::RA] ^= if length == 0 { 255 } else { length as u8 };
        }
        let mut lanes = state::<W>(&self.s);
        keccak_p(&mut lanes, ROUNDS);
        self.s = to_bytes(&lanes);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Fresh,
    Crypted,
    EndOfCrypt,
    EndOfMessage,
}

/// One call of f on all pistons.
#[derive(Debug, PartialEq)]
pub(super) struct Spark {
    pub(super) eom: bool,
    pub(super) lengths: Vec<usize>,
    /// The states before the call, without the byte that eom adds.
    pub(super) before: Vec<Vec<u8>>,
    pub(super) after: Vec<Vec<u8>>,
}

/// Engine and Motorist.
pub(in crate::keccak) struct Motorist<W> {
    pistons: Vec<Piston<W>>,
    phase: Phase,
    offsets: Vec<usize>,
    pub(super) failed: bool,
    /// The sparks since they were last taken.
    pub(super) sparks: Vec<Spark>,
}

impl<W: Word> Motorist<W> {
    pub(super) fn new(pistons: usize) -> Self {
        Self {
            pistons: (0..pistons).map(|_| Piston::new(std::vec![0; 25 * W::BYTES])).collect(),
            phase: Phase::Fresh,
            offsets: std::vec![0; pistons],
            failed: false,
            sparks: Vec::new(),
        }
    }

    fn spark_all(&mut self, eom: bool, lengths: Vec<usize>) {
        let states = |pistons: &[Piston<W>]| pistons.iter().map(|piston| piston.s.clone()).collect();
        let before = states(&self.pistons);
        for (piston, &length) in self.pistons.iter_mut().zip(&lengths) {
            piston.spark(eom, length);
        }
        self.offsets.clone_from(&lengths);
        self.sparks.push(Spark { eom, lengths, before, after: states(&self.pistons) });
    }

    fn crypt(&mut self, input: &mut Stream<'_>, unwrap: bool) -> Vec<u8> {
        assert!(self.phase == Phase::Fresh);
        let mut output = Vec::new();
        for (piston, &offset) in self.pistons.iter_mut().zip(&self.offsets) {
            output.extend(piston.crypt(input, offset, unwrap));
        }
        self.phase = if input.is_empty() { Phase::EndOfCrypt } else { Phase::Crypted };
        output
    }

    fn inject(&mut self, a: &mut Stream<'_>) {
        assert!(self.phase != Phase::EndOfMessage);
        let crypting = self.phase != Phase::Fresh;
        for piston in &mut self.pistons {
            piston.inject(a, crypting);
        }
        if self.phase == Phase::Crypted || !a.is_empty() {
            self.spark_all(false, std::vec![0; self.pistons.len()]);
            self.phase = Phase::Fresh;
        } else {
            self.phase = Phase::EndOfMessage;
        }
    }

    fn get_tags(&mut self, lengths: Vec<usize>) -> Vec<u8> {
        assert!(self.phase == Phase::EndOfMessage);
        self.spark_all(true, lengths.clone());
        self.phase = Phase::Fresh;
        self.pistons.iter().zip(lengths).flat_map(|(piston, length)| piston.s[..length].to_vec()).collect()
    }

    fn inject_collective(&mut self, x: &[u8], diversify: bool) {
        assert!(self.phase == Phase::Fresh);
        let pistons = self.pistons.len();
        let diversified = |i: usize| {
            let diversifier = [pistons as u8, i as u8];
            [x, if diversify { &diversifier } else { &[] }].concat()
        };
        let all: Vec<Vec<u8>> = (0..pistons).map(diversified).collect();
        let mut streams: Vec<Stream<'_>> = all.iter().map(Vec::as_slice).collect();
        loop {
            for (piston, stream) in self.pistons.iter_mut().zip(&mut streams) {
                piston.inject(stream, false);
            }
            if streams[0].is_empty() {
                break;
            }
            self.spark_all(false, std::vec![0; pistons]);
        }
        self.phase = Phase::EndOfMessage;
    }

    fn make_knot(&mut self) {
        let knot = self.get_tags(std::vec![32; self.pistons.len()]);
        self.inject_collective(&knot, false);
    }

    fn handle_tag(&mut self, flag: bool, tag: Option<&[u8]>) -> Vec<u8> {
        let mut lengths = std::vec![0; self.pistons.len()];
        lengths[0] = if flag { 16 } else { 0 };
        let found = self.get_tags(lengths);
        self.failed |= flag && tag.is_some_and(|tag| found != tag);
        found
    }

    /// Returns the tag, which is empty without the flag.
    pub(super) fn start_engine(&mut self, key: &[u8], nonce: &[u8], tag_flag: bool, forget: bool) -> Vec<u8> {
        let pack = if W::BYTES == 4 { 36 } else { 40 };
        let mut suv = std::vec![0; pack];
        suv[0] = pack as u8;
        suv[1..][..key.len()].copy_from_slice(key);
        suv[1 + key.len()] = 1;
        suv.extend_from_slice(nonce);
        self.inject_collective(&suv, true);
        if forget {
            self.make_knot();
        }
        self.handle_tag(tag_flag, None)
    }

    /// Returns output and tag. To decrypt, `unwrap` is the tag received with the input.
    pub(super) fn wrap(
        &mut self,
        mut input: Stream<'_>,
        mut a: Stream<'_>,
        unwrap: Option<&[u8]>,
        forget: bool,
    ) -> (Vec<u8>, Vec<u8>) {
        assert!(!self.failed);
        let mut output = Vec::new();
        if input.is_empty() && a.is_empty() {
            self.inject(&mut a);
        }
        while !input.is_empty() {
            output.extend(self.crypt(&mut input, unwrap.is_some()));
            self.inject(&mut a);
        }
        while !a.is_empty() {
            self.inject(&mut a);
        }
        if self.pistons.len() > 1 || forget {
            self.make_knot();
        }
        let tag = self.handle_tag(true, unwrap);
        if self.failed {
            output.fill(0);
        }
        (output, tag)
    }
}
