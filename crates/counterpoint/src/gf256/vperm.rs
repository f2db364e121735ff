//! The S-box by look-ups in tables of 16 bytes, for machines that can look up all bytes of a vector at once.
//!
//! \[vperm\]. A byte is represented by two elements of GF(16), a subfield of GF(2^8), so its inverse requires only
//! tables of 16 entries. Such a table fits into a register and is read by a byte shuffle. No memory address depends on
//! data, so this is constant-time.
//!
//! Let a = {5d} and z = {fe}, and let phi map nibbles to the 16 elements of GF(16). A byte x is represented by two
//! nibbles i and k. With j = i + k:
//!
//! ```text
//!   a x = phi(i) z + phi(j) (z + 1)         into the basis: x -> 16 i + k, a linear map: two look-ups
//!
//!   u = 1 / (1 / (1/i + a/k) + j)           1/x = u (1 + a (z + 1)) + v (1 + a z)
//!   v = 1 / (1 / (1/j + a/k) + i)           so c S(x) + c {63} = one look-up by 1/u + one by 1/v, for any c
//! ```
//!
//! 1/0 is represented by 80. A shuffle returns 0 for this index, even after a nibble has been added to it, so zeros
//! need no special case. The representation is linear: the sum of two representations represents the sum of the
//! bytes. A computation can therefore stay in this basis from beginning to end.

use super::{affine_map, inverse, mul};
use crate::vector::Bytes;

/// Two tables: one for the low and one for the high nibbles, or one for each half of the inverse.
type Pair = [[u8; 16]; 2];

/// A basis of GF(16): the elements that bits 0 to 3 of a nibble represent.
const BASIS: [u8; 4] = [0x01, 0x0c, 0x50, 0xb0];
const A: u8 = 0x5d;
const ZETA: u8 = 0xfe;
/// The representation of 1/0.
const INFINITY: u8 = 0x80;

/// Returns the element of GF(16) that a nibble represents.
const fn phi(nibble: u8) -> u8 {
    let mut element = 0;
    let mut bit = 0;
    while bit < 4 {
        element ^= BASIS[bit] * (nibble >> bit & 1);
        bit += 1;
    }
    element
}

/// Returns the nibble that represents an element of GF(16).
const fn nibble(element: u8) -> u8 {
    let mut nibble = 0;
    while phi(nibble) != element {
        nibble += 1;
    }
    nibble
}

/// Returns the table of `numerator` / k as a nibble, for each nibble k.
const fn quotients(numerator: u8) -> [u8; 16] {
    let mut table = [INFINITY; 16];
    let mut k = 1;
    while k < 16 {
        table[k] = nibble(mul(numerator, inverse(phi(k as u8))));
        k += 1;
    }
    table
}

/// The byte that 16 i + k represents, at index 16 i + k.
const REPRESENTED: [u8; 256] = {
    let over_a = inverse(A);
    let mut table = [0; 256];
    let mut t = 0;
    while t < 256 {
        let (i, k) = (t as u8 >> 4, t as u8 & 15);
        table[t] = mul(over_a, mul(phi(i), ZETA) ^ mul(phi(i ^ k), ZETA ^ 1));
        t += 1;
    }
    table
};

/// The representation 16 i + k of each byte.
pub(crate) const IN_BASIS: [u8; 256] = {
    let mut table = [0; 256];
    let mut t = 0;
    while t < 256 {
        table[REPRESENTED[t] as usize] = t as u8;
        t += 1;
    }
    table
};

const INVERSE: [u8; 16] = quotients(1);
const A_OVER: [u8; 16] = quotients(A);

const INTO_BASIS: Pair = nibble_tables(&IN_BASIS);
const OUT_OF_BASIS: Pair = nibble_tables(&REPRESENTED);

/// Splits a linear map of bytes into a table for the low nibble and a table for the high nibble.
const fn nibble_tables(map: &[u8; 256]) -> Pair {
    let mut tables = [[0; 16]; 2];
    let mut n = 0;
    while n < 16 {
        tables[0][n] = map[n];
        tables[1][n] = map[n << 4];
        n += 1;
    }
    tables
}

/// Returns the tables whose sum at 1/u and at 1/v is c S(x) + c {63}, in this basis.
const fn multiple(c: u8) -> Pair {
    let factors = [1 ^ mul(A, ZETA ^ 1), 1 ^ mul(A, ZETA)];
    let mut tables = [[0; 16]; 2];
    let mut half = 0;
    while half < 2 {
        // Index 0 does not occur, since neither 1/u nor 1/v is 0.
        let mut n = 1;
        while n < 16 {
            let part = mul(inverse(phi(n as u8)), factors[half]);
            tables[half][n] = IN_BASIS[mul(c, affine_map(part)) as usize];
            n += 1;
        }
        half += 1;
    }
    tables
}

/// The tables of c S(x) + c {63}, at index c.
const TIMES: [Pair; 8] =
    [[[0; 16]; 2], multiple(1), multiple(2), multiple(3), multiple(4), multiple(5), multiple(6), multiple(7)];

/// Applies a linear map of bytes, given by its tables for the low and the high nibbles.
#[inline(always)]
fn map<V: Bytes>(x: V, tables: &Pair) -> V {
    let (high, low) = x.nibbles();
    low.look_up(tables[0]).xor(high.look_up(tables[1]))
}

/// Changes the basis: from ordinary bytes to the basis of this file.
#[inline(always)]
pub(crate) fn into_basis<V: Bytes>(x: V) -> V {
    map(x, &INTO_BASIS)
}

/// Changes the basis back to ordinary bytes.
#[inline(always)]
pub(crate) fn out_of_basis<V: Bytes>(x: V) -> V {
    map(x, &OUT_OF_BASIS)
}

