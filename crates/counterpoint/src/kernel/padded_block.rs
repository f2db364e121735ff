//! The tail of a message and its padding as a final block, for kernels of one state on machines that can't load a part
//! of a vector.

use super::Padding;
use super::bytes::first_word;
use super::reader::BlockReader;

/// A buffer for the tail of a message and its padding, with room for the longest block, a state of Keccak-p\[1600\].
pub(crate) struct PaddedBlock([[u8; 8]; 25]);

impl PaddedBlock {
    /// Returns an empty buffer.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([[0; 8]; 25])
    }

    /// Wipes the block.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        self.0.fill([0; 8]);
        core::hint::black_box(self);
    }
}

impl<'a> BlockReader<'a, 1> {
    /// Like [`Self::next`], but after the last full block also yields the padded final block, built in `buffer`.
    #[inline(always)]
    pub(crate) fn next_or_padded<'b>(
        &mut self,
        bytes: usize,
        padding: &Padding,
        buffer: &'b mut PaddedBlock,
    ) -> Option<&'b [u8]>
    where
        'a: 'b,
    {
        if let Some(([block], _)) = self.next(bytes) {
            return Some(block);
        }
        let [tail] = self.tails()?;
        buffer.0.fill([0; 8]);
        add_tail(&mut buffer.0, tail, padding.suffix);
        if let Some(last) = buffer.0.get_mut((bytes / 8).wrapping_sub(1)) {
            add(last, padding.closing);
        }
        buffer.0.as_flattened().get(..bytes)
    }
}

/// Adds the tail of a message, and the suffix right after it, to words. The caller's words are 0, so this copies the
/// tail, but without a call to a function that copies memory.
#[inline(always)]
pub(crate) fn add_tail<const WORDS: usize>(words: &mut [[u8; 8]; WORDS], tail: &[u8], suffix: u64) {
    // Hidden from the compiler, which recognizes adding to zeros as a copy.
    let to = core::hint::black_box(words);
    let (whole, last) = tail.as_chunks();
    for (to, word) in to.iter_mut().zip(whole) {
        add(to, u64::from_le_bytes(*word));
    }
    // The suffix begins in the last, incomplete word, and may reach into the next one.
    let shift = 8 * last.len() as u32;
    if let Some(to) = to.get_mut(whole.len()) {
        add(to, first_word(last) | suffix << shift);
    }
    if let Some(to) = to.get_mut(whole.len() + 1) {
        add(to, suffix >> 1 >> (63 - shift));
    }
}

/// Adds to a word.
#[inline(always)]
fn add(word: &mut [u8; 8], more: u64) {
    *word = (u64::from_le_bytes(*word) ^ more).to_le_bytes();
}
