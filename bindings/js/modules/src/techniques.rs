//! Techniques one step at a time, for the page that explains them: [`counterpoint::technique_steps`].
//!
//! Every export reads bytes from the start of the buffer and writes its result there. 64-bit words are little-endian.
//! Nothing here is secret, and no state is kept. A step out of range traps.

use crate::exports::exports;
use counterpoint::technique_steps as steps;

/// The number of the family.
pub(crate) const FAMILY: u32 = 7;
/// The length of the buffer.
pub(crate) const BUFFER_BYTES: usize = 256;

/// There is no state.
pub(crate) type State = ();

/// Returns how many bytes of the state are used.
pub(crate) fn state_bytes(_f: u32) -> usize {
    0
}

exports! {
    /// Luffa: one of the steps 0 to 4 that spread the bits of a word to the even bits of 64.
    fn spread(border, step: usize) -> () {
        on_words(&mut border.buffer, |[word, _]| [steps::spread(word, step), 0]);
        ((), false)
    }

    /// Luffa: the inverse of `spread`.
    fn gather(border, step: usize) -> () {
        on_words(&mut border.buffer, |[word, _]| [steps::gather(word, step), 0]);
        ((), false)
    }

    /// Luffa: joins two words whose bits have been spread.
    fn join(border) -> () {
        on_words(&mut border.buffer, |[a, b]| [steps::join(a, b), 0]);
        ((), false)
    }

    /// Luffa: splits a register into two words whose bits are spread.
    fn part(border) -> () {
        on_words(&mut border.buffer, |[register, _]| steps::part(register));
        ((), false)
    }

    /// Luffa: rotates both words of a register in which their bits are perfectly shuffled.
    fn rotate_shuffled(border, n: u32) -> () {
        on_words(&mut border.buffer, |[register, _]| [steps::rotate_shuffled(register, n), 0]);
        ((), false)
    }

    /// Luffa: rotates both words of a register in which they are side by side.
    fn rotate_side_by_side(border, n: u32) -> () {
        on_words(&mut border.buffer, |[register, _]| [steps::rotate_side_by_side(register, n), 0]);
        ((), false)
    }

    /// Grøstl: one of the steps that bring a block into rows, through the rounds and back; 128 bytes.
    fn slice(border, step: usize) -> () {
        let (vectors, _) = border.buffer.as_chunks_mut();
        if let Some(eight) = vectors.first_chunk_mut::<8>() {
            *eight = here(steps::slice(*eight, step));
        }
        ((), false)
    }

    /// Fugue: the values that smix computes from 16 bytes: four multiples, ten sums, their sum, and the deferred
    /// constant.
    fn smix(border) -> () {
        let (vectors, _) = border.buffer.as_chunks_mut();
        let shown = here(steps::smix(vectors[0]));
        vectors[..4].copy_from_slice(&shown.multiples);
        vectors[4..14].copy_from_slice(&shown.sums);
        vectors[14] = shown.mixed;
        vectors[15] = shown.deferred;
        ((), false)
    }

    /// Fugue: the ten sums, computed from 64 bytes that replace the multiples.
    fn smix_sums(border) -> () {
        let (vectors, _) = border.buffer.as_chunks_mut();
        let multiples = [vectors[0], vectors[1], vectors[2], vectors[3]];
        vectors[..10].copy_from_slice(&here(steps::smix_sums(multiples)));
        ((), false)
    }
}

/// Replaces the first two 64-bit words.
fn on_words(buffer: &mut [u8; BUFFER_BYTES], step: impl FnOnce([u64; 2]) -> [u64; 2]) {
    let (words, _) = buffer.as_chunks_mut();
    let new = step([u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])]);
    words[0] = new[0].to_le_bytes();
    words[1] = new[1].to_le_bytes();
}

/// Returns the result of a step that requires vectors: an engine that compiled this module has them.
fn here<T>(result: Option<T>) -> T {
    result.expect("the module is built with simd128")
}
