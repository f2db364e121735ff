//! Two chains share registers of 64 bits, so that the operations on one register compute two permutations. The two
//! words of a register are side by side ([`super::parallel64`]), or perfectly shuffled ([`super::shuffle64`]), where
//! one instruction rotates both. [Luffa-shuffle] 5.1.
//!
//! ```text
//!   chains 0 and 1                  8 registers
//!   chains 2 and 3                  8 registers
//!   chain 2 of three, 4 of five     8 registers, in both places
//! ```
//!
//! Of three or five chains the last one has no partner, so both words of its registers are the same word. Then sums
//! need no masks, and one instruction rotates the words in either arrangement: when 64 bits with two equal halves are
//! rotated as a whole, each half receives the bits that the other half loses, and they are equal to those that it
//! loses itself.
//!
//! The chains stay in their arrangement from the first block of a run to its last. Each word of a message block is
//! brought into the arrangement once, and its multiples are computed there.

use super::places::placed;
use super::spec::CONSTANTS;
use super::words::{ByLogic, Rotate, add, double, step_by};
use super::{Block, Round, words_of};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use core::marker::PhantomData;

/// Evaluates the expression for each word of a block, or for each step; `$k` is the number. It is not a loop, because
/// the compiler might keep the loop: then it would keep words in memory, or move them between registers at the loop's
/// end, which was a tenth of all instructions.
macro_rules! each {
    ($k:ident => $do:expr) => {
        each!($k => $do; 0 1 2 3 4 5 6 7)
    };
    ($k:ident => $do:expr; $($n:literal)+) => {[$({
        const $k: usize = $n;
        $do
    }),+]};
}

/// An arrangement of two words in 64 bits.
pub(super) trait Arrangement: 'static {
    /// The distance between neighbouring bits of a word.
    const BITS: u32;
    /// The distance between equal bits of the two words.
    const WORDS: u32;
    /// The bits of a register that belong to the first word.
    const FIRST: u64 = placed([!0], Self::BITS, Self::WORDS) as u64;

    /// Returns a word in the first word's place, with zeros elsewhere.
    fn spread(word: u32) -> u64;
    /// The inverse of `spread`. The argument has zeros outside the first word's place.
    fn gather(first: u64) -> u32;
    /// Rotates both words left by `n` bits, 0 <= n < 32.
    fn rol(two: u64, n: u32) -> u64;
}

/// The kernel for pairs of words in the arrangement `A`.
pub(super) struct InPairs<A, const CHAINS: usize>(PhantomData<A>);

impl<A: Arrangement, const CHAINS: usize> Kernel for InPairs<A, CHAINS> {
    type Tier = Portable;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Round<CHAINS>>) {
        for (state, mut input) in operands.one_by_one() {
            let mut chains = Chains::<A, CHAINS>::enter(state);
            while let Some(([block], _)) = input.next(32) {
                // The block always has 32 bytes. `continue` avoids a panic path, which the kernel must not contain.
                let Some(block) = block.first_chunk() else { continue };
                chains.message_injection(words_of(block));
                chains.permutations();
            }
            chains.leave(state);
        }
    }
}

/// All chains of one message.
pub(super) struct Chains<A, const CHAINS: usize> {
    /// Chains 0 and 1; then chains 2 and 3, if there are more than three chains.
    pairs: [[u64; 8]; 2],
    /// The last of three or five chains, in both places.
    odd: [u64; 8],
    arrangement: PhantomData<A>,
}

impl<A: Arrangement, const CHAINS: usize> Chains<A, CHAINS> {
    /// Brings plain words into the arrangement.
    #[inline(always)]
    pub(super) fn enter(state: &[Block; CHAINS]) -> Self {
        Self {
            pairs: [Self::two(&state[0], &state[1]), Self::two(&state[2], &state[3 % CHAINS])],
            odd: Self::two(&state[CHAINS - 1], &state[CHAINS - 1]),
            arrangement: PhantomData,
        }
    }

    /// Returns the words of two chains in pairs.
    #[inline(always)]
    fn two(a: &Block, b: &Block) -> [u64; 8] {
        each!(K => pair::<A>(A::spread(a[K]), A::spread(b[K])))
    }

    /// Writes the chains to `state` as plain words.
    #[inline(always)]
    pub(super) fn leave(&self, state: &mut [Block; CHAINS]) {
        let [a, b] = self.pairs;
        state[0] = each!(K => A::gather(first::<A>(a[K])));
        state[1] = each!(K => A::gather(second::<A>(a[K])));
        if CHAINS > 3 {
            state[2] = each!(K => A::gather(first::<A>(b[K])));
            state[3] = each!(K => A::gather(second::<A>(b[K])));
        }
        if CHAINS % 2 == 1 {
            state[CHAINS - 1] = each!(K => A::gather(first::<A>(self.odd[K])));
        }
    }

    /// Message injection by the same doublings as [`super::words::message_injection`].
    #[inline(always)]
    pub(super) fn message_injection(&mut self, message: Block) {
        self.add_to_each(double(self.sum()));
        if CHAINS == 5 {
            self.mix_with_next();
        }
        if CHAINS > 3 {
            self.mix_with_previous();
        }
        let m = each!(K => A::spread(message[K]));
        let twice = double(m);
        self.pairs[0] = add(self.pairs[0], each!(K => pair::<A>(m[K], twice[K])));
        let mut next = double(twice);
        if CHAINS > 3 {
            let twice = double(next);
            self.pairs[1] = add(self.pairs[1], each!(K => pair::<A>(next[K], twice[K])));
            next = double(twice);
        }
        if CHAINS % 2 == 1 {
            self.odd = add(self.odd, each!(K => pair::<A>(next[K], next[K])));
        }
    }

