//! One crumb in each byte: `SubCrumb` is one byte shuffle, and `MixWord` mixes all four pairs of words at once.
//!
//! A block has 32 bit positions. At each of them, the bits of a0 to a3 are one crumb and the bits of a4 to a7 another.
//! Here each crumb is the low half of a byte, so a block consists of two halves of 32 bytes. The perfect shuffle of
//! [Luffa-shuffle] 5.2 has two crumbs in a byte, which takes two look-ups where one is enough here. The price here is
//! twice as many vectors. Crumbs of even positions are separate from those of odd positions, 16 bytes each:
//!
//! ```text
//!                     even positions            odd positions
//!   upper half   | a0..a3 at 0, 2, 4 .. 30 | a0..a3 at 1, 3, 5 .. 31 |
//!   lower half   | a4..a7 at 0, 2, 4 .. 30 | a4..a7 at 1, 3, 5 .. 31 |
//! ```
//!
//! Rotating the words by 2, 14 or 10 is then a rotation of both groups of 16 bytes by 1, 7 or 5 bytes. Rotating them by
//! 1 turns the even group into the odd group, and the odd group, rotated by one byte, into the even group.
//!
//! A constant occupies bit 0 of each byte. It is added earlier than in the specification, at a point where a sum of
//! three includes it for free.
//!
//! The bits of a0 to a7 at one position are an element of the ring of message injection, which is the field of
//! [`crate::gf256`]. Its products are also look-ups, one from each half of the element to each half of the product.
//!
//! [`half`] has the operations on crumbs, [`one_vector`] and [`two_vectors`] turn words into crumbs, and `four_chains`
//! computes four chains at once in vectors of 512 bits.

use super::halves::{bytes_of_words, store_words};
use super::round::{Block, Round, halves_of, next_block};
use super::spec::{CONSTANTS, SBOX};
use crate::cpu::Kernel;
use crate::gf256::mul;
use crate::kernel::Operands;
use crate::kernel::reader::BlockReader;
use crate::list::Technique;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;
use half::{Half, join, position, split};

#[cfg(target_arch = "x86_64")]
pub(super) mod four_chains;
mod half;
mod one_vector;
mod two_vectors;

/// The technique of this folder.
pub(super) const TECHNIQUE: Technique = Technique::new("crumbs", "[Luffa-shuffle] 5.2, carried on");

/// The crumbs of a block: its upper and its lower half.
pub(super) type Crumbs<V, const VECTORS: usize> = [Half<V, VECTORS>; 2];

/// The kernel for halves of blocks in one vector of 32 bytes, or in two vectors of 16 bytes.
pub(super) struct InCrumbs<V, const VECTORS: usize, const CHAINS: usize>(PhantomData<V>);

impl<V, const VECTORS: usize, const CHAINS: usize> Kernel for InCrumbs<V, VECTORS, CHAINS>
where
    V: Lane + Bytes + 'static,
{
    type Tier = V::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Round<CHAINS>>) {
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                // Not initialized with zeros: the compiler would call a function to clear the memory.
                let mut chains = [load::<V, VECTORS>(tier, &state[0]); CHAINS];
                for j in 1..CHAINS {
                    chains[j] = load(tier, &state[j]);
                }
                let mut next = next_message::<V, VECTORS>(tier, &mut input);
                while let Some(message) = next {
                    message_injection(&mut chains, message);
                    tweak(&mut chains);
                    // Loaded before the steps, which will occupy the execution units that the loads need.
                    next = next_message(tier, &mut input);
                    steps(tier, &mut chains);
                }
                for j in 0..CHAINS {
                    store(chains[j], &mut state[j]);
                }
            },
        );
    }
}

/// The round.
#[cfg(test)]
pub(super) fn round<V: Lane + Bytes, const VECTORS: usize, const CHAINS: usize>(
    tier: V::Tier,
    chains: &mut [Crumbs<V, VECTORS>; CHAINS],
    message: Crumbs<V, VECTORS>,
) {
    message_injection(chains, message);
    tweak(chains);
    steps(tier, chains);
}

/// Returns the crumbs of a chain.
#[inline(always)]
pub(super) fn load<V: Lane + Bytes, const VECTORS: usize>(tier: V::Tier, block: &Block) -> Crumbs<V, VECTORS> {
    load_bytes::<V, VECTORS, false>(tier, bytes_of_words(block))
}

