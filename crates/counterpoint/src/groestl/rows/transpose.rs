//! Transposing load and store: states and blocks consist of columns, vectors of rows.
//!
//! A vector is first loaded with two columns in each group. A transposition of 8 by 8 bytes is three interleavings: of
//! bytes, of pairs of bytes, and of four bytes. The first is a shuffle, since both columns are in one group. The result
//! is two rows of 8 bytes in each group:
//!
//! ```text
//!   pairs[0]  columns 0 1        [0]  rows 0 1
//!   pairs[1]  columns 2 3   -->  [1]  rows 2 3      of columns 0 to 7
//!   pairs[2]  columns 4 5        [2]  rows 4 5
//!   pairs[3]  columns 6 7        [3]  rows 6 7
//! ```
//!
//! A fourth interleaving, of 8 bytes, moves the rows into the layout: row i beside itself where P and Q are the two
//! halves, beside columns 8 to 15 of the same row, beside the same row of another message, or beside row i + 4. A store
//! takes the same steps in reverse.
//!
//! A load costs 4 shuffles and 8 interleavings for 8 columns, 8 and 12 for 16 columns, and 4 and 6 for two rows per
//! vector. An interleaving is two instructions.

use super::layout::{Group, Layout};
use crate::groestl::compression::Columns;
use crate::vector::{SubBytes, store_first_of_group};

/// Returns columns 2k and 2k + 1 of state number `state`, or of the first state if there are fewer.
#[inline(always)]
pub(super) fn columns_of_state<const COLUMNS: usize>(states: &[Columns<COLUMNS>], state: usize, k: usize) -> Group {
    let mut group = [0; 16];
    if let Some([low, high]) = states.get(state).or(states.first()).and_then(|columns| columns.as_chunks().0.get(k)) {
        group[..8].copy_from_slice(&low.to_le_bytes());
        group[8..].copy_from_slice(&high.to_le_bytes());
    }
    group
}

/// Returns columns 2k and 2k + 1 of a block.
#[inline(always)]
pub(super) fn columns_of_block(blocks: &[&[Group]], block: usize, k: usize) -> Group {
    // They always exist; `get` keeps a panic out of the kernel.
    blocks.get(block).and_then(|groups| groups.get(k)).copied().unwrap_or_default()
}

/// Returns the messages' tails as pairs of columns, padded to `columns` columns: `load(g, begin)` returns the bytes of
/// group g's message from `begin` on.
#[inline(always)]
pub(super) fn columns_of_tails<V: SubBytes>(columns: usize, load: impl Fn(usize, usize) -> V) -> [V; 8] {
    let mut pairs = [load(0, 0); 8];
    for first in 0..columns / 2 {
        if first.is_multiple_of(V::GROUPS) {
            let row = |g: usize| load(g, 16 * first);
            let transposed = V::transpose_groups([row(0), row(1), row(2), row(3)]);
            for (pair, groups) in pairs.iter_mut().skip(first).zip(transposed).take(V::GROUPS) {
                *pair = groups;
            }
        }
    }
    pairs
}

/// Writes the columns of state number `state`, if there is one.
#[inline(always)]
pub(super) fn set_columns<const COLUMNS: usize>(states: &mut [Columns<COLUMNS>], state: usize, groups: &[Group]) {
    if let Some(columns) = states.get_mut(state) {
        for (pair, group) in columns.as_chunks_mut::<2>().0.iter_mut().zip(groups) {
            let [low, high] = group.as_chunks().0 else { return };
            *pair = [u64::from_le_bytes(*low), u64::from_le_bytes(*high)];
        }
    }
}

/// Writes an output: the last bytes of a matrix, at most half of it, taken from the last of its groups.
#[inline(always)]
pub(super) fn write_last(output: &mut [u8], groups: &[Group]) {
    let most = groups.len() / 2;
    for (k, group) in groups.iter().rev().enumerate().take(most) {
        let Some(part) = output.len().checked_sub(16 * k).and_then(|end| output.get_mut(..end)) else { return };
        if let Some(all) = part.last_chunk_mut() {
            *all = *group;
            continue;
        }
        // The output begins within this group.
        let skipped = 8 * (16 - part.len() as u32 % 16);
        let last = u128::from_le_bytes(*group).checked_shr(skipped).unwrap_or_default();
        store_first_of_group(&last.to_le_bytes(), part);
    }
}

/// Transposes pairs of columns to pairs of rows of 8 bytes each. This is its own inverse.
#[inline(always)]
fn transpose<V: SubBytes>(pairs: [V; 4]) -> [V; 4] {
    interleave_fours(interleave_twos(interleave_bytes(pairs)))
}

