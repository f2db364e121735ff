//! Shows two words side by side and perfectly shuffled, one step at a time: [`crate::technique_steps`].

use super::pairs::{PERFECTLY_SHUFFLED, SIDE_BY_SIDE, first, pair, rol, second};

/// Joins two words with spread bits in one register.
pub(crate) fn shuffled(a: u64, b: u64) -> u64 {
    pair::<PERFECTLY_SHUFFLED>(a, b)
}

/// The inverse of [`shuffled`].
pub(crate) fn parted(two: u64) -> [u64; 2] {
    [first::<PERFECTLY_SHUFFLED>(two), second::<PERFECTLY_SHUFFLED>(two)]
}

/// Rotates both words of a register that contains them perfectly shuffled.
pub(crate) fn rotate_shuffled(two: u64, n: u32) -> u64 {
    rol::<PERFECTLY_SHUFFLED>(two, n)
}

/// Rotates both words of a register that contains them side by side.
pub(crate) fn rotate_side_by_side(two: u64, n: u32) -> u64 {
    rol::<SIDE_BY_SIDE>(two, n)
}
