//! Byte strings, and their parts.

use std::ops::Range;

/// Byte strings, one for each state.
pub type Strings = Vec<Vec<u8>>;

/// Returns each string, padded with zeros on both sides to `length` bytes, starting at byte `begin`.
pub(super) fn padded(strings: &[Vec<u8>], begin: usize, length: usize) -> Strings {
    strings.iter().map(|string| padded_one(string, begin, length)).collect()
}

/// Returns a string, padded with zeros on both sides.
pub(super) fn padded_one(string: &[u8], begin: usize, length: usize) -> Vec<u8> {
    let mut padded = vec![0; length];
    padded[begin..begin + string.len()].copy_from_slice(string);
    padded
}

/// Returns a part of each string.
pub(super) fn parts<S: AsRef<[u8]>>(strings: &[S], part: Range<usize>) -> Strings {
    strings.iter().map(|string| string.as_ref()[part.clone()].to_vec()).collect()
}
