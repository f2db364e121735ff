//! Several messages at once, one in each lane: vector k holds word k of every message, so one vector operation serves
//! all messages.
//!
//! The permutations of a round do not depend on each other. On machines with enough registers, three of them are
//! interleaved step by step, so that one is computed while another waits for its operands. The cost of the technique is
//! the transposition of states and blocks.

use super::transposed::{join, load, store};
use super::{message_injection, step, tweak};
use crate::cpu::Kernel;
use crate::kernel::{Operands, Padding};
use crate::luffa::round::{Block, Round};
use crate::luffa::spec::CONSTANTS;
use crate::vector::padding::{PaddingInZeros, with_tail_loader};
use crate::vector::words::{each_message, eight_words, four_words};
use crate::vector::{Bytes, Lane, store_first_of_group};
use core::marker::PhantomData;

/// The kernel for `N` messages in vectors `L`, with 1 or 3 interleaved permutations.
pub(in crate::luffa) struct SeveralAtOnce<L, const N: usize, const INTERLEAVED: usize, const CHAINS: usize>(
    PhantomData<L>,
);

impl<L, const N: usize, const INTERLEAVED: usize, const CHAINS: usize> Kernel
    for SeveralAtOnce<L, N, INTERLEAVED, CHAINS>
where
    L: Lane<Word = u32> + Bytes + 'static,
{
    type Tier = L::Tier;
    type Primitive = Round<CHAINS>;
    const STATES: usize = N;
    /// Vectors of one group don't pad: this has not been tried.
    const PADS: bool = L::GROUPS > 1;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Round<CHAINS>>) {
        const { assert!(N == L::STATES && N == 4 * L::GROUPS, "every lane has a state") };
        if Self::PADS {
            run::<L, N, INTERLEAVED, CHAINS, true>(tier, operands);
        } else {
            run::<L, N, INTERLEAVED, CHAINS, false>(tier, operands);
        }
    }
}

/// Absorbs the input of batches of `N` states, and pads messages if `PADS` is true.
///
/// Each pass of a batch's loop is one round, and passes differ only in the message block: first the blocks, then the
/// padded tails, then zeros. A round with zeros is a blank round. One of them finalizes; its zeros come from the reader
/// of the blocks, as in a run without tails. Then the sum of all chains is the output, and every further 32 bytes of
/// output take another blank round.
#[inline(always)]
fn run<L: Lane<Word = u32> + Bytes, const N: usize, const INTERLEAVED: usize, const CHAINS: usize, const PADS: bool>(
    tier: L::Tier,
    operands: Operands<'_, Round<CHAINS>>,
) {
    let mut in_zeros = None;
    for mut batch in operands.padding_batches::<N, PADS>() {
        let (start, from) = (if PADS { batch.start() } else { None }, batch.initial());
        // Not initialized with zeros: the compiler would call `memset`.
        let mut chains = [chain(tier, start, from, 0); CHAINS];
        for j in 1..CHAINS {
            chains[j] = chain(tier, start, from, j);
        }
        let list_of_tails = batch.input.lists().tails;
        let list_of_tails = list_of_tails.get(..N).unwrap_or(list_of_tails);
        let mut output = Output { bytes: batch.outputs, each: batch.output_bytes.unwrap_or_default(), written: 0 };
        // A single loop, because every call inlines another copy of the round.
        loop {
            let message = if let Some((blocks, _)) = batch.input.next(32) {
                words_of_blocks(tier, blocks)
            } else if PADS && let Some(tails) = batch.input.tails() {
                words_of_tails(tier, tails, list_of_tails, batch.padding, &mut in_zeros)
            } else if PADS && output.has_room() {
                output.write(sum(&chains));
                if output.is_complete() {
                    break;
                }
                [L::zero(tier); 8]
            } else {
                break;
            };
            round::<L, INTERLEAVED, CHAINS>(tier, &mut chains, message);
        }
        if PADS && output.written > 0 {
            continue;
        }
        for j in 0..CHAINS {
            store(
                chains[j],
                #[inline(always)]
                |m, k, word| {
                    if let Some(state) = batch.states.get_mut(m) {
                        state[j][k] = word;
                    }
                },
            );
        }
    }
}

/// Returns the words of the blocks: vector k holds word k of each.
#[inline(always)]
fn words_of_blocks<L: Bytes, const N: usize>(tier: L::Tier, blocks: [&[u8]; N]) -> [L; 8] {
    let half = |n: usize| {
        swap_bytes(four_words::<L>(
            tier,
            #[inline(always)]
            |m| blocks[m % N].as_chunks().0.get(n).copied().unwrap_or([0; 16]),
        ))
    };
    join(half(0), half(1))
}

/// Returns the words of the last block of each message: its tail with its padding.
///
/// A tail is shorter than a block, and a block is not longer than a vector. Tails are copied from the list, not from
/// `tails`: the compiler would copy the addresses in `tails` with vectors, which the constant-time check can't follow.
#[inline(always)]
fn words_of_tails<L: Lane + Bytes, const N: usize>(
    tier: L::Tier,
    tails: [&[u8]; N],
    list: &[&[u8]],
    Padding { suffix, closing, .. }: Padding,
    in_zeros: &mut Option<PaddingInZeros>,
) -> [L; 8] {
    let [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8] = with_tail_loader::<L, N, _>(
        list,
        suffix,
        in_zeros,
        #[inline(always)]
        |loader| {
            eight_words(
                #[inline(always)]
                |m| loader.load_short(tier, tails[m % N], m),
            )
        },
    );
    let (a6, a7) = (a6.xor(L::splat(tier, closing & 0xffff_ffff)), a7.xor(L::splat(tier, closing >> 32)));
    join(swap_bytes([a0, a1, a2, a3]), swap_bytes([a4, a5, a6, a7]))
}

