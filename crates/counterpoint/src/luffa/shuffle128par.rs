//! Four chains perfectly shuffled, word k of each in vector k: each nibble contains the same bit of all four chains.
//! [Luffa-shuffle] 5.2, "Parallel + PS".
//!
//! ```text
//!   vector k   | nibble 31: bit 31 of ak of chains 3 2 1 0 | ... | nibble 0: bit 0 of ak of chains 3 2 1 0 |
//! ```
//!
//! Logic on words stays the same. Sums over the chains, and moves to neighbouring chains, become look-ups and shifts
//! within nibbles; these, and the rotations by 1, are the price. With three chains the last place is unused and its
//! content undefined. A fifth chain does not fit into the nibbles, so it has the representation of
//! [`super::shuffle128`], as in the paper's mixed implementation. In the fifth chain, bit k of a nibble belongs to word
//! k of one half; in the others, bit j of a nibble of vector k belongs to word k of chain j.

use super::bit_positions::in_register;
use super::nibbles::{FROM_WORDS, Table, look_up, rol, shuffle, splat, table, unshuffle};
use super::round::{Block, Round, next_block};
use super::shuffle128::{Chain, STEPS};
use super::spec::CONSTANTS;
use super::words::{Minimize, add, double, step_by};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::words::group_of;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle128par", "[Luffa-shuffle] 5.2");

/// The kernel for vectors `V` of one word from each of four chains.
pub(super) struct WordsOfFourChains<V, const CHAINS: usize>(PhantomData<V>);

impl<V: Lane + Bytes + 'static, const CHAINS: usize> Kernel for WordsOfFourChains<V, CHAINS> {
    type Tier = V::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Round<CHAINS>>) {
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut chains = Chains::<V, CHAINS>::load(tier, state);
                while let Some(block) = next_block(&mut input) {
                    chains.message_injection(Chain::load_message(tier, block));
                    chains.permutations();
                }
                chains.store(state);
            },
        );
    }
}

/// All chains of one message.
pub(super) struct Chains<V, const CHAINS: usize> {
    /// Word k of chains 0 to 3.
    four: [V; 8],
    /// Chain 4, if it exists.
    fifth: Chain<V>,
}

impl<V: Lane + Bytes, const CHAINS: usize> Chains<V, CHAINS> {
    /// Loads and shuffles plain words.
    #[inline(always)]
    pub(super) fn load(tier: V::Tier, state: &[Block; CHAINS]) -> Self {
        let mut four = [V::zero(tier); 8];
        for (k, words) in four.iter_mut().enumerate() {
            *words = shuffle(tier, group_of(|j| state[j % CHAINS][k]), FROM_WORDS);
        }
        Self { four, fifth: Chain::load(tier, &state[CHAINS - 1]) }
    }

    /// Stores the chains as plain words.
    #[inline(always)]
    pub(super) fn store(&self, state: &mut [Block; CHAINS]) {
        for (k, words) in self.four.into_iter().enumerate() {
            let words = unshuffle(words);
            for (chain, word) in state.iter_mut().zip(words.as_chunks().0) {
                chain[k] = u32::from_le_bytes(*word);
            }
        }
        if CHAINS == 5 {
            self.fifth.store(&mut state[CHAINS - 1]);
        }
    }

    /// Message injection with the doublings of [`super::words::message_injection_by`].
    #[inline(always)]
    pub(super) fn message_injection(&mut self, message: Chain<V>) {
        self.add_twice_the_sum();
        if CHAINS == 5 {
            self.mix_with_next();
        }
        if CHAINS > 3 {
            self.mix_with_previous();
        }
        self.add_multiples(message);
    }

    #[inline(always)]
    fn add_twice_the_sum(&mut self) {
        let mut sum = self.four;
        for (k, sum) in sum.iter_mut().enumerate() {
            *sum = look_up(*sum, const { parity(CHAINS) });
            if CHAINS == 5 {
                *sum = sum.xor(look_up(self.fifth_with(k), FIFTH[k % 4]));
            }
        }
        let sum = double(sum);
        self.four = add(self.four, sum);
        if CHAINS == 5 {
            // Every place of a nibble contains the sum; word k takes it from place k.
            let word = |k: usize| sum[k].and(splat(self.tier(), 1 << (k % 4)));
            self.fifth = self.fifth.add(self.word_by_word(word));
        }
    }

    /// Replaces each of five chains with its double plus the next chain.
    #[inline(always)]
    fn mix_with_next(&mut self) {
        let (old, last) = (self.four, splat::<V>(self.tier(), 8));
        let mut four = double(old);
        for (k, four) in four.iter_mut().enumerate() {
            let fifth = self.fifth_with(k).shl(3 - k as u32 % 4).and(last);
            *four = four.xor(old[k].xor(old[k].and(splat(self.tier(), 1))).shr(1)).xor(fifth);
        }
        self.four = four;
        let word = |k: usize| old[k].and(splat(self.tier(), 1)).shl(k as u32 % 4);
        self.fifth = self.fifth.double().add(self.word_by_word(word));
    }

