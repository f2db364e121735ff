//! Two chains in registers of 64 bits, so that two permutations run at once: their words side by side (`parallel64`), or perfectly shuffled
//! (`shuffle64`), where both are rotated by one instruction. [Luffa-shuffle] 5.1.
//!
//! ```text
//!   chains 0 and 1   8 registers         chains 2 and 3   8 registers         chain 2 of three, 4 of five   8 registers, in both places
//! ```
//!
//! A chain without a partner is its own. Then nothing has to be masked in sums, and its words are rotated by one instruction in either arrangement:
//! turned round in 64 bits, of two equal halves each takes in what the other lost, which is what itself lost.
//!
//! The chains stay as they are arranged from the first block of a run to its last. Of a block of the message each word is brought to its places once;
//! its multiples are computed there.

use super::places::placed;
use super::spec::CONSTANTS;
use super::words::{ByLogic, Rotate, add, double, step_by};
use super::{Block, Round, words_of};
use crate::cpu::{Kernel, Portable};
use crate::kernel::Operands;
use core::marker::PhantomData;

/// The same for each word of a block, or for each step; `$k` is its number. Not a loop, which might stay one: it would keep words in memory, or move them
/// from register to register at its end, a tenth of all instructions.
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
    /// How far apart the bits of a word are.
    const BITS: u32;
    /// How far apart the two words are.
    const WORDS: u32;
    /// The places of the first word.
    const FIRST: u64 = placed([!0], Self::BITS, Self::WORDS) as u64;

    /// A word in the first one's place, zeros elsewhere.
    fn spread(word: u32) -> u64;
    /// The way back, from zeros elsewhere.
    fn gather(first: u64) -> u32;
    /// Both words rotated left by `n` bits, 0 <= n < 32.
    fn rol(two: u64, n: u32) -> u64;
}

/// The kernel for words arranged by `A`.
pub(super) struct InPairs<A, const CHAINS: usize>(PhantomData<A>);

impl<A: Arrangement, const CHAINS: usize> Kernel for InPairs<A, CHAINS> {
    type Tier = Portable;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(_: Portable, operands: Operands<'_, Round<CHAINS>>) {
        for (state, mut input) in operands.one_by_one() {
            let mut chains = Chains::<A, CHAINS>::enter(state);
            while let Some(([block], _)) = input.next(32) {
                // Always so long; the other way out would be to a panic.
                let Some(block) = block.first_chunk() else { continue };
                chains.message_injection(words_of(block));
                chains.permutations();
            }
            chains.leave(state);
        }
    }
}

/// All chains of a message.
pub(super) struct Chains<A, const CHAINS: usize> {
    /// Chains 0 and 1, and if there are more than three chains 2 and 3.
    pairs: [[u64; 8]; 2],
    /// The last chain of three or five, in both places.
    odd: [u64; 8],
    arrangement: PhantomData<A>,
}

impl<A: Arrangement, const CHAINS: usize> Chains<A, CHAINS> {
    /// From plain words.
    #[inline(always)]
    pub(super) fn enter(state: &[Block; CHAINS]) -> Self {
        Self {
            pairs: [Self::two(&state[0], &state[1]), Self::two(&state[2], &state[3 % CHAINS])],
            odd: Self::two(&state[CHAINS - 1], &state[CHAINS - 1]),
            arrangement: PhantomData,
        }
    }

    /// Two chains.
    #[inline(always)]
    fn two(a: &Block, b: &Block) -> [u64; 8] {
        each!(K => pair::<A>(A::spread(a[K]), A::spread(b[K])))
    }

    /// To plain words.
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

    /// Message injection, as [`super::words::message_injection`] has it.
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

    /// The sum of all chains, in both places.
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

    /// Each of five chains becomes twice itself and the next.
    #[inline(always)]
    fn mix_with_next(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        self.pairs[0] = add(double(a), each!(K => pair::<A>(second::<A>(a[K]), first::<A>(b[K]))));
        self.pairs[1] = add(double(b), each!(K => pair::<A>(second::<A>(b[K]), first::<A>(c[K]))));
        self.odd = add(double(c), each!(K => pair::<A>(first::<A>(a[K]), first::<A>(a[K]))));
    }

    /// Each of four or five chains becomes twice itself and the one before.
    #[inline(always)]
    fn mix_with_previous(&mut self) {
        let ([a, b], c) = (self.pairs, self.odd);
        let last = if CHAINS == 5 { c } else { b };
        self.pairs[0] = add(double(a), each!(K => pair::<A>(second::<A>(last[K]), first::<A>(a[K]))));
        self.pairs[1] = add(double(b), each!(K => pair::<A>(second::<A>(a[K]), first::<A>(b[K]))));
        self.odd = add(double(c), each!(K => pair::<A>(second::<A>(b[K]), second::<A>(b[K]))));
    }

    /// To each chain its permutation.
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

/// The steps of the permutations of two chains.
#[inline(always)]
fn steps<W: Rotate<u64>>(constants: &[[u64; 2]; 8], mut a: [u64; 8]) -> [u64; 8] {
    each!(R => a = step_by::<_, ByLogic, W>(constants[R][0], constants[R][1], a));
    a
}

/// The tweak of chain j and the next one to a lower word.
#[inline(always)]
fn tweaked<A: Arrangement>(words: u64, j: u32) -> u64 {
    let by_j = A::rol(words, j);
    first::<A>(by_j) | A::rol(by_j, 1) & !A::FIRST
}

/// The constants of each step, of two chains.
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

/// The first word in its place, zeros elsewhere.
#[inline(always)]
fn first<A: Arrangement>(two: u64) -> u64 {
    two & A::FIRST
}

/// The second word in the first one's place, zeros elsewhere.
#[inline(always)]
fn second<A: Arrangement>(two: u64) -> u64 {
    two >> A::WORDS & A::FIRST
}

/// Two words, each given in the first one's place.
#[inline(always)]
fn pair<A: Arrangement>(first: u64, second: u64) -> u64 {
    first | second << A::WORDS
}

/// Two words rotated as `A` has to.
pub(super) struct Both<A>(PhantomData<A>);

impl<A: Arrangement> Rotate<u64> for Both<A> {
    #[inline(always)]
    fn rol(words: u64, n: u32) -> u64 {
        A::rol(words, n)
    }
}

/// The same word twice.
pub(super) struct Alike<A>(PhantomData<A>);

impl<A: Arrangement> Rotate<u64> for Alike<A> {
    #[inline(always)]
    fn rol(words: u64, n: u32) -> u64 {
        words.rotate_left(A::BITS * n)
    }
}
