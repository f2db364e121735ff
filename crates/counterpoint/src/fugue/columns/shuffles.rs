//! Shuffles of whole columns, given by the place that each column comes from, and their effect on constants.

use super::smix::Group;

/// The source of a place that is filled with zeros.
pub(super) const NONE: u8 = 32;

/// Returns the indices of a shuffle that fills each place from the given one.
pub(super) const fn lanes(from: [u8; 4]) -> Group {
    let mut indices = [0x80; 16];
    let mut n = 0;
    while n < 16 {
        if from[n / 4] != NONE {
            indices[n] = 4 * from[n / 4] + n as u8 % 4;
        }
        n += 1;
    }
    indices
}

/// Returns the indices of a shuffle that moves one place and fills the others with zeros.
pub(super) const fn moved(from: u8, to: usize) -> Group {
    let mut places = [NONE; 4];
    places[to] = from;
    lanes(places)
}

/// Returns a shuffled constant.
pub(super) const fn permuted(group: Group, indices: Group) -> Group {
    let mut permuted = [0; 16];
    let mut n = 0;
    while n < 16 {
        if indices[n] < 16 {
            permuted[n] = group[indices[n] as usize];
        }
        n += 1;
    }
    permuted
}

/// Returns the sum of constants.
pub(super) const fn sum<const N: usize>(groups: [Group; N]) -> Group {
    let (mut sum, mut n) = (0, 0);
    while n < N {
        sum ^= u128::from_le_bytes(groups[n]);
        n += 1;
    }
    sum.to_le_bytes()
}
