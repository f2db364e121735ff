//! Two chains share registers of 64 bits, so operations on one register compute two permutations. The two words of a
//! register are side by side ([`super::parallel64`]) or perfectly shuffled ([`super::shuffle64`]); the latter are
//! rotated by a single instruction. [Luffa-shuffle] 5.1.
//!
//! ```text
//!   chains 0 and 1                  8 registers
//!   chains 2 and 3                  8 registers
//!   chain 2 of three, 4 of five     8 registers, in both places
//! ```
//!
//! The last of three or five chains has no partner, so its registers contain every word twice. Then sums need no masks,
//! and one instruction rotates the words in either layout: when 64 bits with two equal halves are rotated as a whole,
//! each half receives the bits that the other half loses, which equal those that it loses itself.
//!
//! The chains keep their layout from the first block of a run to its last. Each word of a message block enters the
//! layout once, and its multiples are computed there.

use super::bit_positions::in_register;
use super::round::{Block, Round, next_block, words_of};
use super::spec::CONSTANTS;
use super::words::{Minimize, add, double, step_by};
use super::{parallel64, shuffle64};
use crate::cpu::{Kernel, Portable};
use crate::each::each;
use crate::kernel::Operands;
use crate::vector::spaced::{even_bits, spaced};

/// [`each!`] over the eight words of a block, or over the eight steps.
macro_rules! each_of_8 {
    ($k:ident => $do:expr) => {
        each!($k => $do; 0 1 2 3 4 5 6 7)
    };
}

/// The layout of [`super::parallel64`], as the parameter `SHUFFLED` of the types and functions of this file.
pub(super) const SIDE_BY_SIDE: bool = false;

/// The layout of [`super::shuffle64`].
pub(super) const PERFECTLY_SHUFFLED: bool = true;

/// The kernel for pairs of words, side by side or perfectly shuffled.
pub(super) struct InPairs<const SHUFFLED: bool, const CHAINS: usize>;

impl<const SHUFFLED: bool, const CHAINS: usize> Kernel for InPairs<SHUFFLED, CHAINS> {
    type Tier = Portable;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Round<CHAINS>>) {
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut chains = Chains::<SHUFFLED, CHAINS>::load(state);
                while let Some(block) = next_block(&mut input) {
                    chains.message_injection(words_of(block));
                    chains.permutations();
                }
                chains.store(state);
            },
        );
    }
}

/// All chains of one message.
pub(super) struct Chains<const SHUFFLED: bool, const CHAINS: usize> {
    /// Chains 0 and 1, then chains 2 and 3 if there are more than three.
    pub(super) pairs: [[u64; 8]; 2],
    /// The last of three or five chains, in both places.
    pub(super) odd: [u64; 8],
}

impl<const SHUFFLED: bool, const CHAINS: usize> Chains<SHUFFLED, CHAINS> {
    /// Converts plain words to the layout.
    #[inline(always)]
    pub(super) fn load(state: &[Block; CHAINS]) -> Self {
        Self {
            pairs: [Self::two(&state[0], &state[1]), Self::two(&state[2], &state[3 % CHAINS])],
            odd: Self::two(&state[CHAINS - 1], &state[CHAINS - 1]),
        }
    }

    /// Returns the words of two chains in pairs.
    #[inline(always)]
    fn two(a: &Block, b: &Block) -> [u64; 8] {
        each_of_8!(K => pair::<SHUFFLED>(spread::<SHUFFLED>(a[K]), spread::<SHUFFLED>(b[K])))
    }

    /// Writes the chains to `state` as plain words.
    #[inline(always)]
    pub(super) fn store(&self, state: &mut [Block; CHAINS]) {
        let [a, b] = self.pairs;
        state[0] = each_of_8!(K => first_word::<SHUFFLED>(a[K]));
        state[1] = each_of_8!(K => second_word::<SHUFFLED>(a[K]));
        if CHAINS > 3 {
            state[2] = each_of_8!(K => first_word::<SHUFFLED>(b[K]));
            state[3] = each_of_8!(K => second_word::<SHUFFLED>(b[K]));
        }
        if CHAINS % 2 == 1 {
            state[CHAINS - 1] = each_of_8!(K => first_word::<SHUFFLED>(self.odd[K]));
        }
    }

    /// Message injection with the doublings of [`super::words::message_injection_by`].
    #[inline(always)]
    pub(super) fn message_injection(&mut self, message: Block) {
        self.add_to_each(double(self.sum()));
        if CHAINS == 5 {
            self.mix_with_next();
        }
        if CHAINS > 3 {
            self.mix_with_previous();
        }
        self.add_multiples(message);
    }

