//! Each chain in two vectors, one for its upper and one for its lower words, perfectly shuffled: each nibble is a
//! crumb, and the S-box is two look-ups. [Luffa-shuffle] 5.2, "PS".
//!
//! ```text
//!   upper   | nibble 31: a3 a2 a1 a0 | ... | nibble 0: a3 a2 a1 a0 |     nibble t: bit t of each word
//!   lower   | nibble 31: a7 a6 a5 a4 | ... | nibble 0: a7 a6 a5 a4 |
//! ```
//!
//! The last rotation of `MixWord`, by 1, is the only one that does not move whole bytes. The trick is to defer it to
//! the S-box of the next step, which moves nibbles almost for free: a look-up can put its result into either nibble of
//! a byte. The price of the technique is a separate look-up for each nibble of a byte.

use super::bit_positions::in_register;
use super::byte_shuffles::rotation;
use super::crumbs::LOWER as LOWER_CRUMBS;
use super::halves::{bytes_of_words, store_words};
use super::nibbles::{FROM_MESSAGE, FROM_WORDS, Table, look_up, rol, shuffle, splat, table, unshuffle};
use super::round::{Block, Round, halves_of, next_block};
use super::spec::{CONSTANTS, SBOX};
use super::words::{message_injection_by, mix_word_without_rol1};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::kernel::reader::BlockReader;
use crate::list::Technique;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle128", "[Luffa-shuffle] 5.2");

/// The kernel for vectors `V` of four words of one chain.
pub(super) struct WordsOfOneChain<V, const CHAINS: usize>(PhantomData<V>);

impl<V: Lane + Bytes + 'static, const CHAINS: usize> Kernel for WordsOfOneChain<V, CHAINS> {
    type Tier = V::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Round<CHAINS>>) {
        absorb(
            tier,
            operands,
            #[inline(always)]
            |chains: &mut [Chain<V>; CHAINS]| permutations(chains),
        );
    }
}

/// Absorbs the blocks of one message after another, with these permutations of the chains.
#[inline(always)]
pub(super) fn absorb<V: Lane + Bytes, const CHAINS: usize>(
    tier: V::Tier,
    operands: Operands<'_, Round<CHAINS>>,
    permutations: impl Fn(&mut [Chain<V>; CHAINS]),
) {
    operands.one_by_one(
        #[inline(always)]
        |state, mut input| {
            // Not initialized with zeros: the compiler would call a function to clear the memory.
            let mut chains = [Chain::<V>::load(tier, &state[0]); CHAINS];
            for j in 1..CHAINS {
                chains[j] = Chain::load(tier, &state[j]);
            }
            let mut next = Chain::<V>::load_next_message(tier, &mut input);
            while let Some(message) = next {
                message_injection(&mut chains, message);
                // Loaded before the steps, which will occupy the execution units that the loads need.
                next = Chain::load_next_message(tier, &mut input);
                permutations(&mut chains);
            }
            for j in 0..CHAINS {
                chains[j].store(&mut state[j]);
            }
        },
    );
}

/// A chain, or another block, such as one of the message.
#[derive(Clone, Copy)]
pub(super) struct Chain<V> {
    pub(super) upper: V,
    pub(super) lower: V,
}

impl<V: Lane + Bytes> Chain<V> {
    /// Loads and shuffles plain words.
    #[inline(always)]
    pub(super) fn load(tier: V::Tier, block: &Block) -> Self {
        let [upper, lower] = bytes_of_words(block);
        Self { upper: shuffle(tier, upper, FROM_WORDS), lower: shuffle(tier, lower, FROM_WORDS) }
    }

    /// Loads and shuffles a block of the message.
    #[inline(always)]
    pub(super) fn load_message(tier: V::Tier, bytes: &[u8; 32]) -> Self {
        let [upper, lower] = halves_of(bytes);
        Self { upper: shuffle(tier, upper, FROM_MESSAGE), lower: shuffle(tier, lower, FROM_MESSAGE) }
    }

    /// Loads and shuffles the next block of the message.
    #[inline(always)]
    fn load_next_message(tier: V::Tier, input: &mut BlockReader<'_, 1>) -> Option<Self> {
        Some(Self::load_message(tier, next_block(input)?))
    }

