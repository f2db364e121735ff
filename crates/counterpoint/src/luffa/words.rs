//! Each word in a register or lane of its own, with its bits in order.
//!
//! The trick is to compute the S-box as logic on whole words: 32 crumbs at once. The functions are generic over
//! [`Lane`], so they also compute several messages in the lanes of vectors.
//!
//! [Luffa-shuffle] calls this the basic implementation; the S-box is from its table 2, with 15 operations and one copy
//! (MOV). A step of a permutation takes 2 x 15 operations for the crumbs, 4 x 8 for the mixing and 2 for the constants;
//! a block of Luffa-256 takes 24 steps.

use super::round::{Round, run_one_by_one};
use super::spec::CONSTANTS;
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::Lane;

#[cfg(vectors)]
pub(super) mod chains;
#[cfg(vectors)]
pub(super) mod several;
#[cfg(vectors)]
pub(super) mod transposed;

/// The technique of this file and of `several.rs`.
pub(super) const TECHNIQUE: Technique = Technique::new("words", "[Luffa-shuffle] 2");

/// The kernel for plain integers, one state at a time.
pub(super) struct OneByOne<const CHAINS: usize>;

impl<const CHAINS: usize> Kernel for OneByOne<CHAINS> {
    type Tier = Portable;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: Portable, operands: Operands<'_, Self::Primitive>) {
        run_one_by_one(
            operands,
            #[inline(always)]
            |chains, message| round(tier, chains, message),
        );
    }
}

/// The round: injects the message block into every chain, then applies each chain's permutation.
#[inline(always)]
pub(super) fn round<L: Lane, const CHAINS: usize>(tier: L::Tier, chains: &mut [[L; 8]; CHAINS], message: [L; 8]) {
    const { assert!(L::WIDTH == 32, "a word has 32 bits") };
    message_injection(chains, message);
    // Not a loop: the rotation in each permutation's tweak must be a constant.
    chains[0] = permutation(tier, 0, chains[0]);
    chains[1] = permutation(tier, 1, chains[1]);
    chains[2] = permutation(tier, 2, chains[2]);
    if CHAINS > 3 {
        chains[3] = permutation(tier, 3, chains[3]);
    }
    if CHAINS > 4 {
        chains[4] = permutation(tier, 4, chains[4]);
    }
}

/// Message injection of blocks that are words in vectors; see [`message_injection_by`].
#[inline(always)]
pub(super) fn message_injection<L: Lane, const CHAINS: usize>(chains: &mut [[L; 8]; CHAINS], message: [L; 8]) {
    message_injection_by(chains, message, add, double);
}

/// Message injection with only doublings and sums, for blocks in any representation: `add` returns the sum of two
/// blocks, and `double` returns a block multiplied by x.
///
/// The product with the matrix is computed in steps. Add twice the sum of all chains to each chain. Replace each of
/// five chains with its double plus the next chain; then each of four or five with its double plus the previous chain.
/// Finally, add M, 2 M, 4 M, ... to chains 0, 1, 2, ...
#[inline(always)]
pub(super) fn message_injection_by<B: Copy, const CHAINS: usize>(
    chains: &mut [B; CHAINS],
    message: B,
    add: impl Fn(B, B) -> B,
    double: impl Fn(B) -> B,
) {
    let mut sum = add(add(chains[0], chains[1]), chains[2]);
    for &chain in &chains[3..] {
        sum = add(sum, chain);
    }
    let twice_sum = double(sum);
    for chain in chains.iter_mut() {
        *chain = add(*chain, twice_sum);
    }
    if CHAINS == 5 {
        let old = *chains;
        for j in 0..CHAINS {
            chains[j] = add(double(old[j]), old[(j + 1) % CHAINS]);
        }
    }
    if CHAINS >= 4 {
        let old = *chains;
        for j in 0..CHAINS {
            chains[j] = add(double(old[j]), old[(j + CHAINS - 1) % CHAINS]);
        }
    }
    add_multiples(chains, message, add, double);
}

