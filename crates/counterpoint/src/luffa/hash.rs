//! The hash functions of the family: initial values, padding and output. [Luffa].

use super::round::{Block, Round};
use super::spec;
use crate::algorithm::Algorithm;
use crate::hash::{BitOrder, BlockBuffered, Digester, Ending, Function, Plain};

/// Luffa with `CHAINS` chains and a digest of `DIGEST` bytes.
#[derive(Clone, Copy)]
pub struct Luffa<const CHAINS: usize, const DIGEST: usize>;

macro_rules! functions {
    ($($(#[$doc:meta])* $type:ident = $chains:literal, $digest:literal, $name:literal;)+) => {
        $(
            impl Plain for Luffa<$chains, $digest> {
                const PLAIN: Self = Self;
            }

            impl Function for Luffa<$chains, $digest> {
                type Primitive = Round<$chains>;
                type Buffer = [u8; 32];
                type Tail = [u8; 32];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;
                const PARAMETERS: () = ();
                const BIT_ORDER: BitOrder = BitOrder::MsbFirst;
                const FINALIZE_BEFORE_OUTPUT: bool = true;
                const OUTPUT_BLOCK_BYTES: usize = 32;

                fn initial(&self) -> [Block; $chains] {
                    *spec::INITIAL_VALUES.first_chunk().expect("there are five")
                }
                #[inline]
                fn pad(&self, tail: &mut [u8], ending: Ending) -> usize {
                    pad(tail, ending)
                }
                #[inline]
                fn extract(state: &[Block; $chains], out: &mut [u8]) {
                    extract(state, out);
                }
            }

            $(#[$doc])*
            pub type $type = Digester<Luffa<$chains, $digest>>;
        )+

        /// The algorithms of this family, for the registry.
        pub(crate) static ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("luffa", &[]),
        )+];
    };
}

functions! {
    /// Luffa-224: the first 224 bits of Luffa-256.
    ///
    /// ```
    /// use counterpoint::{Luffa224, Luffa256};
    ///
    /// assert_eq!(Luffa224::digest(b"abc"), Luffa256::digest(b"abc")[..28]);
    /// ```
    Luffa224 = 3, 28, "luffa224";
    /// Luffa-256: three chains.
    ///
    /// ```
    /// assert_eq!(counterpoint::Luffa256::digest(b"abc")[..4], [0xf2, 0x93, 0x11, 0xb8]);
    /// ```
    Luffa256 = 3, 32, "luffa256";
    /// Luffa-384: four chains.
    Luffa384 = 4, 48, "luffa384";
    /// Luffa-512: five chains.
    Luffa512 = 5, 64, "luffa512";
}

impl BlockBuffered for Luffa<3, 28> {}
impl BlockBuffered for Luffa<3, 32> {}

/// Pads the message with a 1 bit and then with zeros up to the end of the block. A tail is never a full block, so
/// there is always room for the 1. Returns the length of the padded tail.
fn pad(tail: &mut [u8], ending: Ending) -> usize {
    tail[ending.used] = ending.last | 0x80 >> ending.bits;
    tail.len()
}

/// Writes the first bytes of the sum of all chains, in big-endian words.
pub(super) fn extract(chains: &[Block], out: &mut [u8]) {
    for (k, bytes) in out.chunks_mut(4).enumerate() {
        let word = chains.iter().fold(0, |sum, chain| sum ^ chain[k]);
        bytes.copy_from_slice(&word.to_be_bytes()[..bytes.len()]);
    }
}