    /// Converts the message to the layout and adds its multiples to the chains: its part of message injection.
    #[inline(always)]
    pub(super) fn add_multiples(&mut self, message: Block) {
        let m = each_of_8!(K => spread::<SHUFFLED>(message[K]));
        let twice = double(m);
        self.pairs[0] = add(self.pairs[0], each_of_8!(K => pair::<SHUFFLED>(m[K], twice[K])));
        let mut next = double(twice);
        if CHAINS > 3 {
            let twice = double(next);
            self.pairs[1] = add(self.pairs[1], each_of_8!(K => pair::<SHUFFLED>(next[K], twice[K])));
            next = double(twice);
        }
        if CHAINS % 2 == 1 {
            self.odd = add(self.odd, each_of_8!(K => pair::<SHUFFLED>(next[K], next[K])));
        }
    }

    /// Returns the sum of all chains, in both places.
    #[inline(always)]
    fn sum(&self) -> [u64; 8] {
        let [mut sum, more] = self.pairs;
        if CHAINS > 3 {
            sum = add(sum, more);
        }
        sum = each_of_8!(K => sum[K] ^ pair::<SHUFFLED>(second::<SHUFFLED>(sum[K]), first::<SHUFFLED>(sum[K])));
        if CHAINS % 2 == 1 { add(sum, self.odd) } else { sum }
    }

    #[inline(always)]
    fn add_to_each(&mut self, block: [u64; 8]) {
        self.pairs = [add(self.pairs[0], block), add(self.pairs[1], block)];
        self.odd = add(self.odd, block);
    }

    /// Replaces each of five chains with its double plus the next chain.
    #[inline(always)]
    fn mix_with_next(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        self.pairs[0] =
            add(double(a), each_of_8!(K => pair::<SHUFFLED>(second::<SHUFFLED>(a[K]), first::<SHUFFLED>(b[K]))));
        self.pairs[1] =
            add(double(b), each_of_8!(K => pair::<SHUFFLED>(second::<SHUFFLED>(b[K]), first::<SHUFFLED>(c[K]))));
        self.odd = add(double(c), each_of_8!(K => pair::<SHUFFLED>(first::<SHUFFLED>(a[K]), first::<SHUFFLED>(a[K]))));
    }

    /// Replaces each of four or five chains with its double plus the previous chain.
    #[inline(always)]
    fn mix_with_previous(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        let last = if CHAINS == 5 { c } else { b };
        self.pairs[0] =
            add(double(a), each_of_8!(K => pair::<SHUFFLED>(second::<SHUFFLED>(last[K]), first::<SHUFFLED>(a[K]))));
        self.pairs[1] =
            add(double(b), each_of_8!(K => pair::<SHUFFLED>(second::<SHUFFLED>(a[K]), first::<SHUFFLED>(b[K]))));
        self.odd =
            add(double(c), each_of_8!(K => pair::<SHUFFLED>(second::<SHUFFLED>(b[K]), second::<SHUFFLED>(b[K]))));
    }

    /// Applies its permutation to each chain.
    #[inline(always)]
    pub(super) fn permutations(&mut self) {
        let [a, b] = self.pairs;
        let a = each_of_8!(K => if K < 4 { a[K] } else { tweak_pair::<SHUFFLED>(a[K], 0) });
        self.pairs[0] = steps::<SHUFFLED>(const { &constants::<SHUFFLED>(0, 1) }, a);
        if CHAINS > 3 {
            let b = each_of_8!(K => if K < 4 { b[K] } else { tweak_pair::<SHUFFLED>(b[K], 2) });
            self.pairs[1] = steps::<SHUFFLED>(const { &constants::<SHUFFLED>(2, 3) }, b);
        }
        if CHAINS % 2 == 1 {
            let odd = self.odd;
            let c = each_of_8!(K => if K < 4 { odd[K] } else { rol_equal::<SHUFFLED>(odd[K], CHAINS as u32 - 1) });
            self.odd = steps_of_equal::<SHUFFLED>(const { &constants::<SHUFFLED>(CHAINS - 1, CHAINS - 1) }, c);
        }
    }
}

