//! The same word of four chains in a vector of 128 bits. [Luffa-shuffle] 5.2.
//!
//! Three or four chains fit into the lanes of a vector, which is [`super::words::chains`]. Of five, the fifth chain
//! is computed in plain words, interleaved with the vectors.

use super::spec::CONSTANTS;
use super::words::blocks::{enter, leave};
use super::words::chains::{Chains, constants, multiples, sum, turned, tweaked};
use super::words::{ByLogic, InLanes, add, double, step, step_by, tweak};
use super::{Block, Round, next_block, words_of};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("words128", "[Luffa-shuffle] 5.2");

/// The kernel for three or four chains in vectors `L`, with the S-box of `S`.
pub(super) type ThreeOrFour<L, S, const CHAINS: usize> = Chains<L, S, CHAINS>;

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
        const { assert!(L::STATES == 4, "one chain of five stays apart") };
        for (state, mut input) in operands.one_by_one() {
            let mut four: [L; 8] = enter(
                tier,
                #[inline(always)]
                |j| state.get(j),
            );
            let mut fifth = state[4];
            while let Some(block) = next_block(&mut input) {
                (four, fifth) = message_injection::<L>(tier, four, fifth, words_of(block));
                four = tweaked::<L, 4>(tier, four);
                fifth = tweak(4, fifth);
                for ([upper, lower], apart) in const { &constants::<4>() }.iter().zip(&CONSTANTS[4]) {
                    four = step_by::<L, ByLogic, InLanes>(Lane::load(tier, upper), Lane::load(tier, lower), four);
                    fifth = step::<_, ByLogic>(Portable::PROOF, apart, fifth);
                }
            }
            leave(
                four,
                #[inline(always)]
                |j, k, word| state[j % 5][k] = word,
            );
            state[4] = fifth;
        }
    }
}

/// Message injection by the same doublings as [`super::words::message_injection`].
#[inline(always)]
fn message_injection<L: Lane<Word = u32> + Bytes>(
    tier: L::Tier,
    four: [L; 8],
    fifth: Block,
    message: Block,
) -> ([L; 8], Block) {
    let sum = double(add(sum::<L, 4>(tier, four), everywhere(tier, fifth)));
    let (four, fifth) = (add(four, sum), add(fifth, lane(sum, 0)));

    // Plus the next chain.
    let next = with_fifth(tier, turned::<L, 4, 1>(tier, four), fifth, 3);
    let (four, fifth) = (add(double(four), next), add(double(fifth), lane(four, 0)));

    // Plus the chain before, which is the third one after.
    let before = with_fifth(tier, turned::<L, 4, 3>(tier, four), fifth, 0);
    let (four, fifth) = (add(double(four), before), add(double(fifth), lane(four, 3)));

    let times_16 = double(double(double(double(message))));
    (add(four, multiples::<L, 4>(tier, message)), add(fifth, times_16))
}

/// Returns the four chains with lane `number` replaced by the fifth chain.
#[inline(always)]
fn with_fifth<L: Lane + Bytes>(tier: L::Tier, four: [L; 8], fifth: Block, number: usize) -> [L; 8] {
    let here = L::alternate(tier, ONLY[number]);
    let fifth = everywhere::<L>(tier, fifth);
    let mut with = four;
    for (with, fifth) in with.iter_mut().zip(fifth) {
        *with = with.xor(with.xor(fifth).and(here));
    }
    with
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

/// Returns plain words in every lane.
#[inline(always)]
fn everywhere<L: Lane>(tier: L::Tier, words: Block) -> [L; 8] {
    let mut everywhere = [L::zero(tier); 8];
    for (lanes, word) in everywhere.iter_mut().zip(words) {
        *lanes = L::splat(tier, word.into());
    }
    everywhere
}

/// Returns the plain words of lane `number`.
#[inline(always)]
fn lane<L: Lane<Word = u32>>(words: [L; 8], number: usize) -> Block {
    let mut plain = [0; 8];
    for (plain, lanes) in plain.iter_mut().zip(words) {
        let mut all = [0; 4];
        lanes.store(&mut all);
        *plain = all[number];
    }
    plain
}
