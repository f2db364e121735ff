//! The same word of four chains in a vector of 128 bits. [Luffa-shuffle] 5.2.
//!
//! Three or four chains fit into the lanes of a vector: [`super::words::chains`]. A fifth chain is computed in plain
//! words, interleaved with the vectors. The price is that message injection moves words between vectors and general
//! registers.

use super::round::{Block, Round, next_block, words_of};
use super::spec::CONSTANTS;
use super::words::chains::{self, Chains, constants, multiples, rotate_chains, splat, sum};
use super::words::transposed::{load, store};
use super::words::{add, double, step, tweak};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("words128", "[Luffa-shuffle] 5.2");

/// The kernel for three or four chains in vectors `L`.
pub(super) type ThreeOrFour<L, const CHAINS: usize> = Chains<L, CHAINS>;

/// The kernel for five chains in vectors `L`.
pub(super) struct FourAndOne<L>(PhantomData<L>);

impl<L> Kernel for FourAndOne<L>
where
    L: Lane<Word = u32> + Bytes + 'static,
{
    type Tier = L::Tier;
    type Primitive = Round<5>;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Round<5>>) {
        const { assert!(L::STATES == 4, "the fifth chain is in plain words") };
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut four: [L; 8] = load(
                    tier,
                    #[inline(always)]
                    |j| state.get(j),
                );
                let mut fifth = state[4];
                while let Some(block) = next_block(&mut input) {
                    (four, fifth) = message_injection::<L>(tier, four, fifth, words_of(block));
                    four = chains::tweak::<L, 4>(tier, four);
                    fifth = tweak(4, fifth);
                    for (of_four, of_fifth) in const { &constants::<4>() }.iter().zip(&CONSTANTS[4]) {
                        four = chains::step(tier, of_four, four);
                        fifth = step(Portable::PROOF, of_fifth, fifth);
                    }
                }
                store(
                    four,
                    #[inline(always)]
                    |j, k, word| state[j % 5][k] = word,
                );
                state[4] = fifth;
            },
        );
    }
}

/// Message injection with the doublings of [`super::words::message_injection_by`].
#[inline(always)]
fn message_injection<L: Lane<Word = u32> + Bytes>(
    tier: L::Tier,
    four: [L; 8],
    fifth: Block,
    message: Block,
) -> ([L; 8], Block) {
    let sum = double(add(sum::<L, 4>(four), splat(tier, fifth)));
    let (four, fifth) = (add(four, sum), add(fifth, chain(sum, 0)));

    // Plus the next chain.
    let next = with_fifth(tier, rotate_chains::<1, 4, L>(four), fifth, 3);
    let (four, fifth) = (add(double(four), next), add(double(fifth), chain(four, 0)));

    // Plus the previous chain, which is three places further on.
    let before = with_fifth(tier, rotate_chains::<3, 4, L>(four), fifth, 0);
    let (four, fifth) = (add(double(four), before), add(double(fifth), chain(four, 3)));

    let times_16 = double(double(double(double(message))));
    (add(four, multiples::<L, 4>(tier, message)), add(fifth, times_16))
}

/// Returns the four chains with lane `number` replaced by the fifth chain.
#[inline(always)]
fn with_fifth<L: Lane + Bytes>(tier: L::Tier, four: [L; 8], fifth: Block, number: usize) -> [L; 8] {
    let here = L::alternate(tier, ONLY[number]);
    let fifth = splat::<L>(tier, fifth);
    let mut chains = four;
    for (word, fifth) in chains.iter_mut().zip(fifth) {
        *word = here.select(fifth, *word);
    }
    chains
}

/// `ONLY[n]` has ones in lane n only.
const ONLY: [[[u8; 16]; 2]; 4] = {
    let mut ones = [[[0; 16]; 2]; 4];
    let mut at = 0;
    while at < 16 {
        ones[at / 4][0][at] = 0xff;
        at += 1;
    }
    ones
};

/// Returns the chain in lane `j`.
#[inline(always)]
fn chain<L: Lane<Word = u32>>(words: [L; 8], j: usize) -> Block {
    let mut chain = [0; 8];
    for (word, lanes) in chain.iter_mut().zip(words) {
        let mut all = [0; 4];
        lanes.store(&mut all);
        *word = all[j];
    }
    chain
}
