//! The contents of registers and memory with which an instruction runs.

use crate::random;

/// Pseudorandom numbers, the same in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Self(0)
    }

    pub(crate) fn number(&mut self) -> u64 {
        random::next(&mut self.0)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.number() >> 32) as usize % end
    }

    /// Fills bytes with words of a kind, to reach special cases that uniformly random words hardly ever hit.
    pub(crate) fn fill(&mut self, bytes: &mut [u8], kind: Contents) {
        let few: [u64; 4] = std::array::from_fn(|_| self.number());
        for word in bytes.chunks_mut(8) {
            let value = match kind {
                Contents::Uniform => self.number(),
                Contents::Few => few[self.below(4)],
                Contents::Edges => EDGES[self.below(EDGES.len())],
                Contents::Small => {
                    // A small number in the lowest byte of elements of one width.
                    let (bits, end) = (8 << self.below(4), [8, 40, 80][self.below(3)]);
                    (0..64).step_by(bits).fold(0, |sum, at| sum | (self.below(end) as u64) << at)
                }
                Contents::Mixed => {
                    let (a, b, mask) = (few[self.below(4)], EDGES[self.below(EDGES.len())], self.number());
                    // Whole bytes of either kind.
                    let mask = (mask & 0x0101_0101_0101_0101).wrapping_mul(0xff);
                    a & mask | b & !mask
                }
            };
            word.copy_from_slice(&value.to_le_bytes()[..word.len()]);
        }
    }
}

/// Kinds of register contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Every bit is random.
    Uniform,
    /// One of a few words, so that equal words meet.
    Few,
    /// Zeros, ones, and the least and greatest numbers of each width.
    Edges,
    /// Small numbers, like counts and indices.
    Small,
    /// Bytes of the previous kinds.
    Mixed,
}

impl Contents {
    pub(crate) const ALL: [Self; 5] = [Self::Uniform, Self::Small, Self::Few, Self::Edges, Self::Mixed];
}

const EDGES: [u64; 14] = [
    0,
    !0,
    1,
    1 << 63,
    !(1 << 63),
    0x8080_8080_8080_8080,
    0x7f7f_7f7f_7f7f_7f7f,
    0x0101_0101_0101_0101,
    0x8000_8000_8000_8000,
    0x7fff_7fff_7fff_7fff,
    0x8000_0000_8000_0000,
    0x7fff_ffff_7fff_ffff,
    0x0000_0001_0000_0001,
    0x00ff_00ff_00ff_00ff,
];
