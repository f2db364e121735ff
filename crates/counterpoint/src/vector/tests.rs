//! Every vector type against bytes one by one, on the tiers that this machine has.

use super::{AesRounds, Bytes, Lane, SubBytes, shift_rows};
use crate::cpu::*;
use crate::gf256::{SBOX, mul, xtime};

/// 64 bytes of which no two are alike, from number `first`.
fn groups(first: u8) -> [[u8; 16]; 4] {
    core::array::from_fn(|g| {
        core::array::from_fn(|i| first.wrapping_add(16 * g as u8 + i as u8).wrapping_mul(67) ^ 0x5a)
    })
}

/// Applies `f` to a vector of bytes.
fn applied<V: Bytes>(tier: V::Tier, input: &[[u8; 16]; 4], f: impl Fn(V) -> V) -> [[u8; 16]; 4] {
    let mut output = *input;
    f(V::load(tier, input)).store(&mut output);
    output
}

/// What `applied` should give if `f` does `on_byte` to each byte.
fn expected<V: Bytes>(input: &[[u8; 16]; 4], on_byte: impl Fn(u8) -> u8) -> [[u8; 16]; 4] {
    let mut output = *input;
    for group in &mut output[..V::GROUPS] {
        *group = group.map(&on_byte);
    }
    output
}

/// Checks `f` on every byte.
fn each_byte<V: Bytes>(tier: V::Tier, f: impl Fn(V) -> V, on_byte: impl Fn(u8) -> u8) {
    for first in 0..=255 {
        let input = core::array::from_fn(|g| [first ^ (g as u8) << 6; 16]);
        assert_eq!(applied(tier, &input, &f), expected::<V>(&input, &on_byte), "{} {first:02x}", V::Tier::NAME);
    }
}

fn check_bits<V: Bytes>(tier: V::Tier) {
    let (a, b, c) = (groups(3), groups(71), groups(200));
    let with = |f: fn(V, V, V) -> V, on_byte: fn(u8, u8, u8) -> u8| {
        let output = applied::<V>(tier, &a, |x| f(x, V::load(tier, &b), V::load(tier, &c)));
        for g in 0..V::GROUPS {
            for i in 0..16 {
                assert_eq!(output[g][i], on_byte(a[g][i], b[g][i], c[g][i]), "{}", V::Tier::NAME);
            }
        }
    };
    with(|a, b, _| a.xor(b), |a, b, _| a ^ b);
    with(|a, b, _| a.and(b), |a, b, _| a & b);
    with(|a, b, _| a.or(b), |a, b, _| a | b);
    with(|a, b, _| a.andnot(b), |a, b, _| !a & b);
    with(super::Bits::eor3, |a, b, c| a ^ b ^ c);
    with(|a, _, _| a.not(), |a, _, _| !a);
    assert_eq!(applied::<V>(tier, &a, |_| V::zero(tier))[0], [0; 16]);
}

fn check_bytes<V: Bytes>(tier: V::Tier) {
    check_bits::<V>(tier);
    each_byte::<V>(tier, Bytes::xtime, xtime);
    each_byte::<V>(tier, Bytes::doubled, |x| xtime(x) ^ V::DOUBLED_OMITTED);
    each_byte::<V>(tier, |x| x.nibbles().0, |x| x >> 4);
    each_byte::<V>(tier, |x| x.nibbles().1, |x| x & 15);

    let table = groups(9)[2];
    each_byte::<V>(tier, |x| x.nibbles().1.look_up(table), |x| table[(x & 15) as usize]);
    let top = V::broadcast(tier, [0x80; 16]);
    each_byte::<V>(tier, |x| x.or(top).look_up(table), |_| 0);

    let input = groups(0);
    for times in 0..4 {
        let indices = shift_rows(times);
        let output = applied::<V>(tier, &input, |x| x.shuffle(indices));
        for (output, input) in output.iter().zip(&input).take(V::GROUPS) {
            assert_eq!(*output, indices.map(|i| input[i as usize]), "{}", V::Tier::NAME);
        }
    }
}

fn check_sub_bytes<V: SubBytes>(tier: V::Tier) {
    check_bytes::<V>(tier);
    let omitted = V::broadcast(tier, [V::OMITTED; 16]);
    let doubled = V::broadcast(tier, [xtime(V::OMITTED); 16]);
    each_byte::<V>(tier, |x| x.enter().leave(), |x| x);
    each_byte::<V>(tier, |x| x.enter().sub_bytes().leave().xor(omitted), |x| SBOX[x as usize]);
    each_byte::<V>(tier, |x| x.enter().sub_bytes_doubled().0.leave().xor(omitted), |x| SBOX[x as usize]);
    each_byte::<V>(tier, |x| x.enter().sub_bytes_doubled().1.leave().xor(doubled), |x| mul(2, SBOX[x as usize]));
}

