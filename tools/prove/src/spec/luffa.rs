//! Luffa's round. Sections 3 and 4 of its specification; the steps have its names.
//!
//! A block is eight words a0 to a7 of 32 bits, the lowest bit first. The library keeps the words of the chains as
//! integers of the machine, which are little-endian; those of a message are big-endian.

use super::bits::{add, constant, substitute};
use crate::logic::Logic;
use crate::sums::Bit;

/// A word, its lowest bit first.
type Word = [Bit; 32];
/// The words a0 to a7.
type Block = [Word; 8];

/// The round: the message injection, then permutation Q_j on chain j. To finalize, it injects a block of zeros.
pub(super) fn round(logic: &mut Logic, state: &mut [Bit], message: &[Bit]) {
    let chains: &mut [Block] = state.as_chunks_mut().0.as_chunks_mut().0;
    message_injection(logic, chains, message_block(message));
    for (j, chain) in chains.iter_mut().enumerate() {
        permutation(logic, j, chain);
    }
}

/// The output function after a blank round: the sum of the chains as big-endian words.
pub(super) fn output(logic: &mut Logic, state: &[Bit]) -> Vec<Bit> {
    let (first, chains) = state.split_at(256);
    let sum = chains.chunks(256).fold(first.to_vec(), |sum, chain| logic.xor_words(&sum, chain));
    sum.chunks(32).flat_map(|word| word.chunks(8).rev().flatten()).copied().collect()
}

/// Returns the words of a block of the message.
fn message_block(bits: &[Bit]) -> Block {
    let bytes: &[[Bit; 8]] = bits.as_chunks().0;
    std::array::from_fn(|k| std::array::from_fn(|i| bytes[4 * k + 3 - i / 8][i % 8]))
}

/// MI: multiplies the column of all chains and of the message block by a matrix over the ring
/// GF(2)^32\[x\]/(x^8 + x^4 + x^3 + x + 1), whose elements are the blocks a0 + a1 x + ... + a7 x^7.
fn message_injection(logic: &mut Logic, chains: &mut [Block], message: Block) {
    let column: Vec<Block> = chains.iter().copied().chain([message]).collect();
    for (chain, row) in chains.iter_mut().zip(matrix(column.len() - 1)) {
        *chain = [[Bit::ZERO; 32]; 8];
        for (&factor, &block) in row.iter().zip(&column) {
            let term = times(logic, factor, block);
            *chain = add_blocks(logic, *chain, term);
        }
    }
}

/// Returns the matrix of the message injection. Bit i of a number is the coefficient of x^i.
fn matrix(chains: usize) -> &'static [&'static [u8]] {
    match chains {
        3 => &[&[0x3, 0x2, 0x2, 0x1], &[0x2, 0x3, 0x2, 0x2], &[0x2, 0x2, 0x3, 0x4]],
        4 => &[
            &[0x4, 0x6, 0x6, 0x7, 0x1],
            &[0x7, 0x4, 0x6, 0x6, 0x2],
            &[0x6, 0x7, 0x4, 0x6, 0x4],
            &[0x6, 0x6, 0x7, 0x4, 0x8],
        ],
        5 => &[
            &[0xf, 0x8, 0xa, 0xa, 0x8, 0x01],
            &[0x8, 0xf, 0x8, 0xa, 0xa, 0x02],
            &[0xa, 0x8, 0xf, 0x8, 0xa, 0x04],
            &[0xa, 0xa, 0x8, 0xf, 0x8, 0x08],
            &[0x8, 0xa, 0xa, 0x8, 0xf, 0x10],
        ],
        _ => panic!("Luffa has 3, 4 or 5 chains, not {chains}"),
    }
}

/// Returns a constant times a block.
fn times(logic: &mut Logic, factor: u8, block: Block) -> Block {
    let (mut multiple, mut sum) = (block, [[Bit::ZERO; 32]; 8]);
    for i in 0..8 {
        if factor >> i & 1 == 1 {
            sum = add_blocks(logic, sum, multiple);
        }
        multiple = times_x(logic, multiple);
    }
    sum
}

/// Returns x times a block.
fn times_x(logic: &mut Logic, [a0, a1, a2, a3, a4, a5, a6, a7]: Block) -> Block {
    [a7, add(logic, a0, a7), a1, add(logic, a2, a7), add(logic, a3, a7), a4, a5, a6]
}

fn add_blocks(logic: &mut Logic, a: Block, b: Block) -> Block {
    std::array::from_fn(|k| add(logic, a[k], b[k]))
}

/// The permutation Q_j: the tweak, then eight steps.
fn permutation(logic: &mut Logic, j: usize, a: &mut Block) {
    for word in &mut a[4..] {
        *word = rotated_left(*word, j);
    }
    let mut constants = constants(j);
    for _ in 0..8 {
        step(logic, a);
        for k in [0, 4] {
            let constant = constant(constants.next().expect("there is no last constant").into());
            a[k] = add(logic, a[k], constant);
        }
    }
}

/// A step without its constants: SubCrumb, then MixWord.
fn step(logic: &mut Logic, a: &mut Block) {
    sub_crumb(logic, a, [0, 1, 2, 3]);
    sub_crumb(logic, a, [5, 6, 7, 4]);
    for k in 0..4 {
        [a[k], a[k + 4]] = mix_word(logic, a[k], a[k + 4]);
    }
}

/// SubCrumb: replaces the four bits at each position of four words. The first of these words contains the lowest bits.
fn sub_crumb(logic: &mut Logic, a: &mut Block, words: [usize; 4]) {
    const SBOX: [u8; 16] = [13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4];
    for position in 0..32 {
        let crumb = substitute(logic, words.map(|k| a[k][position]), &SBOX);
        for (k, bit) in words.into_iter().zip(crumb) {
            a[k][position] = bit;
        }
    }
}

/// MixWord: mixes a word with the one four places after it.
fn mix_word(logic: &mut Logic, u: Word, v: Word) -> [Word; 2] {
    let v = add(logic, v, u);
    let u = add(logic, rotated_left(u, 2), v);
    let v = add(logic, rotated_left(v, 14), u);
    let u = add(logic, rotated_left(u, 10), v);
    [u, rotated_left(v, 1)]
}

/// Returns the word, rotated towards its highest bit.
fn rotated_left(mut word: Word, places: usize) -> Word {
    word.rotate_right(places);
    word
}

/// Returns the constants of Q_j in the order of their use, for a0 and for a4 in turn: a register of two words is
/// shifted with feedback, its upper word is the constant, and then the words are swapped.
fn constants(j: usize) -> impl Iterator<Item = u32> {
    const SEEDS: [u64; 5] =
        [0x181cca53_380cde06, 0x5b6f0876_f16f8594, 0x7e106ce9_38979cb0, 0xbb62f364_92e93c29, 0x9a025047_cff2a940];
    const FEEDBACK: u64 = 0xc4d6496c_55c61c8d;
    let mut register = SEEDS[j];
    std::iter::repeat_with(move || {
        register = register << 1 ^ if register >> 63 == 1 { FEEDBACK } else { 0 };
        let constant = (register >> 32) as u32;
        register = register.rotate_left(32);
        constant
    })
}
