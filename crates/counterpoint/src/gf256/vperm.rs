//! The S-box by look-ups in tables of 16 bytes, for machines that look up all bytes of a vector at once.
//!
//! \[vperm\]: a byte is written as two elements of GF(16) within the field, so that its inverse needs only tables of 16 entries.
//! Such a table fits into a register and is read by a byte shuffle: no memory is addressed, so this is constant time.
//!
//! With a = {5d}, z = {fe} and phi, the 16 elements of GF(16), a byte x is kept as two nibbles i and k, with j = i + k:
//!
//! ```text
//!   a x = phi(i) z + phi(j) (z + 1)         enter: x -> 16 i + k, linear, two look-ups
//!
//!   u = 1 / (1 / (1/i + a/k) + j)           1/x = u (1 + a (z + 1)) + v (1 + a z)
//!   v = 1 / (1 / (1/j + a/k) + i)           so c S(x) + c {63} = one look-up by 1/u + one by 1/v, for any c
//! ```
//!
//! 1/0 is written 80: a shuffle gives 0 for it, and still does when a nibble has been added. Sums of results are still sums, so a
//! computation can stay in this basis from end to end.

use super::{affine_map, inverse, mul};
use crate::vector::Bytes;

/// A table for the low nibbles and one for the high ones, or one for each half of the inverse.
type Pair = [[u8; 16]; 2];

/// A basis of GF(16): the elements that bits 0 to 3 of a nibble stand for.
const BASIS: [u8; 4] = [0x01, 0x0c, 0x50, 0xb0];
const A: u8 = 0x5d;
const ZETA: u8 = 0xfe;
/// 1/0.
const INFINITY: u8 = 0x80;

/// The element of GF(16) that a nibble stands for.
const fn phi(nibble: u8) -> u8 {
    let mut element = 0;
    let mut bit = 0;
    while bit < 4 {
        element ^= BASIS[bit] * (nibble >> bit & 1);
        bit += 1;
    }
    element
}

/// The nibble that stands for an element of GF(16).
const fn nibble(element: u8) -> u8 {
    let mut nibble = 0;
    while phi(nibble) != element {
        nibble += 1;
    }
    nibble
}

/// `numerator` / k as a nibble, for each nibble k.
const fn quotients(numerator: u8) -> [u8; 16] {
    let mut table = [INFINITY; 16];
    let mut k = 1;
    while k < 16 {
        table[k] = nibble(mul(numerator, inverse(phi(k as u8))));
        k += 1;
    }
    table
}

/// The byte that 16 i + k stands for, by 16 i + k.
const LEFT: [u8; 256] = {
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

/// What a byte is written as.
pub(crate) const ENTERED: [u8; 256] = {
    let mut table = [0; 256];
    let mut t = 0;
    while t < 256 {
        table[LEFT[t] as usize] = t as u8;
        t += 1;
    }
    table
};

const INVERSE: [u8; 16] = quotients(1);
const A_OVER: [u8; 16] = quotients(A);

const ENTER: Pair = nibble_tables(&ENTERED);
const LEAVE: Pair = nibble_tables(&LEFT);

/// A linear map as tables for the low nibble and the high one.
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

/// c S(x) + c {63} in this basis, from 1/u and from 1/v.
const fn multiple(c: u8) -> Pair {
    let factors = [1 ^ mul(A, ZETA ^ 1), 1 ^ mul(A, ZETA)];
    let mut tables = [[0; 16]; 2];
    let mut half = 0;
    while half < 2 {
        // Index 0 is never met: neither 1/u nor 1/v is 0.
        let mut n = 1;
        while n < 16 {
            let part = mul(inverse(phi(n as u8)), factors[half]);
            tables[half][n] = ENTERED[mul(c, affine_map(part)) as usize];
            n += 1;
        }
        half += 1;
    }
    tables
}

/// The tables of c S(x) + c {63}, by c.
const TIMES: [Pair; 8] =
    [[[0; 16]; 2], multiple(1), multiple(2), multiple(3), multiple(4), multiple(5), multiple(6), multiple(7)];

/// A linear map of bytes, given for the low and the high nibbles.
#[inline(always)]
fn map<V: Bytes>(x: V, tables: &Pair) -> V {
    let (high, low) = x.nibbles();
    low.look_up(tables[0]).xor(high.look_up(tables[1]))
}

/// From bytes into the basis of this file.
#[inline(always)]
pub(crate) fn enter<V: Bytes>(x: V) -> V {
    map(x, &ENTER)
}

/// Back to bytes.
#[inline(always)]
pub(crate) fn leave<V: Bytes>(x: V) -> V {
    map(x, &LEAVE)
}

/// 1/u and 1/v, each a nibble or infinity.
#[inline(always)]
fn inverses<V: Bytes>(x: V) -> (V, V) {
    let (i, k) = x.nibbles();
    let j = i.xor(k);
    let a_over_k = k.look_up(A_OVER);
    let from_i = i.look_up(INVERSE).xor(a_over_k);
    let from_j = j.look_up(INVERSE).xor(a_over_k);
    (from_i.look_up(INVERSE).xor(j), from_j.look_up(INVERSE).xor(i))
}

/// A multiple of S(x) + {63} by its tables, from 1/u and 1/v.
#[inline(always)]
fn from_inverses<V: Bytes>((u, v): (V, V), multiple: &Pair) -> V {
    u.look_up(multiple[0]).xor(v.look_up(multiple[1]))
}

/// S(x) + {63}, all in this basis.
#[inline(always)]
pub(crate) fn sub_bytes<V: Bytes>(x: V) -> V {
    from_inverses(inverses(x), &TIMES[1])
}

/// S(x) + {63} and 2 (S(x) + {63}), all in this basis.
#[inline(always)]
pub(crate) fn sub_bytes_doubled<V: Bytes>(x: V) -> (V, V) {
    let [once, twice] = sub_bytes_multiples(x, [1, 2]);
    (once, twice)
}

/// c (S(x) + {63}) for some factors c up to 7, all in this basis.
#[inline(always)]
pub(crate) fn sub_bytes_multiples<V: Bytes, const N: usize>(x: V, factors: [usize; N]) -> [V; N] {
    let inverses = inverses(x);
    let mut multiples = [x; N];
    for (multiple, c) in multiples.iter_mut().zip(factors) {
        *multiple = from_inverses(inverses, &TIMES[c % 8]);
    }
    multiples
}

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

    /// The tables as \[Fugue-SIMD\] prints them, their beginnings.
    #[test]
    fn the_tables_are_the_papers() {
        assert_eq!(INVERSE[..8], [0x80, 0x01, 0x08, 0x0d, 0x0f, 0x06, 0x05, 0x0e]);
        assert_eq!(A_OVER[..8], [0x80, 0x07, 0x0b, 0x0f, 0x06, 0x0a, 0x04, 0x01]);
        assert_eq!(ENTER[0][..4], [0x00, 0x70, 0x2a, 0x5a]);
        assert_eq!(ENTER[1][..4], [0x00, 0x4d, 0x7c, 0x31]);
        assert_eq!(LEAVE[0][..4], [0x00, 0x60, 0xb6, 0xd6]);
        assert_eq!(LEAVE[1][..4], [0x00, 0xec, 0xbc, 0x50]);
        assert_eq!(TIMES[1][0][..4], [0x00, 0x3e, 0x50, 0xcb]);
        assert_eq!(TIMES[2][1][..4], [0x00, 0x29, 0xe1, 0x0a]);
    }
}
