//! Each word in a register or in a lane of its own, with its bits in order. The S-box is logic on whole words, which
//! computes 32 crumbs at once.
//!
//! The functions are generic over [`Lane`], so they also compute several messages in the lanes of vectors.
//! [Luffa-shuffle] calls this the basic implementation; the S-box is that of its table 2, with 15 operations and two
//! copies. A step of a permutation takes 2 x 15 operations for the crumbs, 4 x 8 for the mixing and 2 for the
//! constants; a block of Luffa-256 takes 24 steps.

use super::spec::CONSTANTS;
use super::{Round, run_one_by_one};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;
#[cfg(target_arch = "x86_64")]
use crate::vector::TernaryLogic;
use crate::vector::{Bits, Lane};

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) mod blocks;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) mod chains;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) mod several;

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
            |chains, message| round::<_, ByLogic, CHAINS>(tier, chains, message),
        );
    }
}

/// The round: injects the message block into every chain, then applies its permutation to each chain.
#[inline(always)]
pub(super) fn round<L: Lane, S: SubCrumb<L>, const CHAINS: usize>(
    tier: L::Tier,
    chains: &mut [[L; 8]; CHAINS],
    message: [L; 8],
) {
    const { assert!(L::WIDTH == 32, "a word has 32 bits") };
    message_injection(chains, message);
    // Not a loop, because each permutation has its own rotation in the tweak, which has to be a constant.
    chains[0] = permutation::<L, S>(tier, 0, chains[0]);
    chains[1] = permutation::<L, S>(tier, 1, chains[1]);
    chains[2] = permutation::<L, S>(tier, 2, chains[2]);
    if CHAINS > 3 {
        chains[3] = permutation::<L, S>(tier, 3, chains[3]);
    }
    if CHAINS > 4 {
        chains[4] = permutation::<L, S>(tier, 4, chains[4]);
    }
}

/// Message injection, by doublings and sums only. The product with the matrix is computed in steps: twice the sum of
/// all chains is added to each chain; of five chains, each is then replaced by its double plus the next chain; of
/// four or five, each is replaced by its double plus the chain before it; finally M, 2 M, 4 M, ... are added to
/// chains 0, 1, 2, ...
#[inline(always)]
pub(super) fn message_injection<B: Ring, const CHAINS: usize>(chains: &mut [B; CHAINS], message: B) {
    let mut sum = chains[0].add(chains[1]).add(chains[2]);
    for &chain in &chains[3..] {
        sum = sum.add(chain);
    }
    let twice_sum = sum.double();
    for chain in chains.iter_mut() {
        *chain = chain.add(twice_sum);
    }
    if CHAINS == 5 {
        mix_neighbours(chains, 1);
    }
    if CHAINS >= 4 {
        mix_neighbours(chains, CHAINS - 1);
    }
    let mut multiple = message;
    for chain in chains.iter_mut() {
        *chain = chain.add(multiple);
        multiple = multiple.double();
    }
}

/// Replaces each chain by its double plus the chain that is `distance` places after it.
#[inline(always)]
fn mix_neighbours<B: Ring, const CHAINS: usize>(chains: &mut [B; CHAINS], distance: usize) {
    let old = *chains;
    for i in 0..CHAINS {
        chains[i] = old[i].double().add(old[(i + distance) % CHAINS]);
    }
}

/// A block as an element of the ring, in any representation of its words.
pub(super) trait Ring: Copy {
    /// Returns the sum of two blocks.
    fn add(self, b: Self) -> Self;
    /// Returns the block multiplied by x.
    fn double(self) -> Self;
}

impl<L: Bits> Ring for [L; 8] {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        add(self, b)
    }
    #[inline(always)]
    fn double(self) -> Self {
        double(self)
    }
}