/// Computes the eight steps of the permutations of two chains.
#[inline(always)]
fn steps<const SHUFFLED: bool>(constants: &[[u64; 2]; 8], mut a: [u64; 8]) -> [u64; 8] {
    each_of_8!(R => a = step_by(
        a,
        constants[R],
        Minimize::Operations,
        rol::<SHUFFLED>,
    ));
    a
}

/// Computes the eight steps of the permutation of a chain that is in both places.
#[inline(always)]
fn steps_of_equal<const SHUFFLED: bool>(constants: &[[u64; 2]; 8], mut a: [u64; 8]) -> [u64; 8] {
    each_of_8!(R => a = step_by(
        a,
        constants[R],
        Minimize::Operations,
        rol_equal::<SHUFFLED>,
    ));
    a
}

/// Applies the tweaks of chains j and j + 1 to a lower word of both.
#[inline(always)]
fn tweak_pair<const SHUFFLED: bool>(words: u64, j: u32) -> u64 {
    let by_j = rol::<SHUFFLED>(words, j);
    first::<SHUFFLED>(by_j) | rol::<SHUFFLED>(by_j, 1) & !const { first_bits(SHUFFLED) }
}

/// Returns the constants of each step for two chains, in the layout.
const fn constants<const SHUFFLED: bool>(first: usize, second: usize) -> [[u64; 2]; 8] {
    let mut constants = [[0; 2]; 8];
    let mut at = 0;
    while at < 16 {
        let (r, which) = (at / 2, at % 2);
        constants[r][which] = two_words([CONSTANTS[first][r][which], CONSTANTS[second][r][which]], SHUFFLED);
        at += 1;
    }
    constants
}

/// Returns two words in the layout.
pub(super) const fn two_words(words: [u32; 2], shuffled: bool) -> u64 {
    in_register(words, bit_distance(shuffled), word_distance(shuffled)) as u64
}

/// Returns the distance between neighbouring bits of a word.
const fn bit_distance(shuffled: bool) -> u32 {
    if shuffled { 2 } else { 1 }
}

/// Returns the distance between equal bits of the two words.
const fn word_distance(shuffled: bool) -> u32 {
    if shuffled { 1 } else { 32 }
}

/// Returns the bits of a register that belong to the first word.
const fn first_bits(shuffled: bool) -> u64 {
    two_words([!0, 0], shuffled)
}

/// Returns a word in the first word's place, with zeros elsewhere.
#[inline(always)]
pub(super) fn spread<const SHUFFLED: bool>(word: u32) -> u64 {
    if SHUFFLED { spaced(word) } else { word.into() }
}

/// The inverse of [`spread`]. The bits of the second word must be zeros.
#[inline(always)]
fn gather<const SHUFFLED: bool>(first: u64) -> u32 {
    if SHUFFLED { even_bits(first) } else { first as u32 }
}

/// Returns the first word of a register as a plain word.
#[inline(always)]
pub(super) fn first_word<const SHUFFLED: bool>(two: u64) -> u32 {
    gather::<SHUFFLED>(first::<SHUFFLED>(two))
}

/// Returns the second word of a register as a plain word.
#[inline(always)]
fn second_word<const SHUFFLED: bool>(two: u64) -> u32 {
    gather::<SHUFFLED>(second::<SHUFFLED>(two))
}

/// Returns the first word in its place, and zeros elsewhere.
#[inline(always)]
pub(super) fn first<const SHUFFLED: bool>(two: u64) -> u64 {
    two & const { first_bits(SHUFFLED) }
}

/// Returns the second word in the first word's place, and zeros elsewhere.
#[inline(always)]
pub(super) fn second<const SHUFFLED: bool>(two: u64) -> u64 {
    two >> const { word_distance(SHUFFLED) } & const { first_bits(SHUFFLED) }
}

/// Joins two words. Both arguments are in the first word's place.
#[inline(always)]
pub(super) fn pair<const SHUFFLED: bool>(first: u64, second: u64) -> u64 {
    first | second << const { word_distance(SHUFFLED) }
}

/// Rotates both words of a register left by `n` bits, 0 <= n < 32.
#[inline(always)]
pub(super) fn rol<const SHUFFLED: bool>(two: u64, n: u32) -> u64 {
    if SHUFFLED { shuffle64::rol(two, n) } else { parallel64::rol(two, n) }
}

/// Rotates both words of a register that contains the same word twice: in both layouts, this rotates all 64 bits.
#[inline(always)]
pub(super) fn rol_equal<const SHUFFLED: bool>(two: u64, n: u32) -> u64 {
    two.rotate_left(const { bit_distance(SHUFFLED) } * n)
}
