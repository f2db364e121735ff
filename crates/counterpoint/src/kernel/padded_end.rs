//! The end of a message as one more block, for kernels of one state on machines that can't load some bytes of a vector.

use super::Padding;
use super::bytes::first_word;
use super::reader::BlockReader;

/// Room for the end of a message and its padding: the words of the longest block, which is a state of
/// Keccak-p\[1600\].
pub(crate) struct PaddedEnd([[u8; 8]; 25]);

impl PaddedEnd {
    /// Returns the room without an end.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([[0; 8]; 25])
    }

    /// Wipes the end.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        self.0.fill([0; 8]);
        core::hint::black_box(self);
    }
}

impl<'a> BlockReader<'a, 1> {
    /// Like [`Self::next`], but after the last block also returns the message's end with its padding, built in `end`.
    #[inline(always)]
    pub(crate) fn next_or_end<'b>(
        &mut self,
        bytes: usize,
        padding: &Padding,
        end: &'b mut PaddedEnd,
    ) -> Option<&'b [u8]>
    where
        'a: 'b,
    {
        if let Some(([block], _)) = self.next(bytes) {
            return Some(block);
        }
        let [rest] = self.ends()?;
        end.0.fill([0; 8]);
        add_end(&mut end.0, rest, padding.suffix);
        if let Some(last) = end.0.get_mut((bytes / 8).wrapping_sub(1)) {
            add(last, padding.closing);
        }
        end.0.as_flattened().get(..bytes)
    }
}

/// Adds the end of a message and the suffix that directly follows it to words. The caller's words are 0, so this copies
/// the end, but without a call of a function that copies memory.
#[inline(always)]
pub(crate) fn add_end<const WORDS: usize>(words: &mut [[u8; 8]; WORDS], end: &[u8], suffix: u64) {
    // Hidden from the compiler, which knows a copy where something is added to zeros.
    let to = core::hint::black_box(words);
    let (whole, last) = end.as_chunks();
    for (to, word) in to.iter_mut().zip(whole) {
        add(to, u64::from_le_bytes(*word));
    }
    // The suffix begins in the last, incomplete word, and may end in the word behind it.
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