/// Rounds with no key but the middle one, on columns that are alike: SubBytes and MixColumns do the same to each row.
fn check_aes_rounds<V: AesRounds>(tier: V::Tier) {
    let key = 0x3c;
    let (zero, middle) = (V::zero(tier), V::broadcast(tier, [key; 16]));
    let rounds = |x: V| x.begin(zero).round(zero, middle).last_round(middle, zero);
    each_byte::<V>(tier, rounds, |x| SBOX[(SBOX[x as usize] ^ key) as usize]);
}

fn check_lanes<L: Lane>(tier: L::Tier)
where
    L::Word: TryFrom<u64> + PartialEq + core::fmt::Debug,
{
    let cut = |value: u64| L::Word::try_from(value & u64::MAX >> (64 - L::WIDTH)).ok().unwrap();
    let values: [L::Word; 64] = core::array::from_fn(|i| cut(0x0123_4567_89ab_cdef_u64.rotate_left(8 * i as u32 + 1)));
    let check = |result: L, on_lane: &dyn Fn(u64) -> u64| {
        let mut output = values;
        result.store(&mut output);
        for (i, value) in values.into_iter().enumerate() {
            let expected = if i < L::STATES { cut(on_lane(value.into())) } else { value };
            assert_eq!(output[i], expected, "{}", L::Tier::NAME);
        }
    };
    let lanes = L::load(tier, &values);
    check(L::splat(tier, 77), &|_| 77);
    for n in 0..L::WIDTH {
        check(lanes.rol(n), &|x| x << n | x >> ((L::WIDTH - n) % 64));
        check(lanes.shl(n), &|x| x << n);
        check(lanes.shr(n), &|x| x >> n);
    }
}

/// Rows become columns, in each 8 bytes.
#[cfg(all(feature = "luffa", target_arch = "x86_64"))]
fn check_bit_matrices<V: super::BitMatrices>(tier: V::Tier) {
    let input = groups(5);
    let output = applied::<V>(tier, &input, |x| x.transposed());
    for (output, input) in output.iter().zip(&input).take(V::GROUPS) {
        for (output, input) in output.chunks(8).zip(input.chunks(8)) {
            for (i, j) in (0..64).map(|n| (n / 8, n % 8)) {
                assert_eq!(output[i] >> j & 1, input[j] >> i & 1, "{}", V::Tier::NAME);
            }
        }
    }
}

/// Runs a check if this machine has the tier.
macro_rules! on {
    ($tier:ident, $($check:ident::<$vector:ty>),+) => {
        if let Some(tier) = $tier::detect() {
            $($check::<$vector>(tier);)+
        }
    };
}

#[test]
#[cfg(target_arch = "x86_64")]
fn x86_64() {
    use super::x86_64::{Xmm, Ymm, Zmm};
    on!(Sse2, check_lanes::<Xmm<Sse2, 64>>, check_lanes::<Xmm<Sse2, 32>>);
    on!(Ssse3, check_sub_bytes::<Xmm<Ssse3, 8>>);
    on!(Aesni, check_sub_bytes::<Xmm<Aesni, 8>>, check_aes_rounds::<Xmm<Aesni, 8>>);
    on!(Avx, check_sub_bytes::<Xmm<Avx, 8>>, check_aes_rounds::<Xmm<Avx, 8>>);
    on!(Avx2, check_sub_bytes::<Ymm<Avx2, 8>>, check_lanes::<Ymm<Avx2, 64>>, check_lanes::<Ymm<Avx2, 32>>);
    on!(Avx2, check_lanes::<Ymm<Avx2, 16>>, check_lanes::<Ymm<Avx2, 8>>);
    on!(
        Avx512,
        check_lanes::<Zmm<Avx512, 64>>,
        check_lanes::<Zmm<Avx512, 32>>,
        check_lanes::<Zmm<Avx512, 16>>,
        check_lanes::<Zmm<Avx512, 8>>
    );
    on!(Vaes, check_sub_bytes::<Ymm<Vaes, 8>>, check_aes_rounds::<Ymm<Vaes, 8>>);
    on!(Gfni, check_sub_bytes::<Ymm<Gfni, 8>>);
    on!(Avx512, check_sub_bytes::<Zmm<Avx512, 8>>, check_aes_rounds::<Zmm<Avx512, 8>>);
    #[cfg(feature = "luffa")]
    {
        on!(Avx2, check_bit_matrices::<Ymm<Avx2, 64>>);
        on!(Gfni, check_bit_matrices::<Ymm<Gfni, 64>>);
    }
}

#[test]
#[cfg(target_arch = "aarch64")]
fn aarch64() {
    use super::aarch64::Q;
    on!(Neon, check_sub_bytes::<Q<Neon, 8>>, check_lanes::<Q<Neon, 64>>, check_lanes::<Q<Neon, 32>>);
    on!(Neon, check_lanes::<Q<Neon, 16>>, check_lanes::<Q<Neon, 8>>);
    on!(Armaes, check_sub_bytes::<Q<Armaes, 8>>, check_aes_rounds::<Q<Armaes, 8>>);
}