/// Returns the sum of all chains, which is the output.
#[inline(always)]
fn sum<L: Lane, const CHAINS: usize>(chains: &[[L; 8]; CHAINS]) -> [L; 8] {
    let mut sum = chains[0];
    for chain in &chains[1..] {
        for (sum, word) in sum.iter_mut().zip(chain) {
            *sum = sum.xor(*word);
        }
    }
    sum
}

/// The outputs of a batch: `each` bytes for every message, of which `written` have been written. A blank round precedes
/// every further 32 bytes.
struct Output<'a> {
    bytes: &'a mut [u8],
    each: usize,
    written: usize,
}

impl Output<'_> {
    /// Whether some output is incomplete.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.written < self.each && !self.bytes.is_empty()
    }

    #[inline(always)]
    fn is_complete(&self) -> bool {
        self.written >= self.each
    }

    /// Writes the next words of each message as big-endian integers.
    #[inline(always)]
    fn write<L: Bytes>(&mut self, [a0, a1, a2, a3, a4, a5, a6, a7]: [L; 8]) {
        write_half([a0, a1, a2, a3], self.bytes, self.each, self.written);
        write_half([a4, a5, a6, a7], self.bytes, self.each, self.written + 16);
        self.written += 32;
    }
}

/// Writes four words of each message into its output of `each` bytes, from byte `first` on.
#[inline(always)]
fn write_half<L: Bytes>(words: [L; 4], outputs: &mut [u8], each: usize, first: usize) {
    each_message(
        swap_bytes(words),
        #[inline(always)]
        |m, group| {
            let output = outputs.get_mut(m * each..).and_then(|outputs| outputs.get_mut(..each)).unwrap_or_default();
            store_first_of_group(&group, output.get_mut(first..).unwrap_or_default());
        },
    );
}

/// Returns chain j of each message, from the common start state or from the messages' own states. If there are fewer
/// messages than lanes, the remaining lanes repeat the first one.
#[inline(always)]
fn chain<L: Lane + Bytes, const CHAINS: usize>(
    tier: L::Tier,
    start: Option<&[Block; CHAINS]>,
    from: &[[Block; CHAINS]],
    j: usize,
) -> [L; 8] {
    if let Some(start) = start {
        return spread(tier, &start[j]);
    }
    load(
        tier,
        #[inline(always)]
        |m| from.get(m).or(from.first()).map(|state| &state[j]),
    )
}

/// Returns vectors with the same words in every lane.
#[inline(always)]
fn spread<L: Lane>(tier: L::Tier, block: &Block) -> [L; 8] {
    let mut chain = [L::zero(tier); 8];
    for (lanes, word) in chain.iter_mut().zip(block) {
        *lanes = L::splat(tier, (*word).into());
    }
    chain
}

/// Swaps the bytes of each word, since the message consists of big-endian words.
#[inline(always)]
fn swap_bytes<L: Bytes>([a, b, c, d]: [L; 4]) -> [L; 4] {
    const SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
    [a.shuffle(SWAPPED), b.shuffle(SWAPPED), c.shuffle(SWAPPED), d.shuffle(SWAPPED)]
}

/// Computes one round for all messages.
#[inline(always)]
fn round<L: Lane, const INTERLEAVED: usize, const CHAINS: usize>(
    tier: L::Tier,
    chains: &mut [[L; 8]; CHAINS],
    message: [L; 8],
) {
    message_injection(chains, message);
    for (j, chain) in chains.iter_mut().enumerate() {
        *chain = tweak(j, *chain);
    }
    // Not a loop, because the compiler would keep the chains in memory.
    if INTERLEAVED == 3 {
        interleaved::<3, CHAINS, L>(tier, chains, 0);
        match CHAINS {
            4 => interleaved::<1, CHAINS, L>(tier, chains, 3),
            5 => interleaved::<2, CHAINS, L>(tier, chains, 3),
            _ => {}
        }
        return;
    }
    interleaved::<1, CHAINS, L>(tier, chains, 0);
    interleaved::<1, CHAINS, L>(tier, chains, 1);
    interleaved::<1, CHAINS, L>(tier, chains, 2);
    if CHAINS > 3 {
        interleaved::<1, CHAINS, L>(tier, chains, 3);
    }
    if CHAINS > 4 {
        interleaved::<1, CHAINS, L>(tier, chains, 4);
    }
}

/// Computes the steps of `COUNT` permutations, from chain `first` on, interleaved step by step.
#[inline(always)]
fn interleaved<const COUNT: usize, const CHAINS: usize, L: Lane>(
    tier: L::Tier,
    chains: &mut [[L; 8]; CHAINS],
    first: usize,
) {
    for r in 0..8 {
        for j in first..first + COUNT {
            chains[j] = step(tier, &CONSTANTS[j][r], chains[j]);
        }
    }
}