/// Returns the crumbs of the next block of the message.
#[inline(always)]
fn next_message<V: Lane + Bytes, const VECTORS: usize>(
    tier: V::Tier,
    input: &mut BlockReader<'_, 1>,
) -> Option<Crumbs<V, VECTORS>> {
    Some(load_bytes::<V, VECTORS, true>(tier, halves_of(next_block(input)?)))
}

/// Returns the crumbs of a block's upper and lower words, big-endian or little-endian.
#[inline(always)]
fn load_bytes<V: Lane + Bytes, const VECTORS: usize, const BIG_ENDIAN: bool>(
    tier: V::Tier,
    words: [[u8; 16]; 2],
) -> Crumbs<V, VECTORS> {
    const { assert!(VECTORS * V::GROUPS == 2, "half a block is 32 bytes") };
    if VECTORS == 1 {
        split([one_vector::load::<V, BIG_ENDIAN>(tier, words); VECTORS])
    } else {
        let [upper, lower] = words;
        [
            Half::of_two(two_vectors::load::<V, BIG_ENDIAN>(tier, upper)),
            Half::of_two(two_vectors::load::<V, BIG_ENDIAN>(tier, lower)),
        ]
    }
}

/// The inverse of [`load`].
#[inline(always)]
pub(super) fn store<V: Lane + Bytes, const VECTORS: usize>(crumbs: Crumbs<V, VECTORS>, block: &mut Block) {
    let words = if VECTORS == 1 {
        one_vector::store(join(crumbs)[0])
    } else {
        [two_vectors::store(crumbs[0].into_two()), two_vectors::store(crumbs[1].into_two())]
    };
    store_words(words, block);
}

/// Computes the steps of all permutations, interleaved step by step.
#[inline(always)]
fn steps<V: Lane + Bytes, const VECTORS: usize, const CHAINS: usize>(
    tier: V::Tier,
    chains: &mut [Crumbs<V, VECTORS>; CHAINS],
) {
    for constants in const { &constants::<CHAINS>() } {
        for j in 0..CHAINS {
            let [upper, lower] = &constants[j];
            chains[j] = step([Half::load(tier, upper), Half::load(tier, lower)], chains[j]);
        }
    }
}

/// One step of a permutation. The constant of a4 is added before the last rotation of `MixWord`, so it is rotated back.
/// This way it also enters the upper half, whose own constant cancels it.
#[inline(always)]
fn step<V: Lane + Bytes, const VECTORS: usize>(
    [to_u, to_v]: Crumbs<V, VECTORS>,
    [u, v]: Crumbs<V, VECTORS>,
) -> Crumbs<V, VECTORS> {
    let u = u.look_up(UPPER);
    let v = v.look_up(LOWER).xor(u);
    let u = u.rol::<2>().xor(v);
    let v = v.rol::<14>().eor3(u, to_v);
    let u = u.rol::<10>().eor3(v, to_u);
    [u, v.rol::<1>()]
}

/// The S-box for a crumb of a0 to a3.
const UPPER: [u8; 16] = SBOX;

/// The S-box for a crumb of a4 to a7. The specification applies it to a5, a6, a7, a4, which is this crumb rotated by
/// one.
pub(super) const LOWER: [u8; 16] = {
    let mut table = [0; 16];
    let mut v = 0;
    while v < 16 {
        let y = SBOX[v >> 1 | v << 3 & 8];
        table[v] = y << 1 & 15 | y >> 3;
        v += 1;
    }
    table
};

/// Returns the constants that [`step`] adds to the upper and the lower half, by step and chain.
const fn constants<const CHAINS: usize>() -> [[[[[u8; 16]; 2]; 2]; CHAINS]; 8] {
    let mut all = [[[[[0; 16]; 2]; 2]; CHAINS]; 8];
    let mut at = 0;
    while at < 8 * CHAINS {
        let (r, j) = (at / CHAINS, at % CHAINS);
        let [upper, lower] = CONSTANTS[j][r];
        let lower = lower.rotate_right(1);
        all[r][j] = [positions(upper ^ lower), positions(lower)];
        at += 1;
    }
    all
}

/// Returns the bits of a word, each at bit 0 of its crumb.
const fn positions(word: u32) -> [[u8; 16]; 2] {
    let mut bytes = [[0; 16]; 2];
    let mut n = 0;
    while n < 32 {
        bytes[n / 16][n % 16] = (word >> position(n) & 1) as u8;
        n += 1;
    }
    bytes
}

