//! Several messages at once: words of different messages lie side by side in a vector.
//!
//! Every column of every message is loaded separately, and stored again after the last block. The rounds are the same
//! as for one message.

use super::{ByWords, compress};
use crate::cpu::Kernel;
use crate::groestl::compression::{Columns, CompressionFunction, Final, Form, Parts};
use crate::kernel::Operands;
use crate::vector::Lane;
use core::marker::PhantomData;

/// `STATES` messages, whose words lie side by side in lanes `L`, `N` words per plane.
pub(in crate::groestl) struct SeveralAtOnce<L, const COLUMNS: usize, const N: usize, const STATES: usize, F = Final>(
    PhantomData<(L, F)>,
);

impl<L, const COLUMNS: usize, const N: usize, const STATES: usize, F: Form> Kernel
    for SeveralAtOnce<L, COLUMNS, N, STATES, F>
where
    L: Lane<Word = u64> + 'static,
{
    type Tier = L::Tier;
    type Primitive = CompressionFunction<COLUMNS, F>;
    const STATES: usize = STATES;

    #[inline(always)]
    fn run(tier: L::Tier, operands: Operands<'_, Self::Primitive>) {
        const { assert!(COLUMNS == 4 * N && STATES == L::STATES, "every lane has a state") };
        for mut batch in operands.batches::<STATES>() {
            let mut h: ByWords<L, N> = load(tier, batch.initial_states(&[0; COLUMNS]));
            while let Some((blocks, finalize)) = batch.input.next(8 * COLUMNS) {
                let mut block = [&[[0; 8]; COLUMNS]; STATES];
                for (block, bytes) in block.iter_mut().zip(blocks) {
                    if let Some(columns) = bytes.as_chunks().0.first_chunk() {
                        *block = columns;
                    }
                }
                let m: ByWords<L, N> = load(tier, block);
                compress::<F, L, N>(tier, &mut h, &m, Parts::of(finalize));
            }
            store::<_, COLUMNS, N, STATES>(&h, batch.states);
        }
    }
}

/// A column as a state or a block stores it.
trait Column: Copy {
    fn word(self) -> u64;
}

impl Column for u64 {
    #[inline(always)]
    fn word(self) -> u64 {
        self
    }
}

impl Column for [u8; 8] {
    #[inline(always)]
    fn word(self) -> u64 {
        u64::from_le_bytes(self)
    }
}

/// Loads the columns of several messages; column j of every message goes into one vector.
#[inline(always)]
fn load<L: Lane<Word = u64>, C: Column, const COLUMNS: usize, const N: usize, const STATES: usize>(
    tier: L::Tier,
    messages: [&[C; COLUMNS]; STATES],
) -> ByWords<L, N> {
    let mut words = [[L::zero(tier); N]; 4];
    for w in 0..N {
        words[0][w] = load_column(tier, messages, w);
        words[1][w] = load_column(tier, messages, w + N);
        words[2][w] = load_column(tier, messages, w + 2 * N);
        words[3][w] = load_column(tier, messages, w + 3 * N);
    }
    words
}

/// Loads column j of every message.
#[inline(always)]
fn load_column<L: Lane<Word = u64>, C: Column, const COLUMNS: usize, const STATES: usize>(
    tier: L::Tier,
    messages: [&[C; COLUMNS]; STATES],
    j: usize,
) -> L {
    let mut lanes = [0; STATES];
    for (lane, columns) in lanes.iter_mut().zip(messages) {
        // j is always less than COLUMNS; the remainder keeps a panic out of the kernel.
        *lane = columns[j % COLUMNS].word();
    }
    L::load(tier, &lanes)
}

/// The inverse of [`load`].
#[inline(always)]
fn store<L: Lane<Word = u64>, const COLUMNS: usize, const N: usize, const STATES: usize>(
    words: &ByWords<L, N>,
    messages: &mut [Columns<COLUMNS>],
) {
    for (j, word) in words.as_flattened().iter().enumerate() {
        let mut lanes = [0; STATES];
        word.store(&mut lanes);
        for (columns, lane) in messages.iter_mut().zip(lanes) {
            columns[j % COLUMNS] = lane;
        }
    }
}
