//! Indices for byte shuffles, and permutations of bytes across the groups of a vector.
//!
//! Machines shuffle bytes only within groups of 16. A permutation of 32 bytes in two groups therefore takes one shuffle
//! for the bytes that stay in their group and, after swapping the groups, another for those from the other group:
//!
//! ```text
//!   vector            | a b c .. | p q r .. |        groups 0 and 1
//!   same group        | . a . .. | r . q .. |        shuffled; a dot is a zero, which the index 0x80 produces
//!   other group       | q . p .. | . b . .. |        swapped, then shuffled
//!   sum               | q a p .. | r b q .. |
//! ```

use crate::vector::Bytes;

/// Returns the indices that rotate 16 bytes left by `bytes` bytes, as a number of 128 bits.
#[inline(always)]
pub(super) const fn rotation(bytes: u32) -> [u8; 16] {
    u128::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).rotate_left(8 * bytes).to_le_bytes()
}

/// Returns the inverse of a permutation.
pub(super) const fn inverse<const BYTES: usize>(from: [u8; BYTES]) -> [u8; BYTES] {
    let mut inverse = [0; BYTES];
    let mut n = 0;
    while n < BYTES {
        inverse[from[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}

/// A permutation of the bytes of a vector of one or two groups, as indices for shuffles within groups.
#[derive(Clone, Copy)]
pub(super) struct Permutation {
    /// For each group, the indices of the bytes from the group itself, and 0x80 for the others.
    same_group: [[u8; 16]; 2],
    /// For each group, the indices of the bytes from the other group, and 0x80 for the others.
    other_group: [[u8; 16]; 2],
}

impl Permutation {
    /// Returns the permutation that moves byte `from[n]` to byte n. For a vector of one group, only the first 16
    /// indices count, and all of them must be less than 16.
    pub(super) const fn new(from: [u8; 32]) -> Self {
        let mut permutation = Self { same_group: [[0x80; 16]; 2], other_group: [[0x80; 16]; 2] };
        let mut n = 0;
        while n < 32 {
            let (source, group) = (from[n] as usize, n / 16);
            let indices = if source / 16 == group { &mut permutation.same_group } else { &mut permutation.other_group };
            indices[group][n % 16] = from[n] % 16;
            n += 1;
        }
        permutation
    }

    /// Permutes the bytes of a vector.
    #[inline(always)]
    pub(super) fn apply<V: Bytes>(self, bytes: V) -> V {
        let from_same = bytes.shuffle_by(V::alternate(bytes.tier(), self.same_group));
        if V::GROUPS == 1 {
            return from_same;
        }
        from_same.or(bytes.swap_groups().shuffle_by(V::alternate(bytes.tier(), self.other_group)))
    }
}
