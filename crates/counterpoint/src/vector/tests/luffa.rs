//! What Luffa asks of vectors beyond the rest: permutations of a whole vector's bytes, and matrices of bits.

use super::super::{parted, permuted};
use super::*;

/// Checks [`permuted`]: any permutation of the bytes of two groups, or of those of one.
pub(super) fn check_permuted<V: Bytes>(tier: V::Tier) {
    const TWO_GROUPS: [u8; 32] = {
        let mut from = [0; 32];
        let mut n = 0;
        while n < 32 {
            from[n] = ((13 * n + 7) % 32) as u8;
            n += 1;
        }
        from
    };
    const ONE_GROUP: [u8; 32] = {
        let mut from = [0; 32];
        let mut n = 0;
        while n < 32 {
            from[n] = ((5 * n + 3) % 16) as u8;
            n += 1;
        }
        from
    };
    let bytes = some_bytes(1);
    let from = if V::GROUPS == 1 { ONE_GROUP } else { TWO_GROUPS };
    let result = permuted(loaded::<V>(tier, &bytes), parted(from));
    compare::<V>("permuted", &bytes_of(result), &|i| bytes[i / 32 * 32 + usize::from(from[i % 32])]);
}

/// Checks that rows become columns, in each 8 bytes.
#[cfg(target_arch = "x86_64")]
pub(super) fn check_bit_matrices<V: super::super::BitMatrices>(tier: V::Tier) {
    for seed in 0..8 {
        let bytes = some_bytes(seed);
        let transposed = loaded::<V>(tier, &bytes).transposed();
        compare::<V>("transposed", &bytes_of(transposed), &|i| {
            (0..8).fold(0, |row, j| row | (bytes[i / 8 * 8 + j] >> (i % 8) & 1) << j)
        });
    }
}

/// Checks the methods that only vectors of four groups have.
#[cfg(target_arch = "x86_64")]
pub(super) fn check_groups_of_zmm(tier: crate::cpu::Avx512) {
    use super::super::x86_64::{Ymm, Zmm};
    use crate::cpu::Avx512;
    type Four = Zmm<Avx512, 64>;

    let (a, b) = (some_bytes(1), some_bytes(2));
    let (x, y) = (loaded::<Four>(tier, &a), loaded::<Four>(tier, &b));
    let at = |group: usize, i: usize| [a, b][group / 4][group % 4 * 16 + i % 16];
    compare::<Four>("groups", &bytes_of(x.groups::<0b00_11_01_10>()), &|i| at([2, 1, 3, 0][i / 16], i));
    compare::<Four>("groups_of_both", &bytes_of(x.groups_of_both(y, [6, 0, 3, 5])), &|i| at([6, 0, 3, 5][i / 16], i));
    compare::<Four>("first_two", &bytes_of(x.first_two(y)), &|i| at([0, 4][i / 16], i));
    let widened = Four::widened(loaded::<Ymm<Avx512, 64>>(tier, &a));
    compare::<Four>("widened", &bytes_of(widened), &|i| if i < 32 { a[i] } else { 0 });
}
