//! Words: bits in order, which move without any logic.

use crate::memory::bits_of_number;
use crate::sums::Bit;

/// Bits, the lowest first.
pub(crate) type Word = Vec<Bit>;

/// Returns a word shifted towards its highest bit, with zeros in the lowest bits.
pub(crate) fn shifted_left(word: &[Bit], by: usize) -> Word {
    let by = by.min(word.len());
    let mut shifted = vec![Bit::ZERO; by];
    shifted.extend_from_slice(&word[..word.len() - by]);
    shifted
}

/// Returns a word shifted towards its lowest bit, with `fill` in the highest bits.
pub(crate) fn shifted_right(word: &[Bit], by: usize, fill: Bit) -> Word {
    let by = by.min(word.len());
    let mut shifted = word[by..].to_vec();
    shifted.resize(word.len(), fill);
    shifted
}

/// Returns a word rotated towards its highest bit.
pub(crate) fn rotated_left(word: &[Bit], by: usize) -> Word {
    let mut rotated = word.to_vec();
    rotated.rotate_right(by % word.len());
    rotated
}

/// Returns a word with bits appended or removed at its end.
pub(crate) fn resized(word: &[Bit], bits: usize, fill: Bit) -> Word {
    let mut resized = word.to_vec();
    resized.resize(bits, fill);
    resized
}

/// Whether all bits are constants.
pub(crate) fn is_constant(word: &[Bit]) -> bool {
    word.iter().all(|bit| bit.value().is_some())
}

/// Whether some bits belong to numbers that depend on the number of iterations of a loop.
pub(crate) fn depends_on_counters(word: &[Bit]) -> bool {
    word.iter().any(|bit| bit.counted().is_some())
}

/// Returns lane `n` of a vector.
pub(crate) fn lane(vector: &[Bit], bits: usize, n: usize) -> Word {
    vector[n * bits..][..bits].to_vec()
}

/// Returns the lanes of two halves, alternating.
pub(crate) fn interleaved(a: &[Bit], b: &[Bit], bits: usize) -> Word {
    a.chunks(bits).zip(b.chunks(bits)).flat_map(|(a, b)| [a, b].concat()).collect()
}

/// Returns a constant word.
pub(crate) fn constant(value: u64, bits: usize) -> Word {
    bits_of_number(value, bits)
}
