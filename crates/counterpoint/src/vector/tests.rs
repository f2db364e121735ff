//! Checks every method of every vector type against a plain model, on the tiers that this machine has.
//!
//! A check takes a vector type and its tier's token, fills vectors with distinct bytes or lanes, applies a method, and
//! compares the result with the same computation on single bytes or integers. The lists at the end of this file name
//! the vector types of each tier and the checks that apply to them.

#![cfg(feature = "alloc")]

use super::{Bits, Bytes, Lane};
use crate::cpu::Tier;
use alloc::vec;
use alloc::vec::Vec;

mod bits;
mod bytes;
mod field;
#[cfg(all(feature = "keccak", target_arch = "x86_64"))]
mod keccak;
mod lanes;
#[cfg(all(feature = "luffa", target_arch = "x86_64"))]
mod luffa;

#[cfg(detection)]
use field::check_aes_rounds;
#[cfg(target_arch = "x86_64")]
use field::check_products;
use lanes::{check_lanes, check_transpose_8x8};
use {bytes::check_bytes, field::check_sub_bytes};

/// Returns 64 distinct bytes, which differ from those of other seeds.
fn some_bytes(seed: u8) -> [u8; 64] {
    core::array::from_fn(|i| seed.wrapping_mul(89).wrapping_add(i as u8).wrapping_mul(67) ^ 0x5a)
}

/// Returns the bytes in groups of 16.
fn groups_of(bytes: &[u8; 64]) -> [[u8; 16]; 4] {
    core::array::from_fn(|g| core::array::from_fn(|i| bytes[16 * g + i]))
}

/// How a check fills a vector with bytes and reads them back: as groups of 16, or as lanes.
struct Access<V: Bits> {
    load: fn(V::Tier, &[u8; 64]) -> V,
    bytes: fn(V) -> Vec<u8>,
}

/// Returns a vector filled from the first of 64 bytes.
fn loaded<V: Bytes>(tier: V::Tier, bytes: &[u8; 64]) -> V {
    V::load(tier, &groups_of(bytes)[..V::GROUPS])
}

/// Returns the bytes of a vector of groups.
fn bytes_of<V: Bytes>(vector: V) -> Vec<u8> {
    let mut groups = [[0; 16]; 4];
    vector.store(&mut groups[..V::GROUPS]);
    groups[..V::GROUPS].concat()
}

/// Access to a vector of groups.
fn by_groups<V: Bytes>() -> Access<V> {
    Access { load: loaded::<V>, bytes: bytes_of::<V> }
}

/// Returns the lanes in 64 bytes, each little-endian.
fn lanes_in<L: Lane>(bytes: &[u8; 64]) -> Vec<L::Word>
where
    L::Word: TryFrom<u64>,
{
    let lane = |bytes: &[u8]| bytes.iter().rev().fold(0, |lane, &byte| lane << 8 | u64::from(byte));
    let cut = |value| L::Word::try_from(value).ok().expect("the value has as many bits as a lane");
    bytes.chunks(L::WIDTH as usize / 8).take(L::STATES).map(lane).map(cut).collect()
}

/// Access to a vector of lanes.
fn by_lanes<L: Lane>() -> Access<L>
where
    L::Word: TryFrom<u64> + Default,
{
    Access {
        load: |tier, bytes| L::load(tier, &lanes_in::<L>(bytes)),
        bytes: |vector| {
            let mut lanes = vec![L::Word::default(); L::STATES];
            vector.store(&mut lanes);
            let bytes_of_lane = |lane: L::Word| lane.into().to_le_bytes().into_iter().take(L::WIDTH as usize / 8);
            lanes.into_iter().flat_map(bytes_of_lane).collect()
        },
    }
}

/// Panics with the names of the method and the vector type if a vector's bytes differ from the model's.
fn compare<V>(method: &str, bytes: &[u8], model: &dyn Fn(usize) -> u8) {
    let expected: Vec<u8> = (0..bytes.len()).map(model).collect();
    assert_eq!(bytes, expected, "{method} of {}", core::any::type_name::<V>());
}

/// Runs checks on vector types, if this machine has their tier.
macro_rules! on {
    ($tier:ident: $($vector:ty: $($check:ident)+;)+) => {
        if let Some(tier) = $tier::detect() {
            $($($check::<$vector>(tier);)+)+
        }
    };
}

