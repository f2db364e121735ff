//! `smix` on four columns in a vector: the S-box, and Super-Mix as a sum of shuffles of multiples of S(x).
//! [Fugue-SIMD], "Super-MIX".
//!
//! In Super-Mix, each byte of the result is the sum of up to seven bytes, multiplied by 1, 4, 5, 6 or 7. A sum of
//! shuffles computes this: each moves bytes of one multiple to the places where they are added. [Fugue-SIMD] finds
//! forms with 13, 11 and 10 shuffles: [`crate::fugue::vperm13`], [`crate::fugue::vperm11`] and
//! [`crate::fugue::vperm10`]. Vectors that mix bytes of different multiples reduce this to 7: [`crate::fugue::vperm7`].
//! GFNI multiplies each half of a vector by its own factor while it computes the S-box, which takes 8 shuffles and 8
//! multiples: `by8.rs`. This file contains what they share: two traits, the computation of the multiples, and the
//! tables of the shuffles.

#[cfg(vectors)]
use crate::gf256::vperm::Tables;
use crate::gf256::{AFFINE_CONSTANT, mul};
#[cfg(target_arch = "x86_64")]
use crate::vector::Products;
use crate::vector::SubBytes;

/// Four columns.
pub(in crate::fugue) type Group = [u8; 16];

/// Computes `smix`.
pub(in crate::fugue) trait Smix<V: SubBytes>: 'static {
    /// The constant that `smix` leaves for the caller to add, in the basis of `V`.
    const DEFERRED: Group;
    /// Vectors that do not depend on the columns.
    type Constants;

    /// Returns the constants; called once, before a loop.
    fn constants(tier: V::Tier) -> Self::Constants;

    /// Computes columns S0, S1, S2, S3 from columns S3, S0, S1, S2, in the basis of `V`.
    fn smix(constants: &Self::Constants, columns: V) -> V;

    /// Returns the result of `smix`, and its sum with `more`. Since `more` is available early, an implementation may
    /// add it first and have the sum sooner.
    #[inline(always)]
    fn smix_and_add(constants: &Self::Constants, columns: V, more: V) -> (V, V) {
        let mixed = Self::smix(constants, columns);
        (mixed, mixed.xor(more))
    }
}

/// Computes the multiples of the S-box that Super-Mix adds up.
pub(in crate::fugue) trait Multiples<V: SubBytes>: 'static {
    /// The constant that `multiples` omits from S(x).
    const DEFERRED: u8;
    /// The order of the result: byte n of a multiple comes from byte `ORDER[n]` of the operand.
    const ORDER: Group;
    /// The tables, if any.
    type Tables;

    /// Returns the tables; called once, before a loop.
    fn tables(tier: V::Tier) -> Self::Tables;

    /// Returns S(x), 4 S(x) and 7 S(x), each without its multiple of `DEFERRED`.
    fn multiples(tables: &Self::Tables, x: V) -> [V; 3];

    /// Reorders the bytes of `x` so that the results of `multiples` are in the original order.
    #[inline(always)]
    fn in_order(x: V) -> V {
        x.shuffle(const { inverse(Self::ORDER) })
    }
}

/// Looks up each multiple in tables of its own.
pub(in crate::fugue) struct ByLookUp;

impl<V: SubBytes> Multiples<V> for ByLookUp {
    const DEFERRED: u8 = {
        assert!(V::DEFERRED == AFFINE_CONSTANT, "the tables use this basis");
        V::DEFERRED
    };
    const ORDER: Group = AS_GIVEN;
    type Tables = Tables<V>;

    #[inline(always)]
    fn tables(tier: V::Tier) -> Self::Tables {
        Tables::for_loop(tier)
    }
    #[inline(always)]
    fn multiples(tables: &Self::Tables, x: V) -> [V; 3] {
        let inverses = tables.inverses(x);
        [tables.multiple(inverses, 1), tables.multiple(inverses, 4), tables.multiple(inverses, 7)]
    }
}

/// Doubles S(x) to 2 S(x), and that to 4 S(x). Where the S-box is the machine's last round of AES, the bytes keep the
/// order of its ShiftRows, and the shuffles that follow undo it for free.
#[cfg(detection)]
pub(in crate::fugue) struct ByDoubling;

#[cfg(detection)]
impl<V: SubBytes> Multiples<V> for ByDoubling {
    const DEFERRED: u8 = V::DEFERRED;
    const ORDER: Group = inverse(V::SHUFFLE);

    type Tables = ();

    #[inline(always)]
    fn tables(_: V::Tier) {}
    #[inline(always)]
    fn multiples((): &(), x: V) -> [V; 3] {
        let once = x.sub_bytes_shuffled(V::zero(x.tier()));
        let twice = once.xtime();
        let four_times = twice.xtime();
        [once, four_times, four_times.xor(twice).xor(once)]
    }
}

