//! Lanes as integers.

use super::bits::check_bits;
use super::*;
use alloc::format;

/// Checks the methods of [`Lane`].
pub(super) fn check_lanes<L: Lane>(tier: L::Tier)
where
    L::Word: TryFrom<u64> + Default + PartialEq + core::fmt::Debug,
{
    check_bits(tier, &by_lanes::<L>());
    check_extent::<L>(tier);

    let mask = u64::MAX >> (64 - L::WIDTH);
    let of = |seed| -> Vec<u64> { lanes_in::<L>(&some_bytes(seed)).into_iter().map(Into::into).collect() };
    let (a, b, c) = (of(1), of(2), of(3));
    let [x, y, z] = [1, 2, 3].map(|seed| L::load(tier, &lanes_in::<L>(&some_bytes(seed))));
    let rol = |x: u64, n: u32| if n == 0 { x } else { x << n | x >> (L::WIDTH - n) };
    let check = |method: &str, result: L, model: &dyn Fn(u64, u64, u64) -> u64| {
        let mut lanes = vec![L::Word::default(); L::STATES];
        result.store(&mut lanes);
        for (i, lane) in lanes.into_iter().enumerate() {
            let vector = core::any::type_name::<L>();
            assert_eq!(lane.into(), model(a[i], b[i], c[i]) & mask, "{method} of lane {i} of {vector}");
        }
    };
    check("load and store", x, &|a, _, _| a);
    for value in [0, 1, 77, 0x0123_4567_89ab_cdef, u64::MAX] {
        check("splat", L::splat(tier, value), &|_, _, _| value);
    }
    for n in 0..L::WIDTH {
        check(&format!("rol by {n}"), x.rol(n), &|a, _, _| rol(a, n));
        check(&format!("shl by {n}"), x.shl(n), &|a, _, _| a << n);
        check(&format!("shr by {n}"), x.shr(n), &|a, _, _| a >> n);
        check(&format!("xar by {n}"), x.xar(y, n), &|a, b, _| rol(a ^ b, n));
    }
    check("rax1", x.rax1(y), &|a, b, _| a ^ rol(b, 1));
    check("chi", x.chi(y, z), &|a, b, c| a ^ !b & c);
}

/// Checks that rows become columns, in each lane of 64 bits.
pub(super) fn check_transpose_8x8<L: Lane<Word = u64>>(tier: L::Tier) {
    let access = by_lanes::<L>();
    for seed in 0..8 {
        let bytes = some_bytes(seed);
        let transposed = (access.load)(tier, &bytes).transpose_8x8();
        compare::<L>("transpose_8x8", &(access.bytes)(transposed), &|i| {
            (0..8).fold(0, |row, j| row | (bytes[i / 8 * 8 + j] >> (i % 8) & 1) << j)
        });
    }
}

/// Checks that a store writes exactly the vector's lanes, and nothing after them.
fn check_extent<L: Lane>(tier: L::Tier)
where
    L::Word: TryFrom<u64> + Default + PartialEq + core::fmt::Debug,
{
    let mut lanes = vec![L::Word::default(); L::STATES + 1];
    L::splat(tier, 1).store(&mut lanes);
    let (after, written) = lanes.split_last().expect("there is one more than the vector has");
    assert!(written.iter().all(|&lane| 1 == lane.into()), "{}", core::any::type_name::<L>());
    assert_eq!(*after, L::Word::default(), "{}", core::any::type_name::<L>());
}