#[test]
fn portable() {
    use crate::cpu::Portable;
    on! { Portable:
        u8: check_lanes;
        u16: check_lanes;
        u32: check_lanes;
        u64: check_lanes check_transpose_8x8;
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::super::portable::Scalar;
    use super::super::x86_64::{Xmm, Ymm, Zmm};
    use super::bytes::each_byte;
    #[cfg(feature = "keccak")]
    use super::keccak::check_pairs_of_lanes;
    #[cfg(feature = "luffa")]
    use super::luffa::check_groups_of_zmm;
    use super::*;
    use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};

    /// The 128-bit vectors of each tier with a byte shuffle.
    macro_rules! on_128_bits {
        ($($tier:ident)+) => {$(
            on! { $tier:
                Xmm<$tier, 64>: check_lanes check_bytes;
                Xmm<$tier, 32>: check_lanes check_bytes;
                Xmm<$tier, 8>: check_bytes;
            }
        )+};
    }

    /// The 256-bit vectors and general registers of each tier with 256-bit vectors.
    macro_rules! on_256_bits {
        ($($tier:ident)+) => {$(
            on! { $tier:
                Ymm<$tier, 64>: check_lanes check_bytes check_sub_bytes;
                Ymm<$tier, 32>: check_lanes check_bytes check_sub_bytes;
                Ymm<$tier, 16>: check_lanes check_bytes check_sub_bytes;
                Ymm<$tier, 8>: check_lanes check_bytes check_sub_bytes;
                Scalar<u64, $tier>: check_lanes;
                Scalar<u32, $tier>: check_lanes;
                Scalar<u16, $tier>: check_lanes;
                Scalar<u8, $tier>: check_lanes;
            }
        )+};
    }

    #[test]
    fn lanes_and_bytes() {
        on! { Sse2: Xmm<Sse2, 64>: check_lanes; Xmm<Sse2, 32>: check_lanes; }
        on_128_bits!(Ssse3 Aesni Avx Avx2 Vaes Gfni Avx512);
        on_256_bits!(Avx2 Vaes Gfni Avx512);
        on! { Avx512:
            Zmm<Avx512, 64>: check_lanes check_bytes;
            Zmm<Avx512, 32>: check_lanes check_bytes;
            Zmm<Avx512, 16>: check_lanes check_bytes;
            Zmm<Avx512, 8>: check_lanes check_bytes;
        }
    }

    #[test]
    fn s_box_products_and_rounds() {
        on! { Ssse3: Xmm<Ssse3, 8>: check_sub_bytes; }
        on! { Aesni: Xmm<Aesni, 8>: check_sub_bytes check_aes_rounds; }
        on! { Avx: Xmm<Avx, 8>: check_sub_bytes check_aes_rounds; }
        on! { Vaes: Ymm<Vaes, 8>: check_aes_rounds; }
        on! { Gfni: Xmm<Gfni, 8>: check_sub_bytes check_products; Ymm<Gfni, 8>: check_products; }
        on! { Avx512:
            Xmm<Avx512, 8>: check_sub_bytes check_products;
            Ymm<Avx512, 8>: check_products;
            Zmm<Avx512, 8>: check_sub_bytes check_products check_aes_rounds;
        }
    }

    #[test]
    fn doubling_without_products() {
        if let Some(tier) = Avx512::detect() {
            each_byte::<Zmm<Avx512, 8>>(tier, "xtime_by_mask", &Zmm::xtime_by_mask, &crate::gf256::xtime);
        }
    }

    #[test]
    fn matrices_of_bits() {
        on! { Ssse3: Xmm<Ssse3, 64>: check_transpose_8x8; }
        on! { Avx2: Ymm<Avx2, 64>: check_transpose_8x8; }
        on! { Gfni: Ymm<Gfni, 64>: check_transpose_8x8; }
        on! { Avx512: Ymm<Avx512, 64>: check_transpose_8x8; Zmm<Avx512, 64>: check_transpose_8x8; }
    }

    #[test]
    #[cfg(feature = "keccak")]
    fn pairs_of_lanes() {
        if let Some(tier) = Avx512::detect() {
            check_pairs_of_lanes(tier);
        }
    }

    #[test]
    #[cfg(feature = "groestl")]
    fn products_of_words() {
        let Some(tier) = Ssse3::detect() else { return };
        let (bytes, factors) = (some_bytes(1), [1, 2, 4, 0x80, 0x8000, 3, 0xffff, 0x1234]);
        let products = loaded::<Xmm<Ssse3, 64>>(tier, &bytes).times_words(factors);
        let word = |i: usize| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]).wrapping_mul(factors[i]);
        compare::<Xmm<Ssse3, 64>>("times_words", &bytes_of(products), &|i| word(i / 2).to_le_bytes()[i % 2]);
    }

    #[test]
    #[cfg(feature = "luffa")]
    fn groups_of_512_bits() {
        if let Some(tier) = Avx512::detect() {
            check_groups_of_zmm(tier);
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::super::aarch64::Q;
    use super::*;
    use crate::cpu::{Armaes, Armsha3, Neon};

    /// The vectors of each tier.
    macro_rules! on_128_bits {
        ($($tier:ident)+) => {$(
            on! { $tier:
                Q<$tier, 64>: check_lanes check_bytes;
                Q<$tier, 32>: check_lanes check_bytes;
                Q<$tier, 16>: check_lanes check_bytes;
                Q<$tier, 8>: check_lanes check_bytes;
            }
        )+};
    }

    #[test]
    fn lanes_and_bytes() {
        on_128_bits!(Neon Armaes Armsha3);
    }

    #[test]
    fn s_box_and_rounds() {
        on! { Neon: Q<Neon, 8>: check_sub_bytes; }
        on! { Armaes: Q<Armaes, 8>: check_sub_bytes check_aes_rounds; }
    }

    #[test]
    fn matrices_of_bits() {
        on! { Neon: Q<Neon, 64>: check_transpose_8x8; }
    }
}

#[cfg(simd128)]
mod wasm32 {
    use super::super::wasm32::V128;
    use super::*;
    #[cfg(relaxed)]
    use crate::cpu::Relaxed;
    use crate::cpu::Simd128;

    /// The vectors of each tier.
    macro_rules! on_128_bits {
        ($($tier:ident)+) => {$(
            on! { $tier:
                V128<$tier, 64>: check_lanes check_bytes check_transpose_8x8;
                V128<$tier, 32>: check_lanes check_bytes;
                V128<$tier, 16>: check_lanes check_bytes;
                V128<$tier, 8>: check_lanes check_bytes check_sub_bytes;
            }
        )+};
    }

    #[test]
    fn everything() {
        on_128_bits!(Simd128);
        #[cfg(relaxed)]
        on_128_bits!(Relaxed);
    }
}
