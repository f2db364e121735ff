//! One crumb in each byte: `SubCrumb` is one byte shuffle, and `MixWord` mixes all four pairs of words at once.
//!
//! A block has 32 bit positions. At each of them the bits of a0 to a3 are one crumb, and the bits of a4 to a7 are
//! another. Here each crumb is the low half of a byte, so a block consists of two halves of 32 bytes. The perfect
//! shuffle of [Luffa-shuffle] 5.2 has two crumbs in a byte and needs two look-ups where one is enough here; the cost
//! is twice as many vectors. The crumbs of even positions are separate from those of odd positions, 16 bytes each:
//!
//! ```text
//!                     even positions            odd positions
//!   upper half   | a0..a3 at 0, 2, 4 .. 30 | a0..a3 at 1, 3, 5 .. 31 |
//!   lower half   | a4..a7 at 0, 2, 4 .. 30 | a4..a7 at 1, 3, 5 .. 31 |
//! ```
//!
//! A rotation of the words by 2, 14 or 10 is then a rotation of both groups of 16 bytes by 1, 7 or 5 bytes. In a
//! rotation by 1, the even group becomes the odd group, and the odd group, rotated by one byte, becomes the even
//! group.
//!
//! A constant occupies bit 0 of the bytes. It is added earlier than in the specification, at a place where a sum of
//! three includes it at no cost.
//!
//! The bits of a0 to a7 at one position are an element of the ring of message injection, which is the field of
//! [`crate::gf256`]. Its products are look-ups as well: one from each half of the element to each half of the
//! product.

use super::spec::{CONSTANTS, SBOX};
use super::{Round, halves_of, next_block};
use crate::cpu::Kernel;
use crate::gf256::mul;
use crate::kernel::{BlockReader, Operands};
use crate::list::Technique;
use core::marker::PhantomData;

pub(super) mod apart;
pub(super) mod half;
#[cfg(target_arch = "x86_64")]
pub(super) mod lanes;
#[cfg(target_arch = "x86_64")]
pub(super) mod together;

use half::{Blocks, Half, enter, leave, position};

/// The technique of this folder.
pub(super) const TECHNIQUE: Technique = Technique::new("crumbs", "[Luffa-shuffle] 5.2, carried on");

/// The kernel for halves of blocks in the representation `H`.
pub(super) struct Crumbs<H, const CHAINS: usize>(PhantomData<H>);

impl<H, const CHAINS: usize> Kernel for Crumbs<H, CHAINS>
where
    H: Blocks + 'static,
{
    type Tier = H::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: H::Tier, operands: Operands<'_, Round<CHAINS>>) {
        for (state, mut input) in operands.one_by_one() {
            // Initialized with values other than zeros, because the compiler clears memory by a call.
            let mut chains = [enter::<H>(tier, &state[0]); CHAINS];
            for j in 1..CHAINS {
                chains[j] = enter(tier, &state[j]);
            }
            let mut next = next_message::<H>(tier, &mut input);
            while let Some(message) = next {
                message_injection(&mut chains, message);
                tweak(tier, &mut chains);
                // Loaded before the steps: after them, the loads would wait for the execution units that the steps
                // keep busy.
                next = next_message(tier, &mut input);
                steps(tier, &mut chains);
            }
            for j in 0..CHAINS {
                leave(chains[j], &mut state[j]);
            }
        }
    }
}

/// The round.
#[cfg(test)]
pub(super) fn round<H: Blocks, const CHAINS: usize>(tier: H::Tier, chains: &mut [[H; 2]; CHAINS], message: [H; 2]) {
    message_injection(chains, message);
    tweak(tier, chains);
    steps(tier, chains);
}

/// Returns the crumbs of the next block of the message.
#[inline(always)]
fn next_message<H: Blocks>(tier: H::Tier, input: &mut BlockReader<'_, 1>) -> Option<[H; 2]> {
    Some(H::enter::<true>(tier, halves_of(next_block(input)?)))
}

/// Computes the steps of all permutations, interleaved step by step.
#[inline(always)]
fn steps<H: Blocks, const CHAINS: usize>(tier: H::Tier, chains: &mut [[H; 2]; CHAINS]) {
    for constants in const { &constants::<CHAINS>() } {
        for j in 0..CHAINS {
            let [upper, lower] = &constants[j];
            chains[j] = step(tier, [H::load(tier, upper), H::load(tier, lower)], chains[j]);
        }
    }
}

