//! The hash functions of the family: initial values, padding and output. [Luffa].

use super::round::{Block, Round};
use super::spec;
use crate::algorithm::Algorithm;
#[cfg(feature = "digest")]
use crate::hash::digest_traits::hmac;
use crate::hash::types::digesters;
use crate::hash::{BitOrder, Function, Message, Plain, Tail};
use crate::kernel::{Operands, Padding};
use crate::list::Implemented;
use core::ops::RangeInclusive;

/// Luffa with `CHAINS` chains and a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Luffa<const CHAINS: usize, const DIGEST: usize>;

impl<const CHAINS: usize, const DIGEST: usize> Plain for Luffa<CHAINS, DIGEST>
where
    Self: Function,
{
    const PLAIN: &'static Self = &Self;
}

impl<const CHAINS: usize, const DIGEST: usize> Function for Luffa<CHAINS, DIGEST>
where
    Round<CHAINS>: for<'a> Implemented<Operands<'a> = Operands<'a, Round<CHAINS>>>,
{
    type Primitive = Round<CHAINS>;
    type Buffer = [u8; 32];
    type PaddedTail = [u8; 32];
    type Digest = [u8; DIGEST];
    const NAME: &'static str = match (CHAINS, DIGEST) {
        // names: begin, by `cargo xtask generate` from functions.toml
        (3, 28) => "luffa224",
        (3, 32) => "luffa256",
        (4, 48) => "luffa384",
        (5, 64) => "luffa512",
        // names: end
        _ => panic!("functions.toml has no such function"),
    };
    const PARAMETERS: () = ();
    const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
    const FINALIZE_BEFORE_OUTPUT: bool = true;
    const OUTPUT_BLOCK_BYTES: usize = 32;
    const RUN_OUTPUT_BYTES: RangeInclusive<usize> = 1..=64;

    fn initial(&self) -> &[Block; CHAINS] {
        const { spec::INITIAL_VALUES.first_chunk().expect("five initial values") }
    }
    #[inline]
    fn pad(&self, padded: &mut [u8], tail: Tail) -> usize {
        pad(padded, tail)
    }
    #[inline]
    fn padded_tail_bytes(&self, _: usize) -> usize {
        Self::BLOCK_BYTES
    }
    fn padding(&self, _blocks: u64) -> Option<Padding> {
        Some(Padding { suffix: 0x80, closing: 0, room: 31 })
    }
    #[inline]
    fn extract(state: &[Block; CHAINS], out: &mut [u8]) {
        extract(state, out);
    }
}

digesters! {
    // luffa: begin, by `cargo xtask generate` from functions.toml
    /// Luffa-224: the first 224 bits of Luffa-256.
    ///
    /// ```
    /// use counterpoint::{Luffa224, Luffa256};
    ///
    /// assert_eq!(Luffa224::digest(b"abc"), Luffa256::digest(b"abc")[..28]);
    /// ```
    Luffa224 = Message<Luffa<3, 28>>;
    /// Luffa-256: three chains.
    ///
    /// ```
    /// assert_eq!(counterpoint::Luffa256::digest(b"abc")[..4], [0xf2, 0x93, 0x11, 0xb8]);
    /// ```
    Luffa256 = Message<Luffa<3, 32>>;
    /// Luffa-384: four chains.
    Luffa384 = Message<Luffa<4, 48>>;
    /// Luffa-512: five chains.
    Luffa512 = Message<Luffa<5, 64>>;
    // luffa: end
}

/// The algorithms of this family, for the registry.
pub(crate) static ALGORITHMS: &[Algorithm] = &[
    // algorithms: begin, by `cargo xtask generate` from functions.toml
    Luffa224::algorithm("luffa", &[]),
    Luffa256::algorithm("luffa", &[]),
    Luffa384::algorithm("luffa", &[]),
    Luffa512::algorithm("luffa", &[]),
    // algorithms: end
];

#[cfg(feature = "digest")]
hmac!(Luffa224 Luffa256);

/// Pads the message with a 1 bit, and with zeros to the end of the block. A tail is never a full block, so there is
/// always room for the 1. Returns the length of the padded tail.
fn pad(padded: &mut [u8], tail: Tail) -> usize {
    padded[tail.used] = tail.last | 0x80 >> tail.bits;
    padded.len()
}

/// Writes the first bytes of the sum of all chains, as big-endian words.
pub(super) fn extract(chains: &[Block], out: &mut [u8]) {
    for (k, bytes) in out.chunks_mut(4).enumerate() {
        let word = chains.iter().fold(0, |sum, chain| sum ^ chain[k]);
        bytes.copy_from_slice(&word.to_be_bytes()[..bytes.len()]);
    }
}
