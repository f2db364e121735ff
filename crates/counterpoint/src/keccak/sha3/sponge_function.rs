//! What the hash functions over Keccak-p\[1600\] share: blocks as long as the rate, padding, and output. \[FIPS202\] 4 and 5.1.

use super::super::{KeccakP1600, Parameters, Word};
use crate::hash::{BitOrder, Bytes, Ending, Function};

/// A sponge over Keccak-p\[1600\]: what is its own. The rest of a [`Function`] follows.
pub trait SpongeFunction: Clone + Send + Sync + 'static {
    /// `[u8; RATE]`.
    type Block: Bytes;
    /// Room for the longest padded ending: two blocks.
    type Tail: Bytes;
    /// As [`Function::Digest`].
    type Digest: Bytes;
    /// As [`Function::NAME`].
    const NAME: &'static str;
    /// Rounds of the permutation.
    const ROUNDS: usize = 24;

    /// The state before the first block: 0, unless something has been absorbed already.
    fn start(&self) -> [u64; 25] {
        [0; 25]
    }

    /// Puts behind the message what belongs between it and the suffix, and moves the ending there.
    #[inline]
    fn append(&self, _tail: &mut [u8], _ending: &mut Ending) {}

    /// The suffix: the domain bits, lowest first, and the first 1 of the padding.
    fn suffix(&self) -> u8;

    /// As [`Function::digest_bits`].
    fn digest_bits(&self) -> u64 {
        8 * Self::Digest::LEN as u64
    }
}

impl<S: SpongeFunction> Function for S {
    type Primitive = KeccakP1600;
    type Buffer = S::Block;
    type Tail = S::Tail;
    type Digest = S::Digest;
    const NAME: &'static str = S::NAME;
    const PARAMETERS: Parameters = Parameters { rate_bytes: S::Block::LEN, rounds: S::ROUNDS };
    const BIT_ORDER: BitOrder = BitOrder::LsbFirst;
    const FINALIZE_BEFORE_OUTPUT: bool = false;
    const OUTPUT_BLOCK_BYTES: usize = S::Block::LEN;

    fn initial(&self) -> [u64; 25] {
        self.start()
    }

    /// Pads: the bits of an incomplete byte, the suffix right behind them, zeros, and a 1 in the block's last bit.
    #[inline]
    fn pad(&self, tail: &mut [u8], mut ending: Ending) -> usize {
        self.append(tail, &mut ending);
        let end = u16::from(ending.last) | u16::from(self.suffix()) << ending.bits;
        tail[ending.used] = end as u8;
        tail[ending.used + 1] = (end >> 8) as u8;
        // The suffix's top bit is the padding's first 1; the last 1 follows it, so it must find room behind it.
        let first_one = 8 * ending.used + end.ilog2() as usize;
        let length = if first_one < 8 * S::Block::LEN - 1 { S::Block::LEN } else { 2 * S::Block::LEN };
        tail[length - 1] |= 0x80;
        length
    }

    fn digest_bits(&self) -> u64 {
        SpongeFunction::digest_bits(self)
    }

    /// The first bytes of the state.
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
