//! The chains of one message in the lanes of eight vectors: vector k contains word k of every chain, so that all
//! permutations are computed at once. [Luffa-shuffle] 5.2. This is the kernel of `words256`, and that of `words128`
//! for three and four chains.
//!
//! ```text
//!   vector k   | chain 0: ak | chain 1: ak | chain 2: ak | (chain 3) | (chain 4 | - | - | -)
//! ```
//!
//! Message injection needs sums over the chains, which are sums over the lanes of a vector: the vectors are rotated
//! by some chains and added to themselves. The content of lanes without a chain is undefined; no rotation moves it to
//! another lane.

use super::blocks::{enter, leave};
use super::{InLanes, SubCrumb, add, double, step_by};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::luffa::spec::CONSTANTS;
use crate::luffa::{Block, Round, next_block, words_of};
use crate::vector::{Bytes, Lane, parted, permuted};
use core::marker::PhantomData;

/// The kernel for vectors `L` and the S-box of `S`.
pub(in crate::luffa) struct Chains<L, S, const CHAINS: usize>(PhantomData<(L, S)>);

impl<L, S, const CHAINS: usize> Kernel for Chains<L, S, CHAINS>
where
    L: Lane<Word = u32> + Bytes + 'static,
    S: SubCrumb<L>,
{
    type Tier = L::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Round<CHAINS>>) {
        const { assert!(CHAINS <= L::STATES, "every chain has a lane") };
        for (state, mut input) in operands.one_by_one() {
            let mut a: [L; 8] = enter(
                tier,
                #[inline(always)]
                |j| state.get(j),
            );
            while let Some(block) = next_block(&mut input) {
                a = message_injection::<L, CHAINS>(tier, a, words_of(block));
                a = tweaked::<L, CHAINS>(tier, a);
                for constants in const { &constants::<CHAINS>() } {
                    let [upper, lower] = constants;
                    a = step_by::<L, S, InLanes>(Lane::load(tier, upper), Lane::load(tier, lower), a);
                }
            }
            leave(
                a,
                #[inline(always)]
                |j, k, word| {
                    if let Some(block) = state.get_mut(j) {
                        block[k] = word;
                    }
                },
            );
        }
    }
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

/// Message injection by the same doublings as [`super::message_injection`].
#[inline(always)]
fn message_injection<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, chains: [L; 8], message: Block) -> [L; 8] {
    let mut chains = add(chains, double(sum::<L, CHAINS>(tier, chains)));
    if CHAINS == 5 {
        chains = add(double(chains), turned::<L, CHAINS, 1>(tier, chains));
    }
    if CHAINS >= 4 {
        // The chain before is the one that is `CHAINS` - 1 places after.
        chains = match CHAINS {
            4 => add(double(chains), turned::<L, CHAINS, 3>(tier, chains)),
            _ => add(double(chains), turned::<L, CHAINS, 4>(tier, chains)),
        };
    }
    add(chains, multiples::<L, CHAINS>(tier, message))
}

/// Returns the sum of all chains, in every chain's lane.
#[inline(always)]
pub(in crate::luffa) fn sum<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, chains: [L; 8]) -> [L; 8] {
    let one = turned::<L, CHAINS, 1>(tier, chains);
    let two = add(chains, one);
    match CHAINS {
        3 => add(two, turned::<L, CHAINS, 2>(tier, chains)),
        4 => add(two, turned::<L, CHAINS, 2>(tier, two)),
        _ => add(add(two, turned::<L, CHAINS, 2>(tier, two)), turned::<L, CHAINS, 4>(tier, chains)),
    }
}

/// Rotates the chains: lane j receives chain j + `BY`, modulo `CHAINS`.
#[inline(always)]
pub(in crate::luffa) fn turned<L: Bytes, const CHAINS: usize, const BY: usize>(
    _tier: L::Tier,
    words: [L; 8],
) -> [L; 8] {
    let mut turned = words;
    for word in &mut turned {
        *word = permuted(*word, const { parted(turn(CHAINS, BY)) });
    }
    turned
}

/// Returns the source of each byte. Lanes without a chain keep their bytes, because clearing them would cost an
/// instruction.
const fn turn(chains: usize, by: usize) -> [u8; 32] {
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
    let mut multiples = [L::zero(tier); 8];
    for (multiple, word) in multiples.iter_mut().zip(message) {
        *multiple = L::splat(tier, word.into());
    }
    for first in 1..CHAINS {
        let doubled = double(multiples);
        let from = L::alternate(tier, ONES_FROM[first]);
        for (multiple, doubled) in multiples.iter_mut().zip(doubled) {
            *multiple = multiple.xor(multiple.xor(doubled).and(from));
        }
    }
    multiples
}

/// `ONES_FROM[n]` has ones in lane n and in all lanes after it.
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

/// Applies the tweak of each chain in its lane: the lower words of chain j are rotated by j. For each binary digit of
/// j, all lanes are rotated, and only those whose number has the digit receive the result.
#[inline(always)]
pub(in crate::luffa) fn tweaked<L: Lane + Bytes, const CHAINS: usize>(tier: L::Tier, chains: [L; 8]) -> [L; 8] {
    let mut tweaked = chains;
    for k in 4..8 {
        for digit in 0..3 {
            if 1 << digit < CHAINS {
                let here = L::alternate(tier, ONES_WHERE[digit]);
                let word = tweaked[k];
                tweaked[k] = word.xor(word.xor(word.rol(1 << digit)).and(here));
            }
        }
    }
    tweaked
}

/// `ONES_WHERE[n]` has ones in the lanes whose number has binary digit n.
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