    /// Returns the sum of all chains, in both places.
    #[inline(always)]
    fn sum(&self) -> [u64; 8] {
        let [mut sum, more] = self.pairs;
        if CHAINS > 3 {
            sum = add(sum, more);
        }
        sum = each!(K => sum[K] ^ pair::<A>(second::<A>(sum[K]), first::<A>(sum[K])));
        if CHAINS % 2 == 1 { add(sum, self.odd) } else { sum }
    }

    #[inline(always)]
    fn add_to_each(&mut self, block: [u64; 8]) {
        self.pairs = [add(self.pairs[0], block), add(self.pairs[1], block)];
        self.odd = add(self.odd, block);
    }

    /// Replaces each of five chains by its double plus the next chain.
    #[inline(always)]
    fn mix_with_next(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        self.pairs[0] = add(double(a), each!(K => pair::<A>(second::<A>(a[K]), first::<A>(b[K]))));
        self.pairs[1] = add(double(b), each!(K => pair::<A>(second::<A>(b[K]), first::<A>(c[K]))));
        self.odd = add(double(c), each!(K => pair::<A>(first::<A>(a[K]), first::<A>(a[K]))));
    }

    /// Replaces each of four or five chains by its double plus the chain before it.
    #[inline(always)]
    fn mix_with_previous(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        let last = if CHAINS == 5 { c } else { b };
        self.pairs[0] = add(double(a), each!(K => pair::<A>(second::<A>(last[K]), first::<A>(a[K]))));
        self.pairs[1] = add(double(b), each!(K => pair::<A>(second::<A>(a[K]), first::<A>(b[K]))));
        self.odd = add(double(c), each!(K => pair::<A>(second::<A>(b[K]), second::<A>(b[K]))));
    }

    /// Applies its permutation to each chain.
    #[inline(always)]
    pub(super) fn permutations(&mut self) {
        let [a, b] = self.pairs;
        let a = each!(K => if K < 4 { a[K] } else { tweaked::<A>(a[K], 0) });
        self.pairs[0] = steps::<Both<A>>(const { &constants::<A>(0, 1) }, a);
        if CHAINS > 3 {
            let b = each!(K => if K < 4 { b[K] } else { tweaked::<A>(b[K], 2) });
            self.pairs[1] = steps::<Both<A>>(const { &constants::<A>(2, 3) }, b);
        }
        if CHAINS % 2 == 1 {
            let c = each!(K => if K < 4 { self.odd[K] } else { Alike::<A>::rol(self.odd[K], CHAINS as u32 - 1) });
            self.odd = steps::<Alike<A>>(const { &constants::<A>(CHAINS - 1, CHAINS - 1) }, c);
        }
    }
}

/// Computes the eight steps of the permutations of two chains.
#[inline(always)]
fn steps<W: Rotate<u64>>(constants: &[[u64; 2]; 8], mut a: [u64; 8]) -> [u64; 8] {
    each!(R => a = step_by::<_, ByLogic, W>(constants[R][0], constants[R][1], a));
    a
}

/// Applies the tweaks of chain j and of the next chain to a lower word of both.
#[inline(always)]
fn tweaked<A: Arrangement>(words: u64, j: u32) -> u64 {
    let by_j = A::rol(words, j);
    first::<A>(by_j) | A::rol(by_j, 1) & !A::FIRST
}

/// Returns the constants of each step for two chains, in the arrangement.
const fn constants<A: Arrangement>(first: usize, second: usize) -> [[u64; 2]; 8] {
    let mut constants = [[0; 2]; 8];
    let mut at = 0;
    while at < 16 {
        let (r, which) = (at / 2, at % 2);
        let words = [CONSTANTS[first][r][which], CONSTANTS[second][r][which]];
        constants[r][which] = placed(words, A::BITS, A::WORDS) as u64;
        at += 1;
    }
    constants
}

/// Returns the first word in its place, and zeros elsewhere.
#[inline(always)]
fn first<A: Arrangement>(two: u64) -> u64 {
    two & A::FIRST
}

/// Returns the second word in the first word's place, and zeros elsewhere.
#[inline(always)]
fn second<A: Arrangement>(two: u64) -> u64 {
    two >> A::WORDS & A::FIRST
}

/// Joins two words. Both arguments are in the first word's place.
#[inline(always)]
fn pair<A: Arrangement>(first: u64, second: u64) -> u64 {
    first | second << A::WORDS
}

/// Rotates two different words, as the arrangement `A` requires.
pub(super) struct Both<A>(PhantomData<A>);

impl<A: Arrangement> Rotate<u64> for Both<A> {
    #[inline(always)]
    fn rol(words: u64, n: u32) -> u64 {
        A::rol(words, n)
    }
}

/// Rotates a register that contains the same word twice: one rotation of all 64 bits is right in both arrangements.
pub(super) struct Alike<A>(PhantomData<A>);

impl<A: Arrangement> Rotate<u64> for Alike<A> {
    #[inline(always)]
    fn rol(words: u64, n: u32) -> u64 {
        words.rotate_left(A::BITS * n)
    }
}
