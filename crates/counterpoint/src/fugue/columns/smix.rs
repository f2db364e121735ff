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
use core::marker::PhantomData;

/// A way to do `smix`.
pub(super) trait Smix<V: SubBytes>: 'static {
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

/// 13 shuffles.
pub(in crate::fugue) struct By13<M>(PhantomData<M>);
/// 11 shuffles, since 5 = 2 + 7 and 6 = 2 + 4.
pub(in crate::fugue) struct By11<M>(PhantomData<M>);
/// 10 shuffles, since some are done to what others have given.
pub(in crate::fugue) struct By10<M>(PhantomData<M>);

/// Bytes of S0 to S3 from a multiple.
macro_rules! from {
    ($x:ident: $($sources:literal)+) => {
        $x.shuffle(const { places(concat!($($sources, " "),+), &M::ORDER) })
    };
}

/// A sum of shuffles of one multiple.
macro_rules! sum_from {
    ($x:ident: [$($first:literal)+] $([$($more:literal)+])*) => {
        from!($x: $($first)+)$(.xor(from!($x: $($more)+)))*
    };
}

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By13<M> {
    const OMITTED: Group = mixed::<V>(M::OMITTED);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        let [x1, x4, x5, x6, x7] = M::multiples(tier, columns, [1, 4, 5, 6, 7]);
        let ones = sum_from!(x1:
            ["0 1 2 3"    "7 1 2 2"      "11 12 1 6" "15 0 5 10"]
            ["3 4 6 7"    "8 8 6 7"      "* * * *"   "* * * *"]
            ["4 5 9 11"   "12 13 13 11"  "* * * *"   "* * * *"]
            ["8 9 10 14"  "* * * *"      "* * * *"   "* * * *"]
            ["12 13 14 15" "* * * *"     "* * * *"   "* * * *"]);
        let fours = sum_from!(x4:
            ["1 6 11 12"  "5 10 15 0"    "9 14 3 4"  "4 2 2 3"]
            ["* * * *"    "* * * *"      "* * * *"   "8 9 7 7"]
            ["* * * *"    "* * * *"      "* * * *"   "13 13 14 8"]);
        let fives = sum_from!(x5:
            ["* * * *"    "* * * *"      "* * * *"   "12 1 6 11"]);
        let sixes = sum_from!(x6:
            ["* * * *"    "* * * *"      "8 13 2 7"  "* * * *"]);
        let sevens = sum_from!(x7:
            ["2 7 8 13"   "6 11 12 1"    "4 1 0 3"   "14 3 4 9"]
            ["* * * *"    "* * * *"      "10 9 6 5"  "* * * *"]
            ["* * * *"    "* * * *"      "12 15 14 11" "* * * *"]);
        ones.xor(fours).xor(fives.xor(sixes)).xor(sevens)
    }
}

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By11<M> {
    const OMITTED: Group = mixed::<V>(M::OMITTED);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        let [x1, x2, x4, x7] = M::multiples(tier, columns, [1, 2, 4, 7]);
        let ones = sum_from!(x1:
            ["0 1 2 3"    "7 1 2 2"      "11 12 1 6" "15 0 5 10"]
            ["3 4 6 7"    "8 8 6 7"      "* * * *"   "* * * *"]
            ["4 5 9 11"   "12 13 13 11"  "* * * *"   "* * * *"]
            ["8 9 10 14"  "* * * *"      "* * * *"   "* * * *"]);
        let twos = sum_from!(x2:
            ["12 13 14 15" "* * * *"     "8 13 2 7"  "12 1 6 11"]);
        let fours = sum_from!(x4:
            ["1 6 11 12"  "5 10 15 0"    "9 14 3 4"  "4 2 2 3"]
            ["12 13 14 15" "* * * *"     "8 13 2 7"  "8 9 7 7"]
            ["* * * *"    "* * * *"      "* * * *"   "13 13 14 8"]);
        let sevens = sum_from!(x7:
            ["2 7 8 13"   "6 11 12 1"    "4 1 0 3"   "14 3 4 9"]
            ["12 13 14 15" "* * * *"     "10 9 6 5"  "12 1 6 11"]
            ["* * * *"    "* * * *"      "12 15 14 11" "* * * *"]);
        ones.xor(fours).xor(twos).xor(sevens)
    }
}