/// The first interleaving: of the two columns in each vector, byte by byte.
#[inline(always)]
pub(super) fn interleave_bytes<V: SubBytes>(x: [V; 4]) -> [V; 4] {
    const ZIPPED: Group = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];
    [x[0].shuffle(ZIPPED), x[1].shuffle(ZIPPED), x[2].shuffle(ZIPPED), x[3].shuffle(ZIPPED)]
}

/// The second interleaving: of neighbouring vectors, two bytes at a time.
#[inline(always)]
pub(super) fn interleave_twos<V: SubBytes>(x: [V; 4]) -> [V; 4] {
    let (a0, a1) = x[0].interleave2(x[1]);
    let (b0, b1) = x[2].interleave2(x[3]);
    [a0, a1, b0, b1]
}

/// The third interleaving: of vectors two places apart, four bytes at a time.
#[inline(always)]
pub(super) fn interleave_fours<V: SubBytes>(x: [V; 4]) -> [V; 4] {
    let (rows01, rows23) = x[0].interleave4(x[2]);
    let (rows45, rows67) = x[1].interleave4(x[3]);
    [rows01, rows23, rows45, rows67]
}

/// Loads a matrix whose columns 2k and 2k + 1 are the groups of pair k. Layouts for 8 columns of one message use only
/// the first four pairs.
#[inline(always)]
pub(super) fn load<V: SubBytes, const VECTORS: usize>(tier: V::Tier, layout: Layout, pairs: [V; 8]) -> [V; VECTORS] {
    let [p0, p1, p2, p3, p4, p5, p6, p7] = pairs;
    let rows = transpose([p0, p1, p2, p3]);
    let [rows01, rows23, rows45, rows67] = rows;
    // The vectors to interleave. Where there are four, only the first two of each are used.
    let (low, high) = match layout {
        Layout::PAndQInHalves => (rows, rows),
        Layout::PAndQInGroups | Layout::OneByOne | Layout::TwoMessages => (rows, transpose([p4, p5, p6, p7])),
        Layout::TwoRows { rows_6_and_7_first: false } => (rows, [rows45, rows67, rows01, rows23]),
        Layout::TwoRows { rows_6_and_7_first: true } => {
            ([rows01, rows67, rows45, rows23], [rows45, rows23, rows01, rows67])
        }
    };
    interleave_eights(tier, low, high)
}

/// The fourth interleaving, 8 bytes at a time, which moves the rows into the layout.
#[inline(always)]
pub(super) fn interleave_eights<V: SubBytes, const VECTORS: usize>(
    tier: V::Tier,
    low: [V; 4],
    high: [V; 4],
) -> [V; VECTORS] {
    let mut vectors = [V::zero(tier); VECTORS];
    for ([even, odd], (low, high)) in vectors.as_chunks_mut().0.iter_mut().zip(low.into_iter().zip(high)) {
        (*even, *odd) = low.interleave8(high);
    }
    vectors
}

/// Stores a matrix: returns the pairs of columns of each group; with 8 columns in halves, those of the lower halves.
#[inline(always)]
pub(super) fn store<V: SubBytes, const VECTORS: usize>(layout: Layout, vectors: [V; VECTORS]) -> [[Group; 8]; 4] {
    let (mut low, mut high) = ([vectors[0]; 4], [vectors[0]; 4]);
    for ((low, high), [even, odd]) in low.iter_mut().zip(&mut high).zip(vectors.as_chunks().0) {
        (*low, *high) = even.interleave8(*odd);
    }
    let mut columns = [[[0; 16]; 8]; 4];
    match layout {
        Layout::PAndQInHalves => store_pairs(&mut columns, 0, transpose(low)),
        Layout::PAndQInGroups | Layout::OneByOne | Layout::TwoMessages => {
            store_pairs(&mut columns, 0, transpose(low));
            store_pairs(&mut columns, 4, transpose(high));
        }
        Layout::TwoRows { rows_6_and_7_first: false } => {
            store_pairs(&mut columns, 0, transpose([low[0], low[1], high[0], high[1]]));
        }
        Layout::TwoRows { rows_6_and_7_first: true } => {
            store_pairs(&mut columns, 0, transpose([low[0], high[1], high[0], low[1]]));
        }
    }
    columns
}

/// Stores four pairs of columns from pair number `first` on, in each group.
#[inline(always)]
fn store_pairs<V: SubBytes>(columns: &mut [[Group; 8]; 4], first: usize, pairs: [V; 4]) {
    for (k, pair) in pairs.into_iter().enumerate() {
        let mut groups = [[0; 16]; 4];
        pair.store(&mut groups);
        for (of_group, group) in columns.iter_mut().zip(groups) {
            of_group[first + k] = group;
        }
    }
}
