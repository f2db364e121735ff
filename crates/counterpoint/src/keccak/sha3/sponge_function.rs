//! What the hash functions over Keccak-p\[1600\] share: blocks of the length of the rate, padding, and output.
//! \[FIPS202\] 4 and 5.1.

use super::super::primitive::{KeccakP1600, Parameters, SealedWord};
use crate::hash::{BitOrder, ByteArray, Function, Tail};
use crate::kernel::Padding;
use core::ops::RangeInclusive;

#[cfg(test)]
mod tests;

/// Room for the longest string that a mode appends, which is KangarooTwelve's.
const APPENDED_BYTES: usize = 80;

/// What is specific to a sponge over Keccak-p\[1600\]. The other parts of a [`Function`] follow from it.
pub trait SpongeFunction: Clone + Send + Sync + 'static {
    /// `[u8; RATE]`.
    type Block: ByteArray;
    /// An array with room for the longest padded tail: two blocks.
    type PaddedTail: ByteArray;
    /// See [`Function::Digest`].
    type Digest: ByteArray;
    /// See [`Function::NAME`].
    const NAME: &'static str;
    /// See [`Function::EXTENDABLE`].
    const EXTENDABLE: bool = false;
    /// Number of rounds of the permutation.
    const ROUNDS: usize = 24;

    /// Returns the rate in bytes: the type's, unless it is part of the value.
    #[inline(always)]
    fn rate_bytes(&self) -> usize {
        Self::Block::LEN
    }

    /// Returns the parameters of the permutation, which match [`Self::rate_bytes`].
    #[inline(always)]
    fn permutation(&self) -> Parameters {
        permutation::<Self>()
    }

    /// Returns the state before the first block: 0, unless something has been absorbed already.
    fn start(&self) -> &[u64; 25] {
        &[0; 25]
    }

    /// Appends the mode's bytes between the message and the suffix, and advances `tail` past them.
    #[inline]
    fn append(&self, _padded: &mut [u8], _tail: &mut Tail) {}

    /// Returns the bytes that [`Self::append`] appends, as a little-endian integer, and their number, if there are
    /// fewer than 8.
    #[inline]
    fn appended(&self) -> Option<(u64, usize)> {
        let (bytes, length) = appended_bytes(self);
        (length < 8).then_some((u64::from_le_bytes(*bytes.first_chunk()?), length))
    }

    /// Returns the suffix: the domain bits, lowest first, and the first 1 of the padding.
    fn suffix(&self) -> u8;

    /// See [`Function::digest_bits`].
    fn digest_bits(&self) -> u64 {
        8 * Self::Digest::LEN as u64
    }
}

/// Returns the bytes that a mode appends, and their number.
#[inline]
fn appended_bytes<S: SpongeFunction>(function: &S) -> ([u8; APPENDED_BYTES], usize) {
    let mut bytes = [0; APPENDED_BYTES];
    let mut tail = Tail::of_bytes(0, 0);
    function.append(&mut bytes, &mut tail);
    (bytes, tail.used)
}

/// Returns the parameters of a function's type. A type with an invalid rate, or without room for its padded tail, does
/// not compile.
const fn permutation<S: SpongeFunction>() -> Parameters {
    const {
        assert!(0 < S::Block::LEN && S::Block::LEN < 200, "a sponge has a rate and a capacity");
        assert!(2 * S::Block::LEN <= S::PaddedTail::LEN, "a padded tail may have two blocks");
        assert!(0 < S::ROUNDS, "a sponge has a permutation");
        Parameters::new::<u64>(S::Block::LEN, S::ROUNDS).expect("a rate is whole lanes, and Keccak-f has 24 rounds")
    }
}

impl<S: SpongeFunction> Function for S {
    type Primitive = KeccakP1600;
    type Buffer = S::Block;
    type PaddedTail = S::PaddedTail;
    type Digest = S::Digest;
    const NAME: &'static str = S::NAME;
    const PARAMETERS: Parameters = permutation::<S>();
    const EXTENDABLE: bool = S::EXTENDABLE;
    const BIT_ORDER: BitOrder = BitOrder::LsbFirst;
    const FINALIZE_BEFORE_OUTPUT: bool = false;
    const OUTPUT_BLOCK_BYTES: usize = S::Block::LEN;

    #[inline(always)]
    fn block_bytes(&self) -> usize {
        self.rate_bytes()
    }
    #[inline(always)]
    fn buffer_bytes(&self) -> usize {
        self.rate_bytes()
    }
    #[inline(always)]
    fn parameters(&self) -> Parameters {
        self.permutation()
    }
    #[inline(always)]
    fn output_block_bytes(&self) -> usize {
        self.rate_bytes()
    }
    #[inline(always)]
    fn run_output_bytes(&self) -> RangeInclusive<usize> {
        1..=self.rate_bytes()
    }

    fn initial(&self) -> &[u64; 25] {
        self.start()
    }

    /// Appends the padding: the bits of an incomplete byte, directly followed by the suffix, then zeros, and a 1 in
    /// the block's last bit.
    #[inline]
    fn pad(&self, padded: &mut [u8], mut tail: Tail) -> usize {
        self.append(padded, &mut tail);
        let end = u16::from(tail.last) | u16::from(self.suffix()) << tail.bits;
        padded[tail.used] = end as u8;
        padded[tail.used + 1] = (end >> 8) as u8;
        let length = padded_tail_bytes(self.rate_bytes(), tail.used, end);
        padded[length - 1] |= 0x80;
        length
    }

    #[inline]
    fn padded_tail_bytes(&self, used: usize) -> usize {
        padded_tail_bytes(self.rate_bytes(), used + appended_bytes(self).1, self.suffix().into())
    }

    /// Returns the padding: what the mode appends, the suffix, and the 1 in the block's last bit. No function's suffix
    /// has its top bit set, so that 1 may be in the same byte.
    #[inline]
    fn padding(&self, _: u64) -> Option<Padding> {
        let (appended, used) = self.appended()?;
        let suffix = self.suffix();
        let room = self.rate_bytes() - 1 - used;
        let padding = Padding { suffix: appended | u64::from(suffix) << (8 * used), closing: 0x80 << 56, room };
        (suffix < 0x80).then_some(padding)
    }

    fn digest_bits(&self) -> u64 {
        SpongeFunction::digest_bits(self)
    }

    /// Writes the first bytes of the state.
    #[inline]
    fn extract(state: &[u64; 25], out: &mut [u8]) {
        let (words, rest) = out.as_chunks_mut();
        for (word, lane) in words.iter_mut().zip(state) {
            *word = lane.to_le_bytes();
        }
        if !rest.is_empty() {
            state[words.len()].to_bytes(rest);
        }
    }
}

/// Returns the length of the padded tail, in which `end` follows `used` bytes. The top bit of `end` is the first 1 of
/// the padding. The last 1 comes after it, so there must be room for both.
#[inline]
fn padded_tail_bytes(rate: usize, used: usize, end: u16) -> usize {
    let first_one = 8 * used + end.ilog2() as usize;
    if first_one < 8 * rate - 1 { rate } else { 2 * rate }
}

/// Appends bytes of a mode directly after the message's last bit, for [`SpongeFunction::append`].
#[inline]
pub(in crate::keccak) fn append_bytes(bytes: &[u8], padded: &mut [u8], tail: &mut Tail) {
    let mut open = u16::from(tail.last);
    for &byte in bytes {
        open |= u16::from(byte) << tail.bits;
        padded[tail.used] = open as u8;
        open >>= 8;
        tail.used += 1;
    }
    tail.last = open as u8;
}
