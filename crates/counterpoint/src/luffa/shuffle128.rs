//! Each chain in two vectors, one of its upper words and one of its lower words, so that each nibble is a crumb and
//! the S-box is two look-ups. [Luffa-shuffle] 5.2, "PS".

use super::Round;
use super::crumbs::LOWER as LOWER_CRUMBS;
use super::nibbles::{
    ByNibbles, FROM_MESSAGE, FROM_WORDS, Nibbles, Table, all, looked_up, shuffled, table, unshuffled,
};
use super::places::by_bytes;
use super::places::placed;
use super::spec::{CONSTANTS, SBOX};
use super::words::{Ring, Rotate, message_injection, mix_but_turn};
use super::{Block, halves_of, next_block};
use crate::cpu::Kernel;
use crate::kernel::{BlockReader, Operands};
use crate::list::Technique;
use crate::vector::words::group_of;
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle128", "[Luffa-shuffle] 5.2");

/// The kernel for vectors `V`.
pub(super) struct Within<V, const CHAINS: usize>(PhantomData<V>);

impl<V: Nibbles, const CHAINS: usize> Kernel for Within<V, CHAINS> {
    type Tier = V::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Round<CHAINS>>) {
        for (state, mut input) in operands.one_by_one() {
            // Initialized with values other than zeros, because the compiler clears memory by a call.
            let mut chains = [Chain::<V>::enter(tier, &state[0]); CHAINS];
            for j in 1..CHAINS {
                chains[j] = Chain::enter(tier, &state[j]);
            }
            let mut next = Chain::<V>::next(tier, &mut input);
            while let Some(message) = next {
                message_injection(&mut chains, message);
                // Loaded before the steps: after them, the loads would wait for the execution units that the steps
                // keep busy.
                next = Chain::next(tier, &mut input);
                permutations(&mut chains);
            }
            for j in 0..CHAINS {
                chains[j].leave(&mut state[j]);
            }
        }
    }
}

/// A chain, or another block such as the message's.
#[derive(Clone, Copy)]
pub(super) struct Chain<V: Nibbles> {
    pub(super) upper: V,
    pub(super) lower: V,
    pub(super) tier: V::Tier,
}

impl<V: Nibbles> Chain<V> {
    /// Shuffles plain words.
    #[inline(always)]
    pub(super) fn enter(tier: V::Tier, block: &Block) -> Self {
        let upper = shuffled(tier, group_of(|i| block[i % 8]), FROM_WORDS);
        let lower = shuffled(tier, group_of(|i| block[(4 + i) % 8]), FROM_WORDS);
        Self { upper, lower, tier }
    }

    /// Shuffles a block of the message.
    #[inline(always)]
    pub(super) fn message(tier: V::Tier, bytes: &[u8; 32]) -> Self {
        let [upper, lower] = halves_of(bytes);
        Self { upper: shuffled(tier, upper, FROM_MESSAGE), lower: shuffled(tier, lower, FROM_MESSAGE), tier }
    }

    /// Returns the next block of the message, shuffled.
    #[inline(always)]
    fn next(tier: V::Tier, input: &mut BlockReader<'_, 1>) -> Option<Self> {
        Some(Self::message(tier, next_block(input)?))
    }

    /// Writes the chain to `block` as plain words.
    #[inline(always)]
    pub(super) fn leave(self, block: &mut Block) {
        let halves = [unshuffled(self.upper), unshuffled(self.lower)];
        for (word, bytes) in block.iter_mut().zip(halves.as_flattened().as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
    }

    /// The tweak of Q_j, which precedes its steps. As between steps, a rotation of the lower words by 1 is deferred
    /// to the next S-box.
    #[inline(always)]
    pub(super) fn tweaked(self, j: u32) -> Self {
        Self { lower: ByNibbles::rol(self.lower, (j + 31) % 32), ..self }
    }

    /// One step, without the last rotation of the lower words by 1: it is deferred to the S-box of the next step.
    /// There it is cheaper, because a look-up can put each nibble into its new half of a byte, and only the former
    /// high nibbles have to move to another byte.
    #[inline(always)]
    pub(super) fn step(self, [upper, lower]: &[[u8; 16]; 2]) -> Self {
        let (high, low) = self.lower.nibbles();
        let [for_low, for_high] = LOWER;
        let crumbs = high.look_up(for_low).shuffle(by_bytes(1)).or(low.look_up(for_high));
        let (u, v) = mix_but_turn::<V, ByNibbles>(looked_up(self.upper, UPPER), crumbs);
        Self { upper: u.xor(V::broadcast(self.tier, *upper)), lower: v.xor(V::broadcast(self.tier, *lower)), ..self }
    }

    /// Computes the deferred rotation after the last step.
    #[inline(always)]
    pub(super) fn turned(self) -> Self {
        Self { lower: ByNibbles::rol(self.lower, 1), ..self }
    }
}

/// Applies its permutation to each chain, interleaved step by step.
#[inline(always)]
pub(super) fn permutations<V: Nibbles, const CHAINS: usize>(chains: &mut [Chain<V>; CHAINS]) {
    for (j, chain) in chains.iter_mut().enumerate() {
        *chain = chain.tweaked(j as u32);
    }
    for r in 0..8 {
        for (chain, steps) in chains.iter_mut().zip(&STEPS) {
            *chain = chain.step(&steps[r]);
        }
    }
    for chain in chains.iter_mut() {
        *chain = chain.turned();
    }
}

impl<V: Nibbles> Ring for Chain<V> {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self { upper: self.upper.xor(b.upper), lower: self.lower.xor(b.lower), ..self }
    }
    /// Each word moves to the next place in its nibble. The last bits of the nibbles, which belong to a3 and a7, are
    /// removed before the shift and added where the polynomial requires.
    #[inline(always)]
    fn double(self) -> Self {
        let last = all(self.tier, 8);
        let (a3, a7) = (self.upper.and(last), self.lower.and(last));
        let a7_first = a7.shr(3);
        let upper = self.upper.xor(a3).shl(1).xor(a7_first).xor(a7.shr(2)).xor(a7);
        let lower = self.lower.xor(a7).shl(1).xor(a3.shr(3)).xor(a7_first);
        Self { upper, lower, ..self }
    }
}

/// The S-box on nibbles of the upper words.
const UPPER: Table = table(SBOX);

/// The S-box on nibbles of the lower words.
const LOWER: Table = table(LOWER_CRUMBS);

/// The constants that each step adds to the upper and to the lower words, by chain. Those of the lower words are
/// rotated back by 1, because they are added before the deferred rotation.
pub(super) static STEPS: [[[[u8; 16]; 2]; 8]; 5] = {
    let mut steps = [[[[0; 16]; 2]; 8]; 5];
    let mut at = 0;
    while at < 40 {
        let [upper, lower] = CONSTANTS[at / 8][at % 8];
        steps[at / 8][at % 8] =
            [placed([upper], 4, 1).to_le_bytes(), placed([lower], 4, 1).rotate_right(4).to_le_bytes()];
        at += 1;
    }
    steps
};
