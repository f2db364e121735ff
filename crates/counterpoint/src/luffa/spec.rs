//! The round of Luffa as its specification writes it. The constants of the steps are computed.
//!
//! A block a0 .. a7 has two meanings. For message injection it is the polynomial a0 + a1 x + ... + a7 x^7: at each bit
//! position, an element of GF(2)\[x\]/(x^8 + x^4 + x^3 + x + 1). For the permutations Q_j it is 2 x 32 numbers of four
//! bits, called *crumbs*. [Luffa] sections 3 and 4.
//!
//! ```text
//!   bit    31  ...  1  0
//!     a0   .        .  .  \  a column of these four: one crumb      } mix_word mixes a0 with a4,
//!   ...                    > of the first sub_crumb,                }   a1 with a5, a2 with a6,
//!     a3   .        .  .  /  a0 its lowest bit                      }   a3 with a7
//!     a4 .. a7               the second one takes a5, a6, a7, a4
//! ```

use super::round::{Block, Round, run_one_by_one};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;

/// The kernel that follows the specification.
pub(super) struct Spec<const CHAINS: usize>;

impl<const CHAINS: usize> Kernel for Spec<CHAINS> {
    type Tier = Portable;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Self::Primitive>) {
        run_one_by_one(operands, round);
    }
}

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::by_look_ups("spec", "[Luffa] 3, 4", SBOX.len());

/// The round: injects the message block into every chain, then applies each chain's permutation.
pub(super) fn round<const CHAINS: usize>(chains: &mut [Block; CHAINS], message: Block) {
    message_injection(chains, message);
    for (j, chain) in chains.iter_mut().enumerate() {
        permutation(j, chain);
    }
}

/// Message injection MI: a matrix over the ring times the column of all chains and the message.
pub(super) fn message_injection<const CHAINS: usize>(chains: &mut [Block; CHAINS], message: Block) {
    let old = *chains;
    for (chain, row) in chains.iter_mut().zip(matrix(CHAINS)) {
        *chain = [0; 8];
        for (&factor, &block) in row.iter().zip(old.iter().chain([&message])) {
            add(chain, times(factor, block));
        }
    }
}

/// The matrix of message injection: a row for each chain, and a last column for the message.
pub(super) fn matrix(chains: usize) -> &'static [&'static [u8]] {
    match chains {
        3 => &[&[3, 2, 2, 1], &[2, 3, 2, 2], &[2, 2, 3, 4]],
        4 => &[&[4, 6, 6, 7, 1], &[7, 4, 6, 6, 2], &[6, 7, 4, 6, 4], &[6, 6, 7, 4, 8]],
        5 => &[
            &[0x0f, 0x08, 0x0a, 0x0a, 0x08, 0x01],
            &[0x08, 0x0f, 0x08, 0x0a, 0x0a, 0x02],
            &[0x0a, 0x08, 0x0f, 0x08, 0x0a, 0x04],
            &[0x0a, 0x0a, 0x08, 0x0f, 0x08, 0x08],
            &[0x08, 0x0a, 0x0a, 0x08, 0x0f, 0x10],
        ],
        _ => unreachable!("Luffa has 3, 4 or 5 chains"),
    }
}

/// Adds `b` to `a`, word by word.
fn add(a: &mut Block, b: Block) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

/// Multiplies a block by the polynomial whose coefficients are the bits of `factor`.
pub(super) fn times(factor: u8, block: Block) -> Block {
    let mut product = [0; 8];
    for bit in (0..8).rev() {
        product = double(product);
        if factor >> bit & 1 == 1 {
            add(&mut product, block);
        }
    }
    product
}

/// Multiplies a block by x, where x^8 = x^4 + x^3 + x + 1.
pub(super) fn double([a0, a1, a2, a3, a4, a5, a6, a7]: Block) -> Block {
    [a7, a0 ^ a7, a1, a2 ^ a7, a3 ^ a7, a4, a5, a6]
}

/// The permutation Q_j.
pub(crate) fn permutation(j: usize, a: &mut Block) {
    tweak(j, a);
    for r in 0..8 {
        step(j, r, a);
    }
}

