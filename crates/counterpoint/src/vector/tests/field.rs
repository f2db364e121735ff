//! Bytes as elements of GF(2^8): the S-box, products and AES rounds.

#[cfg(detection)]
use super::super::AesRounds;
use super::super::SubBytes;
use super::bytes::each_byte;
use super::*;
use crate::gf256::{SBOX, mul, xtime};
use alloc::format;

/// Checks the methods of [`SubBytes`].
pub(super) fn check_sub_bytes<V: SubBytes>(tier: V::Tier) {
    let sbox = |x| SBOX[usize::from(x)];
    let deferred = V::broadcast(tier, [V::DEFERRED; 16]);
    let doubled = V::broadcast(tier, [xtime(V::DEFERRED); 16]);
    each_byte::<V>(tier, "into_basis", &V::into_basis, &|x| V::IN_BASIS[usize::from(x)]);
    each_byte::<V>(tier, "out_of_basis", &|x| x.into_basis().out_of_basis(), &|x| x);
    each_byte::<V>(tier, "sub_bytes", &|x| x.into_basis().sub_bytes().out_of_basis().xor(deferred), &sbox);
    let twice = |x: V| x.into_basis().sub_bytes_doubled();
    each_byte::<V>(tier, "sub_bytes_doubled", &|x| twice(x).0.out_of_basis().xor(deferred), &sbox);
    each_byte::<V>(tier, "sub_bytes_doubled", &|x| twice(x).1.out_of_basis().xor(doubled), &|x| mul(2, sbox(x)));

    let (a, k) = (some_bytes(1), some_bytes(2));
    let (x, key) = (loaded::<V>(tier, &a), loaded::<V>(tier, &k));
    let sum = x.into_basis().xor(key.into_basis()).out_of_basis();
    compare::<V>("out_of_basis of a sum", &bytes_of(sum), &|i| a[i] ^ k[i]);
    let shuffled = x.into_basis().shuffle(V::SHUFFLE).sub_bytes_shuffled(key.into_basis());
    let result = shuffled.out_of_basis().xor(deferred);
    compare::<V>("sub_bytes_shuffled", &bytes_of(result), &|i| sbox(a[i]) ^ k[i]);
}

/// Checks the methods of [`super::super::Products`].
#[cfg(target_arch = "x86_64")]
pub(super) fn check_products<V: super::super::Products>(tier: V::Tier) {
    use crate::gf256::AFFINE_CONSTANT;
    let linear_sbox = |x| SBOX[usize::from(x)] ^ AFFINE_CONSTANT;

    for first in 0..=255 {
        let factors: [u8; 64] = core::array::from_fn(|i| first ^ i as u8);
        for x in (0..=255).step_by(15) {
            let product = V::broadcast(tier, [x; 16]).times_bytes(loaded(tier, &factors));
            compare::<V>("times_bytes", &bytes_of(product), &|i| mul(x, factors[i]));
        }
    }
    macro_rules! factors {
        ($($factor:literal)+) => {$(
            let times = |x| mul($factor, x);
            each_byte::<V>(tier, "times", &|x| x.times::<$factor>(), &times);
            each_byte::<V>(tier, "sub_bytes_times", &|x| x.sub_bytes_times::<$factor>(), &|x| times(linear_sbox(x)));
            let plus = |x: V| x.sub_bytes_times_plus::<$factor, 0xa5>();
            each_byte::<V>(tier, "sub_bytes_times_plus", &plus, &|x| times(linear_sbox(x)) ^ 0xa5);

            let a = some_bytes($factor);
            let both = loaded::<V>(tier, &a).sub_bytes_times_each::<$factor, 0x8d>();
            let factor_at = |i| if i % 16 < 8 { $factor } else { 0x8d };
            compare::<V>("sub_bytes_times_each", &bytes_of(both), &|i| mul(factor_at(i), linear_sbox(a[i])));
        )+};
    }
    factors!(0 1 2 3 4 5 6 7 0x1b 0x80 0xff);
}

/// Checks the methods of [`AesRounds`] with 0 to 2 whole rounds followed by the last one. Machines add a round's key at
/// its start or at its end, so only the final result is the same everywhere.
#[cfg(detection)]
pub(super) fn check_aes_rounds<V: AesRounds>(tier: V::Tier) {
    let input = some_bytes(1);
    let keys = [2, 3, 4, 5].map(some_bytes);
    let vectors = keys.map(|key| loaded::<V>(tier, &key));
    for rounds in 0..=2 {
        let mut x = loaded::<V>(tier, &input).begin(vectors[0]);
        let mut model = plus(input, keys[0]);
        for n in 0..rounds {
            x = x.round(vectors[n], vectors[n + 1]);
            model = plus(mix_columns(shift_rows(sub_bytes(model))), keys[n + 1]);
        }
        x = x.last_round(vectors[rounds], vectors[3]);
        model = plus(shift_rows(sub_bytes(model)), keys[3]);
        compare::<V>(&format!("{rounds} rounds and the last one"), &bytes_of(x), &|i| model[i]);
    }
}

/// AddRoundKey on four blocks.
fn plus(a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
    core::array::from_fn(|i| a[i] ^ b[i])
}

/// \[FIPS197\] 5.1.1 on four blocks.
fn sub_bytes(blocks: [u8; 64]) -> [u8; 64] {
    blocks.map(|byte| SBOX[usize::from(byte)])
}

/// \[FIPS197\] 5.1.2 on four blocks: row r of a block is every fourth byte from its byte r, rotated left by r.
fn shift_rows(blocks: [u8; 64]) -> [u8; 64] {
    core::array::from_fn(|i| {
        let (block, column, row) = (i / 16, i % 16 / 4, i % 4);
        blocks[16 * block + (column + row) % 4 * 4 + row]
    })
}

/// \[FIPS197\] 5.1.3 on four blocks.
fn mix_columns(blocks: [u8; 64]) -> [u8; 64] {
    core::array::from_fn(|i| {
        let of_row = |row| blocks[i / 4 * 4 + (i + row) % 4];
        mul(2, of_row(0)) ^ mul(3, of_row(1)) ^ of_row(2) ^ of_row(3)
    })
}
