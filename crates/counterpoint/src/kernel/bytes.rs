//! Byte slices, read and divided without calls and without checks that could panic.

/// Used instead of a block where there is none.
static ZEROS: [u8; MOST_BLOCK_BYTES] = [0; MOST_BLOCK_BYTES];

/// Length of the longest block of any primitive in bytes: a state of Keccak-p\[1600\].
pub(crate) const MOST_BLOCK_BYTES: usize = 200;

/// Returns `bytes` zeros. Callers assert at compile time that these are at most [`MOST_BLOCK_BYTES`].
#[inline(always)]
pub(crate) fn zeros(bytes: usize) -> &'static [u8] {
    ZEROS.get(..bytes).unwrap_or(&ZEROS)
}

/// Returns the first 8 bytes of a slice as a little-endian integer; missing bytes are 0. It reads fewer than 8 bytes in
/// pieces of 4, 2 and 1, because copying a number of bytes unknown to the compiler is a call.
#[inline(always)]
pub(crate) fn first_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    let (mut word, mut at) = (0, 0);
    if let Some(part) = bytes.first_chunk() {
        word = u64::from(u32::from_le_bytes(*part));
        at = 4;
    }
    let bytes = bytes.get(at..).unwrap_or_default();
    if let Some(part) = bytes.first_chunk() {
        word |= u64::from(u16::from_le_bytes(*part)) << (8 * at);
        at += 2;
    }
    if let (1 | 3, Some(last)) = (bytes.len(), bytes.last()) {
        word |= u64::from(*last) << (8 * at);
    }
    word
}

/// Removes the first bytes of a slice and returns them: fewer, if the last lanes of a batch have no message. Dividing
/// the slice into equal chunks would take more time, because it counts them.
#[inline(always)]
pub(crate) fn first_bytes<'a>(slice: &mut &'a mut [u8], bytes: usize) -> &'a mut [u8] {
    let all = core::mem::take(slice);
    let (first, rest) = all.split_at_mut(bytes.min(all.len()));
    *slice = rest;
    first
}

/// Returns the blocks if each has this number of bytes. In this form, the compiler knows their length.
#[cfg(all(feature = "keccak", vectors))]
#[inline(always)]
pub(crate) fn exactly<const N: usize>(bytes: usize, blocks: [&[u8]; N]) -> Option<[&[u8]; N]> {
    for block in blocks {
        if block.len() != bytes {
            return None;
        }
    }
    Some(blocks)
}
