//! One message with vectors as planes: P and Q side by side in 8 vectors of 128 bits.
//!
//! ```text
//!   plane p = bit p of all bytes of P and Q
//!
//!     byte 15 = row 7 of Q | ... | byte 8 = row 0 of Q | byte 7 = row 7 of P | ... | byte 0 = row 0 of P
//!                                                                                 /                    \
//!                                                                  bits 7 ... 0: columns 7 ... 0 of the row
//! ```
//!
//! So one circuit computes the S-boxes of a round of both P and Q. A column of P beside the same column of Q also fills
//! a vector, and transposing 8 of these vectors yields the planes.
//!
//! mix_bytes is the same as for words, except that a byte shuffle moves rows. shift_bytes must rotate each byte by a
//! count of its own, and there is no instruction for that. But write a byte twice into a word of 16 bits, and shifting
//! the word to the left rotates the byte in its upper half; multiplying the word by a power of two shifts it. For 16
//! bytes this takes two shuffles, two products, two shuffles and a sum.
//!
//! A round costs 113 gates for the S-box, and for each of 8 planes 7 operations for shift_bytes, 12 for mix_bytes and
//! one for the constants.

use super::{DEFERRED, constant, mix_bytes};
use crate::cpu::{Kernel, Ssse3};
use crate::gf256::planes::{sub_bytes_without_constant, transpose};
use crate::groestl::compression::{
    Columns, CompressionFunction, Final, Form, Parts, Permutation, columns_of, rounds, shifts,
};
use crate::kernel::Operands;
use crate::vector::x86_64::Xmm;
use crate::vector::{Bits, Bytes, Lane};
use core::marker::PhantomData;

/// A plane, or a column of P beside the same column of Q.
type Vector = Xmm<Ssse3, 64>;

/// One message of Grøstl-256, with a plane in each vector.
pub(in crate::groestl) struct OneByOneInVectors<F = Final>(PhantomData<F>);

impl<F: Form> Kernel for OneByOneInVectors<F> {
    type Tier = Ssse3;
    type Primitive = CompressionFunction<8, F>;

    #[inline(always)]
    fn run(tier: Ssse3, operands: Operands<'_, Self::Primitive>) {
        operands.one_by_one(
            #[inline(always)]
            |h, mut input| {
                while let Some(([block], finalize)) = input.next(64) {
                    compress::<F>(tier, h, columns_of(block), Parts::of(finalize));
                }
            },
        );
    }
}

/// Compresses: H becomes P(H + M) + Q(M) + H, or P(H + M) + H.
#[inline(always)]
fn compress<F: Form>(tier: Ssse3, h: &mut Columns<8>, m: Columns<8>, parts: Parts) {
    let columns = |j: usize| <Vector as Lane>::load(tier, &[h[j] ^ m[j], m[j]]);
    let mut planes = transpose(
        tier,
        [columns(0), columns(1), columns(2), columns(3), columns(4), columns(5), columns(6), columns(7)],
    );
    for constants in PlaneConstants::<F>::CONSTANTS {
        planes = round::<F>(tier, planes, constants);
    }
    for (h, columns) in h.iter_mut().zip(transpose(tier, planes)) {
        let mut of_p_and_q = [0; 2];
        Lane::store(columns, &mut of_p_and_q);
        // The last round defers the same constant in P and in Q, so it cancels unless Q is missing.
        *h ^= of_p_and_q[0]
            ^ match parts {
                Parts::PAndQ => of_p_and_q[1],
                Parts::P => DEFERRED,
            };
    }
}

/// Computes a round of P and Q. The result lacks [`DEFERRED`], which the constants of the next round include.
#[inline(always)]
fn round<F: Form>(tier: Ssse3, a: [Vector; 8], constants: &[[u64; 2]; 8]) -> [Vector; 8] {
    let plane = |p: usize| a[p].xor(<Vector as Lane>::load(tier, &constants[p]));
    let planes = [plane(0), plane(1), plane(2), plane(3), plane(4), plane(5), plane(6), plane(7)];
    mix_bytes(
        sub_bytes_without_constant(planes),
        shift_bytes::<F>,
        #[inline(always)]
        |plane, n| plane.shuffle(ROWS[n as usize]),
    )
}

/// Rotates each row.
#[inline(always)]
fn shift_bytes<F: Form>(plane: Vector) -> Vector {
    let [of_p, of_q] = PlaneConstants::<F>::POWERS;
    let p = plane.shuffle(TWICE[0]).times_words(of_p).shuffle(UPPER[0]);
    let q = plane.shuffle(TWICE[1]).times_words(of_q).shuffle(UPPER[1]);
    p.or(q)
}

/// The shuffles that write each byte of the lower half twice, and each byte of the upper half twice.
const TWICE: [[u8; 16]; 2] =
    [[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7], [8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15]];

/// The shuffles that gather the upper bytes of the words in the lower half, and in the upper half.
const UPPER: [[u8; 16]; 2] = [
    [1, 3, 5, 7, 9, 11, 13, 15, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 3, 5, 7, 9, 11, 13, 15],
];

/// The constants that depend on P and Q.
struct PlaneConstants<F>(PhantomData<F>);

impl<F: Form> PlaneConstants<F> {
    /// The factors of the rows of P and of Q. shift_bytes moves column j + s to column j, so the factor is 2^(8 - s).
    const POWERS: [[u16; 8]; 2] = [powers::<F>(Permutation::P), powers::<F>(Permutation::Q)];

    /// The round constants by round and plane, for P and for Q.
    const CONSTANTS: &'static [[[u64; 2]; 8]; rounds(8)] = &{
        let mut constants = [[[0; 2]; 8]; rounds(8)];
        let mut at = 0;
        while at < rounds(8) * 64 {
            let (r, place) = (at / 64, at % 64);
            let (i, j) = (place / 8, place % 8);
            let mut p = 0;
            while p < 8 {
                constants[r][p][0] |= ((constant::<F>(Permutation::P, i, j, r) >> p & 1) as u64) << place;
                constants[r][p][1] |= ((constant::<F>(Permutation::Q, i, j, r) >> p & 1) as u64) << place;
                p += 1;
            }
            at += 1;
        }
        constants
    };
}

const fn powers<F: Form>(permutation: Permutation) -> [u16; 8] {
    let mut powers = [1; 8];
    let mut i = 0;
    while i < 8 {
        powers[i] <<= (8 - shifts::<F>(permutation, 8)[i]) % 8;
        i += 1;
    }
    powers
}

/// For each n, the shuffle that moves row i + n to the place of row i.
const ROWS: [[u8; 16]; 8] = {
    let mut shuffles = [[0; 16]; 8];
    let mut at = 0;
    while at < 8 * 16 {
        let (n, byte) = (at / 16, at % 16);
        shuffles[n][byte] = (byte / 8 * 8 + (byte + n) % 8) as u8;
        at += 1;
    }
    shuffles
};
