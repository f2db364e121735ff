//! The vector operations that only Keccak uses: rotating and moving pairs of lanes.

use super::super::x86_64::Xmm;
use super::*;
use crate::cpu::Avx512;

type Pair = Xmm<Avx512, 64>;

/// Checks the methods that only pairs of lanes have.
pub(super) fn check_pairs_of_lanes(tier: Avx512) {
    let stored = |pair: Pair| {
        let mut lanes = [0; 2];
        Lane::store(pair, &mut lanes);
        lanes
    };
    let [a, b] = [1, 2].map(|seed| -> [u64; 2] { core::array::from_fn(|n| lanes_in::<Pair>(&some_bytes(seed))[n]) });
    let [x, y] = [a, b].map(|lanes| <Pair as Lane>::load(tier, &lanes));
    for low in 0..64 {
        for high in 0..64 {
            let rotated = stored(x.rol_each([low, high]));
            assert_eq!(rotated, [a[0].rotate_left(low), a[1].rotate_left(high)], "by {low} and {high}");
        }
    }
    assert_eq!(stored(x.swap_lanes()), [a[1], a[0]]);
    assert_eq!(stored(x.low_with_high(y)), [a[0], b[1]]);
}