/// Returns the sum of two blocks.
#[inline(always)]
pub(super) fn add<L: Bits>(a: [L; 8], b: [L; 8]) -> [L; 8] {
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
pub(super) fn double<L: Bits>([a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) -> [L; 8] {
    [a7, a0.xor(a7), a1, a2.xor(a7), a3.xor(a7), a4, a5, a6]
}

/// The permutation Q_j.
#[inline(always)]
pub(super) fn permutation<L: Lane, S: SubCrumb<L>>(tier: L::Tier, j: usize, a: [L; 8]) -> [L; 8] {
    let mut a = tweak(j, a);
    for constants in &CONSTANTS[j] {
        a = step::<L, S>(tier, constants, a);
    }
    a
}

/// The tweak of Q_j, which precedes its steps: rotates the lower words by j.
#[inline(always)]
pub(super) fn tweak<L: Lane>(j: usize, [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) -> [L; 8] {
    let n = j as u32;
    [a0, a1, a2, a3, a4.rol(n), a5.rol(n), a6.rol(n), a7.rol(n)]
}

/// One step of the permutation with these constants.
#[inline(always)]
pub(super) fn step<L: Lane, S: SubCrumb<L>>(tier: L::Tier, constants: &[u32; 2], a: [L; 8]) -> [L; 8] {
    let [upper, lower] = *constants;
    step_by::<L, S, InLanes>(L::splat(tier, upper.into()), L::splat(tier, lower.into()), a)
}

/// One step of a permutation. Adds `upper` to a0 and `lower` to a4.
#[inline(always)]
pub(super) fn step_by<L: Bits, S: SubCrumb<L>, R: Rotate<L>>(upper: L, lower: L, a: [L; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
    let (a0, a1, a2, a3) = S::sub_crumb(a0, a1, a2, a3);
    let (a5, a6, a7, a4) = S::sub_crumb(a5, a6, a7, a4);
    let (a0, a4) = mix_word::<L, R>(a0, a4);
    let (a1, a5) = mix_word::<L, R>(a1, a5);
    let (a2, a6) = mix_word::<L, R>(a2, a6);
    let (a3, a7) = mix_word::<L, R>(a3, a7);
    [a0.xor(upper), a1, a2, a3, a4.xor(lower), a5, a6, a7]
}

/// Rotates words, where `L` may contain any number of them.
pub(super) trait Rotate<L: Bits>: 'static {
    /// Rotates each word left by `n` bits, 0 <= n < 32.
    fn rol(words: L, n: u32) -> L;
}

/// Rotates vectors with one word in each lane.
pub(super) struct InLanes;

impl<L: Lane> Rotate<L> for InLanes {
    #[inline(always)]
    fn rol(words: L, n: u32) -> L {
        words.rol(n)
    }
}

/// Computes the S-box at every bit position of four words. The first word contains the lowest bits of the crumbs.
pub(super) trait SubCrumb<L: Bits>: 'static {
    /// Applies the S-box.
    fn sub_crumb(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L);
}

/// The S-box by operations on two words.
pub(super) struct ByLogic;

impl<L: Bits> SubCrumb<L> for ByLogic {
    #[inline(always)]
    fn sub_crumb(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L) {
        sub_crumb(x0, x1, x2, x3)
    }
}

/// The S-box by six operations on three words, which is the smallest possible number.
#[cfg(target_arch = "x86_64")]
pub(super) struct ByTernaryLogic;

#[cfg(target_arch = "x86_64")]
impl<L: TernaryLogic> SubCrumb<L> for ByTernaryLogic {
    #[inline(always)]
    fn sub_crumb(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L) {
        let t0 = x0.ternary::<0x56>(x1, x3);
        let t1 = x0.ternary::<0x36>(x2, x3);
        let y3 = x1.ternary::<0x2d>(t0, t1);
        let y0 = x0.ternary::<0x4e>(t1, y3);
        let y2 = x0.ternary::<0x96>(t1, y3);
        let y1 = x0.ternary::<0x69>(t0, y0);
        (y0, y1, y2, y3)
    }
}

/// The S-box by seven operations on three words. It has one operation more than [`ByTernaryLogic`], but no result
/// depends on a chain of more than two, so it has a shorter latency.
#[cfg(target_arch = "x86_64")]
pub(super) struct ByShallowLogic;

#[cfg(target_arch = "x86_64")]
impl<L: TernaryLogic> SubCrumb<L> for ByShallowLogic {
    #[inline(always)]
    fn sub_crumb(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L) {
        let t0 = x0.ternary::<0x9a>(x1, x2);
        let t1 = x0.ternary::<0x6c>(x1, x3);
        let t2 = x0.ternary::<0xc6>(x2, x3);
        let y0 = x0.ternary::<0x4b>(t1, t2);
        let y1 = t0.ternary::<0xd2>(t1, t2);
        let y2 = t0.ternary::<0xb1>(t1, t2);
        let y3 = t0.ternary::<0x1b>(t1, t2);
        (y0, y1, y2, y3)
    }
}

/// The S-box by the operations of [Luffa-shuffle], table 2.
#[inline(always)]
pub(super) fn sub_crumb<L: Bits>(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L) {
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
    (t, x1, x2, x3)
}

/// `MixWord`: mixes a word of the upper half with the word four places after it.
#[inline(always)]
pub(super) fn mix_word<L: Bits, R: Rotate<L>>(u: L, v: L) -> (L, L) {
    let (u, v) = mix_but_turn::<L, R>(u, v);
    (u, R::rol(v, 1))
}

/// `MixWord` without its last step, the rotation of the second word by 1.
#[inline(always)]
pub(super) fn mix_but_turn<L: Bits, R: Rotate<L>>(u: L, v: L) -> (L, L) {
    let v = v.xor(u);
    let u = R::rol(u, 2).xor(v);
    let v = R::rol(v, 14).xor(u);
    let u = R::rol(u, 10).xor(v);
    (u, v)
}