/// Computes every multiple with an S-box instruction of its own, including the constant.
#[cfg(target_arch = "x86_64")]
pub(in crate::fugue) struct ByProducts;

#[cfg(target_arch = "x86_64")]
impl<V: Products> Multiples<V> for ByProducts {
    const DEFERRED: u8 = 0;
    const ORDER: Group = AS_GIVEN;

    type Tables = ();

    #[inline(always)]
    fn tables(_: V::Tier) {}
    #[inline(always)]
    fn multiples((): &(), x: V) -> [V; 3] {
        macro_rules! times {
            ($factor:literal) => {
                x.sub_bytes_times_plus::<$factor, { mul($factor, AFFINE_CONSTANT) as i32 }>()
            };
        }
        [times!(1), times!(4), times!(7)]
    }
}

/// The constants of a `smix` with `N` shuffles of the multiples from `M`.
pub(in crate::fugue) struct Shuffles<V: SubBytes, M: Multiples<V>, const N: usize> {
    /// The tables of the multiples.
    pub(in crate::fugue) tables: M::Tables,
    /// The indices of every shuffle.
    pub(in crate::fugue) indices: [V; N],
}

impl<V: SubBytes, M: Multiples<V>, const N: usize> Shuffles<V, M, N> {
    /// Returns the constants for shuffles with these indices.
    #[inline(always)]
    pub(in crate::fugue) fn new(tier: V::Tier, indices: &'static [Group; N]) -> Self {
        Self { tables: M::tables(tier), indices: broadcast_for_loop(tier, indices) }
    }
}

/// Broadcasts each group to all groups of a vector, for use in a loop; see
/// [`Bytes::constants`](crate::vector::Bytes::constants).
#[inline(always)]
pub(in crate::fugue) fn broadcast_for_loop<V: SubBytes, const N: usize>(
    tier: V::Tier,
    groups: &'static [Group; N],
) -> [V; N] {
    let mut vectors = [V::zero(tier); N];
    for (vector, group) in vectors.iter_mut().zip(V::constants(groups)) {
        *vector = V::broadcast(tier, *group);
    }
    vectors
}

/// The sum of a multiple's shuffles with these numbers.
macro_rules! sum_of {
    ($x:ident by $constants:ident: $first:literal $($more:literal)*) => {
        $x.shuffle_by($constants.indices[$first])$(.xor($x.shuffle_by($constants.indices[$more])))*
    };
}

pub(in crate::fugue) use sum_of;

/// The order that leaves bytes where they are.
pub(in crate::fugue) const AS_GIVEN: Group = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Returns Super-Mix of a state that repeats one byte, in the basis of `V`.
pub(in crate::fugue) const fn mixed<V: SubBytes>(byte: u8) -> Group {
    let mut mixed = [0; 16];
    let mut n = 0;
    while n < 16 {
        mixed[n] = mixed_byte::<V>(byte, n / 4);
        n += 1;
    }
    mixed
}

/// Returns the byte that fills a column of [`mixed`]: the sums of the matrix's rows are 2, 2, 4 and 7.
pub(in crate::fugue) const fn mixed_byte<V: SubBytes>(byte: u8, column: usize) -> u8 {
    V::IN_BASIS[mul([2, 2, 4, 7][column], byte) as usize]
}

/// Translates [`indices`] of bytes of S0 to S3 into places in a multiple whose byte n comes from byte `order[n]` of S3,
/// S0, S1, S2.
pub(in crate::fugue) const fn places(sources: &str, order: &Group) -> Group {
    let mut places = indices(sources);
    let mut n = 0;
    while n < 16 {
        if places[n] < 16 {
            let mut place = 0;
            while source(order[place]) != places[n] {
                place += 1;
            }
            places[n] = place as u8;
        }
        n += 1;
    }
    places
}

/// Returns the number of byte n in the order S0, S1, S2, S3; a vector contains the columns in the order S3, S0, S1, S2.
pub(in crate::fugue) const fn source(n: u8) -> u8 {
    (n + 12) % 16
}

/// Returns the [`places`] for each list of sources.
pub(in crate::fugue) const fn all_places<const N: usize>(sources: [&str; N], order: &Group) -> [Group; N] {
    let mut all = [[0; 16]; N];
    let mut n = 0;
    while n < N {
        all[n] = places(sources[n], order);
        n += 1;
    }
    all
}

/// Parses 16 indices as printed in [Fugue-SIMD]: numbers, or `*` for a zero byte.
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
    n += if text[at - 1] != b' ' { 1 } else { 0 };
    assert!(n == 16, "one index per byte");
    indices
}

/// Returns the inverse of a permutation.
const fn inverse(permutation: Group) -> Group {
    let mut inverse = [0; 16];
    let mut n = 0;
    while n < 16 {
        inverse[permutation[n] as usize] = n as u8;
        n += 1;
    }
    inverse
}