impl<V: SubBytes, M: Multiples<V>> Smix<V> for By10<M> {
    const OMITTED: Group = mixed::<V>(M::OMITTED);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        let [x1, x2, x4, x7] = M::multiples(tier, columns, [1, 2, 4, 7]);
        macro_rules! and_again {
            ($x:ident: $($sources:literal)+) => {
                $x.xor($x.shuffle(const { indices(concat!($($sources, " "),+)) }))
            };
        }
        let ones = from!(x1:          "4 5 6 3"     "7 8 13 11" "10 15 14 5" "12 9 10 14");
        let ones = and_again!(ones:   "3 0 13 7"    "12 6 2 4"  "* * * *"    "5 6 10 9");
        let ones = and_again!(ones:   "12 13 14 15" "* * * *"   "* * * *"    "12 13 14 15");
        let more = from!(x1:          "0 1 2 7"     "8 1 2 2"   "11 12 1 6"  "15 0 5 10");
        let fours = from!(x4:         "1 6 11 12"   "5 10 15 0" "9 14 3 4"   "4 2 2 3");
        let sevens = from!(x7:        "2 7 8 13"    "6 11 12 1" "4 1 0 3"    "14 3 4 9");
        let sevens = and_again!(sevens: "* * * *"   "* * * *"   "6 15 4 5"   "6 7 4 5");
        let sixes = from!(x4:         "13 13 14 8"  "8 13 2 7"  "10 15 14 5" "8 9 7 7");
        let twos = from!(x2:          "* * * *"     "8 13 2 7"  "10 15 14 5" "12 1 6 11");
        let sixes = sixes.xor(twos);
        let sixes = and_again!(sixes: "0 0 2 3"     "4 5 6 7"   "4 5 6 7"    "0 0 2 3");
        ones.xor(more).xor(fours).xor(sevens).xor(sixes)
    }
}

/// Eight vectors. Five are shuffled first, so that each half goes through the S-box with a factor of its own, and three are multiples that are
/// shuffled then: both instructions have work from the start. 6 = 2 + 4, 5 = 2 + 7, and one 4 is 3 + 7.
#[cfg(target_arch = "x86_64")]
pub(in crate::fugue) struct By8;

#[cfg(target_arch = "x86_64")]
impl<V: Products> Smix<V> for By8 {
    const OMITTED: Group = mixed::<V>(AFFINE_CONSTANT);

    #[inline(always)]
    fn smix(tier: V::Tier, columns: V) -> V {
        Self::smix_and_add(tier, columns, V::zero(tier)).1
    }

    #[inline(always)]
    fn smix_and_add(_: V::Tier, columns: V, more: V) -> (V, V) {
        macro_rules! from {
            ($x:expr, $($sources:literal)+) => {
                $x.shuffle(const { places(concat!($($sources, " "),+), &AS_GIVEN) })
            };
        }
        let x1 = columns.sub_bytes_times::<1>();
        let x4 = columns.sub_bytes_times::<4>();
        let x7 = columns.sub_bytes_times::<7>();
        let d = from!(columns, "3 4 9 14"  "8 13 2 7"  "4 9 14 3"  "4 9 14 3").sub_bytes_times_each::<1, 7>();
        let e = from!(columns, "4 9 14 3"  "12 1 6 11" "12 1 6 11" "12 1 6 11").sub_bytes_times_each::<1, 7>();
        let f = from!(columns, "8 13 2 7"  "* * * *"   "8 13 2 7"  "12 1 6 11").sub_bytes_times_each::<1, 2>();
        let g = from!(columns, "12 1 6 11" "* * * *"   "* * * *"   "4 9 14 3").sub_bytes_times_each::<1, 3>();
        let h = from!(columns, "* * * *"   "* * * *"   "8 13 2 7"  "8 13 2 7").sub_bytes_times_each::<1, 4>();
        let a = from!(x1,      "0 5 10 15" "7 8 13 2"  "11 12 1 6" "15 0 5 10");
        let b = from!(x4,      "1 6 11 12" "5 10 15 0" "9 14 3 4"  "13 2 7 8");
        let c = from!(x7,      "2 7 8 13"  "6 11 12 1" "10 15 0 5" "14 3 4 9");
        // The first three come last.
        let sum = d.eor3(e, f).eor3(a.eor3(b, c), g.eor3(h, more));
        (sum.xor(more), sum)
    }
}

/// Bytes in the order in which they are given.
const AS_GIVEN: Group = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Super-Mix of the same byte everywhere, in the basis of `V`.
const fn mixed<V: SubBytes>(byte: u8) -> Group {
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
const fn places(sources: &str, order: &Group) -> Group {
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
const fn indices(sources: &str) -> Group {
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