    /// Replaces each of four or five chains with its double plus the previous chain.
    #[inline(always)]
    fn mix_with_previous(&mut self) {
        let (old, last) = (self.four, splat::<V>(self.tier(), 8));
        let mut four = double(old);
        for (k, four) in four.iter_mut().enumerate() {
            let before_first = if CHAINS == 5 {
                self.fifth_with(k).shr(k as u32 % 4).and(splat(self.tier(), 1))
            } else {
                old[k].and(last).shr(3)
            };
            *four = four.xor(old[k].xor(old[k].and(last)).shl(1)).xor(before_first);
        }
        self.four = four;
        if CHAINS == 5 {
            let word = |k: usize| old[k].and(last).shr(3 - k as u32 % 4);
            self.fifth = self.fifth.double().add(self.word_by_word(word));
        }
    }

    /// Adds M, 2 M, 4 M, ... to chains 0, 1, 2, ...
    #[inline(always)]
    fn add_multiples(&mut self, message: Chain<V>) {
        let mut once = [message.upper; 8];
        for (k, word) in once.iter_mut().enumerate() {
            let half = if k < 4 { message.upper } else { message.lower };
            *word = half.shr(k as u32 % 4).and(splat(self.tier(), 1));
        }
        // Each iteration doubles the multiples and moves them to the next chains.
        let mut multiples = once;
        for _ in 1..if CHAINS < 4 { CHAINS } else { 4 } {
            let doubled = double(multiples);
            for k in 0..8 {
                multiples[k] = once[k].xor(doubled[k].shl(1));
            }
        }
        self.four = add(self.four, multiples);
        if CHAINS == 5 {
            self.fifth = self.fifth.add(message.double().double().double().double());
        }
    }

    /// Returns the half of the fifth chain that contains word k.
    #[inline(always)]
    fn fifth_with(&self, k: usize) -> V {
        if k < 4 { self.fifth.upper } else { self.fifth.lower }
    }

    /// Returns a block in the fifth chain's representation. `word(k)` returns word k in place k, and zeros elsewhere.
    #[inline(always)]
    fn word_by_word(&self, word: impl Fn(usize) -> V) -> Chain<V> {
        let half = |k: usize| word(k).or(word(k + 1)).or(word(k + 2).or(word(k + 3)));
        Chain { upper: half(0), lower: half(4) }
    }

    #[inline(always)]
    fn tier(&self) -> V::Tier {
        self.four[0].tier()
    }

    /// Applies each chain's permutation.
    #[inline(always)]
    pub(super) fn permutations(&mut self) {
        let tier = self.tier();
        let mut four = self.four;
        // The tweak rotates by the chain's number. For each binary digit, only places whose number has that digit set
        // receive the rotated words.
        for word in &mut four[4..] {
            *word = splat::<V>(tier, 0b1010).select(rol(*word, 1), *word);
            *word = splat::<V>(tier, 0b1100).select(rol(*word, 2), *word);
        }
        let mut fifth = self.fifth.tweak(4);
        for ([upper, lower], of_fifth) in const { &constants(CHAINS) }.iter().zip(&STEPS[4]) {
            four = step_by(four, [V::broadcast(tier, *upper), V::broadcast(tier, *lower)], Minimize::Operations, rol);
            if CHAINS == 5 {
                fifth = fifth.step(of_fifth);
            }
        }
        self.four = four;
        self.fifth = fifth.rotate_deferred();
    }
}

/// Returns the table that replaces each bit of a nibble with the sum of the chains' bits.
const fn parity(chains: usize) -> Table {
    let mut entries = [0; 16];
    let mut n = 0;
    while n < 16 {
        let counted = if chains == 3 { n & 7 } else { n };
        entries[n] = if counted.count_ones() % 2 == 1 { 15 } else { 0 };
        n += 1;
    }
    table(entries)
}

/// `FIFTH[k]` replaces all four bits of a nibble with its bit k.
const FIFTH: [Table; 4] = {
    let mut tables = [[[0; 16]; 2]; 4];
    let mut at = 0;
    while at < 4 {
        let mut entries = [0; 16];
        let mut n = 0;
        while n < 16 {
            entries[n] = if n >> at & 1 == 1 { 15 } else { 0 };
            n += 1;
        }
        tables[at] = table(entries);
        at += 1;
    }
    tables
};

/// Returns the constants of each step for the first four chains.
const fn constants(chains: usize) -> [[[u8; 16]; 2]; 8] {
    let mut constants = [[[0; 16]; 2]; 8];
    let mut at = 0;
    while at < 16 {
        let (r, which) = (at / 2, at % 2);
        let mut words = [0; 4];
        let mut j = 0;
        while j < chains && j < 4 {
            words[j] = CONSTANTS[j][r][which];
            j += 1;
        }
        constants[r][which] = in_register(words, 4, 1).to_le_bytes();
        at += 1;
    }
    constants
}
