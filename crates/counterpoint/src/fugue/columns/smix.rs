//! `smix` on columns in a vector: the S-box and Super-Mix, as shuffles of multiples of S(x). [Fugue-SIMD] 3.3 and 3.4.
//!
//! Super-Mix adds to each byte up to seven others, times 1, 4, 5, 6 or 7. So it is a sum of shuffles: one takes bytes of one multiple to where they
//! are added. [Fugue-SIMD] finds forms with 13, 11 and 10 shuffles: [`By13`], [`By11`], [`By10`]. With GFNI, which multiplies each half of a vector by a
//! factor of its own in the S-box itself, 8 are enough: [`By8`].

use super::Group;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::gf256::vperm::sub_bytes_multiples;
use crate::gf256::{AFFINE_CONSTANT, mul};
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// A way to do `smix`.
pub(in crate::fugue) trait Smix<V: SubBytes>: 'static {
    /// What it leaves out of its result for the caller to add, in the basis of `V`.
    const OMITTED: Group;

    /// From columns S3, S0, S1, S2 to columns S0, S1, S2, S3, in the basis of `V`.
    fn smix(tier: V::Tier, columns: V) -> V;

    /// The result of `smix`, and its sum with something that is there before, where that may cost less time than one after the other.
    #[inline(always)]
    fn smix_and_add(tier: V::Tier, columns: V, more: V) -> (V, V) {
        let mixed = Self::smix(tier, columns);
        (mixed, mixed.xor(more))
    }
}

/// A way to multiples of the S-box.
pub(in crate::fugue) trait Multiples<V: SubBytes>: 'static {
    /// What it leaves out of S(x).
    const OMITTED: u8;
    /// Byte n of a multiple belongs to byte `ORDER[n]` of what it is given.
    const ORDER: Group;

    /// c S(x) for some factors c up to 7, without c `OMITTED`.
    fn multiples<const N: usize>(tier: V::Tier, x: V, factors: [usize; N]) -> [V; N];

    /// What `multiples` has to be given for bytes in the order of `x`.
    #[inline(always)]
    fn in_order(x: V) -> V {
        x.shuffle(const { inverse(Self::ORDER) })
    }
}

/// Every multiple by tables of its own.
pub(in crate::fugue) struct ByLookUp;

impl<V: SubBytes> Multiples<V> for ByLookUp {
    const OMITTED: u8 = {
        assert!(V::OMITTED == AFFINE_CONSTANT, "the basis is that of the tables");
        V::OMITTED
    };
    const ORDER: Group = AS_GIVEN;

    #[inline(always)]
    fn multiples<const N: usize>(_: V::Tier, x: V, factors: [usize; N]) -> [V; N] {
        sub_bytes_multiples(x, factors)
    }
}

/// 2 S(x) from S(x), and 4 S(x) from that. ShiftRows stays in the bytes' order where the S-box is the machine's last round of AES.
pub(in crate::fugue) struct ByDoubling;

impl<V: SubBytes> Multiples<V> for ByDoubling {
    const OMITTED: u8 = V::OMITTED;
    const ORDER: Group = inverse(V::SHUFFLE);

    #[inline(always)]
    fn multiples<const N: usize>(tier: V::Tier, x: V, factors: [usize; N]) -> [V; N] {
        let once = x.sub_bytes_shuffled(V::zero(tier));
        let twice = once.xtime();
        let four_times = twice.xtime();
        let mut multiples = [once; N];
        for (multiple, c) in multiples.iter_mut().zip(factors) {
            *multiple = match c {
                1 => once,
                2 => twice,
                4 => four_times,
                5 => four_times.xor(once),
                6 => four_times.xor(twice),
                _ => four_times.xor(twice).xor(once),
            };
        }
        multiples
    }
}

/// Every multiple by an S-box of its own, with its constant.
#[cfg(target_arch = "x86_64")]
pub(in crate::fugue) struct ByProducts;

#[cfg(target_arch = "x86_64")]
impl<V: Products> Multiples<V> for ByProducts {
    const OMITTED: u8 = 0;
    const ORDER: Group = AS_GIVEN;

    #[inline(always)]
    fn multiples<const N: usize>(_: V::Tier, x: V, factors: [usize; N]) -> [V; N] {
        macro_rules! times {
            ($factor:literal) => {
                x.sub_bytes_times_plus::<$factor, { mul($factor, AFFINE_CONSTANT) as i32 }>()
            };
        }
        let mut multiples = [x; N];
        for (multiple, c) in multiples.iter_mut().zip(factors) {
            *multiple = match c {
                1 => times!(1),
                2 => times!(2),
                4 => times!(4),
                5 => times!(5),
                6 => times!(6),
                _ => times!(7),
            };
        }
        multiples
    }
}

/// Bytes of S0 to S3 from a multiple.
macro_rules! from {
    ($x:ident: $($sources:literal)+) => {
        $x.shuffle(const { $crate::fugue::columns::smix::places(concat!($($sources, " "),+), &M::ORDER) })
    };
}

/// A sum of shuffles of one multiple.
macro_rules! sum_from {
    ($x:ident: [$($first:literal)+] $([$($more:literal)+])*) => {
        from!($x: $($first)+)$(.xor(from!($x: $($more)+)))*
    };
}

pub(in crate::fugue) use {from, sum_from};

/// Bytes in the order in which they are given.
pub(in crate::fugue) const AS_GIVEN: Group = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Super-Mix of the same byte everywhere, in the basis of `V`.
pub(in crate::fugue) const fn mixed<V: SubBytes>(byte: u8) -> Group {
    let mut mixed = [0; 16];
    let mut n = 0;
    while n < 16 {
        mixed[n] = mixed_byte::<V>(byte, n / 4);
        n += 1;
    }
    mixed
}

/// One column of it: the rows of the matrix sum up to 2, 2, 4 and 7.
pub(in crate::fugue) const fn mixed_byte<V: SubBytes>(byte: u8, column: usize) -> u8 {
    V::ENTERED[mul([2, 2, 4, 7][column], byte) as usize]
}

/// Where bytes of S0 to S3 are, if byte n belongs to byte `order[n]` of S3, S0, S1, S2; see [`indices`].
pub(in crate::fugue) const fn places(sources: &str, order: &Group) -> Group {
    let mut places = indices(sources);
    let mut n = 0;
    while n < 16 {
        if places[n] < 16 {
            let given = (places[n] + 4) % 16;
            places[n] = 0;
            while order[places[n] as usize] != given {
                places[n] += 1;
            }
        }
        n += 1;
    }
    places
}

/// 16 indices as [Fugue-SIMD] prints them: numbers, or `*` for nothing.
pub(in crate::fugue) const fn indices(sources: &str) -> Group {
    let text = sources.as_bytes();
    let (mut indices, mut n, mut at) = ([0; 16], 0, 0);
    while at < text.len() {
        match text[at] {
            b' ' => n += if at > 0 && text[at - 1] != b' ' { 1 } else { 0 },
            b'*' => indices[n] = 0x80,
            digit => indices[n] = 10 * indices[n] + (digit - b'0'),
        }
        at += 1;
    }
    assert!(n == 16, "one index a byte");
    indices
}

/// The permutation that undoes another.
const fn inverse(permutation: Group) -> Group {
    let mut inverse = [0; 16];
    let mut n = 0;
    while n < 16 {
        inverse[permutation[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}