/// Adds M, 2 M, 4 M, ... to chains 0, 1, 2, ..., the message's part of message injection.
#[inline(always)]
pub(super) fn add_multiples<B: Copy, const CHAINS: usize>(
    chains: &mut [B; CHAINS],
    message: B,
    add: impl Fn(B, B) -> B,
    double: impl Fn(B) -> B,
) {
    let mut multiple = message;
    for chain in chains.iter_mut() {
        *chain = add(*chain, multiple);
        multiple = double(multiple);
    }
}

/// Returns the sum of two blocks.
#[inline(always)]
pub(super) fn add<L: Lane>(a: [L; 8], b: [L; 8]) -> [L; 8] {
    [
        a[0].xor(b[0]),
        a[1].xor(b[1]),
        a[2].xor(b[2]),
        a[3].xor(b[3]),
        a[4].xor(b[4]),
        a[5].xor(b[5]),
        a[6].xor(b[6]),
        a[7].xor(b[7]),
    ]
}

/// Returns the block multiplied by x, where x^8 = x^4 + x^3 + x + 1.
#[inline(always)]
pub(super) fn double<L: Lane>([a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) -> [L; 8] {
    [a7, a0.xor(a7), a1, a2.xor(a7), a3.xor(a7), a4, a5, a6]
}

/// The permutation Q_j.
#[inline(always)]
pub(super) fn permutation<L: Lane>(tier: L::Tier, j: usize, a: [L; 8]) -> [L; 8] {
    let mut a = tweak(j, a);
    for constants in &CONSTANTS[j] {
        a = step(tier, constants, a);
    }
    a
}

/// The tweak of Q_j, which precedes its steps: rotates the lower words by j.
#[inline(always)]
pub(super) fn tweak<L: Lane>(j: usize, [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) -> [L; 8] {
    let n = j as u32;
    [a0, a1, a2, a3, a4.rol(n), a5.rol(n), a6.rol(n), a7.rol(n)]
}

/// One step of the permutation with these constants, for vectors that contain one word in each lane.
#[inline(always)]
pub(super) fn step<L: Lane>(tier: L::Tier, &[upper, lower]: &[u32; 2], a: [L; 8]) -> [L; 8] {
    step_by(a, [L::splat(tier, upper.into()), L::splat(tier, lower.into())], Minimize::Operations, L::rol)
}

/// One step of a permutation. The constants are added to a0 and a4; `rol` rotates words, of which a vector may contain
/// any number.
#[inline(always)]
pub(super) fn step_by<L: Lane>(
    [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8],
    [upper, lower]: [L; 2],
    minimize: Minimize,
    rol: impl Fn(L, u32) -> L + Copy,
) -> [L; 8] {
    let [a0, a1, a2, a3] = sub_crumb([a0, a1, a2, a3], minimize);
    let [a5, a6, a7, a4] = sub_crumb([a5, a6, a7, a4], minimize);
    let [a0, a1, a2, a3, a4, a5, a6, a7] = mix_words([a0, a1, a2, a3, a4, a5, a6, a7], rol);
    [a0.xor(upper), a1, a2, a3, a4.xor(lower), a5, a6, a7]
}

/// What the S-box minimizes on machines with operations on three words.
#[derive(Clone, Copy)]
pub(super) enum Minimize {
    /// The number of operations, where other work hides their latency.
    Operations,
    /// The time until the result is available.
    #[cfg_attr(not(vectors), allow(dead_code, reason = "for the chains of one message in a vector"))]
    Latency,
}

/// Computes the S-box at every bit position of four words. The first word contains the lowest bits of the crumbs.
#[inline(always)]
pub(super) fn sub_crumb<L: Lane>(x: [L; 4], minimize: Minimize) -> [L; 4] {
    if L::HAS_TERNARY {
        match minimize {
            Minimize::Operations => sub_crumb_by_six(x),
            Minimize::Latency => sub_crumb_by_seven(x),
        }
    } else {
        sub_crumb_by_fifteen(x)
    }
}

/// The S-box with six operations on three words, the minimum.
#[inline(always)]
pub(super) fn sub_crumb_by_six<L: Lane>([x0, x1, x2, x3]: [L; 4]) -> [L; 4] {
    let t0 = x0.ternary::<0x56>(x1, x3);
    let t1 = x0.ternary::<0x36>(x2, x3);
    let y3 = x1.ternary::<0x2d>(t0, t1);
    let y0 = x0.ternary::<0x4e>(t1, y3);
    let y2 = x0.ternary::<0x96>(t1, y3);
    let y1 = x0.ternary::<0x69>(t0, y0);
    [y0, y1, y2, y3]
}

/// The S-box with seven operations on three words: one more than [`sub_crumb_by_six`], but no result depends on a chain
/// of more than two.
#[inline(always)]
pub(super) fn sub_crumb_by_seven<L: Lane>([x0, x1, x2, x3]: [L; 4]) -> [L; 4] {
    let t0 = x0.ternary::<0x9a>(x1, x2);
    let t1 = x0.ternary::<0x6c>(x1, x3);
    let t2 = x0.ternary::<0xc6>(x2, x3);
    let y0 = x0.ternary::<0x4b>(t1, t2);
    let y1 = t0.ternary::<0xd2>(t1, t2);
    let y2 = t0.ternary::<0xb1>(t1, t2);
    let y3 = t0.ternary::<0x1b>(t1, t2);
    [y0, y1, y2, y3]
}

/// The S-box with the operations of [Luffa-shuffle], table 2, which take one or two words.
#[inline(always)]
fn sub_crumb_by_fifteen<L: Lane>([x0, x1, x2, x3]: [L; 4]) -> [L; 4] {
    let t = x0;
    let x0 = x0.or(x1);
    let x2 = x2.xor(x3);
    let x1 = x1.not();
    let x0 = x0.xor(x3);
    let x3 = x3.and(t);
    let x1 = x1.xor(x3);
    let x3 = x3.xor(x2);
    let x2 = x2.and(x0);
    let x0 = x0.not();
    let x2 = x2.xor(x1);
    let x1 = x1.or(x3);
    let t = t.xor(x1);
    let x3 = x3.xor(x2);
    let x2 = x2.and(x1);
    let x1 = x1.xor(x0);
    [t, x1, x2, x3]
}

/// `MixWord` of all four pairs of words.
#[inline(always)]
pub(super) fn mix_words<L: Lane>([a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8], rol: impl Fn(L, u32) -> L + Copy) -> [L; 8] {
    let [a0, a4] = mix_word([a0, a4], rol);
    let [a1, a5] = mix_word([a1, a5], rol);
    let [a2, a6] = mix_word([a2, a6], rol);
    let [a3, a7] = mix_word([a3, a7], rol);
    [a0, a1, a2, a3, a4, a5, a6, a7]
}

/// `MixWord`: mixes a word of the upper half with the word four places after it.
#[inline(always)]
pub(super) fn mix_word<L: Lane>(words: [L; 2], rol: impl Fn(L, u32) -> L + Copy) -> [L; 2] {
    let [u, v] = mix_word_without_rol1(words, rol);
    [u, rol(v, 1)]
}

/// `MixWord` without its last operation, the rotation of the second word by 1.
#[inline(always)]
pub(super) fn mix_word_without_rol1<L: Lane>([u, v]: [L; 2], rol: impl Fn(L, u32) -> L + Copy) -> [L; 2] {
    let v = v.xor(u);
    let u = rol(u, 2).xor(v);
    let v = rol(v, 14).xor(u);
    let u = rol(u, 10).xor(v);
    [u, v]
}
