//! The chains of one message in the lanes of eight vectors: vector k contains word k of every chain, so all
//! permutations are computed at once. [Luffa-shuffle] 5.2. This is the kernel of `words256`, and of `words128` for
//! three and four chains.
//!
//! ```text
//!   vector k   | chain 0: ak | chain 1: ak | chain 2: ak | (chain 3) | (chain 4 | - | - | -)
//! ```
//!
//! Message injection sums over the chains, which are lanes of a vector: each vector is rotated by a number of chains
//! and added to itself. The content of lanes without a chain is undefined; no rotation moves it to another lane.

use super::transposed::{load, store};
use super::{Minimize, add, double, step_by};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::luffa::byte_shuffles::Permutation;
use crate::luffa::round::{Block, Round, next_block, words_of};
use crate::luffa::spec::CONSTANTS;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The kernel for vectors `L`.
pub(in crate::luffa) struct Chains<L, const CHAINS: usize>(PhantomData<L>);

impl<L, const CHAINS: usize> Kernel for Chains<L, CHAINS>
where
    L: Lane<Word = u32> + Bytes + 'static,
{
    type Tier = L::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Round<CHAINS>>) {
        const { assert!(CHAINS <= L::STATES, "every chain has a lane") };
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut a: [L; 8] = load(
                    tier,
                    #[inline(always)]
                    |j| state.get(j),
                );
                while let Some(block) = next_block(&mut input) {
                    a = message_injection::<L, CHAINS>(tier, a, words_of(block));
                    a = tweak::<L, CHAINS>(tier, a);
                    for constants in const { &constants::<CHAINS>() } {
                        a = step(tier, constants, a);
                    }
                }
                store(
                    a,
                    #[inline(always)]
                    |j, k, word| {
                        if let Some(block) = state.get_mut(j) {
                            block[k] = word;
                        }
                    },
                );
            },
        );
    }
}

/// One step of all permutations, with the constants of each chain in its lane.
#[inline(always)]
pub(in crate::luffa) fn step<L: Lane<Word = u32>>(tier: L::Tier, [upper, lower]: &[[u32; 8]; 2], a: [L; 8]) -> [L; 8] {
    step_by(a, [L::load(tier, upper), L::load(tier, lower)], Minimize::Latency, L::rol)
}

/// Returns the constants of each step, with those of chain j in lane j.
pub(in crate::luffa) const fn constants<const CHAINS: usize>() -> [[[u32; 8]; 2]; 8] {
    let mut lanes = [[[0; 8]; 2]; 8];
    let mut at = 0;
    while at < 16 * CHAINS {
        let (r, which, j) = (at / 2 % 8, at % 2, at / 16);
        lanes[r][which][j] = CONSTANTS[j][r][which];
        at += 1;
    }
    lanes
}

/// Message injection with the doublings of [`super::message_injection_by`].
#[inline(always)]
fn message_injection<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, chains: [L; 8], message: Block) -> [L; 8] {
    let mut chains = add(chains, double(sum::<L, CHAINS>(chains)));
    if CHAINS == 5 {
        chains = add(double(chains), rotate_chains::<1, CHAINS, L>(chains));
    }
    if CHAINS >= 4 {
        // The previous chain is `CHAINS` - 1 places further on.
        chains = match CHAINS {
            4 => add(double(chains), rotate_chains::<3, CHAINS, L>(chains)),
            _ => add(double(chains), rotate_chains::<4, CHAINS, L>(chains)),
        };
    }
    add(chains, multiples::<L, CHAINS>(tier, message))
}

/// Returns the sum of all chains, in every chain's lane.
#[inline(always)]
pub(in crate::luffa) fn sum<L: Lane + Bytes, const CHAINS: usize>(chains: [L; 8]) -> [L; 8] {
    let two = add(chains, rotate_chains::<1, CHAINS, L>(chains));
    match CHAINS {
        3 => add(two, rotate_chains::<2, CHAINS, L>(chains)),
        4 => add(two, rotate_chains::<2, CHAINS, L>(two)),
        _ => add(add(two, rotate_chains::<2, CHAINS, L>(two)), rotate_chains::<4, CHAINS, L>(chains)),
    }
}

/// Rotates the chains: lane j receives chain j + `BY`, modulo `CHAINS`.
#[inline(always)]
pub(in crate::luffa) fn rotate_chains<const BY: usize, const CHAINS: usize, L: Bytes>(words: [L; 8]) -> [L; 8] {
    let mut rotated = words;
    for word in &mut rotated {
        *word = const { Permutation::new(chain_rotation(CHAINS, BY)) }.apply(*word);
    }
    rotated
}

/// Returns the source of each byte. Lanes without a chain keep their bytes: clearing them would cost an instruction.
const fn chain_rotation(chains: usize, by: usize) -> [u8; 32] {
    let mut from = [0; 32];
    let mut at = 0;
    while at < 32 {
        let j = at / 4;
        from[at] = (4 * if j < chains { (j + by) % chains } else { j } + at % 4) as u8;
        at += 1;
    }
    from
}

/// Returns M in the lane of chain 0, 2 M in the lane of chain 1, 4 M in the lane of chain 2, and so on.
#[inline(always)]
pub(in crate::luffa) fn multiples<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, message: Block) -> [L; 8] {
    let mut multiples = splat(tier, message);
    for first in 1..CHAINS {
        let doubled = double(multiples);
        let from = L::alternate(tier, ONES_FROM[first]);
        for (multiple, doubled) in multiples.iter_mut().zip(doubled) {
            *multiple = from.select(doubled, *multiple);
        }
    }
    multiples
}

/// `ONES_FROM[n]` has ones from lane n on.
const ONES_FROM: [[[u8; 16]; 2]; 5] = {
    let mut ones = [[[0; 16]; 2]; 5];
    let mut at = 0;
    while at < 5 * 32 {
        let (first, byte) = (at / 32, at % 32);
        ones[first][byte / 16][byte % 16] = if byte / 4 >= first { 0xff } else { 0 };
        at += 1;
    }
    ones
};

/// Returns vectors with the words of a chain in every lane.
#[inline(always)]
pub(in crate::luffa) fn splat<L: Lane>(tier: L::Tier, chain: Block) -> [L; 8] {
    let mut words = [L::zero(tier); 8];
    for (lanes, word) in words.iter_mut().zip(chain) {
        *lanes = L::splat(tier, word.into());
    }
    words
}

/// Applies each chain's tweak, which rotates the lower words of chain j by j. For each binary digit of j, all lanes are
/// rotated, but only those whose number has that digit set receive the result.
#[inline(always)]
pub(in crate::luffa) fn tweak<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, chains: [L; 8]) -> [L; 8] {
    let mut tweaked = chains;
    for word in &mut tweaked[4..] {
        for digit in 0..3 {
            if 1 << digit < CHAINS {
                let here = L::alternate(tier, ONES_WHERE[digit]);
                *word = here.select(word.rol(1 << digit), *word);
            }
        }
    }
    tweaked
}

/// `ONES_WHERE[n]` has ones in the lanes whose number has binary digit n set.
const ONES_WHERE: [[[u8; 16]; 2]; 3] = {
    let mut ones = [[[0; 16]; 2]; 3];
    let mut at = 0;
    while at < 3 * 32 {
        let (digit, byte) = (at / 32, at % 32);
        ones[digit][byte / 16][byte % 16] = if (byte / 4) >> digit & 1 == 1 { 0xff } else { 0 };
        at += 1;
    }
    ones
};
