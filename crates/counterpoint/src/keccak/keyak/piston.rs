//! Piston: one state, which absorbs metadata and encrypts. [Keyak] 2.1.
//!
//! ```text
//!            0                          Rs            Ra                          b/8
//!   crypt    plaintext -> ciphertext    |             |                             |
//!   inject   metadata, after a message  metadata      EOM CryptEnd InjectStart InjectEnd
//! ```
//!
//! Below Ra are 24 lanes; the four bytes that encode what the state has absorbed are the lowest bytes of the last
//! lane. Each count is at most Ra, so it fits into its byte.

use super::super::primitive::Word;
use super::super::state_bytes::{self, Direction};
use crate::cpu::Portable;

/// Index of the lane with the four bytes.
const COUNTS: usize = 24;
/// Positions of the bytes in that lane.
const EOM: u32 = 0;
const CRYPT_END: u32 = 8;
const INJECT_START: u32 = 16;
const INJECT_END: u32 = 24;

/// Number of bytes that absorb metadata: the absorbing rate Ra.
pub(super) const fn absorbing_rate<W: Word>() -> usize {
    COUNTS * W::BYTES
}

/// Number of bytes that encrypt: the squeezing rate Rs, which leaves a capacity of 256 bits.
pub(super) const fn squeezing_rate<W: Word>() -> usize {
    25 * W::BYTES - 32
}

/// Encrypts or decrypts the beginning of `data`, as much as fits after byte `offset`, and returns the rest.
#[inline(always)]
pub(super) fn crypt<'d, W: Word>(
    state: &mut [W; 25],
    data: &'d mut [u8],
    offset: usize,
    direction: Direction,
) -> &'d mut [u8] {
    let (now, later) = data.split_at_mut(data.len().min(squeezing_rate::<W>() - offset));
    state_bytes::crypt::<W, _>(state, offset, now, direction);
    count(state, CRYPT_END, offset + now.len());
    later
}

/// Absorbs the beginning of `metadata`, as much as fits, and returns the rest. If the state has encrypted data, the
/// metadata is added after it.
#[inline(always)]
pub(super) fn inject<'d, W: Word>(state: &mut [W; 25], metadata: &'d [u8], crypting: bool) -> &'d [u8] {
    let start = if crypting { squeezing_rate::<W>() } else { 0 };
    let (now, later) = metadata.split_at(metadata.len().min(absorbing_rate::<W>() - start));
    state_bytes::add::<W, _>(state, start, now);
    count(state, INJECT_START, start);
    count(state, INJECT_END, start + now.len());
    later
}

/// Absorbs one block of the concatenated parts, without their first `done` bytes; the state has not encrypted data.
pub(super) fn inject_parts<W: Word>(state: &mut [W; 25], parts: &[&[u8]], done: usize) {
    let (mut skip, mut at) = (done, 0);
    for part in parts {
        let (skipped, part) = part.split_at(part.len().min(skip));
        skip -= skipped.len();
        let part = &part[..part.len().min(absorbing_rate::<W>() - at)];
        state_bytes::add::<W, _>(state, at, part);
        at += part.len();
    }
    count(state, INJECT_END, at);
}

/// Marks the end of a message; the state's first `tag_bytes` bytes are output afterwards.
pub(super) fn end_of_message<W: Word>(state: &mut [W; 25], tag_bytes: usize) {
    count(state, EOM, if tag_bytes == 0 { 255 } else { tag_bytes });
}

#[inline(always)]
fn count<W: Word>(state: &mut [W; 25], place: u32, bytes: usize) {
    state[COUNTS] = state[COUNTS].xor(W::splat(Portable::PROOF, (bytes as u64) << place));
}
