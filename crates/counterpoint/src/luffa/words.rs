//! The words as they are, one a register, and the S-box as logic on whole words: 32 crumbs at once.
//!
//! Written for any lane, so for any number of messages side by side. [Luffa-shuffle] calls it the basic implementation;
//! the S-box is its table 2: 15 operations and two copies. A step of a permutation is 2 x 15 operations for the crumbs,
//! 4 x 8 for the mixing, 2 for the constants; a block of Luffa-256 takes 24 of them.

use super::spec::CONSTANTS;
use super::{Block, Round, run_one_by_one};
use crate::cpu::{Kernel, Portable, Tier};
use crate::hash::Compression;
use crate::registry::{Card, Implementation, Primitive};
use crate::vector::Lane;

/// Words as plain integers, one state.
struct OneByOne<const CHAINS: usize>;

impl<const CHAINS: usize> Kernel<Portable> for OneByOne<CHAINS>
where
    Round<CHAINS>: Compression<State = [Block; CHAINS]>,
{
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: Portable, work: <Round<CHAINS> as Primitive>::Operands<'_>) {
        run_one_by_one(
            work,
            #[inline(always)]
            |chains, message| round(tier, chains, message),
        );
    }
}

/// The entry for plain integers.
pub(super) const fn portable<const CHAINS: usize>() -> Implementation<Round<CHAINS>>
where
    Round<CHAINS>: Compression<State = [Block; CHAINS]>,
{
    Implementation::new::<Portable, OneByOne<CHAINS>>(Card {
        name: "words-portable",
        technique: "words",
        states: 1,
        worth_from: 1,
        constant_time: true,
        table_bytes: 0,
        source: "[Luffa-shuffle] 2",
    })
}

/// The round: the message block into every chain, then to each chain its permutation.
#[inline(always)]
pub(super) fn round<T: Tier, L: Lane<T>, const CHAINS: usize>(tier: T, chains: &mut [[L; 8]; CHAINS], message: [L; 8]) {
    const { assert!(L::WIDTH == 32, "a word has 32 bits") };
    message_injection(chains, message);
    // Not a loop: each permutation has its own rotation in the tweak.
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

/// Message injection. The matrix is computed by doublings only: to each chain twice the sum of all; with four chains
/// twice itself and the one before; with five first twice itself and the one behind; then M, 2 M, 4 M, ...
#[inline(always)]
pub(super) fn message_injection<T: Tier, L: Lane<T>, const CHAINS: usize>(
    chains: &mut [[L; 8]; CHAINS],
    message: [L; 8],
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
        mix_neighbours(chains, 1);
    }
    if CHAINS >= 4 {
        mix_neighbours(chains, CHAINS - 1);
    }
    let mut multiple = message;
    for chain in chains.iter_mut() {
        *chain = add(*chain, multiple);
        multiple = double(multiple);
    }
}

/// Each chain becomes twice itself and the chain that is `distance` further.
#[inline(always)]
fn mix_neighbours<T: Tier, L: Lane<T>, const CHAINS: usize>(chains: &mut [[L; 8]; CHAINS], distance: usize) {
    let old = *chains;
    for i in 0..CHAINS {
        chains[i] = add(double(old[i]), old[(i + distance) % CHAINS]);
    }
}

/// A block added to a block.
#[inline(always)]
fn add<T: Tier, L: Lane<T>>(a: [L; 8], b: [L; 8]) -> [L; 8] {
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

/// A block times x.
#[inline(always)]
pub(super) fn double<T: Tier, L: Lane<T>>([a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) -> [L; 8] {
    [a7, a0.xor(a7), a1, a2.xor(a7), a3.xor(a7), a4, a5, a6]
}

/// The permutation Q_j.
#[inline(always)]
pub(super) fn permutation<T: Tier, L: Lane<T>>(tier: T, j: usize, a: [L; 8]) -> [L; 8] {
    let n = j as u32;
    let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
    let mut a = [a0, a1, a2, a3, a4.rol(n), a5.rol(n), a6.rol(n), a7.rol(n)];
    for constants in &CONSTANTS[j] {
        a = step(tier, constants, a);
    }
    a
}

/// One step of a permutation.
#[inline(always)]
pub(super) fn step<T: Tier, L: Lane<T>>(tier: T, constants: &[u32; 2], a: [L; 8]) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = a;
    let (a0, a1, a2, a3) = sub_crumb(a0, a1, a2, a3);
    let (a5, a6, a7, a4) = sub_crumb(a5, a6, a7, a4);
    let (a0, a4) = mix_word(a0, a4);
    let (a1, a5) = mix_word(a1, a5);
    let (a2, a6) = mix_word(a2, a6);
    let (a3, a7) = mix_word(a3, a7);
    let a0 = a0.xor(L::splat(tier, constants[0].into()));
    let a4 = a4.xor(L::splat(tier, constants[1].into()));
    [a0, a1, a2, a3, a4, a5, a6, a7]
}

/// The S-box on every bit position of four words, `x0` holding the lowest bits.
#[inline(always)]
pub(super) fn sub_crumb<T: Tier, L: Lane<T>>(x0: L, x1: L, x2: L, x3: L) -> (L, L, L, L) {
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

/// `MixWord` on a word of the upper half and the one four further.
#[inline(always)]
pub(super) fn mix_word<T: Tier, L: Lane<T>>(u: L, v: L) -> (L, L) {
    let v = v.xor(u);
    let u = u.rol(2).xor(v);
    let v = v.rol(14).xor(u);
    let u = u.rol(10).xor(v);
    (u, v.rol(1))
}
