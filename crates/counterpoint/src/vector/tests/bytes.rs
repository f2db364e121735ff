//! Bytes in groups of 16: moved, looked up, doubled.

use super::super::shift_rows;
use super::bits::check_bits;
use super::*;
use crate::gf256::xtime;

/// Checks the methods of [`Bytes`].
pub(super) fn check_bytes<V: Bytes>(tier: V::Tier) {
    check_bits(tier, &by_groups::<V>());
    check_loads::<V>(tier);
    check_shuffles::<V>(tier);
    check_interleaving::<V>(tier);

    each_byte::<V>(tier, "the high half of nibbles", &|x| x.nibbles().0, &|x| x >> 4);
    each_byte::<V>(tier, "the low half of nibbles", &|x| x.nibbles().1, &|x| x & 15);
    each_byte::<V>(tier, "xtime", &Bytes::xtime, &xtime);
    each_byte::<V>(tier, "doubled", &Bytes::doubled, &|x| xtime(x) ^ V::DOUBLED_DEFERRED);

    // Machines differ for indices from 16 to 127.
    let table = core::array::from_fn(|i| some_bytes(7)[i]);
    let low = V::broadcast(tier, [0x0f; 16]);
    each_byte::<V>(tier, "look_up", &|x| x.and(low).look_up(table), &|x| table[usize::from(x & 15)]);
    let top = V::broadcast(tier, [0x80; 16]);
    each_byte::<V>(tier, "look_up from 0x80", &|x| x.or(top).look_up(table), &|_| 0);
}

/// Applies `f` to vectors that have each byte at each position of each group, with varying neighbours.
pub(super) fn each_byte<V: Bytes>(tier: V::Tier, method: &str, f: &dyn Fn(V) -> V, model: &dyn Fn(u8) -> u8) {
    for first in 0..=255 {
        let input: [u8; 64] = core::array::from_fn(|i| first ^ (i as u8).wrapping_mul(5));
        compare::<V>(method, &bytes_of(f(loaded(tier, &input))), &|i| model(input[i]));
    }
}

fn check_loads<V: Bytes>(tier: V::Tier) {
    let bytes = some_bytes(1);
    let groups = groups_of(&bytes);
    compare::<V>("load", &bytes_of(V::load(tier, &groups)), &|i| bytes[i]);
    compare::<V>("broadcast", &bytes_of(V::broadcast(tier, groups[1])), &|i| groups[1][i % 16]);
    #[cfg(feature = "fugue")]
    compare::<V>("broadcast_word", &bytes_of(V::broadcast_word(tier, 0x0403_0201)), &|i| (i % 4 + 1) as u8);
    compare::<V>("gather", &bytes_of(V::gather(tier, |g| groups[3 - g])), &|i| groups[3 - i / 16][i % 16]);
    let two = [groups[2], groups[1]];
    compare::<V>("alternate", &bytes_of(V::alternate(tier, two)), &|i| two[i / 16 % 2][i % 16]);
    let swapped = V::load(tier, &groups).swap_groups();
    let last = V::GROUPS - 1;
    compare::<V>("swap_groups", &bytes_of(swapped), &|i| groups[(i / 16) ^ last.min(1)][i % 16]);

    let mut more = [[0xee; 16]; 5];
    V::load(tier, &groups).store(&mut more);
    assert_eq!(more[..V::GROUPS], groups[..V::GROUPS]);
    assert!(more[V::GROUPS..].iter().all(|group| *group == [0xee; 16]), "{}", core::any::type_name::<V>());
}

fn check_shuffles<V: Bytes>(tier: V::Tier) {
    let bytes = some_bytes(2);
    let x = loaded::<V>(tier, &bytes);
    let taken = |i: usize, index: u8| if index < 16 { bytes[i / 16 * 16 + usize::from(index)] } else { 0 };

    let holes = [0x80, 3, 0x80, 15, 0, 0, 7, 7, 0x80, 9, 8, 1, 2, 0x80, 14, 5];
    for indices in [shift_rows(0), shift_rows(1), shift_rows(2), shift_rows(3), holes] {
        compare::<V>("shuffle", &bytes_of(x.shuffle(indices)), &|i| taken(i, indices[i % 16]));
    }
    let indices = some_bytes(3).map(|byte| if byte % 5 == 0 { 0x80 } else { byte % 16 });
    compare::<V>("shuffle_by", &bytes_of(x.shuffle_by(loaded(tier, &indices))), &|i| taken(i, indices[i]));
}

fn check_interleaving<V: Bytes>(tier: V::Tier) {
    let (a, b) = (some_bytes(4), some_bytes(5));
    let (x, y) = (loaded::<V>(tier, &a), loaded::<V>(tier, &b));
    // Item n of a group is item n / 2 of a half of one of the two vectors.
    let interleaved = |i: usize, item: usize, upper: usize| {
        let (group, n, byte) = (i / 16 * 16, i % 16 / item, i % item);
        [a, b][n % 2][group + 8 * upper + n / 2 * item + byte]
    };
    for (item, name, (low, high)) in [
        (2, "interleave2", x.interleave2(y)),
        (4, "interleave4", x.interleave4(y)),
        (8, "interleave8", x.interleave8(y)),
    ] {
        compare::<V>(name, &bytes_of(low), &|i| interleaved(i, item, 0));
        compare::<V>(name, &bytes_of(high), &|i| interleaved(i, item, 1));
    }
}