/// The tweak of Q_j: rotates the lower four words by j, so no two permutations are equal.
fn tweak(j: usize, a: &mut Block) {
    for word in &mut a[4..] {
        *word = word.rotate_left(j as u32);
    }
}

/// Step r of Q_j.
pub(super) fn step(j: usize, r: usize, a: &mut Block) {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = *a;
    let [a0, a1, a2, a3] = sub_crumb([a0, a1, a2, a3]);
    let [a5, a6, a7, a4] = sub_crumb([a5, a6, a7, a4]);
    let [a0, a4] = mix_word([a0, a4]);
    let [a1, a5] = mix_word([a1, a5]);
    let [a2, a6] = mix_word([a2, a6]);
    let [a3, a7] = mix_word([a3, a7]);
    *a = [a0, a1, a2, a3, a4, a5, a6, a7];
    add_constant(j, r, a);
}

/// `SubCrumb`: applies the S-box at each bit position of four words. The first word contains the lowest bits of the
/// crumbs.
pub(super) fn sub_crumb(x: [u32; 4]) -> [u32; 4] {
    let mut y = [0; 4];
    for p in 0..32 {
        let crumb = (0..4).fold(0, |crumb, l| crumb | (x[l] >> p & 1) << l);
        let image = u32::from(SBOX[crumb as usize]);
        for (l, y) in y.iter_mut().enumerate() {
            *y |= (image >> l & 1) << p;
        }
    }
    y
}

/// `MixWord`: mixes a word of the upper half with the word four places after it.
pub(super) fn mix_word([mut u, mut v]: [u32; 2]) -> [u32; 2] {
    v ^= u;
    u = u.rotate_left(2) ^ v;
    v = v.rotate_left(14) ^ u;
    u = u.rotate_left(10) ^ v;
    v = v.rotate_left(1);
    [u, v]
}

/// `AddConstant`: adds the constants of step r of Q_j to a0 and a4.
fn add_constant(j: usize, r: usize, a: &mut Block) {
    a[0] ^= CONSTANTS[j][r][0];
    a[4] ^= CONSTANTS[j][r][1];
}

/// The S-box on crumbs. Every differential and linear characteristic through it has a probability of at most 2^-2.
pub(super) const SBOX: [u8; 16] = [13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4];

/// The constants of the steps: step r of Q_j adds `CONSTANTS[j][r]` to a0 and a4.
pub(super) static CONSTANTS: [[[u32; 2]; 8]; 5] = {
    let mut constants = [[[0; 2]; 8]; 5];
    let mut j = 0;
    while j < 5 {
        let mut register = SEEDS[j];
        let mut clock = 0;
        while clock < 16 {
            // One clock of the generator: shift the register with feedback, output its upper half, swap the halves.
            let feedback = if register >> 63 == 1 { FEEDBACK } else { 0 };
            register = register << 1 ^ feedback;
            constants[j][clock / 2][clock % 2] = (register >> 32) as u32;
            register = register.rotate_left(32);
            clock += 1;
        }
        j += 1;
    }
    constants
};

/// The initial values of the constants' generator, one for each chain.
const SEEDS: [u64; 5] =
    [0x181cca53_380cde06, 0x5b6f0876_f16f8594, 0x7e106ce9_38979cb0, 0xbb62f364_92e93c29, 0x9a025047_cff2a940];

/// The feedback polynomial of the generator's register.
const FEEDBACK: u64 = 0xc4d6496c_55c61c8d;

/// The chains before the first block. Like the seeds and the S-box, these values are choices of the specification.
pub(super) static INITIAL_VALUES: [Block; 5] = [
    [0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb],
    [0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581],
    [0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7],
    [0x858075d5, 0x36d79cce, 0xe571f7d7, 0x204b1f67, 0x35870c6a, 0x57e9e923, 0x14bcb808, 0x7cde72ce],
    [0x6c68e9be, 0x5ec41e22, 0xc825b7c7, 0xaffb4363, 0xf5df3999, 0x0fc688f1, 0xb07224cc, 0x03e86cea],
];
