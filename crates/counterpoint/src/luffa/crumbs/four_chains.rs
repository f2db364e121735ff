//! The chains of one message in the groups of vectors of 512 bits: group j contains the bytes of chain j, with even
//! and odd positions in two vectors. A fifth chain has a vector of 256 bits for both.
//!
//! A step takes 11 shuffles and 8 sums for four chains; for one chain in a vector of 256 bits, it takes 6 and 4.
//! Message injection works on whole elements with the processor's own field multiplication, and rotates the groups of a
//! vector to reach other chains.

use super::half::{Half, join, split};
use super::{constants, one_vector, step};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::kernel::reader::BlockReader;
use crate::luffa::byte_shuffles::rotation;
use crate::luffa::halves::{bytes_of_words, store_words};
use crate::luffa::round::{Block, Round, halves_of, next_block};
use crate::vector::x86_64::{HasAvx512, HasGfni, Ymm, Zmm};
use crate::vector::{Bits, Bytes, Products};
use core::marker::PhantomData;

/// Four chains, or three.
type Four<T> = Zmm<T, 64>;

/// One chain.
type One<T> = Ymm<T, 64>;

/// The kernel.
pub(in crate::luffa) struct FourChains<T, const CHAINS: usize>(PhantomData<T>);

impl<T: HasAvx512 + HasGfni, const CHAINS: usize> Kernel for FourChains<T, CHAINS> {
    type Tier = T;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: T, operands: Operands<'_, Round<CHAINS>>) {
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let mut four_elements = load(tier, state);
                let mut fifth_elements = load_one(tier, &state[CHAINS - 1]);
                let mut next = Message::next(tier, &mut input);
                while let Some(message) = next {
                    (four_elements, fifth_elements) =
                        message_injection::<T, CHAINS>(four_elements, fifth_elements, &message);
                    let [upper, lower] = split(four_elements);
                    let mut four = [upper, tweak(tier, lower)];
                    let [upper, lower] = split([fifth_elements]);
                    let mut fifth = [upper, lower.rol::<4>()];
                    // Loaded before the steps, which will occupy the execution unit that the load needs; otherwise the
                    // next message injection would wait for it.
                    next = Message::next(tier, &mut input);
                    // `black_box` keeps this a loop. Unrolled, all steps of the fifth chain would follow all steps of
                    // the others instead of interleaving with them.
                    for steps in
                        core::hint::black_box(const { &step_constants::<CHAINS>() }.as_slice()).as_chunks::<2>().0
                    {
                        for StepConstants { four: of_four, fifth: of_fifth } in steps {
                            if CHAINS == 5 {
                                let [upper, lower] = of_fifth;
                                fifth = step([Half::load(tier, upper), Half::load(tier, lower)], fifth);
                            }
                            let [upper, lower] = of_four;
                            four = step([load_constants(tier, upper), load_constants(tier, lower)], four);
                        }
                    }
                    four_elements = join(four);
                    [fifth_elements] = join(fifth);
                }
                store(four_elements, fifth_elements, state);
            },
        );
    }
}

/// The multiples of the next message block, to be added to the chains.
struct Message<T> {
    even: Four<T>,
    odd: Four<T>,
    fifth: One<T>,
}

impl<T: HasAvx512 + HasGfni> Message<T> {
    #[inline(always)]
    fn next(tier: T, input: &mut BlockReader<'_, 1>) -> Option<Self> {
        const BY_CHAIN: [[u8; 16]; 4] = [[1; 16], [2; 16], [4; 16], [8; 16]];
        let one = one_vector::load::<One<T>, true>(tier, halves_of(next_block(input)?));
        let (all, by_chain) = (Four::widened(one), Bytes::load(tier, &BY_CHAIN));
        let [even, odd] = [all.groups::<0>(), all.groups::<0x55>()];
        Some(Self { even: even.times_bytes(by_chain), odd: odd.times_bytes(by_chain), fifth: one.times::<16>() })
    }
}

/// Loads even and odd positions of chain j into group j. Groups without a chain repeat the first chain.
#[inline(always)]
fn load<T: HasAvx512 + HasGfni, const CHAINS: usize>(tier: T, state: &[Block; CHAINS]) -> [Four<T>; 2] {
    let chains = [
        even_and_odd(tier, &state[0]),
        even_and_odd(tier, &state[1]),
        even_and_odd(tier, &state[2]),
        even_and_odd(tier, &state[3 % CHAINS]),
    ];
    [Four::gather(tier, |g| chains[g % 4][0]), Four::gather(tier, |g| chains[g % 4][1])]
}

/// Returns the elements of one chain as bytes, even positions and odd positions.
#[inline(always)]
fn even_and_odd<T: HasAvx512 + HasGfni>(tier: T, block: &Block) -> [[u8; 16]; 2] {
    let mut bytes = [[0; 16]; 2];
    Bytes::store(load_one(tier, block), &mut bytes);
    bytes
}

/// Returns the elements of one chain.
#[inline(always)]
fn load_one<T: HasAvx512 + HasGfni>(tier: T, block: &Block) -> One<T> {
    one_vector::load::<_, false>(tier, bytes_of_words(block))
}

/// The inverse of [`load`].
#[inline(always)]
fn store<T: HasAvx512 + HasGfni, const CHAINS: usize>(
    [even, odd]: [Four<T>; 2],
    fifth: One<T>,
    state: &mut [Block; CHAINS],
) {
    store_one(even.first_two(odd), &mut state[0]);
    store_one(even.groups::<1>().first_two(odd.groups::<1>()), &mut state[1]);
    store_one(even.groups::<2>().first_two(odd.groups::<2>()), &mut state[2]);
    if CHAINS > 3 {
        store_one(even.groups::<3>().first_two(odd.groups::<3>()), &mut state[3]);
    }
    if CHAINS > 4 {
        store_one(fifth, &mut state[4]);
    }
}

