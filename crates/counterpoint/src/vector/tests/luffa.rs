//! The vector operations that only Luffa uses: moving groups of 16 bytes within 512 bits.

use super::super::x86_64::{Ymm, Zmm};
use super::*;
use crate::cpu::Avx512;

type Four = Zmm<Avx512, 64>;

/// Checks the methods that only vectors of four groups have.
pub(super) fn check_groups_of_zmm(tier: Avx512) {
    let (a, b) = (some_bytes(1), some_bytes(2));
    let (x, y) = (loaded::<Four>(tier, &a), loaded::<Four>(tier, &b));
    let at = |group: usize, i: usize| [a, b][group / 4][group % 4 * 16 + i % 16];
    compare::<Four>("groups", &bytes_of(x.groups::<0b00_11_01_10>()), &|i| at([2, 1, 3, 0][i / 16], i));
    compare::<Four>("groups_of_both", &bytes_of(x.groups_of_both(y, [6, 0, 3, 5])), &|i| at([6, 0, 3, 5][i / 16], i));
    compare::<Four>("first_two", &bytes_of(x.first_two(y)), &|i| at([0, 4][i / 16], i));
    let widened = Four::widened(loaded::<Ymm<Avx512, 64>>(tier, &a));
    compare::<Four>("widened", &bytes_of(widened), &|i| if i < 32 { a[i] } else { 0 });
}