/// One step of a permutation. The constant of a4 is added before the last rotation of `MixWord`, so it is rotated
/// back. The upper half includes it then, too; the constant of the upper half removes it there.
#[inline(always)]
fn step<H: Half>(_tier: H::Tier, [to_u, to_v]: [H; 2], [u, v]: [H; 2]) -> [H; 2] {
    let u = u.look_up(UPPER);
    let v = v.look_up(LOWER).xor(u);
    let u = u.rol_even::<2>().xor(v);
    let v = v.rol_even::<14>().eor3(u, to_v);
    let u = u.rol_even::<10>().eor3(v, to_u);
    [u, v.rol1()]
}

/// The S-box for a crumb of a0 to a3.
const UPPER: [u8; 16] = SBOX;

/// The S-box for a crumb of a4 to a7. The specification applies it to the order a5, a6, a7, a4, which is this crumb
/// rotated by one.
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

/// Returns the constants that [`step`] adds in each step and chain, to the upper and to the lower half.
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
fn tweak<H: Half, const CHAINS: usize>(_tier: H::Tier, chains: &mut [[H; 2]; CHAINS]) {
    chains[1][1] = chains[1][1].rol1();
    chains[2][1] = chains[2][1].rol_even::<2>();
    if CHAINS > 3 {
        chains[3][1] = chains[3][1].rol_even::<2>().rol1();
    }
    if CHAINS > 4 {
        chains[4][1] = chains[4][1].rol_even::<4>();
    }
}

/// Message injection. If S is the sum of all chains, [`super::words::message_injection`] is equivalent to
///
/// ```text
///   3 chains   Hj + 2 S + 2^j M
///   4 chains   2 Hj + H(j-1) + 6 S + 2^j M
///   5 chains   5 Hj + 2 (H(j-1) + H(j+1)) + 10 S + 2^j M
/// ```
#[inline(always)]
pub(super) fn message_injection<H: Half, const CHAINS: usize>(chains: &mut [[H; 2]; CHAINS], message: [H; 2]) {
    let old = *chains;
    for j in 0..CHAINS {
        let (before, behind) = (old[(j + CHAINS - 1) % CHAINS], old[(j + 1) % CHAINS]);
        match CHAINS {
            3 => {}
            4 => chains[j] = add(before, times::<H, 2>(old[j])),
            _ => chains[j] = add(times::<H, 5>(old[j]), times::<H, 2>(add(before, behind))),
        }
    }
    chains[0] = add(chains[0], message);
    chains[1] = add_terms(chains[1], terms::<H, 2>(message));
    chains[2] = add_terms(chains[2], terms::<H, 4>(message));
    if CHAINS > 3 {
        chains[3] = add_terms(chains[3], terms::<H, 8>(message));
    }
    if CHAINS > 4 {
        chains[4] = add_terms(chains[4], terms::<H, 16>(message));
    }
    let sum = add_terms(old[0], [old[1], old[2]]);
    let common = match CHAINS {
        3 => terms::<H, 2>(sum),
        4 => terms::<H, 6>(add(sum, old[3])),
        _ => terms::<H, 10>(add_terms(sum, [old[3], old[4]])),
    };
    for j in 0..CHAINS {
        chains[j] = add_terms(chains[j], common);
    }
}

/// Returns the sum of two blocks.
#[inline(always)]
fn add<H: Half>(a: [H; 2], b: [H; 2]) -> [H; 2] {
    [a[0].xor(b[0]), a[1].xor(b[1])]
}

/// Returns the sum of a block and two others.
#[inline(always)]
fn add_terms<H: Half>(a: [H; 2], [b, c]: [[H; 2]; 2]) -> [H; 2] {
    [a[0].eor3(b[0], c[0]), a[1].eor3(b[1], c[1])]
}

/// Returns `FACTOR` times a block.
#[inline(always)]
fn times<H: Half, const FACTOR: u8>(block: [H; 2]) -> [H; 2] {
    let [of_upper, of_lower] = terms::<H, FACTOR>(block);
    add(of_upper, of_lower)
}

/// Returns `FACTOR` times a block as two terms: the product of the upper half, and the product of the lower half.
#[inline(always)]
fn terms<H: Half, const FACTOR: u8>([upper, lower]: [H; 2]) -> [[H; 2]; 2] {
    let [from_upper, from_lower] = const { products(FACTOR) };
    [
        [upper.look_up(from_upper[0]), upper.look_up(from_upper[1])],
        [lower.look_up(from_lower[0]), lower.look_up(from_lower[1])],
    ]
}

/// Returns the tables of [`terms`]: `products(f)[i][k][v]` is half k of f times v, where v is in half i.
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