/// The tweak: rotates the lower half of chain j by j.
#[inline(always)]
fn tweak<V: Lane + Bytes, const VECTORS: usize, const CHAINS: usize>(chains: &mut [Crumbs<V, VECTORS>; CHAINS]) {
    chains[1][1] = chains[1][1].rol::<1>();
    chains[2][1] = chains[2][1].rol::<2>();
    if CHAINS > 3 {
        chains[3][1] = chains[3][1].rol::<3>();
    }
    if CHAINS > 4 {
        chains[4][1] = chains[4][1].rol::<4>();
    }
}

/// Message injection. With S for the sum of all chains, [`super::words::message_injection_by`] is equivalent to
///
/// ```text
///   3 chains   Hj + 2 S + 2^j M
///   4 chains   2 Hj + H(j-1) + 6 S + 2^j M
///   5 chains   5 Hj + 2 (H(j-1) + H(j+1)) + 10 S + 2^j M
/// ```
#[inline(always)]
pub(super) fn message_injection<V: Lane + Bytes, const VECTORS: usize, const CHAINS: usize>(
    chains: &mut [Crumbs<V, VECTORS>; CHAINS],
    message: Crumbs<V, VECTORS>,
) {
    let old = *chains;
    for j in 0..CHAINS {
        let (before, after) = (old[(j + CHAINS - 1) % CHAINS], old[(j + 1) % CHAINS]);
        match CHAINS {
            3 => {}
            4 => chains[j] = add(before, times::<2, _, _>(old[j])),
            _ => chains[j] = add(times::<5, _, _>(old[j]), times::<2, _, _>(add(before, after))),
        }
    }
    chains[0] = add(chains[0], message);
    chains[1] = add_terms(chains[1], terms::<2, _, _>(message));
    chains[2] = add_terms(chains[2], terms::<4, _, _>(message));
    if CHAINS > 3 {
        chains[3] = add_terms(chains[3], terms::<8, _, _>(message));
    }
    if CHAINS > 4 {
        chains[4] = add_terms(chains[4], terms::<16, _, _>(message));
    }
    let sum = add_terms(old[0], [old[1], old[2]]);
    let common = match CHAINS {
        3 => terms::<2, _, _>(sum),
        4 => terms::<6, _, _>(add(sum, old[3])),
        _ => terms::<10, _, _>(add_terms(sum, [old[3], old[4]])),
    };
    for j in 0..CHAINS {
        chains[j] = add_terms(chains[j], common);
    }
}

/// Returns the sum of two blocks.
#[inline(always)]
fn add<V: Lane + Bytes, const VECTORS: usize>(a: Crumbs<V, VECTORS>, b: Crumbs<V, VECTORS>) -> Crumbs<V, VECTORS> {
    [a[0].xor(b[0]), a[1].xor(b[1])]
}

/// Returns the sum of a block and two others.
#[inline(always)]
fn add_terms<V: Lane + Bytes, const VECTORS: usize>(
    a: Crumbs<V, VECTORS>,
    [b, c]: [Crumbs<V, VECTORS>; 2],
) -> Crumbs<V, VECTORS> {
    [a[0].eor3(b[0], c[0]), a[1].eor3(b[1], c[1])]
}

/// Returns `FACTOR` times a block.
#[inline(always)]
fn times<const FACTOR: u8, V: Lane + Bytes, const VECTORS: usize>(block: Crumbs<V, VECTORS>) -> Crumbs<V, VECTORS> {
    let [of_upper, of_lower] = terms::<FACTOR, _, _>(block);
    add(of_upper, of_lower)
}

/// Returns `FACTOR` times a block as two terms: the products of its upper half and of its lower half.
#[inline(always)]
fn terms<const FACTOR: u8, V: Lane + Bytes, const VECTORS: usize>(
    [upper, lower]: Crumbs<V, VECTORS>,
) -> [Crumbs<V, VECTORS>; 2] {
    let [from_upper, from_lower] = const { products(FACTOR) };
    [
        [upper.look_up(from_upper[0]), upper.look_up(from_upper[1])],
        [lower.look_up(from_lower[0]), lower.look_up(from_lower[1])],
    ]
}

/// Returns the tables for [`terms`]: `products(f)[i][k][v]` is half k of f times v, where v is in half i.
const fn products(factor: u8) -> [[[u8; 16]; 2]; 2] {
    let mut tables = [[[0; 16]; 2]; 2];
    let mut v = 0;
    while v < 16 {
        let products = [mul(factor, v as u8), mul(factor, (v << 4) as u8)];
        let mut i = 0;
        while i < 2 {
            tables[i][0][v] = products[i] & 15;
            tables[i][1][v] = products[i] >> 4;
            i += 1;
        }
        v += 1;
    }
    tables
}
