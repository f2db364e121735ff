//! Operations on a part of a state as bytes: adding, encrypting and reading, one lane at a time.
//!
//! Byte n of the given lanes is byte n mod w/8 of lane n div w/8. A range of bytes is a part of a lane, then whole
//! lanes, then a part of a lane again:
//!
//! ```text
//!   lanes   |........|........|........|........|
//!   bytes        aaaa bbbbbbbb bbbbbbbb cc
//! ```
//!
//! The lanes are a slice of lanes, or of references to lanes that need not be adjacent.

use super::primitive::Word;
use crate::wipe::Wiped;
use core::borrow::BorrowMut;

/// The direction in which a message is processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Plaintext to ciphertext.
    Encrypt,
    /// Ciphertext to plaintext.
    Decrypt,
}

/// Adds `bytes` to the lanes' bytes from index `at` on.
#[inline(always)]
pub(super) fn add<W: Word, L: BorrowMut<W>>(lanes: &mut [L], at: usize, bytes: &[u8]) {
    let (mut lanes, at) = (&mut lanes[at / W::BYTES..], at % W::BYTES);
    let (head, rest) = bytes.split_at(head::<W>(at, bytes.len()));
    if !head.is_empty() {
        edit(lanes[0].borrow_mut(), |lane: &mut [u8]| add_bytes(&mut lane[at..], head));
        lanes = &mut lanes[1..];
    }
    let (whole, tail) = rest.split_at(rest.len() - rest.len() % W::BYTES);
    let (lanes, after) = lanes.split_at_mut(whole.len() / W::BYTES);
    for (lane, bytes) in lanes.iter_mut().zip(whole.chunks_exact(W::BYTES)) {
        let lane = lane.borrow_mut();
        *lane = lane.xor(W::from_bytes(bytes));
    }
    if !tail.is_empty() {
        edit(after[0].borrow_mut(), |lane: &mut [u8]| add_bytes(lane, tail));
    }
}

/// Encrypts or decrypts `data` in place with the lanes' bytes from index `at` on, which become the ciphertext.
#[inline(always)]
pub(super) fn crypt<W: Word, L: BorrowMut<W>>(lanes: &mut [L], at: usize, data: &mut [u8], direction: Direction) {
    let (mut lanes, at) = (&mut lanes[at / W::BYTES..], at % W::BYTES);
    let (head, rest) = data.split_at_mut(head::<W>(at, data.len()));
    if !head.is_empty() {
        edit(lanes[0].borrow_mut(), |lane: &mut [u8]| crypt_bytes(&mut lane[at..], head, direction));
        lanes = &mut lanes[1..];
    }
    let (whole, tail) = rest.split_at_mut(rest.len() - rest.len() % W::BYTES);
    let (lanes, after) = lanes.split_at_mut(whole.len() / W::BYTES);
    for (lane, bytes) in lanes.iter_mut().zip(whole.chunks_exact_mut(W::BYTES)) {
        let lane = lane.borrow_mut();
        let taken = W::from_bytes(bytes);
        let given = lane.xor(taken);
        given.to_bytes(bytes);
        *lane = if direction == Direction::Encrypt { given } else { taken };
    }
    if !tail.is_empty() {
        edit(after[0].borrow_mut(), |lane: &mut [u8]| crypt_bytes(lane, tail, direction));
    }
}

/// Copies the lanes' first bytes.
#[inline(always)]
pub(super) fn copy<'a, W: Word>(lanes: impl Iterator<Item = &'a W>, bytes: &mut [u8]) {
    for (bytes, lane) in bytes.chunks_mut(W::BYTES).zip(lanes) {
        lane.to_bytes(bytes);
    }
}

/// Returns how many of `count` bytes belong to the lane in which they begin, at byte `at`; 0 if they begin at a lane
/// boundary.
#[inline(always)]
fn head<W: Word>(at: usize, count: usize) -> usize {
    if at == 0 { 0 } else { count.min(W::BYTES - at) }
}

/// Changes bytes of a lane.
fn edit<W: Word>(lane: &mut W, change: impl FnOnce(&mut [u8])) {
    let mut bytes = Wiped([0; 8]);
    let bytes = &mut bytes[..W::BYTES];
    lane.to_bytes(bytes);
    change(bytes);
    *lane = W::from_bytes(bytes);
}

fn add_bytes(lane: &mut [u8], bytes: &[u8]) {
    for (byte, more) in lane.iter_mut().zip(bytes) {
        *byte ^= more;
    }
}

fn crypt_bytes(lane: &mut [u8], data: &mut [u8], direction: Direction) {
    for (byte, data) in lane.iter_mut().zip(data) {
        let taken = *data;
        *data = *byte ^ taken;
        *byte = if direction == Direction::Encrypt { *data } else { taken };
    }
}