/// Stores the elements of one chain as words.
#[inline(always)]
fn store_one<T: HasAvx512 + HasGfni>(elements: One<T>, block: &mut Block) {
    store_words(one_vector::store(elements), block);
}

/// Loads the bytes of even positions and those of odd positions, each for four chains.
#[inline(always)]
fn load_constants<T: HasAvx512 + HasGfni>(tier: T, [even, odd]: &[[[u8; 16]; 4]; 2]) -> Half<Four<T>, 2> {
    Half([Bytes::load(tier, even), Bytes::load(tier, odd)])
}

/// The constants that one step adds to the upper and the lower half, by parity of the positions and by chain; those of
/// the fifth chain are separate.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct StepConstants {
    four: [[[[u8; 16]; 4]; 2]; 2],
    fifth: [[[u8; 16]; 2]; 2],
}

/// Returns [`constants`] in the layout of [`StepConstants`].
const fn step_constants<const CHAINS: usize>() -> [StepConstants; 8] {
    let mut steps = [StepConstants { four: [[[[0; 16]; 4]; 2]; 2], fifth: [[[0; 16]; 2]; 2] }; 8];
    let all = constants::<CHAINS>();
    let mut at = 0;
    while at < 8 * 2 * 2 * CHAINS {
        let (r, half, parity, j) = (at / CHAINS / 4, at / CHAINS / 2 % 2, at / CHAINS % 2, at % CHAINS);
        let to = if j < 4 { &mut steps[r].four[half][parity][j] } else { &mut steps[r].fifth[half][parity] };
        *to = all[r][j][half][parity];
        at += 1;
    }
    steps
}

/// Message injection with the formulas of [`super::message_injection`].
#[inline(always)]
fn message_injection<T: HasAvx512 + HasGfni, const CHAINS: usize>(
    [even, odd]: [Four<T>; 2],
    fifth: One<T>,
    message: &Message<T>,
) -> ([Four<T>; 2], One<T>) {
    let fifths = Four::widened(fifth);
    let (even, from_even) = injected::<T, CHAINS, 4>(even, fifths, message.even);
    let (odd, from_odd) = injected::<T, CHAINS, 5>(odd, fifths, message.odd);
    let fifth = fifth.times::<5>().xor(message.fifth).xor(from_even.first_two(from_odd));
    ([even, odd], fifth)
}

/// Message injection at even or at odd positions; the fifth chain is group `FIFTH` - 4 of `fifths`. Returns the chains,
/// and a vector whose first group contains the fifth chain's terms from the other chains and from the sum of all.
#[inline(always)]
fn injected<T: HasAvx512 + HasGfni, const CHAINS: usize, const FIFTH: i64>(
    chains: Four<T>,
    fifths: Four<T>,
    message: Four<T>,
) -> (Four<T>, Four<T>) {
    match CHAINS {
        3 => {
            let sum = chains.eor3(chains.groups::<0b11_00_10_01>(), chains.groups::<0b11_01_00_10>());
            (chains.eor3(message, sum.times::<2>()), chains)
        }
        4 => {
            let before = chains.groups::<0b10_01_00_11>();
            let sum = chains.eor3(before, chains.groups::<0b01_00_11_10>()).xor(chains.groups::<0b00_11_10_01>());
            (chains.times::<2>().eor3(before, message).xor(sum.times::<6>()), chains)
        }
        _ => {
            let by_one = chains.groups_of_both(fifths, [FIFTH, 0, 1, 2]);
            let neighbours = by_one.xor(chains.groups_of_both(fifths, [1, 2, 3, FIFTH]));
            let by_two = chains.groups_of_both(fifths, [3, FIFTH, 0, 1]);
            let sum = chains.eor3(neighbours, by_two).xor(chains.groups_of_both(fifths, [2, 3, FIFTH, 0]));
            let common = sum.times::<10>();
            // The neighbours of the fifth chain are the fourth and the first.
            let of_fifth = by_two.xor(chains).times::<2>().xor(common);
            (chains.times::<5>().xor(message).eor3(common, neighbours.times::<2>()), of_fifth)
        }
    }
}

/// The tweak: rotates the words in group j by j.
#[inline(always)]
fn tweak<T: HasAvx512 + HasGfni>(tier: T, Half([even, odd]): Half<Four<T>, 2>) -> Half<Four<T>, 2> {
    const EVEN: [[u8; 16]; 4] = [rotation(0), rotation(1), rotation(1), rotation(2)];
    const ODD: [[u8; 16]; 4] = [rotation(0), rotation(0), rotation(1), rotation(1)];
    // Rotating by an odd number swaps even and odd positions.
    const SWAPPED: [[u8; 16]; 4] = [[0; 16], [0xff; 16], [0; 16], [0xff; 16]];
    // The function of three bits that returns the second where the first is 1, and otherwise the third.
    const SELECT: i32 = 0xca;
    let swapped: Four<T> = Bytes::load(tier, &SWAPPED);
    let new_even = swapped.ternary::<SELECT>(odd, even).shuffle_by(Bytes::load(tier, &EVEN));
    let new_odd = swapped.ternary::<SELECT>(even, odd).shuffle_by(Bytes::load(tier, &ODD));
    Half([new_even, new_odd])
}