/// The tables of the S-box and its multiples: each is an array, or a vector that repeats it in every group.
#[derive(Clone, Copy)]
pub(crate) struct Tables<T> {
    /// 1 / k
    inverse: T,
    /// a / k
    a_over: T,
    /// c S(x) + c {63} at index c, by 1/u and by 1/v.
    times: [[T; 2]; 8],
}

const TABLES: Tables<[u8; 16]> = Tables { inverse: INVERSE, a_over: A_OVER, times: TIMES };

impl<V: Bytes> Tables<V> {
    /// Returns the tables as constants known to the compiler.
    #[inline(always)]
    pub(crate) fn known(tier: V::Tier) -> Self {
        Self::broadcast(tier, &TABLES)
    }

    /// Returns the tables for a loop; see [`Bytes::constants`].
    #[inline(always)]
    pub(crate) fn for_loop(tier: V::Tier) -> Self {
        Self::broadcast(tier, V::constants(&TABLES))
    }

    #[inline(always)]
    fn broadcast(tier: V::Tier, tables: &Tables<[u8; 16]>) -> Self {
        // Not `map`, which the compiler might call.
        macro_rules! times {
            ($($c:literal)+) => {
                [$([V::broadcast(tier, tables.times[$c][0]), V::broadcast(tier, tables.times[$c][1])]),+]
            };
        }
        Self {
            inverse: V::broadcast(tier, tables.inverse),
            a_over: V::broadcast(tier, tables.a_over),
            times: times!(0 1 2 3 4 5 6 7),
        }
    }

    /// Returns c (S(x) + {63}) for a factor c of at most 7, given the inverses of x. Input and output are in this
    /// basis. Each factor costs only two look-ups, since the inverses are shared.
    #[inline(always)]
    pub(crate) fn multiple(&self, (u, v): (V, V), c: usize) -> V {
        let [of_u, of_v] = self.times[c % 8];
        of_u.shuffle_by(u).xor(of_v.shuffle_by(v))
    }

    /// Returns 1/u and 1/v, each a nibble or 1/0.
    #[inline(always)]
    pub(crate) fn inverses(&self, x: V) -> (V, V) {
        let (i, k) = x.nibbles();
        let j = i.xor(k);
        let a_over_k = self.a_over.shuffle_by(k);
        let from_i = self.inverse.shuffle_by(i).xor(a_over_k);
        let from_j = self.inverse.shuffle_by(j).xor(a_over_k);
        (self.inverse.shuffle_by(from_i).xor(j), self.inverse.shuffle_by(from_j).xor(i))
    }
}

/// Returns S(x) + {63}. Input and output are in this basis.
#[inline(always)]
pub(crate) fn sub_bytes<V: Bytes>(x: V) -> V {
    let tables = Tables::known(x.tier());
    tables.multiple(tables.inverses(x), 1)
}

/// Returns S(x) + {63} and 2 (S(x) + {63}). Input and outputs are in this basis.
#[inline(always)]
pub(crate) fn sub_bytes_doubled<V: Bytes>(x: V) -> (V, V) {
    let tables = Tables::known(x.tier());
    let inverses = tables.inverses(x);
    (tables.multiple(inverses, 1), tables.multiple(inverses, 2))
}

/// The methods of [`SubBytes`](crate::vector::SubBytes), implemented with the functions of this file.
#[cfg(vectors)]
macro_rules! sub_bytes_by_vperm {
    () => {
        const DEFERRED: u8 = crate::gf256::AFFINE_CONSTANT;
        const IN_BASIS: [u8; 256] = crate::gf256::vperm::IN_BASIS;

        #[inline(always)]
        fn into_basis(self) -> Self {
            crate::gf256::vperm::into_basis(self)
        }
        #[inline(always)]
        fn out_of_basis(self) -> Self {
            crate::gf256::vperm::out_of_basis(self)
        }
        #[inline(always)]
        fn sub_bytes(self) -> Self {
            crate::gf256::vperm::sub_bytes(self)
        }
        #[inline(always)]
        fn sub_bytes_doubled(self) -> (Self, Self) {
            crate::gf256::vperm::sub_bytes_doubled(self)
        }
    };
}
#[cfg(vectors)]
pub(crate) use sub_bytes_by_vperm;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phi_is_a_field() {
        for m in 0..16 {
            for n in 0..16 {
                assert_eq!(phi(nibble(mul(phi(m), phi(n)))), mul(phi(m), phi(n)));
            }
        }
    }

    /// The first values of `k_inv`, `k_ipt`, `k_opt`, `k_sb1` and `k_sb2` in the code published by the author of
    /// \[vperm\]. \[Fugue-SIMD\] names such tables but gives no values.
    #[test]
    fn the_tables_begin_as_those_of_the_public_code() {
        assert_eq!(INVERSE[..8], [0x80, 0x01, 0x08, 0x0d, 0x0f, 0x06, 0x05, 0x0e]);
        assert_eq!(A_OVER[..8], [0x80, 0x07, 0x0b, 0x0f, 0x06, 0x0a, 0x04, 0x01]);
        assert_eq!(INTO_BASIS[0][..4], [0x00, 0x70, 0x2a, 0x5a]);
        assert_eq!(INTO_BASIS[1][..4], [0x00, 0x4d, 0x7c, 0x31]);
        assert_eq!(OUT_OF_BASIS[0][..4], [0x00, 0x60, 0xb6, 0xd6]);
        assert_eq!(OUT_OF_BASIS[1][..4], [0x00, 0xec, 0xbc, 0x50]);
        assert_eq!(TIMES[1][0][..4], [0x00, 0x3e, 0x50, 0xcb]);
        assert_eq!(TIMES[2][1][..4], [0x00, 0x29, 0xe1, 0x0a]);
    }
}