    /// Stores the chain as plain words.
    #[inline(always)]
    pub(super) fn store(self, block: &mut Block) {
        store_words([unshuffle(self.upper), unshuffle(self.lower)], block);
    }

    /// The tweak of Q_j, which precedes its steps. As between steps, it defers a rotation of the lower words by 1 to
    /// the next S-box.
    #[inline(always)]
    pub(super) fn tweak(self, j: u32) -> Self {
        Self { lower: rol(self.lower, (j + 31) % 32), ..self }
    }

    /// One step, without the last rotation of the lower words by 1, which is deferred to the S-box of the next step. It
    /// is cheaper there: a look-up can put each nibble into its new half of a byte, and only the former high nibbles
    /// have to move to another byte.
    #[inline(always)]
    pub(super) fn step(self, [upper, lower]: &[[u8; 16]; 2]) -> Self {
        let (high, low) = self.lower.nibbles();
        let [for_low, for_high] = LOWER;
        let crumbs = high.look_up(for_low).shuffle(rotation(1)).or(low.look_up(for_high));
        let [u, v] = mix_word_without_rol1([look_up(self.upper, UPPER), crumbs], rol);
        let tier = self.upper.tier();
        Self { upper: u.xor(V::broadcast(tier, *upper)), lower: v.xor(V::broadcast(tier, *lower)) }
    }

    /// Computes the deferred rotation after the last step.
    #[inline(always)]
    pub(super) fn rotate_deferred(self) -> Self {
        Self { lower: rol(self.lower, 1), ..self }
    }

    /// Returns the sum of two blocks.
    #[inline(always)]
    pub(super) fn add(self, b: Self) -> Self {
        Self { upper: self.upper.xor(b.upper), lower: self.lower.xor(b.lower) }
    }

    /// Returns the block multiplied by x. Each word moves to the next place in its nibble. The last bits of the
    /// nibbles, which belong to a3 and a7, are removed before the shift and added where the polynomial has terms.
    #[inline(always)]
    pub(super) fn double(self) -> Self {
        let last = splat(self.upper.tier(), 8);
        let (a3, a7) = (self.upper.and(last), self.lower.and(last));
        let a7_first = a7.shr(3);
        let upper = self.upper.xor(a3).shl(1).xor(a7_first).xor(a7.shr(2)).xor(a7);
        let lower = self.lower.xor(a7).shl(1).xor(a3.shr(3)).xor(a7_first);
        Self { upper, lower }
    }
}

/// Message injection with [`message_injection_by`].
#[inline(always)]
pub(super) fn message_injection<V: Lane + Bytes, const CHAINS: usize>(
    chains: &mut [Chain<V>; CHAINS],
    message: Chain<V>,
) {
    message_injection_by(chains, message, Chain::add, Chain::double);
}

/// Applies each chain's permutation, interleaved step by step.
#[inline(always)]
pub(super) fn permutations<V: Lane + Bytes, const CHAINS: usize>(chains: &mut [Chain<V>; CHAINS]) {
    for (j, chain) in chains.iter_mut().enumerate() {
        *chain = chain.tweak(j as u32);
    }
    for r in 0..8 {
        for (chain, steps) in chains.iter_mut().zip(&STEPS) {
            *chain = chain.step(&steps[r]);
        }
    }
    for chain in chains.iter_mut() {
        *chain = chain.rotate_deferred();
    }
}

/// The S-box on nibbles of the upper words.
pub(super) const UPPER: Table = table(SBOX);

/// The S-box on nibbles of the lower words.
pub(super) const LOWER: Table = table(LOWER_CRUMBS);

/// The constants that each step adds to the upper and the lower words, by chain. Those of the lower words are rotated
/// back by 1, since they are added before the deferred rotation.
pub(super) static STEPS: [[[[u8; 16]; 2]; 8]; 5] = {
    let mut steps = [[[[0; 16]; 2]; 8]; 5];
    let mut at = 0;
    while at < 40 {
        let [upper, lower] = CONSTANTS[at / 8][at % 8];
        steps[at / 8][at % 8] =
            [in_register([upper], 4, 1).to_le_bytes(), in_register([lower], 4, 1).rotate_right(4).to_le_bytes()];
        at += 1;
    }
    steps
};
